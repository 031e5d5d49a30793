"""Output of the verbs that find motifs: table or JSON, files, figures of a comparison."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from spminer._util.text import counted, format_duration
from spminer.cli.console import print_table, terminal_width
from spminer.cli.session import FileToWrite
from spminer.errors import NothingFoundError, UsageError
from spminer.results.rows import rows_of
from spminer.results.text import shown_lines, table_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.cli.console import Console
    from spminer.cli.options import FileOptions
    from spminer.cli.session import Session
    from spminer.results import MotifSet

__all__ = ["check_title", "deliver_motifs"]


def check_title(files: FileOptions) -> None:
    """Refuse a title without a report."""
    if files.title is not None and files.report is None:
        raise UsageError("--title is the title of a report; ask for one with --report FILE")


def deliver_motifs(
    result: MotifSet, session: Session, files: FileOptions, *, per_size: int | None = None, hints: Sequence[str] = ()
) -> int:
    """Print and write a result; the exit code.

    Tables and reports have each pattern once, or all its anchors if asked for; files and JSON always have all. A
    terminal shows ``per_size`` rows of a size at most, if that is given, and ``hints`` at the end.
    """
    result = replace(result, command_line=session.command_line)
    rows = rows_of(result, all_anchors=files.all_anchors)
    lines = shown_lines(rows, result.frequency_name, None if terminal_width() is None else per_size)

    def show() -> None:
        if not lines:
            return
        whole = print_table(list(table_columns(lines, result)))
        if files.output is None and files.report is None:
            if len(lines) < len(rows):
                session.console.note(
                    f"{len(lines)} rows of {len(rows)}; --top 10 shows all of them, --output FILE keeps them"
                )
            elif not whole:
                session.console.note("cut to the width of the terminal; --output FILE and --report FILE have all of it")

    report = partial(result.report, all_anchors=files.all_anchors, title=files.title)
    return session.deliver(
        result.to_json(),
        show,
        as_json=files.as_json,
        files=(FileToWrite("result", files.output, result.save), FileToWrite("report", files.report, report)),
        stop_reason=result.stop_reason,
        finish=lambda: _comment(result, len(rows), session.console, () if terminal_width() is None else hints),
    )


def _comment(result: MotifSet, patterns: int, console: Console, hints: Sequence[str]) -> None:
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
        raise NothingFoundError(
            f"no connected pattern of this size in {counted(nodes, 'node')}; {_remedy(result, nodes)}"
        )
    elif "total" in result.timing_s:
        anchors = f" ({len(result):,} with their anchors)" if patterns < len(result) else ""
        console.note(f"{counted(patterns, 'pattern')}{anchors} in {format_duration(result.timing_s['total'])}")
        for hint in hints:
            console.note(hint)


def _remedy(result: MotifSet, nodes: int) -> str:
    """The remedy if there is no pattern of the sizes."""
    least = min(result.request.sizes) if result.request is not None else 3
    if nodes < least:
        return f"ask for at most {nodes}: --size {nodes}" if nodes >= 2 else "a pattern needs two nodes at least"
    return f"its connected parts are smaller: try --size {least - 1}" if least > 2 else "there are no edges"
