"""Tests of graphs/store/format.py and graphs/formats/spm.py: stores from any source, and damage of any kind."""

import gzip
import io
import os
import struct
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import _core
from spminer.errors import InputError
from spminer.graphs.formats.spm import looks_like_store
from spminer.graphs.store import format as store_format
from spminer.graphs.store.collection import MappedStore
from spminer.graphs.store.format import (
    MAGIC,
    MappedNames,
    Section,
    SectionWriter,
    StoreError,
    Table,
    encode_names,
    pack_head,
    read_table,
    write_store,
)

FACTS = {"nodes": 2, "entries": 2, "graphs": 1}


SECTIONS = (Section("indptr", 64, 3, 1), Section("indices", 128, 2, 2), Section("graph_offsets", 192, 2, 3))


def packed(facts=FACTS, sections=SECTIONS):
    table = Table(facts, {section.name: section for section in sections}).pack()
    body = bytes(256 - 64) + table
    return np.frombuffer(pack_head(file_size=256 + len(table), table_at=256, table=table) + body, np.uint8)


def changed_head(content, at, value):
    """A head with another field, whose checksum is right."""
    head = bytearray(content[:64].tobytes())
    head[at : at + len(value)] = value
    checksum = _core.checksum(np.frombuffer(bytes(head[:56]), np.uint8))
    return np.frombuffer(bytes(head[:56]) + struct.pack("=Q", checksum) + content[64:].tobytes(), np.uint8)


def test_what_is_packed_is_read():
    table = read_table(packed())
    assert table.facts == FACTS
    assert tuple(table.sections.values()) == SECTIONS
    assert [section.size for section in SECTIONS] == [24, 8, 16]


def test_head_has_its_size():
    assert len(pack_head(file_size=1, table_at=2, table=b"")) == store_format.HEAD_SIZE == 64


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not a store"),
        (b"0 1\n1 2\n" * 20, "not a store"),
        (MAGIC, "cut off"),
        (MAGIC.replace(b"\r\n", b"\n") + bytes(100), "not a store"),
    ],
)
def test_what_is_no_store(content, reason):
    with pytest.raises(StoreError, match=reason):
        read_table(np.frombuffer(content, np.uint8))


@pytest.mark.parametrize(
    ("at", "value", "reason"),
    [
        (8, struct.pack("=I", 2), "version 2; this spminer reads version 1"),
        (12, struct.pack("=I", 0x04030201), "another byte order"),
        (12, struct.pack("=I", 7), "version 1"),
        (16, struct.pack("=Q", 10**6), "cut off: .* of 1,000,000 bytes"),
        (16, struct.pack("=Q", 70), "data after its end"),
        (24, struct.pack("=Q", 10), "invalid table"),
        (24, struct.pack("=Q", 2**63), "invalid table"),
        (32, struct.pack("=Q", 2**40), "invalid table"),
        (40, bytes(8), "checksum of its table differs"),
    ],
)
def test_heads_that_others_wrote(at, value, reason):
    with pytest.raises(StoreError, match=reason):
        read_table(changed_head(packed(), at, value))


@pytest.mark.parametrize(
    ("facts", "sections"),
    [
        ({}, SECTIONS),
        ({**FACTS, "nodes": -1}, SECTIONS),
        ({**FACTS, "nodes": 2.0}, SECTIONS),
        ({**FACTS, "entries": "2"}, SECTIONS),
        ({**FACTS, "graphs": 2}, SECTIONS),
        (FACTS, SECTIONS[:2]),
        (FACTS, (Section("indptr", 64, 3, 1), Section("indices", 65, 2, 2), Section("graph_offsets", 192, 2, 3))),
        (FACTS, (Section("indptr", 0, 3, 1), *SECTIONS[1:])),
        (FACTS, (SECTIONS[1], SECTIONS[0], SECTIONS[2])),
        (FACTS, (*SECTIONS[:2], Section("graph_offsets", 256, 2, 3))),
        (FACTS, (*SECTIONS[:2], Section("graph_offsets", 192, 2**60, 3))),
        (FACTS, (*SECTIONS[:2], Section("graph_offsets", 192, True, 3))),
        (FACTS, (*SECTIONS, Section("evil", 256, 0, 0))),
        (FACTS, (*SECTIONS, Section("node_names", 256, 0, 0))),
        (FACTS, (*SECTIONS, Section("node_labels", 256, 1, 0))),
    ],
)
def test_tables_that_cannot_be_meant(facts, sections):
    with pytest.raises(StoreError, match="has an invalid table"):
        read_table(packed(facts, sections))


@pytest.mark.parametrize(
    "table", [b"{", b"[]", b"[" * 100_000, b'{"facts": 1, "sections": []}', b'{"facts": {}, "sections": [{}]}']
)
def test_tables_that_are_none(table):
    content = pack_head(file_size=64 + len(table), table_at=64, table=table) + table
    with pytest.raises(StoreError, match="has an invalid table"):
        read_table(np.frombuffer(content, np.uint8))


def written(graphs):
    file = io.BytesIO()
    write_store(graphs, file)
    return file.getvalue()


def test_same_graphs_same_bytes():
    graphs = spminer.generate.synthetic(3, 20)
    assert written(graphs) == written(spminer.generate.synthetic(3, 20))


def test_pieces_of_a_section_are_one_array():
    file = io.BytesIO()
    writer = SectionWriter(file)
    assert writer.add("indptr", [np.array([0, 1]), np.array([], dtype=np.int64), np.array([2])]) == 3
    assert writer.add("indices", [np.array([1, 0])]) == 2
    assert [piece.tolist() for piece in writer.pieces("indptr")] == [[0, 1, 2]]
    writer.add("graph_offsets", [np.array([0, 2])])  # goes on at the end
    writer.finish({"nodes": 2, "entries": 2, "graphs": 1, "directed": False})
    store = MappedStore(file.getvalue(), "x")
    assert [store.array(name).tolist() for name in ("indptr", "indices", "graph_offsets")] == [
        [0, 1, 2],
        [1, 0],
        [0, 2],
    ]


def test_what_is_not_finished_is_no_store():
    file = io.BytesIO()
    SectionWriter(file).add("indptr", [np.array([0])])
    assert file.getvalue().startswith(bytes(64))


def test_the_reading_says_where_a_store_came_from(tmp_path):
    path = tmp_path / "friends.csv"
    path.write_text("from,to,since\nann,bob,3\n")
    once, twice = tmp_path / "once.spm", tmp_path / "twice.spm"
    spminer.convert(path, once)
    spminer.convert(once, twice)
    reading = spminer.read(twice).reading
    assert reading.format == f"store of {path} (edge list)"
    assert (reading.edges, reading.left_out) == ("columns from and to (header)", ("since",))
    assert once.read_bytes() == twice.read_bytes()


texts = st.lists(st.text(max_size=6), max_size=40)


@given(texts, st.data())
def test_names_are_used_like_an_array_of_them(names, data):
    stored = MappedNames(*encode_names(names))
    array = np.empty(len(names), dtype=object)
    array[:] = names
    assert (len(stored), list(stored), stored.tolist(), stored.dtype) == (len(names), names, names, array.dtype)
    assert np.asarray(stored).tolist() == names
    chosen = data.draw(st.lists(st.sampled_from(range(len(names))), max_size=5)) if names else []
    assert stored[np.array(chosen, dtype=np.int64)].tolist() == array[chosen].tolist()
    part = data.draw(st.slices(len(names)))
    assert stored[part].tolist() == array[part].tolist()
    for place in (0, -1, len(names) // 2) if names else ():
        assert stored[place] == stored[np.int64(place)] == names[place]


def test_what_is_packed_is_not_decoded_to_be_packed_again():
    stored = MappedNames(*encode_names(["a", "bc"]))
    assert encode_names(stored)[0] is stored.text


@pytest.mark.parametrize("ends", [[3], [1], [-1, 2], [2, 1], [0, 3]])
def test_ends_must_ascend_to_the_end(ends):
    with pytest.raises(ValueError, match="name"):
        MappedNames(np.frombuffer(b"ab", np.uint8), np.array(ends))


def test_what_is_no_text_is_shown_as_such():
    assert MappedNames(np.frombuffer(b"a\xff", np.uint8), np.array([2]))[0] == "a\\xff"


def test_there_is_no_name_beyond_the_last():
    with pytest.raises(IndexError):
        MappedNames(*encode_names(["a"]))[1]


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
