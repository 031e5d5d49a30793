"""Edges from a table: from columns in memory (data frames, Arrow, JSON) or from the rows of a text.

Ids are numbers if all of them are whole numbers from 0 to 2^63-1, in a text also written canonically (``7``, not
``007``); otherwise all are names. Fractions, negative numbers and missing values are refused as ids. The direction is
that of a column of directions, else that of the names of the ends, else it depends on the pairs listed both ways.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.options import option_text
from spminer.errors import InputError
from spminer.graphs.build import build_collection, encode_labels, number_nodes
from spminer.graphs.options import ask_columns, ask_direction
from spminer.graphs.reading import Reading
from spminer.graphs.source import input_errors
from spminer.graphs.tables.columns import (
    Direction,
    choose_columns,
    direction_by_names,
    direction_column,
    stated_direction,
)
from spminer.graphs.tables.sniff import ambiguous_header_note, refuse_used_header, split_at_blanks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source
    from spminer.graphs.tables.columns import Columns
    from spminer.graphs.tables.sniff import TextTable

__all__ = [
    "MISSING",
    "TableLayout",
    "edge_ends",
    "is_canonical",
    "listed_values",
    "numbered_rows",
    "read_rows",
    "table_layout",
    "table_of_edges",
]


def table_of_edges(
    table: Mapping[str, Sequence[Any] | NDArray[Any]], options: ReadOptions, *, source: str = "", title: str = "table"
) -> GraphCollection:
    """One graph from columns, two of them with the ends of edges.

    Parameters
    ----------
    table
        Columns by their names.
    options
        The options of reading.
    source, title
        Name and kind of the table, for messages.

    Examples
    --------
    >>> from spminer.graphs.options import ReadOptions
    >>> graphs = table_of_edges({"source": ["a", "b"], "target": ["b", "c"], "n": [1, 2]}, ReadOptions())
    >>> graphs.reading.message()
    'read as table: edges from columns source and target; undirected (nothing says otherwise); no labels; not taken: n'
    """
    names = [str(name) for name in table]
    layout = table_layout(names, options, source=source)
    columns, values = layout.columns, list(table.values())
    pairs = edge_ends(values[columns.source], values[columns.target], source, options.ids)
    stated = () if layout.direction_place < 0 else listed_values(values[layout.direction_place])
    direction, taken = layout.direction(stated, options, source=source)
    options.deadline.check()
    numbered, node_names, nodes = number_nodes(pairs)
    options.deadline.check()
    labels = None if columns.label < 0 else encode_labels(listed_values(values[columns.label]))
    direction = direction.after_edges(numbered, options)
    return build_collection(
        numbered[:, 0],
        numbered[:, 1],
        nodes=nodes,
        directed=options.is_directed(direction.declared),
        edge_labels=labels,
        source=source,
        node_names=node_names,
        reading=layout.reading(title, direction, taken, options),
    )


@dataclass(frozen=True, slots=True)
class TableLayout:
    """What the columns of a table hold, by their names.

    Attributes
    ----------
    names
        Names of all columns.
    columns
        The columns of ends and labels.
    direction_place
        The column that may state of each edge whether it is directed; -1 for none.
    """

    names: Sequence[str]
    columns: Columns
    direction_place: int

    def direction(
        self, stated: Iterable[object], options: ReadOptions, *, source: str
    ) -> tuple[Direction, tuple[str, ...]]:
        """The direction by the values of its column, else by the names of the ends; and the column, if it was taken."""
        if self.direction_place >= 0:
            name = self.names[self.direction_place]
            declared = stated_direction(name, stated, asked=options.directed, source=source)
            if declared is not None:
                return Direction(declared, f"column {name} says so"), (name,)
        return direction_by_names(self.names[self.columns.source], self.names[self.columns.target]), ()

    def reading(self, title: str, direction: Direction, taken: tuple[str, ...], options: ReadOptions) -> Reading:
        """What was taken for what, with the final direction."""
        columns = self.columns
        return Reading(
            title,
            edges=columns.ends,
            direction=direction.words(options),
            edge_labels=columns.labels,
            left_out=tuple(name for name in columns.left_out if name not in taken),
            notes=columns.notes,
        )


def table_layout(names: Sequence[str], options: ReadOptions, *, source: str = "") -> TableLayout:
    """The layout of a table with these columns."""
    if len(names) < 2:
        raise InputError(f"has {len(names)} columns", source=source, remedy="give two columns of nodes")
    columns = choose_columns(names, len(names), options, source=source)
    place = direction_column(names)
    return TableLayout(names, columns, -1 if place in (columns.source, columns.target, columns.label) else place)


def listed_values(values: Any) -> list[Any]:
    """The values of a column."""
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def edge_ends(sources: Any, targets: Any, source: str, ids: str, *, first_row: int = 1) -> NDArray[Any]:
    """A row of two ends for each edge: whole numbers if all are, else names; refuses fractions and missing ends."""
    if ids != "text" and all(isinstance(ends, np.ndarray) and ends.dtype.kind in "iu" for ends in (sources, targets)):
        if any(ends.dtype.kind == "u" and ends.size and int(ends.max()) >= 2**63 for ends in (sources, targets)):
            raise InputError("node numbers are negative or beyond 64 bits", remedy="renumber the nodes from 0")
        return np.stack([ends.astype(np.int64, copy=False) for ends in (sources, targets)], axis=1)
    listed = [_as_ids(listed_values(column), source, first_row) for column in (sources, targets)]
    if ids != "text" and all(isinstance(value, int) and value < 2**63 for column in listed for value in column):
        return np.array(listed, dtype=np.int64).T.reshape(-1, 2)
    pairs = np.empty((len(listed[0]), 2), dtype=object)
    for index, column in enumerate(listed):
        pairs[:, index] = [str(value) for value in column]
    return pairs


def _as_ids(values: list[Any], source: str, first_row: int) -> list[int | str]:
    """Ends of edges as whole numbers or names; refuses fractions and missing ends."""
    plain: list[int | str] = []
    for row, value in enumerate(values, start=first_row):
        nested = isinstance(value, bool | list | dict | np.ndarray)
        if not nested and (value is None or value != value or value == ""):  # noqa: PLR0124 (nan is not itself)
            raise InputError(f"row {row} has no source or no target", source=source, remedy="drop such rows first")
        # Whole numbers from 2^53 on have lost digits as floats.
        if nested or (isinstance(value, float) and not (value.is_integer() and abs(value) < 2**53)):
            raise InputError(
                f"row {row} has the invalid node id {str(value)[:40]}",
                source=source,
                remedy=ask_columns(),
            )
        plain.append(int(value) if isinstance(value, int | float | np.integer) else str(value))
    return plain


_COMMENT = re.compile(r"\s*(#|%|//)")
_MOST_DIGITS = 19  # of a number that fits into 64 bits
MISSING = {"NA", "N/A", "#N/A", "<NA>", "NaN", "nan", "NAN", "NULL", "null", "None"}  # those of the native parser


def numbered_rows(source: Source, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Rows without comments, with the numbers of their lines; fields in quotation marks may hold line ends."""
    number, between_rows = 0, True

    def lines() -> Iterator[str]:
        """Lines without comments; a field in quotation marks has no comments."""
        nonlocal number, between_rows
        for line in source.lines():
            number += 1
            text = line.decode("utf-8")
            if not (between_rows and _COMMENT.match(text)):
                between_rows = False
                yield text + "\n"

    with input_errors(source.name):
        try:
            if delimiter == " ":
                rows: Iterable[list[str]] = (list(split_at_blanks(line)) for line in lines())
            else:
                rows = csv.reader(lines(), delimiter=delimiter, skipinitialspace=True, strict=True)
            for row in rows:
                between_rows = True
                fields = [field.strip() for field in row]
                if any(fields):
                    yield number, fields
        except csv.Error as error:
            reason = f"cannot be split into columns ({error})"
            remedy = "close quotation marks, or take them out"
            raise InputError(reason, source=source.name, line=number, remedy=remedy) from error


def read_rows(
    source: Source,
    table: TextTable,
    columns: Columns,
    options: ReadOptions,
    *,
    place: int,
    direction: Direction,
    reading_of: Callable[[Direction, str], Reading],
) -> GraphCollection:
    """One graph from the rows of a text.

    Parameters
    ----------
    source
        The text.
    table, columns
        Its beginning, and its columns.
    options
        The options of reading.
    place
        The column that states of each edge whether it is directed; -1 for none.
    direction
        The direction by other signs.
    reading_of
        The reading, given the final direction and a note on the first row.
    """
    needed = max(columns.source, columns.target, columns.label, place)
    numeric = options.ids != "text"
    ends: list[str] = []
    labels: list[str] = []
    directions: set[str] = set()
    rows = numbered_rows(source, table.delimiter)
    if table.header:
        next(rows, None)
    for line, row in rows:
        if len(row) <= needed:
            reason = f"expected at least {needed + 1} columns, found {len(row)}"
            raise InputError(reason, source=source.name, line=line, remedy="correct the row")
        for index in (columns.source, columns.target):
            end = row[index]
            if not end:
                reason = "a node without a name"
                raise InputError(reason, source=source.name, line=line, remedy="drop the row, or name the node")
            if numeric and not is_canonical(end):
                _check_number(end, options.ids, source.name, line)
                numeric = options.ids == "number"
            if options.ids == "auto" and end in MISSING:
                raise InputError(
                    f"{end!r} stands for a missing value, not for a node",
                    source=source.name,
                    line=line,
                    remedy=f"drop such rows; {option_text('ids', 'text')} takes it for a name",
                )
            ends.append(end)
        if columns.label >= 0:
            labels.append(row[columns.label])
        if place >= 0:
            directions.add(row[place])
    if place >= 0:
        declared = stated_direction(table.names[place], directions, asked=options.directed, source=source.name)
        if declared is None and options.directed is None and directions:
            raise InputError(
                f"column {table.names[place]} states only of some edges whether they are directed",
                source=source.name,
                remedy=ask_direction(),
            )
        if declared is not None:
            direction = Direction(declared)
    source.deadline.check()
    given = np.array([int(end) for end in ends], dtype=np.int64) if numeric else np.array(ends, dtype=object)
    pairs, names, nodes = number_nodes(given.reshape(-1, 2))
    source.deadline.check()
    note = ""
    if not numeric:
        refuse_used_header(table, set(ends).__contains__, source.name)
        alone = int((pairs <= 1).any(axis=1).sum()) == 1  # nodes 0 and 1 are the ends of the first edge
        note = ambiguous_header_note(table, source.name, alone=alone, nodes=nodes, edges=len(pairs))
    direction = direction.after_edges(pairs, options)
    return build_collection(
        pairs[:, 0],
        pairs[:, 1],
        nodes=nodes,
        directed=options.is_directed(direction.declared),
        edge_labels=encode_labels(labels) if columns.label >= 0 else None,
        source=source.name,
        node_names=names,
        reading=reading_of(direction, note),
    )


def is_canonical(text: str) -> bool:
    """Whether a text is a number from 0 to 2^63-1 without sign and leading zeros.

    >>> is_canonical("7"), is_canonical("007"), is_canonical("+7"), is_canonical(str(2**63))
    (True, False, False, False)
    """
    digits = text.isdigit() and text.isascii() and len(text) <= _MOST_DIGITS
    return digits and (text[0] != "0" or text == "0") and int(text) < 2**63


def _check_number(text: str, ids: str, source: str, line: int) -> None:
    """Refuse fractions and negative numbers, and with ``ids="number"`` also names."""
    if ids == "auto" and re.fullmatch(r"[+-]?([0-9]+\.[0-9]*|\.[0-9]+)|-[0-9]+", text):
        kind = "negative" if text.lstrip("-").isdigit() else "a number with a fraction"
        raise InputError(
            f"{text[:40]!r} is {kind}, not a node id",
            source=source,
            line=line,
            remedy=f"{ask_columns()}; {option_text('ids', 'text')} takes such numbers for names",
        )
    if ids == "number" and not (text.isdigit() and text.isascii() and len(text) <= _MOST_DIGITS and int(text) < 2**63):
        raise InputError(
            f"node id {text[:40]!r} is not a whole number from 0 to 2^63-1",
            source=source,
            line=line,
            remedy=f"{option_text('ids', 'text')} takes numbers for names",
        )
