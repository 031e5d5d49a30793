"""Metrics of scores against exact answers: accuracy, precision and rank, in NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["accuracy_at", "area_under_roc", "average_precision", "best_threshold", "rank_correlation"]


def average_precision(scores: ArrayLike, labels: ArrayLike) -> float:
    """Average precision of scores (higher is more likely), tied scores taken together.

    >>> average_precision([3, 2, 1, 0], [True, False, True, False])
    0.8333333333333333
    """
    scores, labels = np.asarray(scores, dtype=np.float64), np.asarray(labels, dtype=bool)
    order = np.argsort(-scores, kind="stable")
    last_of_tie = np.append(np.diff(scores[order]) != 0, True)
    hits = np.cumsum(labels[order])[last_of_tie]
    ranks = np.arange(1, len(scores) + 1)[last_of_tie]
    if hits[-1] == 0:
        return 0.0
    gained = np.diff(hits, prepend=0)
    return float(np.sum(gained * hits / ranks) / hits[-1])


def area_under_roc(scores: ArrayLike, labels: ArrayLike) -> float:
    """Probability that a random positive scores above a random negative, ties counting half.

    >>> area_under_roc([3, 2, 1, 0], [True, False, True, False])
    0.75
    """
    labels = np.asarray(labels, dtype=bool)
    ranks = _ranks(np.asarray(scores, dtype=np.float64))
    positives, negatives = int(labels.sum()), int((~labels).sum())
    if positives == 0 or negatives == 0:
        return float("nan")
    return float((ranks[labels].sum() - positives * (positives + 1) / 2) / (positives * negatives))


def best_threshold(distances: ArrayLike, labels: ArrayLike) -> tuple[float, float]:
    """The threshold (inclusive) with the best accuracy, and that accuracy.

    >>> best_threshold([0.1, 0.2, 0.9], [True, True, False])
    (0.55, 1.0)
    """
    distances, labels = np.asarray(distances, dtype=np.float64), np.asarray(labels, dtype=bool)
    order = np.argsort(distances, kind="stable")
    ordered = distances[order]
    # Correct decisions for a threshold after the first k: positives among them, negatives among the rest.
    correct = np.concatenate([[0], np.cumsum(np.where(labels[order], 1, -1))]) + np.sum(~labels)
    allowed = np.concatenate([[True], np.diff(ordered) > 0, [True]])  # not between equal distances
    best = int(np.argmax(np.where(allowed, correct, -1)))
    low = ordered[best - 1] if best > 0 else ordered[0] - 1.0
    high = ordered[best] if best < len(ordered) else ordered[-1] + 1.0
    return float((low + high) / 2), float(correct[best] / len(labels))


def accuracy_at(threshold: float, distances: ArrayLike, labels: ArrayLike) -> float:
    """Accuracy of positive decisions at distances up to the threshold.

    >>> accuracy_at(0.5, [0.1, 0.9], [True, True])
    0.5
    """
    return float(np.mean((np.asarray(distances) <= threshold) == np.asarray(labels, dtype=bool)))


def rank_correlation(a: ArrayLike, b: ArrayLike) -> float:
    """Spearman's rank correlation.

    >>> rank_correlation([1, 2, 3], [10, 20, 15])
    0.5
    """
    x, y = _ranks(np.asarray(a, dtype=np.float64)), _ranks(np.asarray(b, dtype=np.float64))
    if x.std() == 0 or y.std() == 0:
        return float("nan")
    return float(round(np.corrcoef(x, y)[0, 1], 12))


def _ranks(values: np.ndarray) -> np.ndarray:
    """Ranks from 1, equal values sharing their mean rank."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[inverse]
