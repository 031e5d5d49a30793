"""What can be set of growth."""

from __future__ import annotations

from dataclasses import dataclass

from spminer.errors import UsageError

__all__ = ["GrowSettings"]


@dataclass(frozen=True, slots=True)
class GrowSettings:
    """How patterns are grown.

    Examples
    --------
    >>> GrowSettings(beam=200).embeddings
    6
    >>> GrowSettings(beam=0)
    Traceback (most recent call last):
    spminer.errors.UsageError: beam must be at least 1, not 0
    """

    beam: int = 64
    """Patterns of each size that are grown further."""
    embeddings: int = 6
    """Embeddings kept per pattern and anchor; more find rarer continuations and cost time in proportion."""
    anchors: int | None = None
    """Nodes asked about; 0 for all. ``None`` takes all nodes of sparse graphs and a sample of 2000 of others."""
    scouts: int | None = None
    """Anchors whose embeddings are searched for new patterns; 0 for all. ``None`` takes 4096, of a sample 1000."""
    exact: int = 16
    """Patterns of each size that are decided for every anchor; the others get estimates and bounds."""
    frontier: int = 96
    """Neighbours looked at per embedding, in equal shares for its nodes; longer rows of the graph are sampled."""
    steps: int = 20_000
    """Search steps for one anchor before it is left undecided; 0 for no limit."""
    memory_limit: int | None = None
    """Bytes for lists of embeddings; lists are thinned to stay within, and the result says so."""

    def __post_init__(self) -> None:
        for name, least in (("beam", 1), ("embeddings", 1), ("frontier", 1), ("exact", 0), ("steps", 0)):
            if getattr(self, name) < least:
                raise UsageError(f"{name} must be at least {least}, not {getattr(self, name)}")
        for name in ("anchors", "scouts"):
            if (value := getattr(self, name)) is not None and value < 0:
                raise UsageError(f"{name} must be 0 (all) or positive, not {value}")
        if self.memory_limit is not None and self.memory_limit <= 0:
            raise UsageError(f"memory_limit must be positive, not {self.memory_limit}")
