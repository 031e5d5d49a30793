"""Tables of two by two: how often something is found on two sides, and how different that makes them.

Side one has ``first`` members, ``found`` of which have it; side two has ``second``, ``other_found`` of which have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spminer.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

__all__ = ["Intervals", "fisher_p", "fisher_row", "odds_ratios", "share_ratios"]

_NORMAL = 1.959964  # 97.5 % point
_SAME = 1 + 1e-7  # probabilities that differ by less are the same but for rounding, as in R
_SMALLEST = float(np.finfo(np.float64).tiny)  # no p-value is 0, even where it is too small for a float


class Intervals(NamedTuple):
    """Values with the limits of their 95 % intervals; ``nan`` where not defined."""

    value: Floats
    low: Floats
    high: Floats


def fisher_row(support: int, first: int, second: int) -> tuple[int, Floats]:
    """p-values of Fisher's exact test for every table with the same margins.

    Parameters
    ----------
    support
        Members of both sides that have it.
    first, second
        Members of each side.

    Returns
    -------
    tuple
        The least number of them that can be on side one, and the two-sided p-value for this and each larger number:
        the probability of all tables that are no more probable.

    Examples
    --------
    >>> least, p = fisher_row(3, 4, 4)
    >>> least, p.round(4).tolist()
    (0, [0.1429, 1.0, 1.0, 0.1429])
    """
    least, most = max(0, support - second), min(support, first)
    found = np.arange(least, most, dtype=np.float64)
    # How much more probable it is to have one more: cheaper than factorials, which matters for a million members.
    steps = np.log((first - found) * (support - found)) - np.log((found + 1) * (second - support + found + 1))
    logs = np.concatenate([[0.0], np.cumsum(steps)])
    weights = np.exp(logs - logs.max())
    p = np.full(len(weights), _SMALLEST)
    some = weights > 0
    probabilities = weights[some] / weights.sum()
    ordered = np.sort(probabilities)
    no_likelier = np.searchsorted(ordered, probabilities * _SAME, side="right")
    p[some] = np.clip(np.cumsum(ordered)[no_likelier - 1], _SMALLEST, 1.0)
    return least, p


def fisher_p(found: ArrayLike, first: int, other_found: ArrayLike, second: int) -> Floats:
    """Two-sided p-values of Fisher's exact test.

    >>> fisher_p([8, 3], 10, [1, 3], 10).round(5).tolist()
    [0.00548, 1.0]
    """
    a, b = _checked(found, first, other_found, second)
    result = np.empty(a.shape)
    for support in np.unique(a + b):
        same = a + b == support
        least, p = fisher_row(int(support), first, second)
        result[same] = p[a[same] - least]
    return result


def odds_ratios(found: ArrayLike, first: int, other_found: ArrayLike, second: int) -> Intervals:
    """Odds ratios with 95 % intervals: Wald's for the logarithm, one half added to each cell (Haldane, Anscombe).

    >>> odds = odds_ratios([8], 10, [1], 10)
    >>> [round(float(part[0]), 2) for part in odds]
    [21.53, 2.33, 199.4]
    """
    a, b = _checked(found, first, other_found, second)
    cells = np.stack([a, second - b, first - a, b]) + 0.5
    odds = cells[0] * cells[1] / (cells[2] * cells[3])
    factor = np.exp(_NORMAL * np.sqrt((1 / cells).sum(axis=0)))
    return Intervals(odds, odds / factor, odds * factor)


def share_ratios(found: ArrayLike, first: int, other_found: ArrayLike, second: int) -> Intervals:
    """Ratios of the two shares with 95 % intervals: Katz's for the logarithm, with one half added as Walter does.

    Without any on side two the ratio and its upper limit are not defined (``nan``), without any on side one both the
    ratio and its lower limit are 0; without any at all nothing is known.

    >>> ratio = share_ratios([8, 8, 0], 10, [2, 0, 0], 10)
    >>> [part.round(2).tolist() for part in ratio]
    [[4.0, nan, nan], [1.11, 1.12, nan], [10.43, nan, nan]]
    """
    a, b = _checked(found, first, other_found, second)
    share, other = (a + 0.5) / (first + 0.5), (b + 0.5) / (second + 0.5)
    variance = 1 / (a + 0.5) - 1 / (first + 0.5) + 1 / (b + 0.5) - 1 / (second + 0.5)
    factor = np.exp(_NORMAL * np.sqrt(variance))
    value = np.full(a.shape, np.nan)
    np.divide(a * second, b * float(first), out=value, where=b > 0)
    low = np.where(a + b > 0, np.where(a > 0, share / other / factor, 0.0), np.nan)
    high = np.where(b > 0, share / other * factor, np.nan)
    # The halves pull towards 1, at the edges past the ratio itself.
    return Intervals(value, np.fmin(low, value), np.fmax(high, value))


def _checked(
    found: ArrayLike, first: int, other_found: ArrayLike, second: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    a, b = np.asarray(found, dtype=np.int64), np.asarray(other_found, dtype=np.int64)
    if first < 1 or second < 1:
        raise UsageError("one side is empty: compare two sides that have at least one member each")
    if a.shape != b.shape or ((a < 0) | (a > first) | (b < 0) | (b > second)).any():
        raise UsageError(f"counts do not fit sides of {first:,} and {second:,} members: give the same members to both")
    return a, b
