from __future__ import annotations

import numpy as np
import pytest

import spminer
from spminer.methods.walk.verified_beam import TRUST_RANGE, _Candidates
from walk_runs import run


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
