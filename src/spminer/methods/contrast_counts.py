"""Counts of the method ``contrast``: many patterns, each in the target and in the references, by ever more anchors.

:class:`SuccessiveHalving` counts all patterns at a few anchors of both sides, and those that surprise most at ever
more. In each rung:

1. :meth:`AnchorEstimate.ask`: match at the next anchors, with few search steps at each. A reference is asked only about
   patterns that were met in the target. No more anchors are asked where a quarter of them stayed undecided.
2. :meth:`AnchorEstimate.settle`: spend more steps on undecided anchors, for patterns that could then lead.
3. Order by estimated surprise; the next rung takes fewer patterns.

In the end a pattern is ranked by the surprise that remains one standard error to the unfavorable side, so that of many
frequent patterns none leads by luck. Sampled anchors are drawn once per graph size and seed, so that all patterns are
asked at the same nodes, and copies of a graph at the same nodes as the graph.

Cost: patterns times anchors times ``steps`` search steps at most in a rung, and ``patience`` steps per anchor for what
is settled. Threads share the patterns; results do not depend on their number.

Time limit: a halving that is stopped returns ``None``, and what it counted is not used.

Reference: the scheme is successive halving (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed
Bandits", ICML 2013), with rungs of fixed sizes.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import numpy as np

from spminer._util.options import option
from spminer.counting.matching import MatchQuery, match_with_effort
from spminer.counting.support import count_frequency
from spminer.methods.base import Settings
from spminer.results.frequency import population
from spminer.significance.statistics import surprise, surprise_bound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.patterns import Pattern
    from spminer.results.frequency import FrequencyName

__all__ = ["Rung", "Side", "SuccessiveHalving", "sides_of"]


@dataclass(frozen=True, slots=True)
class ContrastSettings(Settings):
    """How surprising patterns are searched.

    >>> ContrastSettings(keep=0)
    Traceback (most recent call last):
    spminer.errors.UsageError: keep must be at least 1, not 0
    """

    beam: int = option(200, "Patterns of each size that are counted on both sides.", minimum=1)
    keep: int = option(40, "The most surprising of them that are grown further.", minimum=1)
    frequent: int = option(20, "The most frequent of them that are grown further too.", minimum=0)
    anchors: int = option(200, "Anchors of each graph of the other side that patterns are counted at.", minimum=1)
    steps: int = option(400, "Search steps per anchor to begin with.", minimum=1)
    patience: int = option(
        2000,
        "Search steps per anchor, on an average over all of them, for those that stay undecided, if that may "
        "be enough.",
        minimum=0,
    )
    proof: int = option(
        250_000,
        "Patterns times anchors (or graphs) of one size that a proof may take; 0 for no proof of larger sizes.",
        minimum=0,
    )
    memory_limit: int | None = option(None, "Bytes for lists of embeddings.", minimum=1)


def sides_of(task: Task, settings: ContrastSettings) -> Iterator[Side]:
    """The directions asked for: growth in the target for more, in the first pilot sample for less frequent patterns."""
    assert task.comparison is not None
    pilots = task.comparison.pilot_samples
    frequency_name = cast("FrequencyName", task.comparison.frequency)  # copies are not mined
    scale = float(population(task.graphs, frequency_name))
    if task.request.direction != "under":
        yield Side(task, settings, frequency_name, task.graphs, pilots, 1, scale)
    if task.request.direction != "over":
        yield Side(task, settings, frequency_name, pilots[0], (task.graphs,), -1, scale)


@dataclass(frozen=True, slots=True)
class Side:
    """One direction of the search: patterns that are more frequent in ``target`` than in the references.

    Attributes
    ----------
    target, references
        The graphs that patterns are grown in, and those that they are compared with.
    sign
        1 if ``target`` is the target of the task; -1 if it is a pilot sample of the reference, and the task's target
        is the reference here.
    scale
        Factor from shares to counts: those of a graph as large as the task's target.
    """

    task: Task
    settings: ContrastSettings
    frequency_name: FrequencyName
    target: GraphCollection
    references: tuple[GraphCollection, ...]
    sign: int
    scale: float

    @property
    def name(self) -> str:
        """The direction, as in a request."""
        return "over" if self.sign > 0 else "under"

    @property
    def options(self) -> MatchOptions:
        """How patterns are counted."""
        request = self.task.request
        return MatchOptions(self.frequency_name, self.settings, request.induced, request.seed, request.threads)

    def surprise(self, target: float, reference: float) -> float:
        """The surprise of two shares: positive where the target has more."""
        here, there = self.scale * target, self.scale * reference
        return float(surprise(here, there) if self.sign > 0 else -surprise(there, here))

    def surprises(
        self, counts: NDArray[np.float64], patterns: Sequence[Pattern], monitor: Monitor
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]] | None:
        """The surprise of scaled counts of the target, with all anchors of the references; and which are exact.

        ``None`` if there was no time.
        """
        scores, exact = np.zeros(len(patterns)), np.zeros(len(patterns), dtype=bool)
        for entry, pattern in enumerate(patterns):
            estimates = [AnchorEstimate(self.options, pattern, graphs) for graphs in self.references]
            for estimate in estimates:
                estimate.ask_all(monitor)
            if monitor.stopped:
                return None
            expected = float(np.mean([estimate.share.most for estimate in estimates]))
            scores[entry] = self.surprise(counts[entry] / self.scale, expected)
            exact[entry] = all(estimate.share.known for estimate in estimates)
        return scores, exact

    def most(self, counts: ArrayLike) -> NDArray[np.float64]:
        """The surprise of counts if the references had none: no extension of a pattern exceeds it."""
        return surprise_bound(counts) if self.sign > 0 else -surprise(0, counts)


_UNSURE = 1e-3  # highest score of a pattern whose surprise may be chance
_AT_ONCE = 8  # patterns that are settled before the next are chosen; independent of the number of threads
_SETTLED = 0.8  # share of the estimate that is sure: more anchors would hardly change the score


class SuccessiveHalving:
    """Counts patterns on both sides; a pattern that was counted before goes on from there."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self._options = replace(side.options, threads=1)  # threads share the patterns: few anchors are little work
        self._candidates: dict[Pattern, _Candidate] = {}

    def run(self, patterns: Sequence[Pattern], rungs: Sequence[Rung], monitor: Monitor) -> Scores | None:
        """The scores of the patterns after all rungs, positive where the target has more; ``None`` without time."""
        candidates = [self._candidate(pattern) for pattern in patterns]
        order = np.arange(len(candidates))
        with ThreadPoolExecutor(
            self.side.task.request.threads or os.cpu_count(), thread_name_prefix="spminer-contrast"
        ) as pool:
            for rung, following in zip(rungs, (*rungs[1:], rungs[-1]), strict=True):
                leading = list(dict.fromkeys(candidates[entry] for entry in order[: rung.patterns]))
                asked = [candidate for candidate in leading if not candidate.sure]
                for _ in pool.map(lambda candidate, rung=rung: candidate.ask(rung, monitor.part()), asked):
                    pass
                while not monitor.stopped and (chosen := _unsettled(leading, following.patterns)):
                    for _ in pool.map(lambda candidate: candidate.settle(monitor.part()), chosen):
                        pass
                if monitor.stopped:
                    return None
                order = np.argsort([-candidate.estimate for candidate in candidates], kind="stable")
        return Scores(
            counts=np.array([candidate.count for candidate in candidates], np.float64),
            scores=np.array([candidate.score for candidate in candidates], np.float64),
            asked=np.array([candidate.asked for candidate in candidates], np.int64),
        )

    def _candidate(self, pattern: Pattern) -> _Candidate:
        if pattern not in self._candidates:
            self._candidates[pattern] = _Candidate(self.side, self._options, pattern)
        return self._candidates[pattern]


@dataclass(frozen=True, slots=True)
class Rung:
    """The leading ``patterns`` are asked at ``anchors`` nodes of each graph.

    Both sides have the same number: copies that keep degrees have the same nodes, so that the choice of anchors has the
    same effect on both sides.
    """

    patterns: int
    anchors: int


@dataclass(frozen=True, slots=True)
class Scores:
    """Per pattern: its scaled count in the target, its score, and the number of anchors asked."""

    counts: NDArray[np.float64]
    scores: NDArray[np.float64]
    asked: NDArray[np.int64]


def _unsettled(candidates: Sequence[_Candidate], leading: int) -> list[_Candidate]:
    """The best patterns that have undecided anchors and could lead if none of these matched."""
    estimates = sorted((candidate.estimate for candidate in candidates), reverse=True)
    least = next(iter(estimates[leading - 1 : leading]), 0.0)
    open_ones = [candidate for candidate in candidates if not candidate.settled and candidate.highest > least]
    return sorted(open_ones, key=lambda candidate: -candidate.highest)[:_AT_ONCE]


class _Candidate:
    """One pattern on both sides: an estimate in the target and one in each reference."""

    def __init__(self, side: Side, options: MatchOptions, pattern: Pattern) -> None:
        self._side = side
        self._target = AnchorEstimate(options, pattern, side.target)
        self._references = [AnchorEstimate(options, pattern, graphs) for graphs in side.references]

    def ask(self, rung: Rung, monitor: Monitor) -> None:
        if monitor.stopped:
            return
        self.settle(monitor)
        self._target.ask(rung.anchors, monitor)
        self._ask_references(monitor)

    def settle(self, monitor: Monitor) -> None:
        """Spend more steps on undecided anchors."""
        self._target.settle(monitor)
        self._ask_references(monitor)
        for reference in self._references:
            if not monitor.stopped:
                reference.settle(monitor)

    def _ask_references(self, monitor: Monitor) -> None:
        for reference in self._references if self._target.share.least else ():  # else it does not lead
            reference.ask(self._target.tested, monitor)

    @property
    def estimate(self) -> float:
        return self._surprise(errors=0)

    @property
    def score(self) -> float:
        """The surprise less one standard error; if that is not positive, at most 0.001, less for larger errors."""
        sure = self._surprise(errors=1)
        return sure if sure > 0 else min(self.estimate, _UNSURE * math.exp(sure))

    @property
    def sure(self) -> bool:
        """Whether more anchors would hardly change its score."""
        return self._surprise(errors=1) > _SETTLED * self.estimate > 0

    @property
    def highest(self) -> float:
        """The surprise if no undecided anchor matched, which is likely: most matches take few steps."""
        expected = float(np.mean([reference.share.least for reference in self._references]))
        return self._side.surprise(self._target.share.least, expected)

    def _surprise(self, errors: int) -> float:
        """The surprise with ``errors`` standard errors less in the target and more in the references."""
        target, references = self._target.share, [reference.share for reference in self._references]
        if not target.least:
            return 0.0
        error = float(np.sqrt(np.sum([share.error**2 for share in references]))) / len(references)
        most = float(np.mean([share.most for share in references])) + errors * error
        return self._side.surprise(max(target.least - errors * target.error, 0.0), most)

    @property
    def asked(self) -> int:
        return self._target.tested

    @property
    def count(self) -> float:
        return self._side.scale * self._target.share.least

    @property
    def settled(self) -> bool:
        """Whether no anchor is left to spend more steps on."""
        return all(estimate.settled for estimate in (self._target, *self._references))


_MOST_ANCHORS = 4000
_NARROW_NODES = 10_000  # of graphs that are looked through for the dense part of a pattern
_FEW = 8  # first anchors, which show whether a pattern may not occur at all
_DENSE = 3  # neighbors within a dense part
_HARD = 0.25  # with this share of the anchors undecided, no more are tested
_NONE = np.empty(0, dtype=np.int32)
_ANCHOR_STREAM = 0xC047  # of random numbers, so that no other part draws the same


class AnchorEstimate:
    """The share of a graph's anchors that match a pattern, by ever more anchors.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> from spminer.methods.contrast_counts import ContrastSettings
    >>> options = MatchOptions("anchored", ContrastSettings(), induced=True, seed=0, threads=1)
    >>> estimate = AnchorEstimate(options, Pattern.parse("0-1,1-2,2-0@0"), example())
    >>> estimate.ask(17, Monitor())
    >>> estimate.share.known
    False
    >>> estimate.ask(34, Monitor())
    >>> round(34 * estimate.share.least), estimate.share.known
    (32, True)
    """

    def __init__(self, options: MatchOptions, pattern: Pattern, graphs: GraphCollection) -> None:
        self._options, self._pattern, self._graphs = options, pattern, graphs
        self._count = self._undecided = self._tested = 0
        self._open = _NONE  # anchors that few steps did not decide
        self._looked = False  # for the pattern in the whole graph, which is done once
        self._found: Share | None = None

    def ask(self, upto: int, monitor: Monitor) -> None:
        """Ask up to this many anchors in all, unless too many stayed undecided; other frequencies are counted whole."""
        if self._found is not None:
            return
        if self._options.frequency_name != "anchored":
            self._found = self._measured(monitor)
        elif self._undecided + len(self._open) <= _HARD * self._tested:
            anchors = self._options.anchors(self._graphs)[self._tested : upto]
            few = 0 if self._tested else _FEW
            self._ask(anchors[:few], monitor)
            if not self._nowhere(monitor):
                self._ask(anchors[few:], monitor)

    def ask_all(self, monitor: Monitor) -> None:
        """Ask all nodes, however many stay undecided."""
        if self._options.frequency_name != "anchored":
            self.ask(0, monitor)
            return
        self._count = self._undecided = self._tested = 0
        self._open = _NONE
        self._ask(None, monitor)
        self._nowhere(monitor)
        self.settle(monitor)

    def settle(self, monitor: Monitor) -> None:
        """Spend more steps on the undecided anchors."""
        if self.settled:
            return
        settings, query = self._options.settings, self._options.query(self._pattern, self._graphs)
        effort = settings.patience * self._tested
        found = match_with_effort(query, monitor, effort, steps=settings.steps, among=self._open, pilot=True)
        self._count += found.count
        self._undecided += found.undecided
        self._open = _NONE

    def _ask(self, anchors: NDArray[np.int32] | None, monitor: Monitor) -> None:
        if anchors is not None and len(anchors) == 0:
            return
        query = self._options.query(self._pattern, self._graphs)
        steps = self._options.settings.steps
        found = query.anchors(monitor.control(), among=anchors, steps=steps, listed=True)
        self._count += found.count
        self._tested += found.tested
        self._open = np.concatenate([self._open, found.open_anchors])

    def _nowhere(self, monitor: Monitor) -> bool:
        """Whether the pattern is nowhere in the graph: one search may be faster than one for each anchor."""
        doubtful = len(self._open) > 0 and not self._count and self._graphs.num_nodes <= _NARROW_NODES
        if self._looked or not doubtful or not has_dense_part(self._pattern):
            return False
        self._looked = True
        query, steps = self._options.query(self._pattern, self._graphs), self._options.settings.steps
        if replace(query, prefilter=True).occurs(monitor.control(), steps=steps) is False:
            self._found = Share(0.0, 0.0, 0.0, True)
        return self._found is not None

    def _measured(self, monitor: Monitor) -> Share:
        frequency_name = self._options.frequency_name
        query = self._options.query(self._pattern, self._graphs)
        found = count_frequency(query, frequency_name, monitor, steps=self._options.settings.steps)
        whole, most = (
            max(population(self._graphs, frequency_name), 1),
            found.count if found.most is None else found.most,
        )
        return Share(found.count / whole, most / whole, 0.0, found.complete)

    @property
    def settled(self) -> bool:
        """Whether no anchor is left to spend more steps on."""
        return self._found is not None or len(self._open) == 0

    @property
    def tested(self) -> int:
        """Number of anchors that were asked; all nodes where another frequency is counted."""
        return self._graphs.num_nodes if self._found is not None else self._tested

    @property
    def share(self) -> Share:
        """The share by the anchors asked so far."""
        if self._found is not None:
            return self._found
        nodes, tested = self._graphs.num_nodes, self._tested
        undecided = self._undecided + len(self._open)
        least, most = (found / max(tested, 1) for found in (self._count, self._count + undecided))
        likely = (self._count + 0.5) / (tested + 1)
        error = np.sqrt(likely * (1 - likely) / max(tested, 1) * (1 - tested / max(nodes, 1)))
        return Share(least, most, float(error), tested == nodes and not undecided)


@dataclass(frozen=True, slots=True)
class Share:
    """How frequent a pattern is in a graph, as a share of what could be counted there.

    Attributes
    ----------
    least, most
        Bounds: undecided anchors do not match, or do.
    error
        The standard error of both, if they come from a sample.
    known
        Whether the share is exact.
    """

    least: float
    most: float
    error: float
    known: bool


def has_dense_part(pattern: Pattern) -> bool:
    """Whether a pattern has a part whose nodes all have three neighbors in it, which may be missing from a graph.

    >>> from spminer import Pattern
    >>> has_dense_part(Pattern.parse("0-1,0-2,0-3,1-2,1-3,2-3,3-4@4")), has_dense_part(Pattern.parse("0-1,1-2,2-0"))
    (True, False)
    """
    edges, left = pattern.edges, -1
    while len(edges) != left:
        left = len(edges)
        degrees = Counter(end for edge in edges for end in edge)
        edges = tuple(edge for edge in edges if min(degrees[end] for end in edge) >= _DENSE)
    return left > 0


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """How patterns are counted, the same for all patterns of a search."""

    frequency_name: FrequencyName
    settings: ContrastSettings
    induced: bool
    seed: int
    threads: int

    def anchors(self, graphs: GraphCollection) -> NDArray[np.int32]:
        """Sampled anchors, in the order in which they are asked."""
        return _drawn(graphs.num_nodes, self.seed)

    def query(self, pattern: Pattern, graphs: GraphCollection) -> MatchQuery:
        """The pattern as a question to the matcher."""
        return MatchQuery.of(pattern, graphs, induced=self.induced, threads=self.threads)


@lru_cache(maxsize=8)  # every pattern is asked at the same nodes of a graph
def _drawn(nodes: int, seed: int) -> NDArray[np.int32]:
    random = np.random.default_rng([seed, _ANCHOR_STREAM])
    drawn = random.choice(nodes, size=min(_MOST_ANCHORS, nodes), replace=False).astype(np.int32)
    drawn.flags.writeable = False
    return drawn
