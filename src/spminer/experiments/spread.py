"""Spread of a number over seeds: every value is kept, and the middle and the ends are shown."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Spread", "number_text"]


@dataclass(frozen=True, slots=True)
class Spread:
    """What each seed gave.

    Attributes
    ----------
    seeds
        Of the runs; ``None`` for a run that draws nothing, of which one is enough.
    values
        What each gave, ``None`` where it gave nothing.

    Examples
    --------
    >>> str(Spread((0, 1, 2), (7.0, 5.0, 9.0)))
    '7 (5-9)'
    >>> str(Spread((0, 1, 2), (7.0, None, 9.0)))
    '8 (7-9), 2 of 3'
    >>> str(Spread((0, 1), (7.0, 7.0))), str(Spread((None,), (7.0,))), str(Spread((0,), (None,)))
    ('7', '7', '-')
    """

    seeds: tuple[int | None, ...]
    values: tuple[float | None, ...]

    @classmethod
    def of(cls, values: Mapping[int | None, float | None]) -> Spread:
        """The spread of values by seed."""
        return cls(tuple(values), tuple(values.values()))

    @property
    def known(self) -> list[float]:
        """Values of the seeds that gave one, ascending."""
        return sorted(value for value in self.values if value is not None)

    @property
    def middle(self) -> float | None:
        """The median of what is known."""
        return float(median(self.known)) if self.known else None

    @property
    def low(self) -> float | None:
        """The lowest value."""
        return self.known[0] if self.known else None

    @property
    def high(self) -> float | None:
        """The highest value."""
        return self.known[-1] if self.known else None

    def rounded(self, digits: int) -> Spread:
        """The same with fewer digits."""
        return Spread(self.seeds, tuple(None if value is None else round(value, digits) for value in self.values))

    def __str__(self) -> str:
        known, middle = self.known, self.middle
        if middle is None:
            return "-"
        text, ends = number_text(middle), (number_text(known[0]), number_text(known[-1]))
        if ends[0] != ends[1]:
            text += f" ({ends[0]}-{ends[1]})"
        return text if len(known) == len(self.values) else f"{text}, {len(known)} of {len(self.values)}"


def number_text(value: float) -> str:
    """A number in three digits, or in whole ones if it is large.

    >>> number_text(0.12345), number_text(12345.6), number_text(3.0)
    ('0.123', '12346', '3')
    """
    return f"{value:.0f}" if float(value).is_integer() or abs(value) >= 100 else f"{value:.3g}"
