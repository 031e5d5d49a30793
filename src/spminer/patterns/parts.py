"""Parts of a pattern: the patterns that it contains."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer.patterns.pattern import Pattern

__all__ = ["one_node_less"]


def one_node_less(pattern: Pattern) -> Iterator[Pattern]:
    """The connected patterns, in canonical form, that remain without one of the nodes other than the anchor.

    >>> from spminer import Pattern
    >>> [str(part) for part in one_node_less(Pattern.parse("0-1,1-2,2-3@0"))]
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
