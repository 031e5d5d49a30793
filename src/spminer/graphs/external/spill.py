"""Arrays on disk that grow at their end and are read piece by piece, never as a whole."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from spminer._util.deadline import Patience
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import DTypeLike, NDArray

    from spminer.graphs.external.budget import Budget

__all__ = ["Scratch", "Spill"]


class Scratch:
    """Room on disk and in memory for one job; as a context manager, it gives the room on disk back at the end.

    Parameters
    ----------
    folder
        Where files are made. They have no names, so that nothing is left of a job that was killed.
    budget
        How much may be in memory.
    patience
        How long the job may go on; asked whenever something is written or read.

    Examples
    --------
    >>> import tempfile
    >>> from spminer.graphs.external.budget import Budget
    >>> with Scratch(tempfile.gettempdir(), Budget(1 << 20)) as scratch:
    ...     numbers = scratch.spill(np.int64)
    ...     numbers.append(np.array([1, 2]))
    ...     len(numbers)
    2
    """

    def __init__(self, folder: str | Path, budget: Budget, patience: Patience | None = None) -> None:
        self.budget = budget
        self._patience = patience or Patience()
        self._folder = folder
        self._files = ExitStack()

    def spill(self, dtype: DTypeLike) -> Spill:
        """A new array on disk."""
        file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115 (closed with the others)
        self._files.enter_context(file)
        return Spill(file, dtype, at_once=self.budget.entries, patience=self._patience)

    def __enter__(self) -> Scratch:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()


class Spill:
    """An array in a file of its own.

    Parameters
    ----------
    file
        An empty file without a buffer, for writing and reading.
    dtype
        Type of the entries.
    at_once
        Most entries that reading may hold in memory.
    patience
        Asked at every call.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryFile(buffering=0) as file:
    ...     spill = Spill(file, np.int64, at_once=2)
    ...     spill.append(np.array([5, 6, 7]))
    ...     [piece.tolist() for piece in spill.pieces()], spill.take(np.array([2, 0, 2])).tolist()
    ([[5, 6], [7]], [7, 5, 7])
    """

    def __init__(self, file: IO[bytes], dtype: DTypeLike, *, at_once: int, patience: Patience | None = None) -> None:
        self._file = file
        self._patience = patience or Patience()
        self._dtype = np.dtype(dtype)
        self._at_once = at_once
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, values: NDArray[Any]) -> None:
        """Add entries at the end."""
        self._patience.check()
        rest = np.ascontiguousarray(values, dtype=self._dtype).view(np.uint8).data
        try:
            self._file.seek(self._count * self._dtype.itemsize)
            while len(rest):  # a file without a buffer may take less than all
                rest = rest[self._file.write(rest) :]
        except OSError as error:  # in the midst of reading something else, which is not to blame
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"cannot sort on disk: {reason}; make room beside the file that is written") from error
        self._count += len(values)

    def read(self, first: int, count: int) -> NDArray[Any]:
        """Some entries in a row."""
        self._patience.check()
        if not 0 <= first <= first + count <= self._count:
            raise IndexError(f"entries {first} to {first + count} of {self._count}")
        self._file.seek(first * self._dtype.itemsize)
        return np.fromfile(self._file, dtype=self._dtype, count=count)

    def pieces(self) -> Iterator[NDArray[Any]]:
        """All entries, a bounded number at a time."""
        for first in range(0, self._count, self._at_once):
            yield self.read(first, min(self._at_once, self._count - first))

    def take(self, places: NDArray[np.int64]) -> NDArray[Any]:
        """The entries at any places; the file is read once from front to back, where there is something to take."""
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
        """Give the room on disk back."""
        self._file.close()
