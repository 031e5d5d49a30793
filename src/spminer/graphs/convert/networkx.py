"""Converters from and to networkx graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spminer._util.imports import import_optional
from spminer._util.validation import validate_arguments
from spminer.errors import InputError
from spminer.graphs.builder import FEWEST_NAMED, GraphBuilder
from spminer.graphs.collection import check_collection, is_several
from spminer.graphs.options import ReadOptions, ask_direction

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection

__all__ = ["from_networkx", "to_networkx"]


@validate_arguments
def from_networkx(
    graph: Any,
    *,
    node_label: str | None = None,
    edge_label: str | None = None,
    graph_label: str = "label",
    directed: bool | None = None,
) -> GraphCollection:
    """Graphs from one networkx graph or many.

    Parameters
    ----------
    graph
        A networkx graph of any kind, or several. Node objects become names by ``str``.
    node_label, edge_label
        Attributes to take labels from; by default ``label``, where nodes or edges have it. Labels of nodes that are all
        different are names if there are ten or more, unless they were asked for.
    graph_label
        Attribute to take the classes of graphs from, if all graphs have it and it is a whole number.
    directed
        Whether edges have a direction; by default as the graphs do.

    Examples
    --------
    >>> import networkx as nx
    >>> from_networkx([nx.path_graph(3), nx.cycle_graph(4)])
    GraphCollection(2 undirected graphs, 7 nodes, 6 edges)
    """
    several = list(graph) if is_several(graph) and not hasattr(graph, "adj") else [graph]
    if not several or not all(hasattr(one, "adj") and not isinstance(one, type) for one in several):
        raise InputError("is not a networkx graph", remedy="give one networkx graph or several")
    directions = {bool(one.is_directed()) for one in several}
    if len(directions) > 1 and directed is None:
        raise InputError("mixes directed and undirected graphs", remedy=ask_direction())
    options = ReadOptions(directed=directed, label=node_label, edge_label=edge_label)
    collected = GraphBuilder(options, "networkx graph", min_named_nodes=FEWEST_NAMED)
    for one in several:
        for node, data in one.nodes(data=True):
            collected.add_node(str(node), data)
        for source, target, data in one.edges(data=True):
            collected.add_edge(str(source), str(target), data)
        collected.end_graph(str(getattr(one, "name", "") or ""), one.graph.get(graph_label))
    return collected.build(True in directions, stated_by="the graph is so")


@validate_arguments
def to_networkx(graph: GraphCollection) -> list[Any]:
    """Each graph as a ``networkx.Graph`` or ``DiGraph``; labels and classes are in the attribute ``label``.

    Node names that are numbers become ``int``, others ``str``.

    Examples
    --------
    >>> import spminer
    >>> [graph] = to_networkx(spminer.from_edges([("a", "b")]))
    >>> sorted(graph.nodes)
    ['a', 'b']
    """
    check_collection(graph)
    nx = import_optional("networkx", "spminer[graphs]")
    return [_to_one(nx, one) for one in graph]


def _to_one(nx: Any, graph: GraphCollection) -> Any:
    result = nx.DiGraph() if graph.directed else nx.Graph()
    if graph.graph_names is not None:
        result.name = graph.graph_names[0]
    if graph.graph_labels is not None:
        result.graph["label"] = int(graph.graph_labels[0])
    names = range(graph.num_nodes) if graph.node_names is None else graph.node_names.tolist()
    if graph.node_labels is None:
        result.add_nodes_from(names)
    else:
        labels = (graph.node_label_names[code] for code in graph.node_labels)
        result.add_nodes_from((name, {"label": label}) for name, label in zip(names, labels, strict=True))
    sources, targets, codes = graph.edges()
    pairs = [(names[u], names[v]) for u, v in zip(sources.tolist(), targets.tolist(), strict=True)]
    if codes is None:
        result.add_edges_from(pairs)
    else:
        marks = (graph.edge_label_names[code] for code in codes)
        result.add_edges_from((u, v, {"label": label}) for (u, v), label in zip(pairs, marks, strict=True))
    return result
