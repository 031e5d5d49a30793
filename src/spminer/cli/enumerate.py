"""``spminer enumerate``: every pattern of a size, with exact frequencies."""

import re
import shlex
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from spminer import _core
from spminer.cli.console import Console, print_table
from spminer.cli.forecast import forecast
from spminer.cli.inputs import read_graphs
from spminer.cli.options import (
    DirectedOption,
    EdgeLabelsOption,
    ExamplesOption,
    FormatOption,
    FrequencyOption,
    IdsOption,
    JsonOption,
    OutputOption,
    QuietOption,
    ReportOption,
    SeedOption,
    ThreadsOption,
    TimeLimitOption,
    parse_bytes,
)
from spminer.cli.running import exit_code, watched
from spminer.errors import NothingFoundError
from spminer.formatting import format_duration, format_frequency
from spminer.results import MotifSet

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["enumerate_"]


def _parse_sizes(text: str) -> range:
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    sizes = range(0) if match is None else range(int(match[1]), int(match[2] or match[1]) + 1)
    if not sizes or sizes[0] < 2:
        raise typer.BadParameter(f"{text!r} is not a size such as 5 or a range such as 3-6")
    return sizes


def enumerate_(
    context: typer.Context,
    size: Annotated[
        range,
        typer.Option(
            "--size", "-k", parser=_parse_sizes, metavar="K", help="Nodes of a pattern: 5, or 3-6.", show_default=False
        ),
    ],
    graph: Annotated[
        str | None,
        typer.Argument(
            metavar="GRAPH",
            help="Graph file or folder; - is standard input; none: the bundled example.",
            show_default=False,
        ),
    ] = None,
    *,
    top: Annotated[
        int, typer.Option("--top", min=0, metavar="N", help="Keep the N most frequent of each size; 0 keeps all.")
    ] = 10,
    frequency: FrequencyOption = "anchored",
    examples: ExamplesOption = 1,
    ignore_labels: Annotated[
        bool, typer.Option("--ignore-labels", help="Compare patterns by their edges alone, not by labels.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Estimate the work and stop.")] = False,
    memory_limit: Annotated[
        int | None,
        typer.Option("--memory-limit", parser=parse_bytes, metavar="BYTES", help="Stop before more is used: 500M, 4G."),
    ] = None,
    format: FormatOption = None,
    directed: DirectedOption = None,
    edge_labels: EdgeLabelsOption = False,
    ids: IdsOption = "auto",
    seed: SeedOption = 0,
    threads: ThreadsOption = 0,
    time_limit: TimeLimitOption = None,
    output: OutputOption = None,
    report: ReportOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Find all connected induced patterns of K nodes, with exact frequencies.

    \b
    Examples:
      spminer enumerate --size 4
      spminer enumerate friends.csv --size 3-5 --top 10 --report report.html
      spminer enumerate ENZYMES.zip --size 8 --time-limit 60 --output result.json
      spminer enumerate edges.txt.gz --size 6 --dry-run
    """
    import spminer

    console = Console(quiet)
    graphs = read_graphs(graph, console, format=format, directed=directed, edge_labels=edge_labels, ids=ids)
    if ignore_labels:
        graphs = graphs.without_labels()
    if dry_run:
        forecast(graphs, size, seed=seed, threads=threads).print()
        return
    # The largest size decides how long it takes; the look ahead may take a tenth of the limit.
    patience = 0.5 if time_limit is None else min(0.5, time_limit / 10)
    forecast(graphs, size[-1:], seed=seed, threads=threads, time_limit=patience).warn(time_limit, console)

    def one_size(nodes: int, control: _core.Control) -> MotifSet:
        return spminer.enumerate(
            graphs,
            nodes,
            top=top or None,
            frequency=frequency,
            examples=examples,
            threads=threads,
            memory_limit=memory_limit,
            control=control,
        )

    result = _over_sizes(one_size, size, time_limit, console)
    command = shlex.join(["spminer", *context.obj.arguments])
    result = replace(result, config={**result.config, "time_limit": time_limit, "command_line": command})
    if output is not None:
        result.to_json(output)
    if report is not None:
        result.report(report)
    if as_json:
        typer.echo(result.to_json())
    else:
        _print_motifs(result)
    for name, path in (("result", output), ("report", report)):
        if path is not None:
            console.note(f"{name}: {path}")
    raise typer.Exit(_outcome(result, console))


def _over_sizes(
    one_size: "Callable[[int, _core.Control], MotifSet]", sizes: range, time_limit: float | None, console: Console
) -> MotifSet:
    """Run size after size under one time limit, and join what they give; a run that stops is the last."""
    deadline = None if time_limit is None else time.monotonic() + time_limit
    results: list[MotifSet] = []
    for size in sizes:
        control = _core.Control(time_limit=None if deadline is None else max(deadline - time.monotonic(), 0.0))
        with watched(control, f"size {size}", console):
            results.append(one_size(size, control))
        if results[-1].stop_reason is not None:
            break
    return results[0] if len(sizes) == 1 else _joined(results, sizes)


def _joined(results: list[MotifSet], sizes: range) -> MotifSet:
    last = results[-1]
    stages = {stage for result in results for stage in result.timing_s}
    return replace(
        last,
        motifs=tuple(motif for result in results for motif in result),
        config={**last.config, "size": list(sizes)},
        timing_s={stage: sum(result.timing_s.get(stage, 0.0) for result in results) for stage in sorted(stages)},
    )


def _print_motifs(result: MotifSet) -> None:
    header = ["size", "rank", "anchored", "graph", "pattern", "example"]
    rows = [
        [
            str(motif.size),
            str(motif.rank),
            format_frequency(motif.anchored_frequency),
            format_frequency(motif.graph_frequency),
            motif.id,
            ", ".join(motif.examples[0]) if motif.examples else "",
        ]
        for motif in result
    ]
    shown = len(header) - (not any(row[-1] for row in rows))
    print_table(header[:shown], [row[:shown] for row in rows], right=(0, 1, 2, 3))


def _outcome(result: MotifSet, console: Console) -> int:
    """The exit code, with a word about a result that is not complete."""
    if result.stop_reason is not None:
        console.warn(f"stopped ({result.stop_reason}): frequencies are lower bounds and larger sizes may be missing")
    elif not result.motifs:
        raise NothingFoundError("no connected pattern of this size; try a smaller --size")
    elif "total" in result.timing_s:
        console.note(f"{len(result)} patterns in {format_duration(result.timing_s['total'])}")
    return exit_code(result.stop_reason)
