"""Tests of graphs/formats/registry.py, graphs/files.py and every reader: a limit ends any reading."""

import io
import json
import time
import zipfile

import networkx as nx
import pytest

import spminer
from spminer import InputError, LimitError, Monitor
from spminer._util import deadline
from spminer.datasets import example
from spminer.graphs import source
from spminer.graphs.formats.registry import FORMATS

# Formats that libraries, or the system, read in one step; what they hold is in memory at once.
IN_ONE_STEP = {"spm", "parquet", "arrow"}
BY_PIECES = [form.name for form in FORMATS if form.writer is not None and form.name not in IN_ONE_STEP]


def test_large_inputs_take_linear_time():
    numbers = range(20_000)
    nodes = [{"data": {"id": f"{i}"}} for i in numbers]
    edges = [{"data": {"source": f"{i}", "target": f"{i - 1}"}} for i in numbers[1:]]
    table = "\n".join(["id,label", *(f"{i},x" for i in numbers), "0,x"]).encode()
    started = time.process_time()
    graph = spminer.read(io.BytesIO(json.dumps({"elements": nodes + edges}).encode()))
    assert graph.num_edges == len(edges)
    with pytest.raises(InputError, match="node '0' is listed twice"):
        spminer.read(io.BytesIO(b"0 1\n"), nodes=io.BytesIO(table))
    assert time.process_time() - started < 10  # quadratic time takes minutes


class Ending(Monitor):
    """A monitor that ends after so many looks at it."""

    def __init__(self, looks):
        super().__init__()
        self.looks = self.left = looks

    @property
    def stop_reason(self):
        self.left -= 1
        return "interrupted" if self.left < 0 else None


@pytest.fixture
def small_steps(monkeypatch):
    monkeypatch.setattr(source, "CHUNK", 256)
    monkeypatch.setattr(source, "SAMPLE", 1024)
    monkeypatch.setattr(deadline, "_PERIOD", 32)


def written(form, folder):
    path = folder / f"graph.{form}"
    spminer.write(spminer.from_networkx(nx.random_regular_graph(4, 300, seed=1)), path, format=form)
    return path


@pytest.mark.parametrize("form", BY_PIECES)
def test_every_reader_asks_again_and_again_and_ends_wherever_it_is(form, tmp_path, small_steps):
    path = written(form, tmp_path)
    whole = Ending(10**9)
    graphs = spminer.read(path, format=form, monitor=whole)
    asked = whole.looks - whole.left
    assert asked >= 10
    for looks in {0, 1, asked // 2, asked - 1}:
        with pytest.raises(LimitError, match="while reading"):
            spminer.read(path, format=form, monitor=Ending(looks))
    assert spminer.read(path, format=form, monitor=Ending(asked)).num_edges == graphs.num_edges == 600


@pytest.mark.parametrize("form", ["edgelist", "json", "graphml", "tudataset"])
def test_a_limit_that_is_over_ends_a_long_reading_and_not_a_short_one(form, tmp_path, monkeypatch):
    path = written(form, tmp_path)
    late = {"time_limit": 5, "since": time.monotonic() - 100}
    monkeypatch.setattr(deadline, "_GRACE_S", 600)
    assert spminer.read(path, format=form, monitor=Monitor(**late)).num_edges == 600
    monkeypatch.setattr(deadline, "_GRACE_S", 0)
    with pytest.raises(LimitError, match=r"the time limit of 5 s ended while reading .*% done"):
        spminer.read(path, format=form, monitor=Monitor(**late))


def test_parts_of_folders_and_archives_are_named(tmp_path, small_steps):
    path = written("tudataset", tmp_path).rename(tmp_path / "X.zip")
    with pytest.raises(LimitError, match=r"X.zip/.*_A.txt \(\d+ % done\)"):
        spminer.read(path, monitor=Ending(20))
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "X")
    folder = next(place.parent for place in (tmp_path / "X").rglob("*_A.txt"))
    with pytest.raises(LimitError, match=r"_A.txt \(\d+ % done\)"):
        spminer.read(folder, monitor=Ending(20))


def test_tables_of_nodes_are_read_by_the_same_limit(tmp_path, small_steps):
    path = written("edgelist", tmp_path)
    nodes = tmp_path / "nodes.csv"
    nodes.write_text("id,label\n" + "".join(f"{node},a\n" for node in range(300)))
    monitor = Ending(10**9)
    spminer.read(path, format="edgelist", monitor=monitor)
    alone = monitor.looks - monitor.left
    with pytest.raises(LimitError, match=r"while reading .*nodes.csv"):
        spminer.read(path, format="edgelist", nodes=nodes, monitor=Ending(alone + 2))


def test_a_store_that_is_sorted_on_disk_is_whole_or_absent(tmp_path, small_steps):
    path, store = written("edgelist", tmp_path), tmp_path / "graph.spm"
    monitor = Ending(10**9)
    spminer.convert(path, store, format="edgelist", memory_limit=8 << 30, monitor=monitor)
    asked = monitor.looks - monitor.left
    store.unlink()
    for looks in {0, asked // 2, asked - 1}:
        with pytest.raises(LimitError):
            spminer.convert(path, store, format="edgelist", memory_limit=8 << 30, monitor=Ending(looks))
        assert [other.name for other in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("form", [form.name for form in FORMATS if form.writer is not None])
def test_every_writer_ends_wherever_it_is_and_leaves_what_was_there(form, tmp_path):
    graphs, path = spminer.from_networkx(nx.random_regular_graph(4, 300, seed=1)), tmp_path / f"graph.{form}"
    path.write_text("older")
    whole = Ending(10**9)
    spminer.write(graphs, path, format=form, monitor=whole)
    asked = whole.looks - whole.left
    assert asked >= 1
    assert spminer.read(path, format=form).num_edges == 600
    path.write_text("older")
    for looks in {0, asked // 2, asked - 1}:
        with pytest.raises(LimitError, match="while writing"):
            spminer.write(graphs, path, format=form, monitor=Ending(looks))
        assert [other.read_text() for other in tmp_path.iterdir()] == ["older"]


def test_what_is_packed_ends_too(tmp_path):
    for suffix in (".gz", ".bz2", ".xz", ".zst"):
        monitor = Ending(10**9)
        spminer.write(example(), tmp_path / f"club.txt{suffix}", monitor=monitor)
        assert spminer.read(tmp_path / f"club.txt{suffix}").num_edges == 78
        with pytest.raises(LimitError, match="while writing"):
            spminer.write(example(), tmp_path / f"other.txt{suffix}", monitor=Ending(0))
        assert not (tmp_path / f"other.txt{suffix}").exists()


def test_a_conversion_ends_while_it_reads_or_writes(tmp_path, small_steps):
    path, output = written("edgelist", tmp_path), tmp_path / "graph.json"
    monitor = Ending(10**9)
    spminer.convert(path, output, format="edgelist", monitor=monitor)
    asked = monitor.looks - monitor.left
    output.unlink()
    for looks, doing in ((asked // 2, "reading"), (asked - 1, "writing")):
        with pytest.raises(LimitError, match=f"while {doing}"):
            spminer.convert(path, output, format="edgelist", monitor=Ending(looks))
        assert not output.exists()


def test_a_late_conversion_is_told_to_take_more_time_alone(tmp_path, monkeypatch):
    path = written("edgelist", tmp_path)
    monkeypatch.setattr(deadline, "_GRACE_S", 0)
    with pytest.raises(LimitError, match=r"no result; give more time$"):
        spminer.convert(path, tmp_path / "graph.spm", format="edgelist", monitor=Monitor(time_limit=5, since=0.0))


def test_mining_a_file_ends_while_it_is_read(tmp_path, small_steps):
    with pytest.raises(LimitError, match="while reading"):
        spminer.mine(written("edgelist", tmp_path), sizes="3", monitor=Ending(2))
