"""Planning: which sizes are enumerated and which are searched, decided and said before the work starts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spminer._util.monitor import Monitor
from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE, enumeration_work
from spminer.methods.registry import get_method, settings_of
from spminer.results.request import AUTO, Plan, Stage, rounded

if TYPE_CHECKING:
    from spminer.methods.base import Task
    from spminer.results.request import Work

__all__ = ["ENUMERATION", "SEARCH", "make_plan"]

# Exact enumeration may take this long in all, as one thread would need: a plan that knew the number of threads would
# give other results on other machines.
EXACT_BUDGET_S = 20.0
_SHARE_OF_LIMIT = 0.3
# Seconds for the estimate of one size (in steps of an ordinary machine), or of a search, and the share of a time limit
# that it may take; those of all sizes may take twice that by the clock, since a large graph takes time before the first
# of them can be looked at.
_PATIENCE_S, _PATIENCE_SHARE = 2.0, 0.05
_PLANNING_SHARE = 2 * _PATIENCE_SHARE
ENUMERATION = "exact"
# The search for what is too much to enumerate: in equal time growth finds the most frequent patterns on all data sets
# measured (benchmarks/bench_methods.py), and neural help does not add to it (docs/decisions/0005-growth.md).
SEARCH = "grow"
_CONTRAST = "contrast"
# Numbers of subgraphs grow with the size until patterns are about as large as the graphs; beyond this many times the
# budget a larger size need not be looked at.
_HOPELESS = 100.0


def make_plan(task: Task, *, time_limit: float | None = None) -> Plan:
    """Decide how each size is searched, and refuse what the methods cannot do.

    A named method does all sizes. ``"auto"`` enumerates those that fit a budget (20 seconds of one thread in all, or
    a third of a shorter time limit) and searches the rest.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> for line in make_plan(Task.of(example(), sizes=(4, 5))).lines():
    ...     print(line)
    sizes 4-5: exact (few enough to enumerate, about 14,000 subgraphs), less than a second
    """
    stages = _stages(task, time_limit)
    for stage in stages:
        get_method(stage.method).check(task.request.for_sizes(stage.sizes), task.graphs)
    settings = settings_of(Plan(stages), task.request)
    monitor = Monitor(time_limit=_patience(time_limit))
    return Plan(tuple(_timed(stage, task, settings[stage.method], monitor) for stage in stages))


def _timed(stage: Stage, task: Task, settings: Any, monitor: Monitor) -> Stage:
    """The stage with its time, if its method can tell and the plan has not."""
    method = get_method(stage.method)
    if stage.seconds is not None or method.forecast is None:
        return stage
    foreseen = method.forecast(task.of_stage(stage), settings, monitor)
    if foreseen is None:
        return stage
    by_size = dict(foreseen.by_size)
    return replace(stage, seconds=sum(by_size.values()), by_size=by_size, at_least=foreseen.at_least)


def _patience(time_limit: float | None) -> float:
    return _PATIENCE_S if time_limit is None else min(_PATIENCE_S, _PATIENCE_SHARE * time_limit)


def _stages(task: Task, time_limit: float | None) -> tuple[Stage, ...]:
    if task.comparison is not None and task.request.method == AUTO:
        return (Stage(_CONTRAST, task.sizes, f"compared with {task.comparison.name}"),)
    if task.request.method != AUTO:
        return (Stage(task.request.method, task.sizes, "as asked"),)
    affordable, too_many = _affordable(task, time_limit) if task.induced else ({}, "edge-induced patterns")
    stages = []
    if affordable:
        stages.append(_exact_stage(affordable))
    if rest := tuple(size for size in task.sizes if size not in affordable):
        stages.append(Stage(SEARCH, rest, too_many))
    return tuple(stages)


def _affordable(task: Task, time_limit: float | None) -> tuple[dict[int, Work], str]:
    """Work of the sizes that can be enumerated, and why the others cannot."""
    budget = min(EXACT_BUDGET_S, EXACT_BUDGET_S if time_limit is None else _SHARE_OF_LIMIT * time_limit)
    patience = _patience(time_limit)
    planning = Monitor(time_limit=None if time_limit is None else _PLANNING_SHARE * time_limit)
    works: dict[int, Work] = {}
    for size in (size for size in task.sizes if size <= MAX_ENUMERATION_SIZE):
        if planning.stopped:
            break
        works[size] = enumeration_work(
            task.graphs,
            size,
            seed=task.seed,
            patience=patience,
            time_limit=planning.remaining,
            memory_limit=task.request.settings.get("memory_limit", task.request.memory_limit),
        )
        if works[size].engine != "census" and works[size].seconds > _HOPELESS * budget:
            break
    affordable: dict[int, Work] = {}
    spent = 0.0
    for size in sorted(works, key=lambda size: works[size].seconds):
        spent += works[size].seconds
        if spent > budget:
            break
        affordable[size] = works[size]
    left = [size for size in works if size not in affordable]
    if not left and planning.stopped:
        return affordable, "too large to plan an enumeration in time"
    if not left:
        return affordable, f"enumeration goes up to size {MAX_ENUMERATION_SIZE}"
    number = works[left[0]].subgraphs
    many = f"about {rounded(number.value)} subgraphs" if number.kind == "estimate" else "too many subgraphs"
    return affordable, f"too much to enumerate: {many} of size {left[0]}"


def _exact_stage(works: dict[int, Work]) -> Stage:
    seconds = sum(work.seconds for work in works.values())
    numbers = [work.subgraphs for work in works.values()]
    known = all(number.kind == "estimate" for number in numbers)
    total = sum(number.value for number in numbers) if known else None
    return Stage(ENUMERATION, tuple(sorted(works)), "few enough to enumerate", total, seconds, works)
