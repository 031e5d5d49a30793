"""Frequency: a number that is exact, an estimate with its interval, or a lower bound; and the five things it counts.

*anchored* counts nodes that can be the anchor of the pattern, *graph* distinct node sets, *transactions* graphs that
contain it, and *images* the fewest distinct images of one of its nodes (minimum image support). *copies* counts
subgraphs, of which a node set may hold several; only given patterns are counted so.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from spminer._util.text import format_number
from spminer.errors import UsageError

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection

__all__ = [
    "UNITS",
    "CountFrequencyName",
    "Definition",
    "Frequency",
    "FrequencyName",
    "Kind",
    "check_support",
    "count_text",
    "format_frequency",
    "least_count",
    "population",
]


Definition = Literal["anchored", "graph"]
"""The paper's two definitions: nodes that can be the anchor, and distinct node sets."""
FrequencyName = Literal["anchored", "graph", "transactions", "images"]
"""Name of a frequency: the option ``frequency`` of the public functions, which ranks motifs."""
CountFrequencyName = Literal[FrequencyName, "copies"]
"""The same for given patterns (:func:`spminer.count`)."""


def population(graphs: GraphCollection, frequency_name: CountFrequencyName) -> int:
    """What a frequency is a share of: the graphs of a collection, or else its nodes."""
    return graphs.num_graphs if frequency_name == "transactions" else graphs.num_nodes


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


UNITS: dict[CountFrequencyName, tuple[str, str]] = {
    "anchored": ("node", "nodes"),
    "graph": ("node set", "node sets"),
    "transactions": ("graph", "graphs"),
    "images": ("image", "images"),
    "copies": ("copy", "copies"),
}
"""What each frequency counts, one and several."""


def count_text(frequency: Frequency, frequency_name: CountFrequencyName) -> str:
    """A frequency with what it counts.

    >>> count_text(Frequency.exact(1), "graph"), count_text(Frequency.lower_bound(32), "anchored")
    ('1 node set', '\u2265 32 nodes')
    """
    return f"{format_frequency(frequency)} {UNITS[frequency_name][frequency.value != 1]}"


def check_support(support: float) -> None:
    """Refuse what is neither a share nor a number.

    >>> check_support(1.5)
    Traceback (most recent call last):
    spminer.errors.UsageError: support is a share above 0 and up to 1, or a whole number above 1, not 1.5
    """
    if not support > 0 or not math.isfinite(support) or (support > 1 and support != int(support)):
        raise UsageError(f"support is a share above 0 and up to 1, or a whole number above 1, not {support}")


def least_count(support: float, whole: int) -> int:
    """The least count for a support, which is a number or a share of ``whole`` nodes or graphs.

    >>> least_count(30, 100), least_count(0.07, 100), least_count(0.001, 100)
    (30, 7, 1)
    """
    if support > 1:
        return int(support)
    # A share of 0.07 of 100 graphs is 7 of them, although 0.07 * 100 is a little above 7.
    return max(1, math.ceil(round(support * whole, 9)))
