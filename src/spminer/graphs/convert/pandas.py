"""Converters from and to pandas edge tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.imports import import_library
from spminer.graphs.convert.frames import frame_columns
from spminer.graphs.formats.options import ReadOptions
from spminer.graphs.tables.edges import table_of_edges

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection

__all__ = ["from_pandas", "to_pandas"]


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
        Whether rows are arcs from source to target; by default what a column such as ``Type`` says, else not.

    Examples
    --------
    >>> import pandas as pd
    >>> from_pandas(pd.DataFrame({"source": ["a", "b"], "target": ["b", "c"]}))
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    """
    options = ReadOptions(directed, source=source, target=target, edge_label=edge_label)
    return table_of_edges(frame_columns(table), options, title=f"{type(table).__name__}")


def to_pandas(graphs: GraphCollection) -> Any:
    """A table with the columns ``source``, ``target``, if there are many graphs ``graph``, and labels if any.

    Nodes without edges are not in it.

    Examples
    --------
    >>> import spminer
    >>> to_pandas(spminer.from_edges([("a", "b")])).to_dict("records")
    [{'source': 'a', 'target': 'b'}]
    """
    pandas = import_library("pandas", "spminer[graphs]")
    names = np.arange(graphs.num_nodes) if graphs.node_names is None else graphs.node_names
    sources, targets, labels = graphs.edges()
    columns = {"source": names[sources], "target": names[targets]}
    if graphs.num_graphs > 1:
        columns["graph"] = np.searchsorted(graphs.graph_offsets, sources, side="right") - 1
    if labels is not None:
        columns["label"] = np.array(graphs.edge_label_names, dtype=object)[labels]
    return pandas.DataFrame(columns)
