"""Frequencies of the same patterns in the graphs that are compared: exact where affordable, else from a sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer.counting.effort import affords_all_nodes
from spminer.counting.query import Query
from spminer.counting.sampled import AnchorTrial
from spminer.counting.support import measure_within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.frequencies import Frequency, Objective
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.request import MiningRequest
    from spminer.running.monitor import Monitor

__all__ = ["Counter", "middle", "population"]

_ORDER_STREAM = 0xA6A1  # of random numbers, so that no other part draws the same
_NODE_SET_EFFORT = 500_000_000
_NODE_SET_STEPS = 10_000


def population(graphs: GraphCollection, objective: Objective) -> int:
    """What a frequency is a share of: the graphs of a collection, or else its nodes."""
    return graphs.num_graphs if objective == "transactions" else graphs.num_nodes


class Counter:
    """Counts patterns in one graph or collection, all in the same way.

    Parameters
    ----------
    graphs
        Where to count.
    objective
        What to count.
    induced, threads, seed
        As for :func:`spminer.mine`.
    effort
        Search steps for the anchors of one pattern; a target that needs more is sampled.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> counter = Counter(example(), "anchored")
    >>> [frequency.value for frequency in counter.count([Pattern.parse("0-1,1-2,2-0@0")], Monitor())]
    [32]
    """

    def __init__(
        self,
        graphs: GraphCollection,
        objective: Objective,
        *,
        induced: bool = True,
        threads: int = 0,
        seed: int = 0,
        effort: int = 4_000_000,
    ) -> None:
        self.graphs, self.objective = graphs, objective
        self._induced, self._threads, self._effort = induced, threads, effort
        random = np.random.default_rng([seed, _ORDER_STREAM])
        self._order = random.permutation(graphs.num_nodes).astype(np.int32)

    @classmethod
    def of(cls, graphs: GraphCollection, request: MiningRequest) -> Counter:
        """Counts by the frequency that a request asks for, with its effort."""
        return cls(
            graphs,
            request.frequency,
            induced=request.induced,
            threads=request.threads,
            seed=request.seed,
            effort=request.verify.effort,
        )

    @property
    def samples_anchors(self) -> bool:
        """Whether anchored frequencies are estimates from a sample of the nodes."""
        return self.objective == "anchored" and not affords_all_nodes(self.graphs.num_nodes, self._effort)

    def count(self, patterns: Sequence[Pattern], monitor: Monitor) -> tuple[Frequency, ...] | None:
        """The frequency of each pattern; ``None`` if the monitor ended the count before its end."""
        found = []
        for pattern in patterns:
            found.append(self.count_one(pattern, monitor))
            if monitor.stopped:
                return None
        return tuple(found)

    def count_one(self, pattern: Pattern, monitor: Monitor) -> Frequency:
        """The frequency of one pattern."""
        query = Query.make(pattern, self.graphs, induced=self._induced, threads=self._threads)
        if self.samples_anchors:
            trial = AnchorTrial(query, self._order)
            trial.begin(monitor)
            trial.finish(monitor, floor=0, effort=self._effort)
            return trial.frequency
        if self.objective == "graph":
            return measure_within(query, "graph", monitor, _NODE_SET_EFFORT, steps=_NODE_SET_STEPS).frequency
        return measure_within(query, self.objective, monitor, self._effort).frequency


def middle(frequency: Frequency) -> float:
    """A frequency as one number: where a budget left some anchors undecided, half of them count.

    >>> from spminer import Frequency
    >>> middle(Frequency.exact(7)), middle(Frequency.lower_bound(7, 9)), middle(Frequency.lower_bound(7))
    (7, 8.0, 7)
    """
    if frequency.kind == "lower_bound" and frequency.high is not None:
        return (frequency.low + frequency.high) / 2
    return frequency.value
