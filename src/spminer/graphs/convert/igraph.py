"""Converters from and to igraph graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spminer._util.imports import import_optional
from spminer._util.validation import validate_arguments
from spminer.errors import InputError
from spminer.graphs.builder import FEWEST_NAMED, GraphBuilder
from spminer.graphs.collection import check_collection, is_several
from spminer.graphs.options import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer.graphs.collection import GraphCollection

__all__ = ["from_igraph", "to_igraph"]


@validate_arguments
def from_igraph(
    graph: Any, *, node_label: str | None = None, edge_label: str | None = None, graph_label: str = "label"
) -> GraphCollection:
    """Graphs from one igraph graph or many; the vertex attribute ``name`` gives names if no two are alike.

    Parameters
    ----------
    graph
        An ``igraph.Graph``, or several.
    node_label, edge_label
        Attributes to take labels from; by default ``label``, if the graphs have it. Labels of vertices that are all
        different are names if there are ten or more, unless they were asked for.
    graph_label
        Attribute to take the classes of graphs from, if all graphs have it and it is a whole number.

    Examples
    --------
    >>> import igraph
    >>> from_igraph(igraph.Graph.Ring(5))
    GraphCollection(1 undirected graph, 5 nodes, 5 edges)
    """
    several = list(graph) if is_several(graph) and not hasattr(graph, "vs") else [graph]
    if not several or not all(hasattr(one, "vs") for one in several):
        raise InputError("is not an igraph graph", remedy="give one igraph.Graph or several")
    directions = {bool(one.is_directed()) for one in several}
    if len(directions) > 1:
        raise InputError(
            "mixes directed and undirected graphs", remedy="convert them with as_directed or as_undirected"
        )
    collected = GraphBuilder(
        ReadOptions(label=node_label, edge_label=edge_label), "igraph graph", min_named_nodes=FEWEST_NAMED
    )
    for one in several:
        given = one.vs["name"] if "name" in one.vs.attributes() else [None]
        named = None not in given and len({str(name) for name in given}) == one.vcount()
        names = [str(name) for name in (given if named else range(one.vcount()))]
        for name, data in zip(names, _attributes(one.vs, *(["name"] if named else [])), strict=True):
            collected.add_node(name, data)
        for (u, v), data in zip(one.get_edgelist(), _attributes(one.es), strict=True):
            collected.add_edge(names[u], names[v], data)
        collected.end_graph(label=one[graph_label] if graph_label in one.attributes() else None)
    return collected.build(directions.pop(), stated_by="the graph is so")


def _attributes(sequence: Any, *others: str) -> Iterator[dict[str, Any]]:
    keys = [key for key in sequence.attributes() if key not in others]
    columns = [sequence[key] for key in keys]
    return (
        (dict(zip(keys, values, strict=True)) for values in zip(*columns, strict=True))
        if keys
        else ({} for _ in range(len(sequence)))
    )


@validate_arguments
def to_igraph(graph: GraphCollection) -> list[Any]:
    """Each graph as an ``igraph.Graph`` with the attributes ``name`` and ``label``.

    Examples
    --------
    >>> import spminer
    >>> [graph] = to_igraph(spminer.from_edges([("a", "b")]))
    >>> graph.vs["name"]
    ['a', 'b']
    """
    check_collection(graph)
    igraph = import_optional("igraph", "igraph")
    return [_to_one(igraph, one) for one in graph]


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
