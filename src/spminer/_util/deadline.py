"""Deadline of one input or download, phase by phase.

Readers call ``check`` or ``tick`` at every chunk of bytes, or every few thousand lines, nodes or edges. A part of a
graph would give wrong answers, so a deadline that passes raises an error. Each input has half a second at least, so
that a short time limit does not end a run before its search begins.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, TypeVar

from spminer import _core
from spminer._util.text import format_duration
from spminer.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spminer._util.monitor import Monitor

__all__ = ["Deadline"]

T = TypeVar("T")
_PERIOD = 4096  # items between two reads of the clock, at a few microseconds each
# Beyond the limit, or since the reading began if that was later: a small input is always read, so that there is a
# result, if an empty one.
_GRACE_S = 0.5
_STORE = "give more time, or `spminer convert` it once to a store (.spm), which opens at once"


class Deadline:
    """The time limit and the cancellation of a run, for its readers.

    Parameters
    ----------
    monitor
        Monitor of the run, which also shows progress. ``None``: no deadline.
    remedy
        What the user can do about an input that takes too long.
    grace
        Seconds allowed beyond the limit; half a second by default.

    Examples
    --------
    >>> from spminer._util.monitor import Monitor
    >>> deadline = Deadline(Monitor(time_limit=1, since=0.0), grace=0)
    >>> deadline.start_phase("reading friends.csv", 200)
    >>> deadline.check(50)
    Traceback (most recent call last):
    spminer.errors.LimitError: the time limit of 1 s ended while reading friends.csv (25 % done), so that there is ...
    """

    def __init__(self, monitor: Monitor | None = None, *, remedy: str = _STORE, grace: float | None = None) -> None:
        self._monitor, self._remedy = monitor, remedy
        left = None if monitor is None else monitor.remaining
        self._deadline = None if left is None else time.monotonic() + left + (_GRACE_S if grace is None else grace)
        self._what = "reading"
        self._done, self._total = 0, 0
        self._items = 0

    @property
    def limited(self) -> bool:
        """Whether there is a deadline."""
        return self._monitor is not None

    def start_phase(self, what: str, total: int | None = None) -> None:
        """Begin a phase, such as ``"reading friends.csv"``, with its total number of bytes if that is known."""
        self._what, self._done, self._total = what, 0, total or 0

    def check(self, done: int | None = None) -> None:
        """Raise an error if the run must end; otherwise record how many bytes are done."""
        if self._monitor is None:
            return
        if done is not None:
            self._done = done
            self._monitor.follow(min(done, self._total), self._total)
        if self._is_over():
            raise LimitError(self._ended())

    def tick(self) -> None:
        """Count one more line, node or edge; check now and then."""
        self._items += 1
        if self._items % _PERIOD == 0:
            self.check()

    def through(self, items: Iterable[T]) -> Iterator[T]:
        """Iterate over the items, with checks."""
        for item in items:
            self.tick()
            yield item

    def native(self, call: Callable[..., Any], **arguments: Any) -> Any:
        """The result of a native call that takes a control; an error if the run ends before it."""
        left = None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)
        control = _core.Control(time_limit=left)
        answer = call(control, **arguments)
        if control.stop_reason is not None:  # what it has then is a part
            raise LimitError(self._ended())
        return answer

    def finish(self) -> None:
        """End the last phase, so that the monitor shows other work."""
        if self._monitor is not None:
            self._monitor.follow(0, 0)

    def _is_over(self) -> bool:
        reason = None if self._monitor is None else self._monitor.stop_reason
        if reason != "time limit":
            return reason is not None
        return self._deadline is None or time.monotonic() >= self._deadline

    def _ended(self) -> str:
        monitor = self._monitor
        share = f" ({100 * min(self._done / self._total, 1):.0f} % done)" if self._total else ""
        reason = "interrupted" if monitor is None else monitor.stop_reason
        if monitor is None or monitor.time_limit is None or reason != "time limit":
            return f"stopped ({reason}) while {self._what}{share}, so that there is no result"
        limit = format_duration(monitor.time_limit)
        return f"the time limit of {limit} ended while {self._what}{share}, so that there is no result; {self._remedy}"
