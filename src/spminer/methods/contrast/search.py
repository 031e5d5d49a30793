"""The search by contrast: of small sizes all patterns, larger ones grown by how surprising they are.

Patterns are grown like frequent ones, but what goes on is chosen by the contrast with the comparison's scouts: of a
wide beam by frequency, each pattern is counted at sampled anchors of the scouts, and the most surprising are grown
further, with some of the most frequent, whose extensions may surprise. What is rarer than expected is grown on the
other side, and contrasted with the target. Where that is little work, all patterns that could still be among the most
surprising are grown then (:mod:`spminer.methods.contrast.proof`).

Only proposals come from here. Their figures come from fresh graphs (:mod:`spminer.significance.comparison`).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from spminer.methods.base import Method, SearchResult, Task
from spminer.methods.contrast.enumerated import whole_sizes
from spminer.methods.contrast.proof import prove
from spminer.methods.contrast.race import Race
from spminer.methods.contrast.settings import ContrastSettings
from spminer.methods.contrast.sides import sides_of
from spminer.methods.contrast.sightings import Sightings
from spminer.methods.contrast.steered import grow_by_contrast, look_closer

if TYPE_CHECKING:
    from spminer._util.monitor import Monitor

__all__ = ["METHOD", "search"]


def search(task: Task, settings: ContrastSettings, monitor: Monitor) -> SearchResult:
    """Propose the most surprising patterns of each size, in the directions that are asked for."""
    assert task.comparison is not None  # as the method's check made sure
    started = time.perf_counter()
    task.comparison.prepare(monitor)
    if not task.comparison.scouts:
        return SearchResult({}, complete=False)
    whole = whole_sizes(task, monitor, settings.memory_limit)
    left = tuple(size for size in task.sizes if size not in whole)
    found = {size: Sightings() for size in left}
    proven: list[int] = []
    if left:
        for side in sides_of(task, settings):
            race = Race(side)
            grow_by_contrast(race, left, found, monitor)
            for sightings in found.values():
                look_closer(race, sightings, task.comparison.judged(task.top), monitor)
            proven += prove(side, left, found, monitor)
    wanted = task.comparison.judged(task.top)
    proposed = {size: sightings.proposals(task.request.direction, wanted) for size, sightings in found.items()}
    return SearchResult(
        whole | {size: candidates for size, (candidates, _) in proposed.items()},
        complete=not monitor.stopped,
        whole_sizes=tuple(whole),
        rest={size: rest for size, (_, rest) in proposed.items()},
        timing_s={"search": time.perf_counter() - started},
        facts={"enumerated": tuple(whole), "proven": tuple(dict.fromkeys(proven))},
    )


METHOD = Method(
    name="contrast",
    compares=True,
    summary="patterns that are more or less frequent than on another side (null model, graph, class)",
    settings=ContrastSettings,
    search=search,
    objectives=("anchored", "graph", "transactions", "images"),
    guarantee="proposals are judged on fresh graphs; `proven` where no other pattern can be more surprising",
)
