"""Classes of node sets and extensions of patterns by brute force, for small graphs.

:func:`proven_claims` checks that a proven size has no more frequent pattern: every connected node set is visited once,
grown from its smallest node, and sorted into classes by isomorphism. Edge-induced classes follow from the connected
subgraphs of each induced class with all of its nodes.

:func:`most_frequent_extension` checks closed and maximal patterns by all patterns that are one step larger. That is
enough, since the frequencies here only fall along growth.

Cost: exponential in the size; every search and every set counts as a step of the clock, which ends the check with
:class:`spminer.audit.brute_force.OutOfTimeError`. The claim is then not checked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import chain, combinations
from typing import TYPE_CHECKING

from spminer.audit.brute_force import Features, PlainGraph, embeddings
from spminer.audit.claims import Claim, in_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spminer.audit.brute_force import Clock, CollectionCounter, PlainCounter, Relation
    from spminer.results import Motif, MotifSet
    from spminer.results.frequency import FrequencyName

    Step = tuple[str | None, tuple[tuple[int, int, Relation], ...]]

__all__ = ["connected_sets", "most_frequent_extension", "proven_claims"]


def proven_claims(result: MotifSet, counts: CollectionCounter) -> Iterator[Claim]:
    """For each proven size: whether no pattern outside the result is more frequent."""
    for size in sorted({motif.size for motif in result if motif.proven}):
        reason = _unchecked(result)
        if reason:
            yield Claim(f"size {size}", "proven", "not checked", note=reason)
        else:
            yield in_time(counts.clock, f"size {size}", "proven", partial(_compared, result, counts, size))


def _unchecked(result: MotifSet) -> str:
    """Why the ranks of a result cannot be checked by node sets; empty if they can."""
    request = result.request
    if request is None:
        return "the result does not say what was asked"
    if request.against is not None:
        return "ranks are by surprise, which needs the other graphs"
    if request.is_selective:
        return "motifs were chosen by more than their frequency"
    return ""


def _compared(result: MotifSet, counts: CollectionCounter, size: int) -> Claim:
    motifs, clock = [motif for motif in result if motif.size == size], counts.clock
    features = Features.common(motifs[0].pattern, counts.graphs)
    classes = counted_classes(counts.counter(features).graph, size, counts.graph_of, clock)
    if result.request is not None and not result.request.induced:
        classes = edge_induced(classes, clock)
    merged = result.request is not None and result.request.merge_anchors
    frequency_name, values = result.frequency_name, {}
    for number, one in enumerate(classes):
        values.update({(number, *place): value for place, value in _values(one, frequency_name, merged)})
    listed = {_place(motif, classes, features, frequency_name, merged, clock) for motif in motifs}
    return _verdict(size, motifs, listed, values, frequency_name, result.request.top if result.request else None)


def _values(one: InducedClass, frequency_name: FrequencyName, merged: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """The frequency of a class, or of each of its anchors."""
    anchored = {orbit: len(nodes) for orbit, nodes in one.images.items()}
    if frequency_name == "anchored" and not merged:
        yield from (((orbit,), count) for orbit, count in anchored.items())
        return
    counts = {"anchored": max(anchored.values()), "graph": one.node_sets, "transactions": len(one.graphs)}
    yield (), counts.get(frequency_name, min(anchored.values()))


def _place(
    motif: Motif,
    classes: list[InducedClass],
    features: Features,
    frequency_name: FrequencyName,
    merged: bool,
    clock: Clock,
) -> tuple[int, ...] | None:
    """The class of a motif, with its orbit where anchors are ranked; ``None`` if there is no such class."""
    pattern = PlainGraph.of_pattern(motif.pattern, features)
    for number, one in enumerate(classes):
        mapping = isomorphism(pattern, one.form, clock)
        if mapping is not None:
            anchored = frequency_name == "anchored" and not merged
            return (number, one.orbits[mapping[motif.pattern.anchor or 0]]) if anchored else (number,)
    return None


def _verdict(
    size: int,
    motifs: list[Motif],
    listed: set[tuple[int, ...] | None],
    values: dict[tuple[int, ...], int],
    frequency_name: FrequencyName,
    top: int | None,
) -> Claim:
    about, what = f"size {size}", "proven"
    if None in listed or len(listed) < len(motifs):
        return Claim(about, what, "fails", note="a motif is listed twice, or does not exist")
    least = min(values[place] for place in listed if place is not None)
    rest = [value for place, value in values.items() if place not in listed]
    claimed, found = f"none above {least}", f"{max(rest, default=0)} at most"
    if rest and max(rest) > least:
        return Claim(about, what, "fails", claimed, found, "a pattern that is not listed is more frequent")
    if rest and (top is None or len(motifs) < top):
        return Claim(about, what, "fails", claimed, found, f"{len(rest)} patterns are missing")
    ranked = [values_of(motif, frequency_name) for motif in motifs]
    if ranked != sorted(ranked, reverse=True):
        return Claim(about, what, "fails", note="motifs are not in the order of their frequency")
    return Claim(about, what, "holds", claimed, found)


def values_of(motif: Motif, frequency_name: FrequencyName) -> float:
    """The frequency of a motif in the result, 0 if it has none."""
    frequency = motif.frequency(frequency_name)
    return 0.0 if frequency is None else frequency.value


@dataclass
class InducedClass:
    """A class of node sets that induce the same pattern.

    Attributes
    ----------
    form
        One of the node sets as a graph of its own.
    orbits
        For each of its nodes, the smallest one that an automorphism maps it to.
    node_sets
        Number of node sets.
    images
        For each orbit, the nodes that are in it in some node set.
    graphs
        The graphs of the collection that contain one.
    """

    form: PlainGraph
    orbits: list[int]
    node_sets: int = 0
    images: dict[int, set[int]] = field(default_factory=dict)
    graphs: set[int] = field(default_factory=set)


def counted_classes(graph: PlainGraph, size: int, graph_of: list[int], clock: Clock) -> list[InducedClass]:
    """Every class of the connected node sets of a size.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.audit.brute_force import Clock, Features
    >>> tailed = PlainGraph.of_pattern(Pattern.parse("0-1,1-2,2-0,2-3"), Features(False, False, False))
    >>> [(found.node_sets, len(found.images)) for found in counted_classes(tailed, 3, [0] * 4, Clock())]
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
    """Every connected set of ``size`` nodes, once: grown from its smallest node by neighbors not skipped before."""

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


def _induced(graph: PlainGraph, nodes: tuple[int, ...]) -> PlainGraph:
    form = PlainGraph(len(nodes), directed=graph.directed)
    form.labels = [graph.labels[node] for node in nodes]
    for place, node in enumerate(nodes):
        form.near[place] = {other: graph.near[node][v] for other, v in enumerate(nodes) if v in graph.near[node]}
    return form


def signature(form: PlainGraph) -> tuple[object, ...]:
    """An invariant of isomorphic graphs, so that fewer are compared."""
    return tuple(
        sorted(
            (label, tuple(sorted(map(repr, near.values())))) for label, near in zip(form.labels, form.near, strict=True)
        )
    )


def isomorphism(one: PlainGraph, other: PlainGraph, clock: Clock) -> tuple[int, ...] | None:
    """An isomorphism of two connected graphs with equally many nodes, or ``None``."""
    found = embeddings(one, other, induced=True, start=0, at=range(len(other)), clock=clock)
    return next(found, None)


def orbits_of(form: PlainGraph, clock: Clock) -> list[int]:
    """For each node of a connected graph, the smallest one that an automorphism maps it to."""
    orbits = list(range(len(form)))
    for images in embeddings(form, form, induced=True, start=0, at=range(len(form)), clock=clock):
        for node, image in enumerate(images):
            orbits[image] = min(orbits[image], orbits[node])
    # Compositions of automorphisms.
    for _ in form.near:
        orbits = [orbits[orbit] for orbit in orbits]
    return orbits


def edge_induced(classes: Iterable[InducedClass], clock: Clock) -> list[InducedClass]:
    """The edge-induced classes of node sets whose node-induced ones are given.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.audit.brute_force import Clock, Features
    >>> tailed = PlainGraph.of_pattern(Pattern.parse("0-1,1-2,2-0,2-3"), Features(False, False, False))
    >>> [one.node_sets for one in edge_induced(counted_classes(tailed, 3, [0] * 4, Clock()), Clock())]  # path, triangle
    [3, 1]
    """
    found: dict[tuple[object, ...], list[InducedClass]] = {}
    for whole in classes:
        met: set[int] = set()  # each node set counts once for a pattern
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
    """The class of a form, which may be new, and the isomorphism to it."""
    for one in known:
        mapping = isomorphism(form, one.form, clock)
        if mapping is not None:
            return one, mapping
    known.append(InducedClass(form, orbits_of(form, clock)))
    return known[-1], tuple(range(len(form)))


def spanning(form: PlainGraph, clock: Clock) -> Iterator[PlainGraph]:
    """Every connected subgraph with all nodes, few edges first."""
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


def most_frequent_extension(
    counter: PlainCounter, pattern: PlainGraph, frequency_name: FrequencyName, anchor: int
) -> int:
    """The largest frequency of a pattern that is one step larger; 0 if there is none.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.audit.brute_force import Clock, Features, PlainCounter
    >>> plain = Features(False, False, False)
    >>> edge, tailed = (PlainGraph.of_pattern(Pattern.parse(text), plain) for text in ("0-1", "0-1,1-2,2-0,2-3"))
    >>> most_frequent_extension(PlainCounter(tailed, [0] * 4, induced=True, clock=Clock()), edge, "anchored", 0)
    3
    """
    return max(
        (counter.frequency(larger, frequency_name, anchor) for larger in extensions(counter, pattern)), default=0
    )


def extensions(counter: PlainCounter, pattern: PlainGraph) -> Iterator[PlainGraph]:
    """Every pattern that is one step larger and occurs: by a node if patterns are node-induced, else by an edge.

    Its first nodes are those of the pattern.
    """
    seen: set[Step] = set()
    for images in counter.embeddings(pattern):
        counter.clock.tick()
        for step in _steps(counter, pattern, images):
            if step not in seen:
                seen.add(step)
                yield _grown(pattern, step)


def _steps(counter: PlainCounter, pattern: PlainGraph, images: tuple[int, ...]) -> Iterator[Step]:
    """Steps that one occurrence shows: the label of a new node or ``None``, and the new relations of nodes."""
    graph, new = counter.graph, len(pattern)
    for v in {v for image in images for v in graph.near[image]}.difference(images):
        joined = [(p, new, graph.relation(image, v)) for p, image in enumerate(images) if v in graph.near[image]]
        if counter.induced:
            yield graph.labels[v], tuple(joined)
        else:
            yield from (
                (graph.labels[v], ((p, new, one),)) for p, _, both in joined for one in single_edges(both, graph)
            )
    if not counter.induced:
        for p, image in enumerate(images):
            for q in range(p + 1, new):
                had = pattern.relation(p, q)
                for one in single_edges(graph.relation(image, images[q]), graph):
                    if all(have is None for have, more in zip(had, one, strict=True) if more is not None):
                        yield None, ((p, q, _both(had, one)),)


def single_edges(relation: Relation, graph: PlainGraph) -> list[Relation]:
    """The edges of a relation of two nodes: an arc there and an arc back, or an undirected edge.

    >>> single_edges(("a", "b"), PlainGraph(2, directed=True)), single_edges(("a", "a"), PlainGraph(2))
    ([('a', None), (None, 'b')], [('a', 'a')])
    """
    there, back = relation
    if not graph.directed:
        return [] if there is None else [relation]
    return [one for one in ((there, None), (None, back)) if one != (None, None)]


def _both(one: Relation, other: Relation) -> Relation:
    return (one[0] if other[0] is None else other[0], one[1] if other[1] is None else other[1])


def _grown(pattern: PlainGraph, step: Step) -> PlainGraph:
    label, joined = step
    larger = PlainGraph(len(pattern) + (label is not None), directed=pattern.directed)
    larger.labels = [*pattern.labels, *([] if label is None else [label])]
    larger.near = [dict(near) for near in pattern.near] + [{} for _ in larger.labels[len(pattern) :]]
    for p, q, (there, back) in joined:
        larger.near[p][q], larger.near[q][p] = (there, back), (back, there)
    return larger
