"""Arrays: ranges of about equal weight, arrays of objects, words compressed to bytes."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["pack_words", "ranges", "split_by_weight", "unpack_words"]


def pack_words(words: NDArray[np.uint64]) -> bytes:
    """Compress words of the core for sending: most are small numbers, so about an eighth of the bytes is left.

    >>> unpack_words(pack_words(np.arange(3, dtype=np.uint64))).tolist()
    [0, 1, 2]
    """
    return zlib.compress(words.tobytes(), level=1)


def unpack_words(sent: bytes) -> NDArray[np.uint64]:
    """The inverse of :func:`pack_words`."""
    return np.frombuffer(zlib.decompress(sent), dtype=np.uint64)


def ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Concatenate ranges of numbers.

    >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))


def split_by_weight(upto: NDArray[np.int64], marks: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Consecutive ranges, each ended by the item at which the cumulative weight ``upto`` reaches a mark.

    An item heavier than the distance of two marks is a range of its own, or the end of one.

    >>> split_by_weight(np.cumsum([1, 1, 1, 9, 1]), np.array([2, 4, 6]))
    [(0, 2), (2, 4), (4, 5)]
    >>> split_by_weight(np.cumsum([], dtype=np.int64), np.array([2]))
    []
    """
    if not len(upto):
        return []
    ends = np.unique([*(np.searchsorted(upto, marks) + 1), len(upto)]).tolist()
    return [(first, last) for first, last in zip([0, *ends[:-1]], ends, strict=True) if first < last]
