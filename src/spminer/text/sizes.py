"""Sizes of patterns as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from operator import index
from typing import TYPE_CHECKING

from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["format_sizes", "parse_sizes", "size_ranges"]

_RANGE = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")


def parse_sizes(sizes: int | str | Iterable[int]) -> tuple[int, ...]:
    """Sizes in ascending order, each once.

    >>> parse_sizes("5-8"), parse_sizes(6), parse_sizes("3,5"), parse_sizes(range(3, 6))
    ((5, 6, 7, 8), (6,), (3, 5), (3, 4, 5))
    >>> parse_sizes([3, 4.5])
    Traceback (most recent call last):
    spminer.errors.UsageError: sizes are whole numbers or a text such as 5-20, not [3, 4.5]
    """
    if isinstance(sizes, str):
        numbers = [size for part in sizes.split(",") for size in _parse_range(part, sizes)]
    else:
        try:
            numbers = [index(size) for size in (sizes if isinstance(sizes, Iterable) else [sizes])]
        except TypeError:  # a part of a node is not cut off
            raise UsageError(f"sizes are whole numbers or a text such as 5-20, not {sizes!r:.100}") from None
    if not numbers:
        raise UsageError("no sizes; give one such as 5 or a range such as 5-20")
    return tuple(sorted(set(numbers)))


def _parse_range(part: str, text: str) -> range:
    match = _RANGE.fullmatch(part.strip())
    sizes = range(0) if match is None else range(int(match[1]), int(match[2] or match[1]) + 1)
    if not sizes or sizes[0] < 2:
        raise UsageError(f"{text!r} is not a size such as 5 or a range such as 3-6")
    return sizes


def format_sizes(sizes: Sequence[int]) -> str:
    """Sizes as ranges.

    >>> format_sizes([5, 6, 7, 9]), format_sizes([4])
    ('sizes 5-7, 9', 'size 4')
    """
    return f"size{'s' * (len(sizes) != 1)} {', '.join(size_ranges(sizes))}"


def size_ranges(sizes: Sequence[int]) -> list[str]:
    """Ascending sizes as texts, those in a row as one.

    >>> size_ranges([5, 6, 7, 9])
    ['5-7', '9']
    """
    runs = [[size for _, size in run] for _, run in groupby(enumerate(sizes), key=lambda pair: pair[1] - pair[0])]
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
