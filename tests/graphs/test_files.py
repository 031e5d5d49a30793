import gzip
import subprocess
import sys

import pytest

import spminer
from spminer.errors import InputError, UsageError


@pytest.fixture
def edges(tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("".join(f"{i * 7 % 1000} {i * i % 1000}\n" for i in range(3000)))
    return path


@pytest.mark.parametrize("name", ["graph.spm", "graph.gml", "graph.txt.gz"])
def test_any_format_to_any_other(edges, tmp_path, name, assert_same):
    read = spminer.read(edges)
    assert_same(spminer.convert(edges, tmp_path / name), read)
    assert_same(spminer.read(tmp_path / name), read)


def test_options_of_reading_are_used(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("boss,place,worker\nann,x,bob\nbob,y,cid\n")
    stored = spminer.convert(
        table, tmp_path / "t.spm", source="boss", target="worker", edge_label="place", directed=True
    )
    assert (stored.directed, stored.edge_label_names, stored.num_edges) == (True, ("x", "y"), 2)
    within = spminer.convert(
        table,
        tmp_path / "w.spm",
        memory_limit=1 << 40,
        source="boss",
        target="worker",
        edge_label="place",
        directed=True,
    )
    assert within.known_digest == stored.known_digest


def test_within_a_limit_it_may_be_packed(edges, tmp_path):
    packed = tmp_path / "edges.txt.gz"
    packed.write_bytes(gzip.compress(edges.read_bytes()))
    within = spminer.convert(packed, tmp_path / "within.spm", memory_limit=1 << 40)
    assert within.known_digest == spminer.convert(edges, tmp_path / "plain.spm").known_digest


def test_names_of_arguments_are_explained(edges, tmp_path):
    with pytest.raises(UsageError, match="convert\\(\\) has no argument 'direct', did you mean 'directed'"):
        spminer.convert(edges, tmp_path / "a.spm", direct=True)


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("graph.gml", {"memory_limit": 1 << 40}, "for stores; name the file .spm instead of 'graph.gml'"),
        ("graph.npz", {}, "format npz is only read; write one of spm, "),
        ("graph.xyz", {}, "unknown format of the file"),
        ("graph.spm", {"memory_limit": 10}, "a memory limit of 10 bytes is too small"),
        ("graph.spm", {"memory_limit": 1 << 40, "nodes": {"1": "x"}}, "nodes= is not supported within"),
        ("graph.spm", {"memory_limit": 1 << 40, "label_names": {"1": "x"}}, "label_names= is not supported within"),
        ("graph.spm", {"memory_limit": 1 << 40, "format": "gml"}, "read as GML; memory_limit= is for edge lists"),
        ("graph.spm", {"memory_limit": 1 << 40, "format": "none"}, "unknown format 'none'"),
        ("graph.spm", {"memory_limit": 1 << 40, "ids": "some"}, "invalid ids 'some'"),
        ("none/graph.spm", {}, "cannot write .*graph.spm: no such file"),
        ("none/graph.spm", {"memory_limit": 1 << 40}, "cannot write .*graph.spm: no such file"),
    ],
)
def test_what_cannot_be_done_is_refused(edges, tmp_path, name, options, reason):
    with pytest.raises(UsageError, match=reason):
        spminer.convert(edges, tmp_path / name, **options)
    assert list(tmp_path.iterdir()) == [edges]


def test_labels_of_nodes_mean_nothing_for_edge_lists(edges, tmp_path):
    for limit in (None, 1 << 40):
        with pytest.raises(InputError, match="label= is not supported"):
            spminer.convert(edges, tmp_path / "a.spm", memory_limit=limit, label="kind")


def test_a_store_may_replace_itself(edges, tmp_path):
    path = tmp_path / "graph.spm"
    spminer.convert(edges, path, memory_limit=1 << 40)
    before = spminer.read(path)
    after = spminer.convert(path, path)
    assert after._stored_parts() is not None
    assert before.known_digest == after.known_digest
    assert before.indices.tolist() == after.indices.tolist()


# Files may not grow beyond a few pages, as on a disk that is full.
_FULL = """
import resource, sys, spminer
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
limit = None if sys.argv[3] == "0" else int(sys.argv[3])
try:
    spminer.convert(sys.argv[1], sys.argv[2], memory_limit=limit)
except spminer.UsageError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("limit", "message"), [(0, "cannot write {}: file too large"), (1 << 40, "cannot sort on disk")]
)
def test_a_disk_that_is_full_leaves_what_was_there(edges, tmp_path, limit, message):
    path = tmp_path / "graph.spm"
    path.write_text("old")
    done = subprocess.run(
        [sys.executable, "-c", _FULL, edges, path, str(limit)], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(message.format(path))
    assert path.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == [edges, path]


@pytest.mark.parametrize(
    ("source", "path", "options", "message"),
    [
        (5, "g.spm", {}, "cannot read 5; give a path, a file object or the name of a data set"),
        ("edges.txt", 5, {}, "the file to write must be a path, not 5"),
        ("edges.txt", "g.spm", {"memory_limit": "2G"}, "memory_limit must be a whole number, not '2G'"),
        ("edges.txt", "g.spm", {"directed": "no"}, "directed must be true or false, not 'no'"),
        ("edges.txt", "g.spm", {"edge_labels": 1}, "edge_labels must be true or false, not 1"),
    ],
)
def test_arguments_of_another_type_are_refused_by_name(source, path, options, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edges.txt").write_text("0 1\n1 2\n")
    with pytest.raises(UsageError, match=message):
        spminer.convert(source, path, **options)
    assert not (tmp_path / "g.spm").exists()
