"""``spminer encode``: every node's neighborhood as a point."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from spminer._util.text import format_number
from spminer.cli.console import Console
from spminer.cli.delivery import Delivery
from spminer.cli.options import (
    FINDING,
    OUTPUT,
    DeviceOption,
    GraphArgument,
    QuietOption,
    ReadingOptions,
    SeedOption,
    ThreadsOption,
    TimeLimitOption,
    check_writable,
    reads_graphs,
)
from spminer.cli.session import read_graphs, working
from spminer.encoder.nodes import check_points_path
from spminer.errors import exit_code

__all__ = ["encode"]


def _check_points(path: Path | None) -> Path | None:
    if path is not None:
        check_writable(path)
        check_points_path(path)
    return path


@reads_graphs
def encode(
    context: typer.Context,
    graph: GraphArgument,
    *,
    node: Annotated[
        list[str] | None,
        typer.Option("--node", metavar="NAME", help="This node only; repeat for more.", rich_help_panel=FINDING),
    ] = None,
    model: Annotated[
        str,
        typer.Option(
            "--model", metavar="NAME|FILE", help="Model of the package, or a model file.", rich_help_panel=FINDING
        ),
    ] = "default",
    samples: Annotated[
        Literal["small", "large"],
        typer.Option("--samples", help="Nodes of a neighborhood: 20 to 29, or 40 to 64.", rich_help_panel=FINDING),
    ] = "small",
    sampling: Annotated[
        Literal["tree", "breadth"],
        typer.Option(
            "--sampling", help="Drawn by edges into the sample, or the nearest nodes.", rich_help_panel=FINDING
        ),
    ] = "tree",
    repeats: Annotated[
        int,
        typer.Option(
            "--repeats",
            min=1,
            metavar="N",
            help="Neighborhoods of each node, whose mean is its point.",
            rich_help_panel=FINDING,
        ),
    ] = 1,
    reading: ReadingOptions,
    time_limit: TimeLimitOption = None,
    threads: ThreadsOption = 0,
    device: DeviceOption = "auto",
    seed: SeedOption = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            callback=_check_points,
            metavar="FILE",
            help="Write the table to FILE: .parquet, .csv, .tsv or .npz; without it, CSV to standard output.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Embed every node's neighborhood: a row per node, a column per coordinate.

    Nodes with like surroundings have points that are close, wherever in the graph they are. Labels and direction are
    not looked at.

    \b
    Examples:
      spminer encode friends.csv -o points.parquet
      spminer encode friends.csv --node anna --node bela
      spminer encode tu:ENZYMES --samples large --repeats 4 -o points.npz
    """
    import spminer

    console = Console(quiet)
    monitor = context.obj.monitor(time_limit)
    graphs = read_graphs(graph, console, reading, monitor=monitor)
    with working(monitor, None, "encode", console):
        found = spminer.embed_nodes(
            graphs,
            nodes=node,
            model=model,
            samples=samples,
            sampling=sampling,
            repeats=repeats,
            seed=seed,
            threads=threads,
            device=device,
            monitor=monitor,
        )
    with Delivery(console, interrupted=found.stop_reason == "interrupted") as delivery:
        with delivery.printing():
            if output is None:
                found.write_text(sys.stdout)
        delivery.write("points", output, found.write)
        if found.stop_reason is not None:
            asked = len(node) if node else graphs.num_nodes
            share = f"{format_number(len(found))} of {format_number(asked)} nodes"
            console.warn(f"stopped ({found.stop_reason}): {share} have a point")
        raise typer.Exit(delivery.code(exit_code(found.stop_reason)))
