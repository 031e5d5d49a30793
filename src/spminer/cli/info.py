"""``spminer info``: what is in a graph file."""

import json
from typing import Any

import typer

from spminer.cli.console import Console, print_facts
from spminer.cli.inputs import read_graphs
from spminer.cli.options import (
    GraphArgument,
    JsonOption,
    QuietOption,
)
from spminer.cli.reading import ReadingOptions, reads_graphs
from spminer.text.formatting import format_number

__all__ = ["info"]


@reads_graphs
def info(
    graph: GraphArgument,
    *,
    reading: ReadingOptions,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Describe a graph or a collection of graphs.

    \b
    Examples:
      spminer info friends.csv
      spminer info tu:ENZYMES --json
      zcat edges.txt.gz | spminer info - --directed
    """
    from spminer.graphs.stats import describe

    console = Console(quiet)
    graphs = read_graphs(graph, console, reading)
    facts = describe(graphs).to_dict()
    if as_json:
        typer.echo(json.dumps(facts, indent=1))
    else:
        del facts["reading"]  # which is said as a whole
        print_facts(list(_lines(facts)))


def _lines(facts: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Nested facts as lines, named in words."""
    lines: list[tuple[str, str]] = []
    for key, value in facts.items():
        name = f"{prefix}{key}".replace("_", " ")
        if isinstance(value, dict):
            lines += _lines(value, f"{name} ")
        else:
            lines.append((name, _shown(value)))
    return lines


def _shown(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return format_number(value)
    if isinstance(value, list | tuple):
        return ", ".join(_shown(item) for item in value) or "-"
    return str(value)
