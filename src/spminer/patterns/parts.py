"""Patterns with one node less or more than a pattern.

``node_deleted_subpatterns`` gives the connected patterns without one node. They refute a pattern: where one of them
does not occur, the pattern does not occur.

``seed_extensions`` gives larger patterns as seeds of a search by surprise, which growth by frequency seldom reaches. A
*twin* of a node has the same neighbors; a closed twin is also adjacent to the node, so that cliques grow into larger
cliques. A *tail* adds a new anchor as a neighbor of the old one: patterns that are surprising at a node are often
surprising at its neighbors, even if no smaller pattern with the new anchor is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spminer.patterns import Pattern

__all__ = ["node_deleted_subpatterns", "seed_extensions"]


def node_deleted_subpatterns(pattern: Pattern) -> Iterator[Pattern]:
    """The connected patterns, in canonical form, without one of the nodes other than the anchor.

    >>> from spminer import Pattern
    >>> [str(part) for part in node_deleted_subpatterns(Pattern.parse("0-1,1-2,2-3@0"))]
    ['0-1,1-2@0']
    """
    for node in range(pattern.size):
        if node == pattern.anchor:
            continue
        kept = [index for index, edge in enumerate(pattern.edges) if node not in edge]
        part = replace(
            pattern,
            size=pattern.size - 1,
            edges=tuple((a - (a > node), b - (b > node)) for a, b in (pattern.edges[index] for index in kept)),
            anchor=None if pattern.anchor is None else pattern.anchor - (pattern.anchor > node),
            node_labels=None if (names := pattern.node_labels) is None else (*names[:node], *names[node + 1 :]),
            edge_labels=None if pattern.edge_labels is None else tuple(pattern.edge_labels[index] for index in kept),
        )
        if part.core().connected:
            yield part.canonical()


def seed_extensions(patterns: Iterable[Pattern]) -> list[Pattern]:
    """Patterns with one more node, each once, in an order that depends on the patterns only.

    >>> from spminer import Pattern
    >>> for seed in seed_extensions([Pattern.parse("0-1,1-2,2-0@0")]):
    ...     print(seed)
    0-1,0-2,1-2,1-3,2-3@0
    0-1,0-2,0-3,1-2,1-3,2-3@0
    0-1,0-2,0-3,1-2,2-3@0
    0-1,1-2,1-3,2-3@0
    """
    found: dict[Pattern, None] = {}
    for pattern in patterns:
        for larger in (*_with_twin_node(pattern), *_with_new_anchor(pattern)):
            found.setdefault(larger.canonical())
    return list(found)


def _with_twin_node(pattern: Pattern) -> Iterator[Pattern]:
    """The pattern with a twin, and with a closed twin, of a node of each orbit."""
    for node in sorted(min(orbit) for orbit in pattern.orbits()):
        yield _add_node(pattern, _links(pattern, node), like=node)
        if not pattern.directed:
            yield _add_node(
                pattern, [*_links(pattern, node), ((node, pattern.size), _some_label(pattern, node))], like=node
            )


def _with_new_anchor(pattern: Pattern) -> Iterator[Pattern]:
    """The pattern with a new anchor adjacent to the old one, in either direction."""
    if pattern.anchor is None:
        return
    ends = (pattern.anchor, pattern.size)
    for link in (ends, ends[::-1]) if pattern.directed else (ends,):
        grown = _add_node(pattern, [(link, _some_label(pattern, pattern.anchor))], like=pattern.anchor)
        yield replace(grown, anchor=pattern.size)


def _links(pattern: Pattern, node: int) -> list[tuple[tuple[int, int], str | None]]:
    """The edges of a node, with the new node in its place, and their labels."""
    labels = pattern.edge_labels or (None,) * len(pattern.edges)
    return [
        (tuple(pattern.size if end == node else end for end in edge), label)  # type: ignore[misc]
        for edge, label in zip(pattern.edges, labels, strict=True)
        if node in edge
    ]


def _some_label(pattern: Pattern, node: int) -> str | None:
    return next((label for edge, label in _links(pattern, node)), None)


def _add_node(pattern: Pattern, links: list[tuple[tuple[int, int], str | None]], *, like: int) -> Pattern:
    """The pattern with a new node that has these edges and the label of node `like`."""
    labels = pattern.node_labels
    made = [
        ((min(edge), max(edge)) if not pattern.directed else edge, label)
        for edge, label in [
            *zip(pattern.edges, pattern.edge_labels or (None,) * len(pattern.edges), strict=True),
            *links,
        ]
    ]
    made.sort(key=lambda one: one[0])
    return replace(
        pattern,
        size=pattern.size + 1,
        edges=tuple(edge for edge, _ in made),
        node_labels=None if labels is None else (*labels, labels[like]),
        edge_labels=None if pattern.edge_labels is None else tuple(label or "" for _, label in made),
    )
