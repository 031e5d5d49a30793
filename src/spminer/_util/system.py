"""Cores and memory of this process and machine, and the memory limit of a run.

Linux has files for these numbers, other systems have calls. Not every Python has ``resource``, ``os.sysconf`` or
``os.sched_getaffinity``: only this module uses them.
"""

from __future__ import annotations

import mmap
import os
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spminer._util.monitor import MEMORY_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer._util.monitor import Monitor

__all__ = ["largest_use", "limit_memory", "limited_memory", "machine_memory", "resident_bytes", "usable_cores"]


def usable_cores() -> int:
    """Number of processors that this process may use; in a container it can be less than that of the machine.

    >>> usable_cores() >= 1
    True
    """
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def machine_memory() -> int | None:
    """Memory of the machine in bytes; ``None`` if it is unknown.

    >>> (machine_memory() or 1) > 0
    True
    """
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        status = _windows_status()
        return None if status is None else int(status.total_physical)


def largest_use() -> int | None:
    """Peak memory of this process in bytes, on systems other than Linux.

    >>> (largest_use() or 2_000_000) > 1_000_000
    True
    """
    try:
        import resource
    except ImportError:
        found = windows_memory()
        return None if found is None else found[1]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def limit_memory(limit: int) -> None:
    """Let this process have no more than ``limit`` bytes of addresses, on Linux; what asks for more fails."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def windows_memory() -> tuple[int, int] | None:
    """Memory of this process and its peak, in bytes; ``None`` on systems other than Windows."""
    if sys.platform != "win32":
        return None
    import ctypes

    class Counters(ctypes.Structure):
        _fields_ = (
            ("size", ctypes.c_uint32),
            ("page_faults", ctypes.c_uint32),
            ("peak", ctypes.c_size_t),
            ("now", ctypes.c_size_t),
            ("others", ctypes.c_size_t * 6),
        )

    counters = Counters(size=ctypes.sizeof(Counters))
    kernel = ctypes.windll.kernel32
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    told = kernel.K32GetProcessMemoryInfo(
        ctypes.c_void_p(kernel.GetCurrentProcess()), ctypes.byref(counters), counters.size
    )
    return (int(counters.now), int(counters.peak)) if told else None


def _windows_status() -> Any:
    if sys.platform != "win32":
        return None
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = (
            ("size", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            ("total_physical", ctypes.c_uint64),
            ("others", ctypes.c_uint64 * 6),
        )

    status = Status(size=ctypes.sizeof(Status))
    return status if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)) else None


_LOOK_EVERY_S = 0.005
_STATM = Path("/proc/self/statm")


def resident_bytes() -> int | None:
    """Memory of this process in bytes; ``None`` if it is unknown.

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
    """Stop the run when this process holds more than ``limit`` bytes.

    While memory grows, the run stops as soon as it would exceed the limit at the next sample, since native work takes
    some milliseconds to end.
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
