"""Layout of a store: a head of 64 bytes, sections of plain arrays, and a table that says where each is.

The head is checked when a file is opened, and so is the table; both have their own checksums. Sections have one each,
which is compared when the section is first used. Everything is in the byte order of the machine that wrote it.
"""

from __future__ import annotations

import json
import struct
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ALIGNMENT", "HEAD_SIZE", "MAGIC", "TYPES", "Section", "StoreError", "Table", "pack_head", "read_table"]

# As of PNG: a byte that no text has, and line ends of two kinds, which copying as text would change.
MAGIC = b"\x89SPM\r\n\x1a\n"
VERSION = 1
ALIGNMENT = 64
HEAD_SIZE = 64

_ORDER = 0x01020304
_SWAPPED = 0x04030201
_HEAD = struct.Struct("=8sIIQQQQ8xQ")  # magic, version, order, size of the file, table at, its size, its sum, sum
_SUM_SIZE = 8
_REMEDY = "convert the graph again"

# Every section that there can be, with the type of its entries.
TYPES: dict[str, np.dtype[Any]] = {
    name: np.dtype(kind)
    for name, kind in {
        "indices": np.int32,
        "indptr": np.int64,
        "edge_labels": np.int32,
        "graph_offsets": np.int64,
        "node_labels": np.int32,
        "graph_labels": np.int64,
        "node_ids": np.int64,
        "node_names": np.uint8,
        "node_name_ends": np.int64,
        "graph_names": np.uint8,
        "graph_name_ends": np.int64,
        "signatures": np.uint64,
        "components": np.int32,
    }.items()
}


class StoreError(Exception):
    """What is wrong with a store, in a few words, and what to do about it."""

    def __init__(self, reason: str, remedy: str = _REMEDY) -> None:
        super().__init__(reason)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Section:
    """One array of a store: where it starts, how many entries it has, and its checksum."""

    name: str
    offset: int
    count: int
    checksum: int

    @property
    def size(self) -> int:
        """Number of bytes."""
        return self.count * TYPES[self.name].itemsize


@dataclass(frozen=True, slots=True)
class Table:
    """What a store says of itself: facts about the graphs, and its sections by name."""

    facts: dict[str, Any]
    sections: dict[str, Section]

    def pack(self) -> bytes:
        """The table as bytes."""
        sections = [asdict(section) for section in self.sections.values()]
        return json.dumps({"facts": self.facts, "sections": sections}, separators=(",", ":")).encode()


def pack_head(*, file_size: int, table_at: int, table: bytes) -> bytes:
    """The first bytes of a store."""
    head = _HEAD.pack(MAGIC, VERSION, _ORDER, file_size, table_at, len(table), _sum(table), 0)
    return head[:-_SUM_SIZE] + struct.pack("=Q", _sum(head[:-_SUM_SIZE]))


def read_table(content: NDArray[np.uint8]) -> Table:
    """The table of a store, after all that can be checked without looking at the sections.

    >>> read_table(np.zeros(100, dtype=np.uint8))
    Traceback (most recent call last):
    spminer.graphs.store.layout.StoreError: is no store of spminer
    """
    at, size, checksum = _read_head(content)
    packed = content[at : at + size].tobytes()
    if _sum(packed) != checksum:
        raise StoreError("is damaged: its table is not as written")
    try:
        parsed = json.loads(packed)
        sections = [Section(**section) for section in parsed["sections"]]
        table = Table(dict(parsed["facts"]), {section.name: section for section in sections})
        _check_sections(sections, at)
        _check_counts(table)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise StoreError("has a table that cannot be meant") from error
    return table


def _read_head(content: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Where the table is, its size and its checksum."""
    head = content[:HEAD_SIZE].tobytes()
    if not head.startswith(MAGIC):
        raise StoreError("is no store of spminer", "check the file, or give its format by name")
    if len(head) < HEAD_SIZE:
        raise StoreError("is cut off")
    _, version, order, file_size, at, size, table_sum, head_sum = _HEAD.unpack(head)
    if order == _SWAPPED:
        raise StoreError(f"was written with another byte order than that of this machine ({sys.byteorder}-endian)")
    if _sum(head[:-_SUM_SIZE]) != head_sum:
        raise StoreError("is damaged: its head is not as written")
    if version != VERSION or order != _ORDER:
        raise StoreError(f"is a store of version {version}; this spminer reads version {VERSION}")
    if file_size != len(content):
        what = "is cut off" if len(content) < file_size else "has something behind its end"
        raise StoreError(f"{what}: {len(content):,} of {file_size:,} bytes")
    if not HEAD_SIZE <= at <= at + size <= len(content):
        raise StoreError("has a table that cannot be meant")
    return at, size, table_sum


def _check_sections(sections: list[Section], end: int) -> None:
    """Sections must follow each other between the head and the table, each once."""
    if len({section.name for section in sections}) != len(sections):
        raise ValueError("a section that is there twice")
    before = HEAD_SIZE
    for section in sections:
        numbers = (section.offset, section.count, section.checksum)
        if section.name not in TYPES or not all(type(number) is int and number >= 0 for number in numbers):
            raise ValueError(section)
        if section.offset < before or section.offset % ALIGNMENT or section.offset + section.size > end:
            raise ValueError(section)
        before = section.offset + section.size


def _check_counts(table: Table) -> None:
    """Sections must be as long as the facts say."""
    facts = table.facts
    sizes = [facts[name] for name in ("nodes", "entries", "graphs")]
    if not all(type(size) is int and size >= 0 for size in sizes):
        raise ValueError(sizes)
    nodes, entries, graphs = sizes
    expected = {
        "indptr": nodes + 1,
        "indices": entries,
        "graph_offsets": graphs + 1,
        "node_labels": nodes,
        "edge_labels": entries,
        "graph_labels": graphs,
        "node_ids": nodes,
        "node_name_ends": nodes,
        "graph_name_ends": graphs,
        "signatures": 2 * nodes,
        "components": nodes,
    }
    for name, section in table.sections.items():
        if section.count != expected.get(name, section.count):
            raise ValueError(section)
    for needed in ("indptr", "indices", "graph_offsets"):
        table.sections[needed]
    for of in ("node", "graph"):
        if (f"{of}_names" in table.sections) != (f"{of}_name_ends" in table.sections):
            raise ValueError(f"{of}_names")


def _sum(content: bytes) -> int:
    return _core.checksum(np.frombuffer(content, dtype=np.uint8))
