"""Confidence intervals for counts estimated from a sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["population_interval"]


def population_interval(hits: int, sample: int, population: int, confidence: float = 0.95) -> tuple[int, int]:
    """Exact interval for the number of hits in a population, from a sample without replacement.

    Inverts the tails of the hypergeometric distribution (the Clopper-Pearson interval of finite populations):
    the interval covers the truth with at least the given confidence, whatever the sizes, and shrinks to one
    number when everything was sampled.

    Parameters
    ----------
    hits, sample
        Hits among the sampled members, and how many were sampled.
    population
        Number of members in all.
    confidence
        Least probability that the interval covers the truth.

    Returns
    -------
    tuple
        Smallest and largest number of hits that the sample does not speak against.

    Examples
    --------
    >>> population_interval(30, 100, 1000)
    (217, 394)
    >>> population_interval(30, 100, 100)
    (30, 30)
    """
    tail = (1 - confidence) / 2
    log_factorial = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, population + 1)))])
    least, most = hits, population - (sample - hits)

    def probability(truth: int, counts: NDArray[np.int64]) -> float:
        """Probability that a sample has one of these counts of hits."""
        counts = counts[(counts <= truth) & (sample - counts <= population - truth)]
        chosen = _log_choose(log_factorial, truth, counts) + _log_choose(
            log_factorial, population - truth, sample - counts
        )
        return float(np.exp(chosen - _log_choose(log_factorial, population, np.int64(sample))).sum())

    upper_counts = np.arange(hits, sample + 1)
    lower_counts = np.arange(hits + 1)
    low = _first(least, most, lambda truth: probability(truth, upper_counts) > tail)
    beyond = _first(least, most + 1, lambda truth: truth > most or probability(truth, lower_counts) <= tail)
    return low, beyond - 1


def _log_choose(log_factorial: NDArray[np.float64], n: int, k: NDArray[np.int64] | np.int64) -> NDArray[np.float64]:
    return np.asarray(log_factorial[n] - log_factorial[k] - log_factorial[n - k])


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The first number from which a monotone condition holds; ``high`` if it is the only one left."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
