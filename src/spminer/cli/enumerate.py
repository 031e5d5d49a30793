"""``spminer enumerate``: every pattern of a size, with exact frequencies."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from spminer._util.text import format_duration, format_rough_duration
from spminer.cli.console import Console, print_table
from spminer.cli.options import (
    FINDING,
    OUTPUT,
    AgainstOption,
    AllAnchorsOption,
    ClusterOption,
    ExamplesOption,
    FrequencyOption,
    IgnoreLabelsOption,
    JsonOption,
    MemoryLimitOption,
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
from spminer.cli.session import MemoryBudget, read_graphs, read_other, working
from spminer.counting.engine_choice import enumeration_cost
from spminer.graphs import GraphCollection
from spminer.results.frequency import format_frequency
from spminer.results.request import EnumerationCost

_WORTH_SAYING_S = 60.0


@dataclass(frozen=True)
class Forecast:
    """Estimated work of each size, and the threads that will do it."""

    costs: dict[int, EnumerationCost]
    threads: int

    def seconds(self, size: int) -> float:
        """Rough duration of one size; infinite where that could not be estimated."""
        return self.costs[size].seconds / self.threads

    def print(self) -> None:
        """Print the estimate as a table."""
        rows = [
            (str(size), format_frequency(work.subgraphs), self._duration(size)) for size, work in self.costs.items()
        ]
        print_table(("size", "subgraphs [95 %]", "time"), rows, right=(0,))

    def _duration(self, size: int) -> str:
        by = " by census" if self.costs[size].engine == "census" else ""
        return format_rough_duration(self.seconds(size)) + by

    def warn(self, time_limit: float | None, console: Console) -> None:
        """Say at once if the run will not finish in time, or will take long."""
        seconds = sum(self.seconds(size) for size in self.costs)
        largest = max(self.costs)
        number = self.costs[largest].subgraphs
        many = f"about {number.value:.2g}" if number.kind == "estimate" else "an unknown number of"
        work = f"{many} subgraphs of size {largest}, {format_rough_duration(seconds)}"
        if time_limit is not None and seconds > time_limit:
            console.warn(f"{work}: expect a partial result at the time limit of {format_duration(time_limit)}")
        elif time_limit is None and seconds > _WORTH_SAYING_S:
            console.note(f"{work}; --time-limit bounds it, Ctrl-C stops with what there is")


def forecast(
    graphs: GraphCollection,
    sizes: Sequence[int],
    *,
    seed: int,
    threads: int,
    estimate_s: float = 2.0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Forecast:
    """Estimate the work of each size, with about ``estimate_s`` seconds for each estimate, at most ``time_limit``.

    The memory limit is that of the tables: engines that need more are left out.
    """
    costs = {
        size: enumeration_cost(
            graphs, size, seed=seed, estimate_s=estimate_s, time_limit=time_limit, memory_limit=memory_limit
        )
        for size in sizes
    }
    return Forecast(costs, threads or os.cpu_count() or 1)


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
    from spminer.results.request import MiningRequest
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
        graphs, size[-1:], seed=seed, threads=threads, estimate_s=0.5, time_limit=share, memory_limit=tables
    )
    outlook.warn(time_limit, console)
    held = budget.held()
    request = MiningRequest.from_options(
        command="enumerate",
        method="exact",
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
        result = enumerate_request(graphs, request, monitor, against=other, costs=outlook.costs)
    result = budget.explained(result, held)
    deliver(result, context.obj, console, files, as_json=as_json, all_anchors=all_anchors)
