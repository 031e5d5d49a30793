"""Sorted runs: numbers that are sorted on disk, and merged range by range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.graphs.external.spill import Scratch

__all__ = ["SortedRuns"]

_SAMPLES = 512  # keys of each run that are remembered, to find the place of any other
_PAIR = np.uint64(1)


@dataclass(frozen=True, slots=True)
class _Run:
    """One sorted part of the file, and every ``step``-th of its keys."""

    first: int
    count: int
    step: int
    samples: NDArray[np.uint64]


class SortedRuns:
    """Distinct keys in ascending order, of which any number may be added in any order; perhaps with a value each.

    Of equal keys the smallest value stays. Keys that differ in the lowest bit alone always come in the same block.

    Examples
    --------
    >>> import tempfile
    >>> from spminer.graphs.external.budget import Budget
    >>> from spminer.graphs.external.spill import Scratch
    >>> with Scratch(tempfile.gettempdir(), Budget(200)) as scratch:
    ...     runs = SortedRuns(scratch)
    ...     for keys in ([9, 4, 4], [5, 0]):
    ...         runs.add(np.array(keys, dtype=np.uint64))
    ...     [keys.tolist() for keys, _ in runs.merged()]
    [[0], [4, 5], [9]]
    """

    def __init__(self, scratch: Scratch, *, valued: bool = False) -> None:
        self._keys = scratch.spill(np.uint64)
        self._values = scratch.spill(np.uint64) if valued else None
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
        """All keys, about as many at a time as the budget allows, with their values; once, unless they are kept."""
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
        """Give the room on disk back."""
        for spill in (self._keys, self._values):
            if spill is not None:
                spill.close()

    def _cuts(self) -> list[np.uint64]:
        """Keys to cut at, so that about so many lie between two: each sample stands for those up to the next."""
        if not self._runs:
            return []
        samples = np.concatenate([run.samples for run in self._runs])
        weights = np.concatenate([np.full(len(run.samples), run.step) for run in self._runs])
        order = np.argsort(samples, kind="stable")
        filled = np.cumsum(weights[order]) // self._at_once
        full = np.flatnonzero(filled[1:] > filled[:-1]) + 1
        return list(np.unique(samples[order][full] & ~_PAIR))

    def _place(self, run: _Run, cut: np.uint64) -> int:
        """How many keys of a run are below the cut."""
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
