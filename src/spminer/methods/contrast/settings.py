"""Settings of the search by contrast."""

from __future__ import annotations

from dataclasses import dataclass

from spminer._util.validation import check_at_least

__all__ = ["ContrastSettings"]


@dataclass(frozen=True, slots=True)
class ContrastSettings:
    """How surprising patterns are searched.

    >>> ContrastSettings(keep=0)
    Traceback (most recent call last):
    spminer.errors.UsageError: keep must be at least 1, not 0
    """

    beam: int = 200
    """Patterns of each size that are counted on both sides."""
    keep: int = 40
    """The most surprising of them that are grown further."""
    frequent: int = 20
    """The most frequent of them that are grown further too."""
    anchors: int = 200
    """Anchors of each graph of the other side that patterns are counted at."""
    steps: int = 400
    """Search steps per anchor to begin with."""
    patience: int = 2000
    """Search steps per anchor, on an average over all of them, for those that stay undecided, if that may be enough."""
    proof: int = 250_000
    """Patterns times anchors (or graphs) of one size that a proof may take; 0 for no proof of larger sizes."""
    memory_limit: int | None = None
    """Bytes for lists of embeddings."""

    def __post_init__(self) -> None:
        check_at_least(self, beam=1, keep=1, frequent=0, anchors=1, steps=1, patience=0, proof=0, memory_limit=1)
