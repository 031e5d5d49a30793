"""Counts behind a profile: how often each node has each position, by the census or by the matcher."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spminer.counting.at_anchors import AtAnchors, count_at_anchors
from spminer.counting.census import count_census
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer import _core
    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.profiles.positions import Position

__all__ = ["CountTable", "count_positions"]

_CENSUS_SIZES = range(3, 6)
_MOST = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class CountTable:
    """A row per node and a column per position: how many node sets, and whether that is all."""

    counts: NDArray[np.int64]
    complete: NDArray[np.bool_]

    @classmethod
    def empty(cls, nodes: int, positions: int) -> CountTable:
        """Nothing counted yet: at least 0 everywhere. By column in memory, since columns come one by one."""
        shape = (nodes, positions)
        return cls(np.zeros(shape, np.int64, order="F"), np.zeros(shape, np.bool_, order="F"))

    def put(self, column: int, counts: NDArray[np.uint64], complete: NDArray[np.bool_] | bool) -> None:
        """Fill in a column; what 63 bits cannot hold is a lower bound."""
        self.counts[:, column] = np.minimum(counts, np.uint64(_MOST))
        self.complete[:, column] = complete & (counts <= _MOST)


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
    >>> from spminer.profiles.positions import positions_of
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
        if among is None and induced and _is_plain(position.pattern) and position.pattern.size in _CENSUS_SIZES
    }
    monitor.update(stage="profile", total=len(positions))
    for size in sorted({positions[column].pattern.size for column in by_census}):
        columns = {column: positions[column] for column in by_census if positions[column].pattern.size == size}
        if not _fill_by_census(table, columns, graphs, size, monitor, threads):
            by_census -= columns.keys()
    for column, position in enumerate(positions):
        if column in by_census or monitor.stopped:
            continue
        asked = AtAnchors(position.pattern, induced, steps, limit)
        table.put(column, *count_at_anchors(asked, graphs, monitor, among=among, threads=threads))
        monitor.update(done=monitor.progress.done + 1)
    return table


def _fill_by_census(
    table: CountTable,
    columns: dict[int, Position],
    graphs: GraphCollection,
    size: int,
    monitor: Monitor,
    threads: int,
) -> bool:
    """Count all positions of a small size at once; false if the counts may be too large for the census."""
    monitor.update(call=len(columns))
    try:
        result = count_census(graphs, size, monitor, monitor.control(), threads=threads, per_node=True)
    except OverflowError:
        return False
    finally:
        monitor.update(call=1)
    counts = result.take_counts()
    if result.complete and counts is not None:
        column_of = {_text(orbit, size): index for index, orbit in enumerate(result.orbits)}
        for column, position in columns.items():
            table.put(column, counts[:, column_of[position.id]], True)
    monitor.update(done=monitor.progress.done + len(columns))
    return True


def _text(orbit: _core.CensusOrbit, size: int) -> str:
    return Pattern.from_edges(orbit.edges, size=size, anchor=orbit.anchor).canonical().text


def _is_plain(pattern: Pattern) -> bool:
    return not pattern.directed and pattern.node_labels is None and pattern.edge_labels is None
