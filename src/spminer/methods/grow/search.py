"""Growth: patterns grown level by level from lists of their real occurrences.

Every pattern of a beam comes with the anchors that show it and with embeddings at some of them. What the surroundings
of these embeddings offer are the patterns with one node more; the number of anchors that show one ranks it. The best
are counted exactly: among the anchors that all of its parents have, since frequency only falls along growth, by
lists first and by matching where lists do not tell. So frequencies that are called known are true, and estimates come
with intervals.

Patterns of equal frequency, the rule on dense graphs where every anchor shows everything, are ranked by the estimated
number of node sets, then by density.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.checkpoint import Codec, pack, unpack
from spminer._util.text import format_sizes
from spminer.methods.base import SearchResult
from spminer.methods.grow.anchors import is_dense, slots_of
from spminer.methods.grow.levels import Level
from spminer.methods.grow.pace import LEAST_WIDTH, Pace, Step
from spminer.methods.grow.settings import GrowSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer._util.monitor import Monitor
    from spminer.methods.base import Task
    from spminer.results.frequency import Objective

__all__ = ["GrowSettings", "Growth", "grow"]

_OBJECTIVES: dict[Objective, str] = {  # names of the native ones
    "anchored": "anchors",
    "graph": "node_sets",
    "transactions": "groups",
    "images": "images",
}
_SATURATED = 0.97
_LEAST_PATTERNS = 2  # to grow from, however short the time is
_EXACT_ON_THE_WAY = 8  # this many times fewer patterns are decided at sizes that are not asked for


def grow(task: Task, settings: GrowSettings, monitor: Monitor) -> SearchResult:
    """Grow patterns to each size of the task.

    Parameters
    ----------
    task
        What is to be found.
    settings
        How wide and how thoroughly to search.
    monitor
        Bounds and watches the search. A search that it stops proposes what it has.

    Returns
    -------
    SearchResult
        Its facts say how many anchors were asked, where frequencies are ``saturated``, and to how many embeddings per
        anchor the memory limit ``thinned`` the lists.

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
    started = time.perf_counter()
    run = Growth(task, settings, monitor)
    run.to(max(task.sizes))
    levels = {size: run.levels[size] for size in task.sizes if size in run.levels}
    candidates = {size: level.candidates(task.objective, run.slots) for size, level in levels.items()}
    return SearchResult(
        candidates={size: candidates.get(size, ()) for size in task.sizes},
        complete=run.complete,
        stop_reason="time limit" if run.narrowed and not monitor.stopped else None,
        proven_sizes=run.proven_sizes(levels),
        timing_s={"search": time.perf_counter() - started},
        facts=run.facts(levels),
        warnings=run.warnings(),
    )


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
        self.slots = slots_of(self.task, self.settings)
        self.settings = self.settings.chosen(dense=is_dense(self.task.graphs), top=self.task.depth)
        self.target = _core.GrowTarget(
            self.task.graphs.target(),
            self.task.graphs.match_index(),
            self.slots.roots,
            self.slots.offsets,
            population=self.slots.population,
            scouts=self._scouts(),
            seed=self.task.seed,
            threads=self.task.threads,
        )
        self.params = _native_params(self.task, self.settings)
        # More patterns are decided at a size that is asked for, and its parts and larger patterns differ then.
        self.states = self.task.states.within(f"grow-{'-'.join(map(str, self.task.sizes))}")

    def to(self, size: int) -> None:
        """Grow to that size, or until the monitor stops it; where its time runs short, from fewer patterns."""
        beam = self.start()
        pace = Pace()
        while beam.size < size and not self.monitor.stopped:
            beam = self._level_in_time(beam, pace, size - beam.size)
        self.complete = not self.monitor.stopped and not self.narrowed

    def _level_in_time(self, beam: _core.GrowBeam, pace: Pace, levels: int) -> _core.GrowBeam:
        """The next of so many levels that are left: as wide as its time allows, and cut only where it has something."""
        step = pace.next(remaining=self.monitor.remaining, levels=levels)
        while True:
            started = time.monotonic()
            grown, cut = self._narrow_level(beam, step)
            pace.took(step, time.monotonic() - started, cut=cut)
            if not cut or len(grown) or step.width == LEAST_WIDTH or self.monitor.stopped:
                break
            step = pace.again(step, remaining=self.monitor.remaining, levels=levels)
        full = not cut and step.width == 1
        if not full and self.monitor.stop_reason != "interrupted":
            self.narrowed.add(grown.size)
        self._keep(grown, full=full)
        return grown

    def _narrow_level(self, beam: _core.GrowBeam, step: Step) -> tuple[_core.GrowBeam, bool]:
        """A level of that width, and whether its time cut it."""
        params, parents = _native_params(self.task, self.settings), beam
        params.exact = self._exact(beam.size + 1)
        if step.width < 1:
            params.beam = min(params.beam, max(round(params.beam * step.width), _LEAST_PATTERNS))
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

    def facts(self, levels: dict[int, Level]) -> dict[str, Any]:
        """What else is worth telling."""
        saturated = _SATURATED * len(self.slots)
        counts = {size: level.count[: self.task.top] for size, level in levels.items()}
        return {
            "anchors": len(self.slots),
            **self.counters,
            "saturated": [size for size, best in counts.items() if min(best, default=0) >= saturated],
            "thinned": self.thinned,
        }

    def proven_sizes(self, levels: dict[int, Level]) -> tuple[int, ...]:
        """Sizes where nothing else can be among the best: every anchor was asked, and the bounds leave no room."""
        decided = self.complete and self.slots.all and self.task.objective in ("anchored", "transactions")
        depth, merged = self.task.depth, self.task.request.merge_anchors
        return tuple(size for size, level in levels.items() if decided and level.proven(depth, merge_anchors=merged))

    def warnings(self) -> tuple[str, ...]:
        """What the memory limit did, and the time limit."""
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

    def _done(self, size: int) -> dict[str, int]:
        """What is done and what there is in all, in milliseconds as planned, if they were."""
        planned = {level: math.ceil(1000 * seconds) for level, seconds in self.task.seconds.items()}
        done = sum(cost for level, cost in planned.items() if level <= size)
        return {"done": done, "total": sum(planned.values())}

    def _exact(self, size: int) -> int:
        """How many patterns to decide: fewer on the way to the sizes asked for, where good estimates are enough."""
        exact = self.settings.exact or 0
        return exact if size in self.task.sizes else exact // _EXACT_ON_THE_WAY

    def _scouts(self) -> int:
        if self.task.objective == "images":
            return 0  # images are counted in the lists
        return self.settings.scouts or 0

    def start(self) -> _core.GrowBeam:
        """The patterns of one node, or the beam of a checkpoint."""
        states = self.states
        beam = states.kept("beam", self._beam_codec)
        kept = {} if beam is None else {n: states.kept(f"size-{n}", _LEVEL) for n in range(1, beam.size + 1)}
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

    @property
    def _beam_codec(self) -> Codec[_core.GrowBeam]:
        return Codec(lambda beam: beam.arrays(), lambda state: _core.grow_resume(self.target, **state))

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
        states.keep(f"size-{beam.size}", (level, beam.embeddings, dict(self.counters)), _LEVEL)
        states.keep("beam", beam, self._beam_codec)


_LEVEL = Codec[tuple[Level, int, dict[str, int]]](
    pack=lambda kept: {"embeddings": kept[1], "counters": pack(kept[2]), **kept[0].arrays()},
    unpack=lambda state: (Level.from_arrays(state), int(state["embeddings"]), unpack(state["counters"])),
)


def _native_params(task: Task, settings: GrowSettings) -> _core.GrowParams:
    params = _core.GrowParams()
    for name in ("beam", "embeddings", "frontier", "steps", "effort", "probes"):
        setattr(params, name, getattr(settings, name))
    params.objective = getattr(_core.GrowObjective, _OBJECTIVES[task.objective])
    params.induced = task.induced
    params.memory_limit = settings.memory_limit or 0
    params.seed = task.seed
    params.threads = task.threads
    return params
