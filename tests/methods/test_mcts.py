from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from spminer._util.checkpoint import Checkpoint, States
from spminer._util.monitor import Monitor
from spminer.errors import UsageError
from spminer.methods import mcts
from spminer.methods.base import Task
from spminer.methods.mcts import TREE, Tree, Visits
from spminer.methods.walks import WalkEngine, WalkSettings


def test_tree_search_shares_its_time_among_the_sizes(molecules):
    settings = mcts.MctsSettings(neighborhoods=200, simulations=10**6)
    result = mcts.search(Task.of(molecules, sizes=(3, 4, 5), top=8), settings, Monitor(time_limit=3.0))
    assert not result.complete
    assert all(result.candidates[size] for size in (3, 4, 5))


def test_a_seed_is_chosen_by_its_bound_and_a_new_one_when_that_is_larger():
    settings = mcts.MctsSettings(exploration=0.5, exploit=0)
    tree = Tree(simulations=4)
    assert mcts._choose_seed(settings, tree, [7, 8, 9]) == 7
    tree.seeds = {7: Visits(3, 0.3), 8: Visits(1, 0.9)}
    spread = 0.5 * math.sqrt(math.log(4))
    assert 0.9 + spread > max(0.1 + spread / math.sqrt(3), spread)  # 8 beats 7 and a new seed
    assert mcts._choose_seed(settings, tree, [7, 8, 9]) == 8
    tree.seeds[8] = Visits(4, 0.0)
    assert mcts._choose_seed(settings, tree, [7, 8, 9]) == 9
    assert mcts._choose_seed(settings, tree, [7, 8]) == 7  # none is new any more


def test_a_step_is_chosen_by_its_upper_bound(monkeypatch):
    monkeypatch.setattr(mcts, "_values", lambda *_: np.zeros(2))
    expansion = SimpleNamespace(keys=["often", "seldom"], pattern=np.array([0, 1, 1]))
    tree = Tree(simulations=1, patterns={"often": Visits(50, 25.0), "seldom": Visits(2, 0.8)})
    parent = Visits(52, 0.0)
    explore, greedy = (mcts.MctsSettings(exploration=c, exploit=0) for c in (0.7, 0.0))
    assert 0.4 + 0.7 * math.sqrt(math.log(52) / 2) > 0.5 + 0.7 * math.sqrt(math.log(52) / 50)
    assert mcts._choose_step(None, explore, tree, expansion, parent) == 1  # first step to the seldom visited pattern
    assert mcts._choose_step(None, greedy, tree, expansion, parent) == 0


def test_simulations_between_exploit_what_is_known():
    tree = Tree(seeds={7: Visits(30, 3.0), 8: Visits(1, 0.0)}, simulations=31)
    settings = mcts.MctsSettings(exploration=0.7, exploit=2)
    assert mcts._choose_seed(settings, tree, [7, 8, 9]) in (8, 9)  # explores
    tree.simulations = 32
    assert mcts._choose_seed(settings, tree, [7, 8, 9]) == 7
    assert mcts._choose_seed(mcts.MctsSettings(exploration=0.7, exploit=0), tree, [7, 8, 9]) in (8, 9)


def test_more_exploration_visits_more_patterns(molecules):
    def visited(exploration):
        settings = mcts.MctsSettings(
            score="matched", simulations=40, exploration=exploration, exploit=0, rank="visits", beyond=0
        )
        found = mcts.search(Task.of(molecules, sizes=(6,)), settings, Monitor()).candidates[6]
        return np.array([candidate.score for candidate in found])

    bold, shy = visited(5.0), visited(0.0)
    assert bold.sum() == shy.sum() == 40  # every simulation ends at a pattern
    assert len(bold) > len(shy)


def test_wrong_settings_are_refused():
    with pytest.raises(UsageError, match="rank must be one of score, visits"):
        mcts.MctsSettings(rank="luck")
    with pytest.raises(UsageError, match="simulations must be"):
        mcts.MctsSettings(simulations=0)


def test_simulations_that_a_deadline_moved_to_other_sizes_are_no_complete_search(molecules, monkeypatch, tmp_path):
    """A size that had too little time leaves its simulations to the next, so that as many as asked for are made."""
    task = Task.of(molecules, sizes=(3, 4), top=8)
    settings = mcts.MctsSettings(neighborhoods=200, simulations=20, beyond=0)
    whole = mcts.search(task, settings, Monitor())
    deadlines = iter([-math.inf, math.inf])
    monkeypatch.setattr(mcts, "_deadline", lambda *_: next(deadlines))
    limited = replace(task, states=States(Checkpoint(tmp_path, {})))
    found = mcts.search(limited, settings, Monitor())
    assert (found.facts["simulations"], found.complete, found.stop_reason) == (20, False, "time limit")
    monkeypatch.undo()
    resumed = mcts.search(limited, settings, Monitor())
    assert (resumed.candidates, resumed.complete) == (whole.candidates, True)


def expanded(graphs):
    engine = WalkEngine(Task.of(graphs, sizes=(4,)), WalkSettings(score="matched"), Monitor())
    first = engine.expand(engine.seeds(20))
    return engine.expand(first.grown(np.arange(len(first.walk))))


def test_a_tree_survives_its_checkpoint(molecules, tmp_path):
    tree = Tree(simulations=9, seeds={4: Visits(2, 0.5)}, patterns={b"": Visits(1, 0.25), b"key": Visits(3, 0.75)})
    tree.remember(expanded(molecules), capacity=100)
    States(Checkpoint(tmp_path, {})).save("mcts", tree, TREE)
    again = States(Checkpoint(tmp_path, {}, resume=True)).load("mcts", TREE)
    assert (again.simulations, again.seeds, again.patterns) == (9, tree.seeds, tree.patterns)
    assert list(again.found) == [3]
    assert list(again.found[3]) == list(tree.found[3])
    for found, expected in zip(again.found[3].values(), tree.found[3].values(), strict=True):
        assert found.score == expected.score
        assert np.array_equal(found.nodes, expected.nodes)
        assert np.array_equal(found.rows, expected.rows)


def test_the_worst_unvisited_patterns_are_forgotten_when_there_are_too_many(molecules):
    expansion = expanded(molecules)
    assert len(expansion.keys) == 2
    worst = expansion.keys[int(np.argmin(expansion.scores))]
    for visited in (False, True):
        tree = Tree(patterns={worst: Visits(1, 0.0)} if visited else {})
        tree.remember(expansion, capacity=0)
        assert list(tree.found[3]) == ([worst] if visited else [])
        tree.remember(expansion, capacity=1)
        assert len(tree.found[3]) == 2  # no more than twice the capacity: nothing goes


def test_a_pattern_keeps_the_occurrence_that_it_was_first_met_at(molecules):
    tree, expansion = Tree(), expanded(molecules)
    tree.remember(expansion, capacity=100)
    before = {key: found.nodes.tolist() for key, found in tree.found[3].items()}
    tree.remember(expansion, capacity=100)
    assert {key: found.nodes.tolist() for key, found in tree.found[3].items()} == before
    for found in tree.found[3].values():
        assert len(set(found.nodes.tolist())) == 3
