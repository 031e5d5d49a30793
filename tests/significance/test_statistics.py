from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from spminer import UsageError
from spminer.significance.statistics import (
    FAR_FROM_NORMAL,
    FEW_SAMPLES,
    NEVER,
    NO_SPREAD,
    adjust_bh,
    defined,
    empirical_p,
    max_t,
    null_contrasts,
    standard_scores,
    surprise,
    surprise_bound,
)

RUNS, SAMPLES = 600, 99


# What 5 % promised may become in that many runs: the 99.9 % point of its binomial distribution.
MOST = stats.binom.ppf(0.999, RUNS, 0.05)


@st.composite
def tables(draw):
    """Observed counts and samples of a few motifs, ties and constant columns among them."""
    shape = draw(st.tuples(st.integers(3, 12), st.integers(1, 5)))
    table = draw(hnp.arrays(np.int64, shape, elements=st.integers(0, draw(st.sampled_from([1, 4, 1000])))))
    return table[0], table[1:]


def correlated_counts(rng, rows):
    """Counts that rise and fall together; some motifs are rare, some constant, some heavy-tailed."""
    common = rng.gamma(5.0, 1 / 5.0, size=(rows, 1))
    table = rng.poisson(common * np.geomspace(0.02, 500, 10))
    return np.column_stack([table, np.full(rows, 7), np.floor(rng.pareto(1.5, size=rows) * 10)])


@given(tables())
def test_expected_spread_and_score_are_those_of_scipy(table):
    observed, samples = table
    for motif, contrast in enumerate(null_contrasts(observed, samples, model="er")):
        column = samples[:, motif]
        assert contrast.samples == len(samples)
        assert contrast.expected == pytest.approx(column.mean())
        assert contrast.spread == pytest.approx(column.std(ddof=1), abs=1e-12)
        if contrast.z is None:
            assert contrast.note in {NEVER, NO_SPREAD, FAR_FROM_NORMAL, FEW_SAMPLES}
            assert contrast.note != FEW_SAMPLES or len(samples) < 10
        else:
            assert len(samples) >= 10
            assert contrast.note is None
            assert contrast.z == pytest.approx((observed[motif] - column.mean()) / column.std(ddof=1))
            assert abs(stats.skew(column)) <= 1
            assert column.mean() >= 5


@given(tables())
def test_p_values_are_the_ranks_that_they_say(table):
    observed, samples = table
    for count, column, p in zip(observed, samples.T, empirical_p(observed, observed, samples), strict=True):
        above, below = sum(column >= count), sum(column <= count)
        assert p == pytest.approx(min(1.0, 2 * (1 + min(above, below)) / (1 + len(column))))


@given(hnp.arrays(np.float64, st.integers(1, 30), elements=st.floats(1e-6, 1)))
def test_adjusted_p_values_are_those_of_scipy(p):
    assert adjust_bh(p) == pytest.approx(stats.false_discovery_control(p))


def slow_max_t(observed, samples):
    """The step-down algorithm as in the book, motif by motif."""
    table = np.vstack([observed, samples]).astype(float)
    distances = np.abs(table - table.mean(axis=0)) / np.sqrt(table.var(axis=0) + 1)
    order = sorted(range(len(observed)), key=lambda motif: -distances[0, motif])
    result, before = np.empty(len(observed)), 0.0
    for step, motif in enumerate(order):
        at_least = sum(max(row[order[step:]]) >= distances[0, motif] - 1e-9 for row in distances)
        before = result[motif] = max(before, at_least / len(table))
    return result


@given(tables())
def test_max_t_is_the_algorithm_of_the_book(table):
    observed, samples = table
    found = max_t(observed, samples)
    assert found == pytest.approx(slow_max_t(observed, samples))
    assert found.min() >= 1 / (len(samples) + 1)


def test_what_never_varies_is_never_surprising():
    [contrast] = null_contrasts([3], np.full((10, 1), 3), model="degree")
    assert (contrast.z, contrast.note, contrast.ratio, contrast.low, contrast.high) == (None, NO_SPREAD, 1, 1, 1)
    assert (contrast.p, contrast.q, contrast.p_max) == (1, 1, 1)


def test_rounding_makes_no_spread():
    [contrast] = null_contrasts([0.4], np.full((7, 1), 0.1), model="degree")
    assert (contrast.spread, contrast.z, contrast.note) == (0, None, NO_SPREAD)


def test_what_no_sample_has_is_surprising_without_a_ratio():
    absent, other = null_contrasts([40, 5], np.column_stack([np.zeros(99), np.arange(99) % 10]), model="degree")
    assert (absent.expected, absent.spread, absent.note) == (0, 0, NEVER)
    assert (absent.ratio, absent.low, absent.high, absent.z) == (None, None, None, None)
    assert (absent.p, absent.p_max) == (0.02, 0.01)
    assert other.p_max > 0.5


def test_one_occurrence_in_one_sample_does_not_drown_the_others():
    rare = np.eye(99)  # each motif once in a sample of its own
    samples = np.column_stack([np.random.default_rng(0).poisson(7, size=99), rare])
    contrasts = null_contrasts(np.r_[40, np.zeros(99)], samples, model="degree")
    assert contrasts[0].p_max == 0.01
    assert contrasts[1].p_max == 1


def test_scores_of_few_or_skewed_counts_are_marked():
    rng = np.random.default_rng(0)
    samples = np.column_stack([rng.poisson(4, 200), rng.lognormal(4, 1, 200), rng.poisson(50, 200)])
    scores, notes = standard_scores(np.array([50, 50, 50]), samples)
    assert notes == (FAR_FROM_NORMAL, FAR_FROM_NORMAL, None)
    assert np.isnan(scores).tolist() == [True, True, False]


def test_an_estimate_counts_as_the_least_surprising_value_within_its_bounds():
    samples = np.random.default_rng(2).poisson(100, size=(99, 3))
    exact = null_contrasts([150, 150, 150], samples, model="er")
    rough = null_contrasts([150, 150, 150], samples, model="er", low=[150, 135, 90], high=[150, 170, np.nan])
    assert rough[0] == replace(exact[0], q=rough[0].q)  # q looks at the other motifs too
    assert rough[1].p == 0.02
    assert rough[1].p_max == 0.01
    assert (rough[1].low, rough[1].high) == pytest.approx((exact[1].low * 135 / 150, exact[1].high * 170 / 150))
    assert rough[2].p == rough[2].p_max == 1
    assert (rough[2].ratio, rough[2].high) == (exact[2].ratio, None)


@pytest.mark.parametrize(
    ("observed", "samples", "bounds", "message"),
    [
        ([1, 2], [[1], [2]], {}, "do not fit"),
        ([1], [1, 2], {}, "do not fit"),
        ([1], [[1]], {}, "ask for 2 or more"),
        ([np.nan], [[1], [2]], {}, "finite"),
        ([1], [[1], [np.inf]], {}, "finite"),
        ([1], [[1], [2]], {"low": [2]}, "not between"),
        ([3], [[1], [2]], {"high": [2]}, "not between"),
    ],
)
def test_counts_that_do_not_fit_are_refused(observed, samples, bounds, message):
    with pytest.raises(UsageError, match=message):
        null_contrasts(observed, samples, model="er", **bounds)


def test_no_motifs_are_no_contrasts():
    assert null_contrasts([], np.empty((5, 0)), model="er") == ()


def test_under_the_null_model_no_more_is_found_than_promised():
    rng = np.random.default_rng(14)
    alone, family, discoveries = np.zeros(12), 0, 0
    for _ in range(RUNS):
        table = correlated_counts(rng, SAMPLES + 1)
        contrasts = null_contrasts(table[0], table[1:], model="degree")
        alone += [contrast.p <= 0.05 for contrast in contrasts]
        family += any(contrast.p_max <= 0.05 for contrast in contrasts)
        discoveries += any(contrast.q <= 0.05 for contrast in contrasts)  # each would be a false one
    assert (alone <= MOST).all(), alone / RUNS
    assert alone[9] >= RUNS * 0.02  # a promise that is kept by never finding anything is none
    assert 0.02 * RUNS <= family <= MOST, family / RUNS
    assert discoveries <= MOST, discoveries / RUNS


def test_what_is_planted_is_found_among_the_rest():
    rng = np.random.default_rng(15)
    found = wrong = 0
    for _ in range(200):
        table = correlated_counts(rng, SAMPLES + 1)
        table[0, 7] *= 4  # a motif of about 50 occurrences
        contrasts = null_contrasts(table[0], table[1:], model="degree")
        found += contrasts[7].p_max <= 0.05
        wrong += any(contrast.p_max <= 0.05 for motif, contrast in enumerate(contrasts) if motif != 7)
    assert found >= 100
    assert wrong <= stats.binom.ppf(0.999, 200, 0.05)


@pytest.mark.parametrize(("mean", "least"), [(0.5, 0.92), (5, 0.93), (50, 0.93)])
def test_the_interval_of_the_ratio_covers_the_true_ratio(mean, least):
    samples = np.random.default_rng(16).poisson(mean, size=(100, 2000))
    contrasts = null_contrasts(np.full(2000, 40), samples, model="er")
    assert np.mean([contrast.low <= 40 / mean <= contrast.high for contrast in contrasts]) >= least


def test_what_is_not_defined_is_none():
    assert (defined(np.float64("nan")), defined(np.float64(2.5))) == (None, 2.5)
    assert type(defined(np.float64(2.5))) is float


COUNTS = st.floats(0, 1e9)


@given(COUNTS, COUNTS)
def test_it_is_signed_and_zero_where_nothing_is_surprising(observed, expected):
    value = float(surprise(observed, expected))
    assert np.isfinite(value)
    assert np.sign(value) in {0.0, np.sign(observed - expected)}
    assert float(surprise(observed, observed)) == 0


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_no_extension_is_more_surprising_than_its_part_could_be(observed, expected, less, fewer):
    """Along growth both frequencies fall, so that what a search cuts by the bound cannot come back."""
    child = float(surprise(min(observed, less), min(expected, fewer)))
    assert child <= float(surprise_bound(observed)) + 1e-9
    assert -child <= float(surprise_bound(expected)) + 1e-9


@given(st.floats(1, 1e6), st.floats(0, 1e6), st.floats(1.01, 10))
def test_it_grows_with_the_frequency_and_with_the_ratio(observed, expected, factor):
    if observed > expected:
        assert surprise(observed * factor, expected) > surprise(observed, expected)
        assert surprise(observed * factor, expected * factor) > surprise(observed, expected)


def test_it_is_near_the_standard_score_of_a_poisson_count():
    assert abs(float(surprise(1060, 1000)) - 60 / np.sqrt(1000)) < 0.05
