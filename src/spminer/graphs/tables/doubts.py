"""Doubts about a table without names: signs that its first two columns are not the ends of edges."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Literal

from spminer.errors import InputError
from spminer.graphs.tables.text import is_number, is_whole

if TYPE_CHECKING:
    from spminer.graphs.tables.text import TextTable

__all__ = ["doubtful_header", "refuse_doubtful", "relation_column"]

_NAME_THEM = "name the columns of the ends with source= and target=, as numbers from 1"
_WIDEST = 7  # numbers in more columns than this are measurements or a matrix, not edges with attributes
_FEW = 3  # fewer different values say nothing about what a column holds

_Kind = Literal["whole", "fraction", "text"]


def _kind(values: list[str]) -> _Kind:
    if all(map(is_whole, values)):
        return "whole"
    return "fraction" if all(map(is_number, values)) else "text"


def _overlap(first: set[str], second: set[str]) -> float:
    """The share of the smaller set that is in the other too."""
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller else 0.0


def relation_column(table: TextTable) -> int | None:
    r"""Where triples have their relation: 1 (second column), 2 (third); ``None`` if it cannot be told.

    >>> from spminer.graphs.tables.text import look_at
    >>> relation_column(look_at(b"TP53 inhibits MDM2\nMDM2 inhibits TP53\n"))
    1
    """
    first, second, third = (set(table.column(index)) for index in range(3))
    closer = _overlap(first, third) - _overlap(first, second)
    if closer == 0:
        closer = len(third) - len(second)
    return None if closer == 0 else 1 if closer > 0 else 2


def doubtful_header(table: TextTable) -> str:
    r"""A note, if the first row was taken for an edge but may be a header that no one can tell from names.

    >>> from spminer.graphs.tables.text import look_at
    >>> doubtful_header(look_at(b"tenant,landlord\nann,bob\ncid,bob\n"))
    'the first row, tenant and landlord, is taken for an edge; header=True takes it for names of columns'
    """
    if table.names or len(table.rows) < 2 or len(table.rows[0]) < 2 or any(map(is_number, table.rows[0][:2])):
        return ""
    first = table.rows[0][:2]
    if any(value in first for row in table.rows[1:] for value in row[:2]):
        return ""
    return f"the first row, {first[0]} and {first[1]}, is taken for an edge; header=True takes it for names of columns"


def refuse_doubtful(table: TextTable, source: str) -> None:
    """Refuse a table without names whose first two columns are hardly the ends of edges."""
    if not table.rows or table.names:
        return
    widths = {len(row) for row in table.rows}
    if max(widths) - min(widths) > 1 and max(widths) > 3:
        raise InputError(
            f"rows have {min(widths)} to {max(widths)} columns, as lists of neighbors have",
            source=source,
            remedy=f"write one edge per line, or {_NAME_THEM}",
        )
    kinds = [_kind(table.column(index)) for index in range(min(widths))]
    if len(kinds) > _WIDEST and "text" not in kinds:
        raise InputError(
            f"has {len(kinds)} columns of numbers and is no square matrix, so the edges are not plain",
            source=source,
            remedy=_NAME_THEM,
        )
    if len(kinds) >= 3:
        _refuse_misplaced(table, kinds, source)


def _refuse_misplaced(table: TextTable, kinds: list[_Kind], source: str) -> None:
    if kinds[0] != kinds[1] and "text" in kinds[:2] and kinds[2] == "text":
        place = 2 if kinds[0] == "text" else 1
        raise InputError(
            f"column {place} has numbers and the columns beside it have names", source=source, remedy=_NAME_THEM
        )
    if kinds[:3] == ["text"] * 3 and relation_column(table) is None:
        raise InputError(
            "has three columns of names, and the relation may be the second or the third",
            source=source,
            remedy="say format='sif', or name the columns of the ends with source= and target=",
        )
    if kinds[:3] == ["whole"] * 3:
        first, second, third = (set(table.column(index)) for index in range(3))
        sorted_first = [int(value) for value in table.column(0)]
        in_order = all(a <= b for a, b in itertools.pairwise(sorted_first))
        enough = min(len(second), len(third)) >= _FEW and len(table.rows) >= 2 * _FEW
        if in_order and enough and _overlap(first, second) < 0.1 and _overlap(second, third) >= 0.5:
            raise InputError(
                "column 1 looks like a time, and columns 2 and 3 like the ends of edges",
                source=source,
                remedy="say source=2 and target=3, or source=1 and target=2",
            )
