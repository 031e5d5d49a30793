"""Columns of an Arrow table, or of whatever offers the Arrow interface (pandas, polars, DuckDB), as arrays or lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spminer._util.imports import import_library
from spminer.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["arrow_columns", "arrow_table"]


def arrow_table(frame: Any) -> Any:
    """An Arrow table from an object with ``__arrow_c_stream__``, without a copy where that can be.

    >>> import pyarrow
    >>> arrow_table(pyarrow.table({"a": [1]})).num_rows
    1
    """
    arrow = import_library("pyarrow", "spminer[parquet]")
    return frame if isinstance(frame, arrow.Table) else arrow.table(frame)


def arrow_columns(table: Any) -> dict[str, list[Any] | NDArray[Any]]:
    """Columns by name: whole numbers without gaps as arrays, others as lists.

    >>> import pyarrow
    >>> arrow_columns(pyarrow.table({"a": [1, 2], "b": ["x", None]}))
    {'a': array([1, 2]), 'b': ['x', None]}
    """
    types = import_library("pyarrow.types", "spminer[parquet]")
    names = table.column_names
    if len(set(names)) != len(names):
        raise InputError("two columns have the same name", remedy="rename one of them")
    columns: dict[str, Any] = {}
    for name in names:
        column = table.column(name)
        whole = types.is_integer(column.type) and column.null_count == 0
        columns[name] = column.to_numpy() if whole else column.to_pylist()
    return columns
