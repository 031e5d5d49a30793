"""What the report says, as plain values: no HTML here and no computing in the template."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

from spminer.formatting import format_duration, format_number

if TYPE_CHECKING:
    from spminer.patterns import Pattern
    from spminer.results import Frequency, Motif, MotifSet

__all__ = ["Card", "FrequencyView", "ReportData", "SizeGroup", "report_data"]

MAX_CARDS_PER_SIZE = 200
_MAX_EXAMPLES = 3

Facts = list[tuple[str, str]]


@dataclass(frozen=True)
class FrequencyView:
    """A frequency in words, and as a share of the largest one of its size."""

    value: str
    kind: str
    bounds: str | None
    share: float


@dataclass(frozen=True)
class Card:
    """One motif."""

    pattern: Pattern
    id: str
    rank: int
    edges: int
    anchored: FrequencyView | None
    graph: FrequencyView | None
    score: str | None
    examples: list[str]


@dataclass(frozen=True)
class SizeGroup:
    """The motifs of one size; ``hidden`` of them are not shown."""

    size: int
    cards: list[Card]
    hidden: int


@dataclass(frozen=True)
class ReportData:
    """Everything on the page."""

    source: str
    command: str | None
    created: str
    warnings: list[str]
    graph: Facts
    settings: Facts
    timing: Facts
    versions: Facts
    groups: list[SizeGroup]


def report_data(result: MotifSet) -> ReportData:
    """Collect what the report shows of a result."""
    config = {key: value for key, value in result.config.items() if key != "command_line"}
    return ReportData(
        source=str(result.graph.get("source") or "graph"),
        command=result.config.get("command_line"),
        created=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        warnings=_warnings(result),
        graph=_facts({key: value for key, value in result.graph.items() if key != "source"}),
        settings=_facts(config),
        timing=_timing(result),
        versions=_versions(),
        groups=[_group(size, list(motifs)) for size, motifs in groupby(result.motifs, key=lambda motif: motif.size)],
    )


def _warnings(result: MotifSet) -> list[str]:
    warnings = list(result.warnings)
    if result.status == "partial":
        reason = result.stop_reason or "stopped early"
        warnings.append(f"Partial result ({reason}): frequencies are lower bounds, and patterns may be missing.")
    if not result.motifs:
        warnings.append("No motif was found.")
    return warnings


def _facts(values: Mapping[str, Any], prefix: str = "") -> Facts:
    """Nested values as names in words and text."""
    facts: Facts = []
    for key, value in values.items():
        name = f"{prefix}{key}".replace("_", " ")
        if isinstance(value, Mapping):
            facts += _facts(value, f"{name} ")
        elif value is not None and value != "":
            facts.append((name, _text(value)))
    return facts


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return format_number(value)
    if isinstance(value, list | tuple):
        return ", ".join(_text(item) for item in value)
    return str(value)


def _timing(result: MotifSet) -> Facts:
    facts = [(stage.replace("_", " "), format_duration(seconds)) for stage, seconds in result.timing_s.items()]
    if result.peak_memory_bytes is not None:
        facts.append(("peak memory", f"{result.peak_memory_bytes / 2**20:,.0f} MiB"))
    return facts


def _versions() -> Facts:
    import numpy as np

    from spminer import __version__

    return [("spminer", __version__), ("Python", platform.python_version()), ("NumPy", np.__version__)]


def _group(size: int, motifs: list[Motif]) -> SizeGroup:
    shown = motifs[:MAX_CARDS_PER_SIZE]
    most_anchored = _largest([motif.anchored_frequency for motif in motifs])
    most_graph = _largest([motif.graph_frequency for motif in motifs])
    cards = [_card(motif, most_anchored, most_graph) for motif in shown]
    return SizeGroup(size, cards, len(motifs) - len(shown))


def _largest(frequencies: list[Frequency | None]) -> float:
    return max((frequency.value for frequency in frequencies if frequency is not None), default=0.0)


def _card(motif: Motif, most_anchored: float, most_graph: float) -> Card:
    return Card(
        pattern=motif.pattern,
        id=motif.id,
        rank=motif.rank,
        edges=len(motif.pattern.edges),
        anchored=_view(motif.anchored_frequency, most_anchored),
        graph=_view(motif.graph_frequency, most_graph),
        score=None if motif.score is None else format_number(motif.score),
        examples=[", ".join(example) for example in motif.examples[:_MAX_EXAMPLES]],
    )


def _view(frequency: Frequency | None, largest: float) -> FrequencyView | None:
    if frequency is None:
        return None
    share = frequency.value / largest if largest > 0 else 0.0
    return FrequencyView(format_number(frequency.value), frequency.kind.replace("_", " "), _bounds(frequency), share)


def _bounds(frequency: Frequency) -> str | None:
    if frequency.kind == "estimate":
        high = "?" if frequency.high is None else format_number(frequency.high)
        return f"95 %: {format_number(frequency.low)} to {high}"
    if frequency.kind == "lower_bound" and frequency.high is not None:
        return f"at most {format_number(frequency.high)}"
    return None
