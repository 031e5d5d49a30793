"""Converters from and to NumPy arrays of edges and SciPy sparse matrices.

Pairs of whole numbers are nodes in the order of the numbers; anything else is names in the order of first occurrence.
A sparse matrix is undirected if it is symmetric. One with weights for nearly all pairs of nodes, such as correlations,
is refused without a threshold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from spminer._util.imports import import_optional
from spminer._util.options import option_text
from spminer._util.validation import validate_arguments
from spminer.errors import InputError, UsageError
from spminer.graphs.build import build_collection, encode_labels, number_nodes
from spminer.graphs.collection import check_collection
from spminer.graphs.options import check_threshold
from spminer.graphs.reading import Reading

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from spminer.graphs.collection import GraphCollection

__all__ = ["check_not_full", "from_edges", "from_scipy", "to_edges", "to_scipy"]


@validate_arguments
def from_edges(
    edges: ArrayLike | Iterable[tuple[Any, Any]],
    *,
    num_nodes: int | None = None,
    directed: bool = False,
    node_labels: Iterable[object] | None = None,
    edge_labels: Iterable[object] | None = None,
) -> GraphCollection:
    """One graph from pairs of node numbers or names.

    Parameters
    ----------
    edges
        Array of shape ``(edges, 2)`` or pairs. Whole numbers give nodes in the order of the numbers; anything
        else is a name, and nodes are numbered in the order of first occurrence.
    num_nodes
        The nodes are 0 up to (not including) this; by default those that occur in an edge.
    directed
        Whether the pairs are arcs.
    node_labels, edge_labels
        One label per node, in the order of the nodes, and one per pair.

    Examples
    --------
    >>> from_edges([("a", "b"), ("b", "c")]).names([0, 1, 2])
    ['a', 'b', 'c']
    >>> from_edges([(0, 1)], num_nodes=5)
    GraphCollection(1 undirected graph, 5 nodes, 1 edges)
    """
    pairs = _as_pairs(edges)
    labels = None if edge_labels is None else encode_labels(edge_labels)
    if labels is not None and len(labels.codes) != len(pairs):
        raise InputError(f"{len(labels.codes)} edge labels for {len(pairs)} edges", remedy="give one per pair")
    numbered, names, nodes = number_nodes(pairs, num_nodes)
    colors = None if node_labels is None else encode_labels(node_labels)
    if colors is not None and len(colors.codes) != nodes:
        raise InputError(f"{len(colors.codes)} node labels for {nodes} nodes", remedy="give one per node")
    return build_collection(
        numbered[:, 0],
        numbered[:, 1],
        nodes=nodes,
        directed=directed,
        edge_labels=labels,
        node_names=names,
        node_labels=colors,
    )


def _as_pairs(edges: ArrayLike | Iterable[tuple[Any, Any]]) -> NDArray[Any]:
    if not hasattr(edges, "__array__") and not isinstance(edges, Iterable):
        raise InputError(f"unsupported type {type(edges).__name__}", remedy="give pairs of nodes")
    try:
        given = edges if hasattr(edges, "__array__") else list(cast("Iterable[Any]", edges))
        pairs = np.asarray(given)
        if pairs.dtype.kind in "US" and isinstance(given, list):  # arrays of text lose NULs at the end of a name
            pairs = np.asarray(given, dtype=object)
    except ValueError as error:
        raise InputError("edges are not pairs", remedy="give an array of shape (edges, 2)") from error
    if pairs.size == 0:
        return np.empty((0, 2), dtype=np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise InputError(f"edges have shape {pairs.shape}", remedy="give an array of shape (edges, 2)")
    return pairs


@validate_arguments
def to_edges(graph: GraphCollection) -> NDArray[np.int32]:
    """Edges as an array of shape ``(edges, 2)`` of node numbers, each edge once.

    Examples
    --------
    >>> to_edges(from_edges([(0, 1), (2, 1)])).tolist()
    [[0, 1], [1, 2]]
    """
    check_collection(graph)
    sources, targets, _ = graph.edges()
    return np.stack([sources, targets], axis=1)


_NEARLY_FULL = 0.9  # share of pairs of nodes with an entry from which fractional entries are weights


@validate_arguments
def from_scipy(
    matrix: Any, *, directed: bool | None = None, edge_labels: bool = False, threshold: float | None = None
) -> GraphCollection:
    """One graph from a square sparse matrix; an entry other than zero is an edge.

    A matrix with entries for nearly all pairs of nodes, some of them negative or fractional, has weights, such as
    correlations, and is refused unless there is a threshold.

    Parameters
    ----------
    matrix
        A SciPy sparse matrix or array.
    directed
        Whether entries are arcs from row to column; by default they are if the matrix is not symmetric.
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
        raise InputError("is not a square sparse matrix", remedy="give an adjacency matrix of scipy.sparse")
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
    reading = None if edge_labels else unused_values(values)
    return build_collection(rows, columns, nodes=nodes, directed=directed, edge_labels=labels, reading=reading)


def unused_values(values: NDArray[Any]) -> Reading | None:
    """What a matrix has besides zeros and ones, which no edge takes."""
    return None if np.isin(values, (0, 1)).all() else Reading("matrix", left_out=("values of entries",))


def check_not_full(rows: Any, columns: Any, values: NDArray[Any], nodes: int, source: str = "") -> None:
    """Refuse entries for nearly all pairs of nodes if some are negative or fractional.

    >>> check_not_full([0, 1, 2], [1, 2, 0], np.array([0.5, 0.5, 0.5]), 3)
    """
    between = (np.asarray(rows) != np.asarray(columns)) & (values != 0)
    weighted = (values.real < 0) | (values.real % 1 != 0)
    if nodes > 2 and between.sum() >= _NEARLY_FULL * nodes * (nodes - 1) and bool((weighted & between).any()):
        raise InputError(
            "has weights for nearly all pairs of nodes",
            source=source,
            remedy=f"give {option_text('threshold')}, the least absolute value of an edge, such as "
            f"{option_text('threshold', 0.5)}",
        )


@validate_arguments
def to_scipy(graph: GraphCollection) -> Any:
    """The adjacency matrix of all graphs together as ``scipy.sparse.csr_array``, with ones for edges.

    Examples
    --------
    >>> import spminer
    >>> to_scipy(spminer.from_edges([(0, 1)])).toarray().tolist()
    [[0, 1], [1, 0]]
    """
    check_collection(graph)
    sparse = import_optional("scipy.sparse", "spminer[graphs]")
    if graph.num_nodes == 0:
        raise UsageError("SciPy supports no matrix of a graph without nodes; check that the graph is not empty")
    ones = np.ones(len(graph.indices), dtype=np.int8)
    shape = (graph.num_nodes, graph.num_nodes)
    return sparse.csr_array((ones, graph.indices.copy(), graph.indptr.copy()), shape=shape)
