"""Shuffled copies of graphs by simple means, as a check of the null models.

Edges exchange their ends again and again; for ``er`` all edges are drawn at random. An exchange that would break what a
null model keeps is rejected, so that all graphs that can be reached are equally likely. Triangles of arcs are reversed
too, since exchanges alone may not reach all directed graphs. The model ``clustering`` has no such distribution, so that
there are no copies of it here.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from spminer.audit.brute_force import graph_of_nodes

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from spminer.audit.brute_force import Clock, Edge
    from spminer.graphs import GraphCollection

    Kind = Callable[[Edge], object]

__all__ = ["NULL_MODELS", "SHUFFLED_MODELS", "shuffled"]

SHUFFLED_MODELS = ("degree", "reciprocal", "labels", "joint-degree", "er")
NULL_MODELS = (*SHUFFLED_MODELS, "clustering")  # no copies of the last are made here
_TRIES = 30  # for each edge
_TURNS = 10  # every tenth step reverses a triangle of arcs


def shuffled(edges: list[Edge], graphs: GraphCollection, model: str, random: Random, clock: Clock) -> list[Edge]:
    """The edges of one copy, each within its graph.

    Examples
    --------
    >>> import random, spminer
    >>> from spminer.audit.brute_force import Clock, edges_of
    >>> ring = spminer.from_edges([(i, (i + 1) % 8) for i in range(8)])
    >>> copy = shuffled(edges_of(ring), ring, "degree", random.Random(1), Clock())
    >>> sorted(Counter(node for edge in copy for node in edge[:2]).values())
    [2, 2, 2, 2, 2, 2, 2, 2]
    """
    offsets, copy = graphs.graph_offsets.tolist(), []
    kind = _kind(edges, graphs, model)
    by_graph: list[list[Edge]] = [[] for _ in offsets[1:]]
    owner = graph_of_nodes(graphs)
    for edge in edges:
        by_graph[owner[edge[0]]].append(edge)
    for graph, own in enumerate(by_graph):
        if model == "er":
            copy += _drawn(own, range(offsets[graph], offsets[graph + 1]), graphs.directed, random, clock)
        elif model == "reciprocal":
            copy += _Pairs(own, random).run(clock)
        else:
            walked = _Switching(own, graphs.directed, kind, random).run(clock)
            copy += _relabeled(walked, own, kind if model == "labels" else lambda _: None, random)
    return copy


def _relabeled(edges: list[Edge], given: list[Edge], kind: Kind, random: Random) -> list[Edge]:
    """The edges of a copy, with the labels of the given edges of their kind in random order."""
    dealt: dict[object, list[str]] = {}
    for edge in given:
        dealt.setdefault(kind(edge), []).append(edge[2])
    for labels in dealt.values():
        random.shuffle(labels)
    return [(a, b, dealt[kind((a, b, label))].pop()) for a, b, label in edges]


def _kind(edges: list[Edge], graphs: GraphCollection, model: str) -> Kind:
    """What a model keeps the numbers of: of edges that swap, the kinds stay what they were."""
    if model == "labels" and graphs.node_labels is not None:
        nodes = graphs.node_labels.tolist()
        return lambda edge: _pair(nodes[edge[0]], nodes[edge[1]], graphs.directed)
    if model == "joint-degree":
        out, into = Counter(a for a, _, _ in edges), Counter(b for _, b, _ in edges)
        nodes = [(out[v], into[v]) if graphs.directed else out[v] + into[v] for v in range(graphs.num_nodes)]
        return lambda edge: _pair(nodes[edge[0]], nodes[edge[1]], graphs.directed)
    return lambda _: None


def _pair(a: object, b: object, directed: bool) -> object:
    return (a, b) if directed else frozenset((a, b))


class _Switching:
    """A walk from graph to graph by switches of one graph's edges."""

    def __init__(self, edges: list[Edge], directed: bool, kind: Kind, random: Random) -> None:
        self.edges, self.directed, self.kind, self.random = list(edges), directed, kind, random
        self.nodes = sorted({node for edge in edges for node in edge[:2]})
        self.place = {self.key(a, b): place for place, (a, b, _) in enumerate(self.edges)}

    def key(self, a: int, b: int) -> object:
        """What two edges have in common that join the same nodes."""
        return _pair(a, b, self.directed)

    def run(self, clock: Clock) -> list[Edge]:
        """The edges after many steps, those included that led nowhere."""
        for step in range(_TRIES * len(self.edges)):
            clock.tick()
            if self.directed and step % _TURNS == 0:
                self.turn()
            elif len(self.edges) > 1:
                self.swap()
        return self.edges

    def swap(self) -> None:
        """Two edges swap their ends."""
        i, j = self.random.sample(range(len(self.edges)), 2)
        (a, b, first), (c, d, second) = self.edges[i], self.edges[j]
        if not self.directed and self.random.random() < 0.5:
            c, d = d, c
        self.replace((i, j), ((a, d, first), (c, b, second)))

    def turn(self) -> None:
        """An arc and a node that are in a ring of three arcs: these point the other way."""
        i, c = self.random.randrange(len(self.edges)), self.random.choice(self.nodes)
        a, b, _ = self.edges[i]
        j, k = self.place.get(self.key(b, c)), self.place.get(self.key(c, a))
        if j is not None and k is not None:
            ring = (i, j, k)
            self.replace(ring, tuple((v, u, label) for u, v, label in (self.edges[place] for place in ring)))

    def replace(self, places: tuple[int, ...], new: tuple[Edge, ...]) -> None:
        """Put edges in the place of others, if that leaves a simple graph with what the model keeps."""
        old = [self.edges[place] for place in places]
        keys = [self.key(a, b) for a, b, _ in new]
        taken = any(self.place.get(key, places[0]) not in places for key in keys)
        if taken or len(set(keys)) < len(new) or any(a == b for a, b, _ in new):
            return
        if Counter(map(self.kind, old)) != Counter(map(self.kind, new)):
            return
        for a, b, _ in old:
            del self.place[self.key(a, b)]
        for place, key, edge in zip(places, keys, new, strict=True):
            self.edges[place], self.place[key] = edge, place


class _Pairs:
    """A walk by switches in which pairs of opposite arcs stay pairs, and single arcs stay single."""

    def __init__(self, edges: list[Edge], random: Random) -> None:
        arcs = {(a, b) for a, b, _ in edges}
        self.single = sorted((a, b) for a, b in arcs if (b, a) not in arcs)
        self.mutual = sorted((a, b) for a, b in arcs if a < b and (b, a) in arcs)
        self.joined = {frozenset(arc) for arc in arcs}
        self.nodes = sorted({node for arc in arcs for node in arc})
        self.labels, self.random = [label for _, _, label in edges], random

    def run(self, clock: Clock) -> list[Edge]:
        """The edges after many steps, with the labels in any order."""
        links = len(self.single) + len(self.mutual)
        for step in range(_TRIES * links):
            clock.tick()
            if step % _TURNS == 0:
                self.turn()
            else:
                self.swap(self.single if self.random.randrange(links) < len(self.single) else self.mutual)
        arcs = [*self.single, *self.mutual, *((b, a) for a, b in self.mutual)]
        self.random.shuffle(self.labels)
        return [(a, b, label) for (a, b), label in zip(arcs, self.labels, strict=True)]

    def swap(self, links: list[tuple[int, int]]) -> None:
        """Two of a kind swap their ends, unless that joins a node with itself or nodes that are joined."""
        if len(links) < 2:
            return
        i, j = self.random.sample(range(len(links)), 2)
        (a, b), (c, d) = links[i], links[j]
        if links is self.mutual and self.random.random() < 0.5:
            c, d = d, c
        old, new = {frozenset((a, b)), frozenset((c, d))}, {frozenset((a, d)), frozenset((c, b))}
        if len(new) == 2 and all(len(pair) == 2 for pair in new) and not new & self.joined:
            self.joined -= old
            self.joined |= new
            links[i], links[j] = (a, d), (c, b)

    def turn(self) -> None:
        """Single arcs that are a ring of three point the other way."""
        if not self.single:
            return
        place = {arc: index for index, arc in enumerate(self.single)}
        a, b = self.random.choice(self.single)
        c = self.random.choice(self.nodes)
        ring = [(a, b), (b, c), (c, a)]
        if all(arc in place for arc in ring):
            for u, v in ring:
                self.single[place[u, v]] = (v, u)


def _drawn(edges: list[Edge], nodes: range, directed: bool, random: Random, clock: Clock) -> list[Edge]:
    """As many edges between any nodes, with the labels in any order."""
    labels = [label for _, _, label in edges]
    random.shuffle(labels)
    joined: dict[object, tuple[int, int]] = {}
    while len(joined) < len(edges):
        clock.tick()
        a, b = random.sample(nodes, 2)
        joined.setdefault(_pair(a, b, directed), (a, b))
    return [(a, b, label) for (a, b), label in zip(joined.values(), labels, strict=True)]
