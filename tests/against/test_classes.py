from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from spminer import UsageError
from spminer.against.classes import NOT_TESTABLE, compare_classes, min_p, minimum_p, tarone

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
    contrasts = compare_classes(table, classes, against="class:A,B", seed=1, permutations=20)
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
    found = minimum_p(table.sum(axis=0), int(classes.sum()), int((~classes).sum()))
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
        contrasts = compare_classes(table, classes, against="class:A,B", seed=run, permutations=199)
        family += any(contrast.p_max <= 0.05 for contrast in contrasts)
        alone += any(contrast.p <= 0.05 for contrast in contrasts)
        level = tarone(minimum_p(table.sum(axis=0), 17, 23)).level
        by_tarone += any(contrast.p <= level for contrast in contrasts)
    assert 0.01 * RUNS <= family <= MOST, family / RUNS
    assert by_tarone <= MOST, by_tarone / RUNS
    assert alone > 2 * MOST  # without a correction the promise would not hold


def test_a_pattern_that_tells_the_classes_apart_is_found():
    rng = np.random.default_rng(22)
    table, classes = correlated_table(rng, 60, 20), np.arange(60) < 30
    telling = np.isin(np.arange(60), [*range(27), *range(30, 36)])  # in 27 graphs of one class, 6 of the other
    contrasts = compare_classes(np.column_stack([table, telling]), classes, against="class:A,B", seed=0)
    assert contrasts[-1].p_max == pytest.approx(1 / 1001)
    assert contrasts[-1].odds_low > 1


def test_what_cannot_be_significant_is_marked():
    table = np.zeros((20, 3), dtype=bool)
    table[0, 0] = table[:10, 1] = table[:, 2] = True
    rare, telling, everywhere = compare_classes(table, np.arange(20) < 10, against="class:A,B", seed=0)
    assert (rare.note, telling.note, everywhere.note) == (NOT_TESTABLE, None, NOT_TESTABLE)
    assert (everywhere.p, everywhere.p_max, everywhere.ratio) == (1, 1, 1)
    assert (telling.ratio, telling.high, telling.other_share) == (None, None, 0)


def test_a_pattern_in_no_graph_has_no_ratio():
    [contrast] = compare_classes(np.zeros((4, 1)), [1, 1, 0, 0], against="class:A,B", seed=0, permutations=9)
    assert (contrast.ratio, contrast.low, contrast.high, contrast.p) == (None, None, None, 1)


def test_no_patterns_are_no_contrasts():
    assert compare_classes(np.empty((4, 0)), [1, 1, 0, 0], against="class:A,B", seed=0) == ()


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
        compare_classes(table, classes, against="class:A,B", seed=0, permutations=permutations)
