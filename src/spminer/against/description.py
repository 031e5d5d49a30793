"""Description length: how many bits a graph takes with and without a motif (Bloem and de Rooij, 2020).

Without: degrees, then the links among all graphs with these degrees. With: the pattern once, then a template in which
each of its instances is a single node, then where the links of these nodes lead inside the instance. Fewer bits with
the motif than without it are evidence for the motif that needs no samples of a null model.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spminer.against.codes import (
    category_bits,
    choice_bits,
    degree_bits,
    edge_list_bits,
    integer_bits,
    link_bits,
)
from spminer.against.numbers import log_factorial
from spminer.errors import UsageError
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Whole = NDArray[np.int64]

__all__ = ["Description", "Saving", "choose_disjoint"]

_CUTS = 16  # numbers of instances that are tried


class Saving(NamedTuple):
    """What a motif saves.

    Attributes
    ----------
    bits
        Bits without the motif less bits with it: positive if the motif makes the description shorter.
    instances
        Instances that the description uses, no two of which share a node.
    """

    bits: float
    instances: int


def choose_disjoint(occurrences: ArrayLike, degrees: ArrayLike) -> Whole:
    """Occurrences that share no node, greedily: first those with the fewest links to what is around them.

    Parameters
    ----------
    occurrences
        Node numbers, a row per occurrence.
    degrees
        Degree of every node.

    Returns
    -------
    ndarray
        The rows that were chosen, in the order in which they were.

    Examples
    --------
    >>> choose_disjoint([[0, 1], [1, 2], [2, 3]], [1, 5, 2, 1]).tolist()
    [[2, 3], [0, 1]]
    """
    rows = np.asarray(occurrences, dtype=np.int64)
    # All occurrences have the same links inside, or count what they have beyond the pattern as links to be told.
    exposed = np.asarray(degrees)[rows].sum(axis=1)
    taken: set[int] = set()
    chosen = []
    for index in np.argsort(exposed, kind="stable").tolist():
        nodes = rows[index].tolist()
        if taken.isdisjoint(nodes):
            taken.update(nodes)
            chosen.append(index)
    return rows[chosen]


class _Kinds(NamedTuple):
    """Nodes by their degrees: large graphs have few kinds, and a motif changes the numbers of some of them.

    Attributes
    ----------
    ends
        Degrees of each kind, of arcs those going out and those coming in.
    times
        How many nodes are of each kind.
    of_node
        The kind of each node.
    """

    ends: list[Whole]
    times: Whole
    of_node: Whole

    @classmethod
    def of(cls, ends: list[Whole]) -> _Kinds:
        most = int(ends[-1].max(initial=0)) + 1
        codes = ends[0] if len(ends) == 1 else ends[0] * most + ends[1]
        kinds, of_node, times = np.unique(codes, return_inverse=True, return_counts=True)
        return cls([kinds] if len(ends) == 1 else [kinds // most, kinds % most], times, of_node)

    def without(self, nodes: Whole) -> _Kinds:
        """The same kinds with these nodes taken away."""
        gone = np.bincount(self.of_node[nodes.ravel()], minlength=len(self.times))
        return self._replace(times=self.times - gone)

    def joined(self, others: _Kinds) -> _Kinds:
        """Both, one after the other."""
        ends = [np.concatenate(pair) for pair in zip(self.ends, others.ends, strict=True)]
        return _Kinds(ends, np.concatenate([self.times, others.times]), self.of_node)

    def degree_bits(self) -> float:
        return sum(degree_bits(end, self.times) for end in self.ends)


class Description:
    """A simple graph and the bits that it takes without any motif.

    Parameters
    ----------
    edges
        Pairs of node numbers, each edge once; arcs from the first to the second.
    nodes
        Number of nodes.
    directed
        Whether edges are arcs.

    Examples
    --------
    >>> import networkx as nx
    >>> graph = nx.disjoint_union_all([nx.complete_graph(5)] * 20 + [nx.gnm_random_graph(100, 200, seed=1)])
    >>> from spminer import Pattern
    >>> clique = Pattern.from_edges([(a, b) for a in range(5) for b in range(a)])
    >>> description = Description(list(graph.edges), len(graph), directed=False)
    >>> saving = description.saving(clique, np.arange(100).reshape(20, 5))
    >>> saving.instances, saving.bits > 100
    (20, True)
    """

    def __init__(self, edges: ArrayLike, nodes: int, *, directed: bool) -> None:
        pairs = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
        self._nodes, self._directed = nodes, directed
        self._codes = np.sort(self._coded(pairs))
        if (pairs[:, 0] == pairs[:, 1]).any() or (self._codes[1:] == self._codes[:-1]).any():
            raise UsageError("bits are those of a simple graph: give each edge once, and no loops")
        ends = [np.bincount(pairs[:, end], minlength=nodes) for end in (0, 1)]
        self._ends = ends if directed else [ends[0] + ends[1]]
        self._kinds = _Kinds.of(self._ends)
        self.bits = self._kinds.degree_bits() + link_bits(*self._kinds.ends, times=self._kinds.times)

    def saving(self, pattern: Pattern, occurrences: ArrayLike) -> Saving | None:
        """Bits that a motif saves, with as many of its instances as save most.

        Parameters
        ----------
        pattern
            The motif; its labels do not matter.
        occurrences
            Where it was found: node numbers in the order of its nodes, a row per occurrence.

        Returns
        -------
        Saving or None
            ``None`` if there are no occurrences, or the pattern has a single node: there is nothing to save then.
        """
        rows = np.asarray(occurrences, dtype=np.int64).reshape(-1, pattern.size)
        if len(rows) == 0 or pattern.size < 2:
            return None
        self._check(pattern, rows)
        chosen = choose_disjoint(rows, sum(self._ends))
        induced = self._are_induced(pattern, chosen)
        cuts = np.unique(np.rint(np.geomspace(1, len(chosen), _CUTS)).astype(np.int64)).tolist()
        quick = [self._motif_bits(pattern, chosen[:cut], induced, quick=True) for cut in cuts]
        best = {cuts[int(np.argmin(quick))], len(chosen)}
        lengths = {cut: self._motif_bits(pattern, chosen[:cut], induced) for cut in sorted(best)}
        instances = min(lengths, key=lambda cut: lengths[cut])
        return Saving(self.bits - lengths[instances], instances)

    def _motif_bits(self, pattern: Pattern, instances: Whole, induced: bool, *, quick: bool = False) -> float:
        """Bits with the motif: pattern, instances, template and wires; roughly if this must be quick."""
        stubs = [end[instances] - inside for end, inside in zip(self._ends, self._inside(pattern), strict=True)]
        template = self._kinds.without(instances).joined(_Kinds.of([stub.sum(axis=1) for stub in stubs]))
        evenly = sum(int(stub.sum()) for stub in stubs) * math.log2(pattern.size)
        if quick:
            links = edge_list_bits(*template.ends, times=template.times)
        else:
            links = self._slot_bits(pattern, template, induced) - evenly
        # Wires are told by how often each node of the pattern has one, or evenly. In the latter case the nodes of an
        # instance may be named in any order that its symmetry allows, and these bits are not lost.
        by_place = sum(category_bits(stub.sum(axis=0)) for stub in stubs)
        wires = 1 + min(by_place, evenly - len(instances) * _symmetry_bits(pattern))
        bits = _pattern_bits(pattern, self._directed) + integer_bits(len(instances))
        bits += self._placement_bits(pattern.size, len(instances)) + template.degree_bits()
        return bits + 1 + links + wires  # one: whether instances are induced

    def _slot_bits(self, pattern: Pattern, template: _Kinds, induced: bool) -> float:
        """The template and even wires at once, where a node that stands for an instance has a slot for each node."""
        size = pattern.size
        is_instance = np.arange(len(template.times)) >= len(self._kinds.times)
        free = 0 if induced else size * (size - 1) - len(pattern.edges) * (1 if self._directed else 2)
        slots = np.where(is_instance, size, 1)
        return link_bits(*template.ends, slots=slots, inside=np.where(is_instance, free, 0), times=template.times)

    def _placement_bits(self, size: int, instances: int) -> float:
        """Which nodes of the graph are which node of which instance; the order of instances does not matter."""
        rest = self._nodes - size * instances
        nats = log_factorial(self._nodes) - log_factorial(rest) - log_factorial(instances)
        return float(nats / np.log(2))

    def _inside(self, pattern: Pattern) -> list[Whole]:
        """Links that each node of the pattern has within it, for each kind of degree."""
        pairs = np.array(pattern.edges, dtype=np.int64).reshape(-1, 2)
        ends = [np.bincount(pairs[:, end], minlength=pattern.size) for end in (0, 1)]
        return ends if self._directed else [ends[0] + ends[1]]

    def _check(self, pattern: Pattern, rows: Whole) -> None:
        if pattern.directed != self._directed:
            raise UsageError("pattern and graph differ in direction: give both the same")
        pairs = rows[:, np.array(pattern.edges, dtype=np.int64).reshape(-1, 2)]
        ordered = np.sort(rows, axis=1)
        if (ordered[:, 1:] == ordered[:, :-1]).any() or not self._are_linked(pairs.reshape(-1, 2)).all():
            raise UsageError("an occurrence does not show the pattern: give nodes in the order of the pattern's")

    def _are_induced(self, pattern: Pattern, rows: Whole) -> bool:
        """Whether no occurrence has links beyond those of the pattern."""
        first, second = np.triu_indices(pattern.size, 1)
        among = self._are_linked(rows[:, np.stack([first, second], axis=1)].reshape(-1, 2)).sum()
        if self._directed:
            among += self._are_linked(rows[:, np.stack([second, first], axis=1)].reshape(-1, 2)).sum()
        return bool(among == len(rows) * len(pattern.edges))

    def _are_linked(self, pairs: Whole) -> NDArray[np.bool_]:
        codes = self._coded(pairs)
        place = np.minimum(np.searchsorted(self._codes, codes), max(len(self._codes) - 1, 0))
        return self._codes[place] == codes if len(self._codes) else np.zeros(len(codes), dtype=bool)

    def _coded(self, pairs: Whole) -> Whole:
        """One number per pair; the two directions of an edge have the same."""
        ordered = pairs if self._directed else np.sort(pairs, axis=1)
        return np.asarray(ordered[:, 0] * self._nodes + ordered[:, 1])


def _symmetry_bits(pattern: Pattern) -> float:
    """Bits in the order of nodes that look the same."""
    return math.log2(Pattern(pattern.size, pattern.edges, directed=pattern.directed).automorphisms())


def _pattern_bits(pattern: Pattern, directed: bool) -> float:
    """Its size, its links and which pairs these are."""
    pairs = pattern.size * (pattern.size - 1) // (1 if directed else 2)
    links = len(pattern.edges)
    return integer_bits(pattern.size) + integer_bits(links) + choice_bits(pairs, links)
