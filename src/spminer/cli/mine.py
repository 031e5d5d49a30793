"""``spminer mine``: the most frequent patterns of each size, the main job."""

from pathlib import Path
from typing import Annotated, Any

import typer

from spminer.cli.console import Console
from spminer.cli.options import (
    FINDING,
    OUTPUT,
    RUNNING,
    SEARCHING,
    AgainstOption,
    AllAnchorsOption,
    ClusterOption,
    DeviceOption,
    ExamplesOption,
    IgnoreLabelsOption,
    JsonOption,
    MemoryLimitOption,
    ObjectiveOption,
    OverOption,
    QuietOption,
    ReadingOptions,
    ReportOption,
    ResultOption,
    SamplesOption,
    SeedOption,
    Sizes,
    ThreadsOption,
    TimeLimitOption,
    TitleOption,
    UnderOption,
    direction_of,
    parse_size_option,
    reads_graphs,
)
from spminer.cli.output import Files, deliver
from spminer.cli.session import MemoryBudget, read_all_graphs, read_other, working
from spminer.errors import UsageError
from spminer.methods.registry import get_method, method_names, parse_settings
from spminer.results.request import AUTO, MiningRequest, Verification

__all__ = ["mine"]


def _check_method(name: str) -> str:
    if name != AUTO:
        try:
            get_method(name)
        except UsageError as error:
            raise typer.BadParameter(str(error)) from None
    return name


@reads_graphs
def mine(
    context: typer.Context,
    graph: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GRAPH",
            help="Graph files or folders, tu:NAME or snap:NAME, taken together; - is standard input; "
            "none: the bundled example.",
            show_default=False,
        ),
    ] = None,
    *,
    sizes: Annotated[
        Sizes,
        typer.Option(
            "--sizes",
            "--size",
            "-k",
            parser=parse_size_option,
            metavar="K",
            help="Nodes of a pattern: 5, or 5-20.",
            rich_help_panel=FINDING,
        ),
    ] = "5-20",  # type: ignore[assignment]  # typer parses it
    top: Annotated[
        int,
        typer.Option(
            "--top", min=1, metavar="N", help="Report the N most frequent of each size.", rich_help_panel=FINDING
        ),
    ] = 10,
    frequency: ObjectiveOption = "anchored",
    edge_induced: Annotated[
        bool,
        typer.Option(
            "--edge-induced", help="Allow further edges between the nodes of a pattern.", rich_help_panel=FINDING
        ),
    ] = False,
    merge_anchors: Annotated[
        bool,
        typer.Option(
            "--merge-anchors", help="Report each pattern once, with its most frequent anchor.", rich_help_panel=FINDING
        ),
    ] = False,
    support: Annotated[
        float | None,
        typer.Option(
            "--support",
            metavar="N",
            help="Least frequency: a number above 1, or a share up to 1 of the nodes (transactions: of the graphs).",
            rich_help_panel=FINDING,
        ),
    ] = None,
    closed: Annotated[
        bool,
        typer.Option("--closed", help="Only patterns that no larger one equals in frequency.", rich_help_panel=FINDING),
    ] = False,
    maximal: Annotated[
        bool,
        typer.Option(
            "--maximal", help="Only patterns that no larger one reaching --support contains.", rich_help_panel=FINDING
        ),
    ] = False,
    distinct: Annotated[
        bool,
        typer.Option(
            "--distinct",
            help="Patterns that each cover most of what those before leave uncovered.",
            rich_help_panel=FINDING,
        ),
    ] = False,
    both_frequencies: Annotated[
        bool,
        typer.Option(
            "--both-frequencies",
            help="Count the graph-level frequency of anchored motifs too.",
            rich_help_panel=FINDING,
        ),
    ] = False,
    against: AgainstOption = None,
    samples: SamplesOption = None,
    over: OverOption = False,
    under: UnderOption = False,
    ignore_labels: IgnoreLabelsOption = False,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "-m",
            callback=_check_method,
            metavar="NAME",
            help=f"One of {', '.join((AUTO, *method_names()))}.",
            rich_help_panel=SEARCHING,
        ),
    ] = AUTO,
    neighborhoods: Annotated[
        int | None,
        typer.Option(
            "--neighborhoods",
            min=1,
            metavar="N",
            help="Samples that a neural search scores by.",
            rich_help_panel=SEARCHING,
        ),
    ] = None,
    walks: Annotated[
        int | None,
        typer.Option(
            "--walks", min=1, metavar="N", help="Seeds that a neural search starts from.", rich_help_panel=SEARCHING
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME|FILE", help="Model of a neural search.", rich_help_panel=SEARCHING),
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Any other setting of the method; repeat for more.",
            rich_help_panel=SEARCHING,
        ),
    ] = None,
    verify: Annotated[
        bool,
        typer.Option(
            "--verify/--no-verify",
            help="Whether the best candidates of a search are counted.",
            rich_help_panel=SEARCHING,
        ),
    ] = True,
    reading: ReadingOptions,
    time_limit: TimeLimitOption = None,
    memory_limit: MemoryLimitOption = None,
    threads: ThreadsOption = 0,
    device: DeviceOption = "auto",
    cluster: ClusterOption = None,
    seed: SeedOption = 0,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            file_okay=False,
            metavar="DIR",
            help="Keep states of the run in a new folder.",
            rich_help_panel=RUNNING,
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run whose states are in DIR.", rich_help_panel=RUNNING)
    ] = False,
    examples: ExamplesOption = 1,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the plan and stop.", rich_help_panel=OUTPUT)
    ] = False,
    output: ResultOption = None,
    report: ReportOption = None,
    title: TitleOption = None,
    as_json: JsonOption = False,
    all_anchors: AllAnchorsOption = False,
    quiet: QuietOption = False,
) -> None:
    """Find the most frequent patterns of each size.

    The plan is said first: sizes that are few enough are enumerated, and their answer is proven; the others are
    searched, and the best candidates are counted exactly, or on a sample with an interval where that is too much.

    \b
    Examples:
      spminer mine
      spminer mine friends.csv --sizes 5-12 --report report.html
      spminer mine tu:ENZYMES --ignore-labels --time-limit 60 -o result.json
      spminer mine edges.txt.gz --dry-run
      spminer mine friends.csv --sizes 3-5 --against degree
      spminer mine --print-config > run.toml
    """
    from spminer.mining.run import open_task, plan, run

    console, files, budget = Console(quiet), Files.of(output, report, title), MemoryBudget(memory_limit)
    direct = {"neighborhoods": neighborhoods, "walks": walks, "model": model}
    for name in (text.partition("=")[0].strip() for text in set_ or ()):
        if name in (*direct, "support", "closed"):
            raise UsageError(f"setting {name} has an option of its own: --{name}")
    settings: dict[str, Any] = parse_settings(method, set_ or ())
    settings |= {name: value for name, value in direct.items() if value is not None}
    monitor = context.obj.monitor(time_limit)
    graphs = read_all_graphs(graph, console, reading, monitor=monitor)
    if ignore_labels:
        graphs = graphs.without_labels()
    other = read_other(against, console, reading, ignore_labels=ignore_labels, monitor=monitor)

    request = MiningRequest.from_options(
        sizes=sizes,
        top=top,
        method=method,
        frequency=frequency,
        induced=not edge_induced,
        seed=seed,
        threads=threads,
        device=device,
        time_limit=time_limit,
        memory_limit=budget.tables(graphs, method),
        merge_anchors=merge_anchors,
        support=support,
        closed=closed,
        maximal=maximal,
        distinct=distinct,
        examples=examples,
        verify=Verification.of(verify, both=both_frequencies),
        against=against,
        null_samples=samples,
        direction=direction_of(over, under),
        settings=settings,
    )
    # A dry run is no run: it leaves the checkpoint alone.
    states = None if dry_run else checkpoint
    task = open_task(graphs, request, against=other, checkpoint=states, resume=resume and not dry_run)
    held = budget.held()
    with working(monitor, None if dry_run else cluster, "planning", console), budget.kept(monitor):
        planned = plan(task, monitor)
        for line in planned.lines(threads):
            (typer.echo if dry_run else console.note)(line)
        if dry_run:
            return
        result = run(task, planned, monitor)
    result = budget.explained(result, held)
    deliver(result, context.obj, console, files, as_json=as_json, all_anchors=all_anchors)
