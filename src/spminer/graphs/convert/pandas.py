"""Converters from and to pandas edge tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError
from spminer.graphs.convert.arrays import from_edges
from spminer.running.libraries import import_library

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection

__all__ = ["from_pandas", "to_pandas"]


def from_pandas(
    table: Any,
    *,
    source: str = "source",
    target: str = "target",
    edge_label: str | None = None,
    directed: bool = False,
) -> GraphCollection:
    """One graph from a table with a row for each edge.

    Parameters
    ----------
    table
        A ``pandas.DataFrame``.
    source, target
        Columns with the ends of the edges: whole numbers or names.
    edge_label
        Column with edge labels, if any.
    directed
        Whether rows are arcs from source to target.

    Examples
    --------
    >>> import pandas as pd
    >>> from_pandas(pd.DataFrame({"source": ["a", "b"], "target": ["b", "c"]}))
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    """
    columns = [source, target] + ([] if edge_label is None else [edge_label])
    missing = [column for column in columns if column not in table.columns]
    if missing:
        found = ", ".join(map(str, table.columns))[:80]
        raise InputError(f"table has no column {missing[0]!r}", remedy=f"name one of: {found}")
    ends = table[[source, target]]
    if bool(ends.isna().to_numpy().any()):
        raise InputError("an edge has no source or no target", remedy="drop such rows with dropna")
    pairs = np.stack([ends[source].to_numpy(), ends[target].to_numpy()], axis=1)
    labels = None if edge_label is None else table[edge_label].tolist()
    return from_edges(pairs, directed=directed, edge_labels=labels)


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
