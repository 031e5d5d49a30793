"""The store, a file format of plain arrays that is mapped into memory instead of read.

Layout: a head of 64 bytes, the sections, and a table at the end. The head has the magic number, version, byte order,
file size, and place, size and checksum of the table, and its own checksum. The table is JSON: facts about the graphs
(sizes, direction, names of labels, digest, how they were read), and for each section its name, offset, number of
entries and checksum. A section is one array, aligned to 64 bytes; names are one text in UTF-8 and the end of each.
Everything is in the byte order of the machine that wrote it; a file of the other order is refused.

Head and table are checked when a file is opened, each section when it is first used. The head is written last, so that
an incomplete file is never a store.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import IO, TYPE_CHECKING, Any, cast

import numpy as np

from spminer import _core
from spminer.graphs.collection import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.reading import Dropped, Reading

__all__ = [
    "MAGIC",
    "TYPES",
    "MappedNames",
    "SectionWriter",
    "StoreError",
    "encode_names",
    "read_table",
    "store_facts",
    "stored_format",
    "write_store",
]

# As in PNG: a byte that no text has, and line ends of two kinds, which a copy as text would change.
MAGIC = b"\x89SPM\r\n\x1a\n"
VERSION = 1
ALIGNMENT = 64
HEAD_SIZE = 64

_ORDER = 0x01020304
_SWAPPED = 0x04030201
_HEAD = struct.Struct("=8sIIQQQQ8xQ")  # magic, version, order, size of the file, table at, its size, its sum, sum
_SUM_SIZE = 8
_REMEDY = "convert the graph again"

# All sections, with the type of their entries.
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
    """A fault of a store, and its remedy."""

    def __init__(self, reason: str, remedy: str = _REMEDY) -> None:
        super().__init__(reason)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Section:
    """One array of a store: its offset, number of entries and checksum."""

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
    """The table of a store: facts about the graphs, and its sections by name."""

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
    """The table of a store, checked without reading the sections.

    >>> read_table(np.zeros(100, dtype=np.uint8))
    Traceback (most recent call last):
    spminer.graphs.store.format.StoreError: is not a store of spminer
    """
    at, size, checksum = _read_head(content)
    packed = content[at : at + size].tobytes()
    if _sum(packed) != checksum:
        raise StoreError("is damaged: the checksum of its table differs")
    try:
        parsed = json.loads(packed)
        sections = [Section(**section) for section in parsed["sections"]]
        table = Table(dict(parsed["facts"]), {section.name: section for section in sections})
        _check_sections(sections, at)
        _check_counts(table)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise StoreError("has an invalid table") from error
    return table


def _read_head(content: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Offset, size and checksum of the table."""
    head = content[:HEAD_SIZE].tobytes()
    if not head.startswith(MAGIC):
        raise StoreError("is not a store of spminer", "check the file, or give its format by name")
    if len(head) < HEAD_SIZE:
        raise StoreError("is cut off")
    _, version, order, file_size, at, size, table_sum, head_sum = _HEAD.unpack(head)
    if order == _SWAPPED:
        raise StoreError(f"was written with another byte order than that of this machine ({sys.byteorder}-endian)")
    if _sum(head[:-_SUM_SIZE]) != head_sum:
        raise StoreError("is damaged: the checksum of its head differs")
    if version != VERSION or order != _ORDER:
        raise StoreError(f"is a store of version {version}; this spminer reads version {VERSION}")
    if file_size != len(content):
        what = "is cut off" if len(content) < file_size else "has data after its end"
        raise StoreError(f"{what}: {len(content):,} of {file_size:,} bytes")
    if not HEAD_SIZE <= at <= at + size <= len(content):
        raise StoreError("has an invalid table")
    return at, size, table_sum


def _check_sections(sections: list[Section], end: int) -> None:
    """Refuse sections that overlap, occur twice, or are outside of head and table."""
    if len({section.name for section in sections}) != len(sections):
        raise ValueError("a repeated section")
    before = HEAD_SIZE
    for section in sections:
        numbers = (section.offset, section.count, section.checksum)
        if section.name not in TYPES or not all(type(number) is int and number >= 0 for number in numbers):
            raise ValueError(section)
        if section.offset < before or section.offset % ALIGNMENT or section.offset + section.size > end:
            raise ValueError(section)
        before = section.offset + section.size


def _check_counts(table: Table) -> None:
    """Refuse sections whose lengths differ from the facts."""
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


_AT_ONCE = 1 << 16
_FEW = 8  # a selection of fewer than one name in 8 is decoded name by name


def encode_names(names: Sequence[str] | NDArray[np.object_]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Names as one text in UTF-8, and the end of each.

    >>> text, ends = encode_names(["ann", "bo"])
    >>> text.tobytes(), ends
    (b'annbo', array([3, 5]))
    """
    if isinstance(names, MappedNames):
        return names.text, names.ends
    encoded = [name.encode("utf-8", "surrogatepass") for name in names]
    ends = np.cumsum([len(name) for name in encoded], dtype=np.int64)
    return np.frombuffer(b"".join(encoded), dtype=np.uint8), ends


class MappedNames(Sequence[str]):
    """A sequence of names in a mapped file; NumPy converts it to an array of ``str``.

    Examples
    --------
    >>> names = MappedNames(*encode_names(["ann", "bo", "cleo"]))
    >>> names[1], names[1:], list(names)
    ('bo', array(['bo', 'cleo'], dtype=object), ['ann', 'bo', 'cleo'])
    """

    dtype = np.dtype(object)

    def __init__(self, text: NDArray[np.uint8], ends: NDArray[np.int64]) -> None:
        if len(ends) and (ends[0] < 0 or (np.diff(ends) < 0).any()):
            raise ValueError("ends of names must not decrease")
        if len(text) != (ends[-1] if len(ends) else 0):
            raise ValueError("the last name must end with the text")
        self.text = text
        self.ends = ends

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, index: Any) -> Any:
        """One name, or an array of several."""
        if isinstance(index, int | np.integer):
            place = range(len(self))[index]
            return next(self._decoded(place, place + 1))
        places = np.arange(len(self))[index]
        if len(places) * _FEW < len(self):
            return np.array([self[int(place)] for place in places], dtype=object)
        return self.__array__()[places]

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _AT_ONCE):
            yield from self._decoded(start, min(start + _AT_ONCE, len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[np.object_]:
        """All names as an array of ``str``."""
        return np.array(self.tolist(), dtype=object)

    def tolist(self) -> list[str]:
        """All names as a list."""
        return list(self)

    def _decoded(self, first: int, last: int) -> Iterator[str]:
        begin = int(self.ends[first - 1]) if first else 0
        ends = [end - begin for end in self.ends[first:last].tolist()]
        text = self.text[begin : begin + ends[-1]].tobytes()
        return (_decode(text[a:b]) for a, b in zip([0, *ends], ends, strict=False))


def _decode(name: bytes) -> str:
    try:
        return name.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:  # this package never writes such names
        return name.decode("utf-8", "backslashreplace")


_PIECE = 1 << 20  # entries written or read at once


class SectionWriter:
    """Writes the sections of a store, each from pieces that need not be in memory together.

    Examples
    --------
    >>> import io
    >>> writer = SectionWriter(io.BytesIO())
    >>> writer.add("indptr", [np.array([0, 1]), np.array([2])])
    3
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._at = 0
        self._sections: dict[str, Section] = {}
        self._write(bytes(HEAD_SIZE))  # without its head, an incomplete file is not a store

    def add(self, name: str, pieces: Iterable[NDArray[Any]]) -> int:
        """Write a section; returns the number of its entries."""
        self._pad()
        offset, checksum = self._at, _core.Checksum()
        for piece in pieces:
            for start in range(0, len(piece), _PIECE):
                part = np.ascontiguousarray(piece[start : start + _PIECE], dtype=TYPES[name]).view(np.uint8)
                checksum.update(part)
                self._write(part.data)
        count = (self._at - offset) // TYPES[name].itemsize
        self._sections[name] = Section(name, offset, count, checksum.value)
        return count

    def pieces(self, name: str) -> Iterator[NDArray[Any]]:
        """A written section, read back a part at a time; the file must be open for reading."""
        section = self._sections[name]
        for start in range(0, section.count, _PIECE):
            count = min(_PIECE, section.count - start)
            self._file.seek(section.offset + start * TYPES[name].itemsize)
            yield np.frombuffer(self._file.read(count * TYPES[name].itemsize), dtype=TYPES[name])
        self._file.seek(self._at)

    def finish(self, facts: dict[str, Any]) -> None:
        """Write the table and the head."""
        self._pad()
        table_at, table = self._at, Table(facts, self._sections).pack()
        self._write(table)
        self._file.seek(0)
        self._file.write(pack_head(file_size=self._at, table_at=table_at, table=table))
        self._file.flush()

    def _pad(self) -> None:
        self._write(bytes(-self._at % ALIGNMENT))

    def _write(self, data: bytes | memoryview) -> None:
        self._file.write(data)
        self._at += len(data)


def write_store(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write a whole collection, with the parts of its matching index."""
    signatures, components = graphs.index_parts()
    arrays: dict[str, NDArray[Any] | None] = {
        "indices": graphs.indices,
        "indptr": graphs.indptr,
        "edge_labels": graphs.edge_labels,
        "graph_offsets": graphs.graph_offsets,
        "node_labels": graphs.node_labels,
        "graph_labels": graphs.graph_labels,
        "signatures": signatures,
        "components": components,
    }
    names = graphs.node_names
    if names is not None and names.dtype == object:
        arrays["node_names"], arrays["node_name_ends"] = encode_names(cast("NDArray[np.object_]", names))
    elif names is not None:
        arrays["node_ids"] = np.asarray(names)
    if graphs.graph_names is not None:
        arrays["graph_names"], arrays["graph_name_ends"] = encode_names(graphs.graph_names)
    writer = SectionWriter(file)
    for name, array in arrays.items():
        if array is not None:
            writer.add(name, [array])
    writer.finish(
        store_facts(
            nodes=graphs.num_nodes,
            entries=len(graphs.indices),
            graphs=graphs.num_graphs,
            directed=graphs.directed,
            node_label_names=graphs.node_label_names,
            edge_label_names=graphs.edge_label_names,
            digest=digest(graphs),
            dropped=graphs.dropped,
            reading=_stored_reading(graphs),
        )
    )


def store_facts(*, dropped: Dropped, reading: Reading, **known: Any) -> dict[str, Any]:
    """The facts in a store's table: those given, the version of the signatures, and how the graphs were read."""
    version = _core.signature_version()
    return {**known, "signature_version": version, "dropped": asdict(dropped), "reading": reading.to_dict()}


def stored_format(source: str, *details: str) -> str:
    """The format in the reading of a store, with the format that it came from.

    >>> stored_format("friends.csv", "edge list")
    'store of friends.csv (edge list)'
    """
    known = ", ".join(filter(None, details))
    return "store" + (f" of {source}" if source else "") + (f" ({known})" if known else "")


def _stored_reading(graphs: GraphCollection) -> Reading:
    """The reading of the graphs, with the source that the store came from."""
    reading = graphs.reading
    if reading.format.startswith("store"):
        return reading
    checksum = f"SHA-256 {graphs.source_sha256}" if graphs.source_sha256 else ""
    return replace(
        reading,
        format=stored_format(graphs.source, reading.format, checksum),
        direction=reading.direction or f"{'directed' if graphs.directed else 'undirected'} (the file says so)",
        node_labels=reading.node_labels or ("the file" if graphs.node_labels is not None else ""),
        edge_labels=reading.edge_labels or ("the file" if graphs.edge_labels is not None else ""),
    )
