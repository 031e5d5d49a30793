"""Classes: every connected node set of a size, sorted by what it induces. Brute force, for small graphs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spminer.audit.matching import embeddings
from spminer.audit.plain import PlainGraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer.audit.matching import Clock

__all__ = ["InducedClass", "all_classes", "connected_sets", "isomorphism", "orbits_of", "signature"]


@dataclass
class InducedClass:
    """A pattern that node sets induce.

    Attributes
    ----------
    form
        One of the node sets as a graph of its own.
    orbits
        For each of its nodes, the smallest one that a symmetry maps it to.
    node_sets
        How many node sets there are.
    images
        The nodes that stand at each orbit of some node set.
    graphs
        The graphs of the collection that contain one.
    """

    form: PlainGraph
    orbits: list[int]
    node_sets: int = 0
    images: dict[int, set[int]] = field(default_factory=dict)
    graphs: set[int] = field(default_factory=set)


def all_classes(graph: PlainGraph, size: int, graph_of: list[int], clock: Clock) -> list[InducedClass]:
    """Every class of the connected node sets of a size.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.audit.matching import Clock
    >>> from spminer.audit.plain import Features
    >>> tailed = PlainGraph.of_pattern(Pattern.parse("0-1,1-2,2-0,2-3"), Features(False, False, False))
    >>> [(found.node_sets, len(found.images)) for found in all_classes(tailed, 3, [0] * 4, Clock())]
    [(1, 1), (2, 2)]
    """
    found: dict[tuple[object, ...], list[InducedClass]] = {}
    for nodes in connected_sets(graph, size, clock):
        form = _induced(graph, nodes)
        known = found.setdefault(signature(form), [])
        matched = ((one, isomorphism(one.form, form, clock)) for one in known)
        one, mapping = next(((one, mapping) for one, mapping in matched if mapping is not None), (None, None))
        if one is None or mapping is None:
            one, mapping = InducedClass(form, orbits_of(form, clock)), tuple(range(size))
            known.append(one)
        one.node_sets += 1
        one.graphs.add(graph_of[nodes[0]])
        for place, image in enumerate(mapping):
            one.images.setdefault(one.orbits[place], set()).add(nodes[image])
    return [one for several in found.values() for one in several]


def connected_sets(graph: PlainGraph, size: int, clock: Clock) -> Iterator[tuple[int, ...]]:
    """Every connected set of so many nodes, once: grown from its smallest node by neighbors that were not passed by."""

    def grown(nodes: tuple[int, ...], open_: list[int], seen: set[int]) -> Iterator[tuple[int, ...]]:
        clock.tick()
        if len(nodes) == size:
            yield nodes
            return
        for index, node in enumerate(open_):
            further = [v for v in graph.near[node] if v > nodes[0] and v not in seen]
            yield from grown((*nodes, node), open_[index + 1 :] + further, seen.union(further))

    for first in range(len(graph)):
        near = [v for v in graph.near[first] if v > first]
        yield from grown((first,), near, {first, *near})


def isomorphism(one: PlainGraph, other: PlainGraph, clock: Clock) -> tuple[int, ...] | None:
    """A mapping of one connected graph onto another of as many nodes, or ``None``."""
    found = embeddings(one, other, induced=True, start=0, at=range(len(other)), clock=clock)
    return next(found, None)


def orbits_of(form: PlainGraph, clock: Clock) -> list[int]:
    """For each node of a connected graph, the smallest one that a symmetry maps it to."""
    orbits = list(range(len(form)))
    for images in embeddings(form, form, induced=True, start=0, at=range(len(form)), clock=clock):
        for node, image in enumerate(images):
            orbits[image] = min(orbits[image], orbits[node])
    # A symmetry may lead on from where another one ended.
    for _ in form.near:
        orbits = [orbits[orbit] for orbit in orbits]
    return orbits


def _induced(graph: PlainGraph, nodes: tuple[int, ...]) -> PlainGraph:
    form = PlainGraph(len(nodes), directed=graph.directed)
    form.labels = [graph.labels[node] for node in nodes]
    for place, node in enumerate(nodes):
        form.near[place] = {other: graph.near[node][v] for other, v in enumerate(nodes) if v in graph.near[node]}
    return form


def signature(form: PlainGraph) -> tuple[object, ...]:
    """What equal forms have in common, to compare fewer."""
    return tuple(
        sorted(
            (label, tuple(sorted(map(repr, near.values())))) for label, near in zip(form.labels, form.near, strict=True)
        )
    )
