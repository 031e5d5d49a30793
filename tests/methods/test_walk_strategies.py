"""Tests of what every strategy promises: greedy, mlp, beam (scored and verified) and mcts, with _core behind them."""

from __future__ import annotations

import pytest

import spminer
from spminer._util.checkpoint import Checkpoint
from spminer._util.monitor import Monitor
from support.walks import SETTINGS, run, summary


@pytest.mark.parametrize("name", SETTINGS)
def test_candidates_are_distinct_canonical_and_occur(name, molecules):
    result = run(name, molecules)
    assert result.complete
    found, beyond = list(result.candidates), getattr(SETTINGS[name][1], "beyond", 0)
    assert found == list(range(3, 3 + len(found)))
    assert 6 <= found[-1] <= 6 + beyond
    for size, found in result.candidates.items():
        patterns = [candidate.pattern for candidate in found]
        assert patterns
        assert len(set(patterns)) == len(patterns)
        assert [c.score for c in found] == sorted((c.score for c in found), reverse=True)
        for pattern in patterns:
            assert pattern.size == size
            assert pattern == pattern.canonical()
            assert spminer.count(pattern, molecules).frequency.value > 0


@pytest.mark.parametrize("name", SETTINGS)
def test_same_result_for_any_number_of_threads(name, molecules):
    assert summary(run(name, molecules, threads=1)) == summary(run(name, molecules, threads=2))


@pytest.mark.parametrize("name", SETTINGS)
def test_labels_and_arcs_come_from_the_target(name, labeled):
    result = run(name, labeled, sizes=(3, 4))
    patterns = [candidate.pattern for found in result.candidates.values() for candidate in found]
    assert patterns
    for pattern in patterns:
        assert pattern.directed
        assert set(pattern.node_labels) <= {"x", "y", "z"}
        assert spminer.count(pattern, labeled).frequency.value > 0


@pytest.mark.parametrize("name", SETTINGS)
def test_edge_induced_patterns_occur(name, molecules):
    result = run(name, molecules, sizes=(3, 5), induced=False)
    for found in result.candidates.values():
        for candidate in found:
            assert spminer.count(candidate.pattern, molecules, induced=False).frequency.value > 0


class StopsAtSize(Monitor):
    """Cancels the run as soon as it has come to a size."""

    def __init__(self, size):
        super().__init__()
        self.size = size

    def update(self, **changes):
        super().update(**changes)
        if changes.get("size") == self.size:
            self.cancel()


@pytest.mark.parametrize("name", ["greedy", "beam", "neural beam", "mcts"])
def test_a_resumed_run_ends_the_same(name, molecules, tmp_path):
    # MCTS keeps its state after each size asked for and passes through larger ones only later.
    stopped = run(name, molecules, checkpoint=Checkpoint(tmp_path, {}), monitor=StopsAtSize(5))
    assert not stopped.complete
    assert 5 not in stopped.candidates
    states = {path.name for path in tmp_path.glob("*.state")}
    assert states
    resumed = run(name, molecules, checkpoint=Checkpoint(tmp_path, {}, resume=True))
    assert summary(resumed) == summary(run(name, molecules))


@pytest.mark.parametrize("name", SETTINGS)
def test_a_stopped_run_says_so(name, molecules):
    monitor = Monitor()
    monitor.cancel()
    result = run(name, molecules, monitor=monitor)
    assert not result.complete
    assert not result.candidates


def test_small_components_end_walks():
    pairs = spminer.from_edges([(0, 1), (2, 3), (4, 5), (5, 6)])
    assert summary(run("greedy", pairs, sizes=(3, 4)))[4] == []
    assert summary(run("beam", pairs, sizes=(3, 4)))[4] == []
    assert len(summary(run("mcts", pairs, sizes=(3, 4)))[3]) == 2
