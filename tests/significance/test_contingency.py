from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from spminer import Frequency, UsageError
from spminer.counting.intervals import anchored_frequency
from spminer.significance.contingency import (
    NOT_TESTABLE,
    FisherTable,
    class_contrasts,
    fisher_p,
    fisher_row,
    odds_ratios,
    rate_contrast,
    share_contrast,
    share_ratios,
    tarone,
)


def only(value):
    return np.array([value])


def min_p(table, classes, **options):
    """The joint p-values of all patterns."""
    return np.array([one.p_max for one in class_contrasts(table, classes, against="class:A,B", **options)])


@st.composite
def two_sides(draw, most=60):
    first, second = draw(st.integers(1, most)), draw(st.integers(1, most))
    return draw(st.integers(0, first)), first, draw(st.integers(0, second)), second


def cells(a, first, b, second):
    return [[a, b], [first - a, second - b]]


@given(two_sides())
def test_fisher_is_that_of_scipy(sides):
    a, first, b, second = sides
    assert fisher_p(only(a), first, only(b), second)[0] == pytest.approx(
        stats.fisher_exact(cells(*sides)).pvalue, rel=1e-9
    )


@pytest.mark.parametrize("sides", [(900, 3000, 600, 2500), (20, 4000, 60, 4000), (1500, 2000, 0, 900)])
def test_fisher_is_that_of_scipy_for_large_tables(sides):
    a, first, b, second = sides
    assert fisher_p(only(a), first, only(b), second)[0] == pytest.approx(
        stats.fisher_exact(cells(*sides)).pvalue, rel=1e-6
    )


@given(st.integers(1, 40), st.integers(1, 40), st.data())
def test_all_tables_with_the_same_margins(first, second, data):
    support = data.draw(st.integers(0, first + second))
    least, p = fisher_row(support, first, second)
    tables = [(a, first, support - a, second) for a in range(least, least + len(p))]
    assert [stats.fisher_exact(cells(*table)).pvalue for table in tables] == pytest.approx(p.tolist(), rel=1e-9)
    assert all(a > first or support - a > second or support - a < 0 for a in (least - 1, least + len(p)) if a >= 0)


def test_no_p_value_is_zero():
    assert fisher_p(only(100_000), 100_000, only(0), 100_000)[0] > 0


@given(two_sides())
def test_odds_ratios_are_the_formula(sides):
    a, first, b, second = sides
    odds = odds_ratios(only(a), first, only(b), second)
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
    one, other = (
        odds_ratios(only(a), first, only(b), second),
        odds_ratios(only(b), second, only(a), first),
    )
    assert (1 / other.value[0], 1 / other.high[0]) == pytest.approx((one.value[0], one.low[0]))
    assert fisher_p(only(a), first, only(b), second) == pytest.approx(fisher_p(only(b), second, only(a), first))


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
    (value,), (low,), (high,) = share_ratios(only(a), first, only(b), second)
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


RUNS = 500


MOST = stats.binom.ppf(0.999, RUNS, 0.05)


@st.composite
def labeled_collections(draw, most=12):
    graphs = draw(st.integers(2, most))
    table = draw(hnp.arrays(np.bool_, (graphs, draw(st.integers(1, 5)))))
    first = draw(st.integers(1, graphs - 1))
    return table, np.isin(np.arange(graphs), draw(st.permutations(range(graphs)))[:first])


def scipy_p(table, classes):
    pairs = [(column[classes], column[~classes]) for column in table.T]
    return np.array([stats.fisher_exact([[a.sum(), b.sum()], [(~a).sum(), (~b).sum()]]).pvalue for a, b in pairs])


def all_labelings(graphs, first):
    return [np.isin(np.arange(graphs), chosen) for chosen in combinations(range(graphs), first)]


@given(labeled_collections())
def test_every_figure_is_that_of_its_definition(collection):
    table, classes = collection
    contrasts = class_contrasts(table, classes, against="class:A,B", seed=1, permutations=20)
    p = scipy_p(table, classes)
    assert [contrast.p for contrast in contrasts] == pytest.approx(p.tolist(), rel=1e-9)
    assert [contrast.q for contrast in contrasts] == pytest.approx(stats.false_discovery_control(p).tolist())
    assert [contrast.share for contrast in contrasts] == pytest.approx(table[classes].mean(axis=0).tolist())
    assert [contrast.other_share for contrast in contrasts] == pytest.approx(table[~classes].mean(axis=0).tolist())
    for contrast in contrasts:
        assert (contrast.with_, contrast.samples, contrast.z) == ("class:A,B", None, None)
        assert 0 < contrast.odds_low < contrast.odds_ratio < contrast.odds_high
        assert 1 / 21 - 1e-12 <= contrast.p_max <= 1


@given(labeled_collections(most=8))
def test_the_smallest_p_value_is_that_of_the_best_labeling(collection):
    table, classes = collection
    labelings = all_labelings(len(classes), int(classes.sum()))
    best = np.min([scipy_p(table, labeling) for labeling in labelings], axis=0)
    found = FisherTable(table.sum(axis=0), int(classes.sum()), int((~classes).sum())).least_p
    assert found == pytest.approx(best, rel=1e-9)


@given(st.lists(st.floats(1e-6, 1), max_size=30), st.sampled_from([0.05, 0.2, 0.5]))
def test_the_factor_of_tarone_is_the_smallest_that_suffices(least, alpha):
    level, factor, testable = tarone(least, alpha)
    by_definition = next(k for k in range(1, len(least) + 2) if sum(value <= alpha / k for value in least) <= k)
    assert (factor, level) == (by_definition, alpha / by_definition)
    assert testable == sum(value <= level for value in least) <= factor


def slow_min_p(table, classes, labelings):
    """Step-down min-P over given labelings as in the book, pattern by pattern."""
    own, others = scipy_p(table, classes), [scipy_p(table, labeling) for labeling in labelings]
    order = np.argsort(own, kind="stable")
    result, before = np.empty(len(own)), 0.0
    for step, pattern in enumerate(order):
        reached = np.mean([p[order[step:]].min() <= own[pattern] * (1 + 1e-9) for p in others])
        before = result[pattern] = max(before, reached)
    return result


@pytest.mark.parametrize("seed", range(4))
def test_permutations_tend_to_all_labelings(seed):
    rng = np.random.default_rng(seed)
    table, classes = rng.random((8, 4)) < 0.5, np.arange(8) < 3 + seed % 2
    table[:, 0] = classes  # a pattern that tells the classes apart
    exact = slow_min_p(table, classes, all_labelings(8, int(classes.sum())))
    sampled = min_p(table, classes, seed=seed, permutations=20_000)
    assert sampled == pytest.approx(exact, abs=4 * np.sqrt(0.25 / 20_000))


def test_the_same_seed_gives_the_same_values():
    rng = np.random.default_rng(5)
    table, classes = rng.random((30, 50)) < 0.3, np.arange(30) < 12
    one, again, other = (min_p(table, classes, seed=seed, permutations=130) for seed in (1, 1, 2))
    assert one.tobytes() == again.tobytes() != other.tobytes()


@pytest.mark.parametrize("seed", range(10))
def test_joint_values_never_fall_where_single_ones_rise(seed):
    rng = np.random.default_rng(seed)
    table, classes = rng.random((30, 40)) < rng.random(40), np.arange(30) < 13
    own = scipy_p(table, classes)
    values = min_p(table, classes, seed=seed, permutations=40)[np.argsort(own, kind="stable")]
    assert (np.diff(values) >= 0).all()


def test_equal_patterns_have_equal_values():
    rng = np.random.default_rng(6)
    column, classes = rng.random((40, 1)) < 0.4, np.arange(40) < 15
    values = min_p(np.repeat(column, 5, axis=1), classes, seed=3)
    assert np.ptp(values) == 0
    assert values[0] == pytest.approx(scipy_p(column, classes)[0], abs=0.06)  # as if there were one


def correlated_table(rng, graphs, patterns):
    """Patterns that contain each other and graphs that contain more or less of everything."""
    tendency = rng.beta(1, 2, size=(graphs, 1))
    return np.logical_and.accumulate(rng.random((graphs, patterns, 4)) < tendency[:, :, None] + 0.4, axis=2).reshape(
        graphs, -1
    )


def test_with_permuted_classes_no_more_is_found_than_promised():
    rng = np.random.default_rng(21)
    family = by_tarone = alone = 0
    for run in range(RUNS):
        table = correlated_table(rng, 40, 8)
        classes = rng.permutation(np.arange(40) < 17)
        contrasts = class_contrasts(table, classes, against="class:A,B", seed=run, permutations=199)
        family += any(contrast.p_max <= 0.05 for contrast in contrasts)
        alone += any(contrast.p <= 0.05 for contrast in contrasts)
        level = tarone(FisherTable(table.sum(axis=0), 17, 23).least_p).level
        by_tarone += any(contrast.p <= level for contrast in contrasts)
    assert 0.01 * RUNS <= family <= MOST, family / RUNS
    assert by_tarone <= MOST, by_tarone / RUNS
    assert alone > 2 * MOST  # without a correction the promise would not hold


def test_a_pattern_that_tells_the_classes_apart_is_found():
    rng = np.random.default_rng(22)
    table, classes = correlated_table(rng, 60, 20), np.arange(60) < 30
    telling = np.isin(np.arange(60), [*range(27), *range(30, 36)])  # in 27 graphs of one class, 6 of the other
    contrasts = class_contrasts(np.column_stack([table, telling]), classes, against="class:A,B", seed=0)
    assert contrasts[-1].p_max == pytest.approx(1 / 1001)
    assert contrasts[-1].odds_low > 1


def test_what_cannot_be_significant_is_marked():
    table = np.zeros((20, 3), dtype=bool)
    table[0, 0] = table[:10, 1] = table[:, 2] = True
    rare, telling, everywhere = class_contrasts(table, np.arange(20) < 10, against="class:A,B", seed=0)
    assert (rare.note, telling.note, everywhere.note) == (NOT_TESTABLE, None, NOT_TESTABLE)
    assert (everywhere.p, everywhere.p_max, everywhere.ratio) == (1, 1, 1)
    assert (telling.ratio, telling.high, telling.other_share) == (None, None, 0)


def test_a_pattern_in_no_graph_has_no_ratio():
    [contrast] = class_contrasts(np.zeros((4, 1)), [1, 1, 0, 0], against="class:A,B", seed=0, permutations=9)
    assert (contrast.ratio, contrast.low, contrast.high, contrast.p) == (None, None, None, 1)


def test_no_patterns_are_no_contrasts():
    assert class_contrasts(np.empty((4, 0)), [1, 1, 0, 0], against="class:A,B", seed=0) == ()


@pytest.mark.parametrize(
    ("table", "classes", "permutations", "message"),
    [
        (np.ones((3, 2)), [1, 0], 9, "one per graph"),
        (np.ones(3), [1, 0, 0], 9, "one per graph"),
        (np.ones((3, 2)), [1, 1, 1], 9, "a class has no graphs"),
        (np.ones((3, 2)), [0, 0, 0], 9, "a class has no graphs"),
        (np.ones((3, 2)), [0, 1, 0], 0, "better 1000"),
    ],
)
def test_sides_that_do_not_fit_are_refused(table, classes, permutations, message):
    with pytest.raises(UsageError, match=message):
        class_contrasts(table, classes, against="class:A,B", seed=0, permutations=permutations)


@st.composite
def sides(draw, most=60):
    members = draw(st.integers(1, most))
    return draw(st.integers(0, members)), members


def exactly(one, other):
    return share_contrast(Frequency.exact(one[0]), one[1], Frequency.exact(other[0]), other[1], against="other.txt")


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
    rough = share_contrast(one[0], one[2], other[0], other[2], against="other.txt")
    true = exactly(one[1:], other[1:])
    assert rough.p >= true.p * (1 - 1e-9)
    assert rough.odds_low <= true.odds_low
    assert rough.odds_high >= true.odds_high
    assert rough.low is None or true.low is None or rough.low <= true.low + 1e-12
    assert rough.high is None or (true.high is not None and rough.high >= true.high - 1e-12)


def test_bounds_that_meet_leave_no_surprise():
    one, other = Frequency(60.0, "estimate", 40, 80), Frequency(30.0, "estimate", 10, 50)
    assert share_contrast(one, 100, other, 100, against="x").p == 1


def test_a_count_without_an_upper_bound_may_be_everything():
    contrast = share_contrast(Frequency.lower_bound(5), 100, Frequency.exact(50), 100, against="x")
    assert contrast.p == 1
    assert contrast.odds_high > 100
    assert contrast.share == 0.05


def test_sampled_anchors_rarely_mislead():
    """Two graphs with equal shares, each known by a sample of its anchors."""
    rng, wrong = np.random.default_rng(8), 0
    for _ in range(500):
        hits = rng.hypergeometric(300, 700, 200, size=2)
        one, other = (anchored_frequency(int(count), 200, 0, 1000) for count in hits)
        contrast = share_contrast(one, 1000, other, 1000, against="x")
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
    contrast = rate_contrast(one[0], one[2], other[0], other[2], against="other.txt")
    true = one[1] / one[2] / (other[1] / other[2])
    assert contrast.low <= true + 1e-12
    assert contrast.high is None or true <= contrast.high + 1e-12
    assert (contrast.p, contrast.share, contrast.odds_ratio) == (None, None, None)


def test_rates_that_are_exact_leave_no_doubt():
    contrast = rate_contrast(Frequency.exact(9), 10, Frequency.exact(3), 20, against="x")
    assert contrast.ratio == contrast.low == contrast.high == 6
    nowhere = rate_contrast(Frequency.exact(9), 10, Frequency.exact(0), 20, against="x")
    assert (nowhere.ratio, nowhere.low, nowhere.high) == (None, None, None)
    open_end = rate_contrast(Frequency.lower_bound(9), 10, Frequency.lower_bound(3), 20, against="x")
    assert (open_end.low, open_end.high) == (0, None)


@pytest.mark.parametrize("compare", [share_contrast, rate_contrast])
@pytest.mark.parametrize(("members", "others"), [(0, 5), (5, 0)])
def test_an_empty_side_is_refused_other(compare, members, others):
    with pytest.raises(UsageError, match="one side is empty"):
        compare(Frequency.exact(0), members, Frequency.exact(0), others, against="x")


def test_more_than_everything_is_refused():
    with pytest.raises(UsageError, match="does not fit"):
        share_contrast(Frequency.exact(6), 5, Frequency.exact(1), 5, against="x")
