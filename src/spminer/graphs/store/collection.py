"""Stored collections: graph collections whose arrays are views of a mapped file.

A store is opened at once, whatever its size: only head and table are read. Each section is compared with its checksum,
and its numbers are checked, when it is first used, so that native code never gets invalid arrays of a damaged or
crafted file. Processes that open the same file share its pages.
"""

from __future__ import annotations

import mmap
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer.errors import InputError
from spminer.graphs.collection import GraphCollection
from spminer.graphs.reading import Dropped, Reading
from spminer.graphs.store.format import TYPES, MappedNames, StoreError, read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

    from numpy.typing import NDArray

__all__ = ["MappedStore", "StoredCollection", "open_collection"]

_FETCH = "copy the file again from where it came from, or convert the graph again"


class MappedStore:
    """An opened store, whose sections are read and checked when they are first used.

    Checked are the checksum, and that rows are sorted, within their graph, without repeats and self-loops, with each
    undirected edge in both rows.

    Parameters
    ----------
    content
        All bytes, or their memory map.
    name
        Name of the file in messages.
    """

    def __init__(self, content: bytes | mmap.mmap, name: str) -> None:
        self.name = name
        self._content = np.frombuffer(content, dtype=np.uint8)
        self._checked: dict[str, NDArray[Any]] = {}
        try:
            self._table = read_table(self._content)
        except StoreError as error:
            raise InputError(str(error), source=name, remedy=error.remedy) from None

    @classmethod
    def mapped(cls, file: IO[bytes], name: str) -> MappedStore:
        """The store in an open file; its pages are read when they are used, and shared by processes."""
        try:
            return cls(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), name)
        except ValueError:  # the file is empty
            return cls(b"", name)

    @property
    def facts(self) -> dict[str, Any]:
        """Facts about the graphs in the store's table."""
        return self._table.facts

    def has(self, name: str) -> bool:
        """Whether the store has a section of this name."""
        return name in self._table.sections

    def check(self) -> None:
        """Compare every section with its checksum."""
        for name in self._table.sections:
            self.array(name)
        self.names("node"), self.names("graph")

    def array(self, name: str) -> NDArray[Any] | None:
        """A section as a read-only array; ``None`` if the store has none of this name."""
        if name not in self._checked and self.has(name):
            self._checked[name] = self._check_section(name)
        return self._checked.get(name)

    def names(self, of: str) -> MappedNames | None:
        """The names of ``"node"`` or ``"graph"`` if they are texts."""
        text, ends = self.array(f"{of}_names"), self.array(f"{of}_name_ends")
        if text is None or ends is None:
            return None
        with _section_errors(self.name, f"{of}_names"):
            return MappedNames(text, ends)

    def _check_section(self, name: str) -> NDArray[Any]:
        section = self._table.sections[name]
        content = self._content[section.offset : section.offset + section.size]
        if _core.checksum(content) != section.checksum:
            reason = f"is damaged: the checksum of its section {name!r} differs"
            raise InputError(reason, source=self.name, remedy=_FETCH)
        array = content.view(TYPES[name])
        with _section_errors(self.name, name):
            if name in _CHECKS:
                _CHECKS[name](array, self)
        return array


@contextmanager
def _section_errors(source: str, section: str) -> Iterator[None]:
    """Turn errors of a section into an `InputError` that names the file."""
    try:
        yield
    except ValueError as error:
        reason = f"has an invalid section {section!r}"
        raise InputError(reason, source=source, remedy="convert the graph again") from error


def _ascending(array: NDArray[np.int64], last: int) -> None:
    if array[0] != 0 or array[-1] != last or (array[1:] < array[:-1]).any():
        raise ValueError("does not ascend from 0 to its end")


def _below(array: NDArray[np.int32], bound: int) -> None:
    if len(array) and not 0 <= array.min() <= array.max() < bound:
        raise ValueError("out of range")


def _check_rows(indices: NDArray[Any], file: MappedStore, labels: NDArray[Any] | None = None) -> None:
    indptr, offsets = file.array("indptr"), file.array("graph_offsets")
    assert indptr is not None  # every table has them
    assert offsets is not None
    _core.check_csr(indptr, indices, offsets, edge_labels=labels, directed=file.facts["directed"])


def _check_edge_labels(labels: NDArray[Any], file: MappedStore) -> None:
    _below(labels, len(file.facts["edge_label_names"]))
    indices = file.array("indices")
    assert indices is not None
    if not file.facts["directed"]:  # both entries of an edge must have its label
        _check_rows(indices, file, labels)


# Properties that native code relies on.
_CHECKS: dict[str, Callable[[NDArray[Any], MappedStore], None]] = {
    "indptr": lambda array, file: _ascending(array, file.facts["entries"]),
    "indices": _check_rows,
    "graph_offsets": lambda array, file: _ascending(array, file.facts["nodes"]),
    "components": lambda array, file: _below(array, file.facts["nodes"]),
    "node_labels": lambda array, file: _below(array, len(file.facts["node_label_names"])),
    "edge_labels": _check_edge_labels,
}


class _Stored:
    """An array of a store as an attribute, taken from the file when it is first used."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, stored: Any, _owner: type | None = None) -> Any:
        if stored is None or stored._file is None:
            raise AttributeError(self._name)
        value = stored.__dict__[self._name] = stored._file.array(self._name)
        return value


class _StoredNames(_Stored):
    """The names of nodes as an attribute: numbers, or texts that are decoded when they are used."""

    def __get__(self, stored: Any, _owner: type | None = None) -> Any:
        if stored is None or stored._file is None:
            raise AttributeError(self._name)
        file = stored._file
        value = stored.__dict__[self._name] = file.array("node_ids") if file.has("node_ids") else file.names("node")
        return value


class StoredCollection(GraphCollection):
    """A collection in a store. Selections and replacements of it are in memory."""

    indptr: Any = _Stored()
    indices: Any = _Stored()
    graph_offsets: Any = _Stored()
    node_labels: Any = _Stored()
    edge_labels: Any = _Stored()
    graph_labels: Any = _Stored()
    node_names: Any = _StoredNames()
    _file: MappedStore | None = None  # none in a copy by ``dataclasses.replace``

    @property
    def num_graphs(self) -> int:
        """Number of graphs."""
        return super().num_graphs if self._file is None else int(self._file.facts["graphs"])

    @property
    def num_nodes(self) -> int:
        """Number of nodes of all graphs together."""
        return super().num_nodes if self._file is None else int(self._file.facts["nodes"])

    @property
    def num_edges(self) -> int:
        """Number of edges (undirected) or arcs (directed) of all graphs together."""
        if self._file is None:
            return super().num_edges
        entries = int(self._file.facts["entries"])
        return entries if self.directed else entries // 2

    @property
    def known_digest(self) -> str:
        """The digest that was computed when the store was written."""
        return "" if self._file is None else str(self._file.facts["digest"])

    def check(self) -> None:
        """Compare every array with its checksum now, not when it is first used."""
        if self._file is not None:
            self._file.check()

    def match_index(self, **options: Any) -> _core.MatchIndex:
        """The index for pattern matching, from the parts that the store has."""
        try:
            return super().match_index(**options)
        except ValueError as error:
            if self._stored_parts() is None:
                raise
            reason = f"has an invalid index of its graphs ({error})"
            raise InputError(reason, source=self.source, remedy="convert the graph again") from error

    def _stored_parts(self) -> tuple[NDArray[np.uint64], NDArray[np.int32]] | None:
        if self._file is None or self._file.facts["signature_version"] != _core.signature_version():
            return None
        signatures, components = self._file.array("signatures"), self._file.array("components")
        return None if signatures is None or components is None else (signatures, components)


def open_collection(file: MappedStore) -> StoredCollection:
    """The collection in a store."""
    try:
        facts = _facts(file)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError("has an invalid table", source=file.name, remedy="convert the graph again") from error
    stored = object.__new__(StoredCollection)
    stored.__dict__.update(facts)  # the class is frozen; arrays come from the file when they are used
    return stored


def _facts(file: MappedStore) -> dict[str, Any]:
    facts = file.facts
    names = file.names("graph")
    if not (type(facts["directed"]) is bool and isinstance(facts["digest"], str)):
        raise TypeError(facts)
    if type(facts["signature_version"]) is not int:
        raise TypeError(facts)
    return {
        "directed": facts["directed"],
        "node_label_names": _texts(facts["node_label_names"]),
        "edge_label_names": _texts(facts["edge_label_names"]),
        "graph_names": None if names is None else tuple(names),
        "source": file.name,
        "source_sha256": "",
        "dropped": Dropped(**facts["dropped"]),
        "reading": _reading(facts["reading"]),
        "_targets": {},
        "_match_indexes": {},
        "_file": file,
    }


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(values)
    return tuple(values)


def _reading(facts: dict[str, Any]) -> Reading:
    known: dict[str, Any] = {
        name: _texts(value) if isinstance(value, list) else str(value) for name, value in facts.items()
    }
    return Reading(**known)
