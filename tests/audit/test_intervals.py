"""Tests of audit/statistics.py: its formulas beside those of another library, and of the runs that it checks."""

import math

import numpy as np
import pytest

from spminer import Frequency
from spminer.audit.statistics import null_limits, odds_limits, share_limits, student_point, surprise_of
from spminer.significance.contingency import odds_ratios, share_ratios
from spminer.significance.statistics import null_contrasts, surprise

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
