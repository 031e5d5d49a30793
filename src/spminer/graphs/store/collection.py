"""Stored collection: a graph collection whose arrays are views of a mapped file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spminer import _core
from spminer.errors import InputError
from spminer.graphs.collection import GraphCollection
from spminer.graphs.dropped import Dropped
from spminer.graphs.reading import Reading

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from spminer.graphs.store.file import StoreFile

__all__ = ["StoredCollection", "open_collection"]


class _Stored:
    """An array of a store as an attribute, taken from the file when it is first asked for and kept from then on."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, stored: Any, _owner: type | None = None) -> Any:
        if stored is None or stored._file is None:
            raise AttributeError(self._name)
        value = stored.__dict__[self._name] = stored._file.array(self._name)
        return value


class _StoredNames(_Stored):
    """The names of nodes likewise: numbers, or texts that are decoded one by one."""

    def __get__(self, stored: Any, _owner: type | None = None) -> Any:
        if stored is None or stored._file is None:
            raise AttributeError(self._name)
        file = stored._file
        value = stored.__dict__[self._name] = file.array("node_ids") if file.has("node_ids") else file.names("node")
        return value


class StoredCollection(GraphCollection):
    """A collection that is a store: opened at once, whatever its size; what is touched is paged in.

    Each array is compared with its checksum when it is first asked for. Everything else is as with any collection;
    what is made of one by choosing or replacing is in memory.
    """

    indptr: Any = _Stored()
    indices: Any = _Stored()
    graph_offsets: Any = _Stored()
    node_labels: Any = _Stored()
    edge_labels: Any = _Stored()
    graph_labels: Any = _Stored()
    node_names: Any = _StoredNames()
    _file: StoreFile | None = None  # none in what ``dataclasses.replace`` makes of a store

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
        """Compare every array with its checksum now, instead of when it is first used."""
        if self._file is not None:
            self._file.check()

    def match_index(self, **options: Any) -> _core.MatchIndex:
        """As of any collection, from the parts that the store has, if they can be those of its graphs."""
        try:
            return super().match_index(**options)
        except ValueError as error:
            if self._known_parts() is None:
                raise
            reason = f"has parts of an index that cannot be those of its graphs ({error})"
            raise InputError(reason, source=self.source, remedy="convert the graph again") from error

    def _known_parts(self) -> tuple[NDArray[np.uint64], NDArray[np.int32]] | None:
        if self._file is None or self._file.facts["signature_version"] != _core.signature_version():
            return None
        signatures, components = self._array("signatures"), self._array("components")
        return None if signatures is None or components is None else (signatures, components)

    def _array(self, name: str) -> Any:
        assert self._file is not None
        return self._file.array(name)


def open_collection(file: StoreFile) -> StoredCollection:
    """The collection that a store holds."""
    try:
        facts = _facts(file)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError("has a table that cannot be meant", source=file.name, remedy="convert it again") from error
    stored = object.__new__(StoredCollection)
    stored.__dict__.update(facts)  # of a frozen class: what is in the file comes when it is asked for
    return stored


def _facts(file: StoreFile) -> dict[str, Any]:
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
