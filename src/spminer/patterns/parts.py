"""Patterns one node smaller or larger than a pattern.

``node_deleted_subpatterns`` gives the connected patterns without one node, which refute a pattern: where one of them
does not occur, the pattern does not either.

``seeds_of`` gives larger patterns that a search by surprise starts from, and that growth by frequency would hardly
reach. A *twin* of a node has the same neighbors; a closed twin is joined to the node itself, so that cliques grow into
larger cliques. A *tail* joins a new anchor to the old one: what is surprising at a node is often surprising at its
neighbors, though no part of the larger pattern that holds the new anchor need be.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spminer.patterns import Pattern

__all__ = ["node_deleted_subpatterns", "seeds_of"]


def node_deleted_subpatterns(pattern: Pattern) -> Iterator[Pattern]:
    """The connected patterns, in canonical form, that remain without one of the nodes other than the anchor.

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


def seeds_of(patterns: Iterable[Pattern]) -> list[Pattern]:
    """Patterns with one node more, each once, in an order that depends on the patterns only.

    >>> from spminer import Pattern
    >>> for seed in seeds_of([Pattern.parse("0-1,1-2,2-0@0")]):
    ...     print(seed)
    0-1,0-2,1-2,1-3,2-3@0
    0-1,0-2,0-3,1-2,1-3,2-3@0
    0-1,0-2,0-3,1-2,2-3@0
    0-1,1-2,1-3,2-3@0
    """
    found: dict[Pattern, None] = {}
    for pattern in patterns:
        for larger in (*_twins(pattern), *_tails(pattern)):
            found.setdefault(larger.canonical())
    return list(found)


def _twins(pattern: Pattern) -> Iterator[Pattern]:
    """A twin of a node of each orbit, and a close one."""
    for node in sorted(min(orbit) for orbit in pattern.orbits()):
        yield _joined(pattern, _links(pattern, node), like=node)
        if not pattern.directed:
            yield _joined(
                pattern, [*_links(pattern, node), ((node, pattern.size), _some_label(pattern, node))], like=node
            )


def _tails(pattern: Pattern) -> Iterator[Pattern]:
    """The anchor moves to a new node that is joined to the old one, in either direction."""
    if pattern.anchor is None:
        return
    ends = (pattern.anchor, pattern.size)
    for link in (ends, ends[::-1]) if pattern.directed else (ends,):
        grown = _joined(pattern, [(link, _some_label(pattern, pattern.anchor))], like=pattern.anchor)
        yield replace(grown, anchor=pattern.size)


def _links(pattern: Pattern, node: int) -> list[tuple[tuple[int, int], str | None]]:
    """The links of a node with the new one in its place, and their labels."""
    labels = pattern.edge_labels or (None,) * len(pattern.edges)
    return [
        (tuple(pattern.size if end == node else end for end in edge), label)  # type: ignore[misc]
        for edge, label in zip(pattern.edges, labels, strict=True)
        if node in edge
    ]


def _some_label(pattern: Pattern, node: int) -> str | None:
    return next((label for edge, label in _links(pattern, node)), None)


def _joined(pattern: Pattern, links: list[tuple[tuple[int, int], str | None]], *, like: int) -> Pattern:
    """The pattern with a new node that has these links, and the label of another."""
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
