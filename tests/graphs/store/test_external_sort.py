import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spminer
from spminer.graphs.store import external_sort
from spminer.graphs.store import external_sort as module
from spminer.graphs.store.external_sort import SortBudget, SortedRuns, budget_within


def test_parts_grow_with_the_whole():
    small, large = SortBudget(1 << 20), SortBudget(1 << 30)
    for part in ("edges", "text", "entries", "table"):
        assert 0 < getattr(small, part) < getattr(large, part) < large.size
    assert (SortBudget(1).edges, SortBudget(1).text, SortBudget(1).entries) == (1, 1, 1)


def test_what_the_process_has_counts(monkeypatch):
    monkeypatch.setattr(external_sort, "resident_bytes", lambda: 50 << 20)
    assert budget_within(200 << 20) == SortBudget(150 << 20)
    with pytest.raises(spminer.UsageError, match="too small; give at least 82M"):
        budget_within(82 << 20 - 1)


def test_memory_in_use_is_plausible(monkeypatch):
    used = (1 << 40) - budget_within(1 << 40).size
    assert 10 << 20 < used < 100 << 30
    monkeypatch.setattr(external_sort, "resident_bytes", lambda: None)
    assert (1 << 40) - budget_within(1 << 40).size >= used // 2


# The peak of this program alone, in bytes, above that of the imports.
_PEAK = """
import logging, sys
from pathlib import Path
import spminer
convert = spminer.convert  # with all that it needs

logging.disable(logging.WARNING)
peak = lambda: int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) * 1024
before = peak()
limit = before + int(sys.argv[3]) if int(sys.argv[3]) else None
convert(sys.argv[1], sys.argv[2], memory_limit=limit, edge_labels=True)
print(peak() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peaks of memory are read from /proc")
def test_the_limit_is_kept(tmp_path):
    edges = tmp_path / "edges.tsv"
    lines = (f"person {i * 7919 % 250_007}\tperson {i * i % 250_007}\tl{i % 9}\n" for i in range(400_000))
    edges.write_text("source\ttarget\tlabel\n" + "".join(lines))
    peaks = []
    for allowed in (36 << 20, 0):
        command = [sys.executable, "-c", _PEAK, edges, tmp_path / "graph.spm", str(allowed)]
        peaks.append(int(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    assert peaks[0] <= 36 << 20 < peaks[1]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    parts=st.lists(st.lists(st.integers(-(2**60), 2**60), max_size=9), max_size=6),
    budget=st.integers(1, 600),
    data=st.data(),
)
def test_it_is_like_an_array(scratch, parts, budget, data):
    with scratch(budget) as room:
        numbers = room.disk_array(np.int64)
        for part in parts:
            numbers.append(np.array(part, dtype=np.int64))
        whole = np.array([value for part in parts for value in part], dtype=np.int64)
        assert len(numbers) == len(whole)
        pieces = list(numbers.pieces())
        assert [value for piece in pieces for value in piece] == whole.tolist()
        assert all(0 < len(piece) <= room.budget.entries for piece in pieces)
        if len(whole):
            places = np.array(data.draw(st.lists(st.integers(0, len(whole) - 1), max_size=20)), dtype=np.int64)
            assert numbers.take(places).tolist() == whole[places].tolist()


def test_beyond_the_end_is_nothing(scratch):
    numbers = scratch().disk_array(np.int32)
    numbers.append(np.arange(3))
    for first, count in ((2, 2), (-1, 1), (4, 0)):
        with pytest.raises(IndexError):
            numbers.read(first, count)


def test_files_have_no_names(scratch, tmp_path):
    with scratch() as room:
        room.disk_array(np.int8).append(np.arange(5))
        assert list(tmp_path.iterdir()) == []


keys = st.lists(st.one_of(st.integers(0, 40), st.integers(0, 2**64 - 1)), max_size=30)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(runs=st.lists(keys, max_size=6), budget=st.integers(1, 2000), samples=st.integers(1, 8), valued=st.booleans())
def test_keys_come_out_sorted_and_once(scratch, monkeypatch, runs, budget, samples, valued):
    monkeypatch.setattr(module, "_SAMPLES", samples)
    with scratch(budget) as room:
        sorter = SortedRuns(room, valued=valued)
        least = {}
        for number, run in enumerate(runs):
            values = [(7 * key + number) % 11 for key in run]
            for key, value in zip(run, values, strict=True):
                least[key] = min(value, least.get(key, value))
            added = np.array(run, dtype=np.uint64)
            sorter.add(added, np.array(values, dtype=np.uint64)) if valued else sorter.add(added)
        blocks = list(sorter.merged())
    found = [key for block, _ in blocks for key in block.tolist()]
    assert found == sorted(least)
    if valued:
        assert [value for _, block in blocks for value in block.tolist()] == [least[key] for key in found]
    ends = [(int(one[-1]) >> 1, int(other[0]) >> 1) for (one, _), (other, _) in pairwise(blocks)]
    assert all(one != other for one, other in ends)  # pairs stay together


def test_blocks_are_about_as_large_as_the_budget_says(scratch):
    room = scratch(160 * 5000)
    sorter = SortedRuns(room)
    random = np.random.default_rng(0)
    for _ in range(20):
        sorter.add(random.integers(0, 2**63, 4096, dtype=np.uint64))
    sizes = [len(block) for block, _ in sorter.merged()]
    assert sum(sizes) > 81_900
    assert max(sizes) < 5000 + 20 * 4096 // 512 + 1
    assert len(sizes) < 25
