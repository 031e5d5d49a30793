"""The log of a training run: a CSV file, one line per validation, that a resumed run goes on with."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

__all__ = ["append_line", "cut_after"]


def append_line(path: Path, line: Mapping[str, float]) -> None:
    """Add a line; the first one comes with the header.

    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "log.csv"
    >>> append_line(path, {"step": 10, "loss": 0.25})
    >>> path.read_text().split()
    ['step,loss', '10,0.25']
    """
    fresh = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(line), lineterminator="\n")
        if fresh:
            writer.writeheader()
        writer.writerow({key: f"{value:.6g}" if isinstance(value, float) else value for key, value in line.items()})


def cut_after(path: Path, step: int, fields: Sequence[str]) -> None:
    """Drop lines after a step: those steps will be made, and logged, again."""
    if not path.exists():
        return
    with path.open(newline="", encoding="utf-8") as file:
        lines = [line for line in csv.DictReader(file) if int(line["step"]) <= step]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fields, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
