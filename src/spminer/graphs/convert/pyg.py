"""Converters from and to PyTorch Geometric ``Data`` objects; reading needs no torch, only the shape matters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError
from spminer.graphs.assemble import MOST_NODES, build, class_numbers, encode_labels
from spminer.running.libraries import import_library

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs.assemble import Labels
    from spminer.graphs.collection import GraphCollection

__all__ = ["from_pyg", "to_pyg"]


def from_pyg(graphs: Any, *, directed: bool = False, one_hot_labels: bool = False) -> GraphCollection:
    """Graphs from one PyTorch Geometric ``Data`` object or many.

    Parameters
    ----------
    graphs
        Objects with ``edge_index`` of shape ``(2, edges)``, ``num_nodes`` and perhaps ``x`` and ``y``. The classes of
        graphs are taken from ``y``, if it is one whole number in each.
    directed
        Whether the columns of ``edge_index`` are arcs; by default an edge listed both ways is one edge.
    one_hot_labels
        Take node labels from ``x``: the column that is 1.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from_pyg(SimpleNamespace(edge_index=np.array([[0, 1], [1, 0]]), num_nodes=3))
    GraphCollection(1 undirected graph, 3 nodes, 1 edges)
    """
    several = [graphs] if hasattr(graphs, "edge_index") else list(graphs) if isinstance(graphs, Iterable) else []
    if not several or not all(hasattr(graph, "edge_index") for graph in several):
        raise InputError("is no PyG object", remedy="give one torch_geometric.data.Data or several")
    offsets = np.zeros(len(several) + 1, dtype=np.int64)
    parts = []
    for index, graph in enumerate(several):
        edges, nodes = _edges(graph, index)
        parts.append(edges + offsets[index])
        offsets[index + 1] = offsets[index] + nodes
    ends = np.concatenate(parts, axis=1)
    return build(
        ends[0].astype(np.int32),
        ends[1].astype(np.int32),
        nodes=int(offsets[-1]),
        directed=directed,
        graph_offsets=offsets,
        node_labels=_one_hot(several) if one_hot_labels else None,
        graph_labels=class_numbers([_class(graph) for graph in several]),
    )


def _class(graph: Any) -> int | None:
    value = np.asarray(getattr(graph, "y", None))
    return int(value.item()) if value.size == 1 and value.dtype.kind in "iub" else None


def _edges(graph: Any, index: int) -> tuple[NDArray[np.int64], int]:
    edges = np.asarray(graph.edge_index)
    if edges.ndim != 2 or edges.shape[0] != 2 or (edges.size and edges.dtype.kind not in "iu"):
        reason = f"edge_index of graph {index} has shape {edges.shape} and type {edges.dtype}"
        raise InputError(reason, remedy="it must be whole numbers of shape (2, edges)")
    needed = int(edges.max()) + 1 if edges.size else 0
    declared = getattr(graph, "num_nodes", None)
    nodes = needed if declared is None else int(declared)
    if needed > nodes or nodes > MOST_NODES or (edges.size and int(edges.min()) < 0):
        raise InputError(f"edge_index of graph {index} goes beyond its {nodes} nodes", remedy="correct num_nodes")
    return edges.astype(np.int64), nodes


def _one_hot(several: list[Any]) -> Labels:
    rows = [np.asarray(graph.x) for graph in several if getattr(graph, "x", None) is not None]
    if len(rows) != len(several) or any(row.ndim != 2 for row in rows):
        raise InputError("not every graph has features x", remedy="leave one_hot_labels out")
    features = np.concatenate(rows)
    if not (np.isin(features, (0, 1)).all() and (features.sum(axis=1) == 1).all()):
        raise InputError("features x are not one-hot", remedy="leave one_hot_labels out")
    return encode_labels(features.argmax(axis=1).tolist())


def to_pyg(graphs: GraphCollection) -> list[Any]:
    """Each graph as a ``torch_geometric.data.Data``; node labels become one-hot features ``x``, classes ``y``.

    An undirected edge is listed both ways, as PyG has it.
    """
    torch = import_library("torch", "torch")
    data = import_library("torch_geometric.data", "torch_geometric")
    result = []
    for graph in graphs:
        rows = np.repeat(np.arange(graph.num_nodes), np.diff(graph.indptr))
        edge_index = torch.from_numpy(np.stack([rows, graph.indices.astype(np.int64)]))
        item = data.Data(edge_index=edge_index, num_nodes=graph.num_nodes)
        if graph.node_labels is not None:
            hot = np.eye(len(graph.node_label_names), dtype=np.float32)[graph.node_labels]
            item.x = torch.from_numpy(hot)
        if graph.graph_labels is not None:
            item.y = torch.from_numpy(graph.graph_labels.copy())
        result.append(item)
    return result
