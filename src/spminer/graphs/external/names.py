"""Numbering of nodes that have names, in the order of first sight, with the names on disk.

Names are dealt out into parts by a hash, so that equal names meet in one part, and each part is compared in memory: a
hash decides where a name is looked at, never whether two are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer.graphs.external.runs import SortedRuns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.graphs.external.spill import Scratch, Spill

__all__ = ["NumberedNames"]

_PARTS = 64


class NumberedNames:
    """Names come batch by batch, each once in a batch; then each has its number among all.

    A *place* is the number of a name among those of all batches in a row; its *owner* is the first place of that name.

    Examples
    --------
    >>> import tempfile
    >>> from spminer.graphs.external.budget import Budget
    >>> from spminer.graphs.external.spill import Scratch
    >>> from spminer.graphs.store.names import packed_names
    >>> with Scratch(tempfile.gettempdir(), Budget(1 << 20)) as scratch:
    ...     names = NumberedNames(scratch)
    ...     for batch in (["b", "a"], ["c", "b"]):
    ...         names.add(np.empty(0, np.int64), packed_names(batch))
    ...     names.finish(), names.nodes_of(1, np.array([0, 1])).tolist()
    (3, [2, 0])
    """

    def __init__(self, scratch: Scratch) -> None:
        self._scratch = scratch
        self._text = scratch.spill(np.uint8)
        self._lengths = scratch.spill(np.int64)
        self._places = scratch.spill(np.int64)
        self._owners = scratch.spill(np.int64)
        self._numbers = scratch.spill(np.int64)
        self._starts = [0]  # first place of each batch, and the number of places
        self._bounds: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []  # of parts: in names, and in text

    def add(self, _ids: NDArray[np.int64], names: tuple[NDArray[np.uint8], NDArray[np.int64]]) -> None:
        """Take the names of a batch."""
        parts = _core.parts_of_names(*names, _PARTS)
        order = np.argsort(parts, kind="stable")
        text, ends = _core.chosen_names(*names, order)
        in_names = np.searchsorted(parts[order], np.arange(_PARTS + 1))
        in_text = np.concatenate([[0], ends])[in_names]
        self._bounds.append((in_names + len(self._places), in_text + len(self._text)))
        self._text.append(text)
        self._lengths.append(np.diff(ends, prepend=0))
        self._places.append(order + self._starts[-1])
        self._starts.append(self._starts[-1] + len(order))

    def finish(self) -> int:
        """Find the owner of each name and number the owners; the number of nodes."""
        runs = SortedRuns(self._scratch, valued=True)
        for part in range(_PARTS):
            places, text, ends = self._part(part)
            owners = places[_core.first_of_equal_names(text, ends)]
            runs.add(places.view(np.uint64), owners.view(np.uint64))
        count = 0
        for keys, values in runs.merged():
            assert values is not None
            owned = keys == values
            numbers = np.where(owned, count + np.cumsum(owned) - 1, -1)
            count += int(owned.sum())
            self._owners.append(values.view(np.int64))
            self._numbers.append(numbers)
        return count

    def _part(self, part: int) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64]]:
        """Places and names of one part, of all batches."""
        names = [(int(at[part]), int(at[part + 1] - at[part])) for at, _ in self._bounds]
        texts = [(int(at[part]), int(at[part + 1] - at[part])) for _, at in self._bounds]
        lengths = np.concatenate([self._lengths.read(*span) for span in names])
        places = np.concatenate([self._places.read(*span) for span in names])
        return places, np.concatenate([self._text.read(*span) for span in texts]), np.cumsum(lengths)

    def nodes_of(self, batch: int, local: NDArray[np.int64]) -> NDArray[np.int64]:
        """The nodes that the names of a batch belong to."""
        first, count = self._starts[batch], self._starts[batch + 1] - self._starts[batch]
        numbers, owners = self._numbers.read(first, count), self._owners.read(first, count)
        seen = numbers < 0
        numbers[seen] = self._numbers.take(owners[seen])
        result: NDArray[np.int64] = numbers[local]
        return result

    def sections(self) -> Iterator[tuple[str, Iterator[NDArray[Any]]]]:
        """The names of the nodes as sections of a store, in the order of their numbers."""
        lengths = self._scratch.spill(np.int64)
        yield "node_names", self._owned_text(lengths)
        yield "node_name_ends", _running_sums(lengths.pieces())

    def _owned_text(self, lengths: Spill) -> Iterator[NDArray[np.uint8]]:
        """The text of the names that a batch was the first to have, batch by batch; their lengths on the side."""
        for batch, (in_names, in_text) in enumerate(self._bounds):
            first, count = self._starts[batch], self._starts[batch + 1] - self._starts[batch]
            text = self._text.read(int(in_text[0]), int(in_text[-1] - in_text[0]))
            ends = np.cumsum(self._lengths.read(int(in_names[0]), count))
            back = np.empty(count, dtype=np.int64)  # where each name of the batch was put
            back[self._places.read(int(in_names[0]), count) - first] = np.arange(count)
            owned = np.flatnonzero(self._numbers.read(first, count) >= 0)
            chosen, chosen_ends = _core.chosen_names(text, ends, back[owned])
            lengths.append(np.diff(chosen_ends, prepend=0))
            yield chosen


def _running_sums(pieces: Iterator[NDArray[np.int64]]) -> Iterator[NDArray[np.int64]]:
    total = 0
    for piece in pieces:
        sums = np.cumsum(piece) + total
        total = int(sums[-1])
        yield sums
