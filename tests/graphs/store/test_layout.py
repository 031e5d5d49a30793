import struct

import numpy as np
import pytest

from spminer import _core
from spminer.graphs.store import layout
from spminer.graphs.store.layout import MAGIC, Section, StoreError, Table, pack_head, read_table

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
    assert len(pack_head(file_size=1, table_at=2, table=b"")) == layout.HEAD_SIZE == 64


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no store"),
        (b"0 1\n1 2\n" * 20, "no store"),
        (MAGIC, "cut off"),
        (MAGIC.replace(b"\r\n", b"\n") + bytes(100), "no store"),
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
        (16, struct.pack("=Q", 70), "something behind its end"),
        (24, struct.pack("=Q", 10), "table that cannot be meant"),
        (24, struct.pack("=Q", 2**63), "table that cannot be meant"),
        (32, struct.pack("=Q", 2**40), "table that cannot be meant"),
        (40, bytes(8), "table is not as written"),
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
    with pytest.raises(StoreError, match="cannot be meant"):
        read_table(packed(facts, sections))


@pytest.mark.parametrize(
    "table", [b"{", b"[]", b"[" * 100_000, b'{"facts": 1, "sections": []}', b'{"facts": {}, "sections": [{}]}']
)
def test_tables_that_are_none(table):
    content = pack_head(file_size=64 + len(table), table_at=64, table=table) + table
    with pytest.raises(StoreError, match="cannot be meant"):
        read_table(np.frombuffer(content, np.uint8))
