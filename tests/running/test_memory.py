import mmap
import threading
import time

import numpy as np
import pytest

from spminer import Monitor
from spminer.running import memory
from spminer.running.memory import limited_memory, resident_bytes

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
    monkeypatch.setattr(memory, "resident_bytes", lambda: next(held))
    monkeypatch.setattr(memory, "_LOOK_EVERY_S", 0)
    monitor, done = Monitor(), threading.Event()
    memory._watch(179, monitor, done)
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
    monkeypatch.setattr(memory, "_STATM", memory.Path("/nowhere"))
    assert resident_bytes() is None
    with limited_memory(1, monitor):
        pass
    assert not monitor.stopped
