"""Frequencies of every pattern of a size in a graph, from the table of an engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer.enumeration.engines import count_classes

if TYPE_CHECKING:
    from spminer.enumeration.engines import ClassTable
    from spminer.frequencies import Objective
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.request.enumeration import Engine
    from spminer.running.monitor import Monitor

__all__ = ["count_patterns"]


def count_patterns(
    graphs: GraphCollection, size: int, engine: Engine, objective: Objective, monitor: Monitor, *, threads: int = 0
) -> dict[Pattern, int] | None:
    """The frequency of every pattern of a size by an objective, any but transactions; ``None`` if there was no time.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> found = count_patterns(example(), 3, "esu", "graph", Monitor())
    >>> {pattern.text: count for pattern, count in found.items()}
    {'0-1,1-2': 393, '0-1,0-2,1-2': 45}
    """
    table = count_classes(graphs, size, engine, monitor, threads=threads)
    if not table.complete:
        return None
    return _anchored(table, graphs) if objective == "anchored" else _plain(table, graphs, objective)


def _anchored(table: ClassTable, graphs: GraphCollection) -> dict[Pattern, int]:
    return {
        graphs.pattern(table.pattern(entry, True)).canonical(): count
        for entry, count in enumerate(table.anchored.tolist())
    }


def _plain(table: ClassTable, graphs: GraphCollection, objective: Objective) -> dict[Pattern, int]:
    """Patterns without anchors; the images of one are the anchors of the orbit that has fewest."""
    _, first, inverse = np.unique(table.class_id, return_index=True, return_inverse=True)
    counts = table.graph[first]
    if objective == "images":
        counts = np.full(len(first), np.iinfo(np.int64).max)
        np.minimum.at(counts, inverse, table.anchored)
    return {
        graphs.pattern(table.pattern(int(entry), False)).canonical(): int(count)
        for entry, count in zip(first, counts, strict=True)
    }
