"""Excluded anchors: a node that is no anchor of a pattern is no anchor of any pattern that contains it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.patterns.parts import one_node_less
from spminer.patterns.pattern import pack_patterns, unpack_patterns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from spminer.patterns import Pattern

__all__ = ["ExcludedAnchors"]

_MOST_KEPT = 8_000_000  # nodes of all patterns together; beyond that the smallest sizes are forgotten
_MASK_WORTH = 16  # a bit for every node up to the largest costs less than sorting if so few nodes share one


class ExcludedAnchors:
    """Nodes that were refuted as anchors of patterns, used for patterns of one node more.

    Examples
    --------
    >>> from spminer import Pattern
    >>> known = ExcludedAnchors()
    >>> known.add(Pattern.parse("0-1,1-2@0").canonical(), np.array([3, 5], dtype=np.int32))
    >>> known.excluded(Pattern.parse("0-1,1-2,2-3@0")).tolist()
    [3, 5]
    """

    def __init__(self) -> None:
        self._by_size: dict[int, dict[Pattern, NDArray[np.int32]]] = {}
        self._kept = 0

    def add(self, pattern: Pattern, refuted: NDArray[np.int32]) -> None:
        """Remember nodes for a canonical pattern; of the smallest sizes only while there is room."""
        known = self._by_size.setdefault(pattern.size, {})
        if pattern in known and len(known[pattern]) >= len(refuted):
            return  # a test that went further has said more
        self._kept += len(refuted) - len(known.get(pattern, ()))
        known[pattern] = refuted
        for size in sorted(self._by_size):
            if self._kept <= _MOST_KEPT or size >= pattern.size - 1:
                break
            self._kept -= sum(map(len, self._by_size.pop(size).values()))

    def excluded(self, pattern: Pattern) -> NDArray[np.int32]:
        """Nodes that are no anchors of the pattern, since they are none of a part of it; ascending."""
        known = self._by_size.get(pattern.size - 1, {})
        parts = {part for part in one_node_less(pattern) if part in known} if known else set()
        return _union([known[part] for part in parts])

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


def _union(lists: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    """The nodes of all lists, ascending, each once."""
    nodes = np.concatenate([*lists, np.empty(0, dtype=np.int32)])
    end = int(nodes.max(initial=-1)) + 1
    if end > _MASK_WORTH * len(nodes):
        return np.unique(nodes)
    among = np.zeros(end, dtype=bool)
    among[nodes] = True
    return np.flatnonzero(among).astype(np.int32)
