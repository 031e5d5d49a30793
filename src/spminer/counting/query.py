"""Query: a pattern and the graphs it is looked for in, translated into the same codes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spminer import _core
from spminer.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = ["Query", "check_connected", "check_fit"]


@dataclass(frozen=True, slots=True)
class Query:
    """Where does this pattern occur? Made once per pattern, and asked whole or for some anchors after others.

    Each method is one native call, so it takes the control of that call; see :meth:`spminer.Monitor.control`.

    Attributes
    ----------
    pattern, graphs
        What is looked for, and where.
    native, index
        The same as the native matcher sees it.
    induced
        Whether nodes that are not joined in the pattern must not be joined in the graphs either.
    threads
        Number of threads, 0 for every core; answers do not depend on it.
    narrow
        Whether to find out first where the dense part of the pattern can be: worth it for a pattern that is hard to
        find, about all of whose anchors are asked.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.datasets import example
    >>> query = Query.make(Pattern.parse("0-1,1-2,2-0@0"), example())
    >>> query.anchors(_core.Control()).count, query.node_sets(_core.Control()).count
    (32, 45)
    """

    pattern: Pattern
    graphs: GraphCollection
    native: _core.Pattern
    index: _core.MatchIndex
    induced: bool
    threads: int
    narrow: bool = False

    @classmethod
    def make(
        cls,
        pattern: Pattern,
        graphs: GraphCollection,
        *,
        induced: bool = True,
        threads: int = 0,
        anchors: NDArray[np.int32] | None = None,
    ) -> Query:
        """Labels and direction count where both the pattern and the graphs have them.

        ``anchors`` are those that all queries about these graphs will ask about, if they are few.
        """
        direction = pattern.directed and graphs.directed
        node_labels = pattern.node_labels is not None and graphs.node_labels is not None
        edge_labels = pattern.edge_labels is not None and graphs.edge_labels is not None
        index = graphs.match_index(
            direction=direction, node_labels=node_labels, edge_labels=edge_labels, anchors=anchors
        )
        edge_codes = _codes(graphs.edge_label_names) if edge_labels else None
        seen = (
            pattern
            if direction or not pattern.directed
            else _undirected(pattern if edge_labels else replace(pattern, edge_labels=None))
        )
        native = seen.core(_codes(graphs.node_label_names) if node_labels else None, edge_codes)
        return cls(pattern, graphs, native, index, induced, threads)

    def anchored_at(self, node: int) -> Query:
        """The same with another node of the pattern as the anchor."""
        anchored = replace(self.pattern, anchor=node)
        return Query.make(anchored, self.graphs, induced=self.induced, threads=self.threads)

    def anchors(
        self, control: _core.Control, *, among: NDArray[np.int32] | None = None, steps: int = 0, listed: bool = False
    ) -> _core.MatchResult:
        """How many nodes (of some, or of all) the anchor can be mapped to."""
        return _core.count_anchors(
            self.native,
            self.index,
            control,
            anchors=among,
            induced=self.induced,
            threads=self.threads,
            steps=steps,
            narrow=self.narrow,
            list_anchors=listed,
        )

    def node_sets(
        self, control: _core.Control, *, steps: int = 0, among: NDArray[np.int32] | None = None
    ) -> _core.MatchResult:
        """How many distinct node sets form the pattern; what is found from roots apart from each other adds up.

        With roots to search from (``among``), the result lists those that the control left, of which nothing counts.
        """
        return _core.count_node_sets(
            self.native,
            self.index,
            control,
            roots=among,
            induced=self.induced,
            threads=self.threads,
            steps=steps,
            list_left=among is not None,
        )

    def contained(self, control: _core.Control, *, steps: int = 0) -> bool | None:
        """Whether the pattern occurs at all, wherever its anchor is; ``None`` if the budget ended first."""
        return _core.contains(
            self.native,
            self.index,
            control,
            induced=self.induced,
            threads=self.threads,
            steps=steps,
            narrow=self.narrow,
        )

    def at_anchors(
        self, control: _core.Control, *, among: NDArray[np.int32] | None = None, steps: int = 0, limit: int = 0
    ) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
        """How many node sets form the pattern with each node (of some, or of all) as the anchor, and where that is all.

        What is beyond ``limit`` is not counted; 0 is no limit.
        """
        counts, complete = _core.count_at_anchors(
            self.native,
            self.index,
            control,
            anchors=among,
            induced=self.induced,
            threads=self.threads,
            steps=steps,
            limit=limit,
        )
        return counts, complete.astype(bool)

    def embeddings(
        self, control: _core.Control, limit: int, *, among: NDArray[np.int32] | None = None, steps: int = 0
    ) -> NDArray[np.int32]:
        """Up to ``limit`` embeddings on distinct node sets, one per row."""
        return self.all_embeddings(control, limit, among=among, steps=steps)[0]

    def all_embeddings(
        self, control: _core.Control, limit: int, *, among: NDArray[np.int32] | None = None, steps: int = 0
    ) -> tuple[NDArray[np.int32], bool]:
        """The same, and whether there is no other node set."""
        rows, complete = _core.find_embeddings(
            self.native, self.index, limit, control, anchors=among, induced=self.induced, steps=steps
        )
        return rows, complete and len(rows) < limit


def check_connected(pattern: Pattern) -> None:
    """Refuse a pattern that falls apart, which the engines cannot match."""
    if not pattern.core().connected:
        raise UsageError(f"pattern {pattern.text} is not connected; count its connected parts one by one")


def check_fit(pattern: Pattern, graphs: GraphCollection) -> None:
    """Refuse a pattern with a direction or labels that the graphs do not have: without them it is another pattern.

    Examples
    --------
    >>> import spminer
    >>> check_fit(spminer.Pattern.parse("0>1,1>2,2>0"), spminer.from_edges([(0, 1)]))
    Traceback (most recent call last):
    spminer.errors.UsageError: pattern 0>1,1>2,2>0 has a direction and the graphs have none; read them with ...
    """
    missing = (
        (
            pattern.directed and not graphs.directed,
            "a direction",
            "read them with directed=True, or write edges without direction, as in 0-1",
        ),
        (
            pattern.node_labels is not None and graphs.node_labels is None and graphs.num_nodes > 0,
            "node labels",
            "read them with label= or nodes=, or leave the labels out of the pattern",
        ),
        (
            pattern.edge_labels is not None and graphs.edge_labels is None and graphs.num_edges > 0,
            "edge labels",
            "read them with edge_label= or edge_labels=True, or leave the labels out of the pattern",
        ),
    )
    for lacks, what, remedy in missing:
        if lacks:
            raise UsageError(f"pattern {pattern.text} has {what} and the graphs have none; {remedy}")


def _codes(names: tuple[str, ...]) -> dict[str, int]:
    return {name: code for code, name in enumerate(names)}


def _undirected(pattern: Pattern) -> Pattern:
    """The pattern without direction, for graphs that have none."""
    labels = pattern.edge_labels or ("",) * len(pattern.edges)
    kept: dict[tuple[int, int], str] = {}
    for (a, b), label in zip(pattern.edges, labels, strict=True):
        if kept.setdefault((min(a, b), max(a, b)), label) != label:
            raise UsageError(
                f"pattern {pattern.text} has two arcs with different labels between nodes {min(a, b)} and {max(a, b)}, "
                "and the graphs have no direction; write edges without direction, as in 0-1:a"
            )
    edges = tuple(sorted(kept))
    named = None if pattern.edge_labels is None else tuple(kept[edge] for edge in edges)
    return replace(pattern, edges=edges, directed=False, edge_labels=named)
