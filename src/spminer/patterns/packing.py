"""Patterns as arrays of bytes, for the states of a checkpoint."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from spminer._util.checkpoint import pack, unpack
from spminer.patterns.pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["pack_patterns", "unpack_patterns"]


def pack_patterns(patterns: Iterable[Pattern]) -> NDArray[np.uint8]:
    """Patterns as an array of bytes, whatever their labels are.

    >>> pattern = Pattern.parse("0-1;C,O@0")
    >>> unpack_patterns(pack_patterns([pattern])) == (pattern,)
    True
    """
    return pack([asdict(pattern) for pattern in patterns])


def unpack_patterns(array: NDArray[np.uint8]) -> tuple[Pattern, ...]:
    """The inverse of :func:`pack_patterns`."""
    return tuple(Pattern.from_edges(**fields) for fields in unpack(array))
