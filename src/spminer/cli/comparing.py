"""Options of verbs that compare, and the other side that they name."""

from typing import Annotated

import typer

from spminer._util.monitor import Monitor
from spminer.cli.console import Console
from spminer.cli.inputs import read_graphs
from spminer.cli.options import COMPARING
from spminer.cli.reading import ReadingOptions
from spminer.graphs import GraphCollection
from spminer.results.request import Direction
from spminer.significance.comparison import names_a_graph

__all__ = ["AgainstOption", "OverOption", "SamplesOption", "UnderOption", "direction_of", "read_other"]

AgainstOption = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="WHAT",
        help="Rank by surprise, compared with a null model (degree, reciprocal, labels, joint-degree, clustering, "
        "er), another GRAPH, or class:A,B of the same collection.",
        rich_help_panel=COMPARING,
    ),
]
SamplesOption = Annotated[
    int | None,
    typer.Option(
        "--samples",
        min=2,
        metavar="N",
        help="Graphs of the null model that judge; unless given 100, or up to 1,000 where they take little time.",
        rich_help_panel=COMPARING,
    ),
]
OverOption = Annotated[
    bool, typer.Option("--over", help="Only what is more frequent than expected.", rich_help_panel=COMPARING)
]
UnderOption = Annotated[
    bool, typer.Option("--under", help="Only what is less frequent than expected.", rich_help_panel=COMPARING)
]


def direction_of(over: bool, under: bool) -> Direction:
    """Both, unless one is asked for."""
    if over == under:
        return "both"
    return "over" if over else "under"


def read_other(
    against: str | None,
    console: Console,
    reading: ReadingOptions,
    *,
    ignore_labels: bool = False,
    monitor: Monitor | None = None,
) -> str | GraphCollection | None:
    """Another graph, read by the same options as the target; a null model or a class is left as it is."""
    if against is None or not names_a_graph(against):
        return against
    graphs = read_graphs(against, console, reading, monitor=monitor)
    return graphs.without_labels() if ignore_labels else graphs
