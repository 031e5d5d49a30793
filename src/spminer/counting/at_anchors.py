"""Counts of a pattern at each anchor: one native call, or pieces that a crew does and that add up to the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.executor import share_out
from spminer.counting.matching import cut_anchors
from spminer.counting.query import Query

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = ["AnchorCounts", "AtAnchors", "CountPiece", "count_at_anchors", "count_piece"]

_PIECE_S = 2.0  # for a piece, before the rest is cut anew ...
_CUT = 8  # ... into so many
_LONGER = 2.0  # and each of them may take longer

AnchorCounts = tuple["NDArray[np.uint64]", "NDArray[np.bool_]"]  # how many node sets, and where that is all


@dataclass(frozen=True, slots=True)
class AtAnchors:
    """What is counted at each anchor; steps and limit as of :meth:`spminer.counting.query.Query.at_anchors`."""

    pattern: Pattern
    induced: bool = True
    steps: int = 0
    limit: int = 0


@dataclass(frozen=True, slots=True)
class CountPiece:
    """Some anchors to count at; one alone has no limit of time."""

    asked: AtAnchors
    among: NDArray[np.int32]
    limit_s: float = _PIECE_S


def count_at_anchors(
    asked: AtAnchors,
    graphs: GraphCollection,
    monitor: Monitor,
    *,
    among: NDArray[np.int32] | None = None,
    threads: int = 0,
) -> AnchorCounts:
    """How many node sets form a pattern with each node (of some, or of all) as the anchor, whoever counts.

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


def count_piece(
    graphs: GraphCollection, piece: CountPiece, monitor: Monitor
) -> tuple[tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.bool_]], list[CountPiece]]:
    """Do a piece: anchors with their counts, and pieces for those that there was no time for."""
    asked, among = piece.asked, piece.among
    query = Query.make(asked.pattern, graphs, induced=asked.induced, threads=1)
    control = monitor.control(time_limit=None if len(among) == 1 else piece.limit_s)
    counts, complete = query.at_anchors(control, among=among, steps=asked.steps, limit=asked.limit)
    if control.stop_reason is None:
        return (among, counts, complete), []
    # What steps or the limit have ended is asked again with the rest: it cannot be told from what the time has ended.
    parts = [part for part in np.array_split(among[~complete], _CUT) if len(part)]
    left = [replace(piece, among=part, limit_s=_LONGER * piece.limit_s) for part in parts]
    return (among[complete], counts[complete], complete[complete]), left
