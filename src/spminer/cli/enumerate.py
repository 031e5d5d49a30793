"""``spminer enumerate``: every pattern of a size, with exact frequencies."""

from typing import Annotated

import typer

from spminer.cli.comparing import AgainstOption, OverOption, SamplesOption, UnderOption, direction_of, read_other
from spminer.cli.console import Console
from spminer.cli.forecast import forecast
from spminer.cli.inputs import read_graphs
from spminer.cli.memory import MemoryBudget
from spminer.cli.options import (
    FINDING,
    OUTPUT,
    AllAnchorsOption,
    ClusterOption,
    ExamplesOption,
    FrequencyOption,
    IgnoreLabelsOption,
    JsonOption,
    MemoryLimitOption,
    QuietOption,
    ReportOption,
    ResultOption,
    SeedOption,
    Sizes,
    ThreadsOption,
    TimeLimitOption,
    TitleOption,
    parse_size_option,
)
from spminer.cli.output import Files, deliver
from spminer.cli.reading import ReadingOptions, reads_graphs
from spminer.cli.running import working

__all__ = ["enumerate_"]


@reads_graphs
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
    against: AgainstOption = None,
    samples: SamplesOption = None,
    over: OverOption = False,
    under: UnderOption = False,
    ignore_labels: IgnoreLabelsOption = False,
    reading: ReadingOptions,
    time_limit: TimeLimitOption = None,
    memory_limit: MemoryLimitOption = None,
    threads: ThreadsOption = 0,
    cluster: ClusterOption = None,
    seed: SeedOption = 0,
    examples: ExamplesOption = 1,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Estimate the work and stop.", rich_help_panel=OUTPUT)
    ] = False,
    output: ResultOption = None,
    report: ReportOption = None,
    title: TitleOption = None,
    as_json: JsonOption = False,
    all_anchors: AllAnchorsOption = False,
    quiet: QuietOption = False,
) -> None:
    """Find all connected patterns of K nodes, and count them.

    Patterns are induced, and frequencies exact, unless a budget ends the count. With --against, every pattern of
    either side is counted on both, and the table is ranked by surprise.

    \b
    Examples:
      spminer enumerate --size 4
      spminer enumerate friends.csv --size 3-5 --top 10 --report report.html
      spminer enumerate ENZYMES.zip --size 8 --time-limit 60 --output result.json
      spminer enumerate genes.tsv --directed --size 3 --top 0 --frequency graph --against degree
      spminer enumerate edges.txt.gz --size 6 --dry-run
    """
    from spminer.mining.enumerate import enumerate_request
    from spminer.results.request import EnumerationRequest
    from spminer.significance.comparison import other_name

    console, files, budget = Console(quiet), Files.of(output, report, title), MemoryBudget(memory_limit)
    monitor = context.obj.monitor(time_limit)
    graphs = read_graphs(graph, console, reading, monitor=monitor)
    if ignore_labels:
        graphs = graphs.without_labels()
    other = read_other(against, console, reading, ignore_labels=ignore_labels, monitor=monitor)
    tables = budget.tables(graphs)
    if dry_run:
        forecast(graphs, size, seed=seed, threads=threads, memory_limit=tables).print()
        return
    # The largest size decides how long it takes; the look ahead may take a tenth of the limit.
    share = None if time_limit is None else time_limit / 10
    outlook = forecast(
        graphs, size[-1:], seed=seed, threads=threads, patience=0.5, time_limit=share, memory_limit=tables
    )
    outlook.warn(time_limit, console)
    held = budget.held()
    request = EnumerationRequest(
        sizes=tuple(size),
        top=top or None,
        frequency=frequency,
        examples=examples,
        threads=threads,
        time_limit=monitor.time_limit,
        memory_limit=tables,
        seed=seed,
        against=other_name(other),
        null_samples=samples,
        direction=direction_of(over, under),
    )
    with working(monitor, cluster, "enumerate", console), budget.kept(monitor):
        result = enumerate_request(graphs, request, monitor, against=other, works=outlook.works)
    result = budget.explained(result, held)
    deliver(result, context.obj, console, files, as_json=as_json, all_anchors=all_anchors)
