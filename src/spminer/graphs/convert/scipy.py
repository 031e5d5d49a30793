"""Converters from and to SciPy sparse adjacency matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.imports import import_library
from spminer.errors import InputError, UsageError
from spminer.graphs.assemble import build, encode_labels
from spminer.graphs.formats.options import check_threshold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection

__all__ = ["check_not_full", "from_scipy", "to_scipy"]


_NEARLY_FULL = 0.9  # share of pairs of nodes with an entry, from which on entries that are no whole numbers are weights


def from_scipy(
    matrix: Any, *, directed: bool | None = None, edge_labels: bool = False, threshold: float | None = None
) -> GraphCollection:
    """One graph from a square sparse matrix; an entry other than zero is an edge.

    A matrix with entries for nearly all pairs of nodes, of which some are negative or no whole numbers, is refused
    unless there is a threshold: it holds weights, such as correlations.

    Parameters
    ----------
    matrix
        A SciPy sparse matrix or array.
    directed
        Whether entries are arcs from row to column; by default, whether the matrix is not symmetric.
    edge_labels
        Take the values as edge labels.
    threshold
        Only entries whose absolute value is at least this are edges.

    Examples
    --------
    >>> import scipy.sparse
    >>> from_scipy(scipy.sparse.csr_array([[0, 1, 0], [1, 0, 1], [0, 1, 0]]))
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    """
    if not hasattr(matrix, "tocoo") or len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError("is no square sparse matrix", remedy="give an adjacency matrix of scipy.sparse")
    entries = matrix.tocoo()
    check_threshold(threshold)
    values = np.asarray(entries.data)
    there = (values != 0) if threshold is None else np.abs(values) >= threshold
    if threshold is None and not edge_labels:
        check_not_full(entries.row, entries.col, values, int(matrix.shape[0]))
    rows, columns = (np.asarray(ends)[there].astype(np.int32) for ends in (entries.row, entries.col))
    nodes = int(matrix.shape[0])
    if directed is None:
        keys = rows.astype(np.int64) * nodes + columns
        mirrored = columns.astype(np.int64) * nodes + rows
        directed = not np.array_equal(np.unique(keys), np.unique(mirrored))
    labels = encode_labels(values[there].tolist()) if edge_labels else None
    return build(rows, columns, nodes=nodes, directed=directed, edge_labels=labels)


def check_not_full(rows: Any, columns: Any, values: NDArray[Any], nodes: int, source: str = "") -> None:
    """Refuse entries for nearly all pairs of nodes where some are negative or no whole numbers.

    >>> check_not_full([0, 1, 2], [1, 2, 0], np.array([0.5, 0.5, 0.5]), 3)
    """
    between = (np.asarray(rows) != np.asarray(columns)) & (values != 0)
    weighted = (values.real < 0) | (values.real % 1 != 0)
    if nodes > 2 and between.sum() >= _NEARLY_FULL * nodes * (nodes - 1) and bool((weighted & between).any()):
        raise InputError(
            "has weights for nearly all pairs of nodes",
            source=source,
            remedy="say with threshold= from which absolute value on an entry is an edge, such as threshold=0.5",
        )


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
