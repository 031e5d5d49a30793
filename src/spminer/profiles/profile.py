"""Profile of nodes: for each node, the motifs it takes part in, its positions in them, and how often it has each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.validation import explains_arguments
from spminer.cluster import monitored
from spminer.counting.query import check_fit
from spminer.errors import UsageError
from spminer.graphs.convert.anything import as_collection
from spminer.profiles.counts import count_positions
from spminer.profiles.nodes import find_nodes, graph_names_of
from spminer.profiles.positions import positions_of
from spminer.profiles.table import ProfileTable
from spminer.results import MotifSet
from spminer.results.frequency import Frequency
from spminer.results.request import MiningRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spminer._util.monitor import Monitor
    from spminer.patterns import Pattern
    from spminer.profiles.counts import CountTable
    from spminer.profiles.positions import Position
    from spminer.results import Motif

__all__ = ["Participation", "Profile", "profile"]

_LIMIT_OF_ALL, _LIMIT_OF_NAMED = 10_000, 1_000_000  # minutes for thousands of nodes, seconds for one


@dataclass(frozen=True, slots=True)
class Participation:
    """A position that a node has.

    Attributes
    ----------
    node, graph
        The node's own name, and the graph that it is in, if there are several.
    position
        Where in which motif.
    count
        Number of node sets that form the motif with the node at this position.
    """

    node: str
    graph: str | None
    position: Position
    count: Frequency


@dataclass(frozen=True, eq=False, repr=False)
class Profile(ProfileTable):
    """How often nodes have each position in each of some motifs: the graphlet degree vector, for motifs of any size.

    Attributes
    ----------
    positions
        The columns: every position (node orbit) in every motif.
    nodes, node_names, graph_names
        The rows: numbers and names of the nodes, and the graphs that they are in, if there are several.
    counts
        Number of node sets that form the motif with the node at the position.
    complete
        Whether that is all; otherwise a limit ended the count, and it is a lower bound.
    induced
        Whether nodes that are not joined in the motif are not joined in the graph either.
    limit
        How far the matcher counted at each node and position; 0 is no limit.
    stop_reason
        What cut the whole profile short, or ``None``.
    """

    induced: bool = True
    limit: int = 0
    stop_reason: str | None = None

    def __repr__(self) -> str:
        rows, columns = self.counts.shape
        motifs = len({position.motif for position in self.positions})
        bounds = int((~self.complete).sum())
        sure = _number(bounds, "lower bound") if bounds else "all exact"
        return f"Profile({_number(rows, 'node')}, {_number(columns, 'position')} in {_number(motifs, 'motif')}, {sure})"

    def participations(self, node: str | None = None) -> list[Participation]:
        """The positions that nodes have, or one node, the most frequent first; where none was found, none is listed.

        A position whose count was cut short before anything was found is listed with at least 0.

        >>> import spminer
        >>> square = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("d", "e")])
        >>> for found in spminer.profile(square, ["0-1,1-2"]).participations("d"):
        ...     print(found.position.names.name, int(found.count.value))
        path of 3 @middle 3
        path of 3 @end 2
        """
        rows = range(len(self.nodes)) if node is None else [i for i, name in enumerate(self.node_names) if name == node]
        if node is not None and not rows:
            raise UsageError(f"the profile has no node {node!r}; name one of its node_names")
        cells = [(row, column) for row in rows for column in self.listed(row)]
        cells.sort(key=lambda cell: -int(self.counts[cell]))
        return [self._participation(row, column) for row, column in cells]

    def _participation(self, row: int, column: int) -> Participation:
        count = int(self.counts[row, column])
        return Participation(
            self.node_names[row],
            None if self.graph_names is None else self.graph_names[row],
            self.positions[column],
            Frequency.exact(count) if self.complete[row, column] else Frequency.lower_bound(count),
        )

    def to_dict(self) -> dict[str, Any]:
        """The profile as plain values, ready for JSON; of each node the positions that it has."""
        return {
            "status": "complete" if self.stop_reason is None else "partial",
            "stop_reason": self.stop_reason,
            "induced": self.induced,
            "limit": self.limit,
            "nodes": len(self.nodes),
            "positions": [position.id for position in self.positions],
            "rows": list(self.long_records()),
        }


@explains_arguments
def profile(
    graphs: Any,
    motifs: MotifSet | Iterable[Motif | Pattern | str],
    *,
    nodes: str | Sequence[str] | None = None,
    induced: bool | None = None,
    limit: int | None = None,
    steps: int | None = None,
    threads: int = 0,
    time_limit: float | None = None,
    monitor: Monitor | None = None,
    client: Any = None,
) -> Profile:
    """Count in how many occurrences of each motif each node takes part, by its position in the motif.

    For graphlets this is the graphlet degree vector; motifs may have any size, direction and labels. Direction and
    labels of the graph are ignored where the motifs have none.

    Parameters
    ----------
    graphs
        Where the nodes are: a collection, or what :func:`spminer.mine` takes.
    motifs
        A result of mining or enumerating, or patterns. Those that differ only in the anchor are one motif.
    nodes
        Names of the nodes to answer for; by default all.
    induced
        Whether nodes that are not joined in the motif must not be joined in the graph either. By default as the motifs
        were found.
    limit
        How far to count at each node and position; beyond, the count is a lower bound and says so. 0 for no limit;
        by default 10,000, and 1,000,000 at nodes that are named. Undirected motifs of 3 to 5 nodes without labels are
        counted exactly if all nodes are asked for.
    steps
        Search steps for each node and position before the count is left a lower bound; ``None`` for no limit.
    threads
        Number of threads, 0 for every core. The result does not depend on it.
    time_limit
        Seconds for the whole call.
    monitor
        Watches and stops the call from another thread; carries its own time limit.
    client
        A client of a Dask cluster (``dask.distributed.Client``) that does the work; ``None`` for this process alone.
        The result does not depend on it.

    Returns
    -------
    Profile
        A row per node and a column per position, with what is exact and what is a lower bound.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> profile = spminer.profile(example(), spminer.enumerate(example(), 3), nodes="Mr Hi")
    >>> [(found.position.names.text, int(found.count.value)) for found in profile.participations()]
    [('path of 3 @middle (G1, orbit 2)', 102), ('triangle (G2, orbit 3)', 18), ('path of 3 @end (G1, orbit 1)', 17)]
    """
    _check(limit, steps, time_limit)
    if induced is None:
        induced = _found_induced(motifs)
    positions = positions_of(motifs)
    if limit is None:
        limit = _LIMIT_OF_ALL if nodes is None else _LIMIT_OF_NAMED
    with monitored(monitor, time_limit, client) as watch:
        graphs = as_collection(graphs, monitor=watch)
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


def _stop_reason(table: CountTable, limit: int, steps: int | None, monitor: Monitor) -> str | None:
    """What ended counts that reached neither their end nor the limit."""
    beyond = limit or np.iinfo(np.int64).max
    if not (~table.complete & (table.counts < beyond)).any():
        return None
    return monitor.stop_reason or ("step limit" if steps else None)


def _number(value: int, noun: str) -> str:
    return f"{value:,} {noun}{'s' * (value != 1)}"


def _found_induced(motifs: object) -> bool:
    """Whether the motifs were found as induced subgraphs, which all are that nothing else is said of."""
    request = motifs.request if isinstance(motifs, MotifSet) else None
    return request.induced if isinstance(request, MiningRequest) else True


def _check(limit: int | None, steps: int | None, time_limit: float | None) -> None:
    if limit is not None and limit < 0:
        raise UsageError(f"limit must be 0 or more, not {limit}")
    for name, value in (("steps", steps), ("time_limit", time_limit)):
        if value is not None and value <= 0:
            raise UsageError(f"{name} must be positive, not {value}")
