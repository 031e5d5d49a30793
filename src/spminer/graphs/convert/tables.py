"""Converters from and to data frames (pandas, polars, DuckDB) and Arrow tables of edges.

Frames are recognized by their methods, so that no library is imported. All but those of pandas are read by the Arrow
interface (``__arrow_c_stream__``). Columns are chosen as in text tables (``tables/columns.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.imports import import_optional
from spminer._util.validation import validate_arguments
from spminer.errors import InputError
from spminer.graphs.collection import check_collection
from spminer.graphs.options import ReadOptions
from spminer.graphs.tables.edges import table_of_edges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection

__all__ = ["arrow_columns", "frame_columns", "from_pandas", "is_frame", "to_pandas"]


def arrow_table(frame: Any) -> Any:
    """An Arrow table from an object with ``__arrow_c_stream__``, without a copy if possible.

    >>> import pyarrow
    >>> arrow_table(pyarrow.table({"a": [1]})).num_rows
    1
    """
    arrow = import_optional("pyarrow", "spminer[parquet]")
    return frame if isinstance(frame, arrow.Table) else arrow.table(frame)


def arrow_columns(table: Any) -> dict[str, list[Any] | NDArray[Any]]:
    """Columns by name: whole numbers without gaps as arrays, others as lists.

    >>> import pyarrow
    >>> arrow_columns(pyarrow.table({"a": [1, 2], "b": ["x", None]}))
    {'a': array([1, 2]), 'b': ['x', None]}
    """
    types = import_optional("pyarrow.types", "spminer[parquet]")
    names = table.column_names
    check_distinct(names)
    columns: dict[str, Any] = {}
    for name in names:
        column = table.column(name)
        whole = types.is_integer(column.type) and column.null_count == 0
        columns[name] = column.to_numpy() if whole else column.to_pylist()
    return columns


def check_distinct(names: Sequence[str]) -> None:
    """Refuse two columns of the same name."""
    if len(set(names)) != len(names):
        raise InputError("two columns have the same name", remedy="rename one of them")


def is_frame(value: Any) -> bool:
    """Whether an object is a data frame or an Arrow table, by its methods.

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
    if _is_pandas(frame):
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
            raise InputError(
                f"{type(frame).__name__} is not a data frame", remedy="give one of pandas, polars or Arrow"
            )
    return arrow_columns(arrow_table(frame))


def _pandas_column(column: Any) -> Any:
    missing = column.isna()
    if not bool(missing.any()):
        return column.to_numpy()
    return [None if gone else value for value, gone in zip(column.tolist(), missing.tolist(), strict=True)]


@validate_arguments
def from_pandas(
    table: Any,
    *,
    source: str | None = None,
    target: str | None = None,
    edge_label: str | None = None,
    directed: bool | None = None,
) -> GraphCollection:
    """One graph from a table with a row for each edge.

    Parameters
    ----------
    table
        A ``pandas.DataFrame``, or a table of polars, DuckDB, Arrow or another library with the Arrow interface.
    source, target
        Columns with the ends of the edges: whole numbers or names. By default judged by the names of the columns.
    edge_label
        Column with edge labels, if any.
    directed
        Whether rows are arcs from source to target; by default as a column such as ``Type`` states, else undirected.

    Examples
    --------
    >>> import pandas as pd
    >>> from_pandas(pd.DataFrame({"source": ["a", "b"], "target": ["b", "c"]}))
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    """
    options = ReadOptions(directed=directed, source=source, target=target, edge_label=edge_label)
    return table_of_edges(frame_columns(table), options, title=f"{type(table).__name__}")


@validate_arguments
def to_pandas(graph: GraphCollection) -> Any:
    """A table with the columns ``source``, ``target``, ``graph`` (if there are many) and ``label`` (if there are any).

    Nodes without edges are left out.

    Examples
    --------
    >>> import spminer
    >>> to_pandas(spminer.from_edges([("a", "b")])).to_dict("records")
    [{'source': 'a', 'target': 'b'}]
    """
    check_collection(graph)
    pandas = import_optional("pandas", "spminer[graphs]")
    names = np.arange(graph.num_nodes) if graph.node_names is None else graph.node_names
    sources, targets, labels = graph.edges()
    columns = {"source": names[sources], "target": names[targets]}
    if graph.num_graphs > 1:
        columns["graph"] = np.searchsorted(graph.graph_offsets, sources, side="right") - 1
    if labels is not None:
        columns["label"] = np.array(graph.edge_label_names, dtype=object)[labels]
    return pandas.DataFrame(columns)
