"""Estimates of copies and of node sets, with a relative error that is asked for.

1. What is counted exactly in about two seconds is counted: by decomposition (:mod:`spminer.counting.copies`) or, with a
   limit of steps at each node, by the matcher.
2. Others are sampled (``core/src/copies/estimate.cc`` has the algorithm, its cost and the references): each sample is a
   hit with a probability of the count divided by a known number.
3. Samples end at a number of hits that the error decides (:func:`spminer.counting.intervals.hits_for_error`), so that
   rare patterns get more samples. The 95 % interval is exact for such samples, whatever the pattern and the graph.

Invariants: results do not depend on the number of threads, nor, unless a limit ends them, on the clock.

Time limit: the interval of the samples so far, which is wider. Samples that come to their limit give such an interval,
too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spminer import _core
from spminer.counting.copies import decomposes, undirected_target
from spminer.counting.intervals import hits_for_error, rate_interval
from spminer.counting.matching import FIRST_STEPS, count_node_sets
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from spminer._util.monitor import Monitor
    from spminer.counting.matching import MatchQuery

__all__ = ["Estimate", "estimate_copies"]

_CHEAP_NS = 2e9  # of an exact count, as its plan estimates it
_MOST_EDGES = 20_000_000  # of graphs whose exact count may be cheap: to estimate that takes a copy of them
_MOST_NODES = 20_000  # of graphs that a few steps of search at each node may count
_MOST_SAMPLES = 1 << 28


@dataclass(frozen=True, slots=True)
class Estimate:
    """A frequency by samples, how many there were, and what stopped them too early, if anything."""

    frequency: Frequency
    samples: int
    stop_reason: str | None = None


def estimate_copies(
    query: MatchQuery,
    error: float,
    monitor: Monitor,
    *,
    node_sets: bool = False,
    seed: int = 0,
    sampled: bool = False,
) -> Estimate:
    """Estimate the copies of a pattern, or the node sets that hold one; an anchor does not matter.

    Parameters
    ----------
    query
        The pattern, of up to 8 nodes, and the graphs.
    error
        How far the estimate may be from the truth, relative to it, where the 95 % interval covers the truth.
    node_sets
        Whether a node set with several copies counts once; there are none of these where the pattern is induced.
    seed
        Seed of the samples.
    sampled
        Whether to draw samples even if an exact count takes no longer.

    Examples
    --------
    >>> import networkx as nx
    >>> from spminer import Monitor, Pattern, from_networkx
    >>> from spminer.counting.matching import MatchQuery
    >>> query = MatchQuery.of(Pattern.parse("0-1,1-2,2-3,3-0"), from_networkx(nx.complete_graph(20)), induced=False)
    >>> estimate_copies(query, 0.1, Monitor()).frequency.value
    14535
    >>> found = estimate_copies(query, 0.1, Monitor(), sampled=True)
    >>> found.frequency.low < 14535 < found.frequency.high
    True
    """
    pattern = query.pattern
    if not pattern.directed and len(pattern.edges) == math.comb(pattern.size, 2):  # a clique, of which a set holds one
        query, node_sets = replace(query, induced=False), False
    node_sets = node_sets and not query.induced
    exact = None if sampled else _exact(query, monitor, node_sets)
    if exact is not None:
        return Estimate(Frequency.exact(exact), 0)
    control, hits = monitor.control(), hits_for_error(error)
    scale, samples, found, complete = _core.draw_copies(
        query.native,
        _target(query),
        control,
        hits=hits,
        most_samples=_MOST_SAMPLES,
        induced=query.induced,
        node_sets=node_sets,
        seed=seed,
        threads=query.threads,
    )
    if complete and scale == 0:
        return Estimate(Frequency.exact(0), 0)
    if not samples:
        return Estimate(Frequency.lower_bound(0), 0, control.stop_reason)
    reached = found == hits
    low, high = rate_interval(found, samples, at_hit=reached)
    rate = (found - 1) / (samples - 1) if reached else found / samples  # both without bias
    frequency = Frequency(scale * rate, "estimate", math.floor(scale * low), math.ceil(scale * high))
    return Estimate(frequency, samples, None if reached else control.stop_reason or "sample limit")


def _exact(query: MatchQuery, monitor: Monitor, node_sets: bool) -> int | None:
    """The copies or node sets, if counting them is cheap."""
    if node_sets or not decomposes(query):
        if query.graphs.num_nodes > _MOST_NODES:
            return None
        found = count_node_sets(query, monitor, steps=FIRST_STEPS, copies=not node_sets)
        return found.count if found.complete and found.stop_reason is None else None
    if query.graphs.num_edges > _MOST_EDGES:
        return None
    try:
        copies, _, _, complete = _core.count_copies(
            query.native, undirected_target(query), monitor.control(), threads=query.threads, most_cost=_CHEAP_NS
        )
    except OverflowError:
        return None
    return copies if complete else None


def _target(query: MatchQuery) -> _core.Target:
    pattern, graphs = query.pattern, query.graphs
    return graphs.target(
        direction=pattern.directed and graphs.directed,
        node_labels=pattern.node_labels is not None and graphs.node_labels is not None,
        edge_labels=pattern.edge_labels is not None and graphs.edge_labels is not None,
    )
