"""The request of an enumeration: every option of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from spminer.errors import UsageError
from spminer.frequencies import Definition
from spminer.request.comparison import Direction, check_comparison

__all__ = ["Engine", "EnumerationRequest"]

Engine = Literal["auto", "esu", "census", "tally"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumerationRequest:
    """Everything that can be asked of :func:`spminer.enumerate`.

    Attributes
    ----------
    sizes
        Numbers of nodes, ascending.
    top
        How many motifs of each size to report; ``None`` for all.
    frequency
        Which of the two definitions ranks.
    examples
        How many embeddings to report with each motif.
    engine
        ``"esu"`` visits every subgraph, ``"census"`` counts without visiting, ``"tally"`` visits twice and keeps only
        the best of many classes, ``"auto"`` chooses.
    threads
        Number of threads; 0 for every core. It does not change the result.
    time_limit, memory_limit
        Seconds for the search, and bytes for its tables.
    seed
        Seed of the samples of a null model.
    against, null_samples, direction
        What classes are compared with, and ranked by the surprise of: as for :class:`spminer.request.MiningRequest`.
    """

    sizes: tuple[int, ...]
    top: int | None = 10
    frequency: Definition = "anchored"
    examples: int = 1
    engine: Engine = "auto"
    threads: int = 0
    time_limit: float | None = None
    memory_limit: int | None = None
    seed: int = 0
    against: str | None = None
    null_samples: int | None = None
    direction: Direction = "both"

    def check(self) -> None:
        """Refuse what makes no sense, whatever the graph."""
        if self.top is not None and self.top < 1:
            raise UsageError(f"top must be at least 1, not {self.top}; leave it out (None) for all motifs")
        if self.frequency not in get_args(Definition):
            raise UsageError(f"frequency is 'anchored' or 'graph', not {self.frequency!r}")
        if self.engine not in get_args(Engine):
            raise UsageError(f"engine is 'auto', 'esu', 'census' or 'tally', not {self.engine!r}")
        check_comparison(self.against, self.null_samples, self.direction)
