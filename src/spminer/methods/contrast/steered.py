"""Growth that is steered by contrast, in several beams.

One beam by frequency would be full of the extensions of what is frequent; what is surprising is often much rarer. So a
beam is split by frequency, until there are a few, and each goes on with the best of its own. Beside them, the most
surprising patterns suggest larger ones (:mod:`spminer.methods.contrast.seeds`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.counting.query import Query
from spminer.methods.base import Task
from spminer.methods.contrast.seeds import seeds_of
from spminer.methods.contrast.sightings import Sighting
from spminer.methods.grow.search import Growth
from spminer.methods.grow.settings import GrowSettings
from spminer.running.states import States

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.methods.contrast.settings import ContrastSettings
    from spminer.methods.contrast.sides import Side
    from spminer.methods.contrast.sightings import Sightings
    from spminer.patterns import Pattern
    from spminer.running.monitor import Monitor

__all__ = ["grow_by_contrast"]

_BEAMS = 4
_LEAST_TO_SPLIT = 6  # patterns
_SUGGESTING, _GROWING = 16, 3  # patterns that suggest larger ones, and that are grown beside them


def grow_by_contrast(side: Side, sizes: tuple[int, ...], found: dict[int, Sightings], monitor: Monitor) -> None:
    """Grow to the largest size, and add what is met to the sightings of its size."""
    run = _Steered(side, _growth(side, sizes, monitor), found, monitor)
    beams, seeded = [run.growth.start()], None
    suggested: list[_Grown]
    while beams and beams[0].size < max(sizes):
        run.growth.params.beam = max(side.settings.beam // len(beams), 1)
        grown = [run.level(beam) for beam in beams]
        suggested = [] if seeded is None else [run.level(*seeded)]
        if monitor.stopped:
            return
        beams = [part for one in grown for part in one.parts(side.settings, len(beams))]
        seeded = _suggestions([*grown, *suggested], side.home)


def _growth(side: Side, sizes: tuple[int, ...], monitor: Monitor) -> Growth:
    """Nothing is decided: patterns are counted on both sides alike, and what is proposed is counted again."""
    request = replace(side.task.request, sizes=sizes, frequency=side.objective, against=None)
    chosen = side.settings
    settings = GrowSettings(beam=chosen.beam, exact=0, steps=chosen.steps, effort=0, memory_limit=chosen.memory_limit)
    return Growth(Task(side.home, request, States()), settings, monitor)


@dataclass(frozen=True, slots=True)
class _Grown:
    """The patterns of one beam, and how surprising they are."""

    beam: _core.GrowBeam
    patterns: tuple[Pattern, ...]
    counts: NDArray[np.float64]
    scores: NDArray[np.float64]

    def best(self, number: int) -> NDArray[np.int64]:
        """The most surprising."""
        return np.argsort(-self.scores, kind="stable")[:number].astype(np.int64)

    def parts(self, settings: ContrastSettings, beams: int) -> list[_core.GrowBeam]:
        """What goes on: the most surprising and the most frequent, which come first; as two beams if there are few."""
        first = np.arange(min(settings.frequent // beams, len(self.scores)))
        kept = np.unique(np.concatenate([self.best(max(settings.keep // beams, 1)), first])).astype(np.int64)
        if len(kept) == 0:
            return []
        if 2 * beams > _BEAMS or len(kept) < _LEAST_TO_SPLIT:
            return [_core.grow_select(self.beam, kept)]
        by_count = kept[np.argsort(-self.counts[kept], kind="stable")]
        return [_core.grow_select(self.beam, np.sort(half)) for half in np.array_split(by_count, 2)]


@dataclass(frozen=True, slots=True)
class _Steered:
    side: Side
    growth: Growth
    found: dict[int, Sightings]
    monitor: Monitor

    def level(self, beam: _core.GrowBeam, seeds: Sequence[_core.Pattern] = ()) -> _Grown:
        """Grow a beam by a node and contrast its patterns; nothing if there was no time."""
        nothing = _Grown(beam, (), np.empty(0), np.empty(0))
        if self.monitor.stopped:
            return nothing
        beam = self.growth.level(beam, seeds)
        level = self.growth.levels[beam.size]
        counts = self.side.counts(level.patterns, self.monitor)
        contrasted = self.side.surprises(counts, level.patterns, self.monitor)
        if contrasted is None:
            return nothing
        scores, _ = contrasted
        if beam.size in self.found:
            for pattern, score in zip(level.patterns, scores.tolist(), strict=True):
                asked = pattern if self.side.objective == "anchored" else pattern.without_anchor()
                self.found[beam.size].add(Sighting(asked, self.side.sign * score))
        return _Grown(beam, level.patterns, counts, scores)


def _suggestions(grown: Sequence[_Grown], home: GraphCollection) -> tuple[_core.GrowBeam, list[_core.Pattern]] | None:
    """What the most surprising patterns of all beams suggest, with a beam of a few of them, since growth needs one."""
    ranked = sorted(
        ((float(one.scores[entry]), one, int(entry)) for one in grown for entry in one.best(_SUGGESTING)),
        key=lambda found: -found[0],
    )[:_SUGGESTING]
    if not ranked:
        return None
    seeds = seeds_of(one.patterns[entry] for _, one, entry in ranked)
    best = ranked[0][1]
    beam = _core.grow_select(best.beam, np.sort(best.best(_GROWING)))
    return beam, [Query.make(seed, home).native for seed in seeds]
