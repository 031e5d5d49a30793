"""Gatherings: groups of nodes with more links among them than their degrees explain, and the patterns that they form.

Growth goes from pattern to pattern, and each step must pay off. In a dense graph the parts of a rare dense pattern are
about as frequent as chance makes them, so that no step tells where it is. Its occurrences do: from a node, the neighbor
that has most links to what is gathered so far, and to others around it, beyond those that its degree lets expect, leads
into a dense group if there is one. What many nodes gather here and few gather on the other side is worth counting.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.significance.statistics import surprise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = ["gathered_patterns"]

_STARTS = 2000  # nodes to gather from
_START_STREAM = 0x6A74  # of random numbers, so that no other part draws the same


def gathered_patterns(
    home: GraphCollection, away: GraphCollection, sizes: Sequence[int], number: int, seed: int, monitor: Monitor
) -> dict[int, list[Pattern]]:
    """Up to so many anchored patterns of each size that are gathered more often at home, the most surprising first.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> friends = example()
    >>> shuffled = spminer.randomize(friends)[0]
    >>> found = gathered_patterns(friends, shuffled, [3], number=1, seed=0, monitor=spminer.Monitor())
    >>> [pattern.text for pattern in found[3]]
    ['0-1,0-2,1-2@0']
    """
    here, there = (_gathered(graphs, sizes, seed, monitor) for graphs in (home, away))
    scale = min(_STARTS, home.num_nodes) / max(min(_STARTS, away.num_nodes), 1)  # as if as many had gathered away
    found = {}
    for size in sizes:
        scores = {
            pattern: float(surprise(count, scale * there[size][pattern])) for pattern, count in here[size].items()
        }
        ranked = sorted(scores, key=lambda pattern: (-scores[pattern], pattern.text))
        found[size] = [pattern for pattern in ranked[:number] if scores[pattern] > 0]
    return found


def _gathered(
    graphs: GraphCollection, sizes: Sequence[int], seed: int, monitor: Monitor
) -> dict[int, Counter[Pattern]]:
    """How often each pattern is gathered, from a sample of nodes."""
    random = np.random.default_rng([seed, _START_STREAM])
    starts = random.choice(graphs.num_nodes, size=min(_STARTS, graphs.num_nodes), replace=False).astype(np.int32)
    target = graphs.target()
    nodes, rows, _ = _core.gather_walks(target, starts, max(sizes), monitor.control())
    found = {}
    for size in sizes:
        whole = nodes[:, size - 1] >= 0
        inside = np.uint64((1 << size) - 1)
        native = _core.walk_patterns(
            target, np.ascontiguousarray(nodes[whole, :size]), np.ascontiguousarray(rows[whole, :size] & inside)
        )
        found[size] = Counter(graphs.pattern(one).canonical() for one in native)
    return found
