"""Frequencies: numbers that say how sure they are, and what they count."""

from spminer.frequencies.frequency import Frequency, Kind
from spminer.frequencies.objective import Definition, Objective, check_objective

__all__ = ["Definition", "Frequency", "Kind", "Objective", "check_objective"]
