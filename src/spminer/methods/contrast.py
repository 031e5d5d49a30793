"""Whole sizes: those whose every pattern can be counted in every graph that is compared.

Only there a p-value can hold for the choice of motifs too. A search looks for what is extreme in this graph, and finds
something extreme in a graph that chance made as well; fresh samples do not undo that. Where all patterns are judged,
nothing is chosen beforehand.

Proof by bounds: all patterns that could be among the most surprising, grown without a beam that cuts.

Along growth a count only falls, so that no extension of a pattern is more surprising than the pattern would be if the
other side had none (:func:`spminer.significance.statistics.surprise_bound`). What a first search has found sets the
mark; patterns whose bound is below it are cut with certainty. If the others are few at every size, that is all.

Gatherings: groups of nodes with more links among them than their degrees explain, and the patterns that they form.

Growth goes from pattern to pattern, and each step must pay off. In a dense graph the parts of a rare dense pattern are
about as frequent as chance makes them, so that no step tells where it is. Its occurrences do: from a node, the neighbor
that has most links to what is gathered so far, and to others around it, beyond those that its degree lets expect, leads
into a dense group if there is one. What many nodes gather here and few gather on the other side is worth counting.

Growth that is steered by contrast, in several beams.

One beam by frequency would be full of the extensions of what is frequent; what is surprising is often much rarer. So a
beam is split by frequency, until there are a few, and each goes on with the best of its own. Beside them, the most
surprising patterns suggest larger ones (:mod:`spminer.patterns.parts`), and so do the groups that nodes gather
(:mod:`spminer.methods.contrast`).

The search by contrast: of small sizes all patterns, larger ones grown by how surprising they are.

Patterns are grown like frequent ones, but what goes on is chosen by the contrast with the comparison's scouts: of a
wide beam by frequency, each pattern is counted at sampled anchors of the scouts, and the most surprising are grown
further, with some of the most frequent, whose extensions may surprise. What is rarer than expected is grown on the
other side, and contrasted with the target. Where that is little work, all patterns that could still be among the most
surprising are grown then (:mod:`spminer.methods.contrast`).

Only proposals come from here. Their figures come from fresh graphs (:mod:`spminer.significance.comparison`).
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
from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE, enumeration_work
from spminer.counting.enumeration import count_patterns
from spminer.counting.matching import Query
from spminer.methods.base import Candidate, Method, SearchResult, Task
from spminer.methods.contrast_counts import ContrastSettings, Lap, SuccessiveHalving, sides_of
from spminer.methods.growth import GrowSettings, Growth
from spminer.patterns.parts import seeds_of
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


_BUDGET_S = 20.0  # rough seconds of one thread for all sizes and all graphs that are compared
_PATTERN_S = 3e-5  # rough seconds for one pattern in one table, beside finding its subgraphs
_MATCHING_S = 5e-3  # the same to find the graphs of two classes that contain it
_PATIENCE_S = 0.2  # for the estimate of one size


def whole_sizes(task: Task, monitor: Monitor, memory_limit: int | None = None) -> dict[int, tuple[Candidate, ...]]:
    """All patterns of the target by size, from the smallest size on, while all graphs can be enumerated.

    Enumeration finds induced patterns, and does not tell in which graphs of a collection.
    """
    assert task.comparison is not None
    by_class = isinstance(task.comparison, ClassComparison)  # told by graphs, whatever is counted
    if not task.induced or (task.objective == "transactions" and not by_class):
        return {}
    objective = "graph" if task.objective == "transactions" else task.objective
    tables = task.comparison.tables
    found: dict[int, tuple[Candidate, ...]] = {}
    left = _BUDGET_S
    for size in task.sizes:
        monitor.update(stage="enumerate", size=size)
        if monitor.stopped or size > MAX_ENUMERATION_SIZE:
            break
        works = [
            enumeration_work(
                graphs, size, patience=_PATIENCE_S, time_limit=monitor.remaining, memory_limit=memory_limit
            )
            for graphs in (task.graphs, *task.comparison.scouts[:1])
        ]
        left -= tables * max(work.seconds for work in works)
        if left < 0:
            break
        table = count_patterns(task.graphs, size, works[0].engine, objective, monitor, threads=task.threads)
        left -= 0.0 if table is None else len(table) * (_MATCHING_S if by_class else tables * _PATTERN_S)
        if table is None or left < 0:
            break
        found[size] = tuple(
            Candidate(pattern, 0.0, {objective: Frequency.exact(count)}) for pattern, count in table.items()
        )
    return found


@dataclass(frozen=True, slots=True)
class Sighting:
    """A pattern with its estimated surprise.

    Attributes
    ----------
    score
        The estimate; negative for what is rarer than on the other side.
    most
        For each sign, what its surprise in that direction cannot exceed; infinite if nothing is known.
    asked
        How many anchors the estimate is of.
    """

    pattern: Pattern
    score: float
    most: Mapping[int, float] = field(default_factory=lambda: {1: math.inf, -1: math.inf})
    asked: int = 0

    @property
    def bounded(self) -> bool:
        """Whether anything is known but the estimate."""
        return min(self.most.values()) < math.inf


@dataclass
class CandidatePool:
    """All patterns of one size.

    Attributes
    ----------
    unseen
        For each sign, what the surprise of a pattern that was not met cannot exceed; infinite unless a search was
        complete.
    """

    met: dict[Pattern, Sighting] = field(default_factory=dict)
    unseen: dict[int, float] = field(default_factory=lambda: {1: math.inf, -1: math.inf})

    def add(self, sighting: Sighting) -> None:
        """Keep what is known best of a pattern: a score with bounds, or of more anchors, else the larger one."""
        known = self.met.get(sighting.pattern)
        if known is not None:
            best = max(sighting, known, key=lambda one: (one.bounded, one.asked, abs(one.score)))
            most = {sign: min(known.most[sign], sighting.most[sign]) for sign in (1, -1)}
            sighting = replace(best, most=most)
        self.met[sighting.pattern] = sighting

    def best(self, sign: int, number: int) -> list[Pattern]:
        """The most surprising in a direction."""
        return [one.pattern for one in self._ranked(sign)[:number]]

    def proposals(self, direction: Direction, wanted: int) -> tuple[tuple[Candidate, ...], dict[int, float]]:
        """The most surprising in the directions asked for, and what the surprise of any other cannot exceed.

        If both directions are asked for, each has half the room, and what the other leaves: a shuffled graph has
        countless patterns of its own, which would leave no room for those of the target.
        """
        ranked = {sign: self._ranked(sign) for sign in (1, -1)}
        if len(self.met) <= wanted:  # judgment tells which way each goes
            every = sorted(self.met.values(), key=lambda one: (-abs(one.score), one.pattern.text))
            return tuple(Candidate(one.pattern, one.score) for one in every), dict(self.unseen)
        room = _room({sign: len(found) for sign, found in ranked.items()}, direction, wanted)
        proposed = [one for sign in (1, -1) for one in ranked[sign][: room[sign]]]
        proposed.sort(key=lambda one: -abs(one.score))
        equal = sorted((one for one in self.met.values() if one.score == 0), key=lambda one: one.pattern.text)
        proposed += equal[: wanted - len(proposed)]  # as frequent here as there, as far as the scouts tell
        chosen = {one.pattern for one in proposed}
        # A pattern that seems to go one way by the scouts may go the other way after all: bounds tell, not scores. One
        # without a bound of its own is bounded like those that were not met.
        others = [one.most for one in self.met.values() if one.pattern not in chosen]
        bounds = {sign: [most[sign] for most in others if most[sign] < math.inf] for sign in (1, -1)}
        rest = {sign: max([self.unseen[sign], *bounds[sign]]) for sign in (1, -1)}
        return tuple(Candidate(one.pattern, one.score) for one in proposed), rest

    def _ranked(self, sign: int) -> list[Sighting]:
        """Those of a direction, the most surprising first."""
        return sorted(
            (one for one in self.met.values() if one.score * sign > 0),
            key=lambda one: (-abs(one.score), one.pattern.text),
        )


def _room(found: dict[int, int], direction: Direction, wanted: int) -> dict[int, int]:
    if direction != "both":
        return {1: wanted if direction == "over" else 0, -1: wanted if direction == "under" else 0}
    under = min(found[-1], max(wanted // 2, wanted - found[1]))
    return {1: wanted - under, -1: under}


_BEAM = 5000  # patterns of one size; of more, nothing is proven
_MEMORY = 2**28  # bytes for lists of embeddings: what needs more is no little work
_EMBEDDINGS = 5000  # of a pattern at one anchor or in one graph; where there are more, growth says what it left out


def prove(side: Side, sizes: tuple[int, ...], found: dict[int, CandidatePool], monitor: Monitor) -> list[int]:
    """Add all patterns that could be among the most surprising of a side; the sizes that this was done for.

    It works for frequencies that only fall along growth, on the side that is given: nothing is certain about samples
    that are still to be drawn.
    """
    comparison = side.task.comparison
    assert comparison is not None
    if side.objective not in ("anchored", "transactions") or (side.sign < 0 and comparison.sampled):
        return []
    growth = _proof_growth(side, sizes, monitor)
    if not growth.slots.all or len(growth.slots) > side.settings.proof:
        return []
    floors = _floors(side, sizes, found)
    scale = side.scale / len(growth.slots)  # from slots at home to a graph as large as the target
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
    request = replace(side.task.request, sizes=sizes, frequency=side.objective, against=None)
    settings = GrowSettings(
        beam=_BEAM,
        embeddings=_EMBEDDINGS,
        anchors=0,
        scouts=0,
        exact=_BEAM,
        steps=side.settings.steps,
        effort=0,
        memory_limit=min(side.settings.memory_limit or _MEMORY, _MEMORY),
    )
    return Growth(Task(side.home, request, States()), settings, monitor)


def _floors(side: Side, sizes: tuple[int, ...], found: dict[int, CandidatePool]) -> dict[int, int]:
    """For each size, the least count (on the scale of the target) that may still be among the best there."""
    counts = np.arange(1, round(side.scale) + 2)
    reach = side.most(counts)
    floors = {}
    for size in sizes:
        scores = np.sort([side.sign * one.score for one in found[size].met.values()])[::-1]
        mark = float(scores[side.task.top - 1]) if len(scores) >= side.task.top else 0.0
        floors[size] = int(counts[min(int(np.searchsorted(reach, mark)), len(counts) - 1)])
    return floors


def _add(
    side: Side, level: Level, kept: NDArray[np.intp], scale: float, sightings: CandidatePool, monitor: Monitor
) -> bool:
    """Count the patterns away and add them, with bounds; whether there was time."""
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
        asked = pattern if side.objective == "anchored" else pattern.without_anchor()
        bounds = {side.sign: float(most[entry]), -side.sign: float(other_way[entry])}
        sightings.add(Sighting(asked, side.sign * float(scores[entry]), bounds))
    below = np.delete(level.bound, kept).max(initial=level.outside) * scale
    sightings.unseen[side.sign] = float(side.most(below)) if below else 0.0
    return True


_STARTS = 2000  # nodes to gather from
_START_STREAM = 0x6A74  # of random numbers, so that no other part draws the same


def dense_seeds(
    home: GraphCollection, away: GraphCollection, sizes: Sequence[int], number: int, seed: int, monitor: Monitor
) -> dict[int, list[Pattern]]:
    """Up to so many anchored patterns of each size that are gathered more often at home, the most surprising first.

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
    here, there = (_gathered(graphs, sizes, seed, monitor) for graphs in (home, away))
    scale = min(_STARTS, home.num_nodes) / max(min(_STARTS, away.num_nodes), 1)  # as if as many had gathered away
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
    """How often each pattern is gathered, from a sample of nodes."""
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


_BEAMS = 4
_LEAST_TO_SPLIT = 6  # patterns
_FIRST = 60  # anchors that tell what does not surprise
_CLOSER = 4  # times as many patterns as are wanted
_SUGGESTING = 10  # patterns that suggest larger ones
_GROWING, _TAKEN = 3, 8  # patterns, and suggested ones, that are grown beside the beams
_FIRST_GATHERED = 3  # the smallest size: an edge is gathered everywhere
_GATHERED = 24  # patterns of a size that nodes gather more often than away


def grow_by_contrast(
    race: SuccessiveHalving, sizes: tuple[int, ...], found: dict[int, CandidatePool], monitor: Monitor
) -> None:
    """Grow to the largest size, and add what is met to the sightings of its size."""
    side = race.side
    run = _Steered(race, _growth(side, sizes, monitor), found, monitor)
    to_gather = range(_FIRST_GATHERED, max(sizes) + 1)
    gathered = dense_seeds(side.home, side.away[0], to_gather, _GATHERED, side.task.seed, monitor)
    beams, best = [run.growth.start()], _Best.nothing()
    while beams and beams[0].size < max(sizes):
        run.growth.params.beam = max(side.settings.beam // len(beams), 1)
        grown = [run.level(beam) for beam in beams]
        suggested = run.suggested(beams[0].size + 1, best.patterns, gathered)
        # What is suggested is often rarer than what it is grown beside, so that it needs room.
        run.growth.params.beam = max(side.settings.beam // 2, 1)
        aside = [] if best.beam is None else [run.level(best.beam, suggested.best(_TAKEN))]
        if monitor.stopped:
            return
        beams = [part for one in grown for part in one.parts(side.settings, len(beams))]
        best = _Best.of([*grown, *aside], suggested)


def _growth(side: Side, sizes: tuple[int, ...], monitor: Monitor) -> Growth:
    """Nothing is decided: patterns are counted on both sides alike, and what is proposed is counted again."""
    request = replace(side.task.request, sizes=sizes, frequency=side.objective, against=None)
    chosen = side.settings
    settings = GrowSettings(beam=chosen.beam, exact=0, steps=chosen.steps, effort=0, memory_limit=chosen.memory_limit)
    return Growth(Task(side.home, request, States()), settings, monitor)


@dataclass(frozen=True, slots=True)
class _Scored:
    """Patterns, and how surprising they are."""

    patterns: tuple[Pattern, ...] = ()
    counts: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    scores: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))

    def order(self, number: int) -> NDArray[np.int64]:
        """Where the most surprising are."""
        return np.argsort(-self.scores, kind="stable")[:number].astype(np.int64)

    def best(self, number: int) -> list[Pattern]:
        """The most surprising."""
        return [self.patterns[entry] for entry in self.order(number)]


@dataclass(frozen=True, slots=True)
class _Grown:
    """The patterns of one beam."""

    beam: _core.GrowBeam
    scored: _Scored

    def parts(self, settings: ContrastSettings, beams: int) -> list[_core.GrowBeam]:
        """What goes on: the most surprising and the most frequent, which come first; as two beams if there are few."""
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
class _Best:
    """The most surprising patterns of a size, and a beam of a few of them, as far as they are in one."""

    patterns: list[Pattern]
    beam: _core.GrowBeam | None

    @classmethod
    def nothing(cls) -> _Best:
        return cls([], None)

    @classmethod
    def of(cls, grown: Sequence[_Grown], suggested: _Scored) -> _Best:
        everyone = [
            (float(one.scores[entry]), one.patterns[entry])
            for one in (*(each.scored for each in grown), suggested)
            for entry in one.order(_SUGGESTING)
        ]
        everyone.sort(key=lambda found: -found[0])
        patterns = list(dict.fromkeys(pattern for _, pattern in everyone))[:_SUGGESTING]
        with_any = [one for one in grown if one.scored.patterns]
        if not with_any:
            return cls(patterns, None)
        leading = max(with_any, key=lambda one: float(one.scored.scores.max()))
        return cls(patterns, _core.grow_select(leading.beam, np.sort(leading.scored.order(_GROWING))))


@dataclass(frozen=True, slots=True)
class _Steered:
    race: SuccessiveHalving
    growth: Growth
    found: dict[int, CandidatePool]
    monitor: Monitor

    @property
    def side(self) -> Side:
        return self.race.side

    def level(self, beam: _core.GrowBeam, seeds: Sequence[Pattern] = ()) -> _Grown:
        """Grow a beam by a node and contrast its patterns; nothing if there was no time."""
        if self.monitor.stopped:
            return _Grown(beam, _Scored())
        beam = self.growth.level(beam, [Query.make(seed, self.side.home).native for seed in seeds])
        return _Grown(beam, self.scored(beam.size, self.growth.levels[beam.size].patterns))

    def suggested(self, size: int, smaller: Sequence[Pattern], gathered: Mapping[int, Sequence[Pattern]]) -> _Scored:
        """What nodes gather, and what smaller patterns suggest."""
        anchors = self.side.settings.anchors
        first: Sequence[Pattern] = gathered.get(size, ())
        if self.side.objective == "transactions":  # grown without anchors
            first = list(dict.fromkeys(pattern.without_anchor().canonical() for pattern in first))
        more = [pattern for pattern in seeds_of(smaller) if pattern not in first]
        # What is gathered was met more often at home, so that it gets more anchors at once.
        parts = self.scored(size, first, Lap(len(first), 2 * anchors)), self.scored(size, more)
        return _Scored(
            tuple(pattern for part in parts for pattern in part.patterns),
            np.concatenate([part.counts for part in parts]),
            np.concatenate([part.scores for part in parts]),
        )

    def scored(self, size: int, patterns: Sequence[Pattern], *laps: Lap) -> _Scored:
        """Contrast patterns; nothing if there was no time."""
        settings = self.side.settings
        usual = (Lap(len(patterns), _FIRST), Lap(max(settings.keep // _BEAMS, 1), settings.anchors))
        standing = self.race.run(patterns, laps or usual, self.monitor)
        if standing is None:
            return _Scored()
        if size in self.found:
            for pattern, score, asked in zip(patterns, standing.scores.tolist(), standing.asked.tolist(), strict=True):
                form = pattern if self.side.objective == "anchored" else pattern.without_anchor()
                self.found[size].add(Sighting(form, self.side.sign * score, asked=asked))
        return _Scored(tuple(patterns), standing.counts, standing.scores)


def refine(race: SuccessiveHalving, sightings: CandidatePool, wanted: int, monitor: Monitor) -> None:
    """Count the most surprising of a side at more anchors, since the order of the others does not matter."""
    side = race.side
    if side.objective != "anchored":
        return  # all was counted
    best = sightings.best(side.sign, _CLOSER * wanted)
    anchors = side.settings.anchors
    laps = (Lap(len(best), 2 * anchors), Lap(2 * wanted, 5 * anchors))
    standing = race.run(best, laps, monitor)
    if standing is not None:
        for pattern, score, asked in zip(best, standing.scores.tolist(), standing.asked.tolist(), strict=True):
            sightings.add(Sighting(pattern, side.sign * score, asked=asked))


def search(task: Task, settings: ContrastSettings, monitor: Monitor) -> SearchResult:
    """Propose the most surprising patterns of each size, in the directions that are asked for."""
    assert task.comparison is not None  # as the method's check made sure
    started = time.perf_counter()
    task.comparison.prepare(monitor)
    if not task.comparison.scouts:
        return SearchResult({}, complete=False)
    whole = whole_sizes(task, monitor, settings.memory_limit)
    left = tuple(size for size in task.sizes if size not in whole)
    found = {size: CandidatePool() for size in left}
    proven: list[int] = []
    if left:
        for side in sides_of(task, settings):
            race = SuccessiveHalving(side)
            grow_by_contrast(race, left, found, monitor)
            for sightings in found.values():
                refine(race, sightings, task.comparison.judged(task.top), monitor)
            proven += prove(side, left, found, monitor)
    wanted = task.comparison.judged(task.top)
    proposed = {size: sightings.proposals(task.request.direction, wanted) for size, sightings in found.items()}
    return SearchResult(
        whole | {size: candidates for size, (candidates, _) in proposed.items()},
        complete=not monitor.stopped,
        whole_sizes=tuple(whole),
        rest={size: rest for size, (_, rest) in proposed.items()},
        timing_s={"search": time.perf_counter() - started},
        facts={"enumerated": tuple(whole), "proven": tuple(dict.fromkeys(proven))},
    )


METHOD = Method(
    name="contrast",
    compares=True,
    summary="patterns that are more or less frequent than on another side (null model, graph, class)",
    settings=ContrastSettings,
    search=search,
    objectives=("anchored", "graph", "transactions", "images"),
    guarantee="proposals are judged on fresh graphs; `proven` where no other pattern can be more surprising",
)
