"""Frequencies of given patterns in the graphs that are compared: exact where affordable, otherwise by sampled anchors.

:class:`Counter` counts in a given graph with the effort of a run. :class:`SampledCounts` counts in one of many null
samples, with one thread and a quarter of the effort, at all nodes or at 800 random ones. For each pattern of a null
sample:

1. 40 anchors with 30 and then 200 steps show how hard the pattern is.
2. If none matches and some are undecided, one search tells whether the pattern occurs at all.
3. All anchors are tested, fewer for hard patterns; undecided ones get up to 1,000 steps each on average.

Invariants: each null sample draws anchors of its own, so that the error of the sample averages out and shows in the
spread. Undecided anchors become bounds. Only steps and counts end the work, not the clock.

Time limit: a count that is stopped returns ``None``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from spminer.counting.matching import MatchQuery, affords_all_nodes, match_anchors, match_with_effort
from spminer.counting.sequential import SequentialCount
from spminer.counting.support import count_frequency

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import Frequency, Objective
    from spminer.results.request import MiningRequest

__all__ = ["ComparisonOptions", "Counter", "SampledCounts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonOptions:
    """Options of a comparison, the same for all patterns and both sides.

    Attributes
    ----------
    objective
        The frequency to count.
    induced, seed, threads
        As for :func:`spminer.mine`.
    samples
        Number of null samples; ``None`` chooses it by their cost.
    effort
        Search steps for the anchors of one pattern in the target.
    """

    objective: Objective = "anchored"
    induced: bool = True
    seed: int = 0
    threads: int = 0
    samples: int | None = None
    effort: int = 4_000_000

    @classmethod
    def of(cls, request: MiningRequest) -> ComparisonOptions:
        """The options of a mining run."""
        return cls(
            objective=request.frequency,
            induced=request.induced,
            seed=request.seed,
            threads=request.threads,
            samples=request.null_samples,
            effort=request.verify.effort,
        )


_ORDER_STREAM = 0xA6A1  # of random numbers, so that no other part draws the same
_NODE_SET_EFFORT = 500_000_000
_NODE_SET_STEPS = 10_000
_SAMPLE_SHARE = 4  # a sample of anchors takes this part of the effort: an error of a percent matters little here
_NULL_EFFORT_SHARE = 4  # the same for a null sample: all nodes of a graph with up to 10,000 are anchors
_NULL_ANCHORS = 800  # of larger graphs, drawn for each null sample
_FIRST_ANCHORS = 40  # that show how hard a pattern is
_LADDER = (30, 200)  # by how many are decided within these search steps
_EASY = 30_000  # search steps for all anchors of a pattern, in one null sample
_NULL_EFFORT = 15_000  # search steps that decide the number of anchors of harder patterns
_NULL_STEPS = 1000  # for each anchor at first
_NULL_PATIENCE = 1000  # more steps for undecided anchors, on average over all anchors


class Counter:
    """Counts patterns in one graph or collection, all in the same way.

    Parameters
    ----------
    graphs
        The graphs.
    terms
        The options. A target that needs more than their effort is sampled.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> counter = Counter(example(), ComparisonOptions())
    >>> [frequency.value for frequency in counter.count([Pattern.parse("0-1,1-2,2-0@0")], Monitor())]
    [32]
    """

    def __init__(self, graphs: GraphCollection, terms: ComparisonOptions) -> None:
        self.graphs, self.terms = graphs, terms
        self._stream = [terms.seed, _ORDER_STREAM]

    @cached_property
    def _order(self) -> NDArray[np.int32]:
        """All nodes in random order."""
        return np.random.default_rng(self._stream).permutation(self.graphs.num_nodes).astype(np.int32)

    @property
    def samples_anchors(self) -> bool:
        """Whether anchored frequencies are estimates from a sample of the nodes."""
        affordable = affords_all_nodes(self.graphs.num_nodes, self.terms.effort)
        return self.terms.objective == "anchored" and not affordable

    def count(self, patterns: Sequence[Pattern], monitor: Monitor) -> tuple[Frequency, ...] | None:
        """The frequency of each pattern; ``None`` if the monitor ended the count."""
        found = []
        for pattern in patterns:
            found.append(self.count_one(pattern, monitor))
            if monitor.stopped:
                return None
        return tuple(found)

    def count_one(self, pattern: Pattern, monitor: Monitor) -> Frequency:
        """The frequency of one pattern."""
        query = MatchQuery.of(pattern, self.graphs, induced=self.terms.induced, threads=self.terms.threads)
        if self.samples_anchors:
            return self._sampled(query, monitor)
        objective = self.terms.objective
        if objective == "graph":
            return count_frequency(query, objective, monitor, steps=_NODE_SET_STEPS, effort=_NODE_SET_EFFORT).frequency
        return count_frequency(query, objective, monitor, effort=self.terms.effort).frequency

    def _sampled(self, query: MatchQuery, monitor: Monitor) -> Frequency:
        trial = SequentialCount(query, self._order)
        trial.begin(monitor)
        trial.finish(monitor, floor=0, effort=self.terms.effort // _SAMPLE_SHARE)
        return trial.frequency


class SampledCounts(Counter):
    """Counts patterns in one of many null samples, by one thread and with a part of the effort.

    ``number`` is that of the sample. Each has anchors of its own: with the same ones in all samples, the error of the
    sample would not show in the spread.
    """

    def __init__(self, graphs: GraphCollection, terms: ComparisonOptions, number: int) -> None:
        super().__init__(graphs, replace(terms, threads=1, effort=terms.effort // _NULL_EFFORT_SHARE))
        self._stream.append(number)

    def bounds(self, patterns: Sequence[Pattern], monitor: Monitor) -> NDArray[np.float64] | None:
        """Lower and upper bounds of the frequency of each pattern, in two rows; ``None`` if the monitor ended it."""
        found = np.empty((2, len(patterns)))
        for entry, pattern in enumerate(patterns):
            found[:, entry] = self._bounds(pattern, monitor)
            if monitor.stopped:
                return None
        return found

    def _bounds(self, pattern: Pattern, monitor: Monitor) -> tuple[float, float]:
        if self.terms.objective != "anchored":
            counted = self.count_one(pattern, monitor)
            if counted.kind != "lower_bound":
                return counted.value, counted.value
            return counted.low, np.inf if counted.high is None else counted.high
        few = self._order[:_NULL_ANCHORS] if self.samples_anchors else None
        query = MatchQuery.of(pattern, self.graphs, induced=self.terms.induced, threads=1, anchors=few)
        steps, doubtful = _mean_steps(query, self._order[:_FIRST_ANCHORS], monitor)
        # A rare part may be far from the anchor: one search for it takes less than one for each anchor.
        if doubtful:
            query = replace(query, prefilter=few is None)
            if query.occurs(monitor.control(), steps=_LADDER[-1]) is False:
                return 0.0, 0.0
        among = self._order[: self._wanted(steps)]
        found = match_with_effort(query, monitor, _NULL_PATIENCE * len(among), steps=_NULL_STEPS, among=among)
        share = self.graphs.num_nodes / max(found.tested, 1)
        return found.count * share, (found.count + found.undecided) * share

    def _wanted(self, steps: float) -> int:
        """Number of anchors: all of a small graph, fewer if they take too many steps."""
        many = _NULL_ANCHORS if self.samples_anchors else self.graphs.num_nodes
        return many if many * steps <= _EASY else min(many, max(round(_NULL_EFFORT / steps), _FIRST_ANCHORS))


def _mean_steps(query: MatchQuery, anchors: NDArray[np.int32], monitor: Monitor) -> tuple[float, bool]:
    """Mean search steps of an anchor, roughly, and whether some are undecided and none matches.

    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> _mean_steps(MatchQuery.of(Pattern.parse("0-1@0"), example()), np.arange(34, dtype=np.int32), Monitor())
    (15.0, False)
    """
    open_after = {}
    met = False
    for steps in _LADDER:
        found = match_anchors(query, monitor, steps=steps, among=anchors)
        open_after[steps] = found.undecided / max(found.tested, 1)
        met = met or found.count > 0
        if not found.undecided:
            break
    mean, before = 0.0, 0
    left = 1.0
    for steps, still in open_after.items():
        mean += (left - still) * (before + steps) / 2
        left, before = still, steps
    return max(mean + left * before, 1.0), left > 0 and not met
