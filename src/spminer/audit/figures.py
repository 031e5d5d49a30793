"""Figures of comparisons from their textbook formulas, in exact arithmetic where that is possible."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["UNLIKELY", "fisher", "odds_ratio", "same", "tail_p", "tails_agree"]

_CLOSE = 1e-6
UNLIKELY = 1e-5
_MOST = 5000  # members of both sides for which every table is weighed


def fisher(found: int, members: int, other: int, other_members: int) -> float | None:
    """The two-sided p-value of Fisher's exact test: of all tables that are no more probable; ``None`` for too many.

    >>> round(fisher(8, 10, 1, 10), 5)
    0.00548
    """
    support, total = found + other, members + other_members
    if total > _MOST:
        return None
    tables = range(max(0, support - other_members), min(support, members) + 1)
    weights = {n: math.comb(members, n) * math.comb(other_members, support - n) for n in tables}
    # Equal up to rounding counts as equal, as it does in R.
    bound = Fraction(weights[found]) * (1 + Fraction(1, 10**7))
    return float(Fraction(sum(weight for weight in weights.values() if weight <= bound), sum(weights.values())))


def odds_ratio(found: int, members: int, other: int, other_members: int) -> float:
    """The ratio of odds, with one half in each cell.

    >>> odds_ratio(1, 2, 1, 2)
    1.0
    """
    return (found + 0.5) * (other_members - other + 0.5) / ((other + 0.5) * (members - found + 0.5))


def tail_p(found: float, counts: Sequence[int]) -> float:
    """Twice the smaller tail of counts by chance, the found one counted in.

    >>> tail_p(9, [5, 6, 5])
    0.5
    """
    tail = min(sum(count >= found for count in counts), sum(count <= found for count in counts))
    return min(2 * (tail + 1) / (len(counts) + 1), 1.0)


def tails_agree(said: float, samples: int, found: float, counts: Sequence[int]) -> bool:
    """Whether a p-value from so many samples could come from what these other samples come from.

    It must be one that so many samples can give, and the shares of both in the smaller tail must not differ by more
    than chance explains.

    >>> tails_agree(2 / 61, 60, 9, [5, 6, 5] * 13), tails_agree(60 / 61, 60, 9, [5, 6, 5] * 13)
    (True, False)
    """
    rank = said * (samples + 1) / 2
    tail = round(rank) - 1
    if not 0 <= tail <= samples or (said < 1 and abs(rank - round(rank)) > _CLOSE) or said > 1:
        return False
    own = min(sum(count >= found for count in counts), sum(count <= found for count in counts))
    if said == 1 and own > tail * len(counts) / samples:  # the largest that is said, however large the tail is
        return True
    chance = fisher(own, len(counts), tail, samples)
    return chance is None or chance > UNLIKELY


def same(said: float | None, found: float | None, tolerance: float = _CLOSE) -> bool:
    """Whether two figures are the same but for rounding; what is not defined is the same as nothing else.

    >>> same(1 / 3, 0.3333333), same(None, 0.0), same(None, None)
    (True, False, True)
    """
    if said is None or found is None:
        return said is found
    return math.isclose(said, found, rel_tol=tolerance, abs_tol=1e-12)
