"""Options of reading, for what the file itself does not state."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal

from spminer._util.deadline import Deadline
from spminer._util.options import READING, option, option_text
from spminer.errors import UsageError

__all__ = ["ReadOptions", "ask_columns", "ask_direction", "check_threshold"]


def ask_direction() -> str:
    """The remedy where graphs, or the edges of one, differ in direction."""
    return f"decide with {option_text('directed')}"


def ask_columns() -> str:
    """The remedy where the columns that hold the ends of edges cannot be told."""
    return f"name the columns of the ends with {option_text('source')} and {option_text('target')}"


def check_threshold(threshold: float | None) -> None:
    """Refuse a threshold of matrices that is not a positive number.

    >>> check_threshold(0.5), check_threshold(None)
    (None, None)
    """
    if threshold is not None and not (0 < threshold < math.inf):
        raise UsageError(f"invalid threshold {threshold!r}; it must be a positive number")


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The options of :func:`spminer.read`, where each is explained, and what readers need besides.

    Readers do not see ``format`` and ``label_names``, which are for what is around them.

    Attributes
    ----------
    names
        Whether labels that are all different are names; in a pattern they are labels.
    deadline
        Deadline of the reading.
    """

    format: str | None = option(
        None, "Format of GRAPH, if its name and content do not tell.", group=READING, metavar="NAME"
    )
    directed: bool | None = option(
        None,
        "Take edges as arcs or not, if the format leaves it open.",
        group=READING,
        names=("--directed/--undirected",),
    )
    edge_labels: bool = option(
        False, "Take the third column of an edge list, or the values of a matrix, as labels.", group=READING
    )
    ids: Literal["auto", "number", "text"] = option(
        "auto",
        "Whether node ids of an edge list are numbers or names; auto: numbers if all are written as such.",
        group=READING,
    )
    source: str | None = option(
        None,
        "Column of a table that edges start from: its name, or its number from 1.",
        group=READING,
        metavar="COLUMN",
    )
    target: str | None = option(None, "Column that edges lead to.", group=READING, metavar="COLUMN")
    label: str | None = option(
        None, "Attribute of nodes, or column of --nodes, to take labels from.", group=READING, metavar="NAME"
    )
    edge_label: str | None = option(
        None, "Attribute or column to take edge labels from.", group=READING, metavar="NAME"
    )
    graph_label: str | None = option(
        None, "Column of a table of molecules, or property, to take their classes from.", group=READING, metavar="NAME"
    )
    header: bool | None = option(
        None,
        "Whether the first row of a table names its columns, if that cannot be told.",
        group=READING,
        names=("--header/--no-header",),
    )
    threshold: float | None = option(
        None, "Take entries of a matrix whose absolute value is at least X for edges.", group=READING, metavar="X"
    )
    nodes: Any = option(None, "Table of nodes: an id and a label or class in each row.", group=READING, metavar="FILE")
    label_names: Any = option(
        None, "Names for labels that are numbers: lines such as 0 C, or JSON.", group=READING, metavar="FILE"
    )
    names: bool = True
    deadline: Deadline = field(default_factory=Deadline, compare=False, repr=False)

    @classmethod
    def of(
        cls,
        *,
        ids: Literal["auto", "number", "text"] = "auto",
        source: str | int | None = None,
        target: str | int | None = None,
        edge_label: str | int | None = None,
        graph_label: str | int | None = None,
        threshold: float | None = None,
        **others: Any,
    ) -> ReadOptions:
        """The options as a user gives them, with columns by name or number.

        >>> ReadOptions.of(source=2).source
        '2'
        """
        if ids not in ("auto", "number", "text"):
            raise UsageError(f"invalid ids {ids!r}; use 'auto', 'number' or 'text'")
        check_threshold(threshold)
        columns = {"source": source, "target": target, "edge_label": edge_label, "graph_label": graph_label}
        others |= {name: None if column is None else str(column) for name, column in columns.items()}
        return cls(ids=ids, threshold=threshold, **others)

    def is_directed(self, declared: bool | None = None) -> bool:
        """The direction asked for, else the one that the file declares, else undirected."""
        if self.directed is not None:
            return self.directed
        return bool(declared)

    def direction(self, declared: bool | None = None, *, stated_by: str = "", silent: str = "") -> str:
        """The direction in words, with what decided it; `silent` is added if nothing did.

        >>> ReadOptions().direction(None), ReadOptions(directed=True).direction(False)
        ('undirected (nothing says otherwise)', 'directed (asked for)')
        """
        word = "directed" if self.is_directed(declared) else "undirected"
        if self.directed is not None:
            return f"{word} (asked for)"
        if declared is None:
            return f"{word} (nothing says otherwise{f'; {silent}' if silent else ''})"
        return f"{word} ({stated_by or 'the file says so'})"
