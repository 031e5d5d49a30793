"""Proof by bounds: all patterns that could be among the most surprising, grown without a beam that cuts.

Along growth a count only falls, so that no extension of a pattern is more surprising than the pattern would be if the
other side had none (:func:`spminer.significance.statistics.largest_surprise`). What a first search has found sets the
mark; patterns whose bound is below it are cut with certainty. If the others are few at every size, that is all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer._util.checkpoint import States
from spminer.methods.base import Task
from spminer.methods.contrast.sightings import Sighting
from spminer.methods.grow.search import Growth
from spminer.methods.grow.settings import GrowSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.methods.contrast.sides import Side
    from spminer.methods.contrast.sightings import Sightings
    from spminer.methods.grow.levels import Level

__all__ = ["prove"]

_BEAM = 5000  # patterns of one size; of more, nothing is proven
_MEMORY = 2**28  # bytes for lists of embeddings: what needs more is no little work
_EMBEDDINGS = 5000  # of a pattern at one anchor or in one graph; where there are more, growth says what it left out


def prove(side: Side, sizes: tuple[int, ...], found: dict[int, Sightings], monitor: Monitor) -> list[int]:
    """Add all patterns that could be among the most surprising of a side; the sizes that this was done for.

    It works for frequencies that only fall along growth, on the side that is given: nothing is certain about samples
    that are still to be drawn.
    """
    comparison = side.task.comparison
    assert comparison is not None
    if side.objective not in ("anchored", "transactions") or (side.sign < 0 and comparison.sampled):
        return []
    growth = _growth(side, sizes, monitor)
    if not growth.slots.all or len(growth.slots) > side.settings.proof:
        return []
    floors = _floors(side, sizes, found)
    scale = side.scale / len(growth.slots)  # from slots at home to a graph as large as the target
    beam, done = growth.start(), []
    while beam.size < max(sizes) and not monitor.stopped:
        beam = growth.level(beam)
        level = growth.levels[beam.size]
        floor = min(floors[size] for size in sizes if size >= beam.size)
        kept = np.flatnonzero(level.bound * scale >= floor)
        work = len(kept) * len(growth.slots)
        if level.outside * scale >= floor or work > side.settings.proof or monitor.stopped:
            break
        if beam.size in sizes:
            if not _add(side, level, kept, scale, found[beam.size], monitor):
                break
            done.append(beam.size)
        beam = _core.grow_select(beam, kept.astype(np.int64))
    return done


def _growth(side: Side, sizes: tuple[int, ...], monitor: Monitor) -> Growth:
    request = replace(side.task.request, sizes=sizes, frequency=side.objective, against=None)
    settings = GrowSettings(
        beam=_BEAM,
        embeddings=_EMBEDDINGS,
        anchors=0,
        scouts=0,
        exact=_BEAM,
        steps=side.settings.steps,
        effort=0,
        memory_limit=min(side.settings.memory_limit or _MEMORY, _MEMORY),
    )
    return Growth(Task(side.home, request, States()), settings, monitor)


def _floors(side: Side, sizes: tuple[int, ...], found: dict[int, Sightings]) -> dict[int, int]:
    """For each size, the least count (on the scale of the target) that may still be among the best there."""
    counts = np.arange(1, round(side.scale) + 2)
    reach = side.most(counts)
    floors = {}
    for size in sizes:
        scores = np.sort([side.sign * one.score for one in found[size].met.values()])[::-1]
        mark = float(scores[side.task.top - 1]) if len(scores) >= side.task.top else 0.0
        floors[size] = int(counts[min(int(np.searchsorted(reach, mark)), len(counts) - 1)])
    return floors


def _add(
    side: Side, level: Level, kept: NDArray[np.intp], scale: float, sightings: Sightings, monitor: Monitor
) -> bool:
    """Count the patterns away and add them, with bounds; whether there was time."""
    comparison = side.task.comparison
    assert comparison is not None
    patterns = [level.patterns[entry] for entry in kept]
    counts = (level.bound[kept] * scale).astype(np.float64)  # from above: an undecided slot may show the pattern
    contrasted = side.surprises(counts, patterns, monitor)
    if contrasted is None:
        return False
    scores, exact = contrasted
    exact &= (level.count == level.bound)[kept]
    most = side.most(counts) if comparison.sampled else np.maximum(scores, 0.0)
    other_way = np.where(exact & (not comparison.sampled), np.maximum(-scores, 0.0), np.inf)
    for entry, pattern in enumerate(patterns):
        asked = pattern if side.objective == "anchored" else pattern.without_anchor()
        bounds = {side.sign: float(most[entry]), -side.sign: float(other_way[entry])}
        sightings.add(Sighting(asked, side.sign * float(scores[entry]), bounds))
    below = np.delete(level.bound, kept).max(initial=level.outside) * scale
    sightings.unseen[side.sign] = float(side.most(below)) if below else 0.0
    return True
