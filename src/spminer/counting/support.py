"""Supports of a pattern, one per objective: anchors, node sets, graphs that contain it, and images of its nodes."""

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


@dataclass(frozen=True, slots=True)
class Support:
    """How often a pattern occurs by one objective, and how sure that is.

    Attributes
    ----------
    frequency
        The count.
    tested, undecided
        Anchors that were tested for it, and those among them whose search was cut short.
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


_PILOT = 5  # undecided anchors that are tried first
_FEW_NODES = 4000  # that are asked in one call sooner than in several


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
        Bounds the count.
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


def measure_within(
    query: Query,
    objective: Objective,
    monitor: Monitor,
    effort: int,
    *,
    steps: int = FIRST_STEPS,
    among: NDArray[np.int32] | None = None,
) -> Support:
    """Count with few steps for each anchor to begin with, and ever more while that is worth the effort."""
    if objective == "anchored":
        return decide_anchors(query, monitor, effort, steps=steps, among=among).support(query.graphs.num_nodes)
    support = measure(query, objective, monitor, steps=steps)
    while support.stop_reason is None and (steps := more_steps(steps, support.undecided, effort)):
        support = measure(query, objective, monitor, steps=steps)
    return support


@dataclass(frozen=True, slots=True)
class Decided:
    """Anchors that match, those that stay undecided, and all that were tested."""

    count: int
    undecided: int
    tested: int
    stop_reason: str | None

    def support(self, nodes: int) -> Support:
        """What that says of so many nodes, of which those tested are all or a random sample."""
        frequency = anchored_frequency(self.count, self.tested, self.undecided, nodes)
        return Support(frequency, self.tested, self.undecided, self.stop_reason)


def decide_anchors(
    query: Query, monitor: Monitor, effort: int, *, steps: int = FIRST_STEPS, among: NDArray[np.int32] | None = None
) -> Decided:
    """Test anchors with few steps to begin with; those that stay undecided get ever more while that is worth it.

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


def settle_anchors(
    query: Query,
    undecided: NDArray[np.int32],
    monitor: Monitor,
    effort: int,
    *,
    steps: int,
    pilot: bool = False,
) -> Decided:
    """Test anchors again that so many steps did not decide, with ever more of them while that is worth the effort.

    With a pilot, a few go first, and unless most of these are decided the others are left as they are: what more steps
    do not settle at one anchor they seldom settle at the next.

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
        if pilot and _in_vain(query.anchors(control, among=_spread(undecided), steps=steps)):
            break
        again = query.anchors(control, among=undecided, steps=steps, listed=True)
        if control.stop_reason is None:
            count, undecided = count + again.count, again.open_anchors
    return Decided(count, len(undecided), tested, control.stop_reason)


def _spread(anchors: NDArray[np.int32]) -> NDArray[np.int32]:
    """A few of them, from first to last."""
    return np.ascontiguousarray(anchors[:: -(-len(anchors) // _PILOT)])


def _in_vain(tried: _core.MatchResult) -> bool:
    return 2 * tried.undecided > tried.tested


def anchored_support(
    query: Query,
    monitor: Monitor,
    *,
    steps: int = 0,
    among: NDArray[np.int32] | None = None,
    listed: bool = False,
) -> Support:
    """Number of nodes that the anchor can be mapped to, estimated if only some were tested."""
    result = match_anchors(query, monitor, among=among, steps=steps, listed=listed)
    frequency = anchored_frequency(result.count, result.tested, result.undecided, query.graphs.num_nodes)
    return Support(frequency, result.tested, result.undecided, result.stop_reason, result.anchors if listed else None)


def node_set_support(query: Query, monitor: Monitor, *, steps: int = 0) -> Support:
    """Number of distinct node sets that form the pattern."""
    result = match_node_sets(query, monitor, steps=steps)
    frequency = Frequency.exact(result.count) if result.complete else Frequency.lower_bound(result.count)
    return Support(frequency, result.tested, result.undecided, result.stop_reason)


def transaction_support(query: Query, monitor: Monitor, *, steps: int = 0) -> Support:
    r"""Number of graphs of the collection that contain the pattern.

    Each graph is asked about a few of its nodes at a time, twice as many each time, until one of them is an anchor; a
    small collection about all at once.

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
    # An undecided anchor leaves at most one graph undecided; the rest of a stopped count is undecided as a whole.
    doubtful = int(unasked.sum()) + min(undecided, int((~found & ~unasked).sum()))
    frequency = Frequency.between(count, count + doubtful)
    return Support(frequency, tested, undecided, reason, graphs=np.flatnonzero(found))


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


def _hub(pattern: Pattern) -> int:
    """The busiest node: the fewest target nodes can be its image."""
    degrees = np.bincount(np.array(pattern.edges, dtype=np.int64).ravel(), minlength=pattern.size)
    return int(degrees.argmax())
