"""Audit of comparisons: counts in the reference, and the figures that follow from them.

- Another graph or class (:class:`ReferenceGraphs`): both sides are counted again, and all figures computed from their
  textbook formulas (:mod:`spminer.audit.statistics`).
- A null model (:class:`OwnShuffles`): up to 40 copies are shuffled by other code (:mod:`spminer.audit.shuffling`).
  Means, spreads and p-values must agree with the result within what chance allows for both. Figures that follow from
  others of the result are computed from these.

If the time runs out, fewer copies are used; below eight of them the figures are not checked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from spminer.audit.brute_force import CollectionCounter, OutOfTimeError, edges_of
from spminer.audit.claims import NO_TIME, Claim, verdict
from spminer.audit.shuffling import SHUFFLED_MODELS, shuffled
from spminer.audit.statistics import (
    class_reached,
    fisher,
    joint_claim,
    null_limits,
    null_reached,
    odds_limits,
    odds_ratio,
    q_claims,
    same,
    share_limits,
    surprise_of,
    tail_p,
    tails_agree,
    tarone_claims,
)
from spminer.results.frequency import population

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer.audit.brute_force import Clock
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results import Motif
    from spminer.results.frequency import Frequency, FrequencyName
    from spminer.results.motif import Contrast

__all__ = ["LEAST_DEALS", "OwnShuffles", "ReferenceGraphs", "score_claim"]

_COPIES, _LEAST_COPIES = 40, 8
_SIGMAS = 5.0  # standard errors; chance exceeds them for one motif in millions
_SPREADS = 3.0  # largest factor between spreads that so few copies allow
_LEFT_OPEN = "undecided"
_ROUNDED = 1e-3  # tolerance of limits, since points of Student's distribution are tabulated with few digits
LEAST_DEALS = 1000  # permutations of classes by a run, at least
_DEALS, _MOST_DEALT = 200, 400  # permutations of classes here, and most graphs for which they are made


@dataclass
class ReferenceGraphs:
    """Graphs that frequencies are compared with, and those of the result."""

    target: CollectionCounter
    other: CollectionCounter
    frequency_name: FrequencyName

    def claims(self, motif: Motif, contrast: Contrast) -> Iterator[Claim]:
        """The figures of one motif, each from counts on both sides."""
        known = motif.frequency(self.frequency_name)
        if known is not None and known.kind != "exact":
            yield Claim(motif.id, "against", "not checked", note="the frequency is no exact one")
            return
        sides = self.target, self.other
        own, there = (side.frequency(motif.pattern, self.frequency_name) for side in sides)
        members, others = (population(side.graphs, self.frequency_name) for side in sides)
        wanted: dict[str, float | None] = {"expected": there * members / others}
        if self.frequency_name == "graph":
            ratio = own * others / (there * members) if there else None
            wanted |= {"ratio": ratio, "low": ratio, "high": ratio}  # two exact counts have no interval
        else:
            wanted |= {
                "share": own / members,
                "other_share": there / others,
                "ratio": own / members / (there / others) if there else None,
                **dict(zip(("low", "high"), share_limits(own, members, there, others), strict=True)),
                "odds_ratio": odds_ratio(own, members, there, others),
                **dict(zip(("odds_low", "odds_high"), odds_limits(own, members, there, others), strict=True)),
                "p": fisher(own, members, there, others),
            }
        for name, value in wanted.items():
            stated = getattr(contrast, name)
            if name == "p" and value is None:
                yield Claim(motif.id, "against: p", "not checked", note="too many tables to weigh them all")
            elif stated is not None or value is None:
                yield _claim(motif, name, same(stated, value), stated, value)
        yield from score_claim(motif, own, wanted["expected"] or 0.0)

    def joint_claims(self, motifs: list[Motif], samples: int, *, complete: bool) -> Iterator[Claim]:
        """The figures of two classes over all motifs, by permutations of the classes made here."""
        yield from q_claims(motifs, complete=complete, by_graph=True)
        first, second = self.target.graphs.num_graphs, self.other.graphs.num_graphs
        if first + second > _MOST_DEALT:
            for motif in motifs:
                yield Claim(motif.id, "against: p_max", "not checked", note="too many graphs to permute classes")
            return
        containing = [
            self.target.containing(motif.pattern) | {first + n for n in self.other.containing(motif.pattern)}
            for motif in motifs
        ]
        yield from tarone_claims(motifs, containing, first, second, complete=complete)
        reached = class_reached(containing, first, second, Random(1), _DEALS)
        for motif, times in zip(motifs, reached, strict=True):
            if motif.against is not None and motif.against.p_max is not None:
                yield joint_claim(motif, motif.against.p_max, samples, times, _DEALS, complete=complete)


class OwnShuffles:
    """Copies of the graphs, shuffled by other code than that of the run."""

    def __init__(
        self,
        graphs: GraphCollection,
        model: str,
        frequency_name: FrequencyName,
        induced: bool,
        clock: Clock,
        seed: int = 1,
    ) -> None:
        self.graphs, self.model, self.frequency_name, self.induced, self.clock = (
            graphs,
            model,
            frequency_name,
            induced,
            clock,
        )
        self._edges, self._random = edges_of(graphs), Random(seed)

    def counts(self, patterns: list[Pattern]) -> list[list[int]]:
        """Counts of patterns, a row per copy; fewer copies than usual if the time is over."""
        rows: list[list[int]] = []
        try:
            while len(rows) < _COPIES:
                self.clock.look()
                edges = shuffled(self._edges, self.graphs, self.model, self._random, self.clock)
                copy = CollectionCounter(self.graphs, induced=self.induced, clock=self.clock, edges=edges)
                rows.append([copy.frequency(pattern, self.frequency_name) for pattern in patterns])
        except OutOfTimeError:
            pass
        return rows

    def claims(self, motifs: list[Motif], *, complete: bool = False) -> Iterator[Claim]:
        """The figures of all motifs, by the same copies; ``complete`` says that no other motif was compared."""
        for motif in motifs:
            yield from self._derived(motif)
        yield from q_claims(motifs, complete=complete)
        if self.model not in SHUFFLED_MODELS:
            yield from _unchecked(motifs, f"the model {self.model} promises no distribution that copies could have")
            return
        rows = self.counts([motif.pattern for motif in motifs])
        if len(rows) < _LEAST_COPIES:
            yield from _unchecked(motifs, NO_TIME)
            return
        for motif, column in zip(motifs, zip(*rows, strict=True), strict=True):
            assert motif.against is not None
            found = motif.frequency(self.frequency_name)
            if found is None or _LEFT_OPEN in (motif.against.note or ""):
                yield Claim(motif.id, "against", "not checked", note="counts of the run are undecided in part")
            else:
                yield from _checked_by_copies(motif, motif.against, found, column)
        yield from self._joint_claims(motifs, rows, complete)

    def _derived(self, motif: Motif) -> Iterator[Claim]:
        """Figures that follow from others of the same motif."""
        contrast, found = motif.against, motif.frequency(self.frequency_name)
        if (
            contrast is None
            or found is None
            or contrast.expected is None
            or contrast.spread is None
            or not contrast.samples
        ):
            return
        wanted = {"ratio": found.value / contrast.expected if contrast.expected else None}
        low, high = null_limits(found, contrast.expected, contrast.spread, contrast.samples)
        wanted |= {"low": low, "high": high}
        if contrast.z is not None:
            wanted["z"] = (found.value - contrast.expected) / contrast.spread if contrast.spread else None
        for name, value in wanted.items():
            stated = getattr(contrast, name)
            holds = same(stated, value, _ROUNDED) if name in ("low", "high") else same(stated, value)
            yield _claim(motif, name, holds, stated, value)
        yield from score_claim(motif, found.value, contrast.expected)

    def _joint_claims(self, motifs: list[Motif], rows: list[list[int]], complete: bool) -> Iterator[Claim]:
        """p-values for all motifs together, by the copies; only those of exact counts are compared."""
        found = [motif.frequency(self.frequency_name) for motif in motifs]
        if any(one is None or one.kind != "exact" for one in found):
            for motif in motifs:
                yield Claim(motif.id, "against: p_max", "not checked", note="a frequency is not exact")
            return
        stated = [motif.against for motif in motifs if motif.against is not None]
        if len({one.samples for one in stated}) != 1 or any(
            one.expected is None or one.spread is None or not one.samples for one in stated
        ):
            for motif in motifs:
                yield Claim(motif.id, "against: p_max", "not checked", note="means and spreads are not all stated")
            return
        reached = null_reached(
            [one.value for one in found if one is not None],
            [one.expected or 0.0 for one in stated],
            [one.spread or 0.0 for one in stated],
            stated[0].samples or 0,
            rows,
        )
        for motif, times in zip(motifs, reached, strict=True):
            contrast = motif.against
            if contrast is not None and contrast.p_max is not None and contrast.samples:
                yield joint_claim(motif, contrast.p_max, contrast.samples, times, len(rows), complete=complete)


def _checked_by_copies(motif: Motif, stated: Contrast, found: Frequency, counts: tuple[int, ...]) -> Iterator[Claim]:
    """The figures of one motif, checked by the copies."""
    own, spread, samples = fmean(counts), stdev(counts), stated.samples or 0
    if stated.expected is None or stated.spread is None or samples < 2:
        yield Claim(motif.id, "against", "not checked", note="the result has no samples")
        return
    # A pattern that no copy has may be a rare one: the error is at least that of one occurrence in one more copy.
    error = max(spread, stated.spread, 1 / math.sqrt(samples)) * math.sqrt(1 / len(counts) + 1 / samples)
    yield _claim(motif, "expected", abs(own - stated.expected) <= _SIGMAS * error, stated.expected, own)
    if stated.z is not None and spread > 0:
        yield _claim(motif, "spread", 1 / _SPREADS <= stated.spread / spread <= _SPREADS, stated.spread, spread)
    if stated.p is not None and found.kind == "exact":
        holds = tails_agree(stated.p, samples, found.value, counts)
        yield _claim(motif, "p", holds, stated.p, tail_p(found.value, counts))


def score_claim(motif: Motif, found: float, expected: float) -> Iterator[Claim]:
    """The surprise of a motif, from both counts."""
    if motif.score is not None and expected < 0:
        yield Claim(motif.id, "score", "fails", f"{motif.score:.4g}", "", "no count has a negative mean")
    elif motif.score is not None:
        wanted = surprise_of(found, expected)
        yield _claim(motif, "score", same(motif.score, wanted), motif.score, wanted)


def _claim(motif: Motif, name: str, holds: bool, stated: float | None, found: float | None) -> Claim:
    texts = ("nothing" if value is None else f"{value:.4g}" for value in (stated, found))
    return Claim(motif.id, f"against: {name}", verdict(holds), *texts)


def _unchecked(motifs: list[Motif], note: str) -> Iterator[Claim]:
    return (Claim(motif.id, "against", "not checked", note=note) for motif in motifs)
