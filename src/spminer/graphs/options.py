"""Options of reading, for what the file itself does not state."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal

from spminer._util.deadline import Deadline
from spminer.errors import UsageError

__all__ = ["ReadOptions", "check_threshold"]


def check_threshold(threshold: float | None) -> None:
    """Refuse a threshold of matrices that is not a positive number.

    >>> check_threshold(0.5), check_threshold(None)
    (None, None)
    """
    if threshold is not None and not (0 < threshold < math.inf):
        raise UsageError(f"invalid threshold {threshold!r}; it must be a positive number")


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The options of :func:`spminer.read` that concern the content.

    Attributes
    ----------
    directed
        Whether edges have a direction; ``None``: as the file says, else undirected.
    edge_labels
        Whether a third column of an edge list, or the values of a matrix, are edge labels. Formats that
        mark labels as such always keep them.
    ids
        Whether the ids of an edge list are numbers or names; ``"auto"``: numbers if all of them are written as
        numbers usually are (``7``, not ``007`` or ``+7``), else names.
    source, target
        Columns of a table that hold the ends of the edges: their names, or their numbers counted from 1.
    label, edge_label
        Attribute or column that labels are taken from. Such labels are labels even if no two are alike.
    header
        Whether the first row of a table names its columns; ``None``: judged.
    threshold
        Entries of a matrix whose absolute value is at least this are edges; ``None``: those other than 0.
    nodes
        Table of nodes, as a path or an object.
    names
        Whether labels that are all different are names; in a pattern they are labels.
    deadline
        Deadline of the reading.
    """

    directed: bool | None = None
    edge_labels: bool = False
    ids: Literal["auto", "number", "text"] = "auto"
    source: str | None = None
    target: str | None = None
    label: str | None = None
    edge_label: str | None = None
    header: bool | None = None
    threshold: float | None = None
    nodes: Any = None
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
        first, second, third = (None if column is None else str(column) for column in (source, target, edge_label))
        return cls(ids=ids, source=first, target=second, edge_label=third, threshold=threshold, **others)

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
