"""Scales of charts: where values stand on an axis, and the numbers beside it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spminer._util.text import format_number, format_power

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Scale", "tick_text"]

_ZERO_ROOM = 0.1  # share of a logarithmic axis that zero has for itself
_NOTHING = 1e-300  # what is less is 0: its logarithm and its parts are none


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale from ``first`` to ``last``, linear or logarithmic.

    Zero has no place on a logarithmic scale. Where there is one, it stands apart (``zero_apart``) before the first
    decade.
    """

    first: float
    last: float
    ticks: tuple[float, ...]
    logarithmic: bool = False
    zero_apart: bool = False

    @classmethod
    def of(cls, values: Iterable[float], *, most_ticks: int = 6, log_from: float = 30.0) -> Scale:
        """The scale that suits values of 0 and more: logarithmic if the positive ones span more than that factor.

        >>> Scale.of([3, 9]).ticks
        (0.0, 5.0, 10.0)
        >>> Scale.of([0, 2, 900], most_ticks=4)
        Scale(first=1.0, last=1000.0, ticks=(0.0, 1.0, 10.0, 100.0, 1000.0), logarithmic=True, zero_apart=True)
        """
        known = list(values)
        positive = [value for value in known if value > _NOTHING]
        if positive and max(positive) / min(positive) > log_from:
            return cls._decades(min(positive), max(positive), min(known) <= 0, most_ticks)
        highest = max(positive, default=1.0)
        step = _nice(highest / min(4, most_ticks))
        ticks = tuple(step * number for number in range(math.ceil(highest / step - 1e-9) + 1))
        return cls(0.0, ticks[-1], ticks)

    @classmethod
    def _decades(cls, low: float, high: float, zero_apart: bool, most_ticks: int) -> Scale:
        first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
        powers = range(first, last + 1, math.ceil((last - first + 1) / most_ticks))
        ticks = [0.0] * zero_apart + [10.0**power for power in powers]
        return cls(10.0**first, 10.0**last, tuple(ticks), logarithmic=True, zero_apart=zero_apart)

    @property
    def start(self) -> float:
        """Where the first decade begins, as a share of the axis: after the room of zero."""
        return _ZERO_ROOM if self.zero_apart else 0.0

    def at(self, value: float) -> float:
        """Where a value stands, as a share of the axis; what lies outside stands at the end.

        >>> scale = Scale.of([0, 10, 1000])
        >>> scale.at(1000), scale.at(0), scale.at(10) == scale.at(1) == scale.start
        (1.0, 0.0, True)
        """
        if not self.logarithmic:
            return min(max((value - self.first) / (self.last - self.first), 0.0), 1.0)
        if value <= _NOTHING:
            return 0.0
        share = math.log10(value / self.first) / math.log10(self.last / self.first)
        return self.start + (1 - self.start) * min(max(share, 0.0), 1.0)


def tick_text(value: float) -> str:
    """The number beside an axis, short even if it is large.

    >>> tick_text(20_000), tick_text(1e6), tick_text(2.5e7), tick_text(0.0001)
    ('20,000', '10⁶', '2.5·10⁷', '10⁻⁴')
    """
    return format_power(value) if value >= 1e6 or 0 < value < 0.01 else format_number(value)


def _nice(step: float) -> float:
    """The next of 1, 2, 5, 10, ... that is no smaller than the step."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= step * 0.999)
