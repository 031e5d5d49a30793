"""Intervals for counts from a sample, and the frequency that a sample gives.

- :func:`population_interval`: hits among nodes drawn without replacement. It inverts the tails of the hypergeometric
  distribution (the Clopper-Pearson interval of finite populations), by bisection. It covers the truth with at least the
  given confidence, whatever the sizes.
- :func:`count_interval`: estimates of samplers. Hits count as a Poisson variable that is widened to the standard error,
  with Byar's limits.
- :func:`rate_interval`: hits among independent samples, which ended at a number of hits or of samples. It inverts the
  tails of the (negative) binomial distribution; :func:`hits_for_error` says how many hits an error takes.
- :func:`anchored_frequency`: exact if all nodes were tested and decided, a lower bound if some are undecided, otherwise
  an estimate with an interval that covers undecided nodes either way.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = [
    "anchored_frequency",
    "chance_of_so_few",
    "count_interval",
    "hits_for_error",
    "population_interval",
    "rate_interval",
    "student_deviate",
]


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
    least, most = hits, population - (sample - hits)
    upper_counts = np.arange(hits, sample + 1)
    lower_counts = np.arange(hits + 1)
    low = _first(least, most, lambda truth: _probability(upper_counts, sample, truth, population) > tail)
    beyond = _first(
        least, most + 1, lambda truth: truth > most or _probability(lower_counts, sample, truth, population) <= tail
    )
    return low, beyond - 1


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The first number from which a monotone condition holds; ``high`` if it is the only one left."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def chance_of_so_few(hits: int, sample: int, truth: int, population: int, *, most: int | None = None) -> float:
    """Probability that a sample without replacement has at most so many hits, if the population has ``truth`` of them.

    ``most`` is the largest of several populations, which then share one table of logarithms.

    >>> round(chance_of_so_few(30, 100, 300, 1000), 3)
    0.551
    >>> chance_of_so_few(10, 100, 300, 1000) < 1e-6
    True
    """
    return _probability(np.arange(hits + 1), sample, truth, population, most)


def _probability(counts: NDArray[np.int64], sample: int, truth: int, population: int, most: int | None = None) -> float:
    """Probability that a sample has one of these counts of hits, if the population has ``truth`` of them."""
    log_factorial = _log_factorials(population if most is None else most)
    counts = counts[(counts <= truth) & (sample - counts <= population - truth)]
    chosen = _log_choose(log_factorial, truth, counts) + _log_choose(log_factorial, population - truth, sample - counts)
    return float(np.exp(chosen - _log_choose(log_factorial, population, np.int64(sample))).sum())


@lru_cache(maxsize=1)  # all candidates of a run have the same population
def _log_factorials(most: int) -> NDArray[np.float64]:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])


def _log_choose(log_factorial: NDArray[np.float64], n: int, k: NDArray[np.int64] | np.int64) -> NDArray[np.float64]:
    return np.asarray(log_factorial[n] - log_factorial[k] - log_factorial[n - k])


@lru_cache(maxsize=4096)  # intervals are slow, and patterns that are nearly everywhere have equal counts
def anchored_frequency(count: int, tested: int, undecided: int, nodes: int) -> Frequency:
    """The frequency by a test of random anchors: exact, an estimate with its 95 % interval, or a lower bound.

    >>> anchored_frequency(30, 100, 0, 1000)
    Frequency(value=300.0, kind='estimate', low=217, high=394)
    >>> anchored_frequency(30, 100, 0, 100).kind, anchored_frequency(30, 100, 1, 100).kind
    ('exact', 'lower_bound')
    """
    if tested < nodes:
        # Undecided anchors may match or not: the interval covers both.
        low, _ = population_interval(count, tested, nodes)
        _, high = population_interval(count + undecided, tested, nodes)
        return Frequency(count * nodes / tested, "estimate", low, high)
    return Frequency.between(count, count + undecided)


_NORMAL = 1.959964
# 97.5 % points of Student's distribution by degrees of freedom, from 1.
_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)


def count_interval(value: float, error: float, hits: int, *, degrees: int | None = None) -> tuple[float, float]:
    """95 % interval for a count that was estimated from hits of a sampler, few or many.

    The hits count as a Poisson variable, spread out as far as the standard error asks for; its limits are Byar's. They
    tend to the usual value plus or minus 1.96 standard errors where hits are many, and stay sensible where they are
    few.

    Parameters
    ----------
    value, error
        The estimate and its standard error.
    hits
        Samples that the estimate rests on, at least 1.
    degrees
        Degrees of freedom of the standard error; ``None`` if it is as good as known.

    Returns
    -------
    tuple
        Lower and upper limit.

    Examples
    --------
    >>> low, high = count_interval(1000, 10, 50_000)  # 10 is more than the 1000 / sqrt(50000) of a Poisson variable
    >>> round(low), round(high)
    (980, 1020)
    >>> low, high = count_interval(1000, 0, 4)  # four hits say little, whatever their spread
    >>> round(low), round(high)
    (269, 2560)
    """
    deviate = _NORMAL if degrees is None else student_deviate(degrees)
    effective = min(hits, (value / error) ** 2) if error > 0 else hits
    scale = value / effective
    low = effective * max(1 - 1 / (9 * effective) - deviate / (3 * effective**0.5), 0.0) ** 3
    more = effective + 1
    high = more * (1 - 1 / (9 * more) + deviate / (3 * more**0.5)) ** 3
    return low * scale, high * scale


def student_deviate(degrees: int) -> float:
    """97.5 % point of Student's distribution.

    >>> round(student_deviate(10), 3), round(student_deviate(99), 3)
    (2.228, 1.984)
    """
    if degrees <= len(_STUDENT):
        return _STUDENT[degrees - 1]
    cube = _NORMAL**3
    return _NORMAL + (cube + _NORMAL) / (4 * degrees) + (5 * cube * _NORMAL**2 + 16 * cube) / (96 * degrees**2)


def hits_for_error(error: float) -> int:
    """Hits after which samples can end, so that the interval of their rate reaches no further than a relative error.

    The limits of :func:`rate_interval`, divided by the estimate, are quantiles of a gamma distribution where hits are
    rare, and closer where they are not. Quantiles are approximated (Wilson and Hilferty 1931); this can change the
    number by a hit or two, and the interval stays exact.

    >>> hits_for_error(0.05), hits_for_error(0.01)
    (1614, 38795)
    """

    def suffices(hits: int) -> bool:
        low, high = (
            hits * (1 - 1 / (9 * hits) + sign * _NORMAL / (3 * math.sqrt(hits))) ** 3 / (hits - 1) for sign in (-1, 1)
        )
        return low * (1 + error) >= 1 and high * (1 - error) <= 1

    return _first(2, math.ceil(16 / error**2), suffices)


def rate_interval(hits: int, samples: int, *, at_hit: bool, confidence: float = 0.95) -> tuple[float, float]:
    """Exact interval for the probability of a hit, from independent samples.

    Inverts the tails of the binomial distribution (Clopper and Pearson 1934). Samples that ended at a number of hits
    have the negative binomial distribution instead, whose tails are those of the binomial one too. The interval covers
    the truth with at least the given confidence, also if the samples were to end at a number of hits or of samples,
    whatever came first.

    Parameters
    ----------
    hits, samples
        Samples that were hits, and all.
    at_hit
        Whether the samples ended because of the number of hits.
    confidence
        Least probability that the interval covers the truth.

    Returns
    -------
    tuple
        Lower and upper limit.

    Examples
    --------
    >>> low, high = rate_interval(5, 50, at_hit=False)
    >>> round(low, 4), round(high, 4)
    (0.0333, 0.2181)
    >>> low, high = rate_interval(5, 50, at_hit=True)
    >>> round(low, 4), round(high, 4)
    (0.0333, 0.196)
    """
    tail = (1 - confidence) / 2
    low = _beta_quantile(tail, hits, samples - hits + 1) if hits else 0.0
    over = hits if at_hit else hits + 1
    high = _beta_quantile(1 - tail, over, samples - over + (0 if at_hit else 1)) if samples > hits else 1.0
    return low, high


def _beta_quantile(share: float, a: int, b: int) -> float:
    """Where the distribution function of the beta distribution has this value."""
    low, high = 0.0, 1.0
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if _beta_distribution(middle, a, b) < share:
            low = middle
        else:
            high = middle
    return high


def _beta_distribution(x: float, a: int, b: int) -> float:
    """The regularized incomplete beta function, by its continued fraction (Numerical Recipes, 6.4)."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_distribution(1 - x, b, a)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    if logarithm < -700:
        return 0.0
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction, step = d, 1
    while True:
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for factor in (even, odd):
            d, c = 1 / (1 + factor * d), 1 + factor / c
            fraction *= d * c
        if abs(d * c - 1) < 1e-14:
            return math.exp(logarithm) * fraction / a
        step += 1
