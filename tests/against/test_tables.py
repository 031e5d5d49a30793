import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from spminer import UsageError
from spminer.against.tables import fisher_p, fisher_row, odds_ratios, share_ratios


@st.composite
def two_sides(draw, most=60):
    first, second = draw(st.integers(1, most)), draw(st.integers(1, most))
    return draw(st.integers(0, first)), first, draw(st.integers(0, second)), second


def cells(a, first, b, second):
    return [[a, b], [first - a, second - b]]


@given(two_sides())
def test_fisher_is_that_of_scipy(sides):
    a, first, b, second = sides
    assert fisher_p([a], first, [b], second)[0] == pytest.approx(stats.fisher_exact(cells(*sides)).pvalue, rel=1e-9)


@pytest.mark.parametrize("sides", [(900, 3000, 600, 2500), (20, 4000, 60, 4000), (1500, 2000, 0, 900)])
def test_fisher_is_that_of_scipy_for_large_tables(sides):
    a, first, b, second = sides
    assert fisher_p([a], first, [b], second)[0] == pytest.approx(stats.fisher_exact(cells(*sides)).pvalue, rel=1e-6)


@given(st.integers(1, 40), st.integers(1, 40), st.data())
def test_all_tables_with_the_same_margins(first, second, data):
    support = data.draw(st.integers(0, first + second))
    least, p = fisher_row(support, first, second)
    tables = [(a, first, support - a, second) for a in range(least, least + len(p))]
    assert [stats.fisher_exact(cells(*table)).pvalue for table in tables] == pytest.approx(p.tolist(), rel=1e-9)
    assert all(a > first or support - a > second or support - a < 0 for a in (least - 1, least + len(p)) if a >= 0)


def test_no_p_value_is_zero():
    assert fisher_p([100_000], 100_000, [0], 100_000)[0] > 0


@given(two_sides())
def test_odds_ratios_are_the_formula(sides):
    a, first, b, second = sides
    odds = odds_ratios([a], first, [b], second)
    table = stats.contingency.odds_ratio(
        [[2 * a + 1, 2 * b + 1], [2 * (first - a) + 1, 2 * (second - b) + 1]], kind="sample"
    )
    assert odds.value[0] == pytest.approx(table.statistic)
    assert 0 < odds.low[0] < odds.value[0] < odds.high[0]
    error = np.sqrt(sum(1 / (count + 0.5) for count in (a, b, first - a, second - b)))
    assert np.log(odds.high[0] / odds.low[0]) == pytest.approx(2 * 1.959964 * error)


@given(two_sides())
def test_the_sides_can_be_changed(sides):
    a, first, b, second = sides
    one, other = odds_ratios([a], first, [b], second), odds_ratios([b], second, [a], first)
    assert (1 / other.value[0], 1 / other.high[0]) == pytest.approx((one.value[0], one.low[0]))
    assert fisher_p([a], first, [b], second) == pytest.approx(fisher_p([b], second, [a], first))


@pytest.mark.parametrize(("share", "other"), [(0.5, 0.5), (0.3, 0.1), (0.02, 0.05)])
def test_intervals_cover_the_truth(share, other):
    rng = np.random.default_rng(3)
    a, b = rng.binomial(150, share, 4000), rng.binomial(200, other, 4000)
    odds = odds_ratios(a, 150, b, 200)
    truth = share * (1 - other) / (other * (1 - share))
    assert ((odds.low <= truth) & (truth <= odds.high)).mean() >= 0.94
    ratio = share_ratios(a, 150, b, 200)
    covered = ~(ratio.low > share / other) & ~(ratio.high < share / other)
    assert covered.mean() >= 0.94


@given(two_sides())
def test_ratios_of_shares(sides):
    a, first, b, second = sides
    (value,), (low,), (high,) = share_ratios([a], first, [b], second)
    if b > 0:
        assert value == pytest.approx((a / first) / (b / second))
        assert low <= value <= high
        reference = stats.contingency.relative_risk(a, first, b, second)
        if min(a, b) >= 20:
            limits = reference.confidence_interval(0.95)
            assert (np.log(low), np.log(high)) == pytest.approx((np.log(limits.low), np.log(limits.high)), abs=0.05)
    else:
        assert np.isnan(value)
        assert np.isnan(high)
        assert np.isnan(low) == (a == 0)
    if a == 0 < b:
        assert (value, low) == (0, 0)


@pytest.mark.parametrize("sides", [(0, 0, 1, 2), (1, 2, 0, 0)])
def test_an_empty_side_is_refused(sides):
    a, first, b, second = sides
    with pytest.raises(UsageError, match="one side is empty"):
        fisher_p([a], first, [b], second)


@pytest.mark.parametrize("sides", [(3, 2, 1, 2), (1, 2, -1, 2), (1, 2, 3, 2)])
def test_counts_that_cannot_be_are_refused(sides):
    a, first, b, second = sides
    with pytest.raises(UsageError, match="do not fit"):
        odds_ratios([a], first, [b], second)
