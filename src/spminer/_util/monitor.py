"""Monitor of a run of many native calls: one deadline, one cancel, progress.

Every native call gets a control from the monitor, which ends it at the deadline, when ``cancel`` is called or when the
memory limit is reached. ``TimeBudget`` divides the time that is left among the steps of a run.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import WeakSet

from spminer import _core

if TYPE_CHECKING:
    from spminer._util.executor import Executor

__all__ = ["MEMORY_LIMIT", "MOST_DONE", "TIME_LIMIT", "Monitor", "TimeBudget"]


MEMORY_LIMIT = "memory limit"  # as the reason that a run stopped


logger = logging.getLogger("spminer")


TIME_LIMIT = "time limit"  # as the reason that a run stopped


MOST_DONE = 0.99  # of work that goes on: what is counted may be done, but its results are still put in order


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run is.

    Attributes
    ----------
    stage
        What it does, in a word or two: ``"sample"``, ``"embed"``, ``"search"``, ``"verify"``.
    size
        Pattern size it has reached, 0 where that means nothing.
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
    """Work that others do, as a control tells of a native call."""

    done: int
    total: int


class Monitor:
    """One per run. The run asks it for a control per native call; any other thread may cancel or look.

    Parameters
    ----------
    time_limit
        Seconds for the whole run; ``None`` for no limit.
    since
        When the run began, by ``time.monotonic()``; now by default. Programs count from their own start.
    crew
        Who does pieces of the work, such as a cluster; ``None`` for this process alone.

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
        self, *, time_limit: float | None = None, since: float | None = None, crew: Executor | None = None
    ) -> None:
        self.time_limit = time_limit
        self.crew = crew
        self._started = time.monotonic() if since is None else since
        self._deadline = None if time_limit is None else self._started + time_limit
        self._lock = threading.RLock()  # a signal handler may cancel in the midst of any of this
        self._control: _core.Control | None = None
        self._call: _core.Control | _Call | None = None  # what runs, of which the control is one kind
        self._reason: str | None = None
        self._progress = Progress()
        self._noted: set[str] = set()
        self._whole: Monitor | None = None
        self._part: Monitor | None = None  # the latest
        self._parts: WeakSet[Monitor] = WeakSet()

    def part(self, *, time_limit: float | None = None, grace: bool = False) -> Monitor:
        """A monitor for a part of the run; there may be several at a time, in threads of their own.

        It ends with the run, or after ``time_limit`` seconds if sooner; its progress is the run's. With ``grace`` a run
        that was canceled does not end it: what is there may still be brought in order within ``time_limit``.

        >>> run = Monitor()
        >>> part = run.part(time_limit=0)
        >>> part.stopped, run.stopped
        (True, False)
        >>> run.cancel()
        >>> run.part().stopped, run.part(time_limit=5, grace=True).stopped
        (True, False)
        """
        limits = [limit for limit in (time_limit, self.remaining) if limit is not None]
        part = Monitor(time_limit=min(limits, default=None), crew=self.crew)
        part._whole = self
        with self._lock:
            self._part = part
            self._parts.add(part)
            if self._reason is not None and not grace:
                part.stop(self._reason)
        return part

    def control(self, *, time_limit: float | None = None, shown: bool = True) -> _core.Control:
        """A control for the next native call: it ends with the run, or after ``time_limit`` seconds if sooner.

        What is not ``shown`` is no progress: the share that is done stays that of the call before.
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
        """Ask the run to end with what it has."""
        self.stop("interrupted")

    def give_up(self, reason: str) -> None:
        """End the whole run, of which this may be a part, since something that it needs is gone.

        >>> run = Monitor()
        >>> run.part().give_up("no workers left")
        >>> run.stop_reason
        'no workers left'
        """
        if self._whole is not None:
            self._whole.give_up(reason)
        self.stop(reason)

    def stop(self, reason: str) -> None:
        """End this, and its parts, for a reason that the result will state."""
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
        """``"interrupted"``, ``"time limit"``, what else it was stopped for, or ``None`` while the run may go on."""
        if self._reason is None and self.remaining == 0.0:
            self._reason = TIME_LIMIT
        return self._reason

    @property
    def stopped(self) -> bool:
        """Whether the run must end with what it has."""
        return self.stop_reason is not None

    def update(self, **changes: object) -> None:
        """Say where the run is; fields of :class:`Progress`, others stay. A new stage starts its work anew."""
        if changes.get("stage", self._progress.stage) != self._progress.stage:
            changes = {"done": 0, "total": 0, "call": 1, **changes}
        self._progress = replace(self._progress, **changes)  # type: ignore[arg-type]
        if self._whole is not None:
            self._whole.update(**changes)

    @property
    def progress(self) -> Progress:
        """Where the run is."""
        return self._progress

    @property
    def share(self) -> float | None:
        """How much of the stage is done, 0 to 0.99, with the part of its current native call; ``None`` while unknown.

        Who asks sees work that goes on, so that it is never all of it.
        """
        progress, call = self._progress, self._running_call()
        within = min(call.done / call.total, 1.0) if call is not None and call.total else 0.0
        if progress.total:
            return min((progress.done + within * progress.call) / progress.total, MOST_DONE)
        return min(within, MOST_DONE) or None

    @property
    def within(self) -> float | None:
        """How much of the native call that runs now is done, 0 to 1; ``None`` if it does not tell."""
        call = self._running_call()
        return min(call.done / call.total, 1.0) if call is not None and call.total else None

    def note_here(self, what: str) -> None:
        """Say once that something is done in this process, where the run has a crew that could be expected to do it."""
        if self._whole is not None:
            self._whole.note_here(what)
        elif self.crew is not None and what and what not in self._noted:
            self._noted.add(what)
            logger.warning("%s", f"{what} works in this process, not on the cluster")

    def follow(self, done: int, total: int) -> None:
        """Say how far a call has come that others work on, in any units.

        >>> monitor = Monitor()
        >>> monitor.follow(1, 4)
        >>> monitor.share
        0.25
        """
        self._call = _Call(done, total)

    def _running_call(self) -> _core.Control | _Call | None:
        return self._call if self._part is None else self._part._running_call()


# After Ctrl-C, verification may take this share of the time so far, and a moment at least.
_GRACE_SHARE, _LEAST_GRACE_S = 0.2, 2.0


_FAIR_SHARE = 0.9  # the rest is for examples


class TimeBudget:
    """What is left of the run, or a grace once it is interrupted; each size has a fair share.

    Parameters
    ----------
    monitor
        That of the run.
    share
        Of what is left, that which may be used.

    Attributes
    ----------
    whole
        The monitor of all that verification does.
    """

    def __init__(self, monitor: Monitor, share: float = 1.0) -> None:
        self._run = monitor
        self._graced = False
        left = monitor.remaining
        self.whole = monitor.part(time_limit=None if left is None else share * left)
        self.renewed()

    def renewed(self) -> bool:
        """Whether the run was interrupted, or ran out of memory, since the last look, so that a grace begins."""
        if self._graced or self._run.stop_reason not in ("interrupted", MEMORY_LIMIT):
            return False
        seconds = max(_GRACE_SHARE * self._run.elapsed, _LEAST_GRACE_S)
        self.whole, self._graced = self._run.part(time_limit=seconds, grace=True), True
        return True

    def part(self, sizes_left: int) -> Monitor:
        """For the next of the sizes that are left."""
        left = self.whole.remaining
        return self.whole.part(time_limit=None if left is None else _FAIR_SHARE * left / sizes_left)
