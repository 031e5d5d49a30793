"""Points of nodes as a table: text, Parquet or NumPy, with the names of the nodes."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.files import replacing
from spminer._util.imports import import_library
from spminer._util.text import spreadsheet_cell
from spminer.errors import UsageError

if TYPE_CHECKING:
    from typing import TextIO

    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["POINT_FORMATS", "PointsTable", "check_points_path"]

POINT_FORMATS = (".parquet", ".csv", ".tsv", ".npz")
_DELIMITERS = {".csv": ",", ".tsv": "\t"}


@dataclass(frozen=True, eq=False)
class PointsTable:
    """A row per node: its name, its graph if there are several, and a column for each coordinate."""

    nodes: NDArray[np.int32]
    node_names: tuple[str, ...]
    graph_names: tuple[str, ...] | None
    points: NDArray[np.float32]

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        coordinates = [f"x{index}" for index in range(self.points.shape[1])]
        return ["node", *(() if self.graph_names is None else ("graph",)), *coordinates]

    def to_pandas(self) -> pd.DataFrame:
        """The table in pandas.

        >>> table = PointsTable(np.array([0], np.int32), ("a",), None, np.array([[1, 2]], np.float32))
        >>> print(table.to_pandas())
          node   x0   x1
        0    a  1.0  2.0
        """
        pandas = import_library("pandas", "spminer[graphs]")
        heads = [self.node_names, *(() if self.graph_names is None else (self.graph_names,))]
        values = [*heads, *self.points.T]
        frame: pd.DataFrame = pandas.DataFrame(dict(zip(self.columns, values, strict=True)))
        return frame

    def write(self, path: str | Path) -> None:
        """Write the table to a file that ends in one of ``POINT_FORMATS``, whole or not at all.

        A ``.npz`` file has the arrays ``points``, ``nodes`` (names) and, if there are several, ``graphs``.
        """
        check_points_path(path)
        ending = Path(path).suffix.lower()
        with replacing(path) as temporary:
            if ending == ".parquet":
                self._write_parquet(temporary)
            elif ending == ".npz":
                arrays: dict[str, Any] = {"points": self.points, "nodes": np.array(self.node_names)}
                if self.graph_names is not None:
                    arrays["graphs"] = np.array(self.graph_names)
                with temporary.open("wb") as file:
                    np.savez(file, **arrays)
            else:
                with temporary.open("w", encoding="utf-8", errors="backslashreplace", newline="") as text:
                    self.write_text(text, delimiter=_DELIMITERS[ending])

    def write_text(self, file: TextIO, *, delimiter: str = ",") -> None:
        """Write the table as text with a header; numbers have the digits that give them back."""
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(self.columns)
        for row, name in enumerate(self.node_names):
            graph = () if self.graph_names is None else (self.graph_names[row],)
            writer.writerow([*map(spreadsheet_cell, (name, *graph)), *(str(value) for value in self.points[row])])

    def _write_parquet(self, path: Path) -> None:
        arrow = import_library("pyarrow", "spminer[parquet]")
        parquet = import_library("pyarrow.parquet", "spminer[parquet]")
        heads = [list(self.node_names), *(() if self.graph_names is None else (list(self.graph_names),))]
        arrays = [*(arrow.array(head, arrow.string()) for head in heads), *map(arrow.array, self.points.T.copy())]
        parquet.write_table(arrow.table(arrays, names=self.columns), path)


def check_points_path(path: str | Path) -> None:
    """Refuse a file that no points can be written to, before any work is done.

    >>> check_points_path("points.xlsx")
    Traceback (most recent call last):
    spminer.errors.UsageError: points are written to a file that ends in .parquet, .csv, .tsv, .npz, not to points.xlsx
    """
    ending = Path(path).suffix.lower()
    if ending not in POINT_FORMATS:
        raise UsageError(f"points are written to a file that ends in {', '.join(POINT_FORMATS)}, not to {path}")
    if ending == ".parquet":
        import_library("pyarrow", "spminer[parquet]")
