"""The time that verification may take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.running.memory import MEMORY_LIMIT

if TYPE_CHECKING:
    from spminer.running.monitor import Monitor

__all__ = ["Allowance"]

# After Ctrl-C, verification may take this share of the time so far, and a moment at least.
_GRACE_SHARE, _LEAST_GRACE_S = 0.2, 2.0
_FAIR_SHARE = 0.9  # the rest is for examples


class Allowance:
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
