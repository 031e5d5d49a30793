"""The first bytes of a text as a table: delimiter, first rows, header, and tables that are ambiguous.

The delimiter is the mark that all lines have equally often. The first row is certainly a header if it has clear words
for the ends of edges, or words above numbers. It is likely a header if its words occur nowhere else, the columns
repeat, and a second sign agrees: nouns, names of attributes, another type than the cells below. A row that could be
either is refused once the whole file is read (`ambiguous_header_note`). Tables that are hardly edges are refused:
lists of neighbors, measurements, nodes with an attribute, times before the ends, triples with an unclear relation.
"""

from __future__ import annotations

import csv
import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from spminer._util.options import option_text
from spminer.errors import InputError
from spminer.graphs.options import ask_columns
from spminer.graphs.source import SAMPLE
from spminer.graphs.tables.columns import (
    column_kind,
    find_endpoint_columns,
    has_clear_ends,
    is_noun,
    is_role,
    text_shape,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.graphs.tables.columns import Columns

__all__ = [
    "TextTable",
    "ambiguous_header_note",
    "is_number",
    "is_whole",
    "looks_like_header",
    "refuse_used_header",
    "refuse_values",
    "reject_ambiguous",
    "relation_column",
    "sniff_table",
    "split_at_blanks",
]

_COMMENT = re.compile(r"\s*(#|%|//)")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|nan|NaN|NA|inf|-inf")
_WORD = re.compile(r'(?:"(?:[^"]|"")*"|[^\s"])+')
_MOST_ROWS = 1000
_FEW_ROWS = 50
_KONECT = re.compile(r"%\s*(a?sym)\s+[a-z]+\s*$", re.MULTILINE)  # direction and kind of weights
_DIRECTED = re.compile(r"^\s*(#|%|//)+\s*directed\s+graph", re.MULTILINE)


def is_whole(text: str) -> bool:
    """Whether a text is a whole number."""
    return _WHOLE.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """Whether a text is a number of any kind."""
    return _NUMBER.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class TextTable:
    """The beginning of a text, split into columns.

    Attributes
    ----------
    delimiter
        Character between columns; a space stands for any run of blanks.
    rows
        The first rows without comments and header.
    names
        Names of the columns, from the first row or from the comment above it; empty if there are none.
    header
        Whether the first row names the columns.
    unclear
        Whether the first row may be a header: its words occur nowhere else, and there is no other sign.
    guessed
        Whether the first row is a header by two signs, neither of them certain.
    directed
        The direction that a comment at the top states, as in the files of SNAP.
    whole
        Whether the rows are all rows of the text.
    """

    delimiter: str = " "
    rows: tuple[tuple[str, ...], ...] = ()
    names: tuple[str, ...] = ()
    header: bool = False
    unclear: bool = False
    guessed: bool = False
    directed: bool | None = None
    whole: bool = True

    @property
    def width(self) -> int:
        """Number of columns of the first row."""
        return len(self.names) or (len(self.rows[0]) if self.rows else 2)

    def name(self, index: int) -> str:
        """The name of a column; empty if it has none."""
        return self.names[index] if index < len(self.names) else ""

    def column(self, index: int) -> list[str]:
        """The values of a column, from the rows that have it."""
        return [row[index] for row in self.rows if len(row) > index]


def sniff_table(sample: bytes, *, header: bool | None = None) -> TextTable:
    r"""Split the beginning of a file into columns.

    Parameters
    ----------
    sample
        The first bytes. If they are not the whole file, the last line is ignored, since it may be cut.
    header
        Whether the first row names the columns; ``None``: judged.

    Examples
    --------
    >>> sniff_table(b"# Directed graph\nid;from;to\n1;7;9\n").names
    ('id', 'from', 'to')
    """
    lines = [line.rstrip("\r") for line in sample.decode("utf-8", errors="replace").split("\n")]
    whole = len(sample) < SAMPLE
    if not whole and len(lines) > 1:
        lines.pop()
    lines = [line for line in lines if line.strip(" \t\r\n\v\f")]
    data = [line for line in lines if not _COMMENT.match(line)]
    directed = _declared_direction("\n".join(line for line in lines[:_MOST_ROWS] if _COMMENT.match(line)))
    if not data:
        return TextTable(directed=directed, whole=whole)
    delimiter = _delimiter(data[:_FEW_ROWS])
    words = [line.split() for line in data[:_MOST_ROWS]] if delimiter == "\t" else []
    mixed = any(len(row) != len(line.split("\t")) for row, line in zip(words, data, strict=False))
    if mixed and all(is_number(word) for row in words for word in row):
        delimiter = " "  # numbers contain no blanks, so that tabs and spaces may be mixed
    rows = [_fields(line, delimiter) for line in data[:_MOST_ROWS]]
    certain = header is None and looks_like_header(rows)
    guessed = header is None and not certain and _is_likely_header(rows)
    has_header = certain or guessed or bool(header)
    unclear = header is None and not has_header and _stands_alone(rows)
    names = rows[0] if has_header else _commented_names(lines, data[0], delimiter, len(rows[0]))
    if has_header:
        rows = rows[1:]
    return TextTable(
        delimiter,
        tuple(rows),
        names,
        header=has_header,
        unclear=unclear and not names,
        guessed=guessed,
        directed=directed,
        whole=whole and len(data) <= _MOST_ROWS,
    )


def _declared_direction(comments: str) -> bool | None:
    konect = _KONECT.match(comments)
    if konect is not None:
        return konect[1] == "asym"
    text = comments.lower()
    if "undirected" in text:
        return False
    return True if _DIRECTED.search(text) else None


def _delimiter(lines: list[str]) -> str:
    """The mark that all lines have equally often, else one that the first line has, else a blank.

    Commas come last, since they occur in numbers (1,5) and names (Doe, Ann) too.
    """
    unquoted = [re.sub(r'"[^"]*"', "", line.strip()) for line in lines]
    even = (mark for mark in "\t;|," if mark in unquoted[0] and len({line.count(mark) for line in unquoted}) == 1)
    return next(even, next((mark for mark in "\t,;|" if mark in unquoted[0]), " "))


def _fields(line: str, delimiter: str) -> tuple[str, ...]:
    if delimiter == " ":
        return split_at_blanks(line)
    if '"' not in line:
        return tuple(part.strip() for part in line.split(delimiter))
    try:
        return tuple(part.strip() for part in next(csv.reader([line], delimiter=delimiter, skipinitialspace=True)))
    except csv.Error:
        return tuple(part.strip() for part in line.split(delimiter))


def split_at_blanks(line: str) -> tuple[str, ...]:
    """Words of a line; words in quotation marks may hold blanks.

    >>> split_at_blanks('"New York" Paris 3')
    ('New York', 'Paris', '3')
    """
    if '"' not in line:
        return tuple(line.split())
    return tuple(_unquoted(word) for word in _WORD.findall(line))


def _unquoted(word: str) -> str:
    return word[1:-1].replace('""', '"') if len(word) > 1 and word[0] == word[-1] == '"' else word


def _commented_names(lines: list[str], first: str, delimiter: str, width: int) -> tuple[str, ...]:
    """Names in the comment above the first row, as in ``# FromNodeId ToNodeId``, if they name both ends."""
    position = lines.index(first)
    if position == 0:
        return ()
    text = re.sub(r"^\s*(#|%|//)+\s*", "", lines[position - 1])
    names = _fields(text, _delimiter([text]) if delimiter == " " else delimiter)
    return names if len(names) == width and find_endpoint_columns(names) else ()


def looks_like_header(rows: list[tuple[str, ...]]) -> bool:
    """Whether the first row certainly names the columns: by clear words, or by words above numbers.

    >>> looks_like_header([("person_a", "person_b"), ("Ann", "Bob")])
    True
    >>> looks_like_header([("Ann", "Bob"), ("Bob", "Cid")])
    False
    """
    first, others = rows[0], rows[1:]
    if len(first) < 2 or all(map(is_number, first)):
        return False
    if _names_above_numbers(first, others) or _roles_above_names(first, others):
        return True
    ends = find_endpoint_columns(first)
    if not ends or is_number(first[ends[0][0]]) or is_number(first[ends[0][1]]):
        return False
    seen = {row[i] for row in others for i in ends[0] if len(row) > i}
    if seen.intersection(first[i] for i in ends[0]):
        return False
    if has_clear_ends(first):
        return True
    # Weak words such as a and b, or n1 and n2, may be nodes if others look like them.
    return bool(seen) and not {text_shape(value) for value in seen}.intersection(text_shape(first[i]) for i in ends[0])


def _stands_alone(rows: list[tuple[str, ...]]) -> bool:
    """Whether the words of the first row occur nowhere else and do not look like those below."""
    first, others = rows[0], rows[1:]
    ends = first[:2]
    if len(ends) < 2 or not others or ends[0] == ends[1] or not all(ends) or any(map(is_number, ends)):
        return False
    if any(cell in row[:2] for row in others for cell in ends):
        return False
    if any(cell and cell == row[place] for row in others for place, cell in enumerate(first[: len(row)])):
        return False
    # Names such as TP53, n7 or x are nodes if others of their kind follow.
    shapes = {text_shape(cell) for row in others for cell in row[:2]}
    return not all((len(cell) == 1 or re.search("[0-9]", cell)) and text_shape(cell) in shapes for cell in ends)


def _is_likely_header(rows: list[tuple[str, ...]]) -> bool:
    """Whether the first row's words occur nowhere else, the columns repeat, and another sign of a header agrees.

    >>> _is_likely_header([("tenant", "house", "date"), ("ann", "x", "may"), ("bob", "x", "june"), ("cid", "x", "may")])
    True
    """
    first, others = rows[0], rows[1:]
    if not _stands_alone(rows):
        return False
    if is_noun(first[0]) and is_noun(first[1]):
        return True
    if not repeats(len({cell for row in others for cell in row[:2]}), len(others)):
        return False
    columns = [[row[place] for row in others if len(row) > place] for place in range(len(first))]
    return (
        any(map(is_noun, first[:2]))
        or any(column_kind(cell) for cell in first[2:] if cell)
        or any(_is_of_other_type(cell, below) for cell, below in zip(first[:2], columns, strict=False))
        or any(_is_among_few(below) for cell, below in zip(first[2:], columns[2:], strict=True) if cell)
    )


def repeats(nodes: int, edges: int) -> bool:
    """Whether edges share so many nodes that a row with two nodes of its own is an exception."""
    return edges > 1 and 2 * nodes <= 3 * edges


# Marks that all cells of a column of names may have, and the word above them has not.
_MARKS = tuple(map(re.compile, ("[0-9]", "@", "[./:]", "^[^a-z]", "[a-z]")))


def _is_of_other_type(cell: str, below: list[str]) -> bool:
    """Whether the cells of a column have a mark in common that the cell above has not."""
    return len(below) >= 3 and any(all(map(mark.search, below)) and not mark.search(cell) for mark in _MARKS)


def _is_among_few(below: list[str]) -> bool:
    """Whether a column has few values, each several times, as labels have."""
    return len(below) >= 5 and 2 * len(set(below)) <= len(below)


def _roles_above_names(first: tuple[str, ...], others: list[tuple[str, ...]]) -> bool:
    """Whether the first row has two nouns such as employee and manager, which no other row has."""
    roles = {name for name in first if is_role(name)}
    return len(roles) == 2 and bool(others) and not any(roles.intersection(row) for row in others)


def _names_above_numbers(first: tuple[str, ...], others: list[tuple[str, ...]]) -> bool:
    """Whether a column has a word in the first row and numbers in all others."""
    for index, name in enumerate(first):
        below = [row[index] for row in others if len(row) > index]
        numbers = all(map(is_number, below)) and any(re.search("[0-9]", cell) for cell in below)  # not NA alone
        if numbers and not is_number(name) and (name or len(below) > 1):
            return not any(is_number(other) for other in first[:2] if other)
    return False


def _ask_columns() -> str:
    return f"{ask_columns()}, as numbers from 1"


def _columns(source: int, target: int) -> str:
    return f"{option_text('source', source)} and {option_text('target', target)}"


_WIDEST = 7  # more columns of numbers are measurements or a matrix, not edges with attributes
_FEW = 3  # a column with fewer different values is not judged

_Kind = Literal["whole", "fraction", "text"]


def _kind(values: list[str]) -> _Kind:
    if all(map(is_whole, values)):
        return "whole"
    return "fraction" if all(map(is_number, values)) else "text"


def _overlap(first: set[str], second: set[str]) -> float:
    """The share of the smaller set that is in the other one."""
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller else 0.0


def relation_column(table: TextTable) -> int | None:
    r"""The column of the relation in triples: 1 (second), 2 (third); ``None`` if it is ambiguous.

    >>> relation_column(sniff_table(b"TP53 inhibits MDM2\nMDM2 inhibits TP53\n"))
    1
    """
    first, second, third = (set(table.column(index)) for index in range(3))
    closer = _overlap(first, third) - _overlap(first, second)
    if closer == 0:
        closer = len(third) - len(second)
    return None if closer == 0 else 1 if closer > 0 else 2


def ambiguous_header_note(table: TextTable, source: str, *, alone: bool, nodes: int, edges: int) -> str:
    r"""A note on a first row that was taken for an edge; refuses a row that could be either.

    Parameters
    ----------
    table
        The beginning of the text.
    source
        The file, for messages.
    alone
        Whether the ends of the first edge have no other edge.
    nodes, edges
        Their numbers in the whole text.

    Examples
    --------
    >>> table = sniff_table(b"tenant,landlord\nann,bob\n")
    >>> ambiguous_header_note(table, "", alone=True, nodes=4, edges=2)
    'the first row, tenant and landlord, is taken for an edge; header=True takes it for names of columns'
    """
    if not table.unclear or not alone:
        return ""
    first = " and ".join(table.rows[0][:2])
    if repeats(nodes - 2, edges - 1):
        raise InputError(
            f"the first row, {first}, may be names of columns or an edge: its words occur nowhere else",
            source=source,
            remedy=f"give {option_text('header', True)} or {option_text('header', False)}",
        )
    return f"the first row, {first}, is taken for an edge; {option_text('header', True)} takes it for names of columns"


def refuse_used_header(table: TextTable, used: Callable[[str], bool], source: str) -> None:
    """Refuse a likely header if its words are names of nodes further down."""
    word = next((word for word in table.names if table.guessed and used(word)), None)
    if word is not None:
        raise InputError(
            f"the first row looks like names of columns, but {word[:40]!r} is a node further down",
            source=source,
            remedy=f"give {option_text('header', True)} or {option_text('header', False)}",
        )


def refuse_values(table: TextTable, columns: Columns, source: str) -> None:
    r"""Refuse two columns with a different name in each row of one and numbers in the other, such as ages.

    >>> from spminer.graphs.tables.columns import Columns
    >>> refuse_values(sniff_table(b"ann,31\nbob,25\n"), Columns(), "")
    Traceback (most recent call last):
    spminer.errors.InputError: column 1 has a name in each row and column 2 a number, as tables of nodes have; ...
    """
    ends = (columns.source, columns.target)
    names = [table.name(place) for place in ends] if table.names else []
    if len(table.rows) < 2 or find_endpoint_columns(names) or (names and all(map(is_role, names))):
        return
    for first, second in (ends, ends[::-1]):
        texts, numbers = table.column(first), table.column(second)
        apart = bool(numbers) and len(set(texts)) == len(texts) and not set(texts).intersection(numbers)
        if apart and not any(map(is_number, texts)) and all(map(is_number, numbers)):
            raise InputError(
                f"column {first + 1} has a name in each row and column {second + 1} a number, as tables of nodes have",
                source=source,
                remedy=f"if the rows are edges, {_ask_columns()}",
            )


def reject_ambiguous(table: TextTable, source: str) -> None:
    """Refuse a table without names whose first two columns are unlikely to be the ends of edges."""
    if not table.rows or table.names:
        return
    widths = {len(row) for row in table.rows}
    if max(widths) - min(widths) > 1 and max(widths) > 3:
        raise InputError(
            f"rows have {min(widths)} to {max(widths)} columns, as lists of neighbors have",
            source=source,
            remedy=f"write one edge per line, or {_ask_columns()}",
        )
    kinds = [_kind(table.column(index)) for index in range(min(widths))]
    if len(kinds) > _WIDEST and "text" not in kinds:
        raise InputError(
            f"has {len(kinds)} columns of numbers and is not a square matrix, so the edges are ambiguous",
            source=source,
            remedy=_ask_columns(),
        )
    if len(kinds) >= 3:
        _reject_ambiguous_triples(table, kinds, source)


def _reject_ambiguous_triples(table: TextTable, kinds: list[_Kind], source: str) -> None:
    apart = not set(table.column(0)).intersection(table.column(1))
    if apart and kinds[0] != kinds[1] and "text" in kinds[:2] and kinds[2] == "text":
        place = 2 if kinds[0] == "text" else 1
        raise InputError(
            f"column {place} has numbers and the columns beside it have names",
            source=source,
            remedy=_ask_columns(),
        )
    if kinds[:3] == ["text"] * 3 and relation_column(table) is None:
        raise InputError(
            "has three columns of names, and the relation may be the second or the third",
            source=source,
            remedy=f"give {option_text('format', 'sif')}, or {ask_columns()}",
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
                remedy=f"give {_columns(2, 3)}, or {_columns(1, 2)}",
            )
