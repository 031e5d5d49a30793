"""Mining runs as the cells of experiments keep them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.encoder.evaluation.evaluate import hit_rate
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.methods.base import Candidate
    from spminer.results import MotifSet
    from spminer.results.frequency import Frequency

__all__ = ["Found", "Run"]


@dataclass(frozen=True, slots=True)
class Found:
    """One motif: size, canonical text, verified frequency and how sure it is."""

    size: int
    pattern: str
    value: float
    kind: str


@dataclass(frozen=True, slots=True)
class Run:
    """What a method found, best first within each size.

    Attributes
    ----------
    seconds
        Wall time of mining with its verification, without what was counted afterwards.
    complete
        Whether it ended before its limit.
    patterns
        Distinct patterns that it looked at.
    sampled
        Subgraphs that it sampled: neighborhoods in all, or samples of each size; ``None`` if it does not sample.
    """

    method: str
    motifs: tuple[Found, ...]
    seconds: float
    complete: bool
    patterns: int
    sampled: int | None = None

    @classmethod
    def of(cls, result: MotifSet, found: Iterable[tuple[Candidate, Frequency]], method: str, *, patterns: int) -> Run:
        """The run that gave a result, with its motifs as they were judged."""
        motifs = tuple(
            Found(candidate.pattern.size, candidate.pattern.text, frequency.value, frequency.kind)
            for candidate, frequency in found
        )
        settings = result.settings.get(method, {})
        sampled = settings.get("neighborhoods", settings.get("samples"))
        return cls(method, motifs, result.timing_s["total"], result.status == "complete", patterns, sampled)

    @classmethod
    def absent(cls, method: str) -> Run:
        """A run that was not made: it found nothing, and is not complete."""
        return cls(method, (), 0.0, complete=False, patterns=0)

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Run:
        """The inverse of :meth:`to_dict`."""
        return cls(**{**data, "motifs": tuple(Found(**motif) for motif in data["motifs"])})

    def values(self, size: int) -> list[float]:
        """Frequencies of the motifs of one size, highest first."""
        return [motif.value for motif in self.motifs if motif.size == size]

    def median(self, size: int, top: int = 10) -> float | None:
        """Median frequency of the best motifs of one size, ``None`` if there are none or most were not counted.

        >>> one, other = Found(3, "a", 7, "exact"), Found(3, "b", 1, "lower_bound")
        >>> Run("m", (one, one, other), 0.0, True, 0).median(3), Run("m", (one, other), 0.0, True, 0).median(3)
        (7.0, None)
        """
        best = [motif for motif in self.motifs if motif.size == size][:top]
        counted = sum(motif.kind != "lower_bound" for motif in best)
        return float(median(motif.value for motif in best)) if 2 * counted > len(best) else None

    def uncertain(self) -> int:
        """How many frequencies are not exact."""
        return sum(motif.kind != "exact" for motif in self.motifs)

    def rank(self, pattern: Pattern) -> int | None:
        """Rank of a pattern, with whatever anchor, among the motifs of its size."""
        wanted = pattern.without_anchor()
        ranked = [motif.pattern for motif in self.motifs if motif.size == pattern.size]
        ranks = [rank for rank, text in enumerate(ranked, start=1) if Pattern.parse(text).without_anchor() == wanted]
        return min(ranks, default=None)

    def hits(self, truth: Run, size: int, top: int) -> float | None:
        """Share of the best ``top`` that belong to the true best; ranks that were not filled are no hits.

        ``None`` if the truth has nothing of that size.

        >>> def run(**values):
        ...     return Run("m", tuple(Found(3, name, value, "exact") for name, value in values.items()), 0.0, True, 0)
        >>> truth = run(a=9, b=8, c=7, d=6)
        >>> run(a=9, c=7, d=6).hits(truth, 3, 2), run(b=8).hits(truth, 3, 2)
        (0.5, 0.5)
        """
        found = {motif.pattern: motif.value for motif in self.motifs if motif.size == size}
        true = {motif.pattern: motif.value for motif in truth.motifs if motif.size == size}
        if not true:
            return None
        top = min(top, len(true))  # there are no more patterns
        order = {pattern: len(found) - rank for rank, pattern in enumerate(found)}
        classes = found | true  # the truth knows better than a search that was not verified
        # Patterns without a frequency stand for ranks that were not filled, before those that were not found.
        exact = np.array([*classes.values(), *[0] * top], dtype=np.int64)
        estimate = np.array([*(order.get(pattern, -1) for pattern in classes), *[0] * top], dtype=np.float64)
        return hit_rate(estimate, exact, top)
