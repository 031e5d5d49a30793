"""Watching and stopping a run of many native calls: one deadline, one cancel, progress that tells the truth."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace

from spminer import _core

__all__ = ["Monitor", "Progress"]


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
    """

    stage: str = ""
    size: int = 0
    patterns: int = 0
    best: float | None = None
    done: int = 0
    total: int = 0


class Monitor:
    """One per run. The run asks it for a control per native call; any other thread may cancel or look.

    Parameters
    ----------
    time_limit
        Seconds for the whole run, from now; ``None`` for no limit.

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

    def __init__(self, *, time_limit: float | None = None) -> None:
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self._lock = threading.Lock()
        self._control: _core.Control | None = None
        self._reason: str | None = None
        self._progress = Progress()

    def control(self, *, time_limit: float | None = None) -> _core.Control:
        """A control for the next native call: it ends with the run, or after ``time_limit`` seconds if sooner."""
        limits = [limit for limit in (time_limit, self.remaining) if limit is not None]
        control = _core.Control(time_limit=min(limits, default=None))
        with self._lock:
            self._control = control
            if self._reason is not None:
                control.cancel()
        return control

    def cancel(self) -> None:
        """Ask the run to end with what it has."""
        with self._lock:
            self._reason = self._reason or "interrupted"
            if self._control is not None:
                self._control.cancel()

    @property
    def remaining(self) -> float | None:
        """Seconds left, at least 0; ``None`` without a limit."""
        return None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)

    @property
    def stop_reason(self) -> str | None:
        """``"interrupted"``, ``"time limit"``, or ``None`` while the run may go on."""
        if self._reason is None and self.remaining == 0.0:
            self._reason = "time limit"
        return self._reason

    @property
    def stopped(self) -> bool:
        """Whether the run must end with what it has."""
        return self.stop_reason is not None

    def update(self, **changes: object) -> None:
        """Say where the run is; fields of :class:`Progress`, others stay. A new stage starts its work anew."""
        if changes.get("stage", self._progress.stage) != self._progress.stage:
            changes = {"done": 0, "total": 0, **changes}
        self._progress = replace(self._progress, **changes)  # type: ignore[arg-type]

    @property
    def progress(self) -> Progress:
        """Where the run is."""
        return self._progress
