"""The pace of walks under a time limit: fewer go on, so that some reach the largest size."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer._util.monitor import Monitor

__all__ = ["Pace"]

_SLOWER = 1.1  # what a walk takes at a size, against the size before
_FEWEST = 10


class Pace:
    """How many walks may go on at each size.

    Parameters
    ----------
    monitor
        That of the search; without a time limit all walks go on.
    last
        The largest size asked for. Those beyond have what time is left.

    Attributes
    ----------
    thinned
        Whether walks were left behind, so that the search is not what it would have been without the limit.
    """

    def __init__(self, monitor: Monitor, last: int) -> None:
        self._monitor = monitor
        self._last = last
        self._seconds = 0.0  # that one walk took at the latest size
        self.thinned = False

    def affordable(self, walks: int, size: int) -> int:
        """How many walks may go on to a size: those that an equal share of the time that is left suffices for.

        >>> from spminer._util.monitor import Monitor
        >>> Pace(Monitor(), last=20).affordable(1000, 5)
        1000
        """
        left = self._monitor.remaining
        if left is None or size > self._last or not self._seconds:
            return walks
        share = left / (self._last - size + 1)
        affordable = max(int(share / (_SLOWER * self._seconds)), min(_FEWEST, walks))
        self.thinned |= affordable < walks
        return min(affordable, walks)

    @contextmanager
    def timed(self, walks: int) -> Iterator[None]:
        """Measure what a size takes."""
        started = time.perf_counter()
        yield
        self._seconds = (time.perf_counter() - started) / max(walks, 1)
