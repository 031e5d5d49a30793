"""The method ``grow``: frequent patterns grown level by level from lists of their real occurrences.

A slot is where a pattern is asked for: a node as the anchor, or a whole graph if transactions are counted. A level has
the best patterns of one size, with the slots that show each for certain and those that still may. One level:

1. The neighbors of all kept embeddings give patterns with one node more; isomorphic ones are merged.
2. The slots that show a candidate, and a search at some of those that do not, estimate its frequency.
3. Embedding lists are rebuilt for the best candidates. The slots of a pattern are among those of each of its parts.
4. For the ``exact`` best, the matcher decides every slot that no list has answered.

The native core does these steps (``core/include/spminer/grow/grow.hh``). Patterns of equal frequency, the rule in dense
graphs, are ranked by the estimated number of node sets, then by density.

Invariants: counts that are called known are true, and estimates come with bounds. A size is proven only if all slots
were asked and the bounds of all other patterns lie below (:meth:`Level.proven`). Results do not depend on the number of
threads, and a resumed growth ends with the same levels.

Cost: a level depends on its patterns (embeddings, hard anchors) more than on the graph. :func:`forecast` therefore runs
the same growth with half of the patterns and an eighth of the anchors, through all sizes. It measures processor time,
so that a busy machine does not change the plan.

Time limit: each level gets a share of the time that is left (:class:`LevelBudget`). A level that
would take longer starts from fewer patterns. Such sizes are in ``narrowed``, the result has a warning and the stop
reason ``"time limit"``, and they and larger sizes are not proven.

Reference: ``docs/decisions/0005-growth.md`` has the reasons and measurements.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.checkpoint import Codec, States, pack, unpack
from spminer._util.monitor import Monitor
from spminer._util.options import option
from spminer._util.text import format_sizes
from spminer.counting.intervals import anchored_frequency
from spminer.counting.matching import affords_all_nodes
from spminer.methods.base import Candidate, Method, SearchResult, Settings
from spminer.patterns.pattern import pack_patterns, unpack_patterns
from spminer.results.frequency import Frequency
from spminer.results.request import Forecast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.patterns import Pattern
    from spminer.results.frequency import FrequencyName

__all__ = ["GrowSettings", "Growth", "Level"]


@dataclass(frozen=True, slots=True)
class GrowSettings(Settings):
    """How patterns are grown.

    Settings that are ``None`` depend on whether the graphs are dense: more than 8 neighbors per node, or hubs, so that
    a neighbor has more than 64. Dense graphs show frequent patterns often, and each embedding and search costs more.

    Examples
    --------
    >>> GrowSettings(beam=200).chosen(dense=True).embeddings
    4
    >>> GrowSettings(beam=0)
    Traceback (most recent call last):
    spminer.errors.UsageError: beam must be at least 1, not 0
    """

    beam: int | None = option(
        None,
        "Patterns of each size that are grown further; ``None`` for 64, in dense graphs 32, and at least twice "
        "the motifs asked for.",
        minimum=1,
    )
    embeddings: int | None = option(
        None,
        "Embeddings kept per pattern and anchor: more find rarer continuations. ``None`` for 6, in dense graphs 4.",
        minimum=1,
    )
    anchors: int | None = option(
        None,
        "Nodes asked about; 0 for all. ``None`` takes up to 30,000 of sparse graphs, else 10,000, of dense 2000.",
        minimum=0,
    )
    pilots: int | None = option(
        None,
        "Anchors whose embeddings are searched for new patterns; 0 for all. ``None`` for 2048, in dense graphs 1000.",
        minimum=0,
    )
    exact: int | None = option(
        None,
        "Patterns of each size that are decided for every anchor; the others get estimates and bounds. "
        "``None`` for 32, and at least twice the motifs asked for.",
        minimum=0,
    )
    frontier: int = option(
        96,
        "Neighbors looked at per embedding, in equal shares for its nodes; longer rows of the graph are sampled.",
        minimum=1,
    )
    steps: int | None = option(
        None,
        "Search steps per anchor before it is left undecided; 0 for no limit. ``None`` for 20,000, or 1000.",
        minimum=0,
    )
    effort: int | None = option(
        None,
        "More search steps, in all, for the anchors of one pattern that stay undecided, so that its frequency "
        "becomes exact. ``None`` for 100 million, in dense graphs none.",
        minimum=0,
    )
    probes: int | None = option(
        None,
        "Anchors matched to estimate each candidate before the cut. ``None`` for 96, in dense graphs 16.",
        minimum=0,
    )
    memory_limit: int | None = option(
        None, "Bytes for lists of embeddings; lists are thinned to stay within, and the result says so.", minimum=1
    )

    def chosen(self, *, dense: bool, top: int = 10) -> GrowSettings:
        """The settings with numbers in place of ``None``, apart from limits."""
        usual = _DENSE if dense else _SPARSE
        defaults = {**usual, "beam": max(usual["beam"], 2 * top), "exact": max(_EXACT, 2 * top)}
        return replace(self, **{name: value for name, value in defaults.items() if getattr(self, name) is None})


_EXACT = 32
_SPARSE = {"beam": 64, "embeddings": 6, "pilots": 2048, "steps": 20_000, "effort": 100_000_000, "probes": 96}
_DENSE = {"beam": 32, "embeddings": 4, "pilots": 1000, "steps": 1000, "effort": 0, "probes": 16}


def grow(task: Task, settings: GrowSettings, monitor: Monitor) -> SearchResult:
    """Grow patterns to each size of the task.

    Parameters
    ----------
    task
        The request and the graphs.
    settings
        Width and effort of the search.
    monitor
        Time limit, cancellation and progress. A search that it stops returns the levels that it has.

    Returns
    -------
    SearchResult
        Its facts are the number of anchors that were asked, the ``saturated`` sizes (frequencies near the number of
        slots), and to how many embeddings per anchor the memory limit ``thinned`` the lists.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer._util.monitor import Monitor
    >>> from spminer.methods.base import Task
    >>> result = grow(Task.of(example(), sizes=(3, 4), top=3), GrowSettings(), Monitor())
    >>> for found in result.candidates[3][:2]:
    ...     print(found.pattern, found.known["anchored"].value)
    0-1,1-2@0 34
    0-1,0-2,1-2@0 32
    >>> result.facts["anchors"], result.complete
    (34, True)
    """
    request = task.request
    started = time.perf_counter()
    run = Growth(task, settings, monitor)
    run.to(max(request.sizes))
    levels = {size: run.levels[size] for size in request.sizes if size in run.levels}
    candidates = {size: level.candidates(request.frequency, run.slots) for size, level in levels.items()}
    return SearchResult(
        candidates={size: candidates.get(size, ()) for size in request.sizes},
        complete=run.complete,
        stop_reason="time limit" if run.narrowed and not monitor.stopped else None,
        proven_sizes=run.proven_sizes(levels),
        timing_s={"search": time.perf_counter() - started},
        facts=run.facts(levels),
        warnings=run.warnings(),
    )


LEAST_WIDTH = 1 / 64  # of the usual width: one or two patterns of each size
_DEARER = 1.3  # assumed ratio of the time of a level to that of the level before
_NARROWER = 1 / 8  # factor to the width of a level that was cut with nothing found
_CUT_SHORT = 2.0  # a level that was cut would have taken this many times as long, at least
_MOST = 0.3  # share of the time that is left, for a level that takes longer than expected
_WIDER = 2.0  # most times the width of the level before: narrow levels are cheaper than their width suggests


@dataclass(frozen=True, slots=True)
class LevelLimits:
    """The limits of one level.

    Attributes
    ----------
    width
        Share of the usual width, up to 1.
    seconds
        Its time, or ``None`` for all that the run has.
    """

    width: float
    seconds: float | None


@dataclass
class LevelBudget:
    """The width of the next level of a growth, from how long its levels took so far.

    Attributes
    ----------
    full_s
        Seconds that the next level would take at its full width; 0 while unknown.
    width
        Of the latest level.

    Examples
    --------
    >>> budget = LevelBudget()
    >>> budget.next(remaining=None, levels=10)
    LevelLimits(width=1.0, seconds=None)
    >>> budget.took(LevelLimits(1.0, 10.0), 10.0)
    >>> step = budget.next(remaining=26.0, levels=3)
    >>> f"{step.width:.2f} of the width, at most {step.seconds:.0f} s"
    '0.75 of the width, at most 10 s'
    """

    full_s: float = 0.0
    width: float = 1.0

    def next(self, *, remaining: float | None, levels: int) -> LevelLimits:
        """The limits of the next level, by the levels and the seconds that are left."""
        if remaining is None:
            return LevelLimits(1.0, None)
        # More than an equal part, since a level that needs less leaves the rest to others.
        share = 1.5 / (levels + 1)
        fitting = remaining * share / self.full_s if self.full_s else 1.0
        width = min(max(fitting, LEAST_WIDTH), _WIDER * self.width, 1.0)
        return LevelLimits(width, remaining * max(share, _MOST))

    def took(self, step: LevelLimits, seconds: float, *, cut: bool = False) -> None:
        """Learn from a level; one that was ``cut`` would have taken longer."""
        self.width = step.width
        self.full_s = seconds / step.width * (_CUT_SHORT if cut else _DEARER)

    def again(self, step: LevelLimits, *, remaining: float | None, levels: int) -> LevelLimits:
        """The same level after it was cut with nothing found: far narrower; at the least width without a limit."""
        width = max(step.width * _NARROWER, LEAST_WIDTH)
        return LevelLimits(
            width, None if width == LEAST_WIDTH else self.next(remaining=remaining, levels=levels).seconds
        )


_SATURATED = 0.97
_LEAST_WIDTH_PATTERNS = 2  # to grow from, however short the time is
_EXACT_ON_THE_WAY = 8  # this many times fewer patterns are decided at sizes that are not asked for


@dataclass
class Growth:
    """One growth from single nodes, or from where a checkpoint left it, level by level."""

    task: Task
    settings: GrowSettings
    monitor: Monitor
    complete: bool = True
    levels: dict[int, Level] = field(default_factory=dict)
    thinned: dict[int, int] = field(default_factory=dict)
    narrowed: set[int] = field(default_factory=set)  # sizes that the time limit left too little time for
    counters: dict[str, int] = field(default_factory=lambda: {"patterns": 0, "matched": 0, "undecided": 0})

    def __post_init__(self) -> None:
        self.slots = support_units(self.task, self.settings)
        self.settings = self.settings.chosen(dense=is_dense(self.task.graphs), top=self.task.request.search_depth)
        self.target = _core.GrowTarget(
            self.task.graphs.target(),
            self.task.graphs.match_index(threads=self.task.request.threads),
            self.slots.roots,
            self.slots.offsets,
            population=self.slots.population,
            # Images are counted in the lists, so that all anchors need them.
            pilots=0 if self.task.request.frequency == "images" else self.settings.pilots or 0,
            seed=self.task.request.seed,
            threads=self.task.request.threads,
        )
        self.params = _native_params(self.task, self.settings)
        # More patterns are decided at a size that is asked for, and its parts and larger patterns differ then.
        self.states = self.task.states.within(f"grow-{'-'.join(map(str, self.task.request.sizes))}")

    def to(self, size: int) -> None:
        """Grow to that size, or until the monitor stops; from fewer patterns where the time is short."""
        beam = self.start()
        budget = LevelBudget()
        while beam.size < size and not self.monitor.stopped:
            beam = self._level_in_time(beam, budget, size - beam.size)
        self.complete = not self.monitor.stopped and not self.narrowed

    def start(self) -> _core.GrowBeam:
        """The patterns of one node, or the beam of a checkpoint."""
        states = self.states
        beam = states.load("beam", self._beam_codec)
        kept = {} if beam is None else {n: states.load(f"size-{n}", _LEVEL) for n in range(1, beam.size + 1)}
        levels = {size: level for size, level in kept.items() if level is not None}
        if beam is None or len(levels) < len(kept):  # a level that is lost is not in the beam
            beam = _core.grow_start(self.target, self.params)
            self._keep(beam)
            return beam
        for size, (level, embeddings, counters) in sorted(levels.items()):
            self.levels[size], self.counters = level, counters
            if embeddings < self.params.embeddings:
                self.thinned[size] = embeddings
        return beam

    def _level_in_time(self, beam: _core.GrowBeam, budget: LevelBudget, levels: int) -> _core.GrowBeam:
        """The next level, as wide as its time allows; a level that was cut with nothing found is grown again, narrower.

        ``levels`` is the number of levels that are left.
        """
        step = budget.next(remaining=self.monitor.remaining, levels=levels)
        while True:
            started = time.monotonic()
            grown, cut = self._narrow_level(beam, step)
            budget.took(step, time.monotonic() - started, cut=cut)
            if not cut or len(grown) or step.width == LEAST_WIDTH or self.monitor.stopped:
                break
            step = budget.again(step, remaining=self.monitor.remaining, levels=levels)
        full = not cut and step.width == 1
        if not full and self.monitor.stop_reason != "interrupted":
            self.narrowed.add(grown.size)
        self._keep(grown, full=full)
        return grown

    def _narrow_level(self, beam: _core.GrowBeam, step: LevelLimits) -> tuple[_core.GrowBeam, bool]:
        """A level of that width, and whether its time limit stopped it."""
        params, parents = _native_params(self.task, self.settings), beam
        params.exact = self._exact(beam.size + 1)
        if step.width < 1:
            params.beam = min(params.beam, max(round(params.beam * step.width), _LEAST_WIDTH_PATTERNS))
            params.exact = int(params.exact * step.width)
            params.probes, params.effort = int(params.probes * step.width), int(params.effort * step.width)
            parents = _core.grow_select(beam, np.arange(min(len(beam), params.beam), dtype=np.int64))
        control = self.monitor.control(time_limit=step.seconds)
        grown = _core.grow_level(self.target, parents, params, control)
        return grown, control.stop_reason is not None

    def level(self, beam: _core.GrowBeam, seeds: Sequence[_core.Pattern] = ()) -> _core.GrowBeam:
        """The best patterns with one node more: the beam's children, and seeds from elsewhere that are as good."""
        self.params.exact = self._exact(beam.size + 1)
        beam = _core.grow_level(self.target, beam, self.params, self.monitor.control(), seeds=seeds)
        self._keep(beam)
        return beam

    def _exact(self, size: int) -> int:
        """How many patterns to decide: fewer on the way to the sizes asked for, where good estimates are enough."""
        exact = self.settings.exact or 0
        return exact if size in self.task.request.sizes else exact // _EXACT_ON_THE_WAY

    def _keep(self, beam: _core.GrowBeam, *, full: bool = True) -> None:
        level = self.levels[beam.size] = Level.of(beam, self.task.graphs)
        if beam.embeddings < self.params.embeddings:
            self.thinned[beam.size] = beam.embeddings
        self.counters["patterns"] += beam.candidates
        self.counters["matched"] += beam.matched
        self.counters["undecided"] += beam.undecided
        best = float(level.count[0]) if len(level.count) else None
        self.monitor.update(
            stage="search", size=beam.size, patterns=self.counters["patterns"], best=best, **self._done(beam.size)
        )
        if full and beam.complete and not self.narrowed:  # a resumed run goes on from the last full level
            self._keep_state(beam, level)

    def _keep_state(self, beam: _core.GrowBeam, level: Level) -> None:
        states = self.states
        if states.checkpoint is None:
            return
        # The beam last: what it is resumed with must be there.
        states.save(f"size-{beam.size}", (level, beam.embeddings, dict(self.counters)), _LEVEL)
        states.save("beam", beam, self._beam_codec)

    @property
    def _beam_codec(self) -> Codec[_core.GrowBeam]:
        return Codec(lambda beam: beam.arrays(), lambda state: _core.grow_resume(self.target, **state))

    def _done(self, size: int) -> dict[str, int]:
        """Progress in planned milliseconds: done up to this size, and in all."""
        planned = {level: math.ceil(1000 * seconds) for level, seconds in self.task.seconds.items()}
        done = sum(cost for level, cost in planned.items() if level <= size)
        return {"done": done, "total": sum(planned.values())}

    def facts(self, levels: dict[int, Level]) -> dict[str, Any]:
        """Figures of the search, as in :func:`grow`."""
        saturated = _SATURATED * len(self.slots)
        counts = {size: level.count[: self.task.request.top] for size, level in levels.items()}
        return {
            "anchors": len(self.slots),
            **self.counters,
            "saturated": [size for size, best in counts.items() if min(best, default=0) >= saturated],
            "thinned": self.thinned,
        }

    def proven_sizes(self, levels: dict[int, Level]) -> tuple[int, ...]:
        """Sizes where nothing else can be among the best: every slot was asked, and the bounds allow no other."""
        decided = self.complete and self.slots.all and self.task.request.frequency in ("anchored", "transactions")
        depth, merged = self.task.request.search_depth, self.task.request.merge_anchors
        return tuple(size for size, level in levels.items() if decided and level.proven(depth, merge_anchors=merged))

    def warnings(self) -> tuple[str, ...]:
        """Effects of the memory limit and of the time limit."""
        said = []
        if self.thinned:
            few, sizes = min(self.thinned.values()), format_sizes(sorted(self.thinned))
            said.append(
                f"the memory limit left {few} of {self.params.embeddings} embeddings per anchor at {sizes}, "
                "so rare continuations may be missed"
            )
        if self.narrowed:
            said.append(
                f"short of time, growth went on from fewer patterns at {format_sizes(sorted(self.narrowed))}, so more "
                "frequent ones may be missed from there on"
            )
        return tuple(said)


_OBJECTIVES: dict[FrequencyName, str] = {  # names of the native ones
    "anchored": "anchors",
    "graph": "node_sets",
    "transactions": "groups",
    "images": "images",
}


def _native_params(task: Task, settings: GrowSettings) -> _core.GrowParams:
    request = task.request
    params = _core.GrowParams()
    for name in ("beam", "embeddings", "frontier", "steps", "effort", "probes"):
        setattr(params, name, getattr(settings, name))
    params.objective = getattr(_core.GrowObjective, _OBJECTIVES[request.frequency])
    params.induced = request.induced
    params.memory_limit = settings.memory_limit or 0
    params.seed = request.seed
    params.threads = request.threads
    return params


@dataclass(frozen=True, eq=False)
class Level:
    """The patterns of one size, best first, with one array entry per pattern.

    Attributes
    ----------
    patterns
        In canonical form.
    count, bound
        Slots that show the pattern for certain, and slots that are not refuted.
    expected
        Estimated number of slots that show it.
    node_sets, images
        Estimated graph-level frequency; fewest images of any orbit that were seen.
    outside
        Upper bound of the slots that show any pattern of this size that is not listed.
    """

    patterns: tuple[Pattern, ...]
    count: NDArray[np.int64]
    bound: NDArray[np.int64]
    expected: NDArray[np.float64]
    node_sets: NDArray[np.float64]
    images: NDArray[np.int64]
    outside: int

    @classmethod
    def of(cls, beam: _core.GrowBeam, graphs: GraphCollection) -> Level:
        """The level of a beam."""
        grown = [beam[i] for i in range(len(beam))]
        return cls(
            patterns=tuple(graphs.pattern(each.pattern).canonical() for each in grown),
            count=np.array([each.count for each in grown], np.int64),
            bound=np.array([each.bound for each in grown], np.int64),
            expected=np.array([each.expected for each in grown], np.float64),
            node_sets=np.array([each.node_sets for each in grown], np.float64),
            images=np.array([each.images for each in grown], np.int64),
            outside=beam.outside,
        )

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Level:
        """The inverse of :meth:`arrays`."""
        patterns = unpack_patterns(arrays["patterns"])
        figures = {name: arrays[name] for name in ("count", "bound", "expected", "node_sets", "images")}
        return cls(patterns=patterns, outside=int(arrays["outside"]), **figures)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The level for a checkpoint."""
        return {
            "patterns": pack_patterns(self.patterns),
            "count": self.count,
            "bound": self.bound,
            "expected": self.expected,
            "node_sets": self.node_sets,
            "images": self.images,
            "outside": np.array(self.outside),
        }

    def proven(self, top: int, *, merge_anchors: bool = False) -> bool:
        """Whether nothing else can be among the ``top`` patterns with the most slots.

        With ``merge_anchors`` patterns that differ in the anchor alone are one, as frequent as its best anchor.
        """
        count, bound = self._merged() if merge_anchors else (self.count, self.bound)
        if np.any(count[:top] < bound[:top]):
            return False
        if len(count) < top:
            return self.outside == 0
        least = int(count[:top].min())
        return self.outside < least and bool(np.all(bound[top:] <= least))

    def _merged(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Counts and bounds of patterns with their best anchors, best first; ``outside`` bounds anchors not listed."""
        best: dict[Pattern, tuple[int, int]] = {}
        for pattern, count, bound in zip(self.patterns, self.count.tolist(), self.bound.tolist(), strict=True):
            plain = pattern.without_anchor()
            known = best.get(plain, (0, 0))
            best[plain] = max(known[0], count), max(known[1], bound)
        merged = np.array(sorted(best.values(), reverse=True), np.int64).reshape(-1, 2)
        return merged[:, 0], merged[:, 1]

    def candidates(self, frequency_name: FrequencyName, slots: SupportUnits) -> tuple[Candidate, ...]:
        """The patterns as candidates; known frequencies are those of the slots, scaled to the population."""
        return tuple(self._candidate(i, frequency_name, slots) for i in range(len(self.patterns)))

    def _candidate(self, i: int, frequency_name: FrequencyName, slots: SupportUnits) -> Candidate:
        pattern = self.patterns[i]
        if frequency_name == "anchored":
            count, bound = int(self.count[i]), int(self.bound[i])
            known = anchored_frequency(count, len(slots), bound - count, slots.population)
            expected = float(self.expected[i]) * slots.population / len(slots)
            return Candidate(pattern, expected, {"anchored": known}, float(self.node_sets[i]))
        if frequency_name == "transactions":
            support = Frequency.between(int(self.count[i]), int(self.bound[i]))
            return Candidate(pattern, float(self.expected[i]), {"transactions": support}, float(self.node_sets[i]))
        plain = pattern.without_anchor()
        if frequency_name == "graph":
            return Candidate(plain, float(self.node_sets[i]))
        most = int(self.bound[i]) if slots.all else None
        seen = Frequency.lower_bound(int(self.images[i]), most)
        return Candidate(plain, float(self.images[i]), {"images": seen})


_LEVEL = Codec[tuple[Level, int, dict[str, int]]](
    pack=lambda kept: {"embeddings": kept[1], "counters": pack(kept[2]), **kept[0].arrays()},
    unpack=lambda state: (Level.from_arrays(state), int(state["embeddings"]), unpack(state["counters"])),
)
# Matching at one node of a sparse graph takes about a microsecond, so that all nodes can be anchors.
_SPARSE_NEIGHBORS = 64  # neighbors of a neighbor
_SPARSE_DEGREE = 8
_ALL_NODES = 30_000
_SAMPLE = {False: 10_000, True: 2000}  # anchors of larger sparse graphs, and of dense ones
_ANCHOR_STREAM = 0x6709  # of random numbers, so that no other part draws the same


@dataclass(frozen=True, eq=False)
class SupportUnits:
    """The slots: nodes as anchors, or whole graphs.

    Attributes
    ----------
    roots, offsets
        Nodes of all slots, and where each slot's nodes begin.
    population
        Number of slots of the whole target; larger than the number of slots here if these are a sample.
    """

    roots: NDArray[np.int32]
    offsets: NDArray[np.int64]
    population: int

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def all(self) -> bool:
        """Whether every slot is asked."""
        return len(self) == self.population


def support_units(task: Task, settings: GrowSettings) -> SupportUnits:
    """The slots of a task: all nodes, a sample of the nodes, or all graphs.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> task = Task.of(example())
    >>> len(support_units(task, GrowSettings())), len(support_units(task, GrowSettings(anchors=9)))
    (34, 9)
    """
    graphs = task.graphs
    if task.request.frequency == "transactions":
        return SupportUnits(np.arange(graphs.num_nodes, dtype=np.int32), graphs.graph_offsets, graphs.num_graphs)
    anchors = _anchors(graphs, settings.anchors, task.request.seed)
    return SupportUnits(anchors, np.arange(len(anchors) + 1, dtype=np.int64), graphs.num_nodes)


def _anchors(graphs: GraphCollection, wanted: int | None, seed: int) -> NDArray[np.int32]:
    """All nodes, or a sample of them, ascending."""
    nodes = graphs.num_nodes
    if wanted is None:
        dense = is_dense(graphs)
        wanted = 0 if nodes <= _ALL_NODES and not dense else _SAMPLE[dense]
    if wanted == 0 or wanted >= nodes:
        return np.arange(nodes, dtype=np.int32)
    random = np.random.default_rng([seed, _ANCHOR_STREAM])
    return np.sort(random.choice(nodes, size=wanted, replace=False)).astype(np.int32)


def is_dense(graphs: GraphCollection) -> bool:
    """Whether nodes or their neighbors have many neighbors, so that each embedding has many extensions.

    >>> from spminer.datasets import example
    >>> is_dense(example())
    False
    """
    degrees = graphs.target().degrees().astype(np.float64)
    total = degrees.sum()
    return bool(total > _SPARSE_DEGREE * graphs.num_nodes or (degrees**2).sum() > _SPARSE_NEIGHBORS * total)


_PATTERNS, _ANCHORS = 2, 8  # this many times fewer
_LEAST_PATTERNS, _LEAST_ANCHORS = 4, 50
# Where growth asks a sample of the nodes, verification counts at all of them: the whole takes this many times as long.
_COUNTED_AGAIN = 1.4


def forecast(task: Task, settings: GrowSettings, monitor: Monitor) -> Forecast | None:
    """Estimate the seconds that one thread will need for each level; ``None`` if the monitor leaves no time.

    A level that the pilot did not reach is assumed to cost 1.3 times the level before, and ``at_least`` is set. It is
    also set if some anchors stayed undecided: they are few and hard, and a pilot meets them by chance.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> from spminer._util.monitor import Monitor
    >>> predicted = forecast(Task.of(example(), sizes=(4, 6)), GrowSettings(), Monitor())
    >>> sorted(predicted.seconds_by_size), predicted.is_lower_bound
    ([2, 3, 4, 5, 6], False)
    """
    request = task.request
    seconds_left, small = monitor.remaining, _Scale.of(task, settings)
    growth = Growth(small.task, small.settings, monitor)
    # The index of a large graph is built once and kept for the search, so that its time does not count.
    monitor = growth.monitor = Monitor(time_limit=seconds_left)
    beam, seconds = growth.start(), dict[int, float]()
    while beam.size < max(request.sizes) and not monitor.stopped:
        started = time.process_time()
        beam = growth.level(beam)
        if not monitor.stopped:
            seconds[beam.size] = small.factor * (time.process_time() - started)
    if not seconds:
        return None
    at_least = max(seconds) < max(request.sizes) or bool(small.settings.effort and growth.counters["undecided"])
    for size in range(max(seconds) + 1, max(request.sizes) + 1):
        seconds[size] = _DEARER * seconds[size - 1]
    return Forecast(seconds, at_least)


@dataclass(frozen=True, slots=True)
class _Scale:
    """A smaller growth, and by how much longer the real one takes."""

    task: Task
    settings: GrowSettings
    factor: float

    @classmethod
    def of(cls, task: Task, settings: GrowSettings) -> _Scale:
        slots = support_units(task, settings)
        count = max(len(slots), 1)
        fewer = max(math.ceil(count / _ANCHORS), min(count, _LEAST_ANCHORS))
        chosen = settings.chosen(dense=is_dense(task.graphs), top=task.request.search_depth)
        small, factor = _fewer_patterns(chosen, fewer / count)
        pilots = math.ceil(min(small.pilots or count, count) * fewer / count)
        graphs = task.graphs
        if task.request.frequency == "transactions":  # slots are graphs
            graphs = graphs[np.linspace(0, graphs.num_graphs - 1, fewer, dtype=np.int64)]
        elif not slots.all and affords_all_nodes(graphs.num_nodes, task.request.verify.effort):
            factor *= _COUNTED_AGAIN
        request = replace(task.request, threads=1)
        part = replace(task, graphs=graphs, request=request, states=States(), seconds={})
        return cls(part, replace(small, anchors=fewer, pilots=pilots), factor * count / fewer)


def _fewer_patterns(full: GrowSettings, share: float) -> tuple[GrowSettings, float]:
    """The settings for fewer patterns, with what is spent on each as if it had this share of the anchors."""
    beam = full.beam or 1
    fewer = max(beam // _PATTERNS, min(beam, _LEAST_PATTERNS))
    small = replace(
        full,
        beam=fewer,
        exact=math.ceil((full.exact or 0) * fewer / beam),
        probes=math.ceil((full.probes or 0) * share),
        effort=int((full.effort or 0) * share),
    )
    return small, beam / fewer


METHOD = Method(
    name="grow",
    summary="Grow patterns level by level from lists of their real occurrences, counted exactly.",
    settings=GrowSettings,
    search=grow,
    forecast=forecast,
    frequency_names=("anchored", "graph", "transactions", "images"),
    guarantee="counts that it calls exact are; that no other pattern is more frequent only where it says `proven`",
)
