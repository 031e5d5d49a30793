"""Pilot of a growth: the same growth in small, which tells before the work starts how long each level will take.

It grows half of the patterns from an eighth of the anchors, through all sizes, since what a level costs depends
on its patterns more than on anything that could be told from the graph: how many embeddings they have, and how hard
the anchors are that have none. Its clock is the processor's, so that a busy machine does not change the plan.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.checkpoint import States
from spminer._util.monitor import Monitor
from spminer.counting.matching import affords_all_nodes
from spminer.methods.grow.anchors import is_dense, slots_of
from spminer.methods.grow.search import Growth
from spminer.results.request import Foreseen

if TYPE_CHECKING:
    from spminer.methods.base import Task
    from spminer.methods.grow.settings import GrowSettings

__all__ = ["forecast"]

_PATTERNS, _ANCHORS = 2, 8  # this many times fewer
_LEAST_PATTERNS, _LEAST_ANCHORS = 4, 50
_DEARER = 1.3  # of a level that the pilot had no time for, to the one before it
# Verification counts candidates at every node where growth has asked a sample of them: so much longer it takes in all.
_COUNTED_ANEW = 1.4


def forecast(task: Task, settings: GrowSettings, monitor: Monitor) -> Foreseen | None:
    """Seconds that one thread will need for each level, or ``None`` if the monitor leaves no time to tell.

    Levels that it leaves no time for are taken to cost ever more, and may cost more than that; so may those of patterns
    that have anchors which no effort decides: they are few, hard, and met by chance.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> from spminer.methods.grow.settings import GrowSettings
    >>> from spminer._util.monitor import Monitor
    >>> foreseen = forecast(Task.of(example(), sizes=(4, 6)), GrowSettings(), Monitor())
    >>> sorted(foreseen.by_size), foreseen.at_least
    ([2, 3, 4, 5, 6], False)
    """
    patience, small = monitor.remaining, _Scale.of(task, settings)
    growth = Growth(small.task, small.settings, monitor)
    # What a large graph needs to be searched at all is made once, and is not lost: it does not count.
    monitor = growth.monitor = Monitor(time_limit=patience)
    beam, seconds = growth.start(), dict[int, float]()
    while beam.size < max(task.sizes) and not monitor.stopped:
        started = time.process_time()
        beam = growth.level(beam)
        if not monitor.stopped:
            seconds[beam.size] = small.factor * (time.process_time() - started)
    if not seconds:
        return None
    at_least = max(seconds) < max(task.sizes) or bool(small.settings.effort and growth.counters["undecided"])
    for size in range(max(seconds) + 1, max(task.sizes) + 1):
        seconds[size] = _DEARER * seconds[size - 1]
    return Foreseen(seconds, at_least)


@dataclass(frozen=True, slots=True)
class _Scale:
    """A growth in small, and how many times as long the real one takes."""

    task: Task
    settings: GrowSettings
    factor: float

    @classmethod
    def of(cls, task: Task, settings: GrowSettings) -> _Scale:
        slots = slots_of(task, settings)
        count = max(len(slots), 1)
        fewer = max(math.ceil(count / _ANCHORS), min(count, _LEAST_ANCHORS))
        small, factor = _fewer_patterns(settings.chosen(dense=is_dense(task.graphs), top=task.depth), fewer / count)
        scouts = math.ceil(min(small.scouts or count, count) * fewer / count)
        graphs = task.graphs
        if task.objective == "transactions":  # slots are graphs
            graphs = graphs[np.linspace(0, graphs.num_graphs - 1, fewer, dtype=np.int64)]
        elif not slots.all and affords_all_nodes(graphs.num_nodes, task.request.verify.effort):
            factor *= _COUNTED_ANEW
        request = replace(task.request, threads=1)
        part = replace(task, graphs=graphs, request=request, states=States(), seconds={})
        return cls(part, replace(small, anchors=fewer, scouts=scouts), factor * count / fewer)


def _fewer_patterns(full: GrowSettings, share: float) -> tuple[GrowSettings, float]:
    """The settings for fewer patterns, with what is spent on each as if it had this share of the anchors."""
    beam = full.beam or 1
    fewer = max(beam // _PATTERNS, min(beam, _LEAST_PATTERNS))
    small = replace(
        full,
        beam=fewer,
        exact=math.ceil((full.exact or 0) * fewer / beam),
        probes=math.ceil((full.probes or 0) * share),
        effort=int((full.effort or 0) * share),
    )
    return small, beam / fewer
