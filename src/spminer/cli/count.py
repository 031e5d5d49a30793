"""``spminer count``: the frequency of one pattern."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from spminer._util.files import write_atomic
from spminer._util.text import format_number
from spminer.cli.console import Console, print_facts
from spminer.cli.delivery import Delivery
from spminer.cli.options import (
    FINDING,
    OUTPUT,
    RUNNING,
    SEARCHING,
    AgainstOption,
    ClusterOption,
    ExamplesOption,
    GraphArgument,
    JsonOption,
    ObjectiveOption,
    OutputOption,
    QuietOption,
    ReadingOptions,
    SamplesOption,
    SeedOption,
    ThreadsOption,
    TimeLimitOption,
    reads_graphs,
)
from spminer.cli.output import contrast_lines
from spminer.cli.session import read_graphs, read_other, working
from spminer.errors import UsageError, exit_code
from spminer.results.frequency import format_frequency

if TYPE_CHECKING:
    from spminer.counting.count import CountResult

__all__ = ["count"]

PatternArgument = Annotated[
    str,
    typer.Argument(
        metavar="PATTERN", help="Edges such as 0-1,1-2,2-0@0, a graph6 string or a graph file.", show_default=False
    ),
]


@reads_graphs
def count(
    context: typer.Context,
    pattern: PatternArgument,
    graph: GraphArgument,
    *,
    anchor: Annotated[
        str | None,
        typer.Option(
            "--anchor", metavar="K", help="Node of PATTERN that is the anchor, instead of @K.", rich_help_panel=FINDING
        ),
    ] = None,
    frequency: ObjectiveOption = "anchored",
    induced: Annotated[
        bool,
        typer.Option(
            "--induced/--non-induced",
            help="Whether non-edges of PATTERN must be non-edges of GRAPH.",
            rich_help_panel=FINDING,
        ),
    ] = True,
    against: AgainstOption = None,
    samples: SamplesOption = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample", min=1, metavar="N", help="Test N random anchors only and estimate.", rich_help_panel=SEARCHING
        ),
    ] = None,
    reading: ReadingOptions,
    time_limit: TimeLimitOption = None,
    steps: Annotated[
        int | None,
        typer.Option(
            "--steps", min=1, metavar="N", help="Give up on an anchor after N steps.", rich_help_panel=RUNNING
        ),
    ] = None,
    threads: ThreadsOption = 0,
    cluster: ClusterOption = None,
    seed: SeedOption = 0,
    examples: ExamplesOption = 0,
    anchors: Annotated[
        bool, typer.Option("--anchors", help="List the nodes that can be the anchor.", rich_help_panel=OUTPUT)
    ] = False,
    output: OutputOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Count how often a pattern occurs.

    The answer is exact unless --sample asks for an estimate or a budget ends the count, and then says so.

    \b
    Examples:
      spminer count 0-1,1-2,2-0@0 friends.csv
      spminer count 0-1,1-2,2-0 friends.csv --frequency graph
      spminer count "0>1,1>2,0>2@0" genes.tsv --directed --against degree
      spminer count pattern.gml@7 edges.txt.gz --sample 1000 --json
    """
    import spminer
    from spminer.graphs.pattern_files import read_pattern

    console = Console(quiet)
    if pattern == graph == "-":
        raise UsageError("PATTERN and GRAPH cannot both be standard input")
    asked = read_pattern(pattern, anchor=anchor)
    monitor = context.obj.monitor(time_limit)
    graphs = read_graphs(graph, console, reading, monitor=monitor)
    other = read_other(against, console, reading, monitor=monitor)
    with working(monitor, cluster, "counting", console):
        answer = spminer.count(
            asked,
            graphs,
            frequency=frequency,
            induced=induced,
            sample=sample,
            examples=examples,
            anchors=anchors,
            seed=seed,
            threads=threads,
            steps=steps,
            against=other,
            null_samples=samples,
            monitor=monitor,
        )
    with Delivery(console, interrupted=answer.stop_reason == "interrupted") as delivery:
        text = json.dumps(answer.to_dict(), indent=1)
        with delivery.printing():
            if as_json:
                typer.echo(text)
            else:
                print_facts(_lines(answer))
        delivery.write("count", output, lambda path: write_atomic(path, text + "\n"), rescue=None if as_json else text)
        raise typer.Exit(delivery.code(_outcome(answer, console)))


def _lines(answer: "CountResult") -> list[tuple[str, str]]:
    lines = [
        ("pattern", str(answer.pattern)),
        (f"{answer.definition} frequency", format_frequency(answer.frequency)),
        ("kind", answer.frequency.kind.replace("_", " ")),
        ("anchors tested", format_number(answer.anchors_tested)),
    ]
    if answer.undecided:
        lines.append(("undecided", format_number(answer.undecided)))
    if answer.against is not None:
        lines += contrast_lines(answer.against)
    if answer.anchor_names is not None:
        lines.append(("anchors", ", ".join(answer.anchor_names)))
    return lines + [("example", ", ".join(example)) for example in answer.examples]


def _outcome(answer: "CountResult", console: Console) -> int:
    """The exit code, with a word about a count that is not complete, or is not of what the user may mean."""
    for note in answer.notes:
        console.warn(note)
    if answer.stop_reason is not None:
        undecided = f"{format_number(answer.undecided)} of {format_number(answer.anchors_tested)} anchors undecided"
        console.warn(f"stopped ({answer.stop_reason}), {undecided}: the count is a lower bound")
    return exit_code(answer.stop_reason)
