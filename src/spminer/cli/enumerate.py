"""``spminer enumerate``: every pattern of a size, with exact frequencies."""

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from spminer import _core
from spminer.cli.console import Console
from spminer.cli.forecast import forecast
from spminer.cli.inputs import read_graphs
from spminer.cli.options import (
    FINDING,
    OUTPUT,
    DirectedOption,
    EdgeLabelsOption,
    ExamplesOption,
    FormatOption,
    FrequencyOption,
    IdsOption,
    IgnoreLabelsOption,
    JsonOption,
    MemoryLimitOption,
    OutputOption,
    QuietOption,
    ReportOption,
    SeedOption,
    Sizes,
    ThreadsOption,
    TimeLimitOption,
    parse_size_option,
)
from spminer.cli.output import deliver
from spminer.cli.running import watched
from spminer.request import EnumerationRequest
from spminer.results import MotifSet

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["enumerate_"]


def enumerate_(
    context: typer.Context,
    size: Annotated[
        Sizes,
        typer.Option(
            "--size",
            "-k",
            parser=parse_size_option,
            metavar="K",
            help="Nodes of a pattern: 5, or 3-6.",
            rich_help_panel=FINDING,
            show_default=False,
        ),
    ],
    graph: Annotated[
        str | None,
        typer.Argument(
            metavar="GRAPH",
            help="Graph file or folder, tu:NAME or snap:NAME; - is standard input; none: the bundled example.",
            show_default=False,
        ),
    ] = None,
    *,
    top: Annotated[
        int,
        typer.Option(
            "--top",
            min=0,
            metavar="N",
            help="Keep the N most frequent of each size; 0 keeps all.",
            rich_help_panel=FINDING,
        ),
    ] = 10,
    frequency: FrequencyOption = "anchored",
    ignore_labels: IgnoreLabelsOption = False,
    format: FormatOption = None,
    directed: DirectedOption = None,
    edge_labels: EdgeLabelsOption = False,
    ids: IdsOption = "auto",
    time_limit: TimeLimitOption = None,
    memory_limit: MemoryLimitOption = None,
    threads: ThreadsOption = 0,
    seed: SeedOption = 0,
    examples: ExamplesOption = 1,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Estimate the work and stop.", rich_help_panel=OUTPUT)
    ] = False,
    output: OutputOption = None,
    report: ReportOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Find all connected patterns of K nodes, and count them.

    Patterns are induced, and frequencies exact, unless a budget ends the count.

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
    result = replace(result, request=replace(_request(result), time_limit=time_limit))
    deliver(result, context.obj, console, output=output, report=report, as_json=as_json)


def _over_sizes(
    one_size: "Callable[[int, _core.Control], MotifSet]",
    sizes: tuple[int, ...],
    time_limit: float | None,
    console: Console,
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


def _request(result: MotifSet) -> EnumerationRequest:
    assert isinstance(result.request, EnumerationRequest)
    return result.request


def _joined(results: list[MotifSet], sizes: tuple[int, ...]) -> MotifSet:
    last = results[-1]
    stages = {stage for result in results for stage in result.timing_s}
    return replace(
        last,
        motifs=tuple(motif for result in results for motif in result),
        request=replace(_request(last), sizes=sizes),
        timing_s={stage: sum(result.timing_s.get(stage, 0.0) for result in results) for stage in sorted(stages)},
    )
