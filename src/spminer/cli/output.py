"""Output of the verbs that find motifs: table or JSON, files, figures of a comparison."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from spminer._util.text import format_duration, format_number
from spminer.cli.console import Column, print_table, terminal_width
from spminer.cli.session import FileToWrite
from spminer.errors import NothingFoundError, UsageError
from spminer.results.frequency import format_frequency
from spminer.results.motif import FREQUENCY_FIELDS
from spminer.results.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spminer.cli.console import Console
    from spminer.cli.options import FileOptions
    from spminer.cli.session import Session
    from spminer.results import Contrast, MotifSet
    from spminer.results.frequency import FrequencyName
    from spminer.results.rows import Row

__all__ = ["check_title", "contrast_lines", "deliver_motifs"]


_FIGURES = {  # fields of a contrast and the heads of their columns
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
    """The figures of comparisons by column, with a dash for one that is undefined; empty without comparisons.

    The number of samples is a column if a comparison stopped before it had the ``samples`` asked for.
    """

    def column(name: str) -> list[str]:
        values = [None if one is None else getattr(one, name) for one in contrasts]
        return ["-" if value is None else _figure(value) for value in values]

    known = [name for name in _FIGURES if any(getattr(one, name, None) is not None for one in contrasts)]
    if "share" in known:  # tells more than what is expected of another number of nodes or graphs
        known.remove("expected")
    used = [one.samples for one in contrasts if one is not None and one.samples is not None]
    few = samples is not None and min(used, default=samples) < samples
    return {**({"samples": column("samples")} if few else {}), **{_FIGURES[name]: column(name) for name in known}}


def contrast_lines(contrast: Contrast) -> list[tuple[str, str]]:
    """The figures of one pattern with spread and intervals; q and p max are of several patterns."""
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
    """A number with three significant digits; from 1000 on without a fraction."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def check_title(files: FileOptions) -> None:
    """Refuse a title without a report."""
    if files.title is not None and files.report is None:
        raise UsageError("--title is the title of a report; ask for one with --report FILE")


def deliver_motifs(result: MotifSet, session: Session, files: FileOptions) -> int:
    """Print and write a result; the exit code.

    Tables and reports have each pattern once, or all its anchors if asked for; files and JSON always have all.
    """
    result = replace(result, command_line=session.command_line)
    rows = rows_of(result, all_anchors=files.all_anchors)

    def show() -> None:
        if rows and not print_table(list(_columns(rows, result))) and files.output is None and files.report is None:
            session.console.note("cut to the width of the terminal; --output FILE and --report FILE have all of it")

    report = partial(result.report, all_anchors=files.all_anchors, title=files.title)
    return session.deliver(
        result.to_json(),
        show,
        as_json=files.as_json,
        files=(FileToWrite("result", files.output, result.save), FileToWrite("report", files.report, report)),
        stop_reason=result.stop_reason,
        finish=lambda: _comment(result, len(rows), session.console),
    )


_LEAST = {"shape": 12, "pattern": 12, "proven": 6}  # fewer characters of a cell are of no use
# Where a terminal is narrow, columns are left out in this order.
_LEFT_OUT = ("example", "also at", "q", "p", "z", "other frequency", "proven", "samples", "other", "share")


def _columns(rows: list[Row], result: MotifSet) -> Iterable[Column]:
    """The columns of the table; a terminal has the names of shapes too."""
    motifs, request = [row.motif for row in rows], result.request

    def column(name: str, cells: Sequence[str], kind: str = "", *, right: bool = False) -> Column:
        kind = kind or name
        priority = len(_LEFT_OUT) - _LEFT_OUT.index(kind) if kind in _LEFT_OUT else 0
        return Column(name, cells, right, _LEAST.get(name), priority)

    yield column("size", [str(motif.size) for motif in motifs], right=True)
    yield column("rank", [row.place for row in rows], right=True)
    always = () if request is not None and request.against else ("anchored", "graph")
    for frequency in FREQUENCY_FIELDS:
        if frequency in always or any(motif.frequency(frequency) is not None for motif in motifs):
            kind = "" if frequency == result.frequency_name else "other frequency"
            yield column(
                frequency, [format_frequency(motif.frequency(frequency)) for motif in motifs], kind, right=True
            )
    if request is not None:  # a question mark: could not be decided
        for name in ("closed", "maximal"):
            if getattr(request, name):
                yield column(name, ["yes" if getattr(motif, name) else "?" for motif in motifs], right=True)
        if request.distinct:
            yield column("covers", [format_frequency(motif.covers) for motif in motifs], right=True)
    samples = None if request is None else request.null_samples
    figures = contrast_columns([motif.against for motif in motifs], samples)
    for name, cells in figures.items():
        yield column(name, cells, "p max" if name == "p" and "p max" not in figures else "", right=True)
    yield column("proven", ["yes" if motif.proven else "no" for motif in motifs])
    if terminal_width() is not None:
        yield column("shape", [motif.names.text for motif in motifs])
    yield column("pattern", [motif.id for motif in motifs])
    if any(row.others for row in rows):
        yield column("also at", [_other_anchors(row, result.frequency_name) for row in rows])
    if any(motif.examples for motif in motifs):
        yield column("example", [", ".join(motif.examples[0]) if motif.examples else "" for motif in motifs])


def _other_anchors(row: Row, ranked_by: FrequencyName) -> str:
    """The other anchors of a pattern with their frequencies: ``@1: 22, @3: 19``."""
    return ", ".join(f"@{other.node}: {format_frequency(other.motif.frequency(ranked_by))}" for other in row.others)


def _comment(result: MotifSet, patterns: int, console: Console) -> None:
    """Warn of a partial result; an empty one is an error with a remedy."""
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
        raise NothingFoundError(f"no connected pattern of this size in {nodes:,} nodes; {_remedy(result, nodes)}")
    elif "total" in result.timing_s:
        anchors = f" ({len(result)} with their anchors)" if patterns < len(result) else ""
        console.note(
            f"{patterns} pattern{'s' * (patterns != 1)}{anchors} in {format_duration(result.timing_s['total'])}"
        )


def _remedy(result: MotifSet, nodes: int) -> str:
    """The remedy if there is no pattern of the sizes."""
    least = min(result.request.sizes) if result.request is not None else 3
    if nodes < least:
        return f"ask for at most {nodes}: --size {nodes}" if nodes >= 2 else "a pattern needs two nodes at least"
    return f"its connected parts are smaller: try --size {least - 1}" if least > 2 else "there are no edges"
