"""Text as a table: its delimiter, its first rows, and whether the first of them names the columns."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass

from spminer.graphs.tables.words import find_ends, has_clear_ends, is_role, shape_of

__all__ = ["TextTable", "is_number", "is_whole", "look_at", "looks_like_header", "split_at_blanks"]

_COMMENT = re.compile(r"\s*(#|%|//)")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|nan|NaN|NA|inf|-inf")
_WORD = re.compile(r'(?:"(?:[^"]|"")*"|[^\s"])+')
_MOST_ROWS = 1000
_FEW_ROWS = 50
_DIRECTED = re.compile(r"^\s*(#|%|//)+\s*directed\s+graph", re.MULTILINE)


def is_whole(text: str) -> bool:
    """Whether a text is a whole number."""
    return _WHOLE.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """Whether a text is a number of any kind."""
    return _NUMBER.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class TextTable:
    """The beginning of a text, cut into columns.

    Attributes
    ----------
    delimiter
        Character between columns; a space stands for any run of blanks.
    rows
        The first rows that are no comments, without the header.
    names
        Names of the columns, from the first row or from a comment right above it; empty if there are none.
    header
        Whether the first row that is no comment names the columns.
    directed
        What a comment at the top says, as in the files of SNAP.
    whole
        Whether the rows are all that the text has.
    """

    delimiter: str = " "
    rows: tuple[tuple[str, ...], ...] = ()
    names: tuple[str, ...] = ()
    header: bool = False
    directed: bool | None = None
    whole: bool = True

    @property
    def width(self) -> int:
        """Number of columns of the first row."""
        return len(self.names) or (len(self.rows[0]) if self.rows else 2)

    def column(self, index: int) -> list[str]:
        """The values of a column, of rows that have it."""
        return [row[index] for row in self.rows if len(row) > index]


def look_at(sample: bytes, *, whole: bool = True, header: bool | None = None) -> TextTable:
    r"""Cut the beginning of a file into columns.

    Parameters
    ----------
    sample
        The first bytes.
    whole
        Whether these are all; else the last line may be cut, and is left alone.
    header
        Whether the first row names the columns; ``None``: judged.

    Examples
    --------
    >>> look_at(b"# Directed graph\nid;from;to\n1;7;9\n").names
    ('id', 'from', 'to')
    """
    lines = sample.decode("utf-8", errors="replace").splitlines()
    if not whole and len(lines) > 1:
        lines.pop()
    lines = [line for line in lines if line.strip(" \t\r\n\v\f")]
    data = [line for line in lines if not _COMMENT.match(line)]
    directed = _declared_direction("\n".join(line for line in lines[:_MOST_ROWS] if _COMMENT.match(line)))
    if not data:
        return TextTable(directed=directed, whole=whole)
    delimiter = _delimiter(data[:_FEW_ROWS])
    if delimiter == "\t" and all(is_number(word) for line in data[:_MOST_ROWS] for word in line.split()):
        delimiter = " "  # numbers contain no blanks, so that tabs and spaces may mix
    rows = [_fields(line, delimiter) for line in data[:_MOST_ROWS]]
    has_header = looks_like_header(rows) if header is None else header
    names = rows[0] if has_header else _commented_names(lines, data[0], delimiter, len(rows[0]))
    if has_header:
        rows = rows[1:]
    return TextTable(delimiter, tuple(rows), names, has_header, directed, whole and len(data) <= _MOST_ROWS)


def _declared_direction(comments: str) -> bool | None:
    text = comments.lower()
    if "undirected" in text:
        return False
    return True if _DIRECTED.search(text) else None


def _delimiter(lines: list[str]) -> str:
    """The mark that parts columns: one that all lines have equally often, else one that the first line has.

    Commas come last, since they stand in numbers (1,5) and names (Doe, Ann) too.
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
    """Words of a line, of which those in quotes may hold blanks.

    >>> split_at_blanks('"New York" Paris 3')
    ('New York', 'Paris', '3')
    """
    if '"' not in line:
        return tuple(line.split())
    return tuple(_unquoted(word) for word in _WORD.findall(line))


def _unquoted(word: str) -> str:
    return word[1:-1].replace('""', '"') if len(word) > 1 and word[0] == word[-1] == '"' else word


def _commented_names(lines: list[str], first: str, delimiter: str, width: int) -> tuple[str, ...]:
    """Names in the comment right above the first row, as in ``# FromNodeId ToNodeId``, if they name both ends."""
    position = lines.index(first)
    if position == 0:
        return ()
    text = re.sub(r"^\s*(#|%|//)+\s*", "", lines[position - 1])
    names = _fields(text, _delimiter([text]) if delimiter == " " else delimiter)
    return names if len(names) == width and find_ends(names) else ()


def looks_like_header(rows: list[tuple[str, ...]]) -> bool:
    """Whether the first row names the columns, as far as it can be told.

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
    ends = find_ends(first)
    if not ends or is_number(first[ends[0][0]]) or is_number(first[ends[0][1]]):
        return False
    seen = {row[i] for row in others for i in ends[0] if len(row) > i}
    if seen.intersection(first[i] for i in ends[0]):
        return False
    if has_clear_ends(first):
        return True
    # Weak words such as a and b, or n1 and n2, could be nodes: then others would look like them.
    return bool(seen) and not {shape_of(value) for value in seen}.intersection(shape_of(first[i]) for i in ends[0])


def _roles_above_names(first: tuple[str, ...], others: list[tuple[str, ...]]) -> bool:
    """Whether the first row has words such as employee and manager, which no other row has."""
    roles = {name for name in first if is_role(name)}
    return len(roles) == 2 and bool(others) and not any(roles.intersection(row) for row in others)


def _names_above_numbers(first: tuple[str, ...], others: list[tuple[str, ...]]) -> bool:
    """Whether some column has a word in the first row and numbers in all others."""
    for index, name in enumerate(first):
        below = [row[index] for row in others if len(row) > index]
        if below and not is_number(name) and all(map(is_number, below)) and (name or len(below) > 1):
            return not any(is_number(other) for other in first[:2] if other)
    return False
