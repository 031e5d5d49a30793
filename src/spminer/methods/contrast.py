"""The method ``contrast``: patterns that are far more, or far less, frequent than on another side.

Small sizes are enumerated on both sides. Larger patterns are grown like frequent ones, but what goes on is chosen by
the contrast with the comparison's scouts: of a wide beam by frequency, each pattern is counted at sampled anchors of
the scouts, and the most surprising are grown further, with some of the most frequent, whose extensions may surprise.
What is rarer than expected is grown on the other side, and contrasted with the target.

Only proposals come from here. Their figures come from fresh graphs (:mod:`spminer.against.comparison`).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.against.counts import population
from spminer.against.surprise import surprise
from spminer.counting.query import Query
from spminer.counting.support import measure
from spminer.enumeration.classes import count_patterns
from spminer.enumeration.estimate import enumeration_work
from spminer.errors import UsageError
from spminer.methods.base import Candidate, Method, SearchResult, Task
from spminer.methods.checks import check_at_least
from spminer.methods.grow.search import Growth
from spminer.methods.grow.settings import GrowSettings
from spminer.running.states import States

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.methods.grow.levels import Level
    from spminer.patterns import Pattern
    from spminer.running.monitor import Monitor

__all__ = ["METHOD", "ContrastSettings"]

_ENUMERATION_S = 2.0  # rough seconds of one thread that enumerating one size may take, on each side
_ANCHOR_STREAM = 0xC047  # of random numbers, so that no other part draws the same


@dataclass(frozen=True, slots=True)
class ContrastSettings:
    """Settings of the search by contrast."""

    beam: int = 300
    """Patterns of each size that are counted on both sides."""
    keep: int = 60
    """The most surprising of them that are grown further."""
    frequent: int = 20
    """The most frequent of them that are grown further too."""
    anchors: int = 400
    """Anchors of each graph of the other side that patterns are counted at."""
    steps: int = 1000
    """Search steps per anchor before it counts as none."""
    memory_limit: int | None = None
    """Bytes for lists of embeddings."""

    def __post_init__(self) -> None:
        check_at_least(self, beam=1, keep=1, frequent=0, anchors=1, steps=1, memory_limit=1)


def search(task: Task, settings: ContrastSettings, monitor: Monitor) -> SearchResult:
    """Propose the most surprising patterns of each size, in the directions that are asked for."""
    if task.comparison is None:
        raise UsageError("the method 'contrast' needs something to compare with: against='degree', another graph, ...")
    started = time.perf_counter()
    task.comparison.prepare(monitor)
    if not task.comparison.scouts:
        return SearchResult({}, complete=False)
    run = _Contrast(task, settings, monitor)
    run.enumerate_small_sizes()
    complete = [run.grow(side) for side in run.sides()] if run.left else []
    candidates = {
        size: tuple(sorted(found.values(), key=lambda one: -abs(one.score))[: task.proposals])
        for size, found in run.found.items()
    }
    return SearchResult(
        candidates,
        complete=all(complete) and not monitor.stopped,
        proven_sizes=tuple(size for size in run.enumerated if len(run.found[size]) <= task.proposals),
        timing_s={"search": time.perf_counter() - started},
        facts={"enumerated": tuple(run.enumerated), "patterns": run.patterns},
    )


@dataclass(frozen=True, slots=True)
class _Side:
    """Where patterns are grown and what they are contrasted with; more there is surprising in one direction."""

    home: GraphCollection
    away: tuple[GraphCollection, ...]
    sign: float
    name: str


@dataclass
class _Contrast:
    task: Task
    settings: ContrastSettings
    monitor: Monitor
    found: dict[int, dict[Pattern, Candidate]] = field(default_factory=dict)
    enumerated: list[int] = field(default_factory=list)
    patterns: int = 0

    def __post_init__(self) -> None:
        self.found = {size: {} for size in self.task.sizes}
        assert self.task.comparison is not None
        self.scouts = self.task.comparison.scouts
        self.scale = population(self.task.graphs, self.task.objective)

    @property
    def left(self) -> tuple[int, ...]:
        """Sizes that are not enumerated."""
        return tuple(size for size in self.task.sizes if size not in self.enumerated)

    def sides(self) -> Iterator[_Side]:
        """The target for what is more frequent, and the first scout for what is less."""
        direction = self.task.request.direction
        if direction != "under":
            yield _Side(self.task.graphs, self.scouts, 1.0, "over")
        if direction != "over":
            yield _Side(self.scouts[0], (self.task.graphs,), -1.0, "under")

    def enumerate_small_sizes(self) -> None:
        """All patterns of a size on both sides, where that takes a moment."""
        if not self.task.induced or self.task.objective == "transactions":
            return
        for size in self.task.sizes:
            self.monitor.update(stage="enumerate", size=size)
            if self.monitor.stopped or not self._affordable(size):
                return
            tables = [self._classes(graphs, size) for graphs in (self.task.graphs, *self.scouts)]
            if any(table is None for table in tables):
                return
            own, *others = [table or {} for table in tables]
            self.enumerated.append(size)
            for pattern in dict.fromkeys(pattern for table in (own, *others) for pattern in table):
                expected = float(np.mean([self._scaled(table.get(pattern, 0), i) for i, table in enumerate(others)]))
                self._add(size, pattern, float(surprise(own.get(pattern, 0), expected)))

    def grow(self, side: _Side) -> bool:
        """Grow to the largest size that is left; whether that was not stopped."""
        request = replace(self.task.request, sizes=self.left, against=None)
        task = Task(side.home, request, States())
        settings = GrowSettings(beam=self.settings.beam, memory_limit=self.settings.memory_limit)
        growth = Growth(task, settings, self.monitor)
        beam = growth.start()
        while beam.size < max(self.left) and not self.monitor.stopped:
            beam = growth.level(beam)
            level = growth.levels[beam.size]
            scores = self._scores(level, side, len(growth.slots))
            if scores is None:
                return False
            if beam.size in self.left:
                for pattern, score in zip(level.patterns, scores.tolist(), strict=True):
                    self._add(beam.size, _asked(pattern, task), side.sign * score)
            beam = _core.grow_select(beam, self._kept(scores))
        return not self.monitor.stopped

    def _scores(self, level: Level, side: _Side, slots: int) -> NDArray[np.float64] | None:
        """How surprising the patterns of a level are: their frequency at home beside that away, on the same scale."""
        home = self._home_shares(level, side.home, slots)
        away = []
        for pattern in level.patterns:
            shares = [self._away_share(pattern, graphs) for graphs in side.away]
            if self.monitor.stopped:
                return None
            away.append(float(np.mean(shares)))
        self.patterns += len(away)
        self.monitor.update(patterns=self.patterns)
        return surprise(home * self.scale, np.array(away) * self.scale)

    def _home_shares(self, level: Level, home: GraphCollection, slots: int) -> NDArray[np.float64]:
        objective = self.task.objective
        if objective in ("anchored", "transactions"):
            return level.expected / max(slots, 1)
        values = level.node_sets if objective == "graph" else level.images
        return values / max(population(home, objective), 1)

    def _away_share(self, pattern: Pattern, graphs: GraphCollection) -> float:
        """How frequent a pattern is in a graph of the other side, roughly: at a sample of anchors, if it has one."""
        query = Query.make(pattern, graphs, induced=self.task.induced, threads=self.task.threads)
        control = self.monitor.control()
        if self.task.objective == "anchored":
            anchors = self._anchors(graphs)
            return query.anchors(control, among=anchors, steps=self.settings.steps).count / max(len(anchors), 1)
        value = measure(query, self.task.objective, self.monitor, steps=self.settings.steps).frequency.value
        return value / max(population(graphs, self.task.objective), 1)

    def _anchors(self, graphs: GraphCollection) -> NDArray[np.int32]:
        random = np.random.default_rng([self.task.seed, _ANCHOR_STREAM])
        wanted = min(self.settings.anchors, graphs.num_nodes)
        return np.sort(random.choice(graphs.num_nodes, size=wanted, replace=False)).astype(np.int32)

    def _kept(self, scores: NDArray[np.float64]) -> NDArray[np.int64]:
        """Which patterns of a beam, best by frequency first, are grown further."""
        surprising = np.argsort(-scores, kind="stable")[: self.settings.keep]
        return np.unique(np.concatenate([surprising, np.arange(min(self.settings.frequent, len(scores)))])).astype(
            np.int64
        )

    def _affordable(self, size: int) -> bool:
        if size > 16:
            return False
        sides = (self.task.graphs, self.scouts[0])
        return all(enumeration_work(graphs, size, time_limit=0.2).seconds <= _ENUMERATION_S for graphs in sides)

    def _classes(self, graphs: GraphCollection, size: int) -> dict[Pattern, int] | None:
        """The frequency of every pattern of a size; ``None`` if there was no time."""
        work = enumeration_work(graphs, size, time_limit=0.2)
        return count_patterns(graphs, size, work.engine, self.task.objective, self.monitor, threads=self.task.threads)

    def _scaled(self, count: float, scout: int) -> float:
        """A count in a scout as it would be in a graph as large as the target."""
        return count * self.scale / max(population(self.scouts[scout], self.task.objective), 1)

    def _add(self, size: int, pattern: Pattern, score: float) -> None:
        direction = self.task.request.direction
        if score == 0 or (direction == "over" and score < 0) or (direction == "under" and score > 0):
            return
        known = self.found[size].get(pattern)
        if known is None or abs(known.score) < abs(score):
            self.found[size][pattern] = Candidate(pattern, score)


def _asked(pattern: Pattern, task: Task) -> Pattern:
    """The pattern as its frequency wants it."""
    return pattern if task.objective == "anchored" else pattern.without_anchor()


METHOD = Method(
    name="contrast",
    summary="patterns that are more or less frequent than on another side (null model, graph, class)",
    settings=ContrastSettings,
    search=search,
    objectives=("anchored", "graph", "transactions", "images"),
    guarantee="proposals are judged on fresh graphs; `proven` where every pattern on either side was judged",
)
