"""Growth that is steered by contrast, in several beams.

One beam by frequency would be full of the extensions of what is frequent; what is surprising is often much rarer. So a
beam is split by frequency, until there are a few, and each goes on with the best of its own. Beside them, the most
surprising patterns suggest larger ones (:mod:`spminer.patterns.parts`), and so do the groups that nodes gather
(:mod:`spminer.methods.contrast.gatherings`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer._util.checkpoint import States
from spminer.counting.matching import Query
from spminer.methods.base import Task
from spminer.methods.contrast.gatherings import gathered_patterns
from spminer.methods.contrast.race import Lap
from spminer.methods.contrast.sightings import Sighting
from spminer.methods.grow.search import Growth
from spminer.methods.grow.settings import GrowSettings
from spminer.patterns.parts import seeds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.methods.contrast.race import Race
    from spminer.methods.contrast.settings import ContrastSettings
    from spminer.methods.contrast.sides import Side
    from spminer.methods.contrast.sightings import Sightings
    from spminer.patterns import Pattern

__all__ = ["grow_by_contrast", "look_closer"]

_BEAMS = 4
_LEAST_TO_SPLIT = 6  # patterns
_FIRST = 60  # anchors that tell what does not surprise
_CLOSER = 4  # times as many patterns as are wanted
_SUGGESTING = 10  # patterns that suggest larger ones
_GROWING, _TAKEN = 3, 8  # patterns, and suggested ones, that are grown beside the beams
_FIRST_GATHERED = 3  # the smallest size: an edge is gathered everywhere
_GATHERED = 24  # patterns of a size that nodes gather more often than away


def grow_by_contrast(race: Race, sizes: tuple[int, ...], found: dict[int, Sightings], monitor: Monitor) -> None:
    """Grow to the largest size, and add what is met to the sightings of its size."""
    side = race.side
    run = _Steered(race, _growth(side, sizes, monitor), found, monitor)
    to_gather = range(_FIRST_GATHERED, max(sizes) + 1)
    gathered = gathered_patterns(side.home, side.away[0], to_gather, _GATHERED, side.task.seed, monitor)
    beams, best = [run.growth.start()], _Best.nothing()
    while beams and beams[0].size < max(sizes):
        run.growth.params.beam = max(side.settings.beam // len(beams), 1)
        grown = [run.level(beam) for beam in beams]
        suggested = run.suggested(beams[0].size + 1, best.patterns, gathered)
        # What is suggested is often rarer than what it is grown beside, so that it needs room.
        run.growth.params.beam = max(side.settings.beam // 2, 1)
        aside = [] if best.beam is None else [run.level(best.beam, suggested.best(_TAKEN))]
        if monitor.stopped:
            return
        beams = [part for one in grown for part in one.parts(side.settings, len(beams))]
        best = _Best.of([*grown, *aside], suggested)


def _growth(side: Side, sizes: tuple[int, ...], monitor: Monitor) -> Growth:
    """Nothing is decided: patterns are counted on both sides alike, and what is proposed is counted again."""
    request = replace(side.task.request, sizes=sizes, frequency=side.objective, against=None)
    chosen = side.settings
    settings = GrowSettings(beam=chosen.beam, exact=0, steps=chosen.steps, effort=0, memory_limit=chosen.memory_limit)
    return Growth(Task(side.home, request, States()), settings, monitor)


@dataclass(frozen=True, slots=True)
class _Scored:
    """Patterns, and how surprising they are."""

    patterns: tuple[Pattern, ...] = ()
    counts: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    scores: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))

    def order(self, number: int) -> NDArray[np.int64]:
        """Where the most surprising are."""
        return np.argsort(-self.scores, kind="stable")[:number].astype(np.int64)

    def best(self, number: int) -> list[Pattern]:
        """The most surprising."""
        return [self.patterns[entry] for entry in self.order(number)]


@dataclass(frozen=True, slots=True)
class _Grown:
    """The patterns of one beam."""

    beam: _core.GrowBeam
    scored: _Scored

    def parts(self, settings: ContrastSettings, beams: int) -> list[_core.GrowBeam]:
        """What goes on: the most surprising and the most frequent, which come first; as two beams if there are few."""
        first = np.arange(min(settings.frequent // beams, len(self.scored.patterns)))
        best = self.scored.order(max(settings.keep // beams, 1))
        kept = np.unique(np.concatenate([best, first])).astype(np.int64)
        if len(kept) == 0:
            return []
        if 2 * beams > _BEAMS or len(kept) < _LEAST_TO_SPLIT:
            return [_core.grow_select(self.beam, kept)]
        by_count = kept[np.argsort(-self.scored.counts[kept], kind="stable")]
        return [_core.grow_select(self.beam, np.sort(half)) for half in np.array_split(by_count, 2)]


@dataclass(frozen=True, slots=True)
class _Best:
    """The most surprising patterns of a size, and a beam of a few of them, as far as they are in one."""

    patterns: list[Pattern]
    beam: _core.GrowBeam | None

    @classmethod
    def nothing(cls) -> _Best:
        return cls([], None)

    @classmethod
    def of(cls, grown: Sequence[_Grown], suggested: _Scored) -> _Best:
        everyone = [
            (float(one.scores[entry]), one.patterns[entry])
            for one in (*(each.scored for each in grown), suggested)
            for entry in one.order(_SUGGESTING)
        ]
        everyone.sort(key=lambda found: -found[0])
        patterns = list(dict.fromkeys(pattern for _, pattern in everyone))[:_SUGGESTING]
        with_any = [one for one in grown if one.scored.patterns]
        if not with_any:
            return cls(patterns, None)
        leading = max(with_any, key=lambda one: float(one.scored.scores.max()))
        return cls(patterns, _core.grow_select(leading.beam, np.sort(leading.scored.order(_GROWING))))


@dataclass(frozen=True, slots=True)
class _Steered:
    race: Race
    growth: Growth
    found: dict[int, Sightings]
    monitor: Monitor

    @property
    def side(self) -> Side:
        return self.race.side

    def level(self, beam: _core.GrowBeam, seeds: Sequence[Pattern] = ()) -> _Grown:
        """Grow a beam by a node and contrast its patterns; nothing if there was no time."""
        if self.monitor.stopped:
            return _Grown(beam, _Scored())
        beam = self.growth.level(beam, [Query.make(seed, self.side.home).native for seed in seeds])
        return _Grown(beam, self.scored(beam.size, self.growth.levels[beam.size].patterns))

    def suggested(self, size: int, smaller: Sequence[Pattern], gathered: Mapping[int, Sequence[Pattern]]) -> _Scored:
        """What nodes gather, and what smaller patterns suggest."""
        anchors = self.side.settings.anchors
        first: Sequence[Pattern] = gathered.get(size, ())
        if self.side.objective == "transactions":  # grown without anchors
            first = list(dict.fromkeys(pattern.without_anchor().canonical() for pattern in first))
        more = [pattern for pattern in seeds_of(smaller) if pattern not in first]
        # What is gathered was met more often at home, so that it gets more anchors at once.
        parts = self.scored(size, first, Lap(len(first), 2 * anchors)), self.scored(size, more)
        return _Scored(
            tuple(pattern for part in parts for pattern in part.patterns),
            np.concatenate([part.counts for part in parts]),
            np.concatenate([part.scores for part in parts]),
        )

    def scored(self, size: int, patterns: Sequence[Pattern], *laps: Lap) -> _Scored:
        """Contrast patterns; nothing if there was no time."""
        settings = self.side.settings
        usual = (Lap(len(patterns), _FIRST), Lap(max(settings.keep // _BEAMS, 1), settings.anchors))
        standing = self.race.run(patterns, laps or usual, self.monitor)
        if standing is None:
            return _Scored()
        if size in self.found:
            for pattern, score, asked in zip(patterns, standing.scores.tolist(), standing.asked.tolist(), strict=True):
                form = pattern if self.side.objective == "anchored" else pattern.without_anchor()
                self.found[size].add(Sighting(form, self.side.sign * score, asked=asked))
        return _Scored(tuple(patterns), standing.counts, standing.scores)


def look_closer(race: Race, sightings: Sightings, wanted: int, monitor: Monitor) -> None:
    """Count the most surprising of a side at more anchors, since the order of the others does not matter."""
    side = race.side
    if side.objective != "anchored":
        return  # all was counted
    best = sightings.best(side.sign, _CLOSER * wanted)
    anchors = side.settings.anchors
    laps = (Lap(len(best), 2 * anchors), Lap(2 * wanted, 5 * anchors))
    standing = race.run(best, laps, monitor)
    if standing is not None:
        for pattern, score, asked in zip(best, standing.scores.tolist(), standing.asked.tolist(), strict=True):
            sightings.add(Sighting(pattern, side.sign * score, asked=asked))
