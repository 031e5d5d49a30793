"""Tests of audit/together.py: figures for all motifs together, beside those of the runs that it checks."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer.against.classes import min_p
from spminer.against.significance import adjust_bh, max_t
from spminer.audit.together import adjusted, class_reached, joint_claim, null_reached, q_claims
from spminer.results.motif import Contrast

MOTIF = spminer.Motif(spminer.Pattern.parse("0-1@0"), 1)


@given(st.lists(st.sampled_from([0.01, 0.02, 0.02, 0.3, 0.5, 1.0]), min_size=1, max_size=8))
def test_q_values_are_those_of_benjamini_and_hochberg(values):
    assert adjusted(values) == pytest.approx(adjust_bh(values).tolist())


def of_values(*pairs):
    return [spminer.Motif(MOTIF.pattern, 1, against=Contrast(with_="degree", p=p, q=q)) for p, q in pairs]


@pytest.mark.parametrize(
    ("pairs", "complete", "verdicts"),
    [
        ([(0.01, 0.02), (0.5, 0.5)], True, ["holds", "holds"]),
        ([(0.01, 0.01), (0.5, 0.5)], True, ["fails", "holds"]),
        ([(0.01, 0.05), (0.5, 0.6)], False, ["not checked", "not checked"]),
        ([(0.01, 0.005), (0.5, 0.6)], False, ["fails", "not checked"]),  # below p
        ([(0.01, 0.7), (0.5, 0.6)], False, ["fails", "not checked"]),  # not in the order of p
        ([(0.01, 0.2), (0.01, 0.3)], False, ["not checked", "fails"]),  # equal p, other q
        ([(0.01, 1.5)], False, ["fails"]),
        ([(0.01, None)], False, ["fails"]),
        ([(None, None)], False, []),
    ],
)
def test_q_values_that_cannot_be(pairs, complete, verdicts):
    assert [claim.verdict for claim in q_claims(of_values(*pairs), complete=complete)] == verdicts


@pytest.mark.parametrize("seed", range(5))
def test_copies_reach_as_often_as_the_run_counts(seed):
    draw = np.random.default_rng(seed)
    rows = draw.poisson([5.0, 50.0, 0.2], size=(30, 3))
    observed = draw.poisson([9.0, 50.0, 2.0])
    wanted = max_t(observed, rows)
    stated = rows.mean(axis=0).tolist(), rows.std(axis=0, ddof=1).tolist(), 30
    assert (np.array(null_reached(observed.tolist(), *stated, rows.tolist())) + 1) / 31 == pytest.approx(wanted)


def test_deals_reach_as_often_as_the_run_counts_but_for_chance():
    table = np.random.default_rng(3).random((30, 4)) < [0.2, 0.5, 0.5, 0.9]
    table[:12, 0] = True
    classes = np.arange(30) < 14
    reached = class_reached([set(np.flatnonzero(c).tolist()) for c in table.T], 14, 16, random.Random(5), 500)
    wanted = min_p(table, classes, seed=0, permutations=4000)
    assert (np.array(reached) + 1) / 501 == pytest.approx(wanted, abs=0.1)


@pytest.mark.parametrize(
    ("said", "reached", "complete", "verdict"),
    [
        (1 / 61, 0, True, "holds"),
        (0.9999, 40, True, "fails"),  # no multiple
        (0.0, 0, True, "fails"),
        (1 / 61, 30, True, "fails"),
        (1 / 61, 30, False, "fails"),  # too small
        (1.0, 0, True, "fails"),
        (1.0, 0, False, "holds"),  # others may be to blame
    ],
)
def test_joint_p_values_must_agree_with_copies(said, reached, complete, verdict):
    assert joint_claim(MOTIF, said, 60, reached, 40, complete=complete).verdict == verdict
