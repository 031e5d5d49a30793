"""Mining runs of experiments, and their results as cells keep them.

:func:`run_piece` does one run. A :class:`MiningRun` has the motifs that the method found, with time and effort.
:class:`RunsBySeed` has the runs of several seeds, and a :class:`Spread` the values of a measure by seed: their median,
lowest and highest.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.encoder.evaluation.evaluate import hit_rate
from spminer.mining.run import open_task, plan, run
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.results import MotifSet
    from spminer.results.request import MiningRequest

__all__ = [
    "DETERMINISTIC",
    "MiningRun",
    "RunsBySeed",
    "Spread",
    "number_text",
    "run_piece",
]


def run_piece(graphs: GraphCollection, request: MiningRequest, monitor: Monitor) -> dict[str, Any]:
    """Do a run; returns it as plain values."""
    mining = monitor.part(time_limit=request.time_limit)
    task = open_task(graphs, request)
    result = run(task, plan(task, mining), mining)
    return MiningRun.of(result, request.method, patterns=mining.progress.patterns).to_dict()


DETERMINISTIC = ("exact", "gspan", "gaston")
"""Methods without random choices: one run for all seeds."""


@dataclass(frozen=True, slots=True)
class FoundMotif:
    """One motif: size, canonical text, verified frequency and its kind."""

    size: int
    pattern: str
    value: float
    kind: str


@dataclass(frozen=True, slots=True)
class MiningRun:
    """The motifs that a method found, best first within each size.

    Attributes
    ----------
    seconds
        Wall time of mining with its verification.
    complete
        Whether it ended before its limit.
    patterns
        Distinct patterns that it examined.
    sampled
        Sampled subgraphs: neighborhoods in all, or samples of each size; ``None`` if the method does not sample.
    """

    method: str
    motifs: tuple[FoundMotif, ...]
    seconds: float
    complete: bool
    patterns: int
    sampled: int | None = None

    @classmethod
    def of(cls, result: MotifSet, method: str, *, patterns: int) -> MiningRun:
        """The run of a result.

        >>> import spminer
        >>> from spminer.datasets import example
        >>> run = MiningRun.of(spminer.mine(example(), 3, top=2), "exact", patterns=0)
        >>> [(motif.pattern, motif.value) for motif in run.motifs]
        [('0-1,1-2@0', 34), ('0-1,0-2,1-2@0', 32)]
        """
        assert result.request is not None
        found = [(motif, motif.frequency(result.request.frequency)) for motif in result]
        motifs = tuple(
            FoundMotif(motif.size, motif.id, frequency.value, frequency.kind)
            for motif, frequency in found
            if frequency is not None
        )
        settings = result.settings.get(method, {})
        sampled = settings.get("neighborhoods", settings.get("samples"))
        return cls(method, motifs, result.timing_s["total"], result.status == "complete", patterns, sampled)

    @classmethod
    def absent(cls, method: str) -> MiningRun:
        """A run that was not made: no motifs, not complete."""
        return cls(method, (), 0.0, complete=False, patterns=0)

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MiningRun:
        """The inverse of :meth:`to_dict`."""
        return cls(**{**data, "motifs": tuple(FoundMotif(**motif) for motif in data["motifs"])})

    def values(self, size: int) -> list[float]:
        """Frequencies of the motifs of one size, in the order of their ranks."""
        return [motif.value for motif in self.motifs if motif.size == size]

    def median(self, size: int, top: int = 10) -> float | None:
        """Median frequency of the best motifs of one size; ``None`` if there are none or most are lower bounds.

        >>> one, other = FoundMotif(3, "a", 7, "exact"), FoundMotif(3, "b", 1, "lower_bound")
        >>> [MiningRun("m", motifs, 0.0, True, 0).median(3) for motifs in ((one, one, other), (one, other))]
        [7.0, None]
        """
        best = [motif for motif in self.motifs if motif.size == size][:top]
        counted = sum(motif.kind != "lower_bound" for motif in best)
        return float(median(motif.value for motif in best)) if 2 * counted > len(best) else None

    def uncertain(self) -> int:
        """Number of frequencies that are not exact."""
        return sum(motif.kind != "exact" for motif in self.motifs)

    def rank(self, pattern: Pattern) -> int | None:
        """Rank of a pattern, with any anchor, among the motifs of its size."""
        wanted = pattern.without_anchor()
        ranked = [motif.pattern for motif in self.motifs if motif.size == pattern.size]
        ranks = [rank for rank, text in enumerate(ranked, start=1) if Pattern.parse(text).without_anchor() == wanted]
        return min(ranks, default=None)

    def hits(self, truth: MiningRun, size: int, top: int) -> float | None:
        """Share of the best ``top`` that belong to the true best; empty ranks are no hits.

        ``None`` if the truth has no motif of that size.

        >>> def run(**values):
        ...     motifs = tuple(FoundMotif(3, name, value, "exact") for name, value in values.items())
        ...     return MiningRun("m", motifs, 0.0, True, 0)
        >>> truth = run(a=9, b=8, c=7, d=6)
        >>> run(a=9, c=7, d=6).hits(truth, 3, 2), run(b=8).hits(truth, 3, 2)
        (0.5, 0.5)
        """
        found = {motif.pattern: motif.value for motif in self.motifs if motif.size == size}
        true = {motif.pattern: motif.value for motif in truth.motifs if motif.size == size}
        if not true:
            return None
        top = min(top, len(true))
        order = {pattern: len(found) - rank for rank, pattern in enumerate(found)}
        classes = found | true  # the true frequency where both have one
        # Patterns of frequency 0 stand for empty ranks, before those that were not found.
        exact = np.array([*classes.values(), *[0] * top], dtype=np.int64)
        estimate = np.array([*(order.get(pattern, -1) for pattern in classes), *[0] * top], dtype=np.float64)
        return hit_rate(estimate, exact, top)


@dataclass(frozen=True, slots=True)
class RunsBySeed:
    """Runs of one method by seed.

    Examples
    --------
    >>> runs = {seed: MiningRun("m", (FoundMotif(3, "a", 7 + seed, "exact"),), 2.0, True, 0) for seed in (0, 1)}
    >>> str(RunsBySeed(runs).median(3)), str(RunsBySeed(runs).seconds)
    ('7.5 (7-8)', '2')
    """

    by_seed: dict[int | None, MiningRun]

    @property
    def first(self) -> MiningRun:
        """The run with the first seed."""
        return next(iter(self.by_seed.values()))

    def spread(self, measure: Callable[[MiningRun], float | None]) -> Spread:
        """A measure of each run, by seed."""
        return Spread.of({seed: measure(run) for seed, run in self.by_seed.items()})

    def median(self, size: int) -> Spread:
        """The median frequency of the best motifs of one size, by seed."""
        return self.spread(lambda run: run.median(size))

    @property
    def seconds(self) -> Spread:
        """Wall time, by seed."""
        return self.spread(lambda run: round(run.seconds, 1))


@dataclass(frozen=True, slots=True)
class Spread:
    """Values by seed.

    Attributes
    ----------
    seeds
        The seeds; ``None`` for a deterministic run.
    values
        The value of each seed; ``None`` if there is none.

    Examples
    --------
    >>> str(Spread((0, 1, 2), (7.0, 5.0, 9.0)))
    '7 (5-9)'
    >>> str(Spread((0, 1, 2), (7.0, None, 9.0)))
    '8 (7-9), 2 of 3'
    >>> str(Spread((0, 1), (7.0, 7.0))), str(Spread((None,), (7.0,))), str(Spread((0,), (None,)))
    ('7', '7', '-')
    """

    seeds: tuple[int | None, ...]
    values: tuple[float | None, ...]

    @classmethod
    def of(cls, values: Mapping[int | None, float | None]) -> Spread:
        """The spread of values by seed."""
        return cls(tuple(values), tuple(values.values()))

    @property
    def known(self) -> list[float]:
        """The values that there are, ascending."""
        return sorted(value for value in self.values if value is not None)

    @property
    def middle(self) -> float | None:
        """The median of the known values."""
        return float(median(self.known)) if self.known else None

    @property
    def low(self) -> float | None:
        """The lowest value."""
        return self.known[0] if self.known else None

    @property
    def high(self) -> float | None:
        """The highest value."""
        return self.known[-1] if self.known else None

    def rounded(self, digits: int) -> Spread:
        """The same with fewer digits."""
        return Spread(self.seeds, tuple(None if value is None else round(value, digits) for value in self.values))

    def __str__(self) -> str:
        known, middle = self.known, self.middle
        if middle is None:
            return "-"
        text, ends = number_text(middle), (number_text(known[0]), number_text(known[-1]))
        if ends[0] != ends[1]:
            text += f" ({ends[0]}-{ends[1]})"
        return text if len(known) == len(self.values) else f"{text}, {len(known)} of {len(self.values)}"


def number_text(value: float) -> str:
    """A number with three digits, or as a whole number if it is large.

    >>> number_text(0.12345), number_text(12345.6), number_text(3.0)
    ('0.123', '12346', '3')
    """
    return f"{value:.0f}" if float(value).is_integer() or abs(value) >= 100 else f"{value:.3g}"
