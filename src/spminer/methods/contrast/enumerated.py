"""Whole sizes: those whose every pattern can be counted in every graph that is compared.

Only there a p-value can hold for the choice of motifs too. A search looks for what is extreme in this graph, and finds
something extreme in a graph that chance made as well; fresh samples do not undo that. Where all patterns are judged,
nothing is chosen beforehand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE, enumeration_work
from spminer.counting.enumeration import count_patterns
from spminer.methods.base import Candidate
from spminer.results.frequency import Frequency
from spminer.significance.comparison import ClassComparison

if TYPE_CHECKING:
    from spminer._util.monitor import Monitor
    from spminer.methods.base import Task

__all__ = ["whole_sizes"]

_BUDGET_S = 20.0  # rough seconds of one thread for all sizes and all graphs that are compared
_PATTERN_S = 3e-5  # rough seconds for one pattern in one table, beside finding its subgraphs
_MATCHING_S = 5e-3  # the same to find the graphs of two classes that contain it
_PATIENCE_S = 0.2  # for the estimate of one size


def whole_sizes(task: Task, monitor: Monitor, memory_limit: int | None = None) -> dict[int, tuple[Candidate, ...]]:
    """All patterns of the target by size, from the smallest size on, while all graphs can be enumerated.

    Enumeration finds induced patterns, and does not tell in which graphs of a collection.
    """
    assert task.comparison is not None
    by_class = isinstance(task.comparison, ClassComparison)  # told by graphs, whatever is counted
    if not task.induced or (task.objective == "transactions" and not by_class):
        return {}
    objective = "graph" if task.objective == "transactions" else task.objective
    tables = task.comparison.tables
    found: dict[int, tuple[Candidate, ...]] = {}
    left = _BUDGET_S
    for size in task.sizes:
        monitor.update(stage="enumerate", size=size)
        if monitor.stopped or size > MAX_ENUMERATION_SIZE:
            break
        works = [
            enumeration_work(
                graphs, size, patience=_PATIENCE_S, time_limit=monitor.remaining, memory_limit=memory_limit
            )
            for graphs in (task.graphs, *task.comparison.scouts[:1])
        ]
        left -= tables * max(work.seconds for work in works)
        if left < 0:
            break
        table = count_patterns(task.graphs, size, works[0].engine, objective, monitor, threads=task.threads)
        left -= 0.0 if table is None else len(table) * (_MATCHING_S if by_class else tables * _PATTERN_S)
        if table is None or left < 0:
            break
        found[size] = tuple(
            Candidate(pattern, 0.0, {objective: Frequency.exact(count)}) for pattern, count in table.items()
        )
    return found
