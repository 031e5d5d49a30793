"""Fallback of an enumeration that a time limit ends: growth takes the sizes that it had no time for."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from spminer._util.monitor import TIME_LIMIT
from spminer._util.text import format_sizes
from spminer.mining.plan import ENUMERATION, SEARCH
from spminer.results.request import AUTO, Stage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spminer._util.monitor import Monitor
    from spminer.methods.base import SearchResult, Task

__all__ = ["ending_early", "fallback_stages", "may_fall_back", "unfinished_sizes", "with_fallback"]

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
