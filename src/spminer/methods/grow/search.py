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

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer.methods.base import Method, SearchResult
from spminer.methods.grow.levels import Level, Slots
from spminer.methods.grow.settings import GrowSettings
from spminer.running.states import Codec
from spminer.text.sizes import format_sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.frequencies import Objective
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.running.monitor import Monitor

__all__ = ["METHOD", "GrowSettings", "Growth", "grow"]

_OBJECTIVES: dict[Objective, _core.GrowObjective] = {
    "anchored": _core.GrowObjective.anchors,
    "graph": _core.GrowObjective.node_sets,
    "transactions": _core.GrowObjective.groups,
    "images": _core.GrowObjective.images,
}
# Matching at one node of a sparse graph takes about a microsecond, so that all nodes can be anchors.
_SPARSE_NEIGHBORS = 64  # neighbors of a neighbor
_SPARSE_DEGREE = 8
_ALL_NODES = 30_000
_SAMPLE = {False: 10_000, True: 2000}  # anchors of larger sparse graphs, and of dense ones
_ANCHOR_STREAM = 0x6709  # of random numbers, so that no other part draws the same
_SATURATED = 0.97
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
    >>> from spminer.running.monitor import Monitor
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
    counters: dict[str, int] = field(default_factory=lambda: {"patterns": 0, "matched": 0, "undecided": 0})

    def __post_init__(self) -> None:
        self.slots = _slots(self.task, self.settings)
        self.settings = self.settings.chosen(dense=_dense(self.task.graphs), top=self.task.depth)
        graphs = self.task.graphs
        self.target = _core.GrowTarget(
            graphs.target(),
            graphs.match_index(),
            self.slots.roots,
            self.slots.offsets,
            population=self.slots.population,
            scouts=self._scouts(),
            seed=self.task.seed,
        )
        self.params = _params(self.task, self.settings)

    def to(self, size: int) -> None:
        """Grow to that size, or until the monitor stops it."""
        beam = self.start()
        while beam.size < size and not self.monitor.stopped:
            beam = self.level(beam)
        self.complete = not self.monitor.stopped

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
        return tuple(size for size, level in levels.items() if decided and level.proven(self.task.depth))

    def warnings(self) -> tuple[str, ...]:
        """What the memory limit did."""
        if not self.thinned:
            return ()
        few, sizes = min(self.thinned.values()), format_sizes(sorted(self.thinned))
        return (
            f"the memory limit left {few} of {self.params.embeddings} embeddings per anchor at {sizes}, "
            "so rare continuations may be missed",
        )

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
        states = self.task.states
        beam = states.kept("grow-beam", self._beam_codec)
        if beam is None:
            beam = _core.grow_start(self.target, self.params)
            self._keep(beam)
            return beam
        self.counters = states.kept("grow-counters", _COUNTERS) or self.counters
        for size in range(1, beam.size + 1):
            if (kept := states.kept(f"grow-size-{size}", _LEVEL)) is not None:
                self.levels[size], embeddings = kept
                if embeddings < self.params.embeddings:
                    self.thinned[size] = embeddings
        return beam

    @property
    def _beam_codec(self) -> Codec[_core.GrowBeam]:
        return Codec(lambda beam: beam.arrays(), lambda state: _core.grow_resume(self.target, **state))

    def _keep(self, beam: _core.GrowBeam) -> None:
        level = self.levels[beam.size] = Level.of(beam, self.task.graphs)
        if beam.embeddings < self.params.embeddings:
            self.thinned[beam.size] = beam.embeddings
        self.counters["patterns"] += beam.candidates
        self.counters["matched"] += beam.matched
        self.counters["undecided"] += beam.undecided
        best = float(level.count[0]) if len(level.count) else None
        self.monitor.update(stage="search", size=beam.size, patterns=self.counters["patterns"], best=best)
        if beam.complete:
            # The beam last: what it is resumed with must be there.
            self.task.states.keep(f"grow-size-{beam.size}", (level, beam.embeddings), _LEVEL)
            self.task.states.keep("grow-counters", self.counters, _COUNTERS)
            self.task.states.keep("grow-beam", beam, self._beam_codec)


_LEVEL = Codec[tuple[Level, int]](
    pack=lambda kept: {"embeddings": kept[1], **kept[0].arrays()},
    unpack=lambda state: (Level.from_arrays(state), int(state["embeddings"])),
)
_COUNTERS = Codec[dict[str, int]](
    pack=lambda counters: counters, unpack=lambda state: {name: int(value) for name, value in state.items()}
)


def _params(task: Task, settings: GrowSettings) -> _core.GrowParams:
    params = _core.GrowParams()
    params.objective = _OBJECTIVES[task.objective]
    params.induced = task.induced
    for name in ("beam", "embeddings", "frontier", "steps", "effort", "probes"):
        setattr(params, name, getattr(settings, name))
    params.memory_limit = settings.memory_limit or 0
    params.seed = task.seed
    params.threads = task.threads
    return params


def _slots(task: Task, settings: GrowSettings) -> Slots:
    graphs = task.graphs
    if task.objective == "transactions":
        return Slots(np.arange(graphs.num_nodes, dtype=np.int32), graphs.graph_offsets, graphs.num_graphs)
    anchors = _anchors(graphs, settings.anchors, task.seed)
    return Slots(anchors, np.arange(len(anchors) + 1, dtype=np.int64), graphs.num_nodes)


def _dense(graphs: GraphCollection) -> bool:
    """Whether nodes have many neighbors, or their neighbors have: then each embedding has much to look at."""
    degrees = graphs.target().degrees().astype(np.float64)
    total = degrees.sum()
    return bool(total > _SPARSE_DEGREE * graphs.num_nodes or (degrees**2).sum() > _SPARSE_NEIGHBORS * total)


def _anchors(graphs: GraphCollection, wanted: int | None, seed: int) -> NDArray[np.int32]:
    """All nodes, or a sample of them, ascending."""
    nodes = graphs.num_nodes
    if wanted is None:
        dense = _dense(graphs)
        wanted = 0 if nodes <= _ALL_NODES and not dense else _SAMPLE[dense]
    if wanted == 0 or wanted >= nodes:
        return np.arange(nodes, dtype=np.int32)
    random = np.random.default_rng([seed, _ANCHOR_STREAM])
    return np.sort(random.choice(nodes, size=wanted, replace=False)).astype(np.int32)


METHOD = Method(
    name="grow",
    summary="Grow patterns level by level from lists of their real occurrences, counted exactly.",
    settings=GrowSettings,
    search=grow,
    objectives=("anchored", "graph", "transactions", "images"),
    guarantee="counts that it calls exact are; that no other pattern is more frequent only where it says `proven`",
)
