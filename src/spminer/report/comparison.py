"""The contents of a page that compares two results, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from spminer._util.text import format_duration
from spminer.report import summary
from spminer.report.cards import FrequencyView, frequency_views, maxima, population
from spminer.report.charts import Line, frequencies_by_size, line_chart
from spminer.report.contrast import contrast_view
from spminer.report.pattern_drawing import shortened
from spminer.report.shapes import LabelStyles
from spminer.report.summary import describe_reference, side_names
from spminer.results.frequency import UNITS

if TYPE_CHECKING:
    from spminer.patterns import Pattern
    from spminer.report.contrast import ContrastView
    from spminer.results import Motif, MotifSet

__all__ = ["comparison_data"]


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
    groups = [_group(size, (first, second)) for size in sizes]
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
        frequency_name=first.frequency_name,
        groups=groups,
        labels=LabelStyles.of(pair.pattern for group in groups for pair in group.pairs),
    )


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
    frequency_name: str
    groups: list[PairGroup]
    labels: LabelStyles

    @property
    def anchored(self) -> bool:
        """Whether drawings have an anchor."""
        return any(pair.pattern.anchor is not None for group in self.groups for pair in group.pairs)


@dataclass(frozen=True)
class PairGroup:
    """The patterns of one size: those of both results first."""

    size: int
    pairs: list[Pair]
    shared: int
    only: tuple[int, int]


@dataclass(frozen=True)
class Pair:
    """A pattern that is a motif of one result or of both."""

    key: str
    pattern: Pattern
    id: str
    name: str
    sides: tuple[Side, Side]
    where: str
    change: str
    search: str


@dataclass(frozen=True)
class Side:
    """A pattern on one side: its motif in the result, or why it is ``absent``."""

    rank: int | None
    proven: bool
    frequencies: list[FrequencyView]
    contrast: ContrastView | None = None
    absent: str | None = None


def _group(size: int, results: tuple[MotifSet, MotifSet]) -> PairGroup:
    known = [{motif.id: motif for motif in result if motif.size == size} for result in results]
    largest = maxima([motif for side in known for motif in side.values()])

    def best_rank(name: str) -> tuple[bool, int]:
        ranks = [motifs[name].rank for motifs in known if name in motifs]
        return len(ranks) == 1, min(ranks)

    pairs = []
    for number, name in enumerate(sorted(dict.fromkeys([*known[0], *known[1]]), key=best_rank)):
        sides = [_side(motifs.get(name), result, largest, size) for motifs, result in zip(known, results, strict=True)]
        motif = known[0].get(name) or known[1][name]
        pairs.append(_pair(f"p{size}-{number}", motif, (sides[0], sides[1]), results))
    only = (sum(pair.where == "first" for pair in pairs), sum(pair.where == "second" for pair in pairs))
    return PairGroup(size, pairs, len(pairs) - sum(only), only)


def _pair(key: str, motif: Motif, sides: tuple[Side, Side], results: tuple[MotifSet, MotifSet]) -> Pair:
    listed = [side.absent is None for side in sides]
    where = "both" if all(listed) else "first" if listed[0] else "second"
    search = f"{motif.names.text} {motif.id}".lower()
    return Pair(key, motif.pattern, motif.id, motif.names.text, sides, where, _change(sides, results), search)


def _side(motif: Motif | None, result: MotifSet, largest: dict[str, float], size: int) -> Side:
    if motif is None:
        return Side(None, False, [], absent=absence_reason(result, size))
    views = frequency_views(motif, largest, result.input)
    contrast = contrast_view(motif, result.frequency_name, side_names(result), result.input.graphs)
    return Side(motif.rank, motif.proven, views, contrast)


def absence_reason(result: MotifSet, size: int) -> str:
    """What it means that a pattern of this size is not in a result.

    >>> import spminer
    >>> from spminer.datasets import example
    >>> absence_reason(spminer.enumerate(example(), 4, top=3), 4), absence_reason(spminer.enumerate(example(), 4), 5)
    ('not in its top 3', 'this size was not asked for')
    """
    request = result.request
    if request is None:
        return "not in this result"
    if size not in request.sizes:
        return "this size was not asked for"
    listed = [motif for motif in result if motif.size == size]
    if result.status == "partial" and not all(motif.proven for motif in listed):
        return "not found before the run stopped"
    chosen = request.is_selective or request.merge_anchors
    all_of_them = request.top is None or len(listed) < request.top
    if all_of_them and not chosen and request.against is None and listed and all(motif.proven for motif in listed):
        return "does not occur"
    return "not in this result" if request.top is None else f"not in its top {request.top}"


def _change(sides: tuple[Side, Side], results: tuple[MotifSet, MotifSet]) -> str:
    """How the frequency differs, in words: of inputs that are not as large, the share, where there is one."""
    frequency_name = results[0].frequency_name
    found = [next((view for view in side.frequencies if view.name == frequency_name), None) for side in sides]
    if found[0] is None or found[1] is None:
        return ""
    wholes = [population(frequency_name, result.input) for result in results]
    if wholes[0] and wholes[1] and wholes[0] != wholes[1]:
        return _difference(found[0].number / wholes[0], found[1].number / wholes[1], "share ")
    return _difference(found[0].number, found[1].number)


def _difference(before: float, after: float, of: str = "") -> str:
    if before == after:
        return f"{of}equal"
    return f"{of}{after / before - 1:+.1%}" if before else ""


def _rows(first: MotifSet, second: MotifSet) -> list[tuple[str, str, str]]:
    """Facts of both runs: the important ones, then all those that differ."""
    tables = [_facts(result) for result in (first, second)]
    always = ("source", "nodes", "edges", "against", "method", "seed", "time", "status")
    names = dict.fromkeys([*always, *tables[0], *tables[1]])
    rows = [(name, tables[0].get(name, "-"), tables[1].get(name, "-")) for name in names]
    return [row for row in rows if (row[0] in always and row[1:] != ("-", "-")) or row[1] != row[2]]


def _facts(result: MotifSet) -> dict[str, str]:
    found = dict(summary.input_facts(result)) | dict(summary.settings(result))
    if "total" in result.timing_s:
        found["time"] = format_duration(result.timing_s["total"])
    found["status"] = result.status if result.stop_reason is None else f"{result.status} ({result.stop_reason})"
    return found


def _notes(first: MotifSet, second: MotifSet, names: tuple[str, str]) -> list[str]:
    notes = []
    if first.frequency_name != second.frequency_name:
        notes.append(
            f"{names[0]} is ranked by {first.frequency_name} frequency, {names[1]} by {second.frequency_name}: "
            "their patterns may not be the same ones, as only the anchored frequency has anchors."
        )
    if (first.input.nodes, first.input.edges) != (second.input.nodes, second.input.edges):
        notes.append("The inputs are not the same, so frequencies differ for that reason too.")
    compared = [describe_reference(result) or "Not compared with anything." for result in (first, second)]
    if compared[0] != compared[1]:
        notes += [f"{name}: {text}" for name, text in zip(names, compared, strict=True)]
    for result, name in ((first, names[0]), (second, names[1])):
        notes += [f"{name}: {warning}" for warning in summary.warnings(result)]
    return notes


def _chart(first: MotifSet, second: MotifSet, names: tuple[str, str]) -> str:
    frequency_name = first.frequency_name
    lines = []
    for result, name, style in ((first, names[0], "best"), (second, names[1], "other")):
        if values := frequencies_by_size(result, frequency_name):
            points = tuple((float(size), max(group)) for size, group in values.items())
            lines.append(Line(shortened(name, 8), style, points))
    return line_chart(lines, [], "nodes of the motif", f"best frequency ({UNITS[frequency_name][1]})")
