import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.encoder.evaluation.metrics import (
    accuracy_at,
    area_under_roc,
    average_precision,
    best_threshold,
    rank_correlation,
)

PAIRS = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=25)


def split(pairs):
    return np.array([value for value, _ in pairs], dtype=float), np.array([label for _, label in pairs])


@given(PAIRS)
def test_average_precision_sums_precision_over_thresholds(pairs):
    scores, labels = split(pairs)
    total, recall = 0.0, 0.0
    for threshold in sorted(set(scores), reverse=True):
        yes = scores >= threshold
        reached = (yes & labels).sum() / max(labels.sum(), 1)
        total += (reached - recall) * (yes & labels).sum() / yes.sum()
        recall = reached
    assert average_precision(scores, labels) == pytest.approx(total)


@given(PAIRS)
def test_area_under_roc_compares_every_positive_with_every_negative(pairs):
    scores, labels = split(pairs)
    wins = [(p > n) + (p == n) / 2 for p in scores[labels] for n in scores[~labels]]
    found = area_under_roc(scores, labels)
    assert found == pytest.approx(np.mean(wins)) if wins else np.isnan(found)


@given(PAIRS)
def test_no_threshold_is_better_than_the_best(pairs):
    distances, labels = split(pairs)
    threshold, accuracy = best_threshold(distances, labels)
    assert accuracy == accuracy_at(threshold, distances, labels)
    assert accuracy == pytest.approx(max(accuracy_at(t, distances, labels) for t in np.arange(-0.5, 6)))


def test_rank_correlation_looks_at_order_alone():
    values = np.array([1.0, 5.0, 2.0, 9.0])
    assert rank_correlation(values, np.exp(values)) == 1
    assert rank_correlation(values, -values) == -1
    assert rank_correlation([1, 1, 2], [1, 1, 2]) == 1
    assert np.isnan(rank_correlation([1, 1, 1], [1, 2, 3]))
    assert rank_correlation([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(
        np.corrcoef([1, 2.5, 2.5, 4], [1, 2, 3, 4])[0, 1]
    )
