"""Growth of patterns by one step: what decides whether they are closed, or maximal.

Frequencies that are asked for here only fall along growth, so that what any larger pattern reaches, one of the patterns
that are one step larger reaches too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.audit.plain import PlainGraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer.audit.counting import PlainCounter
    from spminer.audit.plain import Relation
    from spminer.results.frequency import Objective

    Step = tuple[str | None, tuple[tuple[int, int, Relation], ...]]

__all__ = ["extensions", "most_frequent_extension", "single_edges"]


def most_frequent_extension(counter: PlainCounter, pattern: PlainGraph, objective: Objective, anchor: int) -> int:
    """The largest frequency of a pattern that is one step larger; 0 if there is none.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.audit.counting import PlainCounter
    >>> from spminer.audit.matching import Clock
    >>> from spminer.audit.plain import Features
    >>> plain = Features(False, False, False)
    >>> edge, tailed = (PlainGraph.of_pattern(Pattern.parse(text), plain) for text in ("0-1", "0-1,1-2,2-0,2-3"))
    >>> most_frequent_extension(PlainCounter(tailed, [0] * 4, induced=True, clock=Clock()), edge, "anchored", 0)
    3
    """
    return max((counter.frequency(larger, objective, anchor) for larger in extensions(counter, pattern)), default=0)


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
    """Steps that one occurrence shows: the label of a new node, if there is one, and how which nodes are joined."""
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
    """A relation of two nodes edge by edge: an arc there and an arc back, or an edge without direction.

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
