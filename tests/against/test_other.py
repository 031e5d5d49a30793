import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from spminer import Frequency, UsageError
from spminer.against.other import compare_rates, compare_shares
from spminer.counting.intervals import anchored_frequency


@st.composite
def sides(draw, most=60):
    members = draw(st.integers(1, most))
    return draw(st.integers(0, members)), members


def exactly(one, other):
    return compare_shares(Frequency.exact(one[0]), one[1], Frequency.exact(other[0]), other[1], against="other.txt")


@given(sides(), sides())
def test_exact_shares_are_compared_as_in_scipy(one, other):
    contrast = exactly(one, other)
    (a, first), (b, second) = one, other
    table = [[a, b], [first - a, second - b]]
    assert contrast.with_ == "other.txt"
    assert (contrast.share, contrast.other_share) == (a / first, b / second)
    assert contrast.p == pytest.approx(stats.fisher_exact(table).pvalue, rel=1e-9)
    odds = (a + 0.5) * (second - b + 0.5) / ((b + 0.5) * (first - a + 0.5))
    assert contrast.odds_ratio == pytest.approx(odds)
    assert contrast.odds_low < contrast.odds_ratio < contrast.odds_high
    assert (contrast.ratio is None) == (contrast.high is None) == (b == 0)
    if b > 0:
        assert contrast.ratio == pytest.approx(a / first / (b / second))
        assert contrast.low <= contrast.ratio <= contrast.high


@st.composite
def estimates(draw):
    """A frequency with bounds, and a whole number between these."""
    members = draw(st.integers(5, 60))
    low, truth, high = sorted(draw(st.tuples(*[st.integers(0, members)] * 3)))
    kind = draw(st.sampled_from(["estimate", "lower_bound"]))
    value = draw(st.floats(low, high)) if kind == "estimate" else low
    return Frequency(value, kind, low, high), truth, members


@given(estimates(), estimates())
def test_bounds_take_in_all_that_may_be_true(one, other):
    rough = compare_shares(one[0], one[2], other[0], other[2], against="other.txt")
    true = exactly(one[1:], other[1:])
    assert rough.p >= true.p * (1 - 1e-9)
    assert rough.odds_low <= true.odds_low
    assert rough.odds_high >= true.odds_high
    assert rough.low is None or true.low is None or rough.low <= true.low + 1e-12
    assert rough.high is None or (true.high is not None and rough.high >= true.high - 1e-12)


def test_bounds_that_meet_leave_no_surprise():
    one, other = Frequency(60.0, "estimate", 40, 80), Frequency(30.0, "estimate", 10, 50)
    assert compare_shares(one, 100, other, 100, against="x").p == 1


def test_a_count_without_an_upper_bound_may_be_everything():
    contrast = compare_shares(Frequency.lower_bound(5), 100, Frequency.exact(50), 100, against="x")
    assert contrast.p == 1
    assert contrast.odds_high > 100
    assert contrast.share == 0.05


def test_sampled_anchors_rarely_mislead():
    """Two graphs with equal shares, each known by a sample of its anchors."""
    rng, wrong = np.random.default_rng(8), 0
    for _ in range(500):
        hits = rng.hypergeometric(300, 700, 200, size=2)
        one, other = (anchored_frequency(int(count), 200, 0, 1000) for count in hits)
        contrast = compare_shares(one, 1000, other, 1000, against="x")
        wrong += contrast.p <= 0.05 or not contrast.low <= 1 <= contrast.high
    assert wrong <= 25


def test_different_graphs_are_told_apart():
    contrast = exactly((600, 1000), (400, 1000))
    assert contrast.p < 1e-10
    assert contrast.low > 1.3
    assert contrast.odds_low > 1.5


@given(estimates(), estimates())
def test_rates_take_in_all_that_may_be_true(one, other):
    assume(other[1] > 0)
    contrast = compare_rates(one[0], one[2], other[0], other[2], against="other.txt")
    true = one[1] / one[2] / (other[1] / other[2])
    assert contrast.low <= true + 1e-12
    assert contrast.high is None or true <= contrast.high + 1e-12
    assert (contrast.p, contrast.share, contrast.odds_ratio) == (None, None, None)


def test_rates_that_are_exact_leave_no_doubt():
    contrast = compare_rates(Frequency.exact(9), 10, Frequency.exact(3), 20, against="x")
    assert contrast.ratio == contrast.low == contrast.high == 6
    nowhere = compare_rates(Frequency.exact(9), 10, Frequency.exact(0), 20, against="x")
    assert (nowhere.ratio, nowhere.low, nowhere.high) == (None, None, None)
    open_end = compare_rates(Frequency.lower_bound(9), 10, Frequency.lower_bound(3), 20, against="x")
    assert (open_end.low, open_end.high) == (0, None)


@pytest.mark.parametrize("compare", [compare_shares, compare_rates])
@pytest.mark.parametrize(("members", "others"), [(0, 5), (5, 0)])
def test_an_empty_side_is_refused(compare, members, others):
    with pytest.raises(UsageError, match="one side is empty"):
        compare(Frequency.exact(0), members, Frequency.exact(0), others, against="x")


def test_more_than_everything_is_refused():
    with pytest.raises(UsageError, match="does not fit"):
        compare_shares(Frequency.exact(6), 5, Frequency.exact(1), 5, against="x")
