"""Budget of memory: how much of a graph may be looked at together."""

from __future__ import annotations

from dataclasses import dataclass

from spminer._util.system import largest_use, resident_bytes
from spminer.errors import UsageError

__all__ = ["Budget", "budget_within"]

_LEAST = 32 << 20
# Bytes at the worst moment, as measured with names and labels: parsing and sorting a batch, and merging entries.
_PER_EDGE = 320
_PER_ENTRY = 160


@dataclass(frozen=True, slots=True)
class Budget:
    """Sizes of what is held in memory, from a number of bytes for all of it.

    >>> Budget(320 << 20).edges
    1048576
    """

    size: int

    @property
    def edges(self) -> int:
        """Edges that are parsed before they are spilled."""
        return max(self.size // _PER_EDGE, 1)

    @property
    def text(self) -> int:
        """Bytes of text that are parsed before what they hold is spilled."""
        return max(self.size // 16, 1)

    @property
    def entries(self) -> int:
        """Entries that are merged at a time."""
        return max(self.size // _PER_ENTRY, 1)

    @property
    def table(self) -> int:
        """Bytes that a table may have which makes it faster."""
        return self.size // 8


def budget_within(limit: int) -> Budget:
    """What a limit for the whole process leaves.

    >>> budget_within(1000)
    Traceback (most recent call last):
    spminer.errors.UsageError: a memory limit of 1,000 bytes is too small; give at least ...
    """
    used = _memory_in_use()
    if limit < used + _LEAST:
        least = (used + _LEAST + (1 << 20) - 1) >> 20
        raise UsageError(f"a memory limit of {limit:,} bytes is too small; give at least {least}M")
    return Budget(limit - used)


def _memory_in_use() -> int:
    """What this process holds; where that is not told, the most that it has held, which is at least as much."""
    held = resident_bytes()
    return held if held is not None else largest_use() or 0
