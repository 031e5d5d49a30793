"""Planning: which sizes are enumerated and which are searched, decided before the work starts.

:func:`make_plan` in order:

1. A named method does all sizes; with a comparison, ``"auto"`` takes ``contrast`` for all sizes.
2. Otherwise the work of enumerating each size is estimated (:mod:`spminer.counting.engine_choice`). Sizes that fit into
   20 seconds of one thread in all, cheapest first, or into 30 % of a shorter time limit, are enumerated (``exact``).
3. ``grow`` searches the other sizes, and all sizes of edge-induced patterns.
4. Methods check that they can do their sizes, and forecast their time if they can.

Invariants: the budget is time of one thread, and estimates end by steps, so that a plan does not depend on the machine.
Under a time limit the clock may end estimates, so a plan then holds for this limit only.

When a limit is short: an enumeration that ``"auto"`` has chosen stops after its share of the time
(:func:`ending_early`), unless the size in progress will end in time. :func:`unfinished_sizes` then go to growth
(:func:`fallback_stages`); the result has a warning, and nothing is proven at these sizes.
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spminer._util.monitor import TIME_LIMIT, Monitor
from spminer._util.text import format_sizes
from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE, enumeration_cost
from spminer.methods.registry import get_method, settings_of
from spminer.results.request import AUTO, Plan, Stage, rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spminer.methods.base import SearchResult, Task
    from spminer.results.request import EnumerationCost

__all__ = ["can_fall_back", "ending_early", "fallback_stages", "make_plan", "merge_fallback", "unfinished_sizes"]

# Seconds of one thread for exact enumeration in all. The number of threads does not count, since results would then
# depend on the machine.
EXACT_BUDGET_S = 20.0
_SHARE_OF_LIMIT = 0.3
# Seconds for the estimate of one size (in steps of an ordinary machine) or for a forecast, and their share of a time
# limit. The estimates of all sizes may take twice that by the clock, since the first one indexes a large graph.
_ESTIMATE_S, _ESTIMATE_SHARE = 2.0, 0.05
_PLANNING_SHARE = 2 * _ESTIMATE_SHARE
ENUMERATION = "exact"
# The search for other sizes: in equal time growth finds the most frequent patterns on all data sets measured
# (benchmarks/bench_methods.py), and neural methods do not add to it (docs/decisions/0005-growth.md).
SEARCH = "grow"
_CONTRAST = "contrast"
# Numbers of subgraphs grow with the size until patterns are about as large as the graphs. Beyond this many times the
# budget, larger sizes are not estimated.
_FAR_BEYOND = 100.0


def make_plan(task: Task, *, time_limit: float | None = None) -> Plan:
    """Choose the method of each size; raises ``UsageError`` if a method cannot do its sizes.

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
    monitor = Monitor(time_limit=_estimate_s(time_limit))
    return Plan(tuple(_timed(stage, task, settings[stage.method], monitor) for stage in stages))


def _stages(task: Task, time_limit: float | None) -> tuple[Stage, ...]:
    request = task.request
    if task.comparison is not None and request.method == AUTO:
        return (Stage(_CONTRAST, request.sizes, f"compared with {task.comparison.name}"),)
    if request.method != AUTO:
        return (Stage(request.method, request.sizes, "as asked"),)
    affordable, too_many = _affordable(task, time_limit) if request.induced else ({}, "edge-induced patterns")
    stages = []
    if affordable:
        stages.append(_exact_stage(affordable))
    if rest := tuple(size for size in request.sizes if size not in affordable):
        stages.append(Stage(SEARCH, rest, too_many))
    return tuple(stages)


def _affordable(task: Task, time_limit: float | None) -> tuple[dict[int, EnumerationCost], str]:
    """The work of the sizes that can be enumerated, and the reason why others cannot."""
    request = task.request
    budget = min(EXACT_BUDGET_S, EXACT_BUDGET_S if time_limit is None else _SHARE_OF_LIMIT * time_limit)
    estimate_s = _estimate_s(time_limit)
    planning = Monitor(time_limit=None if time_limit is None else _PLANNING_SHARE * time_limit)
    costs: dict[int, EnumerationCost] = {}
    for size in (size for size in request.sizes if size <= MAX_ENUMERATION_SIZE):
        if planning.stopped:
            break
        costs[size] = enumeration_cost(
            task.graphs,
            size,
            seed=request.seed,
            estimate_s=estimate_s,
            time_limit=planning.remaining,
            memory_limit=request.settings.get("memory_limit", request.memory_limit),
            threads=request.threads,
        )
        if costs[size].engine != "census" and costs[size].seconds > _FAR_BEYOND * budget:
            break
    affordable: dict[int, EnumerationCost] = {}
    spent = 0.0
    for size in sorted(costs, key=lambda size: costs[size].seconds):
        spent += costs[size].seconds
        if spent > budget:
            break
        affordable[size] = costs[size]
    left = [size for size in costs if size not in affordable]
    if not left and planning.stopped:
        return affordable, "too large to plan an enumeration in time"
    if not left:
        return affordable, f"enumeration goes up to size {MAX_ENUMERATION_SIZE}"
    number = costs[left[0]].subgraphs
    many = f"about {rounded(number.value)} subgraphs" if number.kind == "estimate" else "too many subgraphs"
    return affordable, f"too much to enumerate: {many} of size {left[0]}"


def _exact_stage(costs: dict[int, EnumerationCost]) -> Stage:
    seconds = sum(work.seconds for work in costs.values())
    numbers = [work.subgraphs for work in costs.values()]
    known = all(number.kind == "estimate" for number in numbers)
    total = sum(number.value for number in numbers) if known else None
    return Stage(ENUMERATION, tuple(sorted(costs)), "few enough to enumerate", total, seconds, costs)


def _timed(stage: Stage, task: Task, settings: Any, monitor: Monitor) -> Stage:
    """The stage with a forecast of its time, if it has none and its method can give one."""
    method = get_method(stage.method)
    if stage.seconds is not None or method.forecast is None:
        return stage
    predicted = method.forecast(task.of_stage(stage), settings, monitor)
    if predicted is None:
        return stage
    seconds = dict(predicted.seconds_by_size)
    total = sum(seconds.values())
    return replace(stage, seconds=total, seconds_by_size=seconds, is_lower_bound=predicted.is_lower_bound)


def _estimate_s(time_limit: float | None) -> float:
    return _ESTIMATE_S if time_limit is None else min(_ESTIMATE_S, _ESTIMATE_SHARE * time_limit)


_LOOK_EVERY_S = 0.05
_REASON = "enumeration did not end in its share of the time"


def can_fall_back(stage: Stage, task: Task) -> bool:
    """Whether growth may take over a stage: an enumeration that was not asked for by name."""
    return task.request.method == AUTO and task.comparison is None and stage.method == ENUMERATION


@contextmanager
def ending_early(monitor: Monitor, seconds: float | None) -> Iterator[None]:
    """Stop the enumeration in the ``with`` block after some seconds, unless its current size will end in time.

    Work on a size is lost when it is stopped, so it goes on while its progress says that it will end within the
    monitor's limit. No other size begins after ``seconds``.
    """
    if seconds is None:
        yield
        return
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(monitor, seconds, done), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def _watch(monitor: Monitor, seconds: float, done: threading.Event) -> None:
    end = time.monotonic() + seconds
    size, began = monitor.progress.size, time.monotonic()
    while not done.wait(_LOOK_EVERY_S):
        late = time.monotonic() >= end
        if monitor.progress.size != size:
            if late:
                break
            size, began = monitor.progress.size, time.monotonic()
        if late and not will_end(time.monotonic() - began, monitor.within, monitor.remaining):
            break
    else:
        return
    monitor.stop(TIME_LIMIT)


def will_end(spent: float, done: float | None, left: float | None) -> bool:
    """Whether work that took ``spent`` seconds for the share ``done`` will end within the seconds left.

    >>> will_end(14.0, 0.59, 30.0), will_end(14.0, 0.2, 30.0), will_end(14.0, None, 30.0), will_end(14.0, 0.2, None)
    (True, False, False, True)
    """
    return left is None or (done is not None and done > 0 and spent * (1 - done) <= left * done)


def unfinished_sizes(found: SearchResult, stage: Stage, task: Task, monitor: Monitor) -> tuple[int, ...]:
    """Sizes for growth: their enumeration ran out of its share of the time, and the run has time left."""
    if not can_fall_back(stage, task) or found.stop_reason != "time limit" or monitor.stopped:
        return ()
    return tuple(size for size in stage.sizes if size not in found.proven_sizes)


def fallback_stages(sizes: tuple[int, ...], left: Sequence[Stage]) -> list[Stage]:
    """The stages that are left, with all growth in one stage that has these sizes too.

    Examples
    --------
    >>> [stage] = fallback_stages((5, 6), [Stage("grow", (7, 8), "too much to enumerate")])
    >>> stage.method, stage.sizes
    ('grow', (5, 6, 7, 8))
    """
    others = [stage for stage in left if stage.method != SEARCH]
    planned = [stage for stage in left if stage.method == SEARCH]
    grown = {size for stage in planned for size in stage.sizes}
    by_size = {size: seconds for stage in planned for size, seconds in stage.seconds_by_size.items()}
    return [*others, Stage(SEARCH, tuple(sorted({*sizes, *grown})), _REASON, seconds_by_size=by_size)]


def merge_fallback(grown: SearchResult, partial: SearchResult, sizes: tuple[int, ...]) -> SearchResult:
    """The result of growth in place of an enumeration, whose candidates stay where growth has none.

    It is never complete, since the plan was not carried out.
    """
    candidates = {
        **grown.candidates,
        **{size: grown.candidates.get(size) or partial.candidates.get(size, ()) for size in sizes},
    }
    said = f"{format_sizes(sizes)}: {_REASON} and growth took over, so that nothing is proven there"
    return replace(
        grown,
        candidates=candidates,
        complete=False,
        stop_reason=grown.stop_reason or "time limit",
        proven_sizes=(),
        warnings=(said, *grown.warnings),
    )
