"""Frequencies as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer._util.text import format_number

if TYPE_CHECKING:
    from spminer.frequencies.frequency import Frequency

__all__ = ["format_frequency"]


def format_frequency(frequency: Frequency | None) -> str:
    """A frequency that shows how sure it is.

    >>> from spminer import Frequency
    >>> format_frequency(Frequency.exact(42))
    '42'
    >>> format_frequency(Frequency.lower_bound(42))
    '≥ 42'
    >>> format_frequency(Frequency(1000, "estimate", 900, 1100))
    '~1,000 [900, 1,100]'
    """
    if frequency is None:
        return "-"
    value = format_number(frequency.value)
    if frequency.kind == "exact":
        return value
    if frequency.kind == "lower_bound":
        return f"≥ {value}"
    high = "?" if frequency.high is None else format_number(frequency.high)
    return f"~{value} [{format_number(frequency.low)}, {high}]"
