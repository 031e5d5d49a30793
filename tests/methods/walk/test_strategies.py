"""What every strategy promises, and what each adds."""

from __future__ import annotations

import numpy as np
import pytest

import spminer
from spminer.errors import UsageError
from spminer.methods.base import Task
from spminer.methods.states import States
from spminer.methods.walk import beam, greedy, mcts
from spminer.methods.walk.engine import WalkEngine
from spminer.methods.walk.settings import WalkSettings
from spminer.methods.walk.walks import Walks
from spminer.running.checkpoint import Checkpoint
from spminer.running.monitor import Monitor

SETTINGS = {
    "greedy": (greedy, greedy.GreedySettings(neighborhoods=200, walks=40, score="soft")),
    "visits": (greedy, greedy.GreedySettings(neighborhoods=200, walks=40, score="soft", rank="visits")),
    "matched": (greedy, greedy.GreedySettings(walks=20)),
    "hard": (greedy, greedy.GreedySettings(neighborhoods=200, walks=20, score="hard")),
    "beam": (beam, beam.BeamSettings(neighborhoods=200, walks=40, width=8)),
    "neural beam": (beam, beam.BeamSettings(neighborhoods=200, walks=40, width=8, verify=False)),
    "seed beam": (beam, beam.BeamSettings(neighborhoods=200, walks=5, width=2, verify=False, scope="seed")),
    "mcts": (mcts, mcts.MctsSettings(neighborhoods=200, simulations=24)),
}


def run(name, graphs, *, sizes=(3, 4, 5, 6), checkpoint=None, monitor=None, **options):
    module, settings = SETTINGS[name]
    return module.search(
        Task.of(graphs, sizes=sizes, states=States(checkpoint), **options), settings, monitor or Monitor()
    )


def summary(result):
    return {size: [(c.pattern.text, c.score) for c in found] for size, found in result.candidates.items()}


@pytest.mark.parametrize("name", SETTINGS)
def test_candidates_are_distinct_canonical_and_occur(name, molecules):
    result = run(name, molecules)
    assert result.complete
    assert list(result.candidates) == [3, 4, 5, 6]
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
    states = {path.name for path in tmp_path.glob("*.npz")}
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


def test_tree_search_shares_its_time_among_the_sizes(molecules):
    settings = mcts.MctsSettings(neighborhoods=200, simulations=10**6)
    result = mcts.search(Task.of(molecules, sizes=(3, 4, 5), top=8), settings, Monitor(time_limit=3.0))
    assert not result.complete
    assert all(result.candidates[size] for size in (3, 4, 5))


def test_verified_shares_are_true(molecules):
    for found in run("beam", molecules).candidates.values():
        for candidate in found:
            share = spminer.count(candidate.pattern, molecules).frequency.value / molecules.num_nodes
            assert candidate.score == pytest.approx(share)


def test_verified_beam_finds_the_exact_best(molecules):
    result = run("beam", molecules, sizes=(5,))
    expected = [m.anchored_frequency.value for m in spminer.enumerate(molecules, 5, top=8)]
    found = [round(c.score * molecules.num_nodes) for c in result.candidates[5][:8]]
    assert found == expected


def test_each_pattern_is_scored_once(molecules):
    engine = WalkEngine(Task.of(molecules, sizes=(4,)), WalkSettings(neighborhoods=100), Monitor())
    walks = engine.seeds(30)
    level = engine.expand(walks)
    before = engine.patterns
    again = engine.expand(walks)
    assert engine.patterns == before == len(level.keys)
    assert np.array_equal(level.scores, again.scores)


def test_small_components_end_walks():
    pairs = spminer.from_edges([(0, 1), (2, 3), (4, 5), (5, 6)])
    assert summary(run("greedy", pairs, sizes=(3, 4)))[4] == []
    assert summary(run("beam", pairs, sizes=(3, 4)))[4] == []
    assert len(summary(run("mcts", pairs, sizes=(3, 4)))[3]) == 2


def test_visits_are_walks(molecules):
    found = run("visits", molecules).candidates[4]
    assert sum(candidate.score for candidate in found) == 40


def test_grown_rows_are_symmetric():
    walks = Walks.at(np.array([1])).grown([0], [2], [1]).grown([0], [3], [3])
    assert walks.rows.tolist() == [[6, 5, 3]]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: greedy.GreedySettings(walks=0), "walks must be"),
        (lambda: greedy.GreedySettings(score="best"), "score='best' is not known"),
        (lambda: beam.BeamSettings(scope="seed"), "verify steers one beam"),
        (lambda: mcts.MctsSettings(rank="luck"), "rank='luck'"),
    ],
)
def test_wrong_settings_are_refused(make, message):
    with pytest.raises(UsageError, match=message):
        make()


def test_sizes_beyond_reach_are_refused(molecules):
    with pytest.raises(UsageError, match="2 to 64 nodes"):
        run("greedy", molecules, sizes=(65,))
