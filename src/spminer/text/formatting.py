"""Numbers, durations and near names as people read them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["did_you_mean", "format_duration", "format_number", "format_rough_duration"]


def did_you_mean(name: str, known: Iterable[str], *, otherwise: str = ".") -> str:
    """How to go on after an unknown name: with the nearest known one, or as if there were none.

    >>> "no method 'exakt'" + did_you_mean("exakt", ["grow", "exact"])
    "no method 'exakt', did you mean 'exact'?"
    """
    close = get_close_matches(name, known, n=1)
    return f", did you mean {close[0]!r}?" if close else otherwise


def format_number(value: float) -> str:
    """A number with separators, without a fraction where it has none.

    >>> format_number(1234567), format_number(2.5)
    ('1,234,567', '2.5')
    """
    return f"{value:,.0f}" if float(value).is_integer() or abs(value) >= 1000 else f"{value:,.3g}"


def format_duration(seconds: float) -> str:
    """A duration with the unit that suits it; less than a millisecond is no time.

    >>> format_duration(2e-7), format_duration(0.25), format_duration(90), format_duration(7200)
    ('0 s', '0.25 s', '1.5 min', '2.0 h')
    >>> format_duration(400_000)
    '4.6 days'
    """
    if seconds < 0.001:
        return "0 s"
    for limit, size, unit in ((60, 1, "s"), (3600, 60, "min"), (86_400, 3600, "h")):
        if seconds < limit:
            return f"{seconds / size:.2g} {unit}" if unit == "s" and seconds < 10 else f"{seconds / size:.1f} {unit}"
    return f"{seconds / 86_400:,.1f} days"


def format_rough_duration(seconds: float) -> str:
    """A duration that was estimated: a small one, or one that could not be, is told without a number.

    >>> format_rough_duration(0.3), format_rough_duration(90), format_rough_duration(float("inf"))
    ('less than a second', 'roughly 1.5 min', 'time unknown')
    """
    if seconds == float("inf"):
        return "time unknown"
    return "less than a second" if seconds < 1 else f"roughly {format_duration(seconds)}"
