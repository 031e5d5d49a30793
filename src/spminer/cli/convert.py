"""``spminer convert``: a graph file in another format."""

from pathlib import Path
from typing import Annotated

import typer

from spminer._util.text import format_number
from spminer.cli.console import Console
from spminer.cli.options import (
    RUNNING,
    GraphArgument,
    QuietOption,
    ReadingOptions,
    check_writable,
    parse_bytes,
    parse_seconds,
    reads_graphs,
)
from spminer.cli.session import fetch_named, shown
from spminer.cli.wording import in_options

__all__ = ["convert"]


@reads_graphs
def convert(
    context: typer.Context,
    graph: GraphArgument,
    output: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            callback=check_writable,
            help="Where to write; the name tells the format. .spm is the store, which every verb opens at once.",
            show_default=False,
        ),
    ],
    *,
    reading: ReadingOptions,
    memory_limit: Annotated[
        int | None,
        typer.Option(
            "--memory-limit",
            parser=parse_bytes,
            metavar="BYTES",
            help="Sort an edge list on disk, beside FILE, and use no more memory than this: 500M, 4G.",
            rich_help_panel=RUNNING,
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            parser=parse_seconds,
            metavar="SECONDS",
            help="Give up then, without a new file (exit code 5).",
            rich_help_panel=RUNNING,
        ),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Write a graph or a collection of graphs in another format.

    The store (.spm) is for what is large or read often: one file with everything, which is mapped into memory instead
    of read, checked on the way, and shared by the processes that use it.

    \b
    Examples:
      spminer convert edges.txt.gz graph.spm
      spminer convert huge.txt.gz huge.spm --memory-limit 2G
      spminer convert tu:ENZYMES enzymes.spm
    """
    import spminer

    console = Console(quiet)
    monitor = context.obj.monitor(time_limit)
    fetch_named(graph, console, monitor)
    with shown(f"converting {graph}", console, monitor):
        graphs = spminer.convert(graph, output, memory_limit=memory_limit, **reading.arguments(), monitor=monitor)
    console.note(f"{graph}: {in_options(graphs.reading.message(notes=False))}")
    size = format_number(output.stat().st_size)
    console.note(
        f"{output}: {format_number(graphs.num_nodes)} nodes, {format_number(graphs.num_edges)} edges, {size} bytes"
    )
