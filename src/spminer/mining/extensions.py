"""Extensions of a pattern: the patterns that are one step larger.

A node-induced pattern is extended by one node with all its edges. There may be as many ways as subsets of its nodes, so
those that occur are read off given occurrences: the neighbors of all their nodes are grouped by how they are joined.
An edge-induced pattern is extended by one edge, between two of its nodes or to a new one. These are few, and all that
the labels of the target allow are listed.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spminer._util.arrays import ranges
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = ["Extender"]

_LINKS_AT_ONCE = 200_000  # neighbors of occurrences in one array operation, which bounds the memory


class _Links(NamedTuple):
    """Neighbors of every node, whatever the direction, each with a code for the edges of the pair."""

    indptr: NDArray[np.int64]
    neighbors: NDArray[np.int32]
    codes: NDArray[np.int64]


class _NewEdge(NamedTuple):
    """An edge of an extension; the label is ``None`` where there are none."""

    ends: tuple[int, int]
    label: str | None


class Extender:
    """Extends patterns of a target.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)])
    >>> edge, extender = spminer.Pattern.parse("0-1@0"), Extender(graphs)
    >>> [str(found) for found in extender.by_node(edge, np.array([[0, 1], [0, 2]]))]
    ['0-1,0-2,1-2@0', '0-1,1-2@0']
    >>> [str(found) for found in extender.by_edge(edge)]
    ['0-1,0-2@0', '0-1,1-2@0']
    """

    def __init__(self, graphs: GraphCollection) -> None:
        self._graphs = graphs

    def links(self, rows: NDArray[np.int32]) -> NDArray[np.int64]:
        """Number of neighbors of the nodes of each occurrence, the work of :meth:`by_node`."""
        starts = self._links.indptr
        return np.asarray((starts[rows + 1] - starts[rows]).sum(axis=1))

    def by_node(self, pattern: Pattern, rows: NDArray[np.int32]) -> list[Pattern]:
        """Extensions by a node that occurrences (rows in the order of the pattern) show, commonest first."""
        shown: Counter[tuple[int, ...]] = Counter()
        for part in self._parts(rows):
            signatures, counts = self._signatures(part)
            shown.update(dict(zip(map(tuple, signatures.tolist()), counts.tolist(), strict=True)))
        found: Counter[Pattern] = Counter()
        for signature, count in shown.items():
            found[self._with_node(pattern, signature).canonical()] += count
        return sorted(found, key=lambda extension: (-found[extension], extension.text))

    def by_edge(self, pattern: Pattern) -> list[Pattern]:
        """All patterns with one edge (or arc) more that the labels of the target allow."""
        return sorted({extension.canonical() for extension in self._with_edge(pattern)}, key=lambda one: one.text)

    @cached_property
    def _links(self) -> _Links:
        graphs = self._graphs
        labels = graphs.edge_labels
        marks = np.ones(len(graphs.indices), np.int64) if labels is None else labels.astype(np.int64) + 1
        if not graphs.directed:
            return _Links(graphs.indptr, graphs.indices, marks)
        # An arc is seen from both ends; what a pair has in the two directions becomes one code.
        sources, targets, _ = graphs.edges()
        ends = np.concatenate([sources, targets]), np.concatenate([targets, sources])
        codes = np.concatenate([marks * self._base, marks])
        order = np.lexsort((ends[1], ends[0]))
        first, second, codes = ends[0][order], ends[1][order], codes[order]
        new = np.flatnonzero(np.diff(first, prepend=-1) | np.diff(second, prepend=-1))
        counts = np.bincount(first[new], minlength=graphs.num_nodes)
        indptr = np.concatenate([[0], np.cumsum(counts)])
        return _Links(indptr, second[new], np.add.reduceat(codes, new) if len(new) else codes)

    @property
    def _base(self) -> int:
        return max(len(self._graphs.edge_label_names), 1) + 1

    def _parts(self, rows: NDArray[np.int32]) -> Iterator[NDArray[np.int32]]:
        cuts = np.flatnonzero(np.diff(np.cumsum(self.links(rows)) // _LINKS_AT_ONCE)) + 1
        yield from np.split(rows, cuts)

    def _signatures(self, rows: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """How further nodes are joined to the nodes of an occurrence, and their labels: distinct rows with counts."""
        indptr, neighbors, codes = self._links
        cells = rows.ravel().astype(np.int64)
        lengths = indptr[cells + 1] - indptr[cells]
        entries = ranges(indptr[cells], lengths)
        cell = np.repeat(np.arange(len(cells)), lengths)
        row, column, other = cell // rows.shape[1], cell % rows.shape[1], neighbors[entries]
        outside = ~(rows[row] == other[:, None]).any(axis=1)
        row, column, other, entries = row[outside], column[outside], other[outside], entries[outside]
        pairs = row * np.int64(self._graphs.num_nodes) + other
        found, group = np.unique(pairs, return_inverse=True)
        signatures = np.zeros((len(found), rows.shape[1] + 1), np.int64)
        signatures[group, column] = codes[entries]
        if self._graphs.node_labels is not None:
            signatures[:, -1] = self._graphs.node_labels[found % self._graphs.num_nodes]
        return np.unique(signatures, axis=0, return_counts=True)

    def _with_node(self, pattern: Pattern, signature: tuple[int, ...]) -> Pattern:
        new, (*codes, label) = pattern.size, signature
        edges = [edge for node, code in enumerate(codes) if code for edge in self._edges(node, new, code)]
        return _extended(pattern, edges, self._node_name(label))

    def _edges(self, node: int, new: int, code: int) -> Iterator[_NewEdge]:
        """The edges that a code stands for, as seen from ``node``."""
        if not self._graphs.directed:
            yield _NewEdge((node, new), self._edge_name(code - 1))
            return
        for ends, mark in zip(((node, new), (new, node)), divmod(code, self._base), strict=True):
            if mark:
                yield _NewEdge(ends, self._edge_name(mark - 1))

    def _with_edge(self, pattern: Pattern) -> Iterator[Pattern]:
        taken = set(pattern.edges)
        labels = pattern.node_labels or (None,) * pattern.size
        for pair in permutations(range(pattern.size), 2):
            if pair not in taken and (pattern.directed or pair[0] < pair[1]):
                for tail, mark, head in self._kinds:
                    if (tail, head) == (labels[pair[0]], labels[pair[1]]):
                        yield _extended(pattern, [_NewEdge(pair, mark)])
        new = pattern.size
        for node in range(pattern.size):
            for tail, mark, head in self._kinds:
                if tail == labels[node]:
                    yield _extended(pattern, [_NewEdge((node, new), mark)], head)
                if pattern.directed and head == labels[node]:
                    yield _extended(pattern, [_NewEdge((new, node), mark)], tail)

    @cached_property
    def _kinds(self) -> list[tuple[str | None, str | None, str | None]]:
        """Labels of tail, edge and head of the target's edges; an undirected edge is seen from both ends."""
        graphs = self._graphs
        sources = np.repeat(np.arange(graphs.num_nodes), np.diff(graphs.indptr))
        nothing = np.zeros(len(graphs.indices), np.int64)
        marks = nothing if graphs.edge_labels is None else graphs.edge_labels
        tails, heads = (
            nothing if graphs.node_labels is None else graphs.node_labels[ends] for ends in (sources, graphs.indices)
        )
        kinds = np.unique(np.stack([tails, marks, heads], axis=1), axis=0) if len(nothing) else np.empty((0, 3), int)
        return [(self._node_name(a), self._edge_name(mark), self._node_name(b)) for a, mark, b in kinds.tolist()]

    def _node_name(self, label: int) -> str | None:
        return None if self._graphs.node_labels is None else self._graphs.node_label_names[label]

    def _edge_name(self, label: int) -> str | None:
        return None if self._graphs.edge_labels is None else self._graphs.edge_label_names[label]


def _extended(pattern: Pattern, edges: list[_NewEdge], node: str | None = None) -> Pattern:
    """The pattern with further edges, and with the node that they lead to, if it is new."""
    size = max(pattern.size, 1 + max(end for edge in edges for end in edge.ends))
    nodes, marks = pattern.node_labels, pattern.edge_labels
    return Pattern.from_edges(
        [*pattern.edges, *(edge.ends for edge in edges)],
        size=size,
        anchor=pattern.anchor,
        directed=pattern.directed,
        node_labels=None if nodes is None else [*nodes, *[str(node)] * (size - pattern.size)],
        edge_labels=None if marks is None else [*marks, *(str(edge.label) for edge in edges)],
    )
