"""A frequency and how sure it is: exact, an estimate with its interval, or a lower bound."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

__all__ = ["Frequency", "Kind"]

Kind = Literal["exact", "estimate", "lower_bound"]


@dataclass(frozen=True, slots=True)
class Frequency:
    """A frequency and how sure it is.

    Attributes
    ----------
    value
        The frequency: exact, estimated, or the part that was proven.
    kind
        ``"exact"``, ``"estimate"`` (with a 95 % interval) or ``"lower_bound"`` (a budget ended the count).
    low, high
        Bounds: equal to the value when exact, the interval of an estimate, and for a lower bound the
        value itself and the most it could still become (``None`` if unknown).

    Examples
    --------
    >>> Frequency.exact(7)
    Frequency(value=7, kind='exact', low=7, high=7)
    """

    value: float
    kind: Kind
    low: float
    high: float | None

    @classmethod
    def exact(cls, value: int) -> Frequency:
        """A frequency that was counted completely."""
        return cls(value, "exact", value, value)

    @classmethod
    def lower_bound(cls, value: int, high: int | None = None) -> Frequency:
        """A frequency whose count was stopped by a budget."""
        return cls(value, "lower_bound", value, high)

    @classmethod
    def between(cls, low: int, high: int) -> Frequency:
        """A frequency that is known to lie there: exact if that leaves one value.

        >>> Frequency.between(3, 3).kind, Frequency.between(3, 5)
        ('exact', Frequency(value=3, kind='lower_bound', low=3, high=5))
        """
        return cls.exact(low) if low == high else cls.lower_bound(low, high)

    @property
    def width(self) -> float:
        """How far apart the bounds are.

        >>> Frequency.between(3, 5).width, Frequency.lower_bound(3).width
        (2, inf)
        """
        return math.inf if self.high is None else self.high - self.low

    def to_dict(self) -> dict[str, float | str | None]:
        """The frequency as in the result file."""
        return {"value": self.value, "kind": self.kind, "low": self.low, "high": self.high}
