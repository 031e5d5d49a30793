"""Bits that patterns save in a description of the graph: a second opinion, which needs no samples."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from spminer.against.description import Description
from spminer.counting.query import Query

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.against.terms import Terms
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.running.monitor import Monitor

__all__ = ["bits_saved"]

# Occurrences are looked for at so many random nodes: the first of a few at each that shares no node with another.
_PLACES, _TRIES, _STEPS = 600, 4, 1000
_PLACES_STREAM = 0xB175  # of random numbers, so that no other part draws the same


def bits_saved(
    patterns: Sequence[Pattern], graphs: GraphCollection, terms: Terms, monitor: Monitor
) -> list[float | None]:
    """What each pattern saves; ``None`` for collections, and where there was no time.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.against.terms import Terms
    >>> from spminer.datasets import example
    >>> [bits] = bits_saved([Pattern.parse("0-1,1-2,2-0")], example(), Terms(), Monitor())
    >>> bits < 0  # the triangles of a small club are not worth a definition
    True
    """
    if graphs.num_graphs != 1:
        return [None] * len(patterns)
    sources, targets, _ = graphs.edges()
    whole = Description(np.stack([sources, targets], axis=1), graphs.num_nodes, directed=graphs.directed)

    def saving(pattern: Pattern) -> float | None:
        if pattern.directed != graphs.directed:
            return None
        plain = replace(pattern, anchor=None)
        found = _disjoint(plain, graphs, terms, monitor.part())
        saved = None if found is None else whole.saving(plain, found)
        return None if saved is None else saved.bits

    with ThreadPoolExecutor(terms.threads or os.cpu_count() or 1) as pool:
        return list(pool.map(saving, patterns))


def _disjoint(pattern: Pattern, graphs: GraphCollection, terms: Terms, monitor: Monitor) -> NDArray[np.int32] | None:
    """Occurrences all over the graph that share no node, from one random anchor after the other."""
    query = Query.make(replace(pattern, anchor=0), graphs, induced=terms.induced, threads=1)
    random = np.random.default_rng([terms.seed, _PLACES_STREAM])
    taken = np.zeros(graphs.num_nodes, dtype=bool)
    rows = []
    for anchor in random.permutation(graphs.num_nodes)[:_PLACES].astype(np.int32):
        if taken[anchor]:
            continue
        control = monitor.control()
        found = query.embeddings(control, _TRIES, among=np.array([anchor]), steps=_STEPS)
        if control.stop_reason is not None:
            return None
        free = found[~taken[found].any(axis=1)][:1]
        taken[free] = True
        rows.append(free)
    return np.concatenate(rows) if rows else np.empty((0, pattern.size), np.int32)
