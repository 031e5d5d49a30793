"""Tables as aligned text, by display width, that fit a width: columns are left out and cut in a fixed order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from unicodedata import combining, east_asian_width

from spminer._util.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Column", "display_width", "format_facts", "format_table", "padded"]

_GAP = "  "


class Column(NamedTuple):
    """A column of a table.

    Attributes
    ----------
    name, cells
        Its head and its cells, as text.
    right
        Whether it is aligned right.
    least
        Characters that it needs where a terminal is narrow; ``None`` for all of them.
    priority
        Columns with the highest priority are left out first where a terminal is narrow; those with 0 never.
    """

    name: str
    cells: Sequence[str]
    right: bool = False
    least: int | None = None
    priority: int = 0


def format_table(columns: Sequence[Column], limit: int | None = None) -> tuple[list[str], bool]:
    """The lines of a table within a width, the head first; and whether all of it is there.

    >>> format_table([Column("n", ["1", "20"], right=True), Column("name", ["path", "star of 4"], least=4)], 12)
    ([' n  name', ' 1  path', '20  star of…'], False)
    """
    table = [column._replace(cells=[printable(cell) for cell in column.cells]) for column in columns]
    full = [max(map(display_width, (column.name, *column.cells))) for column in table]
    widths = full if limit is None else _fit_columns(table, full, limit)
    lines = []
    for number in range(-1, len(table[0].cells)):
        cells = []
        for column, width in zip(table, widths, strict=True):
            text = _cut(column.name if number < 0 else column.cells[number], width)
            if width:
                cells.append(padded(text, width, right=column.right))
        line = _GAP.join(cells).rstrip()
        lines.append(line if limit is None else _cut(line, limit))
    return lines, widths == full


def _fit_columns(columns: Sequence[Column], full: Sequence[int], limit: int) -> list[int]:
    """Widths that fit a limit, 0 for columns that are left out.

    Texts that cannot be cut are left out before anything is cut, other columns where cutting is not enough. Then the
    columns that can be cut are made narrower, the last ones first.
    """
    widths = list(full)
    least = [
        min(width, width if column.least is None else max(column.least, display_width(column.name)))
        for column, width in zip(columns, full, strict=True)
    ]

    def excess(sizes: Sequence[int]) -> int:
        """How much wider than the limit the columns are."""
        return sum(sizes) + len(_GAP) * (sum(map(bool, sizes)) - 1) - limit

    droppable = [index for index, column in enumerate(columns) if column.priority]
    droppable.sort(key=lambda index: -columns[index].priority)
    texts = [index for index in droppable if columns[index].least is None and not columns[index].right]
    dropped: list[tuple[int, int]] = []
    for measured, candidates in ((widths, texts), (least, droppable)):
        for index in candidates:
            if widths[index] and excess(measured) > 0:
                dropped.append((index, widths[index]))
                widths[index] = least[index] = 0
    for index, width in reversed(dropped):  # what was left out later may have made room
        if excess(widths) + len(_GAP) + width <= 0:
            widths[index] = least[index] = width
    for index in reversed(range(len(widths))):
        widths[index] = max(least[index], widths[index] - max(excess(widths), 0))
    return widths


def format_facts(facts: Sequence[tuple[str, str]]) -> str:
    """Names and values in two columns.

    >>> print(format_facts([("graphs", "1"), ("direction", "undirected")]))
    graphs     1
    direction  undirected
    """
    width = max((display_width(name) for name, _ in facts), default=0)
    return "\n".join(printable(f"{padded(name, width)}{_GAP}{value}".rstrip()) for name, value in facts)


def display_width(text: str) -> int:
    """Columns of a terminal that a text takes; East Asian characters take two.

    >>> display_width("path"), display_width("\u540d\u524d")
    (4, 4)
    """
    if text.isascii():
        return len(text)
    wide = sum(east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(map(bool, map(combining, text)))


def padded(text: str, width: int, *, right: bool = False) -> str:
    """The text with blanks up to a display width."""
    gap = " " * (width - display_width(text))
    return gap + text if right else text + gap


def _cut(text: str, width: int) -> str:
    """The text, cut to a width with an ellipsis."""
    if display_width(text) <= width:
        return text
    while text and display_width(text) >= width:
        text = text[:-1]
    return text + "…"
