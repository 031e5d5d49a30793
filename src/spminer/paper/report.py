"""Results of an experiment: tables as JSON, CSV and Markdown; the machine and the versions that made them."""

from __future__ import annotations

import csv
import io
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from spminer._util.system import usable_cores
from spminer.paper.runs import Spread, number_text
from spminer.version import __version__

__all__ = ["Cell", "ExperimentResult", "Table", "machine", "merge_machines", "versions"]


@dataclass(frozen=True, slots=True)
class ExperimentResult:
    """The result of an experiment.

    Attributes
    ----------
    tables
        Its tables, in the order of the page.
    figures
        Names of its figures (``NAME.png`` and ``NAME.svg`` in the folder of the results).
    notes
        Notes for the reader, one or two sentences each.
    """

    tables: tuple[Table, ...]
    figures: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


Cell = str | int | float | Spread | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes
    ----------
    name
        Name of the CSV file, without its suffix.
    title
        Its title on the page.
    columns, rows
        Header and values; a missing value is ``None``, and a value by seed is a spread.

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
        """As CSV text with a header; missing values are empty. Rows with spreads become one line for each seed."""
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


_PACKAGES = ("numpy", "networkx", "matplotlib", "torch")


def machine(threads: int = 0) -> str:
    """Processor, cores and system; threads of a run if they are fewer than the cores."""
    used = f", {threads} thread{'s' * (threads > 1)} a run" if 0 < threads < usable_cores() else ""
    return f"{_processor()}, {usable_cores()} cores{used}, {platform.system()} {platform.machine()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:  # the system is not Linux
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


def versions() -> dict[str, str]:
    """Versions of Python, this package and its optional dependencies."""
    found = {"python": platform.python_version(), "spminer": __version__}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def merge_machines(machines: list[tuple[str, dict[str, str]]]) -> tuple[str, dict[str, str]]:
    """Names and versions of several machines as one, joined by "and" where they differ.

    >>> merge_machines([("A", {"python": "3.11"}), ("B", {"python": "3.12"}), ("A", {"python": "3.11"})])
    ('A and B', {'python': '3.11 and 3.12'})
    """
    names = " and ".join(dict.fromkeys(name for name, _ in machines))
    packages = dict.fromkeys(package for _, found in machines for package in found)
    joined = {
        package: " and ".join(dict.fromkeys(found[package] for _, found in machines if package in found))
        for package in packages
    }
    return names, joined
