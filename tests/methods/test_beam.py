from __future__ import annotations

import numpy as np
import pytest

import spminer
from spminer._util.monitor import Monitor
from spminer.errors import UsageError
from spminer.methods import beam
from spminer.methods.base import Task
from spminer.methods.beam import TRUST_RANGE, _Candidates
from spminer.methods.walks import WalkEngine
from support.walks import run


def expanded(graphs, settings, walks):
    engine = WalkEngine(Task.of(graphs, sizes=(6,)), settings, Monitor())
    first = engine.expand(engine.seeds(walks))
    return engine.expand(first.grown(np.arange(len(first.walk))))


def test_the_best_patterns_go_on_with_equal_shares(molecules):
    settings = beam.BeamSettings(score="matched", walks=12, width=3, confirm=False)
    expansion = expanded(molecules, settings, 30)
    owner = np.zeros(len(expansion.walks), dtype=np.int64)
    steps = beam._going(expansion, owner, settings, seed=0)
    chosen, counts = np.unique(expansion.pattern[steps], return_counts=True)
    assert len(expansion.keys) >= len(chosen) > 0
    assert len(chosen) <= 3
    assert counts.max() <= 12 // len(chosen)
    left_out = np.setdiff1d(np.arange(len(expansion.keys)), chosen)
    assert expansion.scores[chosen].min() >= expansion.scores[left_out].max(initial=0)


def test_every_owner_has_a_beam_of_its_own(molecules):
    settings = beam.BeamSettings(score="matched", walks=8, width=1, confirm=False, scope="seed")
    expansion = expanded(molecules, settings, 8)
    owner = np.arange(len(expansion.walks)) % 4
    steps = beam._going(expansion, owner, settings, seed=0)
    assert set(owner[expansion.walk[steps]]) == set(owner[expansion.walk])
    for one in range(4):
        mine = steps[owner[expansion.walk[steps]] == one]
        assert len(set(expansion.pattern[mine])) == 1
        reachable = expansion.pattern[owner[expansion.walk] == one]
        assert expansion.scores[expansion.pattern[mine[0]]] == expansion.scores[reachable].max()


def test_wrong_settings_are_refused():
    with pytest.raises(UsageError, match="confirm steers one beam"):
        beam.BeamSettings(scope="seed")
    with pytest.raises(UsageError, match="confirm ranks by counts"):
        beam.BeamSettings(rank="visits")
    with pytest.raises(UsageError, match="width must be"):
        beam.BeamSettings(width=0)


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


def test_trust_goes_to_the_proposals_that_were_kept():
    by_score = np.array([True, True, False, False])
    candidates = _Candidates(np.arange(4), by_score, ~by_score)
    assert candidates.new_trust(np.array([0, 2])) == 0.5
    assert candidates.new_trust(np.array([0, 1])) == 0.75
    assert candidates.new_trust(np.array([2, 3])) == 0.25
    many = np.arange(400) < 200
    all_scores = _Candidates(np.arange(400), many, ~many).new_trust(np.arange(200))
    assert all_scores == TRUST_RANGE[1]  # occurrences are never silenced
