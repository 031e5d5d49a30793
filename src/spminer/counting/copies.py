"""Copies of a pattern: subgraphs that are isomorphic to it, counted edge by edge; in total, and at each node.

A copy is a set of nodes with a set of edges between them. With ``induced=False`` a node set holds several copies where
it has more edges than the pattern: a clique of four nodes holds three squares. With ``induced=True`` every edge between
the nodes belongs to the copy, so copies are node sets.

1. Not induced, up to 8 nodes, without direction and edge labels: by decomposition, which does not visit the copies
   (``core/src/copies/copies.cc`` has the algorithm, its cost and the references).
2. All others, and those with a limit of search steps: by the matcher, which visits each
   (:mod:`spminer.counting.matching`).

Invariants: both engines give the same counts. Results do not depend on the number of threads.

Time limit: a total that was stopped is the lower bound 0, if it is counted by decomposition.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.validation import validate_arguments
from spminer.cluster import run_monitor
from spminer.counting.matching import MatchQuery, PatternCount, check_connected, check_fit, count_node_sets
from spminer.errors import LimitError, UsageError
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.pattern_files import as_pattern, check_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor

__all__ = ["copies_by_node", "count_copies", "decomposes", "undirected_target"]


def count_copies(query: MatchQuery, monitor: Monitor, *, steps: int = 0) -> PatternCount:
    """Count the copies of a pattern; an anchor does not matter.

    Examples
    --------
    >>> import networkx as nx
    >>> from spminer import Monitor, Pattern, from_networkx
    >>> query = MatchQuery.of(Pattern.parse("0-1,1-2,2-3,3-0"), from_networkx(nx.complete_graph(4)), induced=False)
    >>> count_copies(query, Monitor()).count, count_node_sets(query, Monitor()).count
    (3, 1)
    """
    if steps or not decomposes(query):
        return count_node_sets(query, monitor, steps=steps, copies=True)
    control = monitor.control()
    try:
        copies, _, _, complete = _core.count_copies(
            query.native, undirected_target(query), control, threads=query.threads
        )
    except OverflowError:
        return count_node_sets(query, monitor, copies=True)
    nodes = query.graphs.num_nodes
    if not complete:
        return PatternCount(0, None, nodes, nodes, stop_reason=control.stop_reason)
    return PatternCount(copies, copies, nodes, 0)


def decomposes(query: MatchQuery) -> bool:
    """Whether a pattern is counted by decomposition."""
    pattern, graphs = query.pattern, query.graphs
    coded = (pattern.directed and graphs.directed) or (
        pattern.edge_labels is not None and graphs.edge_labels is not None
    )
    return not query.induced and not coded and pattern.size <= _core.MOST_NODES_OF_COPIES


def undirected_target(query: MatchQuery) -> _core.Target:
    """The graphs as a decomposition counts in them."""
    return query.graphs.target(direction=False, node_labels=query.pattern.node_labels is not None, edge_labels=False)


@validate_arguments
def copies_by_node(
    pattern: Any,
    graph: Any,
    *,
    induced: bool = False,
    threads: int = 0,
    time_limit: float | None = None,
    monitor: Monitor | None = None,
    progress: bool | None = None,
) -> NDArray[np.int64]:
    """Count the copies of a pattern that each node takes part in, by its position in the pattern.

    Parameters
    ----------
    pattern
        A connected pattern, as for :func:`spminer.count`; its anchor does not matter.
    graph
        Where to count: a collection, or what :func:`spminer.mine` takes.
    induced
        Whether nodes that are not joined in the pattern must not be joined in the graph either. Otherwise a node set
        may hold several copies.
    threads
        Number of threads, 0 for every core. The result does not depend on it.
    time_limit
        Seconds for the whole call.
    monitor
        Watches and stops the call from another thread; carries its own time limit.
    progress
        Whether to show progress, as for :func:`spminer.count`.

    Returns
    -------
    numpy.ndarray
        A row per node and a column per orbit of the pattern, in the order of ``Pattern.orbits``: the number of copies
        that have the node there.

    Raises
    ------
    LimitError
        If the count was stopped.

    Examples
    --------
    >>> import networkx as nx
    >>> import spminer
    >>> spminer.copies_by_node("path:3", nx.star_graph(3))
    array([[0, 3],
           [2, 0],
           [2, 0],
           [2, 0]])
    """
    if time_limit is not None and time_limit <= 0:
        raise UsageError(f"time_limit must be positive, not {time_limit}")
    check_order(pattern, graph, "copies_by_node(pattern, graph)")
    pattern = replace(as_pattern(pattern), anchor=None)
    check_connected(pattern)
    with run_monitor(monitor, time_limit, None, progress) as watch:
        graphs = as_collection(graph, monitor=watch)
        check_fit(pattern, graphs)
        query = MatchQuery.of(pattern, graphs, induced=induced, threads=threads)
        counts = _by_decomposition(query, watch) if decomposes(query) else _by_matching(query, watch)
        if watch.stopped:
            raise LimitError(f"copies at nodes were not counted: {watch.stop_reason}")
    return counts


def _by_decomposition(query: MatchQuery, monitor: Monitor) -> NDArray[np.int64]:
    control = monitor.control()
    try:
        _, counts, _, _ = _core.count_copies(
            query.native, undirected_target(query), control, threads=query.threads, per_node=True
        )
    except OverflowError as error:
        raise LimitError(f"copies of {query.pattern.text} at a node may be more than 64 bits hold") from error
    return counts.astype(np.int64, copy=False)


def _by_matching(query: MatchQuery, monitor: Monitor) -> NDArray[np.int64]:
    columns = []
    for orbit in query.pattern.orbits():
        counts, _ = query.anchored_at(orbit[0]).count_per_anchor(monitor.control(), copies=True)
        columns.append(counts.astype(np.int64))
    return np.stack(columns, axis=1)
