"""Writer of stores: sections one after the other, then the table, then the head."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import IO, TYPE_CHECKING, Any, cast

import numpy as np

from spminer import _core
from spminer.graphs.digest import digest
from spminer.graphs.store.layout import ALIGNMENT, HEAD_SIZE, TYPES, Section, Table, pack_head
from spminer.graphs.store.names import packed_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.dropped import Dropped
    from spminer.graphs.reading import Reading

__all__ = ["SectionWriter", "store_facts", "stored_format", "write_store"]

_PIECE = 1 << 20  # entries written or read at once


class SectionWriter:
    """Writes arrays as sections of a store, each of pieces that need not be in memory together.

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
        self._write(bytes(HEAD_SIZE))  # a file without a head is no store, so that half of one is never taken for one

    def add(self, name: str, pieces: Iterable[NDArray[Any]]) -> int:
        """Write a section; the number of its entries."""
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
        """A section that was written, read back a part at a time; the file must be open for that too."""
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
    """Write everything that a collection has, and what makes matching in it start at once."""
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
        arrays["node_names"], arrays["node_name_ends"] = packed_names(cast("NDArray[np.object_]", names))
    elif names is not None:
        arrays["node_ids"] = np.asarray(names)
    if graphs.graph_names is not None:
        arrays["graph_names"], arrays["graph_name_ends"] = packed_names(graphs.graph_names)
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
            reading=_kept_reading(graphs),
        )
    )


def store_facts(*, dropped: Dropped, reading: Reading, **known: Any) -> dict[str, Any]:
    """What a store says of itself at once: sizes, direction, names of labels, digest, and how the graphs were read."""
    version = _core.signature_version()
    return {**known, "signature_version": version, "dropped": asdict(dropped), "reading": reading.to_dict()}


def stored_format(source: str, *details: str) -> str:
    """What a store calls the format that it came from.

    >>> stored_format("friends.csv", "edge list")
    'store of friends.csv (edge list)'
    """
    known = ", ".join(filter(None, details))
    return "store" + (f" of {source}" if source else "") + (f" ({known})" if known else "")


def _kept_reading(graphs: GraphCollection) -> Reading:
    """The account of the reading that a store came from, with where that was."""
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
