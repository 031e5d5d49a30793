"""Rows of a graph from edges in any order, sorted on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer.errors import InputError
from spminer.graphs.external.runs import SortedRuns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.graphs.external.spill import Scratch

__all__ = ["SpilledRows"]

# An entry of a row as one number: the row, the column, and in the lowest bit whether the edge was listed from the other
# side. Its value is when it was listed, then the label, so that of repeated edges the first one's label is the least.
_ROW_SHIFT = np.uint64(32)
_COLUMN_SHIFT = np.uint64(1)
_COLUMN_MASK = np.uint64(2**31 - 1)
_LABEL_SHIFT = np.uint64(31)
_LABEL_MASK = np.uint64(2**31 - 1)
_MOST_EDGES = 2**33


class SpilledRows:
    """Takes edges batch by batch, and gives the columns of all rows in order.

    The same as ``_core.build_csr``, whatever the number of edges: rows are sorted, self-loops and repeated edges are
    dropped and counted, and of repeated edges the label of the first stays.
    """

    def __init__(self, scratch: Scratch, *, nodes: int, directed: bool, labeled: bool) -> None:
        self._runs = SortedRuns(scratch, valued=labeled)
        self._starts = scratch.spill(np.int64)
        self._labels = scratch.spill(np.int32) if labeled else None
        self._at_once, self._nodes, self._directed = scratch.budget.entries, nodes, directed
        self._seen = np.zeros(nodes if directed else 0, dtype=bool)  # nodes that have an arc
        self._listed = self._added = self._distinct = self._entries = 0
        self.self_loops = 0

    def add(self, sources: NDArray[np.int64], targets: NDArray[np.int64], labels: NDArray[np.int64] | None) -> None:
        """Take edges between nodes, with the final codes of their labels."""
        listed = np.arange(self._listed, self._listed + len(sources), dtype=np.uint64)
        self._listed += len(sources)
        if self._listed > _MOST_EDGES:
            raise InputError(f"has more than {_MOST_EDGES:,} edges", remedy="split the graph")
        kept = sources != targets
        self.self_loops += int(len(sources) - kept.sum())
        ends = sources[kept].astype(np.uint64), targets[kept].astype(np.uint64)
        keys = _key(*ends) if self._directed else np.concatenate([_key(*ends), _key(*ends[::-1]) | np.uint64(1)])
        self._added += len(keys)
        if labels is None:
            self._runs.add(keys)
            return
        values = (listed[kept] << _LABEL_SHIFT) | labels[kept].astype(np.uint64)
        self._runs.add(keys, values if self._directed else np.concatenate([values, values]))

    def joined_pairs(self) -> tuple[int, int]:
        """Pairs of nodes that are joined, and those listed both ways, of rows without direction."""
        pairs = mutual = 0
        for keys, _ in self._runs.merged(keep=True):
            different = 1 + int(((keys[1:] >> _COLUMN_SHIFT) != (keys[:-1] >> _COLUMN_SHIFT)).sum())
            pairs += different
            mutual += len(keys) - different
        return pairs // 2, mutual // 2  # both rows of an edge counted it

    def close(self) -> None:
        """Give the room on disk back, of rows that are not asked for."""
        self._runs.close()
        for spill in (self._starts, self._labels):
            if spill is not None:
                spill.close()

    def columns(self) -> Iterator[NDArray[np.int32]]:
        """The columns of all rows, row by row; where rows start and labels can be had afterwards."""
        next_row = 0
        for keys, values in self._runs.merged():
            self._distinct += len(keys)
            first = np.ones(len(keys), dtype=bool)
            first[1:] = (keys[1:] >> _COLUMN_SHIFT) != (keys[:-1] >> _COLUMN_SHIFT)
            if values is not None and self._labels is not None:
                least = np.minimum.reduceat(values, np.flatnonzero(first))
                self._labels.append((least & _LABEL_MASK).astype(np.int32))
            rows = (keys[first] >> _ROW_SHIFT).astype(np.int64)
            columns = ((keys[first] >> _COLUMN_SHIFT) & _COLUMN_MASK).astype(np.int32)
            if self._directed:
                self._seen[rows] = self._seen[columns] = True
            next_row = self._note_starts(rows, next_row)
            self._entries += len(rows)
            yield columns
        self._note_starts(np.empty(0, dtype=np.int64), next_row, upto=self._nodes + 1)

    def _note_starts(self, rows: NDArray[np.int64], next_row: int, upto: int | None = None) -> int:
        """Note where rows start, up to the last one of these; the next row to be noted."""
        upto = int(rows[-1]) + 1 if upto is None else upto
        for first in range(next_row, upto, self._at_once):
            some = np.arange(first, min(first + self._at_once, upto))
            self._starts.append(self._entries + np.searchsorted(rows, some))
        return max(next_row, upto)

    def starts(self) -> Iterator[NDArray[np.int64]]:
        """Where rows start, and the number of entries; after :meth:`columns`."""
        return self._starts.pieces()

    def labels(self) -> Iterator[NDArray[np.int32]] | None:
        """The label of each entry, if edges have labels; after :meth:`columns`."""
        return None if self._labels is None else self._labels.pieces()

    @property
    def repeated_edges(self) -> int:
        """Edges that were listed before; an undirected edge listed both ways is none. After :meth:`columns`."""
        repeats = self._added - self._distinct
        return repeats if self._directed else repeats // 2

    def isolated_nodes(self) -> int:
        """Nodes without any edge; after :meth:`columns`."""
        if self._directed:
            return int(self._nodes - self._seen.sum())
        alone, before = 0, None
        for piece in self._starts.pieces():
            row_starts = piece if before is None else np.concatenate([[before], piece])
            alone += int((np.diff(row_starts) == 0).sum())
            before = piece[-1]
        return alone


def _key(rows: NDArray[np.uint64], columns: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (rows << _ROW_SHIFT) | (columns << _COLUMN_SHIFT)
