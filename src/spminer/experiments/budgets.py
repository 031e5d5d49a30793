"""Time budgets of the experiments: seconds per cell, for two cores and 90 minutes in all.

All methods of an experiment have the same limit. Another total time (``--time-limit``) scales every limit alike.
"""

from __future__ import annotations

__all__ = ["CELL_S", "JUDGING_SHARE", "QUICK_CELL_S", "TOTAL_S", "VERIFICATION_EFFORT"]

TOTAL_S = 90 * 60.0
QUICK_CELL_S = 1.0

CELL_S = {
    "small-truth": 200.0,  # exact enumeration of all six sizes
    "small": 30.0,  # verified, and the same again by the method's own ranking
    "planted": 20.0,
    "large": 40.0,
    "large-graph": 40.0,
    "runtime": 130.0,  # all sizes of one method
    "encoder": 240.0,  # everything in it; what it computes cannot be stopped midway, but is known to take less
    "counts": 450.0,  # 330 of them for training
    "arxiv": 60.0,
}

# Of a cell's time, for counting motifs that the method had no time left to count.
JUDGING_SHARE = 0.2

# Search steps for counting one pattern, the same for all methods: enough to count nearly all patterns exactly.
VERIFICATION_EFFORT = 20_000_000
