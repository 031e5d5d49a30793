"""Sides of a comparison as a search sees them: where patterns are grown, and what they are contrasted with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spminer.methods.contrast.tallies import Tally, Teller
from spminer.results.frequency import population
from spminer.significance.statistics import largest_surprise, surprise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.methods.contrast.settings import ContrastSettings
    from spminer.patterns import Pattern
    from spminer.results.frequency import Objective

__all__ = ["Side", "sides_of"]


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
    def teller(self) -> Teller:
        """How patterns are counted."""
        return Teller(self.objective, self.settings, self.task.induced, self.task.seed, self.task.threads)

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
            tallies = [Tally(self.teller, pattern, graphs) for graphs in self.away]
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
        return largest_surprise(counts) if self.sign > 0 else -surprise(0, counts)


def sides_of(task: Task, settings: ContrastSettings) -> Iterator[Side]:
    """The target for what is more frequent, and the first scout for what is less, as far as they are asked for."""
    assert task.comparison is not None
    objective, scouts = task.comparison.objective, task.comparison.scouts
    scale = float(population(task.graphs, objective))
    if task.request.direction != "under":
        yield Side(task, settings, objective, task.graphs, scouts, 1, scale)
    if task.request.direction != "over":
        yield Side(task, settings, objective, scouts[0], (task.graphs,), -1, scale)
