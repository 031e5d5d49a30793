"""Counting of patterns in plain graphs: every frequency by its definition, from all embeddings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.audit.matching import embeddings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spminer.audit.matching import Clock
    from spminer.audit.plain import PlainGraph
    from spminer.results.frequency import Objective

    Images = tuple[int, ...]

__all__ = ["PlainCounter"]


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
    >>> from spminer.audit.matching import Clock
    >>> from spminer.audit.plain import Features, PlainGraph
    >>> plain = Features(False, False, False)
    >>> path, tailed = (PlainGraph.of_pattern(Pattern.parse(text), plain) for text in ("0-1,1-2", "0-1,1-2,2-0,2-3"))
    >>> counter = PlainCounter(tailed, [0] * 4, induced=True, clock=Clock())
    >>> [counter.frequency(path, objective, 1) for objective in ("anchored", "graph", "images", "transactions")]
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

    def frequency(self, pattern: PlainGraph, objective: Objective, anchor: int) -> int:
        """How frequent a pattern is."""
        if objective == "anchored":
            return len(self.anchors(pattern, anchor))
        if objective == "graph":
            return len(self.node_sets(pattern))
        if objective == "transactions":
            return len(self.graphs(pattern))
        return min(len(self.anchors(pattern, node)) for node in range(len(pattern)))

    def covered(self, pattern: PlainGraph, objective: Objective, anchor: int) -> set[int]:
        """What a pattern covers: its anchors, the graphs that contain it, or the nodes of its occurrences."""
        if objective == "anchored":
            return self.anchors(pattern, anchor)
        if objective == "transactions":
            return self.graphs(pattern)
        return set().union(*(self.anchors(pattern, node) for node in range(len(pattern))))
