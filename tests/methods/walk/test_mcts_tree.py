from __future__ import annotations

import numpy as np

from spminer._util.checkpoint import Checkpoint, States
from spminer._util.monitor import Monitor
from spminer.methods.base import Task
from spminer.methods.walk.engine import WalkEngine
from spminer.methods.walk.mcts_tree import TREE, Tree, Visits
from spminer.methods.walk.settings import WalkSettings


def expanded(graphs):
    engine = WalkEngine(Task.of(graphs, sizes=(4,)), WalkSettings(score="matched"), Monitor())
    first = engine.expand(engine.seeds(20))
    return engine.expand(first.grown(np.arange(len(first.walk))))


def test_a_tree_survives_its_checkpoint(molecules, tmp_path):
    tree = Tree(simulations=9, seeds={4: Visits(2, 0.5)}, patterns={b"": Visits(1, 0.25), b"key": Visits(3, 0.75)})
    tree.remember(expanded(molecules), capacity=100)
    States(Checkpoint(tmp_path, {})).keep("mcts", tree, TREE)
    again = States(Checkpoint(tmp_path, {}, resume=True)).kept("mcts", TREE)
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
