"""Matching of one pattern at many anchors: one native call, or pieces that a crew does and that add up to the same."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from spminer._util.arrays import ranges_at
from spminer._util.executor import share_out
from spminer.counting.query import Query

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from spminer import _core
    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = ["MatchPiece", "Matched", "cut_anchors", "match_anchors", "match_node_sets", "match_piece"]

_FEW_STEPS = 20_000_000  # that anchors may take in all: at most a second or two, which is not worth sending
_WEIGHT = 20_000  # of a piece: its anchors and their degrees; a fraction of a second for a pattern of usual kind ...
_MOST_PIECES = 500  # ... unless that makes too many: those of easy patterns are not worth sending
_PIECE_S = 2.0  # for a piece that is harder than that, before the rest is cut anew ...
_CUT = 8  # ... into so many
_LONGER = 2.0  # and each of them may take longer


@dataclass(frozen=True, slots=True)
class Matched:
    """What was found out about anchors; :class:`spminer._core.MatchResult` has the same names."""

    count: int
    tested: int
    undecided: int
    anchors: NDArray[np.int32]
    open_anchors: NDArray[np.int32]
    stop_reason: str | None = None

    @property
    def complete(self) -> bool:
        """Whether nothing is undecided."""
        return self.undecided == 0

    @classmethod
    def of(cls, result: _core.MatchResult, stop_reason: str | None) -> Matched:
        """The result of a native call."""
        anchors, undecided = result.anchors, result.open_anchors
        return cls(result.count, result.tested, result.undecided, anchors, undecided, stop_reason)


@dataclass(frozen=True, slots=True)
class MatchPiece:
    """Some anchors to ask about.

    Attributes
    ----------
    kind
        Which of them match, or how many node sets are found from them.
    pattern, induced, steps
        As of a query.
    among
        The anchors, or the first and the last (not included) of a range.
    limit_s
        Seconds after which the rest is left; ``None`` for one anchor alone, which cannot be cut.
    """

    kind: Literal["anchors", "node sets"]
    pattern: Pattern
    induced: bool
    steps: int
    among: NDArray[np.int32] | tuple[int, int]
    limit_s: float | None = _PIECE_S


def match_anchors(
    query: Query,
    monitor: Monitor,
    *,
    among: NDArray[np.int32] | None = None,
    steps: int = 0,
    listed: bool = False,
) -> Matched:
    """How many nodes (of some, or of all) the anchor can be mapped to, whoever finds out.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> match_anchors(Query.make(Pattern.parse("0-1,1-2,2-0@0"), example()), Monitor()).count
    32
    """
    if not _worth_sharing(query, monitor, among, steps):
        control = monitor.control()
        return Matched.of(query.anchors(control, among=among, steps=steps, listed=listed), control.stop_reason)
    return _shared("anchors", query, monitor, among, steps)


def match_node_sets(query: Query, monitor: Monitor, *, steps: int = 0) -> Matched:
    """How many distinct node sets form the pattern, likewise."""
    if not _worth_sharing(query, monitor, None, steps):
        control = monitor.control()
        return Matched.of(query.node_sets(control, steps=steps), control.stop_reason)
    return _shared("node sets", query, monitor, None, steps)


def match_piece(graphs: GraphCollection, piece: MatchPiece, monitor: Monitor) -> tuple[Matched, list[MatchPiece]]:
    """Do a piece: what was found out, and pieces for what was left since it took too long."""
    query = Query.make(piece.pattern, graphs, induced=piece.induced, threads=1)
    among = np.arange(*piece.among, dtype=np.int32) if isinstance(piece.among, tuple) else piece.among
    control = monitor.control(time_limit=None if len(among) == 1 else piece.limit_s)
    if piece.kind == "anchors":
        result = query.anchors(control, among=among, steps=piece.steps, listed=True)
    else:
        result = query.node_sets(control, steps=piece.steps, among=among)
    # Those that were left are not decided, and not undecided either: another piece finds out.
    left = result.left
    undecided = np.setdiff1d(result.open_anchors, left, assume_unique=True)
    asked, open_ = result.tested - len(left), result.undecided - len(left)
    found = Matched(result.count, asked, open_, result.anchors, undecided)
    limit_s = None if piece.limit_s is None else _LONGER * piece.limit_s
    parts = [part for part in np.array_split(left, _CUT) if len(part)]
    return found, [replace(piece, among=part, limit_s=limit_s) for part in parts]


def _worth_sharing(query: Query, monitor: Monitor, among: NDArray[np.int32] | None, steps: int) -> bool:
    asked = query.graphs.num_nodes if among is None else len(among)
    return monitor.crew is not None and asked > 0 and not query.narrow and not 0 < asked * steps <= _FEW_STEPS


def _shared(
    kind: Literal["anchors", "node sets"],
    query: Query,
    monitor: Monitor,
    among: NDArray[np.int32] | None,
    steps: int,
) -> Matched:
    assert monitor.crew is not None
    asked = query.graphs.num_nodes if among is None else len(np.unique(among))
    pieces = [MatchPiece(kind, query.pattern, query.induced, steps, part) for part in _cut(query.graphs, among)]
    found = [value for value, _ in share_out(monitor.crew, match_piece, query.graphs, pieces, monitor, stage="count")]
    decided = sum(part.tested - part.undecided for part in found)
    return Matched(
        count=sum(part.count for part in found),
        tested=asked,
        undecided=asked - decided,
        anchors=_united(part.anchors for part in found),
        open_anchors=_united(part.open_anchors for part in found),
        stop_reason=None if sum(part.tested for part in found) == asked else monitor.stop_reason,
    )


def cut_anchors(graphs: GraphCollection, anchors: NDArray[np.int32]) -> list[NDArray[np.int32]]:
    """Anchors in pieces of about the same weight; how many there are does not depend on who will do them.

    >>> from spminer.datasets import example
    >>> [len(piece) for piece in cut_anchors(example(), np.arange(34, dtype=np.int32))]
    [34]
    """
    anchors = np.unique(anchors)
    return [anchors[first:last] for first, last in _bounds(1 + np.diff(graphs.indptr)[anchors])]


def _cut(graphs: GraphCollection, among: NDArray[np.int32] | None) -> Sequence[NDArray[np.int32] | tuple[int, int]]:
    return _bounds(1 + np.diff(graphs.indptr)) if among is None else cut_anchors(graphs, among)


def _bounds(weights: NDArray[np.int64]) -> list[tuple[int, int]]:
    upto = np.cumsum(weights)
    weight = max(_WEIGHT, math.ceil(int(upto[-1]) / _MOST_PIECES)) if len(upto) else _WEIGHT
    return ranges_at(upto, np.arange(weight, upto[-1] if len(upto) else 0, weight))


def _united(parts: Iterable[NDArray[np.int32]]) -> NDArray[np.int32]:
    return np.sort(np.concatenate([*parts, np.empty(0, dtype=np.int32)]))
