"""Cutting of work: ranges of things that have weights, by the weights alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ranges_at"]


def ranges_at(upto: NDArray[np.int64], marks: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Ranges that follow each other, each ended by the thing at which the summed weight reaches a mark.

    ``upto`` is the weight of each thing with all before it. A thing that is heavier than the distance of marks is a
    range of its own, or the end of one.

    >>> ranges_at(np.cumsum([1, 1, 1, 9, 1]), np.array([2, 4, 6]))
    [(0, 2), (2, 4), (4, 5)]
    >>> ranges_at(np.cumsum([], dtype=np.int64), np.array([2]))
    []
    """
    if not len(upto):
        return []
    ends = np.unique([*(np.searchsorted(upto, marks) + 1), len(upto)]).tolist()
    return [(first, last) for first, last in zip([0, *ends[:-1]], ends, strict=True) if first < last]
