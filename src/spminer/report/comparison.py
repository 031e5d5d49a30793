"""Contents of a page that compares two results, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from spminer.report import facts
from spminer.report.charts import Line, frequencies_by_size, line_chart
from spminer.report.compared import compared_with, side_names
from spminer.report.contrasts import contrast_view
from spminer.report.drawing import shortened
from spminer.report.frequencies import FrequencyView, frequency_views, largest_frequencies
from spminer.report.labels import LabelStyles
from spminer.text.formatting import format_duration

if TYPE_CHECKING:
    from spminer.patterns import Pattern
    from spminer.report.contrasts import ContrastView
    from spminer.results import Motif, MotifSet

__all__ = ["ComparisonData", "Pair", "PairGroup", "Side", "comparison_data"]


@dataclass(frozen=True)
class Side:
    """A motif as one of the results has it."""

    rank: int
    proven: bool
    frequencies: list[FrequencyView]
    contrast: ContrastView | None


@dataclass(frozen=True)
class Pair:
    """A pattern that is a motif of one result or of both."""

    key: str
    pattern: Pattern
    id: str
    sides: tuple[Side | None, Side | None]
    where: str
    change: str


@dataclass(frozen=True)
class PairGroup:
    """The patterns of one size: those of both results first."""

    size: int
    pairs: list[Pair]
    shared: int
    only: tuple[int, int]


@dataclass(frozen=True)
class ComparisonData:
    """Everything on the page."""

    names: tuple[str, str]
    title: str | None
    created: str
    summary: str
    notes: list[str]
    rows: list[tuple[str, str, str]]
    chart: str
    objective: str
    groups: list[PairGroup]
    labels: LabelStyles


def comparison_data(
    first: MotifSet, second: MotifSet, names: tuple[str, str], *, title: str | None = None
) -> ComparisonData:
    """Put two results side by side, motif by motif.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> small, large = (spminer.enumerate(example(), 4, top=top) for top in (3, 5))
    >>> comparison_data(small, large, ("small", "large")).summary
    '3 motifs are in both, 0 only in small, 2 only in large.'
    """
    sizes = sorted({motif.size for motif in (*first, *second)})
    groups = [_group(size, first, second) for size in sizes]
    shared = sum(group.shared for group in groups)
    only = [sum(group.only[side] for group in groups) for side in range(2)]
    return ComparisonData(
        names=names,
        title=title,
        created=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        summary=f"{shared} motif{'s are' if shared != 1 else ' is'} in both, {only[0]} only in {names[0]}, "
        f"{only[1]} only in {names[1]}.",
        notes=_notes(first, second, names),
        rows=_rows(first, second),
        chart=_chart(first, second, names),
        objective=first.objective,
        groups=groups,
        labels=LabelStyles.of(pair.pattern for group in groups for pair in group.pairs),
    )


def _group(size: int, first: MotifSet, second: MotifSet) -> PairGroup:
    results = [{motif.id: motif for motif in result if motif.size == size} for result in (first, second)]
    largest = largest_frequencies([motif for result in results for motif in result.values()])
    ids = dict.fromkeys([*results[0], *results[1]])

    def best_rank(name: str) -> tuple[bool, int]:
        ranks = [result[name].rank for result in results if name in result]
        return len(ranks) == 1, min(ranks)

    pairs = [
        _pair(f"p{size}-{number}", (results[0].get(name), results[1].get(name)), (first, second), largest)
        for number, name in enumerate(sorted(ids, key=best_rank))
    ]
    only = (sum(pair.where == "first" for pair in pairs), sum(pair.where == "second" for pair in pairs))
    return PairGroup(size, pairs, len(pairs) - sum(only), only)


def _pair(
    key: str, motifs: tuple[Motif | None, Motif | None], results: tuple[MotifSet, MotifSet], largest: dict[str, float]
) -> Pair:
    first, second = (_side(motif, result, largest) for motif, result in zip(motifs, results, strict=True))
    known = motifs[0] or motifs[1]
    assert known is not None
    where = "both" if first and second else "first" if first else "second"
    change = _change(first, second, results[0].objective)
    return Pair(key, known.pattern, known.id, (first, second), where, change)


def _side(motif: Motif | None, result: MotifSet, largest: dict[str, float]) -> Side | None:
    if motif is None:
        return None
    contrast = contrast_view(motif, result.objective, side_names(result))
    return Side(motif.rank, motif.proven, frequency_views(motif, largest), contrast)


def _change(first: Side | None, second: Side | None, objective: str) -> str:
    """How a frequency differs, in words."""
    values = [
        next((view.number for view in side.frequencies if view.name == objective), None) if side else None
        for side in (first, second)
    ]
    before, after = values
    if before is None or after is None:
        return ""
    if before == after:
        return "equal"
    return f"{after / before - 1:+.1%}" if before else ""


def _rows(first: MotifSet, second: MotifSet) -> list[tuple[str, str, str]]:
    """Facts of both runs: the important ones, then all those that differ."""
    tables = [_facts(result) for result in (first, second)]
    always = ("source", "nodes", "edges", "against", "method", "seed", "time", "status")
    names = dict.fromkeys([*always, *tables[0], *tables[1]])
    rows = [(name, tables[0].get(name, "-"), tables[1].get(name, "-")) for name in names]
    return [row for row in rows if (row[0] in always and row[1:] != ("-", "-")) or row[1] != row[2]]


def _facts(result: MotifSet) -> dict[str, str]:
    found = dict(facts.input_facts(result)) | dict(facts.settings(result))
    if "total" in result.timing_s:
        found["time"] = format_duration(result.timing_s["total"])
    found["status"] = result.status if result.stop_reason is None else f"{result.status} ({result.stop_reason})"
    return found


def _notes(first: MotifSet, second: MotifSet, names: tuple[str, str]) -> list[str]:
    notes = []
    if first.objective != second.objective:
        notes.append(
            f"{names[0]} is ranked by {first.objective} frequency, {names[1]} by {second.objective}: "
            "their patterns may not be the same ones, as only the anchored frequency has anchors."
        )
    if (first.input.nodes, first.input.edges) != (second.input.nodes, second.input.edges):
        notes.append("The inputs are not the same, so frequencies differ for that reason too.")
    compared = [compared_with(result) or "Not compared with anything." for result in (first, second)]
    if compared[0] != compared[1]:
        notes += [f"{name}: {text}" for name, text in zip(names, compared, strict=True)]
    for result, name in ((first, names[0]), (second, names[1])):
        notes += [f"{name}: {warning}" for warning in facts.warnings(result)]
    return notes


def _chart(first: MotifSet, second: MotifSet, names: tuple[str, str]) -> str:
    objective = first.objective
    lines = []
    for result, name, style in ((first, names[0], "best"), (second, names[1], "other")):
        if values := frequencies_by_size(result, objective):
            points = tuple((float(size), max(group)) for size, group in values.items())
            lines.append(Line(shortened(name, 8), style, points))
    return line_chart(lines, [], "nodes of the motif", f"best {objective} frequency")
