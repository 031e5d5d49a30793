"""``spminer info``: what is in a graph file."""

import json
from typing import Any

import typer

from spminer._util.text import format_number
from spminer.cli.console import Console, print_facts
from spminer.cli.options import (
    GraphArgument,
    JsonOption,
    QuietOption,
    ReadingOptions,
    reads_graphs,
)
from spminer.cli.session import read_graphs
from spminer.cli.wording import in_options
from spminer.graphs.reading import listed

__all__ = ["info"]

# What the account of a reading says, as lines of the table.
_TAKEN = {
    "format": "read as",
    "edges": "edges from",
    "direction": "direction",
    "names": "names from",
    "node_labels": "node labels from",
    "edge_labels": "edge labels from",
    "left_out": "not taken",
}


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
    from spminer.graphs.statistics import describe

    console = Console(quiet)
    graphs = read_graphs(graph, console, reading, say=as_json)  # the table says it itself
    graphs.check()  # all of it, since this is how one looks whether a store is sound
    facts = describe(graphs).to_dict()
    if as_json:
        typer.echo(json.dumps(facts, indent=1))
    else:
        print_facts(_lines(facts))


def _lines(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Facts as lines, named in words: first what was taken for what, then what there is."""
    reading, dropped = facts.pop("reading"), facts.pop("dropped")
    lines = [("source", facts.pop("source"))]
    lines += [(name, in_options(_taken(reading[key]))) for key, name in _TAKEN.items() if key in reading]
    if "direction" in reading:
        del facts["directed"]  # said, with the reason
    if "left_out" in reading:
        del dropped["extra_columns"]
    for labels in ("node_labels", "edge_labels"):
        facts[labels] = facts.pop(f"{labels[:-1]}_counts")
    classes = facts.pop("classes")
    if classes or facts["graphs"] > 1:
        facts["classes"] = classes
    for key, value in facts.items():
        lines.append((key.replace("_", " "), _counted(value) if isinstance(value, dict) else _shown(value)))
    left = {f"dropped {key}": value for key, value in dropped.items() if value is not False}
    return lines + [(name.replace("_", " "), _shown(value)) for name, value in left.items()]


def _taken(value: str | list[str]) -> str:
    return value if isinstance(value, str) else listed(value)


def _counted(counts: dict[str, int]) -> str:
    """Labels or classes with how many have them: ``3: C (10), O (2), N (1)``."""
    parts = [f"{name or 'empty'} ({format_number(count)})" for name, count in counts.items()]
    return f"{len(parts)}: {listed(parts)}" if parts else "none"


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
