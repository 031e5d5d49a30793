"""Tables of results: the same rows as JSON, CSV and Markdown."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Cell", "Table"]

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a header.

    Attributes
    ----------
    name
        Of the CSV file, without its ending.
    title
        What the rows say.
    columns, rows
        The header, and values; ``None`` where there is none.

    Examples
    --------
    >>> table = Table("medians", "Median frequency", ("method", "size 5"), (("greedy", 14271.0), ("mfinder", None)))
    >>> print(table.to_markdown())
    | method | size 5 |
    | --- | ---: |
    | greedy | 14271 |
    | mfinder | - |
    >>> table.to_csv().splitlines()[-1]
    'mfinder,'
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Table:
        """The inverse of :meth:`to_dict`."""
        return cls(data["name"], data["title"], tuple(data["columns"]), tuple(tuple(row) for row in data["rows"]))

    def to_csv(self) -> str:
        """As CSV text with a header; missing values are empty."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerows([self.columns, *self.rows])
        return text.getvalue()

    def to_markdown(self) -> str:
        """As a Markdown table; columns of numbers are aligned right."""
        numeric = [
            all(isinstance(row[column], int | float | None) for row in self.rows) for column in range(len(self.columns))
        ]
        lines = [self.columns, ["---:" if right else "---" for right in numeric]]
        lines += [[_text(cell) for cell in row] for row in self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _text(cell: Cell) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.0f}" if cell.is_integer() or abs(cell) >= 100 else f"{cell:.3g}"
    return str(cell)
