"""Enumeration of both sides: every pattern of the sizes where that takes a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer.against.counts import population
from spminer.against.surprise import largest_surprise, surprise
from spminer.enumeration.classes import count_patterns
from spminer.enumeration.engines import MAX_ENUMERATION_SIZE
from spminer.enumeration.estimate import enumeration_work
from spminer.methods.contrast.sightings import Sighting

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.methods.contrast.sightings import Sightings
    from spminer.patterns import Pattern
    from spminer.running.monitor import Monitor

__all__ = ["enumerate_sides"]

_ENUMERATION_S = 2.0  # rough seconds of one thread that enumerating one size may take, on each side
_PATIENCE_S = 0.2  # for the estimate of that


def enumerate_sides(task: Task, found: dict[int, Sightings], monitor: Monitor) -> tuple[int, ...]:
    """Add all patterns of both sides to the sightings of their size; the sizes that this was done for, from the first.

    Enumeration finds induced patterns, and does not tell in which graphs.
    """
    done: list[int] = []
    assert task.comparison is not None
    if not task.induced or task.comparison.objective == "transactions":
        return ()
    for size in task.sizes:
        monitor.update(stage="enumerate", size=size)
        tables = [] if monitor.stopped else _tables(task, size, monitor)
        if not tables:
            break
        own, *others = tables
        for pattern in dict.fromkeys(pattern for table in tables for pattern in table):
            expected = np.mean([_scaled(table.get(pattern, 0), task, i) for i, table in enumerate(others)])
            found[size].add(_sighting(pattern, own.get(pattern, 0), float(expected), task))
        # What does not occur here is not more frequent; what does not occur in scouts may occur in other samples.
        found[size].unseen = {1: 0.0, -1: float("inf") if task.comparison.sampled else 0.0}
        done.append(size)
    return tuple(done)


def _tables(task: Task, size: int, monitor: Monitor) -> list[dict[Pattern, int]]:
    """The frequency of every pattern of a size in the target and in the scouts; nothing if that is too much."""
    if size > MAX_ENUMERATION_SIZE:
        return []
    assert task.comparison is not None
    tables = []
    for graphs in (task.graphs, *task.comparison.scouts):
        work = enumeration_work(graphs, size, time_limit=_PATIENCE_S)
        if work.seconds > _ENUMERATION_S:
            return []
        table = count_patterns(graphs, size, work.engine, task.objective, monitor, threads=task.threads)
        if table is None:
            return []
        tables.append(table)
    return tables


def _sighting(pattern: Pattern, count: int, expected: float, task: Task) -> Sighting:
    """With bounds: the surprise itself if the other side is given, else what it could be without any over there."""
    assert task.comparison is not None
    score = float(surprise(count, expected))
    if task.comparison.sampled:
        return Sighting(pattern, score, {1: float(largest_surprise(count)), -1: float("inf")})
    return Sighting(pattern, score, {1: max(score, 0.0), -1: max(-score, 0.0)})


def _scaled(count: float, task: Task, scout: int) -> float:
    """A count in a scout as it would be in a graph as large as the target."""
    assert task.comparison is not None
    other: GraphCollection = task.comparison.scouts[scout]
    return count * population(task.graphs, task.objective) / max(population(other, task.objective), 1)
