"""Tests of graphs/source.py and graphs/options.py: bytes of any origin, deadlines, data sets by name."""

import bz2
import codecs
import gzip
import io
import json
import os
import tarfile
import threading
import time
import zipfile
from pathlib import Path

import networkx as nx
import pytest
import zstandard

import spminer
from spminer import InputError, LimitError, Monitor
from spminer._util import deadline
from spminer.datasets import example
from spminer.graphs import source
from spminer.graphs import source as module
from spminer.graphs.build import disjoint_union
from spminer.graphs.collection import digest
from spminer.graphs.formats.registry import FORMATS
from spminer.graphs.options import ReadOptions
from spminer.graphs.source import Source, check_expansion, input_errors, open_zip, open_zip_member

TEXT = b"one\r\ntwo\n\nfour"


@pytest.fixture(params=["path", "text file", "bytes", "gzip", "gzip path"])
def opened(request, tmp_path):
    packed = gzip.compress(TEXT)
    (tmp_path / "x.txt").write_bytes(packed if request.param == "gzip path" else TEXT)
    origin = {
        "bytes": io.BytesIO(TEXT),
        "gzip": io.BytesIO(packed),
        "text file": io.StringIO(TEXT.decode(), newline=""),
    }.get(request.param, tmp_path / "x.txt")
    with Source(origin) as source:
        yield source


@pytest.mark.parametrize("chunk", [1, 3, 1 << 20])
def test_every_origin_gives_the_same_lines_after_a_look(opened, chunk, monkeypatch):
    monkeypatch.setattr(module, "CHUNK", chunk)
    assert opened.sample(5) == TEXT[:5]
    assert list(opened.lines()) == [b"one", b"two", b"", b"four"]


def test_archives_can_be_searched(opened):
    assert opened.sample(2) == b"on"
    file = opened.seekable()
    file.seek(5)
    assert file.read(3) == b"two"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("chunk", [1, 3, 1 << 20])
def test_a_byte_order_mark_is_no_content(encoding, chunk, monkeypatch):
    monkeypatch.setattr(module, "CHUNK", chunk)
    text = "\N{GREEK SMALL LETTER BETA}1,b\n\N{MATHEMATICAL BOLD SMALL A},c\n"
    data = (codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b"") + text.encode(encoding)
    for packed in (data, gzip.compress(data)):
        opened = Source(io.BytesIO(packed))
        assert opened.sample(3).decode() == "\N{GREEK SMALL LETTER BETA}1"[:2]
        assert opened.text() == text


@pytest.mark.parametrize("form", [form for form in FORMATS if form.writer is not None], ids=lambda form: form.name)
def test_every_text_format_is_read_as_utf_16(form, tmp_path):
    path = tmp_path / f"graph{next(iter(form.suffixes), '')}"
    spminer.write(spminer.from_edges([(0, 1), (1, 2), (0, 2)]), path, format=form.name)
    try:
        text = path.read_bytes().decode("ascii")
    except UnicodeDecodeError:
        return  # binary
    written = spminer.read(path, format=form.name)
    path.write_bytes(text.replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16"))
    found = spminer.read(path, format=form.name)
    assert (digest(found), found.reading) == (digest(written), written.reading)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("a b\nb c\n".encode("utf-16-le"), "UTF-16 text without a byte order mark"),
        ("1 2".encode("utf-16-be"), "UTF-16 text without a byte order mark"),
        ("a b\n".encode("utf-32"), "UTF-32 text"),
        ("a b\n".encode("utf-16")[:-1], "not valid UTF-16"),
        (codecs.BOM_UTF16_LE + b"a\0 \0\0\xd8b\0", "not valid UTF-16"),
    ],
)
def test_other_encodings_are_refused(data, reason):
    with pytest.raises(InputError, match=f"{reason}.*UTF-8"):
        spminer.read(io.BytesIO(data))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (EOFError("end"), "damaged gzip file"),
        (zipfile.BadZipFile("end"), "damaged zip archive"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), "not valid UTF-8"),
        (PermissionError(13, "Permission denied"), "permission denied"),
    ],
)
def test_what_goes_wrong_names_the_file(error, reason):
    with pytest.raises(InputError, match=f"here.gz: .*{reason}"), input_errors("here.gz"):
        raise error


def test_bombs_are_refused_and_small_files_never():
    check_expansion(module.ALWAYS_FINE, 1, "x")
    check_expansion(module.ALWAYS_FINE * 4, module.ALWAYS_FINE, "x")
    with pytest.raises(InputError, match="200 times its size"):
        check_expansion(module.ALWAYS_FINE + 1, 1, "x")


def test_a_member_is_read_without_being_extracted(zipped):
    with open_zip(Source(io.BytesIO(zipped({"../up.txt": "1"})))) as archive:
        [info] = archive.infolist()
        assert open_zip_member(archive, info, "x.zip").read() == b"1"
        info.flag_bits |= 1
        with pytest.raises(InputError, match="encrypted"):
            open_zip_member(archive, info, "x.zip")


@pytest.mark.parametrize(
    ("asked", "declared", "directed"),
    [(None, None, False), (None, True, True), (False, True, False), (True, False, True), (True, None, True)],
)
def test_what_is_asked_for_comes_before_what_the_file_says(asked, declared, directed):
    assert ReadOptions(directed=asked).is_directed(declared) is directed


ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="pipes can be asked on POSIX alone")


@pytest.fixture
def pipe():
    """Both ends of a pipe as files."""
    ends = os.pipe()
    with os.fdopen(ends[0], "rb") as reader, os.fdopen(ends[1], "wb", buffering=0) as writer:
        yield reader, writer


@ON_POSIX
def test_files_and_runs_without_limits_are_not_polled(pipe, tmp_path, monkeypatch):
    monkeypatch.setattr("select.select", None)
    (tmp_path / "a").write_bytes(b"1 2\n")
    with (tmp_path / "a").open("rb") as file:
        assert spminer.read(file, monitor=Monitor()).num_edges == 1
    assert spminer.read(io.BytesIO(b"1 2\n"), monitor=Monitor()).num_edges == 1
    reader, writer = pipe
    writer.write(b"1 2\n")
    writer.close()
    assert spminer.read(reader).num_edges == 1


@ON_POSIX
def test_what_comes_in_drops_is_read_as_a_whole(pipe):
    reader, writer = pipe
    text = b"".join(b"%d %d\n" % (node, node + 1) for node in range(200))

    def drip():
        for start in range(0, len(text), 97):
            writer.write(text[start : start + 97])
        writer.close()

    writing = threading.Thread(target=drip)
    writing.start()
    graphs = spminer.read(reader, monitor=Monitor())
    writing.join()
    assert graphs.num_edges == 200


@ON_POSIX
def test_a_pipe_that_stays_open_is_not_waited_for_beyond_the_limit(pipe):
    reader, writer = pipe
    writer.write(b"1 2\n2 3\n")
    with pytest.raises(LimitError, match="while reading"):
        spminer.read(reader, monitor=Monitor(time_limit=1, since=time.monotonic() - 100))


@pytest.fixture
def server(data_server, tmp_path):
    graphs = spminer.read(io.BytesIO(b"t # 0\nv 0 C\nv 1 N\ne 0 1 1\nt # 1\nv 0 C\nv 1 C\ne 0 1 2\n"), format="gspan")
    spminer.write(graphs, tmp_path / "PAIRS.zip")
    data_server.files["tu/PAIRS.zip"] = (tmp_path / "PAIRS.zip").read_bytes()
    both_ways = gzip.compress(b"# Directed graph\n1\t2\n2\t1\n")
    data_server.files |= {f"snap/{name}.txt.gz": both_ways for name in ("ca-GrQc", "wiki-Vote", "unheard-of")}
    return data_server


def test_a_tudataset(server):
    graphs = spminer.read("tu:PAIRS")
    assert (graphs.num_graphs, graphs.num_edges, graphs.node_label_names) == (2, 2, ("C", "N"))
    assert graphs.source == "tu:PAIRS"
    assert len(graphs.source_sha256) == 64


@pytest.mark.parametrize(
    ("name", "option", "directed"),
    [
        ("ca-GrQc", None, False),  # known better than its file does
        ("wiki-Vote", None, True),
        ("unheard-of", None, True),  # as its file says
        ("ca-GrQc", True, True),
        ("wiki-Vote", False, False),
    ],
)
def test_direction(server, name, option, directed):
    assert spminer.read(f"snap:{name}", directed=option).directed is directed


def konect(members):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:bz2") as tar:
        for name, text in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text))
    return file.getvalue()


@pytest.mark.parametrize(("stated", "directed"), [(b"% sym unweighted", False), (b"% asym positive", True)])
def test_a_network_of_konect(data_server, stated, directed):
    edges = stated + b"\n% 2 3 3\n1 2 5\n2 3 1\n"
    members = {"friends/meta.friends": b"name: Friends\n", "friends/out.friends": edges, "friends/README": b"1 2\n"}
    data_server.files["konect/download.tsv.friends.tar.bz2"] = konect(members)
    graphs = spminer.read("konect:friends")
    assert (graphs.num_nodes, graphs.num_edges, graphs.directed) == (3, 2, directed)
    assert graphs.source == "konect:friends"
    assert graphs.dropped.extra_columns


def test_an_archive_of_konect_is_refused_where_it_cannot_be_read_rightly():
    for data, reason in (
        (konect({"f/out.f": b"% bip unweighted\n1 1\n1 2\n"}), "is bipartite, of KONECT"),
        (konect({"f/edges.txt": b"1 2\n"}), "is a tar archive without edges of KONECT"),
        (bz2.compress(bz2.decompress(konect({"f/out.f": b"1 2\n" * 5000}))[:9000]), "damaged tar archive"),
    ):
        with pytest.raises(InputError, match=reason):
            spminer.read(io.BytesIO(data))


def test_networks_of_netzschleuder_and_files_of_hugging_face(data_server):
    gene = (Path(__file__).parent / "corpus" / "genes.gt").read_bytes()
    data_server.files["netzschleuder/genes/files/human.gt.zst"] = zstandard.compress(gene)
    data_server.files["hf/lab/net/resolve/main/data/edges.csv"] = b"source,target\na,b\nb,c\n"
    graphs = spminer.read("netzschleuder:genes/human")
    assert (graphs.num_edges, graphs.directed, graphs.names([0])) == (3, True, ["TP53"])
    assert spminer.read("hf:lab/net/data/edges.csv").num_edges == 2


def test_ids_beyond_64_bits(server):
    server.files["snap/gplus_combined.txt.gz"] = gzip.compress(b"116374117927631468606 101765416973555767821\n")
    assert spminer.read("snap:ego-Gplus").name(0) == "116374117927631468606"


def test_every_function_that_reads_takes_a_name(server):
    assert len(spminer.mine("tu:PAIRS", sizes=2)) > 0


def test_a_file_of_that_name_comes_first(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "snap:ca-GrQc").write_text("a b\nb c\n")
    assert spminer.read("snap:ca-GrQc").num_edges == 2
    assert server.requests == []


def test_joined_graphs_state_all_checksums(server):
    named, other = spminer.read("snap:ca-GrQc"), spminer.from_edges([(0, 1)])
    assert disjoint_union([named, other]).source_sha256 == f"{named.source_sha256}, -"
    assert disjoint_union([other, other]).source_sha256 == ""


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
