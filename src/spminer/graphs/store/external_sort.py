"""External sorting: a memory budget, arrays on disk, and sorted runs that are merged.

Keys are sorted in memory run by run, and runs are written to disk. To merge them, every run keeps a sample of its keys;
the samples give cuts between which all runs together have about as many keys as the budget allows. Each block between
two cuts is read, sorted and given out. Each key comes out once, in ascending order, with the smallest of its values.
Memory is bounded for any number of keys; every key is written once and read once.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from spminer._util.deadline import Deadline
from spminer._util.system import largest_use, resident_bytes
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import DTypeLike, NDArray

__all__ = ["DiskArray", "SortBudget", "SortedRuns", "TemporaryStorage", "budget_within"]

_LEAST = 32 << 20
# Most bytes in use, measured with names and labels: to parse and sort a batch, and to merge entries.
_PER_EDGE = 320
_PER_ENTRY = 176


@dataclass(frozen=True, slots=True)
class SortBudget:
    """Sizes of batches, blocks and tables in memory, for a number of bytes in total.

    >>> SortBudget(320 << 20).edges
    1048576
    """

    size: int

    @property
    def edges(self) -> int:
        """Edges that are parsed before they are written to disk."""
        return max(self.size // _PER_EDGE, 1)

    @property
    def text(self) -> int:
        """Bytes of text that are parsed before their edges are written to disk."""
        return max(self.size // 16, 1)

    @property
    def entries(self) -> int:
        """Entries that are merged at a time."""
        return max(self.size // _PER_ENTRY, 1)

    @property
    def table(self) -> int:
        """Bytes of a lookup table."""
        return self.size // 8


def budget_within(limit: int) -> SortBudget:
    """The budget that a limit for the whole process leaves.

    >>> budget_within(1000)
    Traceback (most recent call last):
    spminer.errors.UsageError: a memory limit of 1,000 bytes is too small; give at least ...
    """
    held = resident_bytes()
    used = held if held is not None else largest_use() or 0  # else the peak, which is at least as much
    if limit < used + _LEAST:
        least = (used + _LEAST + (1 << 20) - 1) >> 20
        raise UsageError(f"a memory limit of {limit:,} bytes is too small; give at least {least}M")
    return SortBudget(limit - used)


class TemporaryStorage:
    """Temporary arrays on disk; as a context manager, it deletes them at the end.

    Parameters
    ----------
    folder
        Folder of the files. They have no names, so that a killed process leaves nothing.
    budget
        Memory budget.
    deadline
        Deadline, checked at every write and read.

    Examples
    --------
    >>> import tempfile
    >>> with TemporaryStorage(tempfile.gettempdir(), SortBudget(1 << 20)) as scratch:
    ...     numbers = scratch.disk_array(np.int64)
    ...     numbers.append(np.array([1, 2]))
    ...     len(numbers)
    2
    """

    def __init__(self, folder: str | Path, budget: SortBudget, deadline: Deadline | None = None) -> None:
        self.budget = budget
        self._deadline = deadline or Deadline()
        self._folder = folder
        self._files = ExitStack()

    def disk_array(self, dtype: DTypeLike) -> DiskArray:
        """A new array on disk."""
        file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115 (closed with the others)
        self._files.enter_context(file)
        return DiskArray(file, dtype, at_once=self.budget.entries, deadline=self._deadline)

    def __enter__(self) -> TemporaryStorage:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()


class DiskArray:
    """An array in a file of its own.

    Parameters
    ----------
    file
        An empty file without a buffer, for writing and reading.
    dtype
        Type of the entries.
    at_once
        Most entries that reading may hold in memory.
    deadline
        Deadline, checked at every call.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryFile(buffering=0) as file:
    ...     numbers = DiskArray(file, np.int64, at_once=2)
    ...     numbers.append(np.array([5, 6, 7]))
    ...     [piece.tolist() for piece in numbers.pieces()], numbers.take(np.array([2, 0, 2])).tolist()
    ([[5, 6], [7]], [7, 5, 7])
    """

    def __init__(self, file: IO[bytes], dtype: DTypeLike, *, at_once: int, deadline: Deadline | None = None) -> None:
        self._file = file
        self._deadline = deadline or Deadline()
        self._dtype = np.dtype(dtype)
        self._at_once = at_once
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, values: NDArray[Any]) -> None:
        """Add entries at the end."""
        self._deadline.check()
        rest = np.ascontiguousarray(values, dtype=self._dtype).view(np.uint8).data
        try:
            self._file.seek(self._count * self._dtype.itemsize)
            while len(rest):  # a write without a buffer may be partial
                rest = rest[self._file.write(rest) :]
        except OSError as error:  # not an error of the source that is being read
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"cannot sort on disk: {reason}; free space beside the file that is written") from error
        self._count += len(values)

    def read(self, first: int, count: int) -> NDArray[Any]:
        """Consecutive entries."""
        self._deadline.check()
        if not 0 <= first <= first + count <= self._count:
            raise IndexError(f"entries {first} to {first + count} of {self._count}")
        self._file.seek(first * self._dtype.itemsize)
        return np.fromfile(self._file, dtype=self._dtype, count=count)

    def pieces(self) -> Iterator[NDArray[Any]]:
        """All entries, a bounded number at a time."""
        for first in range(0, self._count, self._at_once):
            yield self.read(first, min(self._at_once, self._count - first))

    def take(self, places: NDArray[np.int64]) -> NDArray[Any]:
        """The entries at any places; the parts of the file that have them are read once, from front to back."""
        order = np.argsort(places, kind="stable")
        wanted = places[order]
        result = np.empty(len(places), dtype=self._dtype)
        done = 0
        while done < len(wanted):
            first = int(wanted[done])
            upto = int(np.searchsorted(wanted, first + self._at_once))
            piece = self.read(first, int(wanted[upto - 1]) - first + 1)
            result[order[done:upto]] = piece[wanted[done:upto] - first]
            done = upto
        return result

    def close(self) -> None:
        """Delete the file."""
        self._file.close()


_SAMPLES = 512  # sampled keys of each run, in memory
_PAIR = np.uint64(1)


@dataclass(frozen=True, slots=True)
class _Run:
    """One sorted part of the file, and every ``step``-th of its keys."""

    first: int
    count: int
    step: int
    samples: NDArray[np.uint64]


class SortedRuns:
    """Distinct keys in ascending order, from any number of keys in any order; optionally with a value each.

    Of equal keys the smallest value stays. Keys that differ only in the lowest bit are always in the same block.

    Examples
    --------
    >>> import tempfile
    >>> with TemporaryStorage(tempfile.gettempdir(), SortBudget(200)) as scratch:
    ...     runs = SortedRuns(scratch)
    ...     for keys in ([9, 4, 4], [5, 0]):
    ...         runs.add(np.array(keys, dtype=np.uint64))
    ...     [keys.tolist() for keys, _ in runs.merged()]
    [[0], [4, 5], [9]]
    """

    def __init__(self, scratch: TemporaryStorage, *, valued: bool = False) -> None:
        self._keys = scratch.disk_array(np.uint64)
        self._values = scratch.disk_array(np.uint64) if valued else None
        self._at_once = scratch.budget.entries
        self._runs: list[_Run] = []

    def add(self, keys: NDArray[np.uint64], values: NDArray[np.uint64] | None = None) -> None:
        """Add a run; keys may repeat."""
        keys, values = _distinct(keys, values)
        step = max(1, len(keys) // _SAMPLES)
        self._runs.append(_Run(len(self._keys), len(keys), step, keys[::step].copy()))
        self._keys.append(keys)
        if self._values is not None and values is not None:
            self._values.append(values)

    def merged(self, *, keep: bool = False) -> Iterator[tuple[NDArray[np.uint64], NDArray[np.uint64] | None]]:
        """All keys with their values, in blocks of about the budget; the runs are deleted unless `keep`."""
        starts = [0] * len(self._runs)
        for cut in [*self._cuts(), None]:
            ends = [run.count if cut is None else self._place(run, cut) for run in self._runs]
            spans = [(run.first + a, b - a) for run, a, b in zip(self._runs, starts, ends, strict=True) if b > a]
            starts = ends
            if spans:
                yield self._merged_spans(spans)
        if not keep:
            self.close()

    def close(self) -> None:
        """Delete the runs."""
        for array in (self._keys, self._values):
            if array is not None:
                array.close()

    def _cuts(self) -> list[np.uint64]:
        """Keys that bound the blocks; each sample stands for the keys up to the next."""
        if not self._runs:
            return []
        samples = np.concatenate([run.samples for run in self._runs])
        weights = np.concatenate([np.full(len(run.samples), run.step) for run in self._runs])
        order = np.argsort(samples, kind="stable")
        filled = np.cumsum(weights[order]) // self._at_once
        full = np.flatnonzero(filled[1:] > filled[:-1]) + 1
        return list(np.unique(samples[order][full] & ~_PAIR))

    def _place(self, run: _Run, cut: np.uint64) -> int:
        """Number of keys of a run below the cut."""
        sample = int(np.searchsorted(run.samples, cut))
        if sample == 0:
            return 0
        first = (sample - 1) * run.step
        between = self._keys.read(run.first + first, min(run.step, run.count - first))
        return first + int(np.searchsorted(between, cut))

    def _merged_spans(self, spans: list[tuple[int, int]]) -> tuple[NDArray[np.uint64], NDArray[np.uint64] | None]:
        keys = np.concatenate([self._keys.read(*span) for span in spans])
        if self._values is None:
            return _distinct(keys, None)
        return _distinct(keys, np.concatenate([self._values.read(*span) for span in spans]))


def _distinct(
    keys: NDArray[np.uint64], values: NDArray[np.uint64] | None
) -> tuple[NDArray[np.uint64], NDArray[np.uint64] | None]:
    """Each key once, in ascending order, with its smallest value."""
    if values is None:
        keys = np.sort(keys)
        return keys[_firsts(keys)], None
    order = np.argsort(keys, kind="stable")
    keys, values = keys[order], values[order]
    first = np.flatnonzero(_firsts(keys))
    return keys[first], np.minimum.reduceat(values, first) if len(first) else values


def _firsts(keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
    first = np.ones(len(keys), dtype=bool)
    first[1:] = keys[1:] != keys[:-1]
    return first
