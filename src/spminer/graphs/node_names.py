"""Nodes by the user's names, and the names of their graphs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.text import did_you_mean
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = ["find_nodes", "graph_names_of"]

_WHOLE = re.compile(r"-?[1-9][0-9]{0,18}|0")
_MOST_COMPARED = 100_000  # names that a mistyped one is compared with


def find_nodes(graphs: GraphCollection, names: Sequence[str]) -> NDArray[np.int32]:
    """The nodes with these names in all graphs, in the order of the names.

    >>> import spminer
    >>> find_nodes(spminer.from_edges([("anna", "bela"), ("bela", "cleo")]), ["cleo", "anna"])
    array([2, 0], dtype=int32)
    """
    if not isinstance(names, Iterable):
        raise UsageError(f"nodes are names of nodes, not {names!r:.100}")
    found = [_nodes_named(graphs, str(name)) for name in dict.fromkeys(names)]
    if not found:
        raise UsageError("the list of nodes is empty; name at least one, or leave nodes out for all")
    return np.concatenate(found)


def _nodes_named(graphs: GraphCollection, name: str) -> NDArray[np.int32]:
    names = graphs.node_names
    if names is not None and names.dtype == object:
        found = np.flatnonzero(np.array([str(one) == name for one in names], dtype=bool))
    else:
        number = int(name) if _WHOLE.fullmatch(name) else None
        values = np.arange(graphs.num_nodes) if names is None else names
        found = np.flatnonzero(values == number) if number is not None else np.empty(0, dtype=np.int64)
    if not len(found):
        known = graphs.names(range(min(graphs.num_nodes, _MOST_COMPARED)))
        raise UsageError(f"no node {name!r}" + did_you_mean(name, known, otherwise="; give the name as in the graph"))
    return found.astype(np.int32)


def graph_names_of(graphs: GraphCollection, nodes: NDArray[np.int32]) -> tuple[str, ...] | None:
    """The name or number of each node's graph; ``None`` if there is only one graph.

    >>> import networkx as nx
    >>> import spminer
    >>> graph_names_of(spminer.from_networkx([nx.path_graph(2), nx.path_graph(2)]), np.array([0, 3], dtype=np.int32))
    ('0', '1')
    """
    if graphs.num_graphs == 1:
        return None
    index = np.searchsorted(graphs.graph_offsets, nodes, side="right") - 1
    return tuple(str(i) if graphs.graph_names is None else graphs.graph_names[i] for i in index.tolist())
