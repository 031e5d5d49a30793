"""The method ``contrast``: patterns whose frequency differs most between the target and a reference.

The reference is a null model, another graph or another class of graphs (:mod:`spminer.significance.comparison`). Here
it is represented by a few pilot samples. What is rarer than expected is searched in a pilot sample and compared with
the target; this direction is called ``under``. The stages of :func:`search`:

1. Sizes that can be enumerated in all graphs that are compared, smallest first (:func:`whole_sizes`): all patterns are
   candidates. Only there can a p-value allow for the choice of motifs, since nothing was chosen beforehand.
2. Larger sizes are grown (:func:`grow_by_contrast`). The extensions of frequent patterns would fill one beam by
   frequency, so a beam is split by frequency until there are four, and each keeps the patterns that surprise most and
   some of the most frequent ones. Counts are at few anchors first (:mod:`spminer.methods.contrast_counts`).
3. Larger patterns are also suggested: by the most surprising patterns (:mod:`spminer.patterns.parts`), and by groups of
   nodes with more links than their degrees explain (:func:`dense_seeds`). The parts of a rare dense pattern are about
   as frequent as chance makes them, so that growth step by step would not find it.
4. The best candidates are counted at more anchors (:func:`refine`).
5. Where that is little work, all patterns that could still be among the best are grown (:func:`prove`). A count only
   falls along growth, so no extension is more surprising than the pattern would be with count 0 in the reference.

Invariants: the search only proposes. Reported figures come from fresh samples that the search has not seen. A bound in
``rest`` holds for every pattern that is not proposed, and is infinite where nothing is proven.

Time limit: each stage returns what it has; candidates so far are proposed and the result is incomplete. If even the
pilot samples are missing, there are no candidates.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer._util.checkpoint import States
from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE, enumeration_cost
from spminer.counting.enumeration import count_patterns
from spminer.counting.matching import MatchQuery
from spminer.methods.base import Candidate, Method, SearchResult, Task
from spminer.methods.contrast_counts import ContrastSettings, Rung, SuccessiveHalving, sides_of
from spminer.methods.growth import GrowSettings, Growth
from spminer.patterns.parts import seed_extensions
from spminer.results.frequency import Frequency
from spminer.significance.comparison import ClassComparison
from spminer.significance.statistics import surprise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.methods.contrast_counts import Side
    from spminer.methods.growth import Level
    from spminer.patterns import Pattern
    from spminer.results.request import Direction

__all__ = ["METHOD", "search"]


def search(task: Task, settings: ContrastSettings, monitor: Monitor) -> SearchResult:
    """Propose the most surprising patterns of each size, in the directions that are asked for.

    The comparison of the task is prepared. Without pilot samples, as after a stop, nothing is proposed.
    """
    request = task.request
    assert task.comparison is not None  # see Method.check
    started = time.perf_counter()
    if not task.comparison.pilot_samples:
        return SearchResult({}, complete=False)
    whole = whole_sizes(task, monitor, settings.memory_limit)
    left, wanted = (
        tuple(size for size in request.sizes if size not in whole),
        task.comparison.candidates_to_compare(request.top or 0),
    )
    found = {size: CandidatePool() for size in left}
    proven: list[int] = []
    if left:
        for side in sides_of(task, settings):
            halving = SuccessiveHalving(side)
            grow_by_contrast(halving, left, found, monitor)
            for pool in found.values():
                refine(halving, pool, wanted, monitor)
            proven += prove(side, left, found, monitor)
    proposed = {size: pool.proposals(request.direction, wanted) for size, pool in found.items()}
    return SearchResult(
        whole | {size: candidates for size, (candidates, _) in proposed.items()},
        complete=not monitor.stopped,
        whole_sizes=tuple(whole),
        rest={size: rest for size, (_, rest) in proposed.items()},
        timing_s={"search": time.perf_counter() - started},
        facts={"enumerated": tuple(whole), "proven": tuple(dict.fromkeys(proven))},
    )


_BUDGET_S = 20.0  # rough seconds of one thread for all sizes and all graphs that are compared
_PATTERN_S = 3e-5  # rough seconds for one pattern in one table, besides enumeration
_MATCHING_S = 5e-3  # the same to match it in the graphs of two classes
_ESTIMATE_S = 0.2  # for the estimate of one size


def whole_sizes(task: Task, monitor: Monitor, memory_limit: int | None = None) -> dict[int, tuple[Candidate, ...]]:
    """All patterns of the target by size, from the smallest size on, while all compared graphs can be enumerated.

    Enumeration finds induced patterns only, and does not count the graphs of a collection that contain a pattern.
    """
    request = task.request
    assert task.comparison is not None
    by_class = isinstance(task.comparison, ClassComparison)  # compared by graphs, whatever is counted
    if not request.induced or (request.frequency == "transactions" and not by_class):
        return {}
    frequency_name = "graph" if request.frequency == "transactions" else request.frequency
    tables = task.comparison.graphs_counted
    found: dict[int, tuple[Candidate, ...]] = {}
    left = _BUDGET_S
    for size in request.sizes:
        monitor.update(stage="enumerate", size=size)
        if monitor.stopped or size > MAX_ENUMERATION_SIZE:
            break
        costs = [
            enumeration_cost(
                graphs,
                size,
                estimate_s=_ESTIMATE_S,
                time_limit=monitor.remaining,
                memory_limit=memory_limit,
                threads=request.threads,
            )
            for graphs in (task.graphs, *task.comparison.pilot_samples[:1])
        ]
        left -= tables * max(work.seconds for work in costs)
        if left < 0:
            break
        table = count_patterns(task.graphs, size, costs[0].engine, frequency_name, monitor, threads=request.threads)
        left -= 0.0 if table is None else len(table) * (_MATCHING_S if by_class else tables * _PATTERN_S)
        if table is None or left < 0:
            break
        found[size] = tuple(
            Candidate(pattern, 0.0, {frequency_name: Frequency.exact(count)}) for pattern, count in table.items()
        )
    return found


_BEAMS = 4
_LEAST_TO_SPLIT = 6  # patterns
_FIRST = 60  # anchors of the first round
_CLOSER = 4  # times as many patterns as are wanted get more anchors
_SUGGESTING = 10  # patterns that suggest larger ones
_GROWING, _TAKEN = 3, 8  # patterns, and suggested ones, that are grown beside the beams
_FIRST_GATHERED = 3  # smallest size of dense seeds: every node has an edge
_GATHERED = 24  # dense seeds of a size


def grow_by_contrast(
    halving: SuccessiveHalving, sizes: tuple[int, ...], found: dict[int, CandidatePool], monitor: Monitor
) -> None:
    """Grow to the largest size, and add the patterns that are met to the pool of their size."""
    side = halving.side
    run = _ContrastGrowth(halving, _growth(side, sizes, monitor), found, monitor)
    seed_sizes = range(_FIRST_GATHERED, max(sizes) + 1)
    gathered = dense_seeds(side.target, side.references[0], seed_sizes, _GATHERED, side.task.request.seed, monitor)
    beams, best = [run.growth.start()], _Best.nothing()
    while beams and beams[0].size < max(sizes):
        run.growth.params.beam = max(side.settings.beam // len(beams), 1)
        grown = [run.level(beam) for beam in beams]
        suggested = run.suggested(beams[0].size + 1, best.patterns, gathered)
        # Suggested patterns are often rarer than those they are grown beside, so they need a wide beam.
        run.growth.params.beam = max(side.settings.beam // 2, 1)
        aside = [] if best.beam is None else [run.level(best.beam, suggested.best(_TAKEN))]
        if monitor.stopped:
            return
        beams = [part for one in grown for part in one.parts(side.settings, len(beams))]
        best = _Best.of([*grown, *aside], suggested)


def _growth(side: Side, sizes: tuple[int, ...], monitor: Monitor) -> Growth:
    """A growth that decides no pattern exactly: patterns are counted on both sides alike, and candidates once more."""
    request = replace(side.task.request, sizes=sizes, frequency=side.frequency_name, against=None)
    chosen = side.settings
    settings = GrowSettings(beam=chosen.beam, exact=0, steps=chosen.steps, effort=0, memory_limit=chosen.memory_limit)
    return Growth(Task(side.target, request, States()), settings, monitor)


@dataclass(frozen=True, slots=True)
class _ContrastGrowth:
    """A growth whose patterns are scored by their surprise."""

    halving: SuccessiveHalving
    growth: Growth
    found: dict[int, CandidatePool]
    monitor: Monitor

    @property
    def side(self) -> Side:
        return self.halving.side

    def level(self, beam: _core.GrowBeam, seeds: Sequence[Pattern] = ()) -> _Grown:
        """Grow a beam by a node and score its patterns; nothing if there was no time."""
        if self.monitor.stopped:
            return _Grown(beam, _Scored())
        beam = self.growth.level(beam, [MatchQuery.of(seed, self.side.target).native for seed in seeds])
        return _Grown(beam, self.scored(beam.size, self.growth.levels[beam.size].patterns))

    def suggested(self, size: int, smaller: Sequence[Pattern], gathered: Mapping[int, Sequence[Pattern]]) -> _Scored:
        """The dense seeds of a size, and the patterns that smaller ones suggest."""
        anchors = self.side.settings.anchors
        first: Sequence[Pattern] = gathered.get(size, ())
        if self.side.frequency_name == "transactions":  # grown without anchors
            first = list(dict.fromkeys(pattern.without_anchor().canonical() for pattern in first))
        more = [pattern for pattern in seed_extensions(smaller) if pattern not in first]
        # Dense seeds were met more often in the target, so they get more anchors at once.
        parts = self.scored(size, first, Rung(len(first), 2 * anchors)), self.scored(size, more)
        return _Scored(
            tuple(pattern for part in parts for pattern in part.patterns),
            np.concatenate([part.counts for part in parts]),
            np.concatenate([part.scores for part in parts]),
        )

    def scored(self, size: int, patterns: Sequence[Pattern], *rungs: Rung) -> _Scored:
        """Count patterns on both sides and add them to the pool; nothing if there was no time."""
        settings = self.side.settings
        usual = (Rung(len(patterns), _FIRST), Rung(max(settings.keep // _BEAMS, 1), settings.anchors))
        outcome = self.halving.run(patterns, rungs or usual, self.monitor)
        if outcome is None:
            return _Scored()
        if size in self.found:
            for pattern, score, asked in zip(patterns, outcome.scores.tolist(), outcome.asked.tolist(), strict=True):
                form = pattern if self.side.frequency_name == "anchored" else pattern.without_anchor()
                self.found[size].add(ScoredPattern(form, self.side.sign * score, asked=asked))
        return _Scored(tuple(patterns), outcome.counts, outcome.scores)


@dataclass(frozen=True, slots=True)
class _Grown:
    """A level of one beam, and how surprising its patterns are."""

    beam: _core.GrowBeam
    scored: _Scored

    def parts(self, settings: ContrastSettings, beams: int) -> list[_core.GrowBeam]:
        """The beams that go on: the most surprising and the most frequent patterns, split in two if beams are few."""
        first = np.arange(min(settings.frequent // beams, len(self.scored.patterns)))
        best = self.scored.order(max(settings.keep // beams, 1))
        kept = np.unique(np.concatenate([best, first])).astype(np.int64)
        if len(kept) == 0:
            return []
        if 2 * beams > _BEAMS or len(kept) < _LEAST_TO_SPLIT:
            return [_core.grow_select(self.beam, kept)]
        by_count = kept[np.argsort(-self.scored.counts[kept], kind="stable")]
        return [_core.grow_select(self.beam, np.sort(half)) for half in np.array_split(by_count, 2)]


@dataclass(frozen=True, slots=True)
class _Scored:
    """Patterns, and how surprising they are."""

    patterns: tuple[Pattern, ...] = ()
    counts: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    scores: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))

    def order(self, number: int) -> NDArray[np.int64]:
        """Indices of the most surprising."""
        return np.argsort(-self.scores, kind="stable")[:number].astype(np.int64)

    def best(self, number: int) -> list[Pattern]:
        """The most surprising patterns."""
        return [self.patterns[entry] for entry in self.order(number)]


@dataclass(frozen=True, slots=True)
class _Best:
    """The most surprising patterns of a size, and the best few of one beam."""

    patterns: list[Pattern]
    beam: _core.GrowBeam | None

    @classmethod
    def nothing(cls) -> _Best:
        return cls([], None)

    @classmethod
    def of(cls, grown: Sequence[_Grown], suggested: _Scored) -> _Best:
        scored = [
            (float(one.scores[entry]), one.patterns[entry])
            for one in (*(each.scored for each in grown), suggested)
            for entry in one.order(_SUGGESTING)
        ]
        scored.sort(key=lambda found: -found[0])
        patterns = list(dict.fromkeys(pattern for _, pattern in scored))[:_SUGGESTING]
        with_any = [one for one in grown if one.scored.patterns]
        if not with_any:
            return cls(patterns, None)
        leading = max(with_any, key=lambda one: float(one.scored.scores.max()))
        return cls(patterns, _core.grow_select(leading.beam, np.sort(leading.scored.order(_GROWING))))


_STARTS = 2000  # nodes that groups are grown from
_START_STREAM = 0x6A74  # of random numbers, so that no other part draws the same


def dense_seeds(
    target: GraphCollection, reference: GraphCollection, sizes: Sequence[int], number: int, seed: int, monitor: Monitor
) -> dict[int, list[Pattern]]:
    """Up to ``number`` anchored patterns of each size that dense groups of nodes form, the most surprising first.

    From each start node a walk adds the neighbor that has most links to the walk, and to other nodes joined to it,
    beyond those that its degree lets expect (``core/include/spminer/walk/dense_seeds.hh``). A pattern that many walks
    of the target form, and few of the reference, is worth counting.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> friends = example()
    >>> shuffled = spminer.randomize(friends)[0]
    >>> found = dense_seeds(friends, shuffled, [3], number=1, seed=0, monitor=spminer.Monitor())
    >>> [pattern.text for pattern in found[3]]
    ['0-1,0-2,1-2@0']
    """
    here, there = (_gathered(graphs, sizes, seed, monitor) for graphs in (target, reference))
    scale = min(_STARTS, target.num_nodes) / max(min(_STARTS, reference.num_nodes), 1)  # to equal numbers of walks
    found = {}
    for size in sizes:
        scores = {
            pattern: float(surprise(count, scale * there[size][pattern])) for pattern, count in here[size].items()
        }
        ranked = sorted(scores, key=lambda pattern: (-scores[pattern], pattern.text))
        found[size] = [pattern for pattern in ranked[:number] if scores[pattern] > 0]
    return found


def _gathered(
    graphs: GraphCollection, sizes: Sequence[int], seed: int, monitor: Monitor
) -> dict[int, Counter[Pattern]]:
    """How many walks from a sample of nodes form each pattern."""
    random = np.random.default_rng([seed, _START_STREAM])
    starts = random.choice(graphs.num_nodes, size=min(_STARTS, graphs.num_nodes), replace=False).astype(np.int32)
    target = graphs.target()
    nodes, rows, _ = _core.gather_walks(target, starts, max(sizes), monitor.control())
    found = {}
    for size in sizes:
        whole = nodes[:, size - 1] >= 0
        inside = np.uint64((1 << size) - 1)
        native = _core.walk_patterns(
            target, np.ascontiguousarray(nodes[whole, :size]), np.ascontiguousarray(rows[whole, :size] & inside)
        )
        found[size] = Counter(graphs.pattern(one).canonical() for one in native)
    return found


def refine(halving: SuccessiveHalving, pool: CandidatePool, wanted: int, monitor: Monitor) -> None:
    """Count the most surprising patterns of a side at more anchors."""
    side = halving.side
    if side.frequency_name != "anchored":
        return  # all was counted
    best = pool.best(side.sign, _CLOSER * wanted)
    anchors = side.settings.anchors
    rungs = (Rung(len(best), 2 * anchors), Rung(2 * wanted, 5 * anchors))
    outcome = halving.run(best, rungs, monitor)
    if outcome is not None:
        for pattern, score, asked in zip(best, outcome.scores.tolist(), outcome.asked.tolist(), strict=True):
            pool.add(ScoredPattern(pattern, side.sign * score, asked=asked))


_BEAM = 5000  # patterns of one size; of more, nothing is proven
_MEMORY = 2**28  # bytes for lists of embeddings; a proof that needs more is too much work
_EMBEDDINGS = 5000  # of a pattern at one anchor or in one graph; where there are more, growth says what it left out


def prove(side: Side, sizes: tuple[int, ...], found: dict[int, CandidatePool], monitor: Monitor) -> list[int]:
    """Add all patterns that could be among the most surprising of a side; returns the sizes that were completed.

    A first search has set the mark. Patterns whose bound
    (:func:`spminer.significance.statistics.surprise_bound`) lies below it are cut; all others are grown, without a
    beam that cuts more. This needs a frequency that only falls along growth, and a target that is given: nothing is
    certain about samples that are still to be drawn.
    """
    comparison = side.task.comparison
    assert comparison is not None
    if side.frequency_name not in ("anchored", "transactions") or (side.sign < 0 and comparison.sampled):
        return []
    growth = _proof_growth(side, sizes, monitor)
    if not growth.slots.all or len(growth.slots) > side.settings.proof:
        return []
    floors = _floors(side, sizes, found)
    scale = side.scale / len(growth.slots)  # from slots of this side to a graph as large as the task's
    beam, done = growth.start(), []
    while beam.size < max(sizes) and not monitor.stopped:
        beam = growth.level(beam)
        level = growth.levels[beam.size]
        floor = min(floors[size] for size in sizes if size >= beam.size)
        kept = np.flatnonzero(level.bound * scale >= floor)
        work = len(kept) * len(growth.slots)
        if level.outside * scale >= floor or work > side.settings.proof or monitor.stopped:
            break
        if beam.size in sizes:
            if not _add(side, level, kept, scale, found[beam.size], monitor):
                break
            done.append(beam.size)
        beam = _core.grow_select(beam, kept.astype(np.int64))
    return done


def _proof_growth(side: Side, sizes: tuple[int, ...], monitor: Monitor) -> Growth:
    request = replace(side.task.request, sizes=sizes, frequency=side.frequency_name, against=None)
    settings = GrowSettings(
        beam=_BEAM,
        embeddings=_EMBEDDINGS,
        anchors=0,
        pilots=0,
        exact=_BEAM,
        steps=side.settings.steps,
        effort=0,
        memory_limit=min(side.settings.memory_limit or _MEMORY, _MEMORY),
    )
    return Growth(Task(side.target, request, States()), settings, monitor)


def _floors(side: Side, sizes: tuple[int, ...], found: dict[int, CandidatePool]) -> dict[int, int]:
    """For each size, the least count (on the scale of the task's graphs) that may still be among the best."""
    counts, top = np.arange(1, round(side.scale) + 2), side.task.request.top or 0
    reach = side.most(counts)
    floors = {}
    for size in sizes:
        scores = np.sort([side.sign * one.score for one in found[size].met.values()])[::-1]
        mark = float(scores[top - 1]) if len(scores) >= top else 0.0
        floors[size] = int(counts[min(int(np.searchsorted(reach, mark)), len(counts) - 1)])
    return floors


def _add(side: Side, level: Level, kept: NDArray[np.intp], scale: float, pool: CandidatePool, monitor: Monitor) -> bool:
    """Count the patterns in the references and add them, with bounds; whether there was time."""
    comparison = side.task.comparison
    assert comparison is not None
    patterns = [level.patterns[entry] for entry in kept]
    counts = (level.bound[kept] * scale).astype(np.float64)  # from above: an undecided slot may show the pattern
    contrasted = side.surprises(counts, patterns, monitor)
    if contrasted is None:
        return False
    scores, exact = contrasted
    exact &= (level.count == level.bound)[kept]
    most = side.most(counts) if comparison.sampled else np.maximum(scores, 0.0)
    other_way = np.where(exact & (not comparison.sampled), np.maximum(-scores, 0.0), np.inf)
    for entry, pattern in enumerate(patterns):
        asked = pattern if side.frequency_name == "anchored" else pattern.without_anchor()
        bounds = {side.sign: float(most[entry]), -side.sign: float(other_way[entry])}
        pool.add(ScoredPattern(asked, side.sign * float(scores[entry]), bounds))
    below = np.delete(level.bound, kept).max(initial=level.outside) * scale
    pool.unseen[side.sign] = float(side.most(below)) if below else 0.0
    return True


@dataclass
class CandidatePool:
    """All patterns of one size that the search has met.

    Attributes
    ----------
    unseen
        For each sign, an upper bound of the surprise of a pattern that was not met; infinite unless a search was
        complete.
    """

    met: dict[Pattern, ScoredPattern] = field(default_factory=dict)
    unseen: dict[int, float] = field(default_factory=lambda: {1: math.inf, -1: math.inf})

    def add(self, scored: ScoredPattern) -> None:
        """Add a pattern, or keep its better estimate: one with bounds, of more anchors, or the larger one."""
        known = self.met.get(scored.pattern)
        if known is not None:
            best = max(scored, known, key=lambda one: (one.bounded, one.asked, abs(one.score)))
            most = {sign: min(known.most[sign], scored.most[sign]) for sign in (1, -1)}
            scored = replace(best, most=most)
        self.met[scored.pattern] = scored

    def best(self, sign: int, number: int) -> list[Pattern]:
        """The most surprising in a direction."""
        return [one.pattern for one in self._ranked(sign)[:number]]

    def proposals(self, direction: Direction, wanted: int) -> tuple[tuple[Candidate, ...], dict[int, float]]:
        """The most surprising in the directions asked for, and an upper bound of the surprise of any other.

        If both directions are asked for, each has half of the candidates and what the other leaves. A shuffled graph
        has countless patterns of its own, which would otherwise displace those of the target.
        """
        ranked = {sign: self._ranked(sign) for sign in (1, -1)}
        if len(self.met) <= wanted:  # the comparison tells the direction of each
            every = sorted(self.met.values(), key=lambda one: (-abs(one.score), one.pattern.text))
            return tuple(Candidate(one.pattern, one.score) for one in every), dict(self.unseen)
        number = _number_by_sign({sign: len(found) for sign, found in ranked.items()}, direction, wanted)
        proposed = [one for sign in (1, -1) for one in ranked[sign][: number[sign]]]
        proposed.sort(key=lambda one: -abs(one.score))
        equal = sorted((one for one in self.met.values() if one.score == 0), key=lambda one: one.pattern.text)
        proposed += equal[: wanted - len(proposed)]  # equally frequent, by the pilot samples
        chosen = {one.pattern for one in proposed}
        # The pilot samples may show the wrong direction, so bounds decide here, not scores. A pattern without a bound
        # of its own is bounded like those that were not met.
        others = [one.most for one in self.met.values() if one.pattern not in chosen]
        bounds = {sign: [most[sign] for most in others if most[sign] < math.inf] for sign in (1, -1)}
        rest = {sign: max([self.unseen[sign], *bounds[sign]]) for sign in (1, -1)}
        return tuple(Candidate(one.pattern, one.score) for one in proposed), rest

    def _ranked(self, sign: int) -> list[ScoredPattern]:
        """Patterns of one direction, the most surprising first."""
        return sorted(
            (one for one in self.met.values() if one.score * sign > 0),
            key=lambda one: (-abs(one.score), one.pattern.text),
        )


def _number_by_sign(found: dict[int, int], direction: Direction, wanted: int) -> dict[int, int]:
    if direction != "both":
        return {1: wanted if direction == "over" else 0, -1: wanted if direction == "under" else 0}
    under = min(found[-1], max(wanted // 2, wanted - found[1]))
    return {1: wanted - under, -1: under}


@dataclass(frozen=True, slots=True)
class ScoredPattern:
    """A pattern with its estimated surprise.

    Attributes
    ----------
    score
        The estimate; negative for what is rarer than on the other side.
    most
        For each sign, an upper bound of its surprise in that direction; infinite if nothing is known.
    asked
        Number of anchors that the estimate rests on.
    """

    pattern: Pattern
    score: float
    most: Mapping[int, float] = field(default_factory=lambda: {1: math.inf, -1: math.inf})
    asked: int = 0

    @property
    def bounded(self) -> bool:
        """Whether a bound is known, and not the estimate alone."""
        return min(self.most.values()) < math.inf


METHOD = Method(
    name="contrast",
    compares=True,
    summary="patterns that are more or less frequent than on another side (null model, graph, class)",
    settings=ContrastSettings,
    search=search,
    frequency_names=("anchored", "graph", "transactions", "images"),
    guarantee="proposals are compared on fresh samples; `proven` where no other pattern can be more surprising",
)
