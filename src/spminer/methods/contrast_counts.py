"""Tallies of a search: how frequent a pattern is in a graph, by ever more of its anchors.

Race of patterns: all are counted at a few anchors of both sides, and those that surprise most at ever more.

A few anchors tell what does not surprise, and few search steps at each of them; more are spent on what those leave
undecided where the pattern could then lead. In the end a pattern is ranked by what its anchors make sure of (one
standard error to either side), so that of many frequent patterns none leads by luck.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.validation import check_at_least
from spminer.counting.matching import Query
from spminer.counting.support import measure, settle_anchors
from spminer.results.frequency import population
from spminer.significance.statistics import surprise, surprise_bound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.patterns import Pattern
    from spminer.results.frequency import Objective

__all__ = ["Lap", "Side", "SuccessiveHalving", "sides_of"]


@dataclass(frozen=True, slots=True)
class ContrastSettings:
    """How surprising patterns are searched.

    >>> ContrastSettings(keep=0)
    Traceback (most recent call last):
    spminer.errors.UsageError: keep must be at least 1, not 0
    """

    beam: int = 200
    """Patterns of each size that are counted on both sides."""
    keep: int = 40
    """The most surprising of them that are grown further."""
    frequent: int = 20
    """The most frequent of them that are grown further too."""
    anchors: int = 200
    """Anchors of each graph of the other side that patterns are counted at."""
    steps: int = 400
    """Search steps per anchor to begin with."""
    patience: int = 2000
    """Search steps per anchor, on an average over all of them, for those that stay undecided, if that may be enough."""
    proof: int = 250_000
    """Patterns times anchors (or graphs) of one size that a proof may take; 0 for no proof of larger sizes."""
    memory_limit: int | None = None
    """Bytes for lists of embeddings."""

    def __post_init__(self) -> None:
        check_at_least(self, beam=1, keep=1, frequent=0, anchors=1, steps=1, patience=0, proof=0, memory_limit=1)


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
class MatchOptions:
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


class AnchorEstimate:
    """One pattern in one graph.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> from spminer.methods.contrast_counts import ContrastSettings
    >>> teller = MatchOptions("anchored", ContrastSettings(), induced=True, seed=0, threads=1)
    >>> tally = AnchorEstimate(teller, Pattern.parse("0-1,1-2,2-0@0"), example())
    >>> tally.ask(17, Monitor())
    >>> tally.share.known
    False
    >>> tally.ask(34, Monitor())
    >>> round(34 * tally.share.least), tally.share.known
    (32, True)
    """

    def __init__(self, teller: MatchOptions, pattern: Pattern, graphs: GraphCollection) -> None:
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


@dataclass(frozen=True, slots=True)
class Side:
    """Where patterns are grown, and the graphs that they are contrasted with.

    Attributes
    ----------
    home, away
        The two; more at home than away is what is looked for.
    sign
        1 if home is the target, and -1 if it is the other side.
    scale
        What shares are multiplied by: counts are those of a graph as large as the target.
    """

    task: Task
    settings: ContrastSettings
    objective: Objective
    home: GraphCollection
    away: tuple[GraphCollection, ...]
    sign: int
    scale: float

    @property
    def name(self) -> str:
        """The direction, as a request calls it."""
        return "over" if self.sign > 0 else "under"

    @property
    def teller(self) -> MatchOptions:
        """How patterns are counted."""
        return MatchOptions(self.objective, self.settings, self.task.induced, self.task.seed, self.task.threads)

    def surprise(self, home: float, away: float) -> float:
        """How surprising shares are: positive where there are more at home."""
        here, there = self.scale * home, self.scale * away
        return float(surprise(here, there) if self.sign > 0 else -surprise(there, here))

    def surprises(
        self, counts: NDArray[np.float64], patterns: Sequence[Pattern], monitor: Monitor
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]] | None:
        """How surprising counts at home are (on the scale of the target) beside all there is away.

        With which of that is no estimate. ``None`` if there was no time.
        """
        scores, exact = np.zeros(len(patterns)), np.zeros(len(patterns), dtype=bool)
        for entry, pattern in enumerate(patterns):
            tallies = [AnchorEstimate(self.teller, pattern, graphs) for graphs in self.away]
            for tally in tallies:
                tally.ask_all(monitor)
            if monitor.stopped:
                return None
            away = float(np.mean([tally.share.most for tally in tallies]))
            scores[entry] = self.surprise(counts[entry] / self.scale, away)
            exact[entry] = all(tally.share.known for tally in tallies)
        return scores, exact

    def most(self, counts: ArrayLike) -> NDArray[np.float64]:
        """How surprising counts at home would be if there were none away: no extension of a pattern exceeds that."""
        return surprise_bound(counts) if self.sign > 0 else -surprise(0, counts)


def sides_of(task: Task, settings: ContrastSettings) -> Iterator[Side]:
    """The target for what is more frequent, and the first scout for what is less, as far as they are asked for."""
    assert task.comparison is not None
    objective, scouts = task.comparison.objective, task.comparison.scouts
    scale = float(population(task.graphs, objective))
    if task.request.direction != "under":
        yield Side(task, settings, objective, task.graphs, scouts, 1, scale)
    if task.request.direction != "over":
        yield Side(task, settings, objective, scouts[0], (task.graphs,), -1, scale)


_UNSURE = 1e-3  # the most that a pattern scores whose surprise may be chance
_AT_ONCE = 8  # patterns that are settled before the next are chosen; not by the number of threads
_SETTLED = 0.8  # of its estimate is sure: more anchors would hardly move a pattern


@dataclass(frozen=True, slots=True)
class Lap:
    """So many patterns, those that lead, are asked at so many anchors of each graph.

    As many at home as away: copies that keep degrees have the same nodes, and what chance does to the choice of anchors
    it does on both sides.
    """

    patterns: int
    anchors: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Counts at home (on the scale of the target), how surprising they are, and by how many anchors, per pattern."""

    counts: NDArray[np.float64]
    scores: NDArray[np.float64]
    asked: NDArray[np.int64]


class SuccessiveHalving:
    """Patterns on both sides; one that ran before goes on from where it was."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self._teller = replace(side.teller, threads=1)  # threads share the patterns: few anchors are little work
        self._runners: dict[Pattern, _Runner] = {}

    def run(self, patterns: Sequence[Pattern], laps: Sequence[Lap], monitor: Monitor) -> Standing | None:
        """Where patterns stand after all laps; ``None`` if there was no time.

        Scores are positive where there are more at home than away.
        """
        runners = [self._runner(pattern) for pattern in patterns]
        order = np.arange(len(runners))
        with ThreadPoolExecutor(self.side.task.threads or os.cpu_count(), thread_name_prefix="spminer-race") as pool:
            for lap, following in zip(laps, (*laps[1:], laps[-1]), strict=True):
                leading = list(dict.fromkeys(runners[entry] for entry in order[: lap.patterns]))
                asked = [runner for runner in leading if not runner.sure]
                for _ in pool.map(lambda runner, lap=lap: runner.ask(lap, monitor.part()), asked):
                    pass
                while not monitor.stopped and (chosen := _unsettled(leading, following.patterns)):
                    for _ in pool.map(lambda runner: runner.settle(monitor.part()), chosen):
                        pass
                if monitor.stopped:
                    return None
                order = np.argsort([-runner.estimate for runner in runners], kind="stable")
        return Standing(
            counts=np.array([runner.count for runner in runners], np.float64),
            scores=np.array([runner.score for runner in runners], np.float64),
            asked=np.array([runner.asked for runner in runners], np.int64),
        )

    def _runner(self, pattern: Pattern) -> _Runner:
        if pattern not in self._runners:
            self._runners[pattern] = _Runner(self.side, self._teller, pattern)
        return self._runners[pattern]


def _unsettled(runners: Sequence[_Runner], leading: int) -> list[_Runner]:
    """Of those that could lead if what is undecided turned out well, the most hopeful."""
    estimates = sorted((runner.estimate for runner in runners), reverse=True)
    least = next(iter(estimates[leading - 1 : leading]), 0.0)
    hopeful = [runner for runner in runners if not runner.settled and runner.hope > least]
    return sorted(hopeful, key=lambda runner: -runner.hope)[:_AT_ONCE]


class _Runner:
    """One pattern on both sides."""

    def __init__(self, side: Side, teller: MatchOptions, pattern: Pattern) -> None:
        self._side = side
        self._home = AnchorEstimate(teller, pattern, side.home)
        self._away = [AnchorEstimate(teller, pattern, graphs) for graphs in side.away]

    def ask(self, lap: Lap, monitor: Monitor) -> None:
        if monitor.stopped:
            return
        self.settle(monitor)
        self._home.ask(lap.anchors, monitor)
        self._ask_away(monitor)

    def settle(self, monitor: Monitor) -> None:
        """Spend more on what is undecided."""
        self._home.settle(monitor)
        self._ask_away(monitor)
        for tally in self._away:
            if not monitor.stopped:
                tally.settle(monitor)

    def _ask_away(self, monitor: Monitor) -> None:
        for tally in self._away if self._home.share.least else ():  # what was not met at home does not lead
            tally.ask(self._home.tested, monitor)

    @property
    def asked(self) -> int:
        return self._home.tested

    @property
    def count(self) -> float:
        return self._side.scale * self._home.share.least

    @property
    def settled(self) -> bool:
        """Whether nothing is undecided that more could be spent on."""
        return all(tally.settled for tally in (self._home, *self._away))

    @property
    def hope(self) -> float:
        """The surprise if nothing that is undecided were a match; most matches take few steps."""
        away = float(np.mean([tally.share.least for tally in self._away]))
        return self._side.surprise(self._home.share.least, away)

    @property
    def sure(self) -> bool:
        """Whether more anchors would hardly change its score."""
        return self._surprise(errors=1) > _SETTLED * self.estimate > 0

    @property
    def estimate(self) -> float:
        return self._surprise(errors=0)

    @property
    def score(self) -> float:
        """What is sure of the surprise; if nothing is, next to nothing, and less the less sure it is."""
        sure = self._surprise(errors=1)
        return sure if sure > 0 else min(self.estimate, _UNSURE * math.exp(sure))

    def _surprise(self, errors: int) -> float:
        """The surprise if there were so many standard errors less at home and more away."""
        home, away = self._home.share, [tally.share for tally in self._away]
        if not home.least:
            return 0.0
        error = float(np.sqrt(np.sum([share.error**2 for share in away]))) / len(away)
        most = float(np.mean([share.most for share in away])) + errors * error
        return self._side.surprise(max(home.least - errors * home.error, 0.0), most)
