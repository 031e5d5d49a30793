"""Race of patterns: all are counted at a few anchors of both sides, and those that surprise most at ever more.

A few anchors tell what does not surprise, and few search steps at each of them; more are spent on what those leave
undecided where the pattern could then lead. In the end a pattern is ranked by what its anchors make sure of (one
standard error to either side), so that of many frequent patterns none leads by luck.
"""

from __future__ import annotations

import math
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer.methods.contrast.tallies import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.methods.contrast.sides import Side
    from spminer.methods.contrast.tallies import Teller
    from spminer.patterns import Pattern

__all__ = ["Lap", "Race", "Standing"]

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


class Race:
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

    def __init__(self, side: Side, teller: Teller, pattern: Pattern) -> None:
        self._side = side
        self._home = Tally(teller, pattern, side.home)
        self._away = [Tally(teller, pattern, graphs) for graphs in side.away]

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
