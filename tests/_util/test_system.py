import mmap
import os
import sys
import threading
import time

import numpy as np
import pytest

from spminer import Monitor
from spminer._util import system
from spminer._util.system import (
    largest_use,
    limited_memory,
    machine_memory,
    resident_bytes,
    usable_cores,
    windows_memory,
)

needs_figures = pytest.mark.skipif(resident_bytes() is None, reason="the system does not tell what a process holds")


@needs_figures
def test_what_is_held_is_seen():
    content = bytes(range(256)) * 200_000
    before = resident_bytes()
    with mmap.mmap(-1, len(content)) as held:  # new pages, which no earlier test has left
        held.write(content)
        assert resident_bytes() > before + 40_000_000


@needs_figures
def test_a_run_that_holds_more_is_stopped():
    monitor = Monitor()
    with limited_memory(resident_bytes() + 30_000_000, monitor):
        time.sleep(0.1)
        assert not monitor.stopped
        held = np.ones(80_000_000, dtype=np.uint8)
        time.sleep(0.2)
        assert monitor.stop_reason == "memory limit"
        assert len(held)


@needs_figures
def test_a_run_that_soon_holds_more_is_stopped_before(monkeypatch):
    held = iter([100, 120, 150, 190])  # the last would be too late
    monkeypatch.setattr(system, "resident_bytes", lambda: next(held))
    monkeypatch.setattr(system, "_LOOK_EVERY_S", 0)
    monitor, done = Monitor(), threading.Event()
    system._watch(179, monitor, done)
    assert (monitor.stop_reason, next(held)) == ("memory limit", 190)


@needs_figures
def test_a_limit_that_is_exceeded_from_the_start_is_noticed():
    monitor = Monitor()
    with limited_memory(1, monitor):
        pass
    assert monitor.stop_reason == "memory limit"


def test_without_a_limit_or_figures_nothing_is_watched(monkeypatch):
    monitor = Monitor()
    with limited_memory(None, monitor):
        pass
    monkeypatch.setattr(system, "_STATM", system.Path("/nowhere"))
    assert resident_bytes() is None
    with limited_memory(1, monitor):
        pass
    assert not monitor.stopped


def test_figures_are_plausible():
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)
    assert 1 << 28 < machine_memory() < 1 << 50
    assert 10 << 20 < largest_use() < machine_memory()


def test_systems_without_affinity_tell_all_cores(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert usable_cores() == os.cpu_count()


@pytest.mark.only_with("posix")
def test_systems_without_these_calls_tell_nothing(monkeypatch):
    assert windows_memory() is None
    monkeypatch.delattr(os, "sysconf")
    assert machine_memory() is None
    monkeypatch.setitem(sys.modules, "resource", None)
    assert largest_use() is None


@pytest.mark.only_with("windows")
def test_windows_tells_now_and_most():
    now, most = windows_memory()
    assert 1 << 20 < now <= most
