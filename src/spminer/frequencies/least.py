"""Least frequency: the support that a user asks for, as a number or as a share."""

from __future__ import annotations

import math

from spminer.errors import UsageError

__all__ = ["check_support", "least_count"]


def check_support(support: float) -> None:
    """Refuse what is neither a share nor a number.

    >>> check_support(1.5)
    Traceback (most recent call last):
    spminer.errors.UsageError: support is a share above 0 and up to 1, or a whole number above 1, not 1.5
    """
    if not support > 0 or not math.isfinite(support) or (support > 1 and support != int(support)):
        raise UsageError(f"support is a share above 0 and up to 1, or a whole number above 1, not {support}")


def least_count(support: float, whole: int) -> int:
    """The least count that a support stands for, of so many nodes or graphs in all.

    >>> least_count(30, 100), least_count(0.07, 100), least_count(0.001, 100)
    (30, 7, 1)
    """
    if support > 1:
        return int(support)
    # A share of 0.07 of 100 graphs is 7 of them, although 0.07 * 100 is a little above 7.
    return max(1, math.ceil(round(support * whole, 9)))
