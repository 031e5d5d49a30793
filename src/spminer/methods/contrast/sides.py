"""Sides of a comparison as a search sees them: where patterns are grown, and what they are contrasted with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spminer.against.counts import population
from spminer.against.surprise import largest_surprise, surprise
from spminer.counting.query import Query
from spminer.counting.support import measure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from spminer.frequencies import Objective
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.methods.contrast.settings import ContrastSettings
    from spminer.patterns import Pattern
    from spminer.running.monitor import Monitor

__all__ = ["Side", "sides_of"]

_NARROW_NODES = 10_000  # of graphs that are looked through for the dense part of a pattern
_FIRST, _HARD = 40, 0.25  # anchors; more are asked if no more than this share of them is undecided
_ANCHOR_STREAM = 0xC047  # of random numbers, so that no other part draws the same


class _Share(NamedTuple):
    """How frequent a pattern is in a graph: the least and the most by what is undecided, and if that is no estimate."""

    least: float
    most: float
    known: bool


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

    def surprises(
        self, counts: NDArray[np.float64], patterns: Sequence[Pattern], monitor: Monitor, *, whole: bool = False
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]] | None:
        """How surprising counts at home are (on the scale of the target), and which of that is no estimate.

        Positive where there are more at home than away. ``whole`` asks for all anchors away, not for a sample. ``None``
        if there was no time.
        """
        away, exact = np.zeros(len(patterns)), np.zeros(len(patterns), dtype=bool)
        for entry, pattern in enumerate(patterns):
            shares = [self._share(pattern, graphs, monitor, whole=whole) for graphs in self.away]
            if monitor.stopped:
                return None
            away[entry] = self.scale * np.mean([share.most for share in shares])
            exact[entry] = all(share.known for share in shares)
        return (surprise(counts, away) if self.sign > 0 else -surprise(away, counts)), exact

    def most(self, counts: ArrayLike) -> NDArray[np.float64]:
        """How surprising counts at home would be if there were none away: no extension of a pattern exceeds that."""
        return largest_surprise(counts) if self.sign > 0 else -surprise(0, counts)

    def counts(self, patterns: Sequence[Pattern], monitor: Monitor) -> NDArray[np.float64]:
        """Patterns at home, counted as roughly as away, on the scale of the target."""
        shares = [self._share(pattern, self.home, monitor, whole=False) for pattern in patterns]
        return self.scale * np.array([share.least for share in shares])

    def _share(self, pattern: Pattern, graphs: GraphCollection, monitor: Monitor, whole: bool) -> _Share:
        query = Query.make(pattern, graphs, induced=self.task.induced, threads=self.task.threads)
        if self.objective == "anchored":
            return self._anchored_share(query, None if whole else self._anchors(graphs), monitor)
        support = measure(query, self.objective, monitor, steps=self.settings.steps)
        found = support.frequency
        all_of_it = max(population(graphs, self.objective), 1)
        most = found.value if found.high is None else found.high
        return _Share(found.low / all_of_it, most / all_of_it, not support.undecided)

    def _anchored_share(self, query: Query, anchors: NDArray[np.int32] | None, monitor: Monitor) -> _Share:
        steps = self.settings.steps
        found = query.anchors(monitor.control(), among=None if anchors is None else anchors[:_FIRST], steps=steps)
        if anchors is not None and found.undecided <= _HARD * found.tested:
            found = query.anchors(monitor.control(), among=anchors, steps=steps)
        tested = max(found.tested, 1)
        if found.undecided and not found.count and query.graphs.num_nodes <= _NARROW_NODES:
            # That it is nowhere is known sooner than that it is not here and not there.
            nowhere = replace(query, narrow=True).contained(monitor.control(), steps=steps) is False
            if nowhere:
                return _Share(0.0, 0.0, True)
        known = found.tested == query.graphs.num_nodes and not found.undecided
        return _Share(found.count / tested, (found.count + found.undecided) / tested, known)

    def _anchors(self, graphs: GraphCollection) -> NDArray[np.int32]:
        random = np.random.default_rng([self.task.seed, _ANCHOR_STREAM])
        wanted = min(self.settings.anchors, graphs.num_nodes)
        return random.choice(graphs.num_nodes, size=wanted, replace=False).astype(np.int32)


def sides_of(task: Task, settings: ContrastSettings) -> Iterator[Side]:
    """The target for what is more frequent, and the first scout for what is less, as far as they are asked for."""
    assert task.comparison is not None
    objective, scouts = task.comparison.objective, task.comparison.scouts
    scale = float(population(task.graphs, objective))
    if task.request.direction != "under":
        yield Side(task, settings, objective, task.graphs, scouts, 1, scale)
    if task.request.direction != "over":
        yield Side(task, settings, objective, scouts[0], (task.graphs,), -1, scale)
