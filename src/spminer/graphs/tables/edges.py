"""Edges from a table: from columns in memory (data frames, Arrow, JSON) or from the rows of a text."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.options import option_text
from spminer.errors import InputError
from spminer.graphs.build import build, encode_labels, number_nodes
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
from spminer.graphs.tables.sniff import header_note, refuse_used_header, split_at_blanks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source
    from spminer.graphs.tables.columns import Columns
    from spminer.graphs.tables.sniff import TextTable

__all__ = ["MISSING", "is_canonical", "numbered_rows", "read_rows", "table_of_edges"]


def table_of_edges(
    table: Mapping[str, Sequence[Any] | NDArray[Any]], options: ReadOptions, *, source: str = "", title: str = "table"
) -> GraphCollection:
    """One graph from columns, of which two hold the ends of edges.

    Parameters
    ----------
    table
        Columns by their names.
    options
        What the user asked for.
    source, title
        Where the table is from and what it is, for messages.

    Examples
    --------
    >>> from spminer.graphs.options import ReadOptions
    >>> graphs = table_of_edges({"source": ["a", "b"], "target": ["b", "c"], "n": [1, 2]}, ReadOptions())
    >>> graphs.reading.message()
    'read as table: edges from columns source and target; undirected (nothing says otherwise); no labels; not taken: n'
    """
    names = [str(name) for name in table]
    if len(names) < 2:
        raise InputError(f"has {len(names)} columns", source=source, remedy="a table of edges has two columns of nodes")
    values = list(table.values())
    columns = choose_columns(names, len(names), options, source=source)
    pairs = _pairs(values[columns.source], values[columns.target], source, options.ids)
    place = direction_column(names)
    direction = direction_by_names(names[columns.source], names[columns.target])
    taken: tuple[str, ...] = ()
    if place >= 0 and place not in (columns.source, columns.target, columns.label):
        declared = stated_direction(names[place], _listed(values[place]), asked=options.directed, source=source)
        if declared is not None:
            direction, taken = Direction(declared, f"column {names[place]} says so"), (names[place],)
    options.deadline.check()
    numbered, node_names, nodes = number_nodes(pairs)
    options.deadline.check()
    labels = None if columns.label < 0 else encode_labels(_listed(values[columns.label]))
    direction = direction.after_edges(numbered, options)
    return build(
        numbered[:, 0],
        numbered[:, 1],
        nodes=nodes,
        directed=options.is_directed(direction.declared),
        edge_labels=labels,
        source=source,
        node_names=node_names,
        reading=Reading(
            title,
            edges=columns.ends,
            direction=direction.words(options),
            edge_labels=columns.labels,
            left_out=tuple(name for name in columns.left_out if name not in taken),
            notes=columns.notes,
        ),
    )


def _listed(values: Any) -> list[Any]:
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def _pairs(sources: Any, targets: Any, source: str, ids: str) -> NDArray[Any]:
    if ids != "text" and all(isinstance(ends, np.ndarray) and ends.dtype.kind in "iu" for ends in (sources, targets)):
        return np.stack([sources, targets], axis=1)
    listed = [_plain(_listed(column), source) for column in (sources, targets)]
    if ids != "text" and all(isinstance(value, int) and value < 2**63 for column in listed for value in column):
        return np.array(listed, dtype=np.int64).T.reshape(-1, 2)
    pairs = np.empty((len(listed[0]), 2), dtype=object)
    for index, column in enumerate(listed):
        pairs[:, index] = [str(value) for value in column]
    return pairs


def _plain(values: list[Any], source: str) -> list[int | str]:
    """Ends of edges as whole numbers or names; fractions are no ids, and a row needs both ends."""
    plain: list[int | str] = []
    for row, value in enumerate(values, start=1):
        nested = isinstance(value, bool | list | dict | np.ndarray)
        if not nested and (value is None or value != value or value == ""):  # noqa: PLR0124 (nan is not itself)
            raise InputError(f"row {row} has no source or no target", source=source, remedy="drop such rows first")
        # Whole numbers from 2^53 on have lost digits as floats.
        if nested or (isinstance(value, float) and not (value.is_integer() and abs(value) < 2**53)):
            raise InputError(
                f"row {row}: {str(value)[:40]} is no node id",
                source=source,
                remedy=ask_columns(),
            )
        plain.append(int(value) if isinstance(value, int | float | np.integer) else str(value))
    return plain


_COMMENT = re.compile(r"\s*(#|%|//)")
_MOST_DIGITS = 19  # of a number that fits into 64 bits
MISSING = {"NA", "N/A", "#N/A", "<NA>", "NaN", "nan", "NAN", "NULL", "null", "None"}  # as in the native parser


def numbered_rows(source: Source, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Rows that are no comments, with the numbers of their lines; fields may stand in quotes and hold line ends."""
    number, between_rows = 0, True

    def lines() -> Iterator[str]:
        """Lines without comments; within a field in quotes there are none."""
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
            reason = f"cannot be cut into columns ({error})"
            raise InputError(
                reason, source=source.name, line=number, remedy="close quotation marks, or take them out"
            ) from error


def read_rows(
    source: Source,
    table: TextTable,
    columns: Columns,
    options: ReadOptions,
    *,
    place: int,
    direction: Direction,
    account: Callable[[Direction, str], Reading],
) -> GraphCollection:
    """One graph from the rows of a text.

    Parameters
    ----------
    source
        The text.
    table, columns
        Its beginning, and what the columns hold.
    options
        What the user asked for.
    place
        The column that says of each edge whether it is directed; -1 for none.
    direction
        What else says so.
    account
        What was taken, given the final direction and a note on the first row.
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
                f"column {table.names[place]} says of some edges only whether they are directed",
                source=source.name,
                remedy=ask_direction(),
            )
        if declared is not None:
            direction = Direction(declared)
    source.deadline.check()
    pairs, names, nodes = number_nodes(_as_pairs(ends, numeric=numeric))
    source.deadline.check()
    note = ""
    if not numeric:
        refuse_used_header(table, set(ends).__contains__, source.name)
        alone = int((pairs <= 1).any(axis=1).sum()) == 1  # nodes 0 and 1 are the ends of the first edge
        note = header_note(table, source.name, alone=alone, nodes=nodes, edges=len(pairs))
    direction = direction.after_edges(pairs, options)
    return build(
        pairs[:, 0],
        pairs[:, 1],
        nodes=nodes,
        directed=options.is_directed(direction.declared),
        edge_labels=encode_labels(labels) if columns.label >= 0 else None,
        source=source.name,
        node_names=names,
        reading=account(direction, note),
    )


def is_canonical(text: str) -> bool:
    """Whether a text is a number from 0 to 2^63-1, written as such numbers usually are.

    >>> is_canonical("7"), is_canonical("007"), is_canonical("+7"), is_canonical(str(2**63))
    (True, False, False, False)
    """
    digits = text.isdigit() and text.isascii() and len(text) <= _MOST_DIGITS
    return digits and (text[0] != "0" or text == "0") and int(text) < 2**63


def _check_number(text: str, ids: str, source: str, line: int) -> None:
    """Refuse what is no node among numbers: fractions and negative numbers, and names where numbers were asked for."""
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


def _as_pairs(ends: list[str], *, numeric: bool) -> NDArray[np.int64] | NDArray[np.object_]:
    if numeric:
        return np.array([int(end) for end in ends], dtype=np.int64).reshape(-1, 2)
    names = np.empty(len(ends), dtype=object)
    names[:] = ends
    return names.reshape(-1, 2)
