"""Intervals of ratios and odds, and the surprise that ranks: each from its textbook formula and counts."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spminer.results.frequency import Frequency

__all__ = ["Limits", "null_limits", "odds_limits", "share_limits", "student_point", "surprise_of"]

_POINT = 0.975
_NORMAL = NormalDist().inv_cdf(_POINT)
_PIECES = 2000  # of an integral, by Simpson's rule

# The lower and the upper end; ``None`` where it is not defined.
Limits = tuple[float | None, float | None]


def student_point(degrees: int) -> float:
    """The 97.5 % point of Student's distribution, by integrating its density and halving.

    >>> round(student_point(1), 2), round(student_point(10), 3), round(student_point(1000), 2)
    (12.71, 2.228, 1.96)
    """
    scale = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)

    def below(x: float) -> float:
        step = x / _PIECES
        density: list[float] = [
            scale * (1 + (i * step) ** 2 / degrees) ** (-(degrees + 1) / 2) for i in range(_PIECES + 1)
        ]
        return 0.5 + step / 3 * (density[0] + density[-1] + 4 * sum(density[1:-1:2]) + 2 * sum(density[2:-1:2]))

    low, high = 0.0, 20.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < _POINT else (low, middle)
    return low


def null_limits(found: Frequency, expected: float, spread: float, samples: int) -> Limits:
    """The interval of a frequency divided by a mean of so many samples: Student's, for the logarithm of the mean.

    >>> from spminer import Frequency
    >>> [round(limit, 2) for limit in null_limits(Frequency.exact(40), 8.0, 2.0, 100)]
    [4.76, 5.25]
    """
    if expected <= 0:
        return None, None
    width = student_point(samples - 1) * spread / (expected * math.sqrt(samples))
    low = found.low / expected * math.exp(-width) if width < math.log(1e300) else 0.0
    most = math.inf if found.high is None else found.high / expected
    high = most * math.exp(width) if width < math.log(1e300) else math.inf
    return low, high if math.isfinite(high) else None


def share_limits(found: int, members: int, other: int, other_members: int) -> Limits:
    """The interval of the ratio of two shares: Katz's, with one half added as Walter does, and the ratio inside.

    >>> [round(limit, 2) for limit in share_limits(8, 10, 2, 10)]
    [1.11, 10.43]
    """
    if found + other == 0:
        return None, None
    cells = found + 0.5, members + 0.5, other + 0.5, other_members + 0.5
    middle = cells[0] / cells[1] / (cells[2] / cells[3])
    factor = math.exp(_NORMAL * math.sqrt(sum(sign / cell for sign, cell in zip((1, -1, 1, -1), cells, strict=True))))
    low = middle / factor if found else 0.0
    if not other:
        return low, None
    ratio = found * other_members / (other * members)
    return min(low, ratio), max(middle * factor, ratio)


def odds_limits(found: int, members: int, other: int, other_members: int) -> tuple[float, float]:
    """The interval of the ratio of odds: Wald's for the logarithm, with one half in each cell.

    >>> [round(limit, 2) for limit in odds_limits(8, 10, 1, 10)]
    [2.33, 199.4]
    """
    cells = found + 0.5, members - found + 0.5, other + 0.5, other_members - other + 0.5
    odds = cells[0] * cells[3] / (cells[1] * cells[2])
    factor = math.exp(_NORMAL * math.sqrt(sum(1 / cell for cell in cells)))
    return odds / factor, odds * factor


def surprise_of(found: float, expected: float) -> float:
    """The signed root of the deviance of a Poisson count, with one half added to both sides.

    >>> round(surprise_of(40, 7), 1), surprise_of(7, 7), round(surprise_of(0, 7), 1)
    (8.4, 0.0, -3.4)
    """
    here, there = found + 0.5, expected + 0.5
    deviance = 2 * (here * math.log(here / there) - (here - there))
    return math.copysign(math.sqrt(max(deviance, 0.0)), here - there) if here != there else 0.0
