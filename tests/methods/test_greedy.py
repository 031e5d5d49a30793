from __future__ import annotations

import numpy as np
import pytest

import spminer
from spminer._util.checkpoint import Checkpoint
from spminer._util.monitor import Monitor
from spminer.datasets import example
from spminer.errors import UsageError
from spminer.methods import greedy
from spminer.methods.base import Task
from spminer.methods.greedy import WalkBudget
from spminer.methods.registry import get_method
from spminer.methods.walks import WalkEngine
from support.walks import run, summary


def test_visits_are_walks(molecules):
    found = run("visits", molecules).candidates[4]
    assert sum(candidate.score for candidate in found) == 40


def test_every_walk_takes_its_best_step_and_equals_are_drawn_by_lot(molecules):
    engine = WalkEngine(Task.of(molecules, sizes=(4,)), greedy.GreedySettings(score="matched"), Monitor())
    expansion = engine.expand(engine.seeds(30))
    expansion = engine.expand(expansion.grown(np.arange(len(expansion.walk))))
    steps = greedy.best_steps(expansion, 1)
    assert np.array_equal(expansion.walk[steps], np.unique(expansion.walk))
    for step in steps:
        rivals = expansion.pattern[expansion.walk == expansion.walk[step]]
        assert expansion.scores[expansion.pattern[step]] == expansion.scores[rivals].max()
    expansion.scores[:] = 0.5
    drawn = [greedy.best_steps(expansion, seed).tolist() for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_walks_are_left_behind_rather_than_sizes(molecules, monkeypatch, tmp_path):
    class Late(WalkBudget):
        """No time for more than ten walks from four nodes on."""

        def affordable(self, walks, size):
            self.thinned = size > 4
            return 10 if self.thinned else walks

    checkpoint = Checkpoint(tmp_path, {})
    whole = run("visits", molecules)
    monkeypatch.setattr(greedy, "WalkBudget", Late)
    found = run("visits", molecules, checkpoint=checkpoint)
    assert set(found.candidates) == set(whole.candidates)
    assert sum(candidate.score for candidate in found.candidates[4]) == 40
    assert sum(candidate.score for candidate in found.candidates[6]) == 10
    assert (found.complete, found.stop_reason) == (False, "time limit")
    monkeypatch.undo()
    resumed = run("visits", molecules, checkpoint=checkpoint)
    assert (summary(resumed), resumed.complete) == (summary(whole), True)


def test_the_walks_at_the_best_patterns_go_on(molecules, monkeypatch):
    taken = []

    class Late(WalkBudget):
        def affordable(self, walks, size):
            return 10 if size == 4 else walks

    def expand(self, walks, original=WalkEngine.expand):
        expansion = original(self, walks)
        taken.append((walks, expansion))
        return expansion

    monkeypatch.setattr(greedy, "WalkBudget", Late)
    monkeypatch.setattr(WalkEngine, "expand", expand)
    run("greedy", molecules, sizes=(4,), verify=False)
    (_, before), (after, _) = taken[-2:]
    steps = greedy.best_steps(before, 0)
    scores = before.scores[before.pattern[steps]]
    kept = {tuple(nodes) for nodes in after.nodes.tolist()}
    best = np.sort(scores)[::-1][:10]
    chosen = [
        score for score, nodes in zip(scores, before.grown(steps).nodes.tolist(), strict=True) if tuple(nodes) in kept
    ]
    assert len(after) == 10
    assert sorted(chosen, reverse=True)[:10] == best.tolist()


@pytest.mark.parametrize(
    ("options", "message"),
    [({"walks": 0}, "walks must be"), ({"rank": "luck"}, "rank must be one of score, visits")],
)
def test_wrong_settings_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        greedy.GreedySettings(**options)


def test_the_baseline_is_greedy_with_the_perceptron(molecules):
    task = Task.of(molecules, sizes=(3, 4))
    method = get_method("mlp")
    found = method.search(task, method.settings(neighborhoods=40, walks=8), Monitor())
    same = greedy.GreedySettings(model="mlp", neighborhoods=40, walks=8)
    assert summary(found) == summary(greedy.search(task, same, Monitor()))
    order = greedy.GreedySettings(neighborhoods=40, walks=8)
    assert summary(found) != summary(greedy.search(task, order, Monitor()))
    assert greedy.MlpSettings().walks < greedy.GreedySettings().walks


def test_edge_induced_patterns_by_a_node_induced_perceptron_say_so():
    options = {"method": "mlp", "neighborhoods": 40, "walks": 8}
    result = spminer.mine(example(), 4, induced=False, **options)
    (said,) = [warning for warning in result.warnings if "perceptron" in warning]
    assert "was trained on node-induced pairs; its scores of edge-induced patterns" in said
    assert not any("perceptron" in warning for warning in spminer.mine(example(), 4, **options).warnings)


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test sets."""

    class Clock:
        now = 0.0

    monkeypatch.setattr(greedy.time, "perf_counter", lambda: Clock.now)
    return Clock


def after_a_size(clock, *, limit, seconds, walks=1000):
    budget = WalkBudget(Monitor(time_limit=limit), last=20)
    with budget.timed(walks):
        clock.now += seconds
    return budget


def test_all_go_on_while_there_is_time(clock):
    budget = after_a_size(clock, limit=1000, seconds=1)
    assert budget.affordable(1000, 5) == 1000
    assert not budget.thinned


def test_each_size_has_an_equal_share_of_what_is_left(clock):
    budget = after_a_size(clock, limit=110, seconds=20)
    assert budget.affordable(1000, 11) == pytest.approx(500, abs=1)  # 11 s, and a walk takes 22 ms
    assert budget.thinned


def test_some_go_on_in_any_case(clock):
    assert after_a_size(clock, limit=0.001, seconds=20).affordable(1000, 5) == 10
    assert after_a_size(clock, limit=0.001, seconds=20).affordable(4, 5) == 4


def test_sizes_beyond_take_what_there_is(clock):
    budget = after_a_size(clock, limit=1, seconds=20)
    assert budget.affordable(1000, 21) == 1000
    assert not budget.thinned
