"""Output of the verbs that find motifs: table or JSON, files, lines of a comparison."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import typer

from spminer._util.text import format_duration, format_number
from spminer.cli.console import print_table, terminal_width
from spminer.cli.delivery import Delivery
from spminer.errors import NothingFoundError, UsageError, exit_code
from spminer.results.frequency import format_frequency
from spminer.results.motif import FREQUENCY_FIELDS
from spminer.results.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spminer.cli.console import Console
    from spminer.cli.main import Invocation
    from spminer.results import Contrast, Motif, MotifSet
    from spminer.results.frequency import Objective
    from spminer.results.request import MiningRequest
    from spminer.results.rows import Row

__all__ = ["Files", "contrast_lines", "deliver"]


_COLUMNS = {  # fields of a contrast and the heads of their columns
    "share": "share",
    "other_share": "other",
    "expected": "expected",
    "ratio": "ratio",
    "z": "z",
    "p": "p",
    "q": "q",
    "p_max": "p max",
}


def contrast_columns(contrasts: Sequence[Contrast | None], samples: int | None = None) -> dict[str, list[str]]:
    """What motifs were compared with, and what that says, if they were; a dash stands for what is not defined.

    The number of samples is shown where a comparison was stopped before as many as were asked for (``samples``).
    """

    def column(name: str) -> list[str]:
        values = [None if one is None else getattr(one, name) for one in contrasts]
        return ["-" if value is None else _figure(value) for value in values]

    known = [name for name in _COLUMNS if any(getattr(one, name, None) is not None for one in contrasts)]
    if "share" in known:  # says more than what is expected of another number of nodes or graphs
        known.remove("expected")
    used = [one.samples for one in contrasts if one is not None and one.samples is not None]
    few = samples is not None and min(used, default=samples) < samples
    return {**({"samples": column("samples")} if few else {}), **{_COLUMNS[name]: column(name) for name in known}}


def contrast_lines(contrast: Contrast) -> list[tuple[str, str]]:
    """The same of one pattern, with spread and intervals; q and p max say nothing of one alone."""
    compared = contrast.with_ + ("" if contrast.samples is None else f", {format_number(contrast.samples)} samples")
    shares = [("share", contrast.share), ("other share", contrast.other_share)]
    lines = [("compared with", compared)]
    lines += [(name, f"{100 * value:.3g} %") for name, value in shares if value is not None]
    if contrast.expected is not None:
        spread = "" if contrast.spread is None else f" \N{PLUS-MINUS SIGN} {_figure(contrast.spread)}"
        lines.append(("expected", _figure(contrast.expected) + spread))
    lines += _with_interval("ratio", contrast.ratio, contrast.low, contrast.high)
    lines += _with_interval("odds ratio", contrast.odds_ratio, contrast.odds_low, contrast.odds_high)
    lines += [(name, _figure(value)) for name in ("z", "p") if (value := getattr(contrast, name)) is not None]
    return lines + ([] if contrast.note is None else [("note", contrast.note)])


def _with_interval(name: str, value: float | None, low: float | None, high: float | None) -> list[tuple[str, str]]:
    if value is None:
        return []
    bounds = ["?" if bound is None else _figure(bound) for bound in (low, high)]
    return [(name, f"{_figure(value)} ({bounds[0]} to {bounds[1]})")]


def _figure(value: float) -> str:
    """Three digits that matter; whole thousands as such."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


_ALWAYS = ("anchored", "graph")


@dataclass(frozen=True, slots=True)
class Files:
    """Files to write beside what is printed: the result, and a report with its title."""

    output: Path | None = None
    report: Path | None = None
    title: str | None = None

    @classmethod
    def of(cls, output: Path | None, report: Path | None, title: str | None) -> Files:
        """The files that were asked for; a title that nothing would show is refused."""
        if title is not None and report is None:
            raise UsageError("--title is the title of a report; ask for one with --report FILE")
        return cls(output, report, title)


def deliver(
    result: MotifSet,
    invocation: Invocation,
    console: Console,
    files: Files,
    *,
    as_json: bool,
    all_anchors: bool = False,
) -> None:
    """Print and write a result, and leave with its exit code.

    What people read has each pattern once, or every anchor of it; files and JSON always have all.
    """
    result = replace(result, command_line=invocation.command_line)
    with Delivery(console, interrupted=result.stop_reason == "interrupted") as delivery:
        rows, text = rows_of(result, all_anchors=all_anchors), result.to_json()
        with delivery.printing():
            if as_json:
                typer.echo(text)
            elif rows and not _print_rows(rows, result) and files.output is None and files.report is None:
                console.note("cut to the width of the terminal; --output FILE and --report FILE have all of it")
        delivery.write("result", files.output, result.save, rescue=None if as_json else text)
        report = partial(result.report, all_anchors=all_anchors, title=files.title)
        delivery.write("report", files.report, report)
        raise typer.Exit(delivery.code(_outcome(result, len(rows), console)))


def _print_rows(rows: list[Row], result: MotifSet) -> bool:
    """A table: for programs with ids and examples in full, for people with names, as wide as their terminal.

    Returns whether all of it could be shown.
    """
    motifs = [row.motif for row in rows]
    always = () if result.request is not None and result.request.against else _ALWAYS
    known = [
        objective
        for objective in FREQUENCY_FIELDS
        if objective in always or any(motif.frequency(objective) is not None for motif in motifs)
    ]
    columns: dict[str, list[str]] = {
        "size": [str(motif.size) for motif in motifs],
        "rank": [row.place for row in rows],
        **{objective: [format_frequency(motif.frequency(objective)) for motif in motifs] for objective in known},
        **_chosen_by(motifs, result.request),
    }
    samples = None if result.request is None else result.request.null_samples
    columns |= contrast_columns([motif.against for motif in motifs], samples)
    numbers = len(columns)
    columns["proven"] = ["yes" if motif.proven else "no" for motif in motifs]
    if terminal_width() is not None:
        columns["shape"] = [motif.names.text for motif in motifs]
    texts = len(columns)
    columns["pattern"] = [motif.id for motif in motifs]
    if any(row.others for row in rows):
        columns["also at"] = [_other_anchors(row, result.objective) for row in rows]
    if any(motif.examples for motif in motifs):
        columns["example"] = [", ".join(motif.examples[0]) if motif.examples else "" for motif in motifs]
    lines = list(zip(*columns.values(), strict=True))
    return print_table(list(columns), lines, right=range(numbers), shrink=range(texts, len(columns)))


def _chosen_by(motifs: list[Motif], request: MiningRequest | None) -> dict[str, list[str]]:
    """Columns for what motifs were chosen by; a question mark stands where that could not be decided."""
    if request is None:
        return {}
    asked = [name for name in ("closed", "maximal") if getattr(request, name)]
    columns = {name: ["yes" if getattr(motif, name) else "?" for motif in motifs] for name in asked}
    if request.distinct:
        columns["covers"] = [format_frequency(motif.covers) for motif in motifs]
    return columns


def _other_anchors(row: Row, ranked_by: Objective) -> str:
    """The other anchors of a pattern with their frequencies: ``@1: 22, @3: 19``."""
    return ", ".join(f"@{other.node}: {format_frequency(other.motif.frequency(ranked_by))}" for other in row.others)


def _smaller(result: MotifSet, nodes: int) -> str:
    """What to ask for instead, where there is no pattern of the sizes asked for."""
    least = min(result.request.sizes) if result.request is not None else 3
    if nodes < least:
        return f"ask for at most {nodes}: --size {nodes}" if nodes >= 2 else "a pattern needs two nodes at least"
    return f"its connected parts are smaller: try --size {least - 1}" if least > 2 else "there are no edges"


def _outcome(result: MotifSet, patterns: int, console: Console) -> int:
    """The exit code, with a word about a result that is not complete."""
    for warning in result.warnings:
        console.warn(warning)
    if result.stop_reason is not None:
        console.warn(f"stopped ({result.stop_reason}): frequencies may be lower bounds, and patterns may be missing")
    elif not result.motifs:
        nodes = result.input.nodes or 0
        if result.request is not None and result.request.is_selective:
            raise NothingFoundError(
                f"no pattern of this size is {result.request.selection_text}; ask for less, or for other sizes"
            )
        raise NothingFoundError(f"no connected pattern of this size in {nodes:,} nodes; {_smaller(result, nodes)}")
    elif "total" in result.timing_s:
        anchors = f" ({len(result)} with their anchors)" if patterns < len(result) else ""
        console.note(
            f"{patterns} pattern{'s' * (patterns != 1)}{anchors} in {format_duration(result.timing_s['total'])}"
        )
    return exit_code(result.stop_reason)
