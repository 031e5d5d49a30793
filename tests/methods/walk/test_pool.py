from __future__ import annotations

import numpy as np
import pytest

from spminer._util.checkpoint import Checkpoint, States
from spminer._util.monitor import Monitor
from spminer.methods.base import Task
from spminer.methods.walk.engine import WalkEngine
from spminer.methods.walk.pool import Pool, SizeStates, best_first, result_of
from spminer.methods.walk.settings import WalkSettings
from spminer.methods.walk.walks import Expansion, Walks


def expansion_of(scores):
    """A step to each pattern, from one node."""
    count = len(scores)
    return Expansion(
        walks=Walks.at(np.array([0])),
        walk=np.zeros(count, dtype=np.int64),
        node=np.arange(1, count + 1, dtype=np.int32),
        mask=np.ones(count, dtype=np.uint64),
        pattern=np.arange(count, dtype=np.int32),
        keys=[bytes([number]) for number in range(count)],
        structure=np.zeros(count, dtype=np.int32),
        structure_rows=np.array([[2, 1]], dtype=np.uint64),
        structure_keys=[b"s"],
        scores=np.array(scores),
    )


@pytest.mark.parametrize(
    ("rank", "limit", "expected"),
    [("score", 10, [2, 1, 0, 3]), ("score", 2, [2, 1]), ("visits", 10, [1, 0, 3]), ("visits", 1, [1])],
)
def test_patterns_are_ranked_by_score_or_by_visits(rank, limit, expected):
    visits = np.array([2, 5, 0, 2])
    order, values = best_first(expansion_of([0.5, 0.5, 0.9, 0.1]), visits, rank, limit)
    assert order.tolist() == expected
    assert values[order].tolist() == sorted(values[order].tolist(), reverse=True)


def test_candidates_carry_labels_and_scores(labeled):
    engine = WalkEngine(Task.of(labeled, sizes=(2,)), WalkSettings(score="matched"), Monitor())
    expansion = engine.expand(engine.seeds(10))
    pool = Pool.of(expansion, *best_first(expansion, expansion.steps_per_pattern(), "score", 3))
    candidates = pool.candidates(engine.task)
    assert [candidate.score for candidate in candidates] == pool.scores.tolist()
    assert all(len(candidate.pattern.node_labels) == 2 for candidate in candidates)


def pool_of(size):
    return Pool(Walks(np.full((1, size), size, np.int32), np.zeros((1, size), np.uint64)), np.array([0.5]))


def test_states_are_resumed_up_to_the_first_gap(tmp_path, molecules):
    task = Task.of(molecules, sizes=(5,), states=States(Checkpoint(tmp_path, {})))
    states = SizeStates(task, "test")
    for size in (2, 3, 5):
        states.keep(size, pool_of(size), owner=np.array([size]))
    pools, state = SizeStates(task, "test").resume()
    assert list(pools) == [2, 3]
    assert pools[3].walks.nodes.tolist() == [[3, 3, 3]]
    assert {name: values.tolist() for name, values in state.items()} == {"owner": [3]}
    assert SizeStates(task, "other").resume() == ({}, {})


def test_without_a_checkpoint_nothing_is_kept(molecules):
    states = SizeStates(Task.of(molecules, sizes=(5,)), "test")
    states.keep(2, pool_of(2))
    assert states.resume() == ({}, {})


def test_a_result_is_complete_if_it_has_every_size_asked_for(molecules):
    engine = WalkEngine(Task.of(molecules, sizes=(2, 3)), WalkSettings(), Monitor())
    pool = Pool(Walks(np.array([[0, 1]], np.int32), np.array([[2, 1]], np.uint64)), np.array([0.5]))
    result = result_of(engine, {2: pool}, walks=7)
    assert not result.complete
    assert list(result.candidates) == [2]
    assert result.facts == {"patterns_scored": 0, "device": engine.device, "walks": 7}
    assert result_of(engine, {2: pool}, complete=True).complete
