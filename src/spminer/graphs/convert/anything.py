"""Converter of whatever stands for graphs, by what it looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spminer.errors import InputError
from spminer.graphs.collection import GraphCollection
from spminer.graphs.concat import join
from spminer.graphs.convert.igraph import from_igraph
from spminer.graphs.convert.networkx import from_networkx
from spminer.graphs.convert.pyg import from_pyg

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["as_collection"]

# The attribute that gives away a graph of each library.
_CONVERTERS: dict[str, Callable[[list[Any]], GraphCollection]] = {
    "adj": from_networkx,
    "vs": from_igraph,
    "edge_index": from_pyg,
}


def as_collection(graphs: Any) -> GraphCollection:
    """A collection from itself, or from a list of collections, networkx graphs, igraph graphs or PyG objects.

    Examples
    --------
    >>> import networkx as nx
    >>> as_collection([nx.path_graph(3), nx.cycle_graph(4)])
    GraphCollection(2 undirected graphs, 7 nodes, 6 edges)
    >>> as_collection([nx.path_graph(3), 5])
    Traceback (most recent call last):
    spminer.errors.InputError: item 1 of the list is no graph; give ... networkx, igraph or PyG, not a mix
    """
    if isinstance(graphs, GraphCollection):
        return graphs
    several = _listed(graphs)
    if not several:
        raise InputError("the list has no graphs", remedy="give at least one")
    kinds = [_kind(graph) for graph in several]
    for position, kind in enumerate(kinds):
        if not kind or kind != kinds[0]:
            raise InputError(
                f"item {position} of the list is {'another kind of' if kind else 'no'} graph",
                remedy="give a GraphCollection, or a list of graphs of networkx, igraph or PyG, not a mix",
            )
    return join(several) if kinds[0] == "collection" else _CONVERTERS[kinds[0]](several)


def _listed(graphs: Any) -> list[Any]:
    if _kind(graphs):
        return [graphs]
    try:
        return list(graphs)
    except TypeError:
        raise InputError(f"{type(graphs).__name__} is no list of graphs", remedy="give a GraphCollection") from None


def _kind(graph: Any) -> str:
    """What tells how to convert a graph; empty if nothing does."""
    if isinstance(graph, GraphCollection):
        return "collection"
    return next((mark for mark in _CONVERTERS if hasattr(graph, mark)), "")
