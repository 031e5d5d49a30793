"""Builder that collects graphs node by node, for formats and libraries that are walked through in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer._util.deadline import Patience
from spminer.errors import InputError
from spminer.graphs.assemble import Labels, build, class_numbers, encode_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.reading import Reading

__all__ = ["GraphSetBuilder"]


class GraphSetBuilder:
    """Takes graphs one after the other; nodes and edges of a graph may come in any order.

    Examples
    --------
    >>> builder = GraphSetBuilder()
    >>> builder.add_node("a"), builder.add_node("b"), builder.add_edge("a", "b")
    (None, None, None)
    >>> builder.end_graph()
    >>> builder.build(directed=False)
    GraphCollection(1 undirected graph, 2 nodes, 1 edges)
    """

    def __init__(self, source: str = "", patience: Patience | None = None) -> None:
        self.source = source
        self._patience = patience or Patience()
        self._offsets = [0]
        self._names: list[str] = []
        self._node_labels: list[str | None] = []
        self._ends: list[int] = []
        self._edge_labels: list[str | None] = []
        self._graph_names: list[str] = []
        self._graph_labels: list[object] = []
        self._index: dict[str, int] = {}
        self._pending: list[tuple[str, str]] = []

    def add_node(self, name: str, label: str | None = None) -> None:
        """Add a node to the open graph."""
        if name in self._index:
            raise InputError(f"node {name[:40]!r} is listed twice", source=self.source, remedy="make the ids unique")
        self._index[name] = len(self._names)
        self._names.append(name)
        self._node_labels.append(label)

    def add_edge(self, source: str, target: str, label: str | None = None) -> None:
        """Add an edge to the open graph."""
        self._pending.append((source, target))
        self._edge_labels.append(label)

    def end_graph(self, name: str = "", label: object = None) -> None:
        """Close the open graph, with its name and class if it has them; what follows belongs to the next."""
        for ends in self._pending:
            self._patience.tick()
            for end in ends:
                if end not in self._index:
                    reason = f"an edge ends at node {end[:40]!r}, which is not listed"
                    raise InputError(reason, source=self.source, remedy="list all nodes")
                self._ends.append(self._index[end])
        self._offsets.append(len(self._names))
        self._graph_names.append(name)
        self._graph_labels.append(label)
        self._index.clear()
        self._pending.clear()

    def build(self, *, directed: bool, reading: Reading | None = None) -> GraphCollection:
        """The collection of all closed graphs."""
        ends = np.array(self._ends, dtype=np.int32).reshape(-1, 2)
        self._patience.check()
        edge_labels, node_labels = _optional_labels(self._edge_labels), _optional_labels(self._node_labels)
        self._patience.check()
        names = _as_numbers(self._names) if _are_numbers(self._names) else np.array(self._names, dtype=object)
        self._patience.check()
        return build(
            ends[:, 0],
            ends[:, 1],
            nodes=len(self._names),
            directed=directed,
            source=self.source,
            edge_labels=edge_labels,
            graph_offsets=np.array(self._offsets, dtype=np.int64),
            node_names=names,
            node_labels=node_labels,
            graph_names=tuple(self._graph_names) if any(self._graph_names) else None,
            graph_labels=class_numbers(self._graph_labels),
            reading=reading,
        )


def _optional_labels(labels: Sequence[str | None]) -> Labels | None:
    """No labels at all, or one for each; a missing one among others is the empty label."""
    if all(label is None for label in labels):
        return None
    return encode_labels("" if label is None else label for label in labels)


def _are_numbers(names: list[str]) -> bool:
    """Whether every name is the usual way to write a number, so that nothing is lost by storing numbers."""
    return all(
        name.isascii() and name.isdigit() and len(name) <= 18 and (name == "0" or name[0] != "0") for name in names
    )


def _as_numbers(names: list[str]) -> np.ndarray | None:
    """Names that are the node numbers anyway need not be kept."""
    numbers = np.array([int(name) for name in names], dtype=np.int64)
    return None if np.array_equal(numbers, np.arange(len(numbers))) else numbers
