"""Comparisons of motifs with another side, made anew: counts there, and the figures that follow from them.

The other side is given (another graph, another class), or it is a null model; then own shuffles, made by other means,
must agree with what a result says as far as both may be off by chance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from spminer.audit.claims import NO_TIME, Claim, verdict
from spminer.audit.counting import PlainCounter
from spminer.audit.figures import fisher, odds_ratio, same, tail_p, tails_agree
from spminer.audit.matching import OutOfTimeError
from spminer.audit.plain import Features, PlainGraph, edges_of
from spminer.audit.shuffling import SHUFFLED_MODELS, shuffled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer.audit.matching import Clock
    from spminer.frequencies import Frequency, Objective
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results import Motif
    from spminer.results.contrast import Contrast

__all__ = ["NullSide", "OtherSide"]

_COPIES, _LEAST_COPIES = 40, 8
_SIGMAS = 5.0  # one motif in millions is that far off by chance
_SPREADS = 3.0  # so many times larger or smaller is more than copies as few as these leave open
_LEFT_OPEN = "undecided"


@dataclass
class OtherSide:
    """Graphs that frequencies are compared with."""

    graphs: GraphCollection
    other: GraphCollection
    objective: Objective
    induced: bool
    clock: Clock

    def claims(self, motif: Motif, contrast: Contrast) -> Iterator[Claim]:
        """The figures of one motif, each from counts on both sides."""
        known = motif.frequency(self.objective)
        if known is not None and known.kind != "exact":
            yield Claim(motif.id, "against", "not checked", note="the frequency is no exact one")
            return
        sides = self.graphs, self.other
        own, there = (count(motif.pattern, side, self.objective, self.induced, self.clock) for side in sides)
        members, others = (_members(side, self.objective) for side in sides)
        wanted: dict[str, float | None] = {"expected": there * members / others}
        if self.objective == "graph":
            wanted["ratio"] = own * others / (there * members) if there else None
        else:
            wanted |= {
                "share": own / members,
                "other_share": there / others,
                "ratio": own / members / (there / others) if there else None,
                "odds_ratio": odds_ratio(own, members, there, others),
                "p": fisher(own, members, there, others),
            }
        for name, value in wanted.items():
            said = getattr(contrast, name)
            if name == "p" and value is None:
                yield Claim(motif.id, "against: p", "not checked", note="too many tables to weigh them all")
            elif said is not None or value is None:
                yield _claim(motif, name, same(said, value), said, value)


class NullSide:
    """Copies of the graphs, shuffled by other means than those of the run."""

    def __init__(
        self, graphs: GraphCollection, model: str, objective: Objective, induced: bool, clock: Clock, seed: int = 1
    ) -> None:
        self.graphs, self.model, self.objective, self.induced, self.clock = graphs, model, objective, induced, clock
        self._edges, self._random = edges_of(graphs), Random(seed)

    def counts(self, patterns: list[Pattern]) -> list[list[int]]:
        """Counts of patterns in copies, a row each; fewer copies than usual if the time is over."""
        rows: list[list[int]] = []
        try:
            while len(rows) < _COPIES:
                self.clock.look()
                edges = shuffled(self._edges, self.graphs, self.model, self._random, self.clock)
                rows.append(
                    [
                        count(pattern, self.graphs, self.objective, self.induced, self.clock, edges=edges)
                        for pattern in patterns
                    ]
                )
        except OutOfTimeError:
            pass
        return rows

    def claims(self, motifs: list[Motif]) -> Iterator[Claim]:
        """The figures of all motifs, by the same copies."""
        if self.model not in SHUFFLED_MODELS:
            yield from _unchecked(motifs, f"copies of the model {self.model} are not made here")
            return
        rows = self.counts([motif.pattern for motif in motifs])
        if len(rows) < _LEAST_COPIES:
            yield from _unchecked(motifs, NO_TIME)
            return
        for motif, column in zip(motifs, zip(*rows, strict=True), strict=True):
            assert motif.against is not None
            found = motif.frequency(self.objective)
            if found is None or _LEFT_OPEN in (motif.against.note or ""):
                yield Claim(motif.id, "against", "not checked", note="counts of the run are undecided in part")
            else:
                yield from _judged(motif, motif.against, found, column)


def _judged(motif: Motif, said: Contrast, found: Frequency, counts: tuple[int, ...]) -> Iterator[Claim]:
    """What copies say of one motif, beside what the result says of it."""
    own, spread, samples = fmean(counts), stdev(counts), said.samples or 0
    if said.expected is None or said.spread is None or samples < 2:
        yield Claim(motif.id, "against", "not checked", note="the result has no samples")
        return
    # A count that no copy shows may be that of a rare one: as if there were one more, with one occurrence.
    error = max(spread, said.spread, 1 / math.sqrt(samples)) * math.sqrt(1 / len(counts) + 1 / samples)
    yield _claim(motif, "expected", abs(own - said.expected) <= _SIGMAS * error, said.expected, own)
    if said.z is not None and spread > 0:
        yield _claim(motif, "spread", 1 / _SPREADS <= said.spread / spread <= _SPREADS, said.spread, spread)
        score = (found.value - said.expected) / said.spread if said.spread else None
        yield _claim(motif, "z", same(said.z, score), said.z, score)
    if said.ratio is not None:
        ratio = found.value / said.expected if said.expected else None
        yield _claim(motif, "ratio", same(said.ratio, ratio), said.ratio, ratio)
    if said.p is not None and found.kind == "exact":
        holds = tails_agree(said.p, samples, found.value, counts)
        yield _claim(motif, "p", holds, said.p, tail_p(found.value, counts))


def count(
    pattern: Pattern,
    graphs: GraphCollection,
    objective: Objective,
    induced: bool,
    clock: Clock,
    *,
    edges: list[tuple[int, int, str]] | None = None,
) -> int:
    """How frequent a pattern is in graphs, or with other edges between their nodes.

    >>> import spminer
    >>> from spminer.audit.matching import Clock
    >>> square = spminer.from_edges([(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> count(spminer.Pattern.parse("0-1,1-2@1"), square, "anchored", True, Clock())
    4
    """
    features = Features.common(pattern, graphs)
    graph = PlainGraph.of_edges(edges_of(graphs) if edges is None else edges, graphs, features)
    offsets = graphs.graph_offsets.tolist()
    graph_of = [index for index in range(len(offsets) - 1) for _ in range(offsets[index], offsets[index + 1])]
    counter = PlainCounter(graph, graph_of, induced=induced, clock=clock)
    return counter.frequency(PlainGraph.of_pattern(pattern, features), objective, pattern.anchor or 0)


def _members(graphs: GraphCollection, objective: Objective) -> int:
    return graphs.num_graphs if objective == "transactions" else graphs.num_nodes


def _claim(motif: Motif, name: str, holds: bool, said: float | None, found: float | None) -> Claim:
    texts = ("nothing" if value is None else f"{value:.4g}" for value in (said, found))
    return Claim(motif.id, f"against: {name}", verdict(holds), *texts)


def _unchecked(motifs: list[Motif], note: str) -> Iterator[Claim]:
    return (Claim(motif.id, "against", "not checked", note=note) for motif in motifs)
