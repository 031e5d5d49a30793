import os
import sys

import pytest

from spminer.running.system import largest_use, machine_memory, usable_cores, windows_memory


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
