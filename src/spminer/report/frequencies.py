"""Frequencies of a motif in words, and as shares of the largest ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from spminer._util.text import format_number, format_small
from spminer.results.frequency import Objective
from spminer.results.table import percent

if TYPE_CHECKING:
    from spminer.results import Motif
    from spminer.results.frequency import Frequency
    from spminer.results.provenance import InputFacts

__all__ = ["FrequencyView", "frequency_views", "largest_frequencies", "share_of_input", "whole_of"]

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
    percent: str | None = None


def frequency_views(motif: Motif, largest: dict[str, float], facts: InputFacts) -> list[FrequencyView]:
    """All frequencies that are known of a motif, as shares of the given ones, and of the input in percent."""
    found = ((name, motif.frequency(name)) for name in get_args(Objective))
    return [_view(name, frequency, largest[name], facts) for name, frequency in found if frequency is not None]


def largest_frequencies(motifs: list[Motif]) -> dict[str, float]:
    """The largest frequency of each kind, which bars are measured by."""
    found = {name: [motif.frequency(name) for motif in motifs] for name in get_args(Objective)}
    return {name: max((one.value for one in ones if one is not None), default=0.0) for name, ones in found.items()}


def _view(name: str, frequency: Frequency, largest: float, facts: InputFacts) -> FrequencyView:
    share = frequency.value / largest if largest > 0 else 0.0
    value = _SIGNS[frequency.kind] + format_number(frequency.value)
    kind = frequency.kind.replace("_", " ")
    return FrequencyView(
        name, value, kind, _bounds(frequency), share, frequency.value, share_of_input(name, frequency, facts)
    )


def share_of_input(objective: str, frequency: Frequency, facts: InputFacts) -> str | None:
    """A frequency as a share of the nodes or graphs of the input; ``None`` of node sets, which have no whole.

    >>> from spminer import Frequency
    >>> from spminer.results.provenance import InputFacts
    >>> share_of_input("anchored", Frequency.exact(3), InputFacts(nodes=8)), share_of_input(
    ...     "graph", Frequency.exact(3), InputFacts(nodes=8)
    ... )
    ('37.5 % of nodes', None)
    """
    share = percent(frequency, whole_of(objective, facts))
    if share is None:
        return None
    # What is not all must not read as all.
    text = "> 99.9" if 99.9 < share < 100 else format_small(share)
    return f"{text} % of {'graphs' if objective == 'transactions' else 'nodes'}"


def whole_of(objective: str, facts: InputFacts) -> int | None:
    """How many nodes or graphs there are that a frequency counts; ``None`` of node sets, or where that is unknown."""
    return {"anchored": facts.nodes, "transactions": facts.graphs, "images": facts.nodes}.get(objective)


def _bounds(frequency: Frequency) -> str | None:
    if frequency.kind == "estimate":
        high = "?" if frequency.high is None else format_number(frequency.high)
        return f"95 %: {format_number(frequency.low)} to {high}"
    if frequency.kind == "lower_bound" and frequency.high is not None:
        return f"at most {format_number(frequency.high)}"
    return None
