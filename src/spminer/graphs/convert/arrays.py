"""Converters from and to NumPy edge arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from spminer.errors import InputError
from spminer.graphs.assemble import build, encode_labels
from spminer.graphs.tables.numbering import number_nodes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from spminer.graphs.collection import GraphCollection

__all__ = ["from_edges", "to_edges"]


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
        Array of shape ``(edges, 2)`` or pairs. Whole numbers give nodes in the order of the numbers, anything
        else is taken as names, whose nodes come in the order of first sight.
    num_nodes
        The nodes are 0 up to (not including) this; by default they are those that occur in an edge.
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
    return build(
        numbered[:, 0],
        numbered[:, 1],
        nodes=nodes,
        directed=directed,
        edge_labels=labels,
        node_names=names,
        node_labels=colors,
    )


def _as_pairs(edges: ArrayLike | Iterable[tuple[Any, Any]]) -> NDArray[Any]:
    try:
        given = edges if hasattr(edges, "__array__") else list(cast("Iterable[Any]", edges))
        pairs = np.asarray(given)
        if pairs.dtype.kind in "US" and isinstance(given, list):  # arrays of text forget NULs at the end of a name
            pairs = np.asarray(given, dtype=object)
    except ValueError as error:
        raise InputError("edges are not pairs", remedy="give an array of shape (edges, 2)") from error
    if pairs.size == 0:
        return np.empty((0, 2), dtype=np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise InputError(f"edges have shape {pairs.shape}", remedy="give an array of shape (edges, 2)")
    return pairs


def to_edges(graphs: GraphCollection) -> NDArray[np.int32]:
    """Edges as an array of shape ``(edges, 2)`` of node numbers, each edge once.

    Examples
    --------
    >>> to_edges(from_edges([(0, 1), (2, 1)])).tolist()
    [[0, 1], [1, 2]]
    """
    sources, targets, _ = graphs.edges()
    return np.stack([sources, targets], axis=1)
