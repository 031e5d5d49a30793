"""Width of the next level of a search, so that the time limit reaches the largest size.

:class:`GrowthPace` is for ``grow``: it measures how long a level took and scales the number of patterns of the next.
:class:`WalkPace` is for ``greedy``: it measures the seconds per walk and limits how many walks go on. Without a time
limit both leave everything at full width, so that results do not depend on the clock.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer._util.monitor import Monitor

__all__ = ["LEAST_WIDTH", "GrowthPace", "Step", "WalkPace"]


LEAST_WIDTH = 1 / 64  # of the usual width: one or two patterns of each size
_DEARER = 1.3  # assumed ratio of the time of a level to that of the level before
_NARROWER = 1 / 8  # factor to the width of a level that was cut with nothing found
_CUT_SHORT = 2.0  # a level that was cut would have taken this many times as long, at least
_MOST = 0.3  # share of the time that is left, for a level that takes longer than expected
_WIDER = 2.0  # most times the width of the level before: narrow levels are cheaper than their width suggests


@dataclass(frozen=True, slots=True)
class Step:
    """The limits of one level.

    Attributes
    ----------
    width
        Share of the usual width, up to 1.
    seconds
        Its time, or ``None`` for all that the run has.
    """

    width: float
    seconds: float | None


@dataclass
class GrowthPace:
    """The width of the next level of a growth, from how long its levels took so far.

    Attributes
    ----------
    full_s
        Seconds that the next level would take at its full width; 0 while unknown.
    width
        Of the latest level.

    Examples
    --------
    >>> pace = GrowthPace()
    >>> pace.next(remaining=None, levels=10)
    Step(width=1.0, seconds=None)
    >>> pace.took(Step(1.0, 10.0), 10.0)
    >>> step = pace.next(remaining=26.0, levels=3)
    >>> f"{step.width:.2f} of the width, at most {step.seconds:.0f} s"
    '0.75 of the width, at most 10 s'
    """

    full_s: float = 0.0
    width: float = 1.0

    def next(self, *, remaining: float | None, levels: int) -> Step:
        """The next level, with so many levels and seconds left."""
        if remaining is None:
            return Step(1.0, None)
        # More than an equal part, since a level that needs less leaves the rest to others.
        share = 1.5 / (levels + 1)
        fitting = remaining * share / self.full_s if self.full_s else 1.0
        width = min(max(fitting, LEAST_WIDTH), _WIDER * self.width, 1.0)
        return Step(width, remaining * max(share, _MOST))

    def took(self, step: Step, seconds: float, *, cut: bool = False) -> None:
        """Learn from a level; one that was ``cut`` would have taken longer."""
        self.width = step.width
        self.full_s = seconds / step.width * (_CUT_SHORT if cut else _DEARER)

    def again(self, step: Step, *, remaining: float | None, levels: int) -> Step:
        """The same level after it was cut with nothing found: far narrower; at the least width without a limit."""
        width = max(step.width * _NARROWER, LEAST_WIDTH)
        return Step(width, None if width == LEAST_WIDTH else self.next(remaining=remaining, levels=levels).seconds)


_SLOWER = 1.1  # assumed ratio of the time of a walk to that at the size before
_FEWEST = 10  # walks that always go on


class WalkPace:
    """Number of walks that may go on at each size.

    Parameters
    ----------
    monitor
        The monitor of the search; without a time limit all walks go on.
    last
        The largest size asked for. Larger ones have the time that is left.

    Attributes
    ----------
    thinned
        Whether walks were dropped, so that the result differs from that without a limit.
    """

    def __init__(self, monitor: Monitor, last: int) -> None:
        self._monitor = monitor
        self._last = last
        self._seconds = 0.0  # that one walk took at the latest size
        self.thinned = False

    def affordable(self, walks: int, size: int) -> int:
        """Number of walks that an equal share of the time left suffices for.

        >>> from spminer._util.monitor import Monitor
        >>> WalkPace(Monitor(), last=20).affordable(1000, 5)
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
        """Measure the time of a size."""
        started = time.perf_counter()
        yield
        self._seconds = (time.perf_counter() - started) / max(walks, 1)
