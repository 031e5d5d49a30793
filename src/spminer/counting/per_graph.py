"""Counts of patterns in each graph of a collection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer._util.monitor import Monitor
from spminer.counting.matching import match_anchors
from spminer.counting.query import Query, check_connected, check_fit
from spminer.patterns import as_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = ["count_by_graph"]


def count_by_graph(
    patterns: Sequence[Pattern | str],
    graphs: GraphCollection,
    *,
    induced: bool = True,
    threads: int = 0,
    monitor: Monitor | None = None,
) -> NDArray[np.int64]:
    """Count how often each pattern occurs in each graph.

    Each pattern is matched against the whole collection at once. Node labels, edge labels and direction are honored
    when both the pattern and the graphs have them; a label that the graphs do not have matches nothing.

    Parameters
    ----------
    patterns
        Connected patterns, or their text forms.
    graphs
        Where to count.
    induced
        Whether nodes that are not joined in the pattern must not be joined in the graph either.
    threads
        Number of threads, 0 for every core. The result does not depend on it.
    monitor
        Watches and stops the count. What there was no time for is left 0.

    Returns
    -------
    numpy.ndarray
        A row per graph and a column per pattern: the number of nodes of the graph that the pattern's anchor can be
        mapped to; of a pattern without an anchor, the number of nodes that are part of an occurrence.

    Examples
    --------
    >>> import networkx as nx
    >>> import spminer
    >>> graphs = spminer.from_networkx([nx.complete_graph(3), nx.star_graph(3)])
    >>> count_by_graph(["0-1,1-2,2-0@0", "0-1,1-2@1", "0-1,1-2"], graphs)
    array([[3, 0, 0],
           [0, 1, 4]])
    """
    graph_of_node = np.repeat(np.arange(graphs.num_graphs), np.diff(graphs.graph_offsets))
    counts = np.zeros((graphs.num_graphs, len(patterns)), dtype=np.int64)
    monitor = monitor or Monitor()
    for column, pattern in enumerate(patterns):
        asked = as_pattern(pattern)
        nodes = _nodes(asked, graphs, induced, threads, monitor)
        if monitor.stopped:
            break
        counts[:, column] = np.bincount(graph_of_node[nodes], minlength=graphs.num_graphs)
        monitor.update(done=monitor.progress.done + 1)
    return counts


def _nodes(
    pattern: Pattern, graphs: GraphCollection, induced: bool, threads: int, monitor: Monitor
) -> NDArray[np.int32]:
    """The nodes that can be the anchor, or any node of a pattern that has none."""
    check_connected(pattern)
    check_fit(pattern, graphs)
    query = Query.make(pattern, graphs, induced=induced, threads=threads)
    every = [query.anchored_at(orbit[0]) for orbit in pattern.orbits()] if pattern.anchor is None else [query]
    found = [match_anchors(anchored, monitor, listed=True).anchors for anchored in every]
    return found[0] if len(found) == 1 else np.unique(np.concatenate(found))
