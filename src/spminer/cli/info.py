"""``spminer info``: what is in a graph file."""

from dataclasses import dataclass
from typing import Any

from spminer._util.options import option
from spminer._util.text import format_number
from spminer.cli.console import print_facts
from spminer.cli.options import GRAPH, FileOptions, RunOptions, some
from spminer.cli.session import Session, takes
from spminer.graphs.options import ReadOptions

# Fields of a reading, and their names in the table.
_TAKEN = {
    "format": "read as",
    "edges": "edges from",
    "direction": "direction",
    "names": "names from",
    "node_labels": "node labels from",
    "edge_labels": "edge labels from",
    "graph_labels": "classes from",
    "left_out": "not taken",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoOptions:
    """The options of the verb."""

    graph: str = option(**GRAPH)


@takes(InfoOptions, ReadOptions, some(RunOptions, "quiet"), some(FileOptions, "as_json"))
def command(session: Session, options: InfoOptions, reading: ReadOptions, files: FileOptions) -> int:
    """Describe a graph or a collection of graphs.

    \b
    Examples:
      spminer info friends.csv
      spminer info tu:ENZYMES --json
      zcat edges.txt.gz | spminer info - --directed
    """
    from spminer.graphs.statistics import describe

    graphs = session.read_one(options.graph, reading, tell=files.as_json)  # the table has it
    graphs.check()  # also a store, which is checked in full nowhere else
    facts = describe(graphs).to_dict()
    return session.deliver(facts, lambda: print_facts(_lines(facts)), as_json=files.as_json)


def _lines(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Facts as lines: first what was taken for what, then sizes and labels."""
    reading, dropped = facts.pop("reading"), facts.pop("dropped")
    lines = [("source", facts.pop("source"))]
    lines += [(name, _text(reading[key])) for key, name in _TAKEN.items() if key in reading]
    if "direction" in reading:
        del facts["directed"]  # the reading has it, with the reason
    if "left_out" in reading:
        del dropped["extra_columns"]
    for labels in ("node_labels", "edge_labels"):
        facts[labels] = facts.pop(f"{labels[:-1]}_counts")
    classes = facts.pop("classes")
    if classes or facts["graphs"] > 1:
        facts["classes"] = classes
    facts |= {f"dropped {key}": value for key, value in dropped.items() if value is not False}
    return lines + [(key.replace("_", " "), _text(value)) for key, value in facts.items()]


def _text(value: object) -> str:
    """A value in words; labels or classes with their numbers: ``3: C (10), O (2), N (1)``."""
    from spminer.graphs.reading import listed

    if value is None or value in ([], ()):
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return format_number(value)
    if isinstance(value, dict):
        parts = [f"{name or 'empty'} ({format_number(count)})" for name, count in value.items()]
        return f"{len(parts)}: {listed(parts)}" if parts else "none"
    if isinstance(value, list | tuple):
        return listed(map(_text, value))
    return str(value)
