"""Verification: how thoroughly the candidates of a search are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spminer.errors import UsageError

__all__ = ["CANDIDATES_PER_MOTIF", "LEAST_CANDIDATES", "TRIED_PER_COUNTED", "Verification"]

# Candidates of one size that are worth proposing and counting: this many for each motif asked for, and some at least.
CANDIDATES_PER_MOTIF, LEAST_CANDIDATES = 5, 50
# Candidates that are tried at few nodes for each one that is counted, where a method only estimates.
TRIED_PER_COUNTED = 5


@dataclass(frozen=True, slots=True)
class Verification:
    """How candidates are verified."""

    factor: int = CANDIDATES_PER_MOTIF
    """Candidates of each size that are counted, in multiples of the motifs asked for, 50 at least; 0 counts none."""
    effort: int = 4_000_000
    """Search steps for the anchors of one pattern, about 100 each; a target that needs more is sampled, 2000 anchors
    at least."""
    both: bool = False
    """Count the graph-level frequency of anchored motifs too."""

    def __post_init__(self) -> None:
        for name, least in (("factor", 0), ("effort", 1)):
            if getattr(self, name) < least:
                raise UsageError(f"{name} of the verification must be at least {least}, not {getattr(self, name)}")

    @classmethod
    def of(cls, counted: bool, **settings: Any) -> Verification:
        """With these settings, or with these but counting none."""
        return cls(**settings) if counted else cls(factor=0, **settings)

    def candidates(self, top: int) -> int:
        """How many candidates of one size are counted."""
        return max(self.factor * top, LEAST_CANDIDATES) if self.factor else 0
