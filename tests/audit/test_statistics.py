"""Tests of audit/statistics.py: its formulas beside those of another library, and of the runs that it checks."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact

import spminer
from spminer import Frequency
from spminer.audit.statistics import (
    adjusted,
    class_reached,
    fisher,
    joint_claim,
    null_limits,
    null_reached,
    odds_limits,
    odds_ratio,
    q_claims,
    same,
    share_limits,
    student_point,
    surprise_of,
    tail_p,
    tails_agree,
)
from spminer.results.motif import Contrast
from spminer.significance.contingency import class_contrasts, odds_ratios, share_ratios
from spminer.significance.statistics import adjust_bh, max_t, null_contrasts, surprise

stats = pytest.importorskip("scipy.stats")


@pytest.mark.parametrize("degrees", [1, 2, 3, 9, 30, 99, 999])
def test_points_of_students_distribution(degrees):
    assert student_point(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=1e-5)


@pytest.mark.parametrize("samples", [2, 5, 60])
def test_intervals_beside_a_null_model(samples):
    rows = np.random.default_rng(samples).poisson([20.0, 3.0], size=(samples, 2))
    bounds = Frequency(12.0, "estimate", 9, 16)
    for column, contrast in enumerate(null_contrasts([40, 12], rows, model="degree", low=[40, 9], high=[40, 16])):
        found = bounds if column else Frequency.exact(40)
        wanted = null_limits(found, contrast.expected, contrast.spread, samples)
        assert (contrast.low, contrast.high) == pytest.approx(wanted, rel=1e-3)
    assert null_limits(bounds, 0.0, 0.0, samples) == (None, None)
    assert null_limits(Frequency.lower_bound(3), 2.0, 0.0, samples) == (1.5, None)


def test_intervals_of_shares_and_odds():
    for a, n, b, m in [(8, 10, 2, 10), (0, 10, 3, 20), (10, 10, 20, 20), (5, 9, 0, 4), (0, 3, 0, 4)]:
        one, other = np.array([a]), np.array([b])
        ratio, odds = share_ratios(one, n, other, m), odds_ratios(one, n, other, m)
        low, high = share_limits(a, n, b, m)
        for own, theirs in ((low, ratio.low[0]), (high, ratio.high[0])):
            assert math.isnan(theirs) if own is None else own == pytest.approx(theirs, rel=1e-6)
        assert odds_limits(a, n, b, m) == pytest.approx((odds.low[0], odds.high[0]), rel=1e-6)


def test_surprise():
    for found, expected in [(40, 7), (7, 7), (0, 7), (3, 0), (0, 0)]:
        assert surprise_of(found, expected) == pytest.approx(float(surprise(found, expected)), abs=1e-12)


@given(st.data(), st.integers(1, 40), st.integers(1, 40))
def test_fishers_test_is_that_of_scipy(data, members, others):
    found, there = data.draw(st.integers(0, members)), data.draw(st.integers(0, others))
    wanted = fisher_exact([[found, members - found], [there, others - there]]).pvalue
    assert fisher(found, members, there, others) == pytest.approx(wanted, rel=1e-9)


def test_too_many_members_are_not_weighed():
    assert fisher(10, 5000, 1, 5000) is None


def test_odds_and_tails():
    assert odds_ratio(3, 3, 0, 3) == 49.0
    assert (tail_p(4, [1, 2, 3]), tail_p(2, [1, 2, 3]), tail_p(0, [1, 2, 3])) == (0.5, 1.0, 0.5)


@given(st.integers(0, 2**32), st.integers(2, 200), st.integers(0, 30))
def test_tails_of_the_same_counts_agree(seed, samples, found):
    """p-values as runs give them, by other samples of the same counts."""
    rng = np.random.default_rng(seed)
    theirs, ours = rng.poisson(12, samples), rng.poisson(12, 40)
    assert tails_agree(tail_p(found, theirs.tolist()), samples, found, ours.tolist())


def test_tails_that_differ_do_not():
    counts = list(range(10, 50))
    assert not tails_agree(0.9 * 2 / 61, 60, 60, counts)  # no such share of 60 samples
    assert not tails_agree(0.0, 60, 60, counts)
    assert not tails_agree(1.5, 60, 60, counts)
    assert not tails_agree(2 * 25 / 61, 60, 60, counts)
    assert not tails_agree(2 / 201, 200, 30, counts)
    assert tails_agree(1.0, 60, 30, counts)


def test_the_same_but_for_rounding():
    assert same(0.1 + 0.2, 0.3)
    assert not same(0.3, 0.300001)
    assert not same(math.nan, 0.3)


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
    contrasts = class_contrasts(table, classes, against="class:A,B", seed=0, permutations=4000)
    wanted = [contrast.p_max for contrast in contrasts]
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
    claim = joint_claim(MOTIF, said, 60, reached, 40, complete=complete)
    assert (claim.verdict, claim.found) == (verdict, f"{(1 + reached) / 41:.4g}")
