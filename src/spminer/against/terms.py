"""Terms of a comparison: how patterns are counted on both sides, and by how many samples they are judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spminer.results.frequency import Objective
    from spminer.results.request import MiningRequest

__all__ = ["Terms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is the same for all patterns and both sides.

    Attributes
    ----------
    objective
        What to count.
    induced, seed, threads
        As for :func:`spminer.mine`.
    samples
        Graphs of a null model that patterns are judged by; ``None``: as many as are worth their time.
    effort
        Search steps for the anchors of one pattern in the target.
    """

    objective: Objective = "anchored"
    induced: bool = True
    seed: int = 0
    threads: int = 0
    samples: int | None = None
    effort: int = 4_000_000

    @classmethod
    def of(cls, request: MiningRequest) -> Terms:
        """The terms of a mining run."""
        return cls(
            objective=request.frequency,
            induced=request.induced,
            seed=request.seed,
            threads=request.threads,
            samples=request.null_samples,
            effort=request.verify.effort,
        )
