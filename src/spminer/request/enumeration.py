"""The request of an enumeration: every option of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from spminer.frequencies import Definition

__all__ = ["Engine", "EnumerationRequest"]

Engine = Literal["auto", "esu", "census"]


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
        ``"esu"`` visits every subgraph, ``"census"`` counts without visiting, ``"auto"`` chooses.
    threads
        Number of threads; 0 for every core. It does not change the result.
    time_limit, memory_limit
        Seconds for the search, and bytes for its tables.
    """

    sizes: tuple[int, ...]
    top: int | None = 10
    frequency: Definition = "anchored"
    examples: int = 1
    engine: Engine = "auto"
    threads: int = 0
    time_limit: float | None = None
    memory_limit: int | None = None
