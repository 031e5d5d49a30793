"""Surroundings of a motif's examples in the target, small enough to be kept with the result and drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = ["MOST_NODES", "Surroundings", "Vicinity"]

MOST_NODES = 30


@dataclass(frozen=True, slots=True)
class Surroundings:
    """An example with the nodes next to it.

    Attributes
    ----------
    neighbors
        The user's names of nodes next to the example, those with most edges to it first.
    edges
        All edges among the example and these neighbors. Numbers below the size of the pattern are the nodes of the
        example, in its order; the neighbors follow.
    hidden
        How many further neighbors there are.
    graph
        The graph of the collection that the example is in, if there are several.
    """

    neighbors: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    hidden: int = 0
    graph: str | None = None


class Vicinity:
    """Looks around in a target.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "d"), ("b", "d"), ("d", "e")])
    >>> Vicinity(graphs).around([0, 1])
    Surroundings(neighbors=('c', 'd'), edges=((0, 1), (1, 2), (1, 3), (2, 3)), hidden=0, graph=None)
    """

    def __init__(self, graphs: GraphCollection) -> None:
        self._graphs = graphs

    def around(self, nodes: Sequence[int] | NDArray[np.integer], *, most: int = MOST_NODES) -> Surroundings:
        """What is within one step of these nodes, up to ``most`` nodes in all."""
        example = np.asarray(nodes, dtype=np.int64)
        beside, links = np.unique(np.concatenate([self._neighbors(node) for node in example]), return_counts=True)
        outside = ~np.isin(beside, example)
        beside, links = beside[outside], links[outside]
        kept = beside[np.argsort(-links, kind="stable")][: max(most - len(example), 0)]
        return Surroundings(
            neighbors=tuple(self._graphs.names(kept)),
            edges=self._edges_among(np.concatenate([example, kept])),
            hidden=len(beside) - len(kept),
            graph=self._graph_name(int(example[0])),
        )

    def _neighbors(self, node: int) -> NDArray[np.int64]:
        """The nodes that a node is joined to, whatever the direction; those joined both ways stand twice."""
        rows = [_row(self._graphs.indptr, self._graphs.indices, node)]
        if self._graphs.directed:
            rows.append(_row(*self._reversed, node))
        return np.concatenate(rows).astype(np.int64)

    @cached_property
    def _reversed(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """CSR of the arcs turned round."""
        sources, targets, _ = self._graphs.edges()
        ends = np.cumsum(np.bincount(targets, minlength=self._graphs.num_nodes))
        return np.concatenate([[0], ends]), sources[np.argsort(targets, kind="stable")]

    def _edges_among(self, nodes: NDArray[np.int64]) -> tuple[tuple[int, int], ...]:
        edges = []
        for index, node in enumerate(nodes):
            row = _row(self._graphs.indptr, self._graphs.indices, node)  # sorted, and maybe that of a hub
            found = np.searchsorted(row, nodes)
            joined = row[np.minimum(found, len(row) - 1)] == nodes if len(row) else np.zeros(len(nodes), dtype=bool)
            others = np.flatnonzero(joined).tolist()
            edges += [(index, other) for other in others if self._graphs.directed or index < other]
        return tuple(edges)

    def _graph_name(self, node: int) -> str | None:
        graphs = self._graphs
        if graphs.num_graphs == 1:
            return None
        index = graphs.graph_of(node)
        return str(index) if graphs.graph_names is None else graphs.graph_names[index]


def _row(indptr: NDArray[np.int64], indices: NDArray[np.int32], node: int) -> NDArray[np.int32]:
    return indices[indptr[node] : indptr[node + 1]]
