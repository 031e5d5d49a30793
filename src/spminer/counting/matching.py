"""Exact matching of one pattern: at which nodes, in how many node sets, and where it occurs.

The core decides one anchor at a time: the anchor is mapped to a node, and for each other pattern node it keeps the set
of target nodes that it can still be mapped to. The node with the smallest set is assigned next
(``core/include/spminer/match/match.hh``). :class:`Query` asks the core; :func:`match_anchors`, :func:`match_node_sets`
and :func:`count_at_anchors` also let an executor do the work. It gets pieces of anchors with about equal degrees. A
piece that takes longer than two seconds returns the rest, cut into eight.

Cost: exponential in the pattern in the worst case, so each anchor may have a limit of search steps. A step is an
assigned node, or 64 looked-at neighbors of a hub. Easy anchors take about 100.

Invariants: an anchor matches, does not match, or is undecided, and undecided ones are always counted
(:class:`PatternCount`). Results do not depend on the number of threads or workers, nor, with a limit of steps, on the
clock.

Time limit: anchors that were not decided are undecided, and the stop reason says why. Counts are lower bounds then.

:func:`more_steps` is the rule for undecided anchors: 1,000 steps first, then ten times more again and again, while all
undecided anchors together stay within the effort.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from spminer import _core
from spminer._util.arrays import split_by_weight
from spminer._util.executor import share_out
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = [
    "FIRST_STEPS",
    "USUAL_STEPS",
    "AtAnchors",
    "PatternCount",
    "Query",
    "affords_all_nodes",
    "check_connected",
    "check_fit",
    "count_at_anchors",
    "match_anchors",
    "match_node_sets",
    "more_steps",
]


@dataclass(frozen=True, slots=True)
class Query:
    """A pattern to be matched in some graphs; made once per pattern, and asked about all anchors or some.

    Each method is one native call, so it takes the control of that call; see :meth:`spminer.Monitor.control`.

    Attributes
    ----------
    pattern, graphs
        The pattern and the graphs.
    native, index
        The native pattern, and the native index of the graphs.
    induced
        Whether nodes that are not joined in the pattern must not be joined in the graphs either.
    threads
        Number of threads, 0 for every core; results do not depend on it.
    narrow
        Whether to find first where the dense part of the pattern can be. This pays for patterns that are hard to find,
        if all anchors are asked.

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

        ``anchors`` are the only ones that queries about these graphs will ask about, if they are few.
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
        """The query with another node of the pattern as the anchor."""
        anchored = replace(self.pattern, anchor=node)
        return Query.make(anchored, self.graphs, induced=self.induced, threads=self.threads)

    def anchors(
        self, control: _core.Control, *, among: NDArray[np.int32] | None = None, steps: int = 0, listed: bool = False
    ) -> _core.MatchResult:
        """Count the nodes (of some, or of all) that the anchor can be mapped to."""
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
        """Count the distinct node sets that form the pattern; counts from disjoint sets of roots add up.

        With roots to search from (``among``), the result lists the roots that the control left, which add nothing.
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
        """Whether the pattern occurs at all, wherever its anchor is; ``None`` if a limit ended the search first."""
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
        """Count the node sets with each node (of some, or of all) as the anchor, and say where the count is complete.

        Node sets beyond ``limit`` are not counted; 0 is no limit.
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
        """Up to ``limit`` embeddings, and whether there is no other node set."""
        rows, complete = _core.find_embeddings(
            self.native, self.index, limit, control, anchors=among, induced=self.induced, steps=steps
        )
        return rows, complete and len(rows) < limit


def check_connected(pattern: Pattern) -> None:
    """Raise ``UsageError`` for a pattern that is not connected, which the core cannot match."""
    if not pattern.core().connected:
        raise UsageError(f"pattern {pattern.text} is not connected; count its connected parts one by one")


def check_fit(pattern: Pattern, graphs: GraphCollection) -> None:
    """Raise ``UsageError`` if the pattern has a direction or labels that the graphs do not have.

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


FIRST_STEPS = 1000  # for each anchor at first; more for those that stay undecided
USUAL_STEPS = 100  # assumed of an anchor that the first steps decide
_STEP_FACTOR = 10


def affords_all_nodes(nodes: int, effort: int) -> bool:
    """Whether this effort suffices to test every node, if nodes take the usual number of steps.

    >>> affords_all_nodes(40_000, 4_000_000), affords_all_nodes(50_000, 4_000_000)
    (True, False)
    """
    return nodes * USUAL_STEPS <= effort


def more_steps(steps: int, undecided: int, effort: int) -> int:
    """Steps for each undecided anchor in the next try; 0 if there is none, or if the effort does not suffice.

    >>> more_steps(1000, 5, 100_000), more_steps(10_000, 5, 100_000), more_steps(1000, 0, 100_000)
    (10000, 0, 0)
    """
    more = steps * _STEP_FACTOR
    return more if 0 < undecided * more <= effort else 0


_FEW_STEPS = 20_000_000  # of all anchors: at most a second or two, which is not worth sending to workers
_WEIGHT = 20_000  # of a piece: its anchors and their degrees; a fraction of a second for a usual pattern
_MOST_PIECES = 500  # with more weight if there would be more: pieces of easy patterns are not worth sending
_PIECE_S = 2.0  # seconds of a piece before the rest is cut again
_CUT = 8  # pieces of such a rest
_LONGER = 2.0  # factor to the seconds of each of them


def match_anchors(
    query: Query,
    monitor: Monitor,
    *,
    among: NDArray[np.int32] | None = None,
    steps: int = 0,
    listed: bool = False,
) -> PatternCount:
    """Count the nodes (of some, or of all) that the anchor can be mapped to, here or by an executor.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> match_anchors(Query.make(Pattern.parse("0-1,1-2,2-0@0"), example()), Monitor()).count
    32
    """
    if not _worth_sharing(query, monitor, among, steps):
        control = monitor.control()
        return PatternCount.of(query.anchors(control, among=among, steps=steps, listed=listed), control.stop_reason)
    return _shared("anchors", query, monitor, among, steps)


def match_node_sets(query: Query, monitor: Monitor, *, steps: int = 0) -> PatternCount:
    """Count the distinct node sets that form the pattern, here or by an executor."""
    if not _worth_sharing(query, monitor, None, steps):
        control = monitor.control()
        return PatternCount.of(query.node_sets(control, steps=steps), control.stop_reason)
    return _shared("node sets", query, monitor, None, steps)


@dataclass(frozen=True, slots=True)
class PatternCount:
    """Counts of matching and undecided anchors; :class:`spminer._core.MatchResult` has the same names."""

    count: int
    tested: int
    undecided: int
    anchors: NDArray[np.int32]
    open_anchors: NDArray[np.int32]
    stop_reason: str | None = None

    @property
    def complete(self) -> bool:
        """Whether no anchor is undecided."""
        return self.undecided == 0

    @classmethod
    def of(cls, result: _core.MatchResult, stop_reason: str | None) -> PatternCount:
        """The result of a native call."""
        anchors, undecided = result.anchors, result.open_anchors
        return cls(result.count, result.tested, result.undecided, anchors, undecided, stop_reason)


def _worth_sharing(query: Query, monitor: Monitor, among: NDArray[np.int32] | None, steps: int) -> bool:
    asked = query.graphs.num_nodes if among is None else len(among)
    return monitor.crew is not None and asked > 0 and not query.narrow and not 0 < asked * steps <= _FEW_STEPS


def _shared(
    kind: Literal["anchors", "node sets"],
    query: Query,
    monitor: Monitor,
    among: NDArray[np.int32] | None,
    steps: int,
) -> PatternCount:
    assert monitor.crew is not None
    asked = query.graphs.num_nodes if among is None else len(np.unique(among))
    pieces = [MatchPiece(kind, query.pattern, query.induced, steps, part) for part in _cut(query.graphs, among)]
    found = [value for value, _ in share_out(monitor.crew, match_piece, query.graphs, pieces, monitor, stage="count")]
    decided = sum(part.tested - part.undecided for part in found)
    return PatternCount(
        count=sum(part.count for part in found),
        tested=asked,
        undecided=asked - decided,
        anchors=_united(part.anchors for part in found),
        open_anchors=_united(part.open_anchors for part in found),
        stop_reason=None if sum(part.tested for part in found) == asked else monitor.stop_reason,
    )


def _united(parts: Iterable[NDArray[np.int32]]) -> NDArray[np.int32]:
    return np.sort(np.concatenate([*parts, np.empty(0, dtype=np.int32)]))


@dataclass(frozen=True, slots=True)
class MatchPiece:
    """Anchors to be matched by one worker.

    Attributes
    ----------
    kind
        Whether to list matching anchors, or to count node sets from them.
    pattern, induced, steps
        As in a query.
    among
        The anchors, or the first and the last (not included) of a range.
    limit_s
        Seconds after which the rest is returned; ``None`` for one anchor alone, which cannot be cut.
    """

    kind: Literal["anchors", "node sets"]
    pattern: Pattern
    induced: bool
    steps: int
    among: NDArray[np.int32] | tuple[int, int]
    limit_s: float | None = _PIECE_S


def match_piece(graphs: GraphCollection, piece: MatchPiece, monitor: Monitor) -> tuple[PatternCount, list[MatchPiece]]:
    """Match a piece; returns its counts, and new pieces for the anchors that its time did not suffice for."""
    query = Query.make(piece.pattern, graphs, induced=piece.induced, threads=1)
    among = np.arange(*piece.among, dtype=np.int32) if isinstance(piece.among, tuple) else piece.among
    control = monitor.control(time_limit=None if len(among) == 1 else piece.limit_s)
    if piece.kind == "anchors":
        result = query.anchors(control, among=among, steps=piece.steps, listed=True)
    else:
        result = query.node_sets(control, steps=piece.steps, among=among)
    # Anchors that were left are neither decided nor undecided: another piece asks about them.
    left = result.left
    undecided = np.setdiff1d(result.open_anchors, left, assume_unique=True)
    asked, open_ = result.tested - len(left), result.undecided - len(left)
    found = PatternCount(result.count, asked, open_, result.anchors, undecided)
    limit_s = None if piece.limit_s is None else _LONGER * piece.limit_s
    parts = [part for part in np.array_split(left, _CUT) if len(part)]
    return found, [replace(piece, among=part, limit_s=limit_s) for part in parts]


AnchorCounts = tuple["NDArray[np.uint64]", "NDArray[np.bool_]"]  # number of node sets, and whether it is complete


@dataclass(frozen=True, slots=True)
class AtAnchors:
    """What to count at each anchor; steps and limit as in :meth:`Query.at_anchors`."""

    pattern: Pattern
    induced: bool = True
    steps: int = 0
    limit: int = 0


def count_at_anchors(
    asked: AtAnchors,
    graphs: GraphCollection,
    monitor: Monitor,
    *,
    among: NDArray[np.int32] | None = None,
    threads: int = 0,
) -> AnchorCounts:
    """Count the node sets that form a pattern with each node (of some, or of all) as the anchor.

    Examples
    --------
    >>> from spminer import Monitor, Pattern, from_edges
    >>> middle = AtAnchors(Pattern.parse("0-1,1-2@1"))
    >>> counts, complete = count_at_anchors(middle, from_edges([(0, 1), (1, 2)]), Monitor())
    >>> counts.tolist(), complete.all()
    ([0, 1, 0], np.True_)
    """
    if monitor.crew is None:
        query = Query.make(asked.pattern, graphs, induced=asked.induced, threads=threads)
        return query.at_anchors(monitor.control(), among=among, steps=asked.steps, limit=asked.limit)
    nodes = np.arange(graphs.num_nodes, dtype=np.int32) if among is None else among
    counts, complete = np.zeros(graphs.num_nodes, np.uint64), np.zeros(graphs.num_nodes, np.bool_)
    pieces = [CountPiece(asked, part) for part in cut_anchors(graphs, nodes)]
    for (where, found, whole), _ in share_out(monitor.crew, count_piece, graphs, pieces, monitor, stage="profile"):
        counts[where], complete[where] = found, whole
    return counts[nodes], complete[nodes]


@dataclass(frozen=True, slots=True)
class CountPiece:
    """Anchors to be counted by one worker; a single anchor has no time limit."""

    asked: AtAnchors
    among: NDArray[np.int32]
    limit_s: float = _PIECE_S


def count_piece(
    graphs: GraphCollection, piece: CountPiece, monitor: Monitor
) -> tuple[tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.bool_]], list[CountPiece]]:
    """Count a piece; returns anchors with their counts, and new pieces for the rest."""
    asked, among = piece.asked, piece.among
    query = Query.make(asked.pattern, graphs, induced=asked.induced, threads=1)
    control = monitor.control(time_limit=None if len(among) == 1 else piece.limit_s)
    counts, complete = query.at_anchors(control, among=among, steps=asked.steps, limit=asked.limit)
    if control.stop_reason is None:
        return (among, counts, complete), []
    # Counts that steps or the limit ended are repeated with the rest: they look like those that the time ended.
    parts = [part for part in np.array_split(among[~complete], _CUT) if len(part)]
    left = [replace(piece, among=part, limit_s=_LONGER * piece.limit_s) for part in parts]
    return (among[complete], counts[complete], complete[complete]), left


def _cut(graphs: GraphCollection, among: NDArray[np.int32] | None) -> Sequence[NDArray[np.int32] | tuple[int, int]]:
    return _bounds(1 + np.diff(graphs.indptr)) if among is None else cut_anchors(graphs, among)


def cut_anchors(graphs: GraphCollection, anchors: NDArray[np.int32]) -> list[NDArray[np.int32]]:
    """Anchors in pieces of about the same weight; they do not depend on the number of workers.

    >>> from spminer.datasets import example
    >>> [len(piece) for piece in cut_anchors(example(), np.arange(34, dtype=np.int32))]
    [34]
    """
    anchors = np.unique(anchors)
    return [anchors[first:last] for first, last in _bounds(1 + np.diff(graphs.indptr)[anchors])]


def _bounds(weights: NDArray[np.int64]) -> list[tuple[int, int]]:
    upto = np.cumsum(weights)
    weight = max(_WEIGHT, math.ceil(int(upto[-1]) / _MOST_PIECES)) if len(upto) else _WEIGHT
    return split_by_weight(upto, np.arange(weight, upto[-1] if len(upto) else 0, weight))
