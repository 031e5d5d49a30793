"""Tests of graphs/formats/spm.py: stores from any source, and what is damaged in any way."""

import gzip
import io
import os
import subprocess
import sys

import numpy as np
import pytest

import spminer
from spminer.errors import InputError
from spminer.graphs.formats.spm import looks_like_store


@pytest.fixture(scope="module")
def graphs():
    labels = {"node_labels": "xyxy", "edge_labels": ["k", "m", "k", "k"]}
    edges = [("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dot")]
    one = spminer.from_edges(edges, directed=True, **labels)
    return one[[0, 0]]


@pytest.fixture
def store(graphs, tmp_path):
    path = tmp_path / "graph.spm"
    spminer.write(graphs, path)
    return path


def test_it_is_told_by_its_content(store, graphs, assert_same):
    assert looks_like_store(store.read_bytes())
    other = store.with_name("graph.txt")
    store.rename(other)
    assert_same(spminer.read(other), graphs)


def test_it_may_come_from_anywhere(store, graphs, assert_same):
    with store.open("rb") as file:
        assert_same(spminer.read(file), graphs)
    assert_same(spminer.read(io.BytesIO(store.read_bytes())), graphs)
    packed = store.with_name("graph.spm.gz")
    packed.write_bytes(gzip.compress(store.read_bytes()))
    assert_same(spminer.read(packed), graphs)


def test_it_may_come_through_a_pipe(store, graphs, assert_same):
    pipe = store.with_name("pipe.spm")
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"cat '{store}' > '{pipe}'"]):
        assert_same(spminer.read(pipe), graphs)


def test_it_is_not_written_compressed(graphs, tmp_path):
    with pytest.raises(spminer.UsageError, match="not compressed further"):
        spminer.write(graphs, tmp_path / "graph.spm.gz")


@pytest.mark.parametrize("directed", [True, False])
def test_direction_can_be_said_otherwise(tmp_path, directed):
    given = spminer.from_edges([("a", "b"), ("b", "a"), ("b", "c")], directed=True, edge_labels=["k", "m", "k"])
    for name in ("graph.spm", "graph.json"):
        spminer.write(given, tmp_path / name)
    stored, packed = (spminer.read(tmp_path / name, directed=directed) for name in ("graph.spm", "graph.json"))
    assert stored.directed == directed
    assert stored.indices.tolist() == packed.indices.tolist()
    assert stored.edge_labels.tolist() == packed.edge_labels.tolist()
    assert stored.names(range(3)) == ["a", "b", "c"]


def test_notes_are_said_again(tmp_path, caplog):
    path = tmp_path / "pairs.csv"
    path.write_text("tenant,landlord\nann,bob\n")
    spminer.convert(path, tmp_path / "pairs.spm")
    caplog.clear()
    assert spminer.read(tmp_path / "pairs.spm").reading.notes
    assert "tenant" in caplog.text


def test_options_of_tables_are_refused(store):
    with pytest.raises(InputError, match="source= is not supported by format spm"):
        spminer.read(store, source="from")


def test_another_file_of_that_name_is_refused(tmp_path):
    path = tmp_path / "graph.spm"
    for content in (b"", b"0 1\n", b"\x89SPM", bytes(1000)):
        path.write_bytes(content)
        with pytest.raises(InputError, match=r"graph\.spm: is not a store of spminer; check the file"):
            spminer.read(path)


# Reads what is damaged in every way, in a process of its own: a crash would end it. Prints what was refused, and what
# was read although it differs.
_DAMAGED = """
import io, sys
import spminer
from spminer import _core
from spminer.graphs.collection import digest
import dataclasses

content = open(sys.argv[1], "rb").read()

def facts(data):
    graphs = spminer.read(io.BytesIO(data))
    graphs.check()
    plain = dataclasses.replace(graphs)
    pattern = spminer.Pattern.parse("0-1,1-2@1").core()
    index = graphs.match_index(direction=False, node_labels=False, edge_labels=False)
    count = _core.count_anchors(pattern, index, _core.Control()).count
    return (digest(plain), digest(graphs), graphs.names(range(graphs.num_nodes)), count, graphs.node_label_names,
            graphs.edge_label_names, graphs.graph_names, graphs.directed, graphs.dropped, graphs.reading)

whole = facts(content)
damaged = [content[:end] for end in range(len(content))]
damaged += [content + bytes(more) for more in (1, 7, 64, 5000)]
damaged += [content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :] for at in range(len(content))
            for bit in (1, 128)]
damaged += [content[:at] + bytes(64) + content[at + 64 :] for at in range(0, len(content) - 64, 64)]
damaged += [content[:at] + content[at + 64 :] for at in range(0, len(content) - 64, 64)]
refused = different = 0
for data in damaged:
    try:
        different += facts(data) != whole
    except spminer.InputError:
        refused += 1
print(len(damaged), refused, different)
"""


def test_damage_is_refused_and_never_crashes(store):
    done = subprocess.run([sys.executable, "-c", _DAMAGED, store], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    tried, refused, different = map(int, done.stdout.split())
    assert different == 0
    assert tried > 3 * store.stat().st_size
    assert refused > 0.9 * tried  # the rest lies between sections


def test_a_mapped_file_is_checked_likewise(store):
    content = store.read_bytes()
    for end in (0, 10, 63, 64, 100, len(content) - 1):
        store.write_bytes(content[:end])
        with pytest.raises(InputError, match=r"graph\.spm: "):
            spminer.read(store)
    place = content.index(np.array([0, 1, 2, 4], dtype=np.int64).tobytes())
    store.write_bytes(content[:place] + b"\xff" + content[place + 1 :])
    damaged = spminer.read(store)
    with pytest.raises(InputError, match="checksum of its section 'indptr' differs"):
        spminer.count("0-1@0", damaged)
