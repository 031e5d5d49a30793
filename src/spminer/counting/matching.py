"""Exact matching of one pattern: at which nodes, in how many node sets, and where it occurs.

The core decides one anchor at a time: the anchor is mapped to a node, and for each other pattern node it keeps the set
of target nodes that it can still be mapped to. The node with the smallest set is assigned next
(``core/include/spminer/match/match.hh``). :class:`MatchQuery` asks the core; :func:`match_anchors`,
:func:`count_node_sets` and :func:`count_per_anchor` also let an executor do the work. It gets pieces of anchors with
about equal degrees. A piece that takes longer than two seconds returns the rest, cut into eight.

Cost: exponential in the pattern in the worst case, so each anchor may have a limit of search steps. A step is an
assigned node, or 64 looked-at neighbors of a hub. Easy anchors take about 100.

Invariants: an anchor matches, does not match, or is undecided, and undecided ones are always counted
(:class:`PatternCount`). Results do not depend on the number of threads or workers, nor, with a limit of steps, on the
clock.

Time limit: anchors that were not decided are undecided, and the stop reason says why. Counts are lower bounds then.

:func:`match_with_effort` tests with 1,000 steps first, and undecided anchors with ten times more again and again, while
all of them together stay within the effort (:func:`more_steps`).
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from spminer import _core
from spminer._util.arrays import split_by_weight
from spminer._util.options import option_text
from spminer.counting.intervals import anchored_frequency
from spminer.errors import UsageError
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from spminer._util.executor import Executor
    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = [
    "FIRST_STEPS",
    "USUAL_STEPS",
    "MatchQuery",
    "PatternCount",
    "affords_all_nodes",
    "check_connected",
    "check_fit",
    "count_node_sets",
    "count_per_anchor",
    "match_anchors",
    "match_each",
    "match_with_effort",
    "more_steps",
]


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """A pattern to be matched in some graphs; made once per pattern, and asked about all anchors or some.

    Each method is one native call, so it takes the control of that call; see :meth:`spminer.Monitor.control`.

    Attributes
    ----------
    native, index
        The native pattern, and the native index of the graphs.
    induced
        Whether nodes that are not joined in the pattern must not be joined in the graphs either.
    threads
        Number of threads, 0 for every core; results do not depend on it.
    prefilter
        Whether to find first where the dense part of the pattern can be. This pays for patterns that are hard to find,
        if all anchors are asked.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.datasets import example
    >>> query = MatchQuery.of(Pattern.parse("0-1,1-2,2-0@0"), example())
    >>> query.anchors(_core.Control()).count, query.node_sets(_core.Control()).count
    (32, 45)
    """

    pattern: Pattern
    graphs: GraphCollection
    native: _core.Pattern
    index: _core.MatchIndex
    induced: bool
    threads: int
    prefilter: bool = False

    @classmethod
    def of(
        cls,
        pattern: Pattern,
        graphs: GraphCollection,
        *,
        induced: bool = True,
        threads: int = 0,
        anchors: NDArray[np.int32] | None = None,
    ) -> MatchQuery:
        """Labels and direction count where both the pattern and the graphs have them.

        ``anchors`` are the only ones that queries about these graphs will ask about, if they are few.
        """
        direction = pattern.directed and graphs.directed
        node_labels = pattern.node_labels is not None and graphs.node_labels is not None
        edge_labels = pattern.edge_labels is not None and graphs.edge_labels is not None
        index = graphs.match_index(
            direction=direction, node_labels=node_labels, edge_labels=edge_labels, anchors=anchors, threads=threads
        )
        edge_codes = _codes(graphs.edge_label_names) if edge_labels else None
        seen = (
            pattern
            if direction or not pattern.directed
            else _undirected(pattern if edge_labels else replace(pattern, edge_labels=None))
        )
        native = seen.core(_codes(graphs.node_label_names) if node_labels else None, edge_codes)
        return cls(pattern, graphs, native, index, induced, threads)

    def anchored_at(self, node: int) -> MatchQuery:
        """The query with another node of the pattern as the anchor."""
        anchored = replace(self.pattern, anchor=node)
        return MatchQuery.of(anchored, self.graphs, induced=self.induced, threads=self.threads)

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
            narrow=self.prefilter,
            list_anchors=listed,
        )

    def node_sets(
        self,
        control: _core.Control,
        *,
        steps: int = 0,
        among: NDArray[np.int32] | None = None,
        copies: bool = False,
    ) -> _core.MatchResult:
        """Count the distinct node sets that form the pattern, or its copies; disjoint sets of roots add up.

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
            copies=copies,
        )

    def occurs(self, control: _core.Control, *, steps: int = 0) -> bool | None:
        """Whether the pattern occurs at all, wherever its anchor is; ``None`` if a limit ended the search first."""
        return _core.contains(
            self.native,
            self.index,
            control,
            induced=self.induced,
            threads=self.threads,
            steps=steps,
            narrow=self.prefilter,
        )

    def count_per_anchor(
        self,
        control: _core.Control,
        *,
        among: NDArray[np.int32] | None = None,
        steps: int = 0,
        limit: int = 0,
        copies: bool = False,
    ) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
        """Count the node sets (or copies) with each node as the anchor, and say where the count is complete.

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
            copies=copies,
        )
        return counts, complete.astype(bool)

    def find(
        self, control: _core.Control, limit: int, *, among: NDArray[np.int32] | None = None, steps: int = 0
    ) -> tuple[NDArray[np.int32], bool]:
        """Up to ``limit`` embeddings on distinct node sets, one per row, and whether there is no other node set."""
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
            f"read them with {option_text('directed', True)}, or write edges without direction, as in 0-1",
        ),
        (
            pattern.node_labels is not None and graphs.node_labels is None and graphs.num_nodes > 0,
            "node labels",
            f"read them with {option_text('label')} or {option_text('nodes')}, or leave the labels out of the pattern",
        ),
        (
            pattern.edge_labels is not None and graphs.edge_labels is None and graphs.num_edges > 0,
            "edge labels",
            f"read them with {option_text('edge_label')} or {option_text('edge_labels', True)}, or leave the labels "
            "out of the pattern",
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
_NO_NODES = np.empty(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class PatternCount:
    """What a count of one pattern found, by any frequency.

    Attributes
    ----------
    count, most
        What was found for certain (anchors, node sets, graphs or images), and the most that there can be; ``None`` if
        nothing bounds it.
    tested, undecided
        Anchors that were tested, and those among them that stayed undecided.
    nodes
        Of anchors: the nodes that the tested ones are all, or a random sample of.
    found, open
        Matching anchors (or graphs that contain the pattern) and undecided anchors, ascending, if they were listed.
        After a stop, ``open`` may have anchors that were decided.
    stop_reason
        What stopped the count, or ``None``.
    """

    count: int
    most: int | None
    tested: int
    undecided: int
    nodes: int | None = None
    found: NDArray[np.int32] = field(default_factory=lambda: _NO_NODES)
    open: NDArray[np.int32] = field(default_factory=lambda: _NO_NODES)
    stop_reason: str | None = None

    @property
    def complete(self) -> bool:
        """Whether no anchor is undecided."""
        return self.undecided == 0

    @property
    def frequency(self) -> Frequency:
        """The number with its bounds: of a random sample of anchors an estimate."""
        if self.nodes is not None:
            return anchored_frequency(self.count, self.tested, self.undecided, self.nodes)
        return Frequency.lower_bound(self.count) if self.most is None else Frequency.between(self.count, self.most)


def match_anchors(
    query: MatchQuery,
    monitor: Monitor,
    *,
    among: NDArray[np.int32] | None = None,
    steps: int = 0,
    listed: bool = False,
) -> PatternCount:
    """Count the nodes (of some, or of all) that the anchor can be mapped to, here or by an executor."""

    def here() -> PatternCount:
        control = monitor.control()
        result = query.anchors(control, among=among, steps=steps, listed=listed)
        return _counted("anchors", query, result, control.stop_reason)

    def there(executor: Executor) -> PatternCount:
        return _shared("anchors", query, executor, monitor, among, steps)

    return monitor.executor.run(here, there, worth=_worth_sharing(query, among, steps))


def match_each(
    queries: Sequence[MatchQuery], among: Sequence[NDArray[np.int32]], monitor: Monitor, *, steps: int = 0
) -> list[PatternCount]:
    """Count the nodes of each of some sets that the anchor of its query can be mapped to: one call for many patterns.

    Queries are about the same graphs. Few nodes each are not worth sending to an executor.
    """
    counts: list[PatternCount] = []
    # Patterns with and without labels have an index each.
    for _, group in itertools.groupby(zip(queries, among, strict=True), key=lambda pair: id(pair[0].index)):
        some, nodes = zip(*group, strict=True)
        control = monitor.control()
        results = _core.count_anchors_each(
            [query.native for query in some],
            some[0].index,
            control,
            anchors=list(nodes),
            induced=some[0].induced,
            threads=some[0].threads,
            steps=steps,
        )
        counts += [
            _counted("anchors", query, result, control.stop_reason if len(result.left) else None)
            for query, result in zip(some, results, strict=True)
        ]
    return counts


def count_node_sets(query: MatchQuery, monitor: Monitor, *, steps: int = 0, copies: bool = False) -> PatternCount:
    """Count the distinct node sets that form the pattern, or its copies, here or by an executor."""
    kind: Kind = "copies" if copies else "node sets"

    def here() -> PatternCount:
        control = monitor.control()
        return _counted(kind, query, query.node_sets(control, steps=steps, copies=copies), control.stop_reason)

    def there(executor: Executor) -> PatternCount:
        return _shared(kind, query, executor, monitor, None, steps)

    return monitor.executor.run(here, there, worth=_worth_sharing(query, None, steps))


def count_per_anchor(
    query: MatchQuery,
    monitor: Monitor,
    *,
    among: NDArray[np.int32] | None = None,
    steps: int = 0,
    limit: int = 0,
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Count the node sets with each node (of some, or of all) as the anchor, and say where the count is complete.

    Node sets beyond ``limit`` are not counted; 0 is no limit.

    Examples
    --------
    >>> from spminer import Monitor, Pattern, from_edges
    >>> query = MatchQuery.of(Pattern.parse("0-1,1-2@1"), from_edges([(0, 1), (1, 2)]))
    >>> counts, complete = count_per_anchor(query, Monitor())
    >>> counts.tolist(), complete.all()
    ([0, 1, 0], np.True_)
    """

    def here() -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
        return query.count_per_anchor(monitor.control(), among=among, steps=steps, limit=limit)

    def there(executor: Executor) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
        nodes = np.arange(query.graphs.num_nodes, dtype=np.int32) if among is None else among
        counts, complete = np.zeros(query.graphs.num_nodes, np.uint64), np.zeros(query.graphs.num_nodes, np.bool_)
        parts = _map_pieces("per anchor", query, executor, monitor, nodes, steps, limit, stage="profile")
        for where, found, whole in parts:
            counts[where], complete[where] = found, whole
        return counts[nodes], complete[nodes]

    return monitor.executor.run(here, there)


_PILOT = 5  # undecided anchors that are tried first


def match_with_effort(
    query: MatchQuery,
    monitor: Monitor,
    effort: int,
    *,
    steps: int = FIRST_STEPS,
    among: NDArray[np.int32] | None = None,
    pilot: bool = False,
) -> PatternCount:
    """Test anchors with few steps; those that stay undecided get ten times more again and again, within the effort.

    With a pilot, the anchors ``among`` are known to be undecided after ``steps``, and five of them go first. Unless
    most of these are decided the others are left: steps that do not suffice at one anchor seldom suffice at the next.
    """
    if pilot:
        assert among is not None
        result = PatternCount(0, len(among), len(among), len(among), query.graphs.num_nodes, open=among)
    else:
        result = match_anchors(query, monitor, among=among, steps=steps, listed=True)
    while result.stop_reason is None and (steps := more_steps(steps, result.undecided, effort)):
        if pilot:
            tried = query.anchors(monitor.control(), among=_spread(result.open), steps=steps)
            if 2 * tried.undecided > tried.tested:
                break
        again = match_anchors(query, monitor, among=result.open, steps=steps, listed=True)
        count, found = result.count + again.count, _united([result.found, again.found])
        result = replace(again, count=count, most=count + again.undecided, tested=result.tested, found=found)
    return result


def _spread(anchors: NDArray[np.int32]) -> NDArray[np.int32]:
    """At most five anchors, spread from first to last."""
    return np.ascontiguousarray(anchors[:: -(-len(anchors) // _PILOT)])


def _worth_sharing(query: MatchQuery, among: NDArray[np.int32] | None, steps: int) -> bool:
    """Whether a count is more work than sending it to workers."""
    asked = query.graphs.num_nodes if among is None else len(among)
    return asked > 0 and not query.prefilter and not 0 < asked * steps <= _FEW_STEPS


Kind = Literal["anchors", "node sets", "copies", "per anchor"]


def _counted(
    kind: Kind, query: MatchQuery, result: _core.MatchResult, stop_reason: str | None, *, left: bool = False
) -> PatternCount:
    """The outcome of a native call; with ``left``, without the anchors that its control left."""
    tested, undecided, open_ = result.tested, result.undecided, result.open_anchors
    if left:
        tested, undecided = tested - len(result.left), undecided - len(result.left)
        open_ = np.setdiff1d(open_, result.left, assume_unique=True)
    nodes = query.graphs.num_nodes if kind == "anchors" else None
    most = None if undecided and nodes is None else result.count + undecided  # a root may have any number of node sets
    return PatternCount(result.count, most, tested, undecided, nodes, result.anchors, open_, stop_reason)


def _shared(
    kind: Kind, query: MatchQuery, executor: Executor, monitor: Monitor, among: NDArray[np.int32] | None, steps: int
) -> PatternCount:
    """The outcome of all pieces; anchors of missing ones are undecided."""
    asked = np.arange(query.graphs.num_nodes, dtype=np.int32) if among is None else np.unique(among)
    parts: list[PatternCount] = list(_map_pieces(kind, query, executor, monitor, among, steps, stage="count"))
    count = sum(part.count for part in parts)
    undecided = len(asked) - sum(part.tested - part.undecided for part in parts)
    found, open_ = _united([part.found for part in parts]), _united([part.open for part in parts])
    stop_reason = None
    if sum(part.tested for part in parts) < len(asked):
        open_, stop_reason = np.setdiff1d(asked, found, assume_unique=True), monitor.stop_reason
    nodes = query.graphs.num_nodes if kind == "anchors" else None
    most = None if undecided and nodes is None else count + undecided
    return PatternCount(count, most, len(asked), undecided, nodes, found, open_, stop_reason)


def _united(parts: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    return np.sort(np.concatenate([*parts, _NO_NODES]))


@dataclass(frozen=True, slots=True)
class MatchPiece:
    """Anchors to be matched by one worker, as in a query."""

    kind: Kind
    pattern: Pattern
    induced: bool
    steps: int
    among: NDArray[np.int32] | tuple[int, int]  # the anchors, or the first and the last (not included) of a range
    limit: int = 0  # most node sets that are counted per anchor
    limit_s: float = _PIECE_S  # seconds after which the rest is returned; one anchor alone cannot be cut


def match_piece(graphs: GraphCollection, piece: MatchPiece, monitor: Monitor) -> tuple[Any, list[MatchPiece]]:
    """Match a piece; returns its counts, and new pieces for the anchors that its time did not suffice for."""
    query = MatchQuery.of(piece.pattern, graphs, induced=piece.induced, threads=1)
    among = np.arange(*piece.among, dtype=np.int32) if isinstance(piece.among, tuple) else piece.among
    control = monitor.control(time_limit=None if len(among) == 1 else piece.limit_s)
    value: Any
    if piece.kind == "per anchor":
        counts, complete = query.count_per_anchor(control, among=among, steps=piece.steps, limit=piece.limit)
        # Counts that steps or the limit ended are repeated with the rest: they look like those that the time ended.
        done = complete if control.stop_reason is not None else np.ones(len(among), np.bool_)
        value, left = (among[done], counts[done], complete[done]), among[~done]
    else:
        if piece.kind == "anchors":
            result = query.anchors(control, among=among, steps=piece.steps, listed=True)
        else:
            copies = piece.kind == "copies"
            result = query.node_sets(control, steps=piece.steps, among=among, copies=copies)
        # Anchors that were left are neither decided nor undecided: another piece asks about them.
        value, left = _counted(piece.kind, query, result, None, left=True), result.left
    parts = [part for part in np.array_split(left, _CUT) if len(part)]
    return value, [replace(piece, among=part, limit_s=_LONGER * piece.limit_s) for part in parts]


def _map_pieces(
    kind: Kind,
    query: MatchQuery,
    executor: Executor,
    monitor: Monitor,
    among: NDArray[np.int32] | None,
    steps: int,
    limit: int = 0,
    *,
    stage: str,
) -> Iterator[Any]:
    """The counts of all pieces, by the executor; fewer if the run is stopped."""
    pieces = [MatchPiece(kind, query.pattern, query.induced, steps, part, limit) for part in _cut(query.graphs, among)]
    for value, _ in executor.map_splittable(match_piece, query.graphs, pieces, monitor, stage=stage):
        yield value


def _cut(graphs: GraphCollection, among: NDArray[np.int32] | None) -> Sequence[NDArray[np.int32] | tuple[int, int]]:
    """Anchors in pieces of about the same weight; they do not depend on the number of workers."""
    weights = 1 + np.diff(graphs.indptr)
    if among is not None:
        among = np.unique(among)
        weights = weights[among]
    upto = np.cumsum(weights)
    total = int(upto[-1]) if len(upto) else 0
    weight = max(_WEIGHT, math.ceil(total / _MOST_PIECES))
    bounds = split_by_weight(upto, np.arange(weight, total, weight))
    return bounds if among is None else [among[first:last] for first, last in bounds]
