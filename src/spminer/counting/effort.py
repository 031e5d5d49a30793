"""Effort of matching, in search steps: what is worth another try depends on counts, never on the clock."""

from __future__ import annotations

__all__ = ["FIRST_STEPS", "USUAL_STEPS", "affords_all_nodes", "more_steps"]

FIRST_STEPS = 1000  # for each anchor to begin with; more for those that stay undecided
USUAL_STEPS = 100  # assumed of an anchor that the first steps decide
_STEP_FACTOR = 10


def affords_all_nodes(nodes: int, effort: int) -> bool:
    """Whether this effort is enough to test every node of a target that is not hard.

    >>> affords_all_nodes(40_000, 4_000_000), affords_all_nodes(50_000, 4_000_000)
    (True, False)
    """
    return nodes * USUAL_STEPS <= effort


def more_steps(steps: int, undecided: int, effort: int) -> int:
    """Steps for each anchor in the next try, after one that left some undecided; 0 if that is not worth the effort.

    >>> more_steps(1000, 5, 100_000), more_steps(10_000, 5, 100_000), more_steps(1000, 0, 100_000)
    (10000, 0, 0)
    """
    more = steps * _STEP_FACTOR
    return more if 0 < undecided * more <= effort else 0
