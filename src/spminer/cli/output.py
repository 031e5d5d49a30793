"""Output of the verbs that find motifs: files, table or JSON, and the exit code."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from spminer.cli.console import print_table, terminal_width
from spminer.cli.running import exit_code
from spminer.errors import NothingFoundError
from spminer.frequencies.formatting import format_frequency
from spminer.patterns.names import pattern_name
from spminer.results.motif import FREQUENCY_FIELDS
from spminer.text.formatting import format_duration

if TYPE_CHECKING:
    from pathlib import Path

    from spminer.cli.console import Console
    from spminer.cli.invocation import Invocation
    from spminer.results import MotifSet

__all__ = ["deliver"]

_ALWAYS = ("anchored", "graph")


def deliver(
    result: MotifSet,
    invocation: Invocation,
    console: Console,
    *,
    output: Path | None,
    report: Path | None,
    as_json: bool,
) -> None:
    """Write and print a result, and leave with its exit code."""
    result = replace(result, command_line=invocation.command_line)
    if output is not None:
        result.to_json(output)
    if report is not None:
        result.report(report)
    if as_json:
        typer.echo(result.to_json())
    elif result.motifs and not _print_motifs(result) and output is None and report is None:
        console.note("cut to the width of the terminal; --output FILE and --report FILE have all of it")
    for name, path in (("result", output), ("report", report)):
        if path is not None:
            console.note(f"{name}: {path}")
    raise typer.Exit(_outcome(result, console))


def _print_motifs(result: MotifSet) -> bool:
    """A table: for programs with ids and examples in full, for people with names, as wide as their terminal.

    Returns whether all of it could be shown.
    """
    known = [
        objective
        for objective in FREQUENCY_FIELDS
        if objective in _ALWAYS or any(motif.frequency(objective) is not None for motif in result)
    ]
    columns: dict[str, list[str]] = {
        "size": [str(motif.size) for motif in result],
        "rank": [str(motif.rank) for motif in result],
        **{objective: [format_frequency(motif.frequency(objective)) for motif in result] for objective in known},
    }
    numbers = len(columns)
    if terminal_width() is not None:
        columns["shape"] = [pattern_name(motif.pattern) for motif in result]
    texts = len(columns)
    columns["pattern"] = [motif.id for motif in result]
    if any(motif.examples for motif in result):
        columns["example"] = [", ".join(motif.examples[0]) if motif.examples else "" for motif in result]
    rows = list(zip(*columns.values(), strict=True))
    return print_table(list(columns), rows, right=range(numbers), shrink=range(texts, len(columns)))


def _outcome(result: MotifSet, console: Console) -> int:
    """The exit code, with a word about a result that is not complete."""
    for warning in result.warnings:
        console.warn(warning)
    if result.stop_reason is not None:
        console.warn(f"stopped ({result.stop_reason}): frequencies may be lower bounds, and patterns may be missing")
    elif not result.motifs:
        nodes = result.input.nodes or 0
        raise NothingFoundError(f"no connected pattern of this size in {nodes:,} nodes; try --size 3-4")
    elif "total" in result.timing_s:
        console.note(f"{len(result)} patterns in {format_duration(result.timing_s['total'])}")
    return exit_code(result.stop_reason)
