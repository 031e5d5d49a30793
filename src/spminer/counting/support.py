"""Frequency of a pattern by each definition: anchors, node sets, graphs that contain it, minimum image support.

All are counted by exact matching (:mod:`spminer.counting.matching`):

- ``anchored``: the nodes that the anchor can be mapped to, all or a random sample of them.
- ``graph``: the distinct node sets that form the pattern.
- ``transactions``: the graphs that contain it. Each graph is asked at a few nodes for the pattern's node of largest
  degree, then at twice as many, until one of them matches. Small collections are asked at all nodes at once.
- ``images``: for each orbit of the pattern the nodes that it can be mapped to, and the least of these numbers.

:func:`measure` counts with one limit of steps per anchor. :func:`measure_within` and :func:`decide_anchors` start with
few steps and give undecided anchors ten times more again and again, within an effort (:func:`settle_anchors`).

Invariants: undecided anchors widen the bounds of a frequency and never disappear. Only the number of steps ends the
work of an anchor, so that equal runs give equal results.

Time limit: the frequency has bounds by what was decided, and a stop reason.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.arrays import ranges
from spminer.counting.intervals import anchored_frequency
from spminer.counting.matching import FIRST_STEPS, match_anchors, match_node_sets, more_steps
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer import _core
    from spminer._util.monitor import Monitor
    from spminer.counting.matching import Query
    from spminer.patterns import Pattern
    from spminer.results.frequency import Objective

__all__ = [
    "Decided",
    "Support",
    "anchored_support",
    "decide_anchors",
    "image_support",
    "measure",
    "measure_within",
    "node_set_support",
    "settle_anchors",
    "transaction_support",
]


def measure(
    query: Query,
    objective: Objective,
    monitor: Monitor,
    *,
    steps: int = 0,
    among: NDArray[np.int32] | None = None,
    listed: bool = False,
) -> Support:
    """Count a pattern by an objective.

    Parameters
    ----------
    query
        The pattern and the graphs; it needs an anchor for the anchored objective only.
    objective
        What to count.
    monitor
        Time limit and cancellation.
    steps
        Search steps for each anchor before it is left undecided; 0 for no limit.
    among, listed
        Of the anchored objective: the random anchors to test instead of all, and whether to list those that match.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.counting.matching import Query
    >>> from spminer.datasets import example
    >>> query = Query.make(Pattern.parse("0-1,1-2,2-0@0"), example())
    >>> [measure(query, objective, Monitor()).frequency.value for objective in ("anchored", "graph", "images")]
    [32, 45, 32]
    """
    if objective == "anchored":
        return anchored_support(query, monitor, steps=steps, among=among, listed=listed)
    if objective == "graph":
        return node_set_support(query, monitor, steps=steps)
    support = transaction_support if objective == "transactions" else image_support
    return support(query, monitor, steps=steps)


@dataclass(frozen=True, slots=True)
class Support:
    """The frequency of a pattern by one definition, with its bounds.

    Attributes
    ----------
    frequency
        The count.
    tested, undecided
        Anchors that were tested, and those among them that stayed undecided.
    stop_reason
        What stopped the run, or ``None``.
    anchors
        Matching anchors in ascending order, if asked for.
    graphs
        Of transactions: the graphs that contain the pattern, ascending.
    """

    frequency: Frequency
    tested: int
    undecided: int
    stop_reason: str | None = None
    anchors: NDArray[np.int32] | None = None
    graphs: NDArray[np.int64] | None = None


def measure_within(
    query: Query,
    objective: Objective,
    monitor: Monitor,
    effort: int,
    *,
    steps: int = FIRST_STEPS,
    among: NDArray[np.int32] | None = None,
) -> Support:
    """Count with few steps for each anchor, then with ten times more again and again within the effort."""
    if objective == "anchored":
        return decide_anchors(query, monitor, effort, steps=steps, among=among).support(query.graphs.num_nodes)
    support = measure(query, objective, monitor, steps=steps)
    while support.stop_reason is None and (steps := more_steps(steps, support.undecided, effort)):
        support = measure(query, objective, monitor, steps=steps)
    return support


def decide_anchors(
    query: Query, monitor: Monitor, effort: int, *, steps: int = FIRST_STEPS, among: NDArray[np.int32] | None = None
) -> Decided:
    """Test anchors with few steps; those that stay undecided get more within the effort.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.counting.matching import Query
    >>> from spminer.datasets import example
    >>> query = Query.make(Pattern.parse("0-1,1-2,2-0@0"), example())
    >>> decide_anchors(query, Monitor(), 10_000, steps=1)
    Decided(count=32, undecided=0, tested=34, stop_reason=None)
    """
    control = monitor.control()
    first = query.anchors(control, among=among, steps=steps, listed=True)
    if control.stop_reason is not None:
        return Decided(first.count, first.undecided, first.tested, control.stop_reason)
    again = settle_anchors(query, first.open_anchors, monitor, effort, steps=steps)
    return Decided(first.count + again.count, again.undecided, first.tested, again.stop_reason)


@dataclass(frozen=True, slots=True)
class Decided:
    """Numbers of anchors that match, that stay undecided, and that were tested."""

    count: int
    undecided: int
    tested: int
    stop_reason: str | None

    def support(self, nodes: int) -> Support:
        """The anchored frequency among ``nodes`` nodes, of which all or a random sample were tested."""
        frequency = anchored_frequency(self.count, self.tested, self.undecided, nodes)
        return Support(frequency, self.tested, self.undecided, self.stop_reason)


_PILOT = 5  # undecided anchors that are tried first


def settle_anchors(
    query: Query,
    undecided: NDArray[np.int32],
    monitor: Monitor,
    effort: int,
    *,
    steps: int,
    pilot: bool = False,
) -> Decided:
    """Test anchors again that ``steps`` steps did not decide, with more steps within the effort.

    With a pilot, a few anchors go first. Unless most of these are decided the others are left: steps that do not
    suffice at one anchor seldom suffice at the next.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.counting.matching import Query
    >>> from spminer.datasets import example
    >>> query = Query.make(Pattern.parse("0-1,1-2,2-0@0"), example())
    >>> settle_anchors(query, np.array([0, 10], dtype=np.int32), Monitor(), 10_000, steps=1)
    Decided(count=1, undecided=0, tested=2, stop_reason=None)
    """
    tested, count = len(undecided), 0
    control = monitor.control()
    while control.stop_reason is None and (steps := more_steps(steps, len(undecided), effort)):
        control = monitor.control()
        if pilot and _mostly_undecided(query.anchors(control, among=_spread(undecided), steps=steps)):
            break
        again = query.anchors(control, among=undecided, steps=steps, listed=True)
        if control.stop_reason is None:
            count, undecided = count + again.count, again.open_anchors
    return Decided(count, len(undecided), tested, control.stop_reason)


def _spread(anchors: NDArray[np.int32]) -> NDArray[np.int32]:
    """At most five anchors, spread from first to last."""
    return np.ascontiguousarray(anchors[:: -(-len(anchors) // _PILOT)])


def _mostly_undecided(tried: _core.MatchResult) -> bool:
    return 2 * tried.undecided > tried.tested


def anchored_support(
    query: Query,
    monitor: Monitor,
    *,
    steps: int = 0,
    among: NDArray[np.int32] | None = None,
    listed: bool = False,
) -> Support:
    """Number of nodes that the anchor can be mapped to; an estimate if only some were tested."""
    result = match_anchors(query, monitor, among=among, steps=steps, listed=listed)
    frequency = anchored_frequency(result.count, result.tested, result.undecided, query.graphs.num_nodes)
    return Support(frequency, result.tested, result.undecided, result.stop_reason, result.anchors if listed else None)


def node_set_support(query: Query, monitor: Monitor, *, steps: int = 0) -> Support:
    """Number of distinct node sets that form the pattern."""
    result = match_node_sets(query, monitor, steps=steps)
    frequency = Frequency.exact(result.count) if result.complete else Frequency.lower_bound(result.count)
    return Support(frequency, result.tested, result.undecided, result.stop_reason)


_FEW_NODES = 4000  # that are asked in one call


def transaction_support(query: Query, monitor: Monitor, *, steps: int = 0) -> Support:
    r"""Number of graphs of the collection that contain the pattern.

    Graphs are asked at growing batches of their nodes until one of them matches.

    Examples
    --------
    >>> import io
    >>> from spminer import Monitor, Pattern, read
    >>> from spminer.counting.matching import Query
    >>> edge_and_triangle = read(io.BytesIO(b"A_\nBw\n"), format="graph6")
    >>> triangle = Query.make(Pattern.parse("0-1,1-2,2-0"), edge_and_triangle)
    >>> transaction_support(triangle, Monitor()).frequency.value
    1
    """
    query = query.anchored_at(_hub(query.pattern))
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
        found[np.searchsorted(offsets, result.anchors, side="right") - 1] = True
        tested, undecided = tested + result.tested, undecided + result.undecided
        position[chosen] += lengths
        unasked = unasked & ~found & (position < ends)
        batch, reason = 2 * batch, result.stop_reason
    count = int(found.sum())
    # An undecided anchor leaves at most one graph undecided; all graphs that a stopped count left are undecided.
    doubtful = int(unasked.sum()) + min(undecided, int((~found & ~unasked).sum()))
    frequency = Frequency.between(count, count + doubtful)
    return Support(frequency, tested, undecided, reason, graphs=np.flatnonzero(found))


def _hub(pattern: Pattern) -> int:
    """The node of largest degree: the fewest target nodes can be its image."""
    degrees = np.bincount(np.array(pattern.edges, dtype=np.int64).ravel(), minlength=pattern.size)
    return int(degrees.argmax())


def image_support(query: Query, monitor: Monitor, *, steps: int = 0) -> Support:
    """Minimum image support: the smallest number of target nodes that one pattern node can be mapped to.

    Examples
    --------
    >>> from spminer import Monitor, Pattern, from_edges
    >>> from spminer.counting.matching import Query
    >>> star = from_edges([(0, 1), (0, 2), (0, 3)])
    >>> image_support(Query.make(Pattern.parse("0-1,0-2"), star), Monitor()).frequency.value
    1
    """
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
    return Support(Frequency.between(least, most), tested, undecided, reason)
