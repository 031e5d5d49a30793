"""Converters from and to igraph graphs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from spminer.errors import InputError
from spminer.graphs.builder import GraphSetBuilder
from spminer.running.libraries import import_library

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection

__all__ = ["from_igraph", "to_igraph"]


def from_igraph(
    graphs: Any, *, node_label: str = "label", edge_label: str = "label", graph_label: str = "label"
) -> GraphCollection:
    """Graphs from one igraph graph or many; the vertex attribute ``name`` gives names where there is one.

    Parameters
    ----------
    graphs
        An ``igraph.Graph``, or several.
    node_label, edge_label
        Attributes to take labels from, if the graphs have them.
    graph_label
        Attribute to take the classes of graphs from, if all graphs have it and it is a whole number.

    Examples
    --------
    >>> import igraph
    >>> from_igraph(igraph.Graph.Ring(5))
    GraphCollection(1 undirected graph, 5 nodes, 5 edges)
    """
    several = list(graphs) if isinstance(graphs, Iterable) and not hasattr(graphs, "vs") else [graphs]
    if not several or not all(hasattr(graph, "vs") for graph in several):
        raise InputError("is no igraph graph", remedy="give one igraph.Graph or several")
    directions = {bool(graph.is_directed()) for graph in several}
    if len(directions) > 1:
        raise InputError("graphs mix directions", remedy="convert them with as_directed or as_undirected")
    builder = GraphSetBuilder()
    for graph in several:
        names = _attribute(graph.vs, "name") or [str(node) for node in range(graph.vcount())]
        for name, label in zip(names, _attribute(graph.vs, node_label) or [None] * len(names), strict=True):
            builder.add_node(str(name), label)
        edges = graph.get_edgelist()
        for (u, v), label in zip(edges, _attribute(graph.es, edge_label) or [None] * len(edges), strict=True):
            builder.add_edge(str(names[u]), str(names[v]), label)
        builder.end_graph(label=graph[graph_label] if graph_label in graph.attributes() else None)
    return builder.build(directed=directions.pop())


def _attribute(sequence: Any, attribute: str) -> list[str | None]:
    if attribute not in sequence.attributes():
        return []
    return [None if value is None else str(value) for value in sequence[attribute]]


def to_igraph(graphs: GraphCollection) -> list[Any]:
    """Each graph as an ``igraph.Graph`` with the attributes ``name`` and ``label``.

    Examples
    --------
    >>> import spminer
    >>> [graph] = to_igraph(spminer.from_edges([("a", "b")]))
    >>> graph.vs["name"]
    ['a', 'b']
    """
    igraph = import_library("igraph", "igraph")
    return [_to_one(igraph, graph) for graph in graphs]


def _to_one(igraph: Any, graph: GraphCollection) -> Any:
    sources, targets, codes = graph.edges()
    pairs = list(zip(sources.tolist(), targets.tolist(), strict=True))
    result = igraph.Graph(n=graph.num_nodes, edges=pairs, directed=graph.directed)
    result.vs["name"] = graph.names(range(graph.num_nodes))
    if graph.graph_labels is not None:
        result["label"] = int(graph.graph_labels[0])
    if graph.node_labels is not None:
        result.vs["label"] = [graph.node_label_names[code] for code in graph.node_labels]
    if codes is not None:
        result.es["label"] = [graph.edge_label_names[code] for code in codes]
    return result
