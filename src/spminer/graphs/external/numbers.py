"""Numbering of nodes whose ids are numbers, in the order of the numbers, with the ids on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.graphs.external.runs import SortedRuns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.graphs.external.spill import Scratch

__all__ = ["NumberedIds"]


class NumberedIds:
    """Ids come batch by batch; then each has a rank among all.

    Examples
    --------
    >>> import tempfile
    >>> from spminer.graphs.external.budget import Budget
    >>> from spminer.graphs.external.spill import Scratch
    >>> with Scratch(tempfile.gettempdir(), Budget(1 << 20)) as scratch:
    ...     ids = NumberedIds(scratch)
    ...     ids.add(np.array([700, 3]), (np.empty(0, np.uint8), np.empty(0, np.int64)))
    ...     ids.finish(), ids.nodes_of(0, np.array([3, 700])).tolist()
    (2, [0, 1])
    """

    def __init__(self, scratch: Scratch) -> None:
        self._runs = SortedRuns(scratch)
        self._ids = scratch.spill(np.int64)
        self._budget = scratch.budget
        self._largest = -1
        self._table: NDArray[np.int32] | None = None

    def add(self, ids: NDArray[np.int64], _names: tuple[NDArray[np.uint8], NDArray[np.int64]]) -> None:
        """Take the ids of a batch."""
        self._runs.add(ids.view(np.uint64))

    def finish(self) -> int:
        """Sort the ids; the number of nodes."""
        for keys, _ in self._runs.merged():
            self._ids.append(keys.view(np.int64))
            self._largest = int(keys[-1])
        if not self._consecutive and (self._largest + 1) * 4 <= self._budget.table:
            self._table = np.zeros(self._largest + 1, dtype=np.int32)
            first = 0
            for piece in self._ids.pieces():
                self._table[piece] = np.arange(first, first + len(piece), dtype=np.int32)
                first += len(piece)
        return len(self._ids)

    @property
    def _consecutive(self) -> bool:
        """Whether the ids are the numbers of the nodes."""
        return self._largest + 1 == len(self._ids)

    def nodes_of(self, _batch: int, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """The nodes that ids of a batch belong to."""
        if self._consecutive:
            return ids
        if self._table is not None:
            return self._table[ids].astype(np.int64)
        return self._ranks(ids)

    def _ranks(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        order = np.argsort(ids, kind="stable")
        wanted, ranks = ids[order], np.empty(len(ids), dtype=np.int64)
        done = before = 0
        for piece in self._ids.pieces():
            upto = int(np.searchsorted(wanted, piece[-1], side="right"))
            ranks[order[done:upto]] = before + np.searchsorted(piece, wanted[done:upto])
            done, before = upto, before + len(piece)
        return ranks

    def sections(self) -> Iterator[tuple[str, Iterator[NDArray[Any]]]]:
        """The names of the nodes as sections of a store; none if they are 0, 1, ..."""
        if not self._consecutive:
            yield "node_ids", self._ids.pieces()
