"""Options of a comparison, which several requests have: with how many samples, and in which direction."""

from __future__ import annotations

from typing import Literal, get_args

from spminer.errors import UsageError

__all__ = ["SAMPLES", "Direction", "check_comparison", "check_direction"]

Direction = Literal["both", "over", "under"]
SAMPLES = 100  # of a null model, at least, where the number is not given


def check_direction(direction: str) -> None:
    """Refuse a direction that there is not."""
    if direction not in get_args(Direction):
        raise UsageError(f"direction is one of {', '.join(get_args(Direction))}, not {direction!r}")


def check_comparison(against: str | None, null_samples: int | None, direction: Direction = "both") -> None:
    """Refuse options that make no sense, alone or together.

    >>> check_comparison(None, None, "over")
    Traceback (most recent call last):
    spminer.errors.UsageError: null samples and directions need something to compare with: against, --against
    """
    if null_samples is not None and null_samples < 2:  # one has no spread
        raise UsageError(f"null_samples must be at least 2, not {null_samples}")
    check_direction(direction)
    if against is None and (direction != "both" or null_samples is not None):
        raise UsageError("null samples and directions need something to compare with: against, --against")
