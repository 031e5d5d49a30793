"""Plain graphs: sets and dictionaries of Python, made for reading the code that uses them, not for speed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = ["Edge", "Features", "PlainGraph", "Relation", "edges_of"]

# How two nodes are joined, seen from the first: the label of the arc there and of the arc back. ``None`` is no arc,
# and of graphs without direction both are the same.
Relation = tuple[str | None, str | None]
_APART: Relation = (None, None)
# Two nodes and the label of what joins them, empty if there are none.
Edge = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Features:
    """Features that count: those that pattern and graph both have."""

    directed: bool
    node_labels: bool
    edge_labels: bool

    @classmethod
    def common(cls, pattern: Pattern, graphs: GraphCollection) -> Features:
        """The features that a pattern shares with the graphs it is looked for in."""
        return cls(
            directed=pattern.directed and graphs.directed,
            node_labels=pattern.node_labels is not None and graphs.node_labels is not None,
            edge_labels=pattern.edge_labels is not None and graphs.edge_labels is not None,
        )


class PlainGraph:
    """A graph as dictionaries: the neighbors of each node with their relations, and the labels of nodes.

    Examples
    --------
    >>> from spminer import Pattern
    >>> graph = PlainGraph.of_pattern(Pattern.parse("0>1:a,1>2:b"), Features(True, False, True))
    >>> graph.relation(0, 1), graph.relation(1, 0), graph.relation(0, 2)
    (('a', None), (None, 'a'), (None, None))
    """

    def __init__(self, size: int, *, directed: bool = False) -> None:
        self.directed = directed
        self.near: list[dict[int, Relation]] = [{} for _ in range(size)]
        self.labels: list[str] = [""] * size

    def __len__(self) -> int:
        return len(self.near)

    @classmethod
    def of_pattern(cls, pattern: Pattern, features: Features) -> PlainGraph:
        """A pattern with these of its features."""
        graph = cls(pattern.size, directed=features.directed)
        if features.node_labels and pattern.node_labels is not None:
            graph.labels = list(pattern.node_labels)
        labels = pattern.edge_labels if features.edge_labels else None
        for index, (a, b) in enumerate(pattern.edges):
            graph.join(a, b, "" if labels is None else labels[index])
        return graph

    @classmethod
    def of_graphs(cls, graphs: GraphCollection, features: Features) -> PlainGraph:
        """All graphs of a collection in one, with these of their features."""
        return cls.of_edges(edges_of(graphs), graphs, features)

    @classmethod
    def of_edges(cls, edges: Iterable[Edge], graphs: GraphCollection, features: Features) -> PlainGraph:
        """The same nodes with other edges."""
        graph = cls(graphs.num_nodes, directed=features.directed)
        if features.node_labels and graphs.node_labels is not None:
            graph.labels = [graphs.node_label_names[code] for code in graphs.node_labels.tolist()]
        for a, b, label in edges:
            graph.join(a, b, label if features.edge_labels else "")
        return graph

    def relation(self, a: int, b: int) -> Relation:
        """How two nodes are joined."""
        return self.near[a].get(b, _APART)

    def join(self, a: int, b: int, label: str) -> None:
        """Add an edge, or an arc."""
        if self.directed:
            self.near[a][b] = (label, self.relation(a, b)[1])
            self.near[b][a] = (self.relation(b, a)[0], label)
        else:
            self.near[a][b] = self.near[b][a] = (label, label)


def edges_of(graphs: GraphCollection) -> list[Edge]:
    """All edges of a collection.

    >>> import spminer
    >>> edges_of(spminer.from_edges([(0, 1), (2, 1)], edge_labels=["a", "b"], directed=True))
    [(0, 1, 'a'), (2, 1, 'b')]
    """
    sources, targets, codes = graphs.edges()
    labels = [""] * len(sources) if codes is None else [graphs.edge_label_names[code] for code in codes.tolist()]
    return list(zip(sources.tolist(), targets.tolist(), labels, strict=True))
