"""Frequency of a pattern by each definition: anchors, node sets, copies, graphs with it, minimum image support.

All are counted by exact matching (:mod:`spminer.counting.matching`), and :func:`count_frequency` chooses:

- :func:`anchored`: the nodes that the anchor can be mapped to, all or a random sample of them.
- ``graph``: the distinct node sets that form the pattern (:func:`spminer.counting.matching.count_node_sets`).
- ``copies``: subgraphs (:func:`spminer.counting.copies.count_copies`), by decomposition where that is possible.
- :func:`transactions`: the graphs that contain it. Each graph is asked at a few nodes for the pattern's node of largest
  degree, then at twice as many, until one of them matches. Small collections are asked at all nodes at once.
- :func:`images`: for each orbit of the pattern the nodes that it can be mapped to, and the least of these numbers.

Either each anchor has one limit of steps, or undecided ones get ten times more again and again, within an effort.

Invariants: undecided anchors widen the bounds of a frequency and never disappear. Only the number of steps ends the
work of an anchor, so that equal runs give equal results.

Time limit: the frequency has bounds by what was decided, and a stop reason.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.arrays import ranges
from spminer.counting.copies import count_copies
from spminer.counting.matching import (
    FIRST_STEPS,
    PatternCount,
    count_node_sets,
    match_anchors,
    match_with_effort,
    more_steps,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.counting.matching import MatchQuery
    from spminer.results.frequency import CountFrequencyName

__all__ = ["anchored", "count_frequency", "images", "transactions"]


def count_frequency(
    query: MatchQuery,
    frequency: CountFrequencyName,
    monitor: Monitor,
    *,
    steps: int = 0,
    effort: int | None = None,
    among: NDArray[np.int32] | None = None,
    listed: bool = False,
) -> PatternCount:
    """Count a pattern by a frequency.

    Parameters
    ----------
    query
        The pattern and the graphs; only the anchored frequency needs an anchor.
    steps, effort
        Search steps for each anchor before it is left undecided, 0 for no limit. With an effort, these are the first
        steps (1,000 unless given), and undecided anchors get more: other frequencies than the anchored one are counted
        again as a whole.
    among, listed
        Of the anchored frequency: the random anchors to test instead of all, and whether to list those that match.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.counting.matching import MatchQuery
    >>> from spminer.datasets import example
    >>> query = MatchQuery.of(Pattern.parse("0-1,1-2,2-0@0"), example())
    >>> [count_frequency(query, name, Monitor()).frequency.value for name in ("anchored", "graph", "copies")]
    [32, 45, 45]
    """
    if frequency == "anchored":
        return anchored(query, monitor, steps=steps, effort=effort, among=among, listed=listed)
    if frequency == "copies":
        return count_copies(query, monitor, steps=steps)
    count = {"graph": count_node_sets, "transactions": transactions, "images": images}[frequency]
    if effort is None:
        return count(query, monitor, steps=steps)
    steps = steps or FIRST_STEPS
    result = count(query, monitor, steps=steps)
    while result.stop_reason is None and (steps := more_steps(steps, result.undecided, effort)):
        result = count(query, monitor, steps=steps)
    return result


def anchored(
    query: MatchQuery,
    monitor: Monitor,
    *,
    steps: int = 0,
    effort: int | None = None,
    among: NDArray[np.int32] | None = None,
    listed: bool = False,
) -> PatternCount:
    """Number of nodes that the anchor can be mapped to; an estimate if only some were tested."""
    if effort is None:
        return match_anchors(query, monitor, among=among, steps=steps, listed=listed)
    return match_with_effort(query, monitor, effort, steps=steps or FIRST_STEPS, among=among)


_FEW_NODES = 4000  # that are asked in one call


def transactions(query: MatchQuery, monitor: Monitor, *, steps: int = 0) -> PatternCount:
    """Number of graphs of the collection that contain the pattern, and which these are."""
    # The node of largest degree: the fewest target nodes can be its image.
    degrees = np.bincount(np.array(query.pattern.edges, dtype=np.int64).ravel(), minlength=query.pattern.size)
    query = query.anchored_at(int(degrees.argmax()))
    offsets = query.graphs.graph_offsets
    position, ends = offsets[:-1].copy(), offsets[1:]
    found = np.zeros(query.graphs.num_graphs, dtype=bool)
    unasked = (ends - position) >= query.pattern.size
    tested = undecided = 0
    batch, reason = max(_FEW_NODES // max(query.graphs.num_graphs, 1), 1), monitor.stop_reason
    while unasked.any() and reason is None:
        chosen = np.flatnonzero(unasked)
        lengths = np.minimum(ends[chosen] - position[chosen], batch)
        asked = ranges(position[chosen], lengths).astype(np.int32)
        result = match_anchors(query, monitor, among=asked, steps=steps, listed=True)
        found[np.searchsorted(offsets, result.found, side="right") - 1] = True
        tested, undecided = tested + result.tested, undecided + result.undecided
        position[chosen] += lengths
        unasked = unasked & ~found & (position < ends)
        batch, reason = 2 * batch, result.stop_reason
    count = int(found.sum())
    # An undecided anchor leaves at most one graph undecided; all graphs that a stopped count left are undecided.
    doubtful = int(unasked.sum()) + min(undecided, int((~found & ~unasked).sum()))
    graphs = np.flatnonzero(found).astype(np.int32)
    return PatternCount(count, count + doubtful, tested, undecided, found=graphs, stop_reason=reason)


def images(query: MatchQuery, monitor: Monitor, *, steps: int = 0) -> PatternCount:
    """Minimum image support: the smallest number of target nodes that one pattern node can be mapped to."""
    least = most = query.graphs.num_nodes
    tested = undecided = 0
    reason = None
    for orbit in replace(query.pattern, anchor=None).orbits():
        result = match_anchors(query.anchored_at(orbit[0]), monitor, steps=steps)
        least, most = min(least, result.count), min(most, result.count + result.undecided)
        tested, undecided = tested + result.tested, undecided + result.undecided
        reason = reason or result.stop_reason
        if most == 0:
            break
    return PatternCount(least, most, tested, undecided, stop_reason=reason)
