"""Converters from and to PyTorch Geometric ``Data`` objects. Reading needs no torch: arrays are used as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.imports import import_optional
from spminer._util.validation import validate_arguments
from spminer.errors import InputError
from spminer.graphs.build import MOST_NODES, build_collection, encode_labels, parse_classes
from spminer.graphs.collection import check_collection, is_several
from spminer.graphs.reading import Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs.build import LabelCodes
    from spminer.graphs.collection import GraphCollection

__all__ = ["from_pyg", "to_pyg"]


@validate_arguments
def from_pyg(graph: Any, *, directed: bool | None = None, one_hot_labels: bool | None = None) -> GraphCollection:
    """Graphs from one PyTorch Geometric ``Data`` or ``Batch`` object or many.

    The collection's ``reading`` says what was taken for direction and labels, and what was left out.

    Parameters
    ----------
    graph : Data, Batch or list of these
        Objects with ``edge_index`` of shape ``(2, edges)``, ``num_nodes`` and perhaps ``x``, ``edge_attr`` and ``y``. A
        ``Batch`` holds several graphs. The classes of graphs are taken from ``y``, if it is one whole number for each.
    directed : bool, optional
        Whether the columns of ``edge_index`` are arcs. By default they are if some are listed one way only; otherwise
        an edge that is listed both ways is one edge.
    one_hot_labels : bool, optional
        Whether node labels are taken from ``x`` and edge labels from ``edge_attr``: the column that is 1. By default
        they are if each row has one 1 and 0 otherwise, in two columns or more, or is one whole number that recurs.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from_pyg(SimpleNamespace(edge_index=np.array([[0, 1], [1, 0]]), num_nodes=3))
    GraphCollection(1 undirected graph, 3 nodes, 1 edges)
    >>> from_pyg(SimpleNamespace(edge_index=np.array([[0], [1]]), num_nodes=3)).reading.direction
    'directed (edges are listed one way)'
    """
    several = [graph] if hasattr(graph, "edge_index") else list(graph) if is_several(graph) else []
    if not several or not all(hasattr(one, "edge_index") for one in several):
        raise InputError("is not a PyG object", remedy="give one torch_geometric.data.Data or several")
    first_node, parts, sizes, classes = 0, [], [], []
    for index, one in enumerate(several):
        edges, nodes = _edges(one, index)
        parts.append(edges + first_node)
        own_sizes = _sizes(one, nodes, edges, index)
        sizes += own_sizes
        classes += _classes(one, len(own_sizes))
        first_node += nodes
    ends = np.concatenate(parts, axis=1)
    offsets = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
    both_ways = _is_symmetric(ends)
    direction = "the caller says so"
    if directed is None:
        directed = not both_ways
        direction = "edges are listed both ways" if both_ways else "edges are listed one way"
    node_labels = None if one_hot_labels is False else _labels(several, "x", first_node)
    if one_hot_labels and node_labels is None:
        raise InputError("the features x of the graphs are not one-hot", remedy="leave one_hot_labels out")
    edge_labels = None if one_hot_labels is False else _labels(several, "edge_attr", ends.shape[1])
    if edge_labels is not None and not directed and both_ways and not _is_symmetric(ends, edge_labels.codes):
        edge_labels = None  # an undirected edge would have two
    taken = {"x": node_labels, "edge_attr": edge_labels, "y": parse_classes(classes)}
    given = [name for name in _attributes(several) if any(_of(one, name) is not None for one in several)]
    return build_collection(
        ends[0].astype(np.int32),
        ends[1].astype(np.int32),
        nodes=first_node,
        directed=directed,
        graph_offsets=offsets,
        node_labels=node_labels,
        edge_labels=edge_labels,
        graph_labels=parse_classes(classes),
        reading=Reading(
            "PyG",
            edges="edge_index",
            direction=f"{'directed' if directed else 'undirected'} ({direction})",
            node_labels="x" if node_labels is not None else "",
            edge_labels="edge_attr" if edge_labels is not None else "",
            left_out=tuple(name for name in given if taken.get(name) is None),
        ),
    )


_NOT_ATTRIBUTES = {"edge_index", "num_nodes", "batch", "ptr"}


def _attributes(several: list[Any]) -> list[str]:
    """All names that the objects have, the usual ones first."""
    names = ["x", "edge_attr", "y", "edge_weight", "pos"]
    for one in several:
        keys = _of(one, "keys")  # a method, and a property before PyG 2.4
        names += (keys() if callable(keys) else keys) or []
    return [name for name in dict.fromkeys(names) if name not in _NOT_ATTRIBUTES]


def _of(graph: Any, name: str) -> Any:
    return getattr(graph, name, None)


def _sizes(graph: Any, nodes: int, edges: NDArray[np.int64], index: int) -> list[int]:
    """Nodes of each graph of a batch, or of the one graph."""
    if _of(graph, "batch") is None:
        return [nodes]
    batch = np.asarray(graph.batch)
    if batch.shape != (nodes,) or batch.dtype.kind not in "iu" or (np.diff(batch) < 0).any() or (batch < 0).any():
        raise InputError(f"batch of graph {index} is invalid", remedy="list the nodes graph by graph")
    if (batch[edges[0]] != batch[edges[1]]).any():
        raise InputError(f"an edge of graph {index} joins two graphs of its batch", remedy="correct batch")
    ends = _of(graph, "ptr")
    least = 0 if ends is None else len(ends) - 1
    counted: list[int] = np.bincount(batch, minlength=max(least, 1)).tolist()
    return counted


def _classes(graph: Any, graphs: int) -> list[int | None]:
    values = np.asarray(_of(graph, "y"))
    if values.size != graphs or values.dtype.kind not in "iub":
        return [None] * graphs
    return [int(value) for value in values.ravel()]


def _edges(graph: Any, index: int) -> tuple[NDArray[np.int64], int]:
    edges = np.asarray(graph.edge_index)
    if edges.ndim != 2 or edges.shape[0] != 2 or (edges.size and edges.dtype.kind not in "iu"):
        reason = f"edge_index of graph {index} has shape {edges.shape} and type {edges.dtype}"
        raise InputError(reason, remedy="it must be whole numbers of shape (2, edges)")
    needed = int(edges.max()) + 1 if edges.size else 0
    declared = getattr(graph, "num_nodes", None)
    nodes = needed if declared is None else int(declared)
    if needed > nodes or nodes > MOST_NODES or (edges.size and int(edges.min()) < 0):
        raise InputError(f"edge_index of graph {index} has nodes beyond its {nodes}", remedy="correct num_nodes")
    return edges.astype(np.int64), nodes


def _is_symmetric(ends: NDArray[np.int64], codes: NDArray[np.int32] | None = None) -> bool:
    """Whether each edge is listed both ways, under the same label if there are labels."""
    labels = np.zeros((0, ends.shape[1]), np.int64) if codes is None else codes[None, :]
    there, back = (np.unique(np.concatenate([rows, labels]), axis=1) for rows in (ends, ends[::-1]))
    return np.array_equal(there, back)


def _labels(several: list[Any], name: str, count: int) -> LabelCodes | None:
    """Labels of an attribute with one-hot rows, or with one whole number each that recurs; else ``None``."""
    arrays = [np.asarray(_of(graph, name)) for graph in several if _of(graph, name) is not None]
    if len(arrays) != len(several) or not count:
        return None
    arrays = [array[:, None] if array.ndim == 1 else array for array in arrays]
    if any(array.ndim != 2 or array.shape[1] != arrays[0].shape[1] for array in arrays):
        return None
    values = np.concatenate(arrays)
    if len(values) != count or values.dtype.kind not in "iufb":
        return None
    if values.shape[1] == 1:
        recurs = values.dtype.kind in "iu" and len(np.unique(values)) < len(values)
        return encode_labels(values.ravel().tolist()) if recurs else None
    if not (np.isin(values, (0, 1)).all() and (values.sum(axis=1) == 1).all()):
        return None
    return encode_labels(values.argmax(axis=1).tolist())


@validate_arguments
def to_pyg(graph: GraphCollection) -> list[Any]:
    """Each graph as a ``torch_geometric.data.Data``; node labels become one-hot features ``x``, classes ``y``.

    An undirected edge is listed both ways, as PyG expects.
    """
    check_collection(graph)
    torch = import_optional("torch", "torch")
    data = import_optional("torch_geometric.data", "torch_geometric")
    result = []
    for one in graph:
        rows = np.repeat(np.arange(one.num_nodes), np.diff(one.indptr))
        edge_index = torch.from_numpy(np.stack([rows, one.indices.astype(np.int64)]))
        item = data.Data(edge_index=edge_index, num_nodes=one.num_nodes)
        if one.node_labels is not None:
            hot = np.eye(len(one.node_label_names), dtype=np.float32)[one.node_labels]
            item.x = torch.from_numpy(hot)
        if one.graph_labels is not None:
            item.y = torch.from_numpy(one.graph_labels.copy())
        result.append(item)
    return result
