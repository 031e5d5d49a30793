"""The search by contrast: small sizes enumerated on both sides, larger ones grown by how surprising patterns are.

Patterns are grown like frequent ones, but what goes on is chosen by the contrast with the comparison's scouts: of a
wide beam by frequency, each pattern is counted at sampled anchors of the scouts, and the most surprising are grown
further, with some of the most frequent, whose extensions may surprise. What is rarer than expected is grown on the
other side, and contrasted with the target. Where that is little work, all patterns that could still be among the most
surprising are grown then (:mod:`spminer.methods.contrast.proof`).

Only proposals come from here. Their figures come from fresh graphs (:mod:`spminer.against.comparison`).
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.errors import UsageError
from spminer.methods.base import Method, SearchResult, Task
from spminer.methods.contrast.enumerated import enumerate_sides
from spminer.methods.contrast.proof import prove
from spminer.methods.contrast.settings import ContrastSettings
from spminer.methods.contrast.sides import sides_of
from spminer.methods.contrast.sightings import Sighting, Sightings
from spminer.methods.grow.search import Growth
from spminer.methods.grow.settings import GrowSettings
from spminer.running.states import States

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.methods.contrast.sides import Side
    from spminer.running.monitor import Monitor

__all__ = ["METHOD", "search"]


def search(task: Task, settings: ContrastSettings, monitor: Monitor) -> SearchResult:
    """Propose the most surprising patterns of each size, in the directions that are asked for."""
    if task.comparison is None:
        raise UsageError("the method 'contrast' needs something to compare with: against='degree', another graph, ...")
    started = time.perf_counter()
    task.comparison.prepare(monitor)
    if not task.comparison.scouts:
        return SearchResult({}, complete=False)
    found = {size: Sightings() for size in task.sizes}
    enumerated = enumerate_sides(task, found, monitor)
    left = tuple(size for size in task.sizes if size not in enumerated)
    proven: list[int] = []
    if left:
        for side in sides_of(task, settings):
            _grow(side, left, found, monitor)
            proven += prove(side, left, found, monitor)
    wanted = task.comparison.judged(task.top)
    proposed = {size: sightings.proposals(task.request.direction, wanted) for size, sightings in found.items()}
    return SearchResult(
        {size: candidates for size, (candidates, _) in proposed.items()},
        complete=not monitor.stopped,
        rest={size: rest for size, (_, rest) in proposed.items()},
        timing_s={"search": time.perf_counter() - started},
        facts={"enumerated": enumerated, "searched_whole": tuple(dict.fromkeys(proven))},
    )


def _grow(side: Side, sizes: tuple[int, ...], found: dict[int, Sightings], monitor: Monitor) -> None:
    """Grow to the largest size, steered by the contrast."""
    request = replace(side.task.request, sizes=sizes, frequency=side.objective, against=None)
    # Estimates are enough to steer by, and what is proposed is counted later.
    settings = GrowSettings(
        beam=side.settings.beam, exact=0, steps=side.settings.steps, effort=0, memory_limit=side.settings.memory_limit
    )
    growth = Growth(Task(side.home, request, States()), settings, monitor)
    beam = growth.start()
    while beam.size < max(sizes) and not monitor.stopped:
        beam = growth.level(beam)
        level = growth.levels[beam.size]
        contrasted = side.surprises(side.counts(level, len(growth.slots)), level.patterns, monitor)
        if contrasted is None:
            return
        scores, _ = contrasted
        if beam.size in sizes:
            for pattern, score in zip(level.patterns, scores.tolist(), strict=True):
                asked = pattern if side.objective == "anchored" else pattern.without_anchor()
                found[beam.size].add(Sighting(asked, side.sign * score))
        beam = _core.grow_select(beam, _kept(scores, side.settings))


def _kept(scores: NDArray[np.float64], settings: ContrastSettings) -> NDArray[np.int64]:
    """Which patterns of a beam, best by frequency first, are grown further."""
    surprising = np.argsort(-scores, kind="stable")[: settings.keep]
    frequent = np.arange(min(settings.frequent, len(scores)))
    return np.unique(np.concatenate([surprising, frequent])).astype(np.int64)


METHOD = Method(
    name="contrast",
    summary="patterns that are more or less frequent than on another side (null model, graph, class)",
    settings=ContrastSettings,
    search=search,
    objectives=("anchored", "graph", "transactions", "images"),
    guarantee="proposals are judged on fresh graphs; `proven` where no other pattern can be more surprising",
)
