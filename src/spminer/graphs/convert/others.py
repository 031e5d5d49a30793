"""Converters from graphs of rustworkx, DGL and graph-tool, whose objects are used without importing the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError
from spminer.graphs.builder import FEWEST_NAMED, GraphBuilder
from spminer.graphs.options import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.graphs.collection import GraphCollection

__all__ = ["from_dgl", "from_graph_tool", "from_rustworkx"]


def from_rustworkx(graphs: Iterable[Any]) -> GraphCollection:
    """Graphs of rustworkx; payloads are names or labels (texts) or attributes (a ``dict``).

    >>> import rustworkx
    >>> from_rustworkx([rustworkx.generators.path_graph(3)])
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    """
    several = list(graphs)
    collected = GraphBuilder(ReadOptions(), "rustworkx graph", min_named_nodes=FEWEST_NAMED)
    for graph in several:
        places = list(graph.node_indices())
        payloads = [graph.get_node_data(place) for place in places]
        texts = all(isinstance(payload, str) for payload in payloads) and len(set(payloads)) == len(payloads)
        names = dict(zip(places, payloads if texts else map(str, places), strict=True))
        for place, payload in zip(places, payloads, strict=True):
            collected.add_node(names[place], payload if isinstance(payload, dict) else {})
        for source, target, payload in graph.weighted_edge_list():
            key = "label" if isinstance(payload, str) else "weight"
            attributes = payload if isinstance(payload, dict) else {key: payload}
            collected.add_edge(names[source], names[target], attributes)
        collected.end_graph()
    directions = {"Di" in type(graph).__name__ or "DAG" in type(graph).__name__ for graph in several}
    return collected.build(_one_direction(directions), stated_by="the graph is so")


def from_dgl(graphs: Iterable[Any]) -> GraphCollection:
    """Graphs of DGL, which lists an undirected edge both ways; ``ndata["label"]`` are node labels if whole numbers."""
    several = list(graphs)
    collected = GraphBuilder(ReadOptions(names=False), "DGL graph")
    directions = set()
    for graph in several:
        if not getattr(graph, "is_homogeneous", True):
            raise InputError(
                "the graph has several types of nodes or edges", remedy="convert it with dgl.to_homogeneous"
            )
        sources, targets = (np.asarray(ends).tolist() for ends in graph.edges()[:2])
        labels = _whole_numbers(getattr(graph, "ndata", {}), graph.num_nodes())
        for node in range(graph.num_nodes()):
            given = {key: "" for key in getattr(graph, "ndata", {}) if key != "label"}
            collected.add_node(str(node), given if labels is None else {**given, "label": labels[node]})
        arcs = set(zip(sources, targets, strict=True))
        directions.add(any((v, u) not in arcs for u, v in arcs))
        for source, target in zip(sources, targets, strict=True):
            collected.add_edge(str(source), str(target), dict.fromkeys(getattr(graph, "edata", {}), ""))
        collected.end_graph()
    return collected.build(
        True in directions, stated_by=f"arcs are {'not ' if True in directions else ''}all both ways"
    )


def _whole_numbers(data: Any, nodes: int) -> list[int] | None:
    values = np.asarray(data["label"]) if "label" in data else np.empty(0)
    return [int(value) for value in values] if values.shape == (nodes,) and values.dtype.kind in "iu" else None


def from_graph_tool(graphs: Iterable[Any]) -> GraphCollection:
    """Graphs of graph-tool; the vertex property ``name`` gives names, the property ``label`` labels."""
    several = list(graphs)
    collected = GraphBuilder(ReadOptions(), "graph-tool graph", min_named_nodes=FEWEST_NAMED)
    for graph in several:
        vertices = [int(vertex) for vertex in graph.get_vertices()]
        given = [str(graph.vp["name"][vertex]) for vertex in vertices] if "name" in graph.vp else []
        unique = bool(given) and len(set(given)) == len(given)
        names = dict(zip(vertices, given if unique else map(str, vertices), strict=True))
        for vertex in vertices:
            others = {key: str(values[vertex]) for key, values in graph.vp.items() if key != "name" or not unique}
            collected.add_node(names[vertex], others)
        for edge in graph.edges():
            attributes = {key: str(values[edge]) for key, values in graph.ep.items()}
            collected.add_edge(names[int(edge.source())], names[int(edge.target())], attributes)
        collected.end_graph()
    return collected.build(_one_direction({bool(g.is_directed()) for g in several}), stated_by="the graph is so")


def _one_direction(directions: set[bool]) -> bool:
    if len(directions) > 1:
        raise InputError("mixes directed and undirected graphs", remedy="read them separately")
    return directions.pop() if directions else False
