"""Edge-induced classes: what node sets show if edges between their nodes may be left out. Brute force."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

from spminer.audit.classes import InducedClass, isomorphism, orbits_of, signature
from spminer.audit.growing import single_edges
from spminer.audit.plain import PlainGraph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spminer.audit.matching import Clock

__all__ = ["edge_induced", "spanning"]


def edge_induced(classes: Iterable[InducedClass], clock: Clock) -> list[InducedClass]:
    """The edge-induced classes of node sets whose node-induced ones are given.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.audit.classes import all_classes
    >>> from spminer.audit.matching import Clock
    >>> from spminer.audit.plain import Features
    >>> tailed = PlainGraph.of_pattern(Pattern.parse("0-1,1-2,2-0,2-3"), Features(False, False, False))
    >>> [one.node_sets for one in edge_induced(all_classes(tailed, 3, [0] * 4, Clock()), Clock())]  # path, triangle
    [3, 1]
    """
    found: dict[tuple[object, ...], list[InducedClass]] = {}
    for whole in classes:
        met: set[int] = set()  # each node set shows a pattern once, in however many ways
        for form in spanning(whole.form, clock):
            one, mapping = _known(form, found.setdefault(signature(form), []), clock)
            if id(one) not in met:
                met.add(id(one))
                one.node_sets += whole.node_sets
                one.graphs |= whole.graphs
            for node, place in enumerate(mapping):
                one.images.setdefault(one.orbits[place], set()).update(whole.images[whole.orbits[node]])
    return [one for several in found.values() for one in several]


def _known(form: PlainGraph, known: list[InducedClass], clock: Clock) -> tuple[InducedClass, tuple[int, ...]]:
    """The class of a form, a new one if need be, and where its nodes are in that."""
    for one in known:
        mapping = isomorphism(form, one.form, clock)
        if mapping is not None:
            return one, mapping
    known.append(InducedClass(form, orbits_of(form, clock)))
    return known[-1], tuple(range(len(form)))


def spanning(form: PlainGraph, clock: Clock) -> Iterator[PlainGraph]:
    """Every connected graph on the same nodes with some of the edges, few edges first."""
    edges = [
        (a, b, one) for a, b in combinations(range(len(form)), 2) for one in single_edges(form.relation(a, b), form)
    ]
    fewest = range(len(form) - 1, len(edges) + 1)
    for chosen in chain.from_iterable(combinations(edges, number) for number in fewest):
        clock.tick()
        part = PlainGraph(len(form), directed=form.directed)
        part.labels = form.labels
        for a, b, (there, back) in chosen:
            if there is not None:
                part.join(a, b, there)
            elif back is not None:
                part.join(b, a, back)
        if _is_connected(part):
            yield part


def _is_connected(graph: PlainGraph) -> bool:
    reached = [0]
    for node in reached:
        reached += [other for other in graph.near[node] if other not in reached]
    return len(reached) == len(graph)
