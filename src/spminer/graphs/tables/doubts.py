"""Doubts about a table without names: signs that its first two columns are not the ends of edges."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Literal

from spminer.errors import InputError
from spminer.graphs.tables.text import is_number, is_whole, repeats
from spminer.graphs.tables.words import find_ends, is_role

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.graphs.tables.columns import Columns
    from spminer.graphs.tables.text import TextTable

__all__ = ["header_note", "refuse_doubtful", "refuse_used_header", "refuse_values", "relation_column"]

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


def header_note(table: TextTable, source: str, *, alone: bool, nodes: int, edges: int) -> str:
    r"""A note on a first row that was taken for an edge, or a refusal where nobody can tell what it is.

    Parameters
    ----------
    table
        The beginning of the text, which has been read as a whole since.
    source
        The file, for messages.
    alone
        Whether the ends of the first edge have no other edge.
    nodes, edges
        How many there are.

    Examples
    --------
    >>> from spminer.graphs.tables.text import look_at
    >>> table = look_at(b"tenant,landlord\nann,bob\n")
    >>> header_note(table, "", alone=True, nodes=4, edges=2)
    'the first row, tenant and landlord, is taken for an edge; header=True takes it for names of columns'
    """
    if not table.unclear or not alone:
        return ""
    first = " and ".join(table.rows[0][:2])
    if repeats(nodes - 2, edges - 1):
        raise InputError(
            f"the first row, {first}, may name the columns or be an edge: its words stand nowhere else",
            source=source,
            remedy="say header=True or header=False",
        )
    return f"the first row, {first}, is taken for an edge; header=True takes it for names of columns"


def refuse_used_header(table: TextTable, used: Callable[[str], bool], source: str) -> None:
    """Refuse a first row that was a header by likely signs, if its words are names of nodes further down."""
    word = next((word for word in table.names if table.guessed and used(word)), None)
    if word is not None:
        raise InputError(
            f"the first row looks like names of columns, but {word[:40]!r} is a node further down",
            source=source,
            remedy="say header=True or header=False",
        )


def refuse_values(table: TextTable, columns: Columns, source: str) -> None:
    r"""Refuse two columns of which one tells rows apart by names and the other has numbers, as ages or activities are.

    >>> from spminer.graphs.tables.columns import Columns
    >>> from spminer.graphs.tables.text import look_at
    >>> refuse_values(look_at(b"ann,31\nbob,25\n"), Columns(), "")
    Traceback (most recent call last):
    spminer.errors.InputError: column 1 has a name in each row and column 2 a number, as tables of nodes have; ...
    """
    ends = (columns.source, columns.target)
    names = [table.names[place] for place in ends] if table.names else []
    if len(table.rows) < 2 or find_ends(names) or (names and all(map(is_role, names))):
        return
    for first, second in (ends, ends[::-1]):
        texts, numbers = table.column(first), table.column(second)
        apart = bool(numbers) and len(set(texts)) == len(texts) and not set(texts).intersection(numbers)
        if apart and not any(map(is_number, texts)) and all(map(is_number, numbers)):
            raise InputError(
                f"column {first + 1} has a name in each row and column {second + 1} a number, as tables of nodes have",
                source=source,
                remedy="if the rows are edges, say so with source= and target=, as numbers from 1",
            )


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
    apart = not set(table.column(0)).intersection(table.column(1))
    if apart and kinds[0] != kinds[1] and "text" in kinds[:2] and kinds[2] == "text":
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
