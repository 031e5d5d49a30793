"""What is known not to match: a node that is no anchor of a pattern is no anchor of any pattern that contains it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.methods.codec import pack_patterns, unpack_patterns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from spminer.patterns import Pattern

__all__ = ["Refutations", "one_node_less"]


class Refutations:
    """Nodes that were refuted as anchors of patterns of one size, used for patterns of the next.

    Examples
    --------
    >>> from spminer import Pattern
    >>> known = Refutations()
    >>> known.add(Pattern.parse("0-1,1-2@0").canonical(), np.array([3, 5], dtype=np.int32))
    >>> known.excluded(Pattern.parse("0-1,1-2,2-3@0")).tolist()
    [3, 5]
    """

    def __init__(self) -> None:
        self._by_size: dict[int, dict[Pattern, NDArray[np.int32]]] = {}

    def add(self, pattern: Pattern, refuted: NDArray[np.int32]) -> None:
        """Remember nodes for a canonical pattern; what is known of patterns two sizes smaller is forgotten."""
        self._by_size.setdefault(pattern.size, {})[pattern] = refuted
        for size in [size for size in self._by_size if size < pattern.size - 1]:
            del self._by_size[size]

    def excluded(self, pattern: Pattern) -> NDArray[np.int32]:
        """Nodes that are no anchors of the pattern, since they are none of a part of it; ascending."""
        known = self._by_size.get(pattern.size - 1, {})
        parts = {part for part in one_node_less(pattern) if part in known} if known else set()
        nodes = [known[part] for part in parts]
        return np.unique(np.concatenate(nodes)) if nodes else np.empty(0, dtype=np.int32)

    def to_arrays(self, size: int) -> dict[str, NDArray[Any]]:
        """What is known of patterns of one size, for a checkpoint."""
        known = self._by_size.get(size, {})
        nodes = np.concatenate([*known.values(), np.empty(0, dtype=np.int32)])
        lengths = np.array([len(refuted) for refuted in known.values()], dtype=np.int64)
        return {"patterns": pack_patterns(known), "lengths": lengths, "refuted": nodes}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Remember again what :meth:`to_arrays` gave."""
        patterns = unpack_patterns(arrays["patterns"])
        parts = np.split(arrays["refuted"], np.cumsum(arrays["lengths"])[:-1]) if patterns else []
        for pattern, refuted in zip(patterns, parts, strict=True):
            self.add(pattern, refuted)


def one_node_less(pattern: Pattern) -> Iterator[Pattern]:
    """The connected patterns, in canonical form, that remain without one of the nodes other than the anchor.

    >>> from spminer import Pattern
    >>> [str(part) for part in one_node_less(Pattern.parse("0-1,1-2,2-3@0"))]
    ['0-1,1-2@0']
    """
    for node in range(pattern.size):
        if node == pattern.anchor:
            continue
        kept = [place for place, edge in enumerate(pattern.edges) if node not in edge]
        part = replace(
            pattern,
            size=pattern.size - 1,
            edges=tuple((a - (a > node), b - (b > node)) for a, b in (pattern.edges[place] for place in kept)),
            anchor=None if pattern.anchor is None else pattern.anchor - (pattern.anchor > node),
            node_labels=None if (names := pattern.node_labels) is None else (*names[:node], *names[node + 1 :]),
            edge_labels=None if pattern.edge_labels is None else tuple(pattern.edge_labels[place] for place in kept),
        )
        if part.core().connected:
            yield part.canonical()
