"""Tables of results: the same rows as JSON, CSV and Markdown."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict, dataclass
from typing import Any

from spminer.experiments.spread import Spread, number_text

__all__ = ["Cell", "Table"]

Cell = str | int | float | Spread | None


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
        The header, and values; ``None`` where there is none, and a spread where every seed has its own.

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
        rows = tuple(tuple(_cell(cell) for cell in row) for row in data["rows"])
        return cls(data["name"], data["title"], tuple(data["columns"]), rows)

    def to_csv(self) -> str:
        """As CSV text with a header; missing values are empty. Rows of spreads are one line for each seed."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if any(isinstance(cell, Spread) for row in self.rows for cell in row):
            lines = [line for row in self.rows for line in _by_seed(row)]
            writer.writerows([(*self.columns, "seed"), *lines])
        else:
            writer.writerows([self.columns, *self.rows])
        return text.getvalue()

    def to_markdown(self) -> str:
        """As a Markdown table; columns of numbers are aligned right."""
        numeric = [
            all(isinstance(row[column], int | float | Spread | None) for row in self.rows)
            for column in range(len(self.columns))
        ]
        lines = [self.columns, ["---:" if right else "---" for right in numeric]]
        lines += [[_text(cell) for cell in row] for row in self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _text(cell: Cell) -> str:
    if cell is None:
        return "-"
    return number_text(cell) if isinstance(cell, float) else str(cell)


def _cell(plain: Any) -> Cell:
    """A cell from JSON."""
    if not isinstance(plain, dict):
        cell: Cell = plain
        return cell
    return Spread(tuple(plain["seeds"]), tuple(plain["values"]))


def _by_seed(row: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """The lines of a row, each with its seed at the end."""
    seeds = next((cell.seeds for cell in row if isinstance(cell, Spread)), (None,))
    return [
        (*(cell.values[number] if isinstance(cell, Spread) else cell for cell in row), seed)
        for number, seed in enumerate(seeds)
    ]
