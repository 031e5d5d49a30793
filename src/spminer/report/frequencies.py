"""Frequencies of a motif in words, and as shares of the largest ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from spminer.frequencies import Objective
from spminer.text.formatting import format_number

if TYPE_CHECKING:
    from spminer.frequencies import Frequency
    from spminer.results import Motif

__all__ = ["FrequencyView", "frequency_views", "largest_frequencies"]

_SIGNS = {"exact": "", "estimate": "≈ ", "lower_bound": "≥ "}


@dataclass(frozen=True)
class FrequencyView:
    """A frequency in words, and as a share of the largest one of its size."""

    name: str
    value: str
    kind: str
    bounds: str | None
    share: float
    number: float


def frequency_views(motif: Motif, largest: dict[str, float]) -> list[FrequencyView]:
    """All frequencies that are known of a motif, as shares of the given ones."""
    found = ((name, motif.frequency(name)) for name in get_args(Objective))
    return [_view(name, frequency, largest[name]) for name, frequency in found if frequency is not None]


def largest_frequencies(motifs: list[Motif]) -> dict[str, float]:
    """The largest frequency of each kind, which bars are measured by."""
    found = {name: [motif.frequency(name) for motif in motifs] for name in get_args(Objective)}
    return {name: max((one.value for one in ones if one is not None), default=0.0) for name, ones in found.items()}


def _view(name: str, frequency: Frequency, largest: float) -> FrequencyView:
    share = frequency.value / largest if largest > 0 else 0.0
    value = _SIGNS[frequency.kind] + format_number(frequency.value)
    kind = frequency.kind.replace("_", " ")
    return FrequencyView(name, value, kind, _bounds(frequency), share, frequency.value)


def _bounds(frequency: Frequency) -> str | None:
    if frequency.kind == "estimate":
        high = "?" if frequency.high is None else format_number(frequency.high)
        return f"95 %: {format_number(frequency.low)} to {high}"
    if frequency.kind == "lower_bound" and frequency.high is not None:
        return f"at most {format_number(frequency.high)}"
    return None
