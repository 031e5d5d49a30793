"""Plain graphs and counts by backtracking: dictionaries of Python, written to be read and not to be fast.

:class:`PlainGraph` holds graphs or a pattern. :func:`embeddings` maps the pattern node by node, each to a neighbor of
an earlier image, and tests every edge and, for induced patterns, every non-edge. :class:`PlainCounter` counts every
frequency from embeddings, :class:`CollectionCounter` each once. Nothing is shared with the native core.

Cost: exponential in the pattern. :class:`Clock` counts the steps and raises :class:`OutOfTimeError` at the time limit.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import FrequencyName

    Images = tuple[int, ...]

__all__ = [
    "Clock",
    "CollectionCounter",
    "Edge",
    "Features",
    "OutOfTimeError",
    "PlainCounter",
    "PlainGraph",
    "Relation",
    "edges_of",
    "embeddings",
    "graph_of_nodes",
    "is_embedding",
]

# How two nodes are joined, seen from the first: the label of the arc there and of the arc back. ``None`` is no arc,
# and of graphs without direction both are the same.
Relation = tuple[str | None, str | None]
_APART: Relation = (None, None)
# Two nodes and the label of what joins them, empty if there are none.
Edge = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Features:
    """The features that are compared: direction and labels that both pattern and graph have."""

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


def graph_of_nodes(graphs: GraphCollection) -> list[int]:
    """The number of the graph that each node is in."""
    offsets = graphs.graph_offsets.tolist()
    return [graph for graph in range(len(offsets) - 1) for _ in range(offsets[graph], offsets[graph + 1])]


_LOOK_EVERY = 1000  # steps


class OutOfTimeError(Exception):
    """The time for checking is over."""


class Clock:
    """Counts steps, and ends the work when the time is over."""

    def __init__(self, deadline: float | None = None) -> None:
        self._deadline, self._steps = deadline, 0

    def tick(self) -> None:
        """One step."""
        self._steps += 1
        if self._steps % _LOOK_EVERY == 0:
            self.look()

    def look(self) -> None:
        """Raise :class:`OutOfTimeError` if the time is over."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfTimeError


def embeddings(
    pattern: PlainGraph, graph: PlainGraph, *, induced: bool, start: int, at: Iterable[int], clock: Clock
) -> Iterator[tuple[int, ...]]:
    """Every embedding of a connected pattern that maps its node ``start`` to one of these nodes.

    Each is a tuple: the images of the pattern's nodes, in their order.

    Examples
    --------
    >>> from spminer import Pattern
    >>> plain = Features(False, False, False)
    >>> path, triangle = (PlainGraph.of_pattern(Pattern.parse(text), plain) for text in ("0-1,1-2", "0-1,1-2,2-0"))
    >>> sum(1 for _ in embeddings(path, triangle, induced=False, start=0, at=range(3), clock=Clock()))
    6
    >>> list(embeddings(path, triangle, induced=True, start=0, at=range(3), clock=Clock()))
    []
    """
    order = _order(pattern, start)
    for node in at:
        if graph.labels[node] == pattern.labels[start]:
            yield from _extended(pattern, graph, order, {start: node}, induced, clock)


def is_embedding(pattern: PlainGraph, graph: PlainGraph, images: tuple[int, ...], *, induced: bool) -> bool:
    """Whether the pattern is at these nodes, the first of which is the image of its node 0, and so on."""
    nodes = range(len(pattern))
    return len(set(images)) == len(images) == len(pattern) and all(
        graph.labels[images[p]] == pattern.labels[p]
        and all(_fits(pattern.relation(p, q), graph.relation(images[p], images[q]), induced) for q in nodes if q != p)
        for p in nodes
    )


def _extended(
    pattern: PlainGraph, graph: PlainGraph, order: list[int], images: dict[int, int], induced: bool, clock: Clock
) -> Iterator[tuple[int, ...]]:
    """Embeddings that begin with these images."""
    clock.tick()
    if len(images) == len(order):
        yield tuple(images[p] for p in range(len(pattern)))
        return
    node = order[len(images)]
    beside = next(p for p in order if p in pattern.near[node])  # it comes earlier, and its image is next to this one's
    for candidate in graph.near[images[beside]]:
        if (
            candidate not in images.values()
            and graph.labels[candidate] == pattern.labels[node]
            and all(
                _fits(pattern.relation(p, node), graph.relation(image, candidate), induced)
                for p, image in images.items()
            )
        ):
            yield from _extended(pattern, graph, order, {**images, node: candidate}, induced, clock)


def _fits(wanted: Relation, found: Relation, induced: bool) -> bool:
    """Whether two nodes are joined as the pattern wants; not induced, they may be joined more than that."""
    if induced:
        return wanted == found
    return all(want is None or want == have for want, have in zip(wanted, found, strict=True))


def _order(pattern: PlainGraph, start: int) -> list[int]:
    """The pattern's nodes from ``start`` on, each next to an earlier one."""
    order = [start]
    for node in order:
        order += [other for other in pattern.near[node] if other not in order]
    return order


class PlainCounter:
    """Counts patterns in one plain graph, which holds all graphs of a collection.

    Parameters
    ----------
    graph, graph_of
        Where to count, and the graph of the collection that each of its nodes is in.
    induced
        Whether patterns are node-induced.
    clock
        Ends the work when the time is over.

    Examples
    --------
    >>> from spminer import Pattern
    >>> plain = Features(False, False, False)
    >>> path, tailed = (PlainGraph.of_pattern(Pattern.parse(text), plain) for text in ("0-1,1-2", "0-1,1-2,2-0,2-3"))
    >>> counter = PlainCounter(tailed, [0] * 4, induced=True, clock=Clock())
    >>> [counter.frequency(path, name, 1) for name in ("anchored", "graph", "images", "transactions")]
    [1, 2, 1, 1]
    """

    def __init__(self, graph: PlainGraph, graph_of: list[int], *, induced: bool, clock: Clock) -> None:
        self.graph, self.graph_of, self.induced, self.clock = graph, graph_of, induced, clock

    def embeddings(self, pattern: PlainGraph, start: int = 0, at: Iterable[int] | None = None) -> Iterator[Images]:
        """Embeddings that map a node of the pattern to one of these nodes, or to any."""
        nodes = range(len(self.graph)) if at is None else at
        return embeddings(pattern, self.graph, induced=self.induced, start=start, at=nodes, clock=self.clock)

    def anchors(self, pattern: PlainGraph, anchor: int) -> set[int]:
        """Nodes that can be this node of the pattern."""
        return {v for v in range(len(self.graph)) if next(self.embeddings(pattern, anchor, [v]), None) is not None}

    def node_sets(self, pattern: PlainGraph) -> set[frozenset[int]]:
        """Node sets that show the pattern."""
        return {frozenset(images) for images in self.embeddings(pattern)}

    def graphs(self, pattern: PlainGraph) -> set[int]:
        """Graphs of the collection that contain the pattern."""
        seen: set[int] = set()
        for node, graph in enumerate(self.graph_of):
            if graph not in seen and next(self.embeddings(pattern, 0, [node]), None) is not None:
                seen.add(graph)
        return seen

    def frequency(self, pattern: PlainGraph, frequency_name: FrequencyName, anchor: int) -> int:
        """How frequent a pattern is."""
        if frequency_name == "anchored":
            return len(self.anchors(pattern, anchor))
        if frequency_name == "graph":
            return len(self.node_sets(pattern))
        if frequency_name == "transactions":
            return len(self.graphs(pattern))
        return min(len(self.anchors(pattern, node)) for node in range(len(pattern)))

    def covered(self, pattern: PlainGraph, frequency_name: FrequencyName, anchor: int) -> set[int]:
        """What a pattern covers: its anchors, the graphs that contain it, or the nodes of its occurrences."""
        if frequency_name == "anchored":
            return self.anchors(pattern, anchor)
        if frequency_name == "transactions":
            return self.graphs(pattern)
        return set().union(*(self.anchors(pattern, node) for node in range(len(pattern))))


class CollectionCounter:
    """Counts patterns in a collection, or with other edges between its nodes, by the features that both have.

    A plain graph is made once for each set of features, and a frequency is counted once.

    Examples
    --------
    >>> import spminer
    >>> square = spminer.from_edges([(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> counts, path = CollectionCounter(square, induced=True, clock=Clock()), spminer.Pattern.parse("0-1,1-2@1")
    >>> counts.frequency(path, "anchored"), counts.containing(path)
    (4, {0})
    """

    def __init__(
        self, graphs: GraphCollection, *, induced: bool, clock: Clock, edges: list[Edge] | None = None
    ) -> None:
        self.graphs, self.induced, self.clock = graphs, induced, clock
        self.edges = edges_of(graphs) if edges is None else edges
        self.graph_of = graph_of_nodes(graphs)
        self._counters: dict[Features, PlainCounter] = {}
        self._known: dict[tuple[Pattern, FrequencyName], int] = {}

    def counter(self, features: Features) -> PlainCounter:
        """What counts in the plain graph with these features."""
        if features not in self._counters:
            graph = PlainGraph.of_edges(self.edges, self.graphs, features)
            self._counters[features] = PlainCounter(graph, self.graph_of, induced=self.induced, clock=self.clock)
        return self._counters[features]

    @property
    def skeleton(self) -> PlainGraph:
        """The graph without labels."""
        return self.counter(Features(self.graphs.directed, node_labels=False, edge_labels=False)).graph

    def forms(self, pattern: Pattern) -> tuple[PlainGraph, PlainCounter]:
        """A plain pattern and what counts it, with the features that pattern and graphs share."""
        features = Features.common(pattern, self.graphs)
        return PlainGraph.of_pattern(pattern, features), self.counter(features)

    def frequency(self, pattern: Pattern, frequency_name: FrequencyName) -> int:
        """How frequent a pattern is."""
        if (pattern, frequency_name) not in self._known:
            plain, counter = self.forms(pattern)
            self._known[pattern, frequency_name] = counter.frequency(plain, frequency_name, pattern.anchor or 0)
        return self._known[pattern, frequency_name]

    def containing(self, pattern: Pattern) -> set[int]:
        """The numbers of the graphs that contain a pattern."""
        plain, counter = self.forms(pattern)
        return counter.graphs(plain)
