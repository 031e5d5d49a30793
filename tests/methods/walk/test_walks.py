from __future__ import annotations

import numpy as np
import pytest

from spminer.methods.walk.walks import Expansion, Occurrences, Walks


def test_grown_rows_are_symmetric():
    walks = Walks.at(np.array([1])).grown([0], [2], [1]).grown([0], [3], [3])
    assert walks.rows.tolist() == [[6, 5, 3]]


@pytest.fixture
def expansion():
    """Two walks of one node each; three steps to two patterns."""
    return Expansion(
        walks=Walks.at(np.array([4, 9])),
        walk=np.array([0, 0, 1]),
        node=np.array([5, 6, 8], dtype=np.int32),
        mask=np.array([1, 1, 1], dtype=np.uint64),
        pattern=np.array([1, 0, 1], dtype=np.int32),
        keys=[b"x", b"y"],
        structure=np.array([0, 0], dtype=np.int32),
        structure_rows=np.array([[2, 1]], dtype=np.uint64),
        structure_keys=[b"s"],
        scores=np.zeros(2),
    )


def test_steps_lead_to_patterns(expansion):
    assert expansion.size == 2
    assert expansion.first_steps().tolist() == [1, 0]
    assert expansion.steps_per_pattern().tolist() == [1, 2]
    assert expansion.grown(np.array([2, 1])).nodes.tolist() == [[9, 8], [4, 6]]


@pytest.fixture
def occurrences():
    """Three patterns of one node with 1, 0 and 4 occurrences."""
    nodes = np.arange(5, dtype=np.int32).reshape(-1, 1)
    return Occurrences(np.zeros((3, 1), dtype=np.uint64), np.array([0, 1, 1, 5]), nodes)


def test_some_patterns_keep_their_occurrences(occurrences):
    some = occurrences.take(np.array([2, 0]))
    assert some.counts.tolist() == [4, 1]
    assert some.nodes[:, 0].tolist() == [1, 2, 3, 4, 0]


def test_patterns_have_about_equal_shares_of_the_chosen(occurrences):
    chosen = occurrences.choose(6, np.random.default_rng(0))
    assert np.bincount(chosen.pattern_of_walks(), minlength=3).tolist() == [1, 0, 2]
    assert chosen.walks().nodes[:, 0].tolist() == sorted(set(chosen.chosen.tolist()))
    others = {tuple(occurrences.choose(6, np.random.default_rng(seed)).chosen) for seed in range(20)}
    assert len(others) > 1
