"""``spminer profile``: the motifs that each node takes part in."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spminer._util.text import format_number
from spminer.cli.console import Console, print_table
from spminer.cli.delivery import Delivery
from spminer.cli.options import (
    FINDING,
    OUTPUT,
    RUNNING,
    ClusterOption,
    GraphArgument,
    JsonOption,
    QuietOption,
    ReadingOptions,
    ThreadsOption,
    TimeLimitOption,
    check_writable,
    reads_graphs,
)
from spminer.cli.session import read_graphs, working
from spminer.counting.profile_table import check_table_path
from spminer.errors import exit_code
from spminer.results.frequency import format_frequency

if TYPE_CHECKING:
    from spminer.counting.profile_table import Profile

__all__ = ["profile"]


def _check_table(path: Path | None) -> Path | None:
    if path is not None:
        check_writable(path)
        check_table_path(path)
    return path


@reads_graphs
def profile(
    context: typer.Context,
    graph: GraphArgument,
    motifs: Annotated[
        Path,
        typer.Argument(
            metavar="MOTIFS.json", help="Motifs: a result file of mine or enumerate (--output).", show_default=False
        ),
    ],
    *,
    node: Annotated[
        list[str] | None,
        typer.Option(
            "--node",
            metavar="NAME",
            help="Answer for this node only, its most frequent positions first; repeat for more.",
            rich_help_panel=FINDING,
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=0,
            metavar="N",
            help="Count up to N at each node and position, by default 10000, with --node 1000000; 0: no limit.",
            rich_help_panel=FINDING,
        ),
    ] = None,
    reading: ReadingOptions,
    time_limit: TimeLimitOption = None,
    steps: Annotated[
        int | None,
        typer.Option(
            "--steps",
            min=1,
            metavar="N",
            help="Leave a count as it is after N steps at a node and position.",
            rich_help_panel=RUNNING,
        ),
    ] = None,
    threads: ThreadsOption = 0,
    cluster: ClusterOption = None,
    long: Annotated[
        bool,
        typer.Option("--long", help="A row per node and position, not a column per position.", rich_help_panel=OUTPUT),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            callback=_check_table,
            metavar="FILE",
            help="Write the table to FILE: .csv, .tsv or .parquet; without it, CSV to standard output.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Tell which motifs each node takes part in, where in them, and how often.

    A position is a node of a motif, up to symmetry: the hub of a star, or a leaf. It counts the node sets that form the
    motif with the node there. For graphlets this is the graphlet degree vector; here motifs may have any size.

    \b
    Examples:
      spminer profile friends.csv motifs.json -o profile.csv
      spminer profile friends.csv motifs.json --node anna
      spminer profile edges.txt.gz motifs.json --long --limit 0 -o profile.parquet
    """
    import spminer

    console = Console(quiet)
    found = spminer.MotifSet.from_json(motifs)
    monitor = context.obj.monitor(time_limit)
    graphs = read_graphs(graph, console, reading, monitor=monitor)
    with working(monitor, cluster, "profile", console):
        asked = len(node) if node else graphs.num_nodes
        console.note(f"{_number(len(found), 'motif')} at {_number(asked, 'node')}")
        answer = spminer.profile(graphs, found, nodes=node, limit=limit, steps=steps, threads=threads, monitor=monitor)
    with Delivery(console, interrupted=answer.stop_reason == "interrupted") as delivery:
        with delivery.printing():
            if as_json:
                typer.echo(json.dumps(answer.to_dict(), indent=1))
            elif node:
                _print_positions(answer, console)
            elif output is None:
                answer.write_text(sys.stdout, long=long)
        delivery.write("profile", output, lambda path: answer.write(path, long=long))
        raise typer.Exit(delivery.code(_outcome(answer, console)))


def _number(value: int, noun: str) -> str:
    return f"{format_number(value)} {noun}{'s' * (value != 1)}"


def _print_positions(answer: "Profile", console: Console) -> None:
    """A table of the positions that the asked nodes have; one without rows is an answer too, and is said in words."""
    found = answer.participations()
    if not found:
        console.note("none of the motifs contains " + " or ".join(dict.fromkeys(answer.node_names)))
    columns = {
        "node": [one.node for one in found],
        **({} if answer.graph_names is None else {"graph": [one.graph or "" for one in found]}),
        "count": [format_frequency(one.count) for one in found],
        "size": [str(one.position.motif.size) for one in found],
        "shape": [one.position.names.text for one in found],
        "position": [one.position.id for one in found],
    }
    numbers = [index for index, name in enumerate(columns) if name in {"count", "size"}]
    print_table(list(columns), list(zip(*columns.values(), strict=True)), right=numbers, shrink=[len(columns) - 1])


def _outcome(answer: "Profile", console: Console) -> int:
    """The exit code, with a word about counts that are not all."""
    bounds = int((~answer.complete).sum())
    if answer.stop_reason is not None:
        share = f"{format_number(bounds)} of {_number(answer.complete.size, 'count')}"
        console.warn(f"stopped ({answer.stop_reason}): {share} are lower bounds")
    elif bounds:
        more = "--limit 0" if answer.limit else "more --steps"
        share = f"{format_number(bounds)} of {_number(answer.complete.size, 'count')}"
        console.warn(f"{share} are lower bounds, marked as such; {more} counts on")
    return exit_code(answer.stop_reason)
