"""A glimpse of a graph: the census of a small part of it, whose counts the whole cannot have fewer of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = ["glimpse"]

_NODES = 300
_PER_NODE = 12  # neighbors followed from each, so that a hub does not fill the part


def glimpse(graphs: GraphCollection, size: int) -> _core.CensusResult:
    """The census of a plain graph of up to 300 nodes around the one that has most neighbors: a matter of milliseconds.

    What is induced in an induced part is induced in the whole, so that every number of it is a lower bound.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> [orbit.graph_frequency for orbit in glimpse(example(), 3).orbits]  # all of it, since it is small
    [393, 393, 45]
    """
    nodes = _around_the_hub(graphs)
    place = np.full(graphs.num_nodes, -1, dtype=np.int32)
    place[nodes] = np.arange(len(nodes), dtype=np.int32)
    rows = [place[graphs.indices[graphs.indptr[u] : graphs.indptr[u + 1]]] for u in nodes]
    rows = [row[row >= 0] for row in rows]  # nodes are ascending, and so are their places
    indptr = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    indices = np.concatenate(rows, dtype=np.int32) if rows else np.empty(0, dtype=np.int32)
    return _core.census(_core.Target(indptr, indices), _core.Control(), size=size, threads=1)


def _around_the_hub(graphs: GraphCollection) -> NDArray[np.int64]:
    """Nodes met first from the node with most neighbors, ascending."""
    if not graphs.num_nodes:
        return np.empty(0, dtype=np.int64)
    found = {int(np.diff(graphs.indptr).argmax()): None}
    for node in (queue := list(found)):
        row = graphs.indices[graphs.indptr[node] : graphs.indptr[node + 1]]
        fresh = [other for other in row[: _PER_NODE + _NODES].tolist() if other not in found][:_PER_NODE]
        found.update(dict.fromkeys(fresh))
        queue += fresh
        if len(found) >= _NODES:
            break
    return np.sort(np.fromiter(found, dtype=np.int64))
