"""Monitor of a run of many native calls: one deadline, one cancel, progress.

Every native call gets a control from the monitor, which ends it at the deadline, when ``cancel`` is called or when the
memory limit is reached. ``TimeBudget`` divides the time that is left among the steps of a run.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import WeakSet

from spminer import _core
from spminer._util.executor import LOCAL

if TYPE_CHECKING:
    from spminer._util.executor import Executor

__all__ = ["MEMORY_LIMIT", "MOST_DONE", "TIME_LIMIT", "Monitor", "TimeBudget"]

# Reasons that a run stopped.
TIME_LIMIT = "time limit"
MEMORY_LIMIT = "memory limit"
MOST_DONE = 0.99  # the largest share of work that goes on: after the last unit results are still put in order


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a run.

    Attributes
    ----------
    stage
        The current step in a word or two: ``"sample"``, ``"embed"``, ``"search"``, ``"verify"``.
    size
        Pattern size of the step, 0 if it has none.
    patterns
        Distinct patterns scored so far.
    best
        Largest frequency found so far at this size, or ``None``.
    done, total
        Work of the stage in its own units; 0 in all while unknown.
    call
        Work of the native call that runs, in the same units.
    """

    stage: str = ""
    size: int = 0
    patterns: int = 0
    best: float | None = None
    done: int = 0
    total: int = 0
    call: int = 1


@dataclass(frozen=True, slots=True)
class _Call:
    """Progress of a call whose pieces run elsewhere, in the form of a native control."""

    done: int
    total: int


class Monitor:
    """Limits and progress of one run, which asks it for a control for each native call. Any thread may cancel it.

    Parameters
    ----------
    time_limit
        Seconds for the whole run; ``None`` for no limit.
    since
        Start of the run by ``time.monotonic()``; now by default. Programs count from their own start.
    executor
        Where pieces of the work run: this process by default, or the workers of a cluster.

    Examples
    --------
    >>> monitor = Monitor(time_limit=60)
    >>> monitor.update(stage="search", size=7)
    >>> monitor.progress.size, monitor.stop_reason
    (7, None)
    >>> monitor.cancel()
    >>> monitor.stopped, monitor.stop_reason, monitor.control().stop_reason
    (True, 'interrupted', 'interrupted')
    """

    def __init__(
        self, *, time_limit: float | None = None, since: float | None = None, executor: Executor = LOCAL
    ) -> None:
        self.time_limit = time_limit
        self.executor = executor
        self._started = time.monotonic() if since is None else since
        self._deadline = None if time_limit is None else self._started + time_limit
        self._lock = threading.RLock()  # a signal handler may cancel within any of these methods
        self._control: _core.Control | None = None
        self._call: _core.Control | _Call | None = None  # that runs now
        self._reason: str | None = None
        self._progress = Progress()
        self._whole: Monitor | None = None
        self._part: Monitor | None = None  # the latest
        self._parts: WeakSet[Monitor] = WeakSet()

    def part(self, *, time_limit: float | None = None, grace: bool = False) -> Monitor:
        """A monitor for a part of the run; there may be several at a time, in threads of their own.

        It ends with the run, or after ``time_limit`` seconds if sooner; its progress is the run's. With ``grace`` a run
        that was canceled does not end it, so that results can be completed within ``time_limit``.

        >>> run = Monitor()
        >>> part = run.part(time_limit=0)
        >>> part.stopped, run.stopped
        (True, False)
        >>> run.cancel()
        >>> run.part().stopped, run.part(time_limit=5, grace=True).stopped
        (True, False)
        """
        limits = [limit for limit in (time_limit, self.remaining) if limit is not None]
        part = Monitor(time_limit=min(limits, default=None), executor=self.executor)
        part._whole = self
        with self._lock:
            self._part = part
            self._parts.add(part)
            if self._reason is not None and not grace:
                part.stop(self._reason)
        return part

    def control(self, *, time_limit: float | None = None, shown: bool = True) -> _core.Control:
        """A control for the next native call: it ends with the run, or after ``time_limit`` seconds if sooner.

        Without ``shown`` the progress remains that of the call before.
        """
        limits = [limit for limit in (time_limit, self.remaining) if limit is not None]
        control = _core.Control(time_limit=min(limits, default=None))
        with self._lock:
            self._control = control
            if shown:
                self._call = control
            if self._reason is not None:
                control.cancel()
        return control

    def cancel(self) -> None:
        """Ask the run to end with the results so far."""
        self.stop("interrupted")

    def give_up(self, reason: str) -> None:
        """End the whole run, of which this may be a part, since a resource is lost.

        >>> run = Monitor()
        >>> run.part().give_up("no workers left")
        >>> run.stop_reason
        'no workers left'
        """
        if self._whole is not None:
            self._whole.give_up(reason)
        self.stop(reason)

    def stop(self, reason: str) -> None:
        """End this monitor and its parts, for a reason that the result states."""
        with self._lock:
            self._reason = self._reason or reason
            if self._control is not None:
                self._control.cancel()
            for part in tuple(self._parts):
                part.stop(reason)

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self._started

    @property
    def remaining(self) -> float | None:
        """Seconds left, at least 0; ``None`` without a limit."""
        return None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)

    @property
    def stop_reason(self) -> str | None:
        """``"interrupted"``, ``"time limit"`` or another reason; ``None`` while the run may go on."""
        if self._reason is None and self.remaining == 0.0:
            self._reason = TIME_LIMIT
        return self._reason

    @property
    def stopped(self) -> bool:
        """Whether the run must end with the results so far."""
        return self.stop_reason is not None

    def update(self, **changes: object) -> None:
        """Set fields of :class:`Progress`; others stay, except that a new stage starts at 0."""
        if changes.get("stage", self._progress.stage) != self._progress.stage:
            changes = {"done": 0, "total": 0, "call": 1, **changes}
        self._progress = replace(self._progress, **changes)  # type: ignore[arg-type]
        if self._whole is not None:
            self._whole.update(**changes)

    @property
    def progress(self) -> Progress:
        """Progress of the run."""
        return self._progress

    @property
    def share(self) -> float | None:
        """Share of the stage that is done, 0 to 0.99, with its current native call; ``None`` while unknown."""
        progress, call = self._progress, self._running_call()
        within = min(call.done / call.total, 1.0) if call is not None and call.total else 0.0
        if progress.total:
            return min((progress.done + within * progress.call) / progress.total, MOST_DONE)
        return min(within, MOST_DONE) or None

    @property
    def within(self) -> float | None:
        """Share of the current native call that is done, 0 to 1; ``None`` while unknown."""
        call = self._running_call()
        return min(call.done / call.total, 1.0) if call is not None and call.total else None

    def follow(self, done: int, total: int) -> None:
        """Set the progress of a call whose pieces run elsewhere, in any units.

        >>> monitor = Monitor()
        >>> monitor.follow(1, 4)
        >>> monitor.share
        0.25
        """
        self._call = _Call(done, total)

    def _running_call(self) -> _core.Control | _Call | None:
        return self._call if self._part is None else self._part._running_call()


# After Ctrl-C, verification may take this share of the time so far, or at least these seconds.
_GRACE_SHARE, _LEAST_GRACE_S = 0.2, 2.0
_FAIR_SHARE = 0.9  # the rest is for examples


class TimeBudget:
    """Divides the rest of a run's time among sizes; an interrupted run has a grace period instead.

    Parameters
    ----------
    monitor
        The monitor of the run.
    share
        The share of the rest that may be used.

    Attributes
    ----------
    whole
        The monitor of all sizes together.
    """

    def __init__(self, monitor: Monitor, share: float = 1.0) -> None:
        self._run = monitor
        self._graced = False
        left = monitor.remaining
        self.whole = monitor.part(time_limit=None if left is None else share * left)
        self.start_grace_period()

    def start_grace_period(self) -> bool:
        """Start the grace period if the run was interrupted or ran out of memory since the last call."""
        if self._graced or self._run.stop_reason not in ("interrupted", MEMORY_LIMIT):
            return False
        seconds = max(_GRACE_SHARE * self._run.elapsed, _LEAST_GRACE_S)
        self.whole, self._graced = self._run.part(time_limit=seconds, grace=True), True
        return True

    def part(self, sizes_left: int) -> Monitor:
        """The monitor of the next of the sizes that are left."""
        left = self.whole.remaining
        return self.whole.part(time_limit=None if left is None else _FAIR_SHARE * left / sizes_left)
