"""Rows of a text table read one by one, for what the native parser of edge lists leaves out."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

import numpy as np

from spminer.errors import InputError
from spminer.graphs.assemble import build, encode_labels
from spminer.graphs.formats.source import naming_file
from spminer.graphs.tables.columns import stated_direction
from spminer.graphs.tables.numbering import number_nodes
from spminer.graphs.tables.text import split_at_blanks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.formats.options import ReadOptions
    from spminer.graphs.formats.source import Source
    from spminer.graphs.reading import Reading
    from spminer.graphs.tables.columns import Columns
    from spminer.graphs.tables.text import TextTable

__all__ = ["numbered_rows", "read_rows"]

_COMMENT = re.compile(r"\s*(#|%|//)")
_MARKS = ("#", "%", "/")
_MOST_DIGITS = 19  # of a number that fits into 64 bits


def numbered_rows(source: Source, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Rows that are no comments, with the numbers of their lines; fields may stand in quotes and hold line ends."""
    lines = (line.decode("utf-8") + "\n" for line in source.lines())
    with naming_file(source.name):
        if delimiter == " ":
            rows = ((number, list(split_at_blanks(line))) for number, line in enumerate(lines, start=1))
            yield from ((number, row) for number, row in rows if row and not _COMMENT.match(row[0]))
            return
        reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
        try:
            for row in reader:
                fields = [field.strip() for field in row]
                if any(fields) and not (fields[0][:1] in _MARKS and _COMMENT.match(fields[0])):
                    yield reader.line_num, fields
        except csv.Error as error:
            reason = f"cannot be cut into columns ({error})"
            raise InputError(
                reason, source=source.name, line=reader.line_num, remedy="close quotation marks, or take them out"
            ) from error


def read_rows(
    source: Source,
    table: TextTable,
    columns: Columns,
    options: ReadOptions,
    *,
    direction: int,
    account: Callable[[bool | None], Reading],
) -> GraphCollection:
    """One graph from the rows of a text; `account` says what was taken, given what a column says of direction."""
    needed = max(columns.source, columns.target, columns.label, direction)
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
            _check_id(row[index], options.ids, source.name, line)
            ends.append(row[index])
        if columns.label >= 0:
            labels.append(row[columns.label])
        if direction >= 0:
            directions.add(row[direction])
    declared = None
    if direction >= 0:
        declared = stated_direction(table.names[direction], directions, asked=options.directed, source=source.name)
        if declared is None and options.directed is None and directions:
            raise InputError(
                f"column {table.names[direction]} says of some edges only whether they are directed",
                source=source.name,
                remedy="say which is meant with directed=",
            )
    source.patience.check()
    pairs, names, nodes = number_nodes(_as_pairs(ends, options.ids))
    source.patience.check()
    return build(
        pairs[:, 0],
        pairs[:, 1],
        nodes=nodes,
        directed=options.is_directed(table.directed if declared is None else declared),
        edge_labels=encode_labels(labels) if columns.label >= 0 else None,
        source=source.name,
        node_names=names,
        reading=account(declared),
    )


def _check_id(text: str, ids: str, source: str, line: int) -> None:
    if not text:
        raise InputError("a node without a name", source=source, line=line, remedy="drop the row, or name the node")
    if ids != "number":
        return
    if not (text.isdigit() and text.isascii() and len(text) <= _MOST_DIGITS and int(text) < 2**63):
        raise InputError(
            f"node id {text[:40]!r} is not a whole number from 0 to 2^63-1, as those above are",
            source=source,
            line=line,
            remedy="ids='text' takes numbers for names",
        )


def _as_pairs(ends: list[str], ids: str) -> NDArray[np.int64] | NDArray[np.object_]:
    if ids == "number":
        return np.array([int(end) for end in ends], dtype=np.int64).reshape(-1, 2)
    names = np.empty(len(ends), dtype=object)
    names[:] = ends
    return names.reshape(-1, 2)
