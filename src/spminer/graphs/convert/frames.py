"""Data frames of any library: pandas, polars, DuckDB, Arrow, as columns by name."""

from __future__ import annotations

from typing import Any

from spminer.errors import InputError
from spminer.graphs.tables.arrow import arrow_columns, arrow_table

__all__ = ["frame_columns", "is_frame"]


def is_frame(value: Any) -> bool:
    """Whether an object is a table of columns, by what it offers.

    >>> import pandas
    >>> is_frame(pandas.DataFrame()), is_frame([(0, 1)])
    (True, False)
    """
    if _is_pandas(value) or hasattr(value, "__arrow_c_stream__"):
        return True
    return hasattr(value, "to_arrow_table") or (hasattr(value, "collect_schema") and hasattr(value, "collect"))


def _is_pandas(value: Any) -> bool:
    return hasattr(value, "iloc") and hasattr(value, "columns")


def frame_columns(frame: Any) -> dict[str, Any]:
    """The columns of a data frame: arrays or lists by name.

    >>> import pandas
    >>> frame_columns(pandas.DataFrame({"a": [1, 2]}))
    {'a': array([1, 2])}
    """
    if _is_pandas(frame):  # which needs no Arrow
        names = [str(name) for name in frame.columns]
        if len(set(names)) != len(names):
            raise InputError("two columns have the same name", remedy="rename one of them")
        return {name: _pandas_column(frame.iloc[:, place]) for place, name in enumerate(names)}
    if not hasattr(frame, "__arrow_c_stream__"):
        if hasattr(frame, "to_arrow_table"):  # of DuckDB
            frame = frame.to_arrow_table()
        elif hasattr(frame, "collect"):  # of a lazy frame of polars
            frame = frame.collect()
        else:
            raise InputError(f"{type(frame).__name__} is no data frame", remedy="give one of pandas, polars or Arrow")
    return arrow_columns(arrow_table(frame))


def _pandas_column(column: Any) -> Any:
    missing = column.isna()
    if not bool(missing.any()):
        return column.to_numpy()
    return [None if gone else value for value, gone in zip(column.tolist(), missing.tolist(), strict=True)]
