"""Memory of this process: how much it holds, and an end for runs that reach a limit."""

from __future__ import annotations

import mmap
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from spminer.running.system import windows_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer.running.monitor import Monitor

__all__ = ["MEMORY_LIMIT", "limited_memory", "resident_bytes"]

MEMORY_LIMIT = "memory limit"  # as the reason that a run stopped

_LOOK_EVERY_S = 0.005
_STATM = Path("/proc/self/statm")


def resident_bytes() -> int | None:
    """Memory that this process holds now; ``None`` where the system does not tell.

    >>> held = resident_bytes()
    >>> held is None or held > 1_000_000
    True
    """
    try:
        return int(_STATM.read_text(encoding="ascii").split()[1]) * mmap.PAGESIZE
    except (OSError, ValueError, IndexError):
        found = windows_memory()
        return None if found is None else found[0]


@contextmanager
def limited_memory(limit: int | None, monitor: Monitor) -> Iterator[None]:
    """Stop the run inside as soon as this process holds more than ``limit`` bytes.

    Where it holds more than at the last look, it is stopped as soon as it would hold too much at the next, since native
    work takes some milliseconds to end.
    """
    if limit is None or resident_bytes() is None:
        yield
        return
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(limit, monitor, done), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def _watch(limit: int, monitor: Monitor, done: threading.Event) -> None:
    before = resident_bytes() or 0
    while True:
        held = resident_bytes() or 0
        if held + max(held - before, 0) > limit:
            monitor.stop(MEMORY_LIMIT)
            return
        before = held
        if done.wait(_LOOK_EVERY_S):
            return
