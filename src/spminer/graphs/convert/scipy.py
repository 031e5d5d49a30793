"""Converters from and to SciPy sparse adjacency matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError, UsageError
from spminer.graphs.assemble import build, encode_labels
from spminer.running.libraries import import_library

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection

__all__ = ["from_scipy", "to_scipy"]


def from_scipy(matrix: Any, *, directed: bool | None = None, edge_labels: bool = False) -> GraphCollection:
    """One graph from a square sparse matrix; an entry other than zero is an edge.

    Parameters
    ----------
    matrix
        A SciPy sparse matrix or array.
    directed
        Whether entries are arcs from row to column; by default, whether the matrix is not symmetric.
    edge_labels
        Take the values as edge labels.

    Examples
    --------
    >>> import scipy.sparse
    >>> from_scipy(scipy.sparse.csr_array([[0, 1, 0], [1, 0, 1], [0, 1, 0]]))
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    """
    if not hasattr(matrix, "tocoo") or len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError("is no square sparse matrix", remedy="give an adjacency matrix of scipy.sparse")
    entries = matrix.tocoo()
    there = np.asarray(entries.data) != 0
    rows, columns = (np.asarray(ends)[there].astype(np.int32) for ends in (entries.row, entries.col))
    nodes = int(matrix.shape[0])
    if directed is None:
        keys = rows.astype(np.int64) * nodes + columns
        mirrored = columns.astype(np.int64) * nodes + rows
        directed = not np.array_equal(np.unique(keys), np.unique(mirrored))
    labels = encode_labels(np.asarray(entries.data)[there].tolist()) if edge_labels else None
    return build(rows, columns, nodes=nodes, directed=directed, edge_labels=labels)


def to_scipy(graphs: GraphCollection) -> Any:
    """The adjacency matrix of all graphs together as ``scipy.sparse.csr_array``, with ones for edges.

    Examples
    --------
    >>> import spminer
    >>> to_scipy(spminer.from_edges([(0, 1)])).toarray().tolist()
    [[0, 1], [1, 0]]
    """
    sparse = import_library("scipy.sparse", "spminer[graphs]")
    if graphs.num_nodes == 0:
        raise UsageError("SciPy has no matrix for a graph without nodes; check that it is not empty first")
    ones = np.ones(len(graphs.indices), dtype=np.int8)
    shape = (graphs.num_nodes, graphs.num_nodes)
    return sparse.csr_array((ones, graphs.indices.copy(), graphs.indptr.copy()), shape=shape)
