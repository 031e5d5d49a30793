"""The table that every engine of enumeration fills: all classes of a size with their frequencies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from spminer import _core


__all__ = ["ClassTable"]


@dataclass(frozen=True, slots=True)
class ClassTable:
    """Anchored classes as an engine counts them: one entry per class and orbit.

    Attributes
    ----------
    stop_reason
        ``None`` if every subgraph was counted; otherwise why the engine stopped.
    class_id, anchored, graph
        Class, anchored frequency and graph-level frequency of each entry.
    seen
        Number of classes in all; the table may have only the best of them.
    pattern
        ``pattern(entry, anchored)`` is the native canonical pattern.
    certain
        Of a stopped engine, whether the numbers of each entry are exact; the others are lower bounds.
    """

    stop_reason: str | None
    class_id: NDArray[np.int64]
    anchored: NDArray[np.int64]
    graph: NDArray[np.uint64]
    seen: int
    pattern: Callable[[int, bool], _core.Pattern]
    certain: NDArray[np.bool_] | None = None

    def exact(self, entry: int) -> bool:
        """Whether the numbers of an entry are exact."""
        return self.complete or (self.certain is not None and bool(self.certain[entry]))

    def ranked(self, by: Literal["anchored", "graph"], top: int | None = None) -> list[int]:
        """The entries, most frequent first; by ``"graph"`` one of each class. Ties keep the order of the engine."""
        entries = np.arange(len(self.class_id))
        keys: tuple[NDArray[Any], ...] = (self.graph, self.anchored)
        if by == "graph":
            _, entries = np.unique(self.class_id, return_index=True)
            keys = (self.anchored, self.graph)
        order = np.lexsort(tuple(-key[entries].astype(np.float64) for key in keys))
        return [int(entry) for entry in entries[order[:top]]]

    @property
    def complete(self) -> bool:
        """Whether every subgraph was counted."""
        return self.stop_reason is None
