"""Tallies of a search: how frequent a pattern is in a graph, by ever more of its anchors."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from spminer.counting.matching import Query
from spminer.counting.support import measure, settle_anchors
from spminer.results.frequency import population

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.methods.contrast.settings import ContrastSettings
    from spminer.patterns import Pattern
    from spminer.results.frequency import Objective

__all__ = ["Share", "Tally", "Teller"]

_MOST_ANCHORS = 4000
_NARROW_NODES = 10_000  # of graphs that are looked through for the dense part of a pattern
_FEW = 8  # anchors that tell whether a pattern may be nowhere
_DENSE = 3  # neighbors within a dense part
_HARD = 0.25  # of the anchors undecided: no more are asked
_NONE = np.empty(0, dtype=np.int32)
_ANCHOR_STREAM = 0xC047  # of random numbers, so that no other part draws the same


@dataclass(frozen=True, slots=True)
class Share:
    """How frequent a pattern is in a graph, as a part of what could be counted there.

    Attributes
    ----------
    least, most
        By what is undecided.
    error
        The standard error of both, if they come from a sample.
    known
        Whether that is no estimate.
    """

    least: float
    most: float
    error: float
    known: bool


@dataclass(frozen=True, slots=True)
class Teller:
    """How patterns are counted by a search, the same for all."""

    objective: Objective
    settings: ContrastSettings
    induced: bool
    seed: int
    threads: int

    def anchors(self, graphs: GraphCollection) -> NDArray[np.int32]:
        """Nodes that patterns are asked for at, the first ones first."""
        return _drawn(graphs.num_nodes, self.seed)

    def query(self, pattern: Pattern, graphs: GraphCollection) -> Query:
        """What the matcher is asked."""
        return Query.make(pattern, graphs, induced=self.induced, threads=self.threads)


@lru_cache(maxsize=8)  # every pattern is asked at the same nodes
def _drawn(nodes: int, seed: int) -> NDArray[np.int32]:
    random = np.random.default_rng([seed, _ANCHOR_STREAM])
    drawn = random.choice(nodes, size=min(_MOST_ANCHORS, nodes), replace=False).astype(np.int32)
    drawn.flags.writeable = False
    return drawn


def has_dense_part(pattern: Pattern) -> bool:
    """Whether some nodes have three neighbors or more among themselves: a part that can be nowhere in a graph.

    >>> from spminer import Pattern
    >>> has_dense_part(Pattern.parse("0-1,0-2,0-3,1-2,1-3,2-3,3-4@4")), has_dense_part(Pattern.parse("0-1,1-2,2-0"))
    (True, False)
    """
    edges, left = pattern.edges, -1
    while len(edges) != left:
        left = len(edges)
        degrees = Counter(end for edge in edges for end in edge)
        edges = tuple(edge for edge in edges if min(degrees[end] for end in edge) >= _DENSE)
    return left > 0


class Tally:
    """One pattern in one graph.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> from spminer.methods.contrast.settings import ContrastSettings
    >>> teller = Teller("anchored", ContrastSettings(), induced=True, seed=0, threads=1)
    >>> tally = Tally(teller, Pattern.parse("0-1,1-2,2-0@0"), example())
    >>> tally.ask(17, Monitor())
    >>> tally.share.known
    False
    >>> tally.ask(34, Monitor())
    >>> round(34 * tally.share.least), tally.share.known
    (32, True)
    """

    def __init__(self, teller: Teller, pattern: Pattern, graphs: GraphCollection) -> None:
        self._teller, self._pattern, self._graphs = teller, pattern, graphs
        self._count = self._undecided = self._tested = 0
        self._open = _NONE  # anchors that few steps did not decide
        self._looked = False  # for it in the whole graph; looking again would say the same
        self._found: Share | None = None

    def ask(self, upto: int, monitor: Monitor) -> None:
        """Ask so many anchors in all, unless too many of those before were undecided; other objectives are measured."""
        if self._found is not None:
            return
        if self._teller.objective != "anchored":
            self._found = self._measured(monitor)
        elif self._undecided + len(self._open) <= _HARD * self._tested:
            anchors = self._teller.anchors(self._graphs)[self._tested : upto]
            few = 0 if self._tested else _FEW
            self._ask(anchors[:few], monitor)
            if not self._nowhere(monitor):
                self._ask(anchors[few:], monitor)

    def ask_all(self, monitor: Monitor) -> None:
        """Ask all that there are, however many are undecided."""
        if self._teller.objective != "anchored":
            self.ask(0, monitor)
            return
        self._count = self._undecided = self._tested = 0
        self._open = _NONE
        self._ask(None, monitor)
        self._nowhere(monitor)
        self.settle(monitor)

    @property
    def settled(self) -> bool:
        """Whether all was done that may be worth it."""
        return self._found is not None or len(self._open) == 0

    def settle(self, monitor: Monitor) -> None:
        """Spend more steps on what few of them left open."""
        if self.settled:
            return
        settings, query = self._teller.settings, self._teller.query(self._pattern, self._graphs)
        effort = settings.patience * self._tested
        found = settle_anchors(query, self._open, monitor, effort, steps=settings.steps, pilot=True)
        self._count += found.count
        self._undecided += found.undecided
        self._open = _NONE

    @property
    def tested(self) -> int:
        """How many anchors were asked; where something else is counted, as if it were all."""
        return self._graphs.num_nodes if self._found is not None else self._tested

    @property
    def share(self) -> Share:
        """What is known so far."""
        if self._found is not None:
            return self._found
        nodes, tested = self._graphs.num_nodes, self._tested
        undecided = self._undecided + len(self._open)
        least, most = (found / max(tested, 1) for found in (self._count, self._count + undecided))
        likely = (self._count + 0.5) / (tested + 1)
        error = np.sqrt(likely * (1 - likely) / max(tested, 1) * (1 - tested / max(nodes, 1)))
        return Share(least, most, float(error), tested == nodes and not undecided)

    def _nowhere(self, monitor: Monitor) -> bool:
        """Whether it is nowhere, which is known sooner than that it is not here and not there."""
        doubtful = len(self._open) > 0 and not self._count and self._graphs.num_nodes <= _NARROW_NODES
        if self._looked or not doubtful or not has_dense_part(self._pattern):
            return False
        self._looked = True
        query, steps = self._teller.query(self._pattern, self._graphs), self._teller.settings.steps
        narrow = replace(query, narrow=True)
        if narrow.contained(monitor.control(), steps=steps) is False:
            self._found = Share(0.0, 0.0, 0.0, True)
        return self._found is not None

    def _ask(self, anchors: NDArray[np.int32] | None, monitor: Monitor) -> None:
        if anchors is not None and len(anchors) == 0:
            return
        query = self._teller.query(self._pattern, self._graphs)
        steps = self._teller.settings.steps
        found = query.anchors(monitor.control(), among=anchors, steps=steps, listed=True)
        self._count += found.count
        self._tested += found.tested
        self._open = np.concatenate([self._open, found.open_anchors])

    def _measured(self, monitor: Monitor) -> Share:
        objective = self._teller.objective
        query = self._teller.query(self._pattern, self._graphs)
        support = measure(query, objective, monitor, steps=self._teller.settings.steps)
        found, all_of_it = support.frequency, max(population(self._graphs, objective), 1)
        most = found.value if found.high is None else found.high
        return Share(found.low / all_of_it, most / all_of_it, 0.0, not support.undecided)
