"""Any object that stands for graphs as a collection: a path, or a graph of any supported library.

A graph's library is recognized by its attributes, so that no library is imported. A list must be of one kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError
from spminer.graphs.build import build_collection, disjoint_union
from spminer.graphs.collection import GraphCollection
from spminer.graphs.convert.arrays import from_edges, from_scipy, unused_values
from spminer.graphs.convert.igraph import from_igraph
from spminer.graphs.convert.networkx import from_networkx
from spminer.graphs.convert.others import from_dgl, from_graph_tool, from_rustworkx
from spminer.graphs.convert.pyg import from_pyg
from spminer.graphs.convert.tables import from_pandas, is_frame
from spminer.graphs.files import read
from spminer.graphs.source import is_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer._util.monitor import Monitor

__all__ = ["as_collection"]

_FILE = "file"
_KNOWN = "networkx, igraph, PyG, DGL, SciPy, pandas, polars, Arrow, rustworkx or graph-tool"


def _each(convert: Callable[[Any], GraphCollection]) -> Callable[[list[Any]], GraphCollection]:
    return lambda several: disjoint_union([convert(one) for one in several])


def _from_array(array: np.ndarray) -> GraphCollection:
    """An array of pairs of nodes, or a square adjacency matrix."""
    if array.ndim == 2 and array.shape[1] == 2 and array.dtype.kind in "iuUO":
        return from_edges(array)
    if array.ndim == 2 and array.shape[0] == array.shape[1] and array.dtype.kind in "iufb":
        if array.dtype.kind != "b" and ((array < 0) | (array % 1 != 0)).any():
            raise InputError(
                "the matrix has weights: negative or fractional entries",
                remedy="give a matrix of zeros and ones, such as abs(matrix) >= 0.5",
            )
        rows, columns = np.nonzero(array)
        directed = not np.array_equal(array != 0, (array != 0).T)
        return build_collection(
            rows.astype(np.int32),
            columns.astype(np.int32),
            nodes=len(array),
            directed=directed,
            reading=unused_values(array),
        )
    raise InputError(f"unsupported array of shape {array.shape}", remedy="give pairs of nodes, or a square matrix")


# How a graph of each library is recognized, in this order, and the function that converts a list of them.
_KINDS: dict[str, tuple[Callable[[Any], bool], Callable[[list[Any]], GraphCollection]]] = {
    "collection": (lambda one: isinstance(one, GraphCollection), disjoint_union),
    "array": (lambda one: isinstance(one, np.ndarray) and one.ndim == 2, _each(_from_array)),
    "frame": (is_frame, _each(from_pandas)),
    "scipy": (lambda one: hasattr(one, "tocoo") and hasattr(one, "shape"), _each(from_scipy)),
    "rustworkx": (lambda one: hasattr(one, "weighted_edge_list"), from_rustworkx),
    "networkx": (lambda one: hasattr(one, "adj") and hasattr(one, "nodes"), from_networkx),
    "igraph": (lambda one: hasattr(one, "vs"), from_igraph),
    "pyg": (lambda one: hasattr(one, "edge_index"), from_pyg),
    "graph-tool": (lambda one: hasattr(one, "get_vertices") and hasattr(one, "vp"), from_graph_tool),
    "dgl": (lambda one: hasattr(one, "ndata") and hasattr(one, "num_nodes"), from_dgl),
    _FILE: (is_source, _each(read)),
}


def as_collection(graphs: Any, *, monitor: Monitor | None = None) -> GraphCollection:
    """A collection from a collection, a source for :func:`spminer.read`, or one or several graphs of a library.

    Supported are graphs of networkx, igraph, PyG, DGL, rustworkx and graph-tool, sparse matrices of SciPy, edge tables
    of pandas, polars, DuckDB and Arrow, NumPy arrays and lists of pairs. The ``monitor`` is for the reading of files.

    Examples
    --------
    >>> import networkx as nx
    >>> as_collection([nx.path_graph(3), nx.cycle_graph(4)])
    GraphCollection(2 undirected graphs, 7 nodes, 6 edges)
    >>> as_collection([("a", "b"), ("b", "c")])
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    >>> as_collection([nx.path_graph(3), 5])
    Traceback (most recent call last):
    spminer.errors.InputError: item 1 of the list is not a graph; give ... not a mix
    """
    if isinstance(graphs, GraphCollection):
        return graphs
    if hasattr(graphs, "edge_index_dict"):
        raise InputError("the graph has several types of nodes or edges", remedy="convert it with to_homogeneous()")
    several = _listed(graphs)
    if not several:
        raise InputError("the list has no graphs", remedy="give at least one")
    if all(isinstance(one, tuple) and len(one) == 2 for one in several):
        return from_edges(several)
    kinds = [_kind(graph) for graph in several]
    for position, kind in enumerate(kinds):
        if not kind or kind != kinds[0]:
            raise InputError(
                f"item {position} of the list is {'another kind of' if kind else 'not a'} graph",
                remedy=f"give a GraphCollection, or a list of graphs of {_KNOWN}, not a mix",
            )
    if kinds[0] == _FILE:
        return disjoint_union([read(one, monitor=monitor) for one in several])
    return _KINDS[kinds[0]][1](several)


def _listed(graphs: Any) -> list[Any]:
    if _kind(graphs):
        return [graphs]
    try:
        return list(graphs)
    except TypeError:
        raise InputError(
            f"unsupported type {type(graphs).__name__}", remedy=f"give a GraphCollection, or graphs of {_KNOWN}"
        ) from None


def _kind(graph: Any) -> str:
    """The kind of a graph, a key of `_KINDS`; empty if it is unknown."""
    if isinstance(graph, type):  # a class, which has the attributes of its graphs
        return ""
    return next((name for name, (looks_like, _) in _KINDS.items() if looks_like(graph)), "")
