"""Profile of nodes: in how many occurrences of each motif a node takes part, by its position in the motif.

For graphlets this is the graphlet degree vector. A position is an orbit of a motif, so an anchored pattern. For each
position, every node gets the number of node sets that form the motif with this node as the anchor:

1. Induced motifs without labels, of 3 to 5 nodes or of 3 if directed, are counted by one census per size, if all nodes
   are asked for. Labels of the graphs do not matter for these motifs, and direction only if the motifs have it.
2. All others are counted by the matcher at each node (:func:`spminer.counting.matching.count_per_anchor`), up to
   ``limit`` node sets and ``steps`` search steps, by an executor if there is one.

Invariants: a count is exact, or a lower bound that is marked as such. Results do not depend on the number of threads or
workers.

Time limit: positions that were not counted are the lower bound 0, and the stop reason says why.

Reference: Przulj, "Biological network comparison using graphlet degree distribution", Bioinformatics 2007.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.validation import validate_arguments
from spminer.cluster import run_monitor
from spminer.counting.census import count_census
from spminer.counting.engine_choice import CENSUS_SIZES
from spminer.counting.matching import MatchQuery, check_connected, check_fit, count_per_anchor
from spminer.counting.profile_table import Position, Profile
from spminer.errors import UsageError
from spminer.graphs.collection import is_several
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.node_names import find_nodes, graph_names_of
from spminer.graphs.pattern_files import as_pattern, check_order
from spminer.patterns import Pattern
from spminer.patterns.named import GRAPHLETS, TRIADS
from spminer.results import MotifSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection

__all__ = ["profile"]

_LIMIT_OF_ALL, _LIMIT_OF_NAMED = 10_000, 1_000_000  # minutes for thousands of nodes; seconds for one


@validate_arguments
def profile(
    graph: Any,
    motifs: Any = None,
    *,
    nodes: str | Sequence[str] | None = None,
    induced: bool | None = None,
    limit: int | None = None,
    steps: int | None = None,
    threads: int = 0,
    time_limit: float | None = None,
    monitor: Monitor | None = None,
    cluster: Any = None,
    progress: bool | None = None,
) -> Profile:
    """Count in how many occurrences of each motif each node takes part, by its position in the motif.

    For graphlets this is the graphlet degree vector; motifs may have any size, direction and labels. Direction and
    labels of the graph are ignored where the motifs have none.

    Parameters
    ----------
    graph
        Where the nodes are: a collection, or what :func:`spminer.mine` takes.
    motifs
        A result of mining or enumerating, or patterns, each as for :func:`spminer.count`, or one. Those that differ
        only in the anchor are one motif. By default the eight motifs of 3 and 4 nodes, without labels; of a directed
        graph the 13 triads.
    nodes
        Names of the nodes to answer for; by default all.
    induced
        Whether nodes that are not joined in the motif must not be joined in the graph either. By default as the motifs
        were found.
    limit
        How far to count at each node and position; beyond, the count is a lower bound and says so. 0 for no limit;
        by default 10,000, and 1,000,000 at nodes that are named. Motifs of 3 to 5 nodes without labels are counted
        exactly if all nodes are asked for; directed ones if they have 3 nodes.
    steps
        Search steps for each node and position before the count is left a lower bound; ``None`` for no limit.
    threads
        Number of threads, 0 for every core. The result does not depend on it.
    time_limit
        Seconds for the whole call.
    monitor
        Watches and stops the call from another thread; carries its own time limit.
    cluster
        A Dask cluster that does the work: the address of its scheduler or ``"local:4"``, its client
        (``dask.distributed.Client``) or an executor (:mod:`spminer.cluster`); ``None`` for this process alone.
        The result does not depend on it.
    progress
        Whether to show progress after two seconds: a bar in a terminal or a notebook, lines elsewhere. ``None`` shows a
        bar where there is a terminal or a notebook, and nothing elsewhere or with a ``monitor``.

    Returns
    -------
    Profile
        A row per node and a column per position, with what is exact and what is a lower bound.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> profile = spminer.profile(example(), ["path:3", "triangle"], nodes="Mr Hi")
    >>> [(found.position.names.name, int(found.count.value)) for found in profile.participations()]
    [('path of 3, at the middle', 102), ('triangle', 18), ('path of 3, at an end', 17)]
    """
    _check(limit, steps, time_limit)
    check_order(graph, motifs, "profile(graph, motifs)", pattern_first=False)
    if induced is None:
        induced = _found_induced(motifs)
    positions = None if motifs is None else positions_of(motifs)
    if limit is None:
        limit = _LIMIT_OF_ALL if nodes is None else _LIMIT_OF_NAMED
    with run_monitor(monitor, time_limit, cluster, progress) as watch:
        graphs = as_collection(graph, monitor=watch)
        if positions is None:
            positions = _default_positions(graphs.directed)
        for position in positions:
            check_fit(position.motif, graphs)
        among = None if nodes is None else find_nodes(graphs, [nodes] if isinstance(nodes, str) else nodes)
        table = count_positions(
            positions, graphs, watch, among=among, induced=induced, limit=limit, steps=steps or 0, threads=threads
        )
    rows = np.arange(graphs.num_nodes, dtype=np.int32) if among is None else among
    return Profile(
        positions=positions,
        nodes=rows,
        node_names=tuple(graphs.names(rows)),
        graph_names=graph_names_of(graphs, rows),
        counts=table.counts,
        complete=table.complete,
        induced=induced,
        limit=limit,
        stop_reason=_stop_reason(table, limit, steps, watch),
    )


def _check(limit: int | None, steps: int | None, time_limit: float | None) -> None:
    if limit is not None and limit < 0:
        raise UsageError(f"limit must be 0 or more, not {limit}")
    for name, value in (("steps", steps), ("time_limit", time_limit)):
        if value is not None and value <= 0:
            raise UsageError(f"{name} must be positive, not {value}")


def _found_induced(motifs: object) -> bool:
    """Whether the motifs were found as induced subgraphs, the default for motifs without a request."""
    request = motifs.request if isinstance(motifs, MotifSet) else None
    return True if request is None else request.induced


def _stop_reason(table: CountTable, limit: int, steps: int | None, monitor: Monitor) -> str | None:
    """What ended counts that are neither complete nor at the limit."""
    beyond = limit or np.iinfo(np.int64).max
    if not (~table.complete & (table.counts < beyond)).any():
        return None
    return monitor.stop_reason or ("step limit" if steps else None)


@cache
def _default_positions(directed: bool) -> tuple[Position, ...]:
    """Those of the triads, or of the undirected motifs of 3 and 4 nodes."""
    return positions_of(TRIADS.values() if directed else [text for text, orbits in GRAPHLETS if len(orbits) in (3, 4)])


def positions_of(motifs: Any) -> tuple[Position, ...]:
    """Every position in every motif; motifs that differ only in the anchor are one.

    >>> [(position.id, position.nodes) for position in positions_of(["0-1,1-2@0", "0-1,1-2@1", "0-1,1-2,2-0"])]
    [('0-1,1-2@0', 2), ('0-1,0-2@0', 1), ('0-1,0-2,1-2@0', 3)]
    """
    if not is_several(motifs) or isinstance(motifs, str) or hasattr(motifs, "adj"):
        motifs = [motifs]
    distinct = dict.fromkeys(as_pattern(motif).without_anchor() for motif in motifs)
    if not distinct:
        raise UsageError("no motifs to make a profile of; give some, or mine more sizes")
    for motif in distinct:
        check_connected(motif)
    return tuple(
        Position(motif, replace(motif, anchor=orbit[0]).canonical(), len(orbit))
        for motif in distinct
        for orbit in motif.orbits()
    )


_MOST = np.iinfo(np.int64).max


def count_positions(
    positions: Sequence[Position],
    graphs: GraphCollection,
    monitor: Monitor,
    *,
    among: NDArray[np.int32] | None = None,
    induced: bool = True,
    limit: int = 0,
    steps: int = 0,
    threads: int = 0,
) -> CountTable:
    """Count every position at every node, or at some, until the monitor stops it.

    Examples
    --------
    >>> from spminer import Monitor, from_edges
    >>> star = from_edges([(0, 1), (0, 2), (0, 3)])
    >>> count_positions(positions_of(["0-1,1-2"]), star, Monitor()).counts
    array([[0, 3],
           [2, 0],
           [2, 0],
           [2, 0]])
    """
    table = CountTable.empty(graphs.num_nodes if among is None else len(among), len(positions))
    by_census = {
        column
        for column, position in enumerate(positions)
        if among is None and induced and _has_census(position.pattern)
    }
    monitor.update(stage="profile", total=len(positions))
    for size, directed in sorted({_kind(positions[column].pattern) for column in by_census}):
        columns = {
            column: positions[column] for column in by_census if _kind(positions[column].pattern) == (size, directed)
        }
        if not _fill_by_census(table, columns, graphs, size, directed, monitor, threads):
            by_census -= columns.keys()
    for column, position in enumerate(positions):
        if column in by_census or monitor.stopped:
            continue
        query = MatchQuery.of(position.pattern, graphs, induced=induced, threads=threads)
        table.put(column, *count_per_anchor(query, monitor, among=among, steps=steps, limit=limit))
        monitor.update(done=monitor.progress.done + 1)
    return table


def _fill_by_census(
    table: CountTable,
    columns: dict[int, Position],
    graphs: GraphCollection,
    size: int,
    directed: bool,
    monitor: Monitor,
    threads: int,
) -> bool:
    """Count all positions of a small size at once; ``False`` if the counts may be too large for the census."""
    monitor.update(call=len(columns))
    try:
        result = count_census(
            graphs, size, monitor, monitor.control(), threads=threads, per_node=True, directed=directed
        )
    except OverflowError:
        return False
    finally:
        monitor.update(call=1)
    counts = result.take_counts()
    if result.complete and counts is not None:
        column_of = {
            _text(tuple(orbit.edges), orbit.anchor, size, directed): index for index, orbit in enumerate(result.orbits)
        }
        for column, position in columns.items():
            table.put(column, counts[:, column_of[position.id]], True)
    monitor.update(done=monitor.progress.done + len(columns))
    return True


@cache
def _text(edges: tuple[tuple[int, int], ...], anchor: int, size: int, directed: bool) -> str:
    return Pattern.from_edges(edges, size=size, anchor=anchor, directed=directed).canonical().text


def _kind(pattern: Pattern) -> tuple[int, bool]:
    return pattern.size, pattern.directed


def _has_census(pattern: Pattern) -> bool:
    no_labels = pattern.node_labels is None and pattern.edge_labels is None
    return no_labels and pattern.size in CENSUS_SIZES[pattern.directed]


@dataclass(frozen=True, slots=True)
class CountTable:
    """A row per node and a column per position: the number of node sets, and whether it is complete."""

    counts: NDArray[np.int64]
    complete: NDArray[np.bool_]

    @classmethod
    def empty(cls, nodes: int, positions: int) -> CountTable:
        """The lower bound 0 everywhere, in column-major order, since columns are filled one by one."""
        shape = (nodes, positions)
        return cls(np.zeros(shape, np.int64, order="F"), np.zeros(shape, np.bool_, order="F"))

    def put(self, column: int, counts: NDArray[np.uint64], complete: NDArray[np.bool_] | bool) -> None:
        """Fill a column; counts above 63 bits become lower bounds."""
        self.counts[:, column] = np.minimum(counts, np.uint64(_MOST))
        self.complete[:, column] = complete & (counts <= _MOST)
