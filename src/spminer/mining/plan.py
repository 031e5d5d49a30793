"""Planning: which sizes are enumerated and which are searched, decided and said before the work starts."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spminer._util.monitor import TIME_LIMIT, Monitor
from spminer._util.text import format_sizes
from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE, enumeration_work
from spminer.methods.registry import get_method, settings_of
from spminer.results.request import AUTO, Plan, Stage, rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spminer.methods.base import SearchResult, Task
    from spminer.results.request import Work

__all__ = ["ending_early", "fallback_stages", "make_plan", "may_fall_back", "unfinished_sizes", "with_fallback"]


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


_LOOK_EVERY_S = 0.05
_REASON = "enumeration did not end in its share of the time"


def may_fall_back(stage: Stage, task: Task) -> bool:
    """Whether another method may take over a stage: an enumeration that no one asked for by name."""
    return task.request.method == AUTO and task.comparison is None and stage.method == ENUMERATION


@contextmanager
def ending_early(monitor: Monitor, seconds: float | None) -> Iterator[None]:
    """Stop the enumeration inside after so many seconds, unless the size that it is at will end in the monitor's time.

    What is done of a size is lost when it is stopped, so that it goes on as long as that share of it says that there is
    time for the rest. No other size begins after that.
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
    """Whether work that took so many seconds for a share of it will end within those that are left.

    >>> will_end(14.0, 0.59, 30.0), will_end(14.0, 0.2, 30.0), will_end(14.0, None, 30.0), will_end(14.0, 0.2, None)
    (True, False, False, True)
    """
    return left is None or (done is not None and done > 0 and spent * (1 - done) <= left * done)


def unfinished_sizes(found: SearchResult, stage: Stage, task: Task, monitor: Monitor) -> tuple[int, ...]:
    """Sizes that growth must take: their enumeration ran out of its share of the time, and the run has some left."""
    if not may_fall_back(stage, task) or found.stop_reason != "time limit" or monitor.stopped:
        return ()
    return tuple(size for size in stage.sizes if size not in found.proven_sizes)


def fallback_stages(sizes: tuple[int, ...], left: Sequence[Stage]) -> list[Stage]:
    """The stages that are left, with growth for these sizes too, all of it in one stage.

    Examples
    --------
    >>> [stage] = fallback_stages((5, 6), [Stage("grow", (7, 8), "too much to enumerate")])
    >>> stage.method, stage.sizes
    ('grow', (5, 6, 7, 8))
    """
    others = [stage for stage in left if stage.method != SEARCH]
    planned = [stage for stage in left if stage.method == SEARCH]
    grown = {size for stage in planned for size in stage.sizes}
    by_size = {size: seconds for stage in planned for size, seconds in stage.by_size.items()}
    return [*others, Stage(SEARCH, tuple(sorted({*sizes, *grown})), _REASON, by_size=by_size)]


def with_fallback(grown: SearchResult, partial: SearchResult, sizes: tuple[int, ...]) -> SearchResult:
    """What growth found instead of an enumeration, which stays what there is of a size that growth has nothing of.

    It is no complete answer to what was planned, whatever growth says of itself.
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
