"""The method ``exact``: every pattern of a size is enumerated, so that its answer is proven."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.checkpoint import Codec, pack, unpack
from spminer._util.validation import check_at_least
from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE, enumeration_works, subgraphs_to_visit
from spminer.counting.enumeration import count_classes, memory_warnings
from spminer.counting.matching import Query
from spminer.counting.support import transaction_support
from spminer.methods.base import Candidate, Method, SearchResult, pack_candidates, unpack_candidates
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.counting.class_table import ClassTable
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.results.frequency import Objective
    from spminer.results.request import Work

__all__ = ["METHOD", "ExactSettings"]

_MOST_TIES = 1000


@dataclass(frozen=True, slots=True)
class ExactSettings:
    """What can be set of exact enumeration."""

    memory_limit: int | None = None
    """Bytes for the tables of classes; a size that reaches it is counted in part."""

    def __post_init__(self) -> None:
        check_at_least(self, memory_limit=1)


def search(task: Task, settings: ExactSettings, monitor: Monitor) -> SearchResult:
    """Enumerate size after size; a size that a budget ends has lower bounds, and those after it are missing."""
    started = time.perf_counter()
    found: dict[int, tuple[Candidate, ...]] = {}
    proven: list[int] = []
    classes, reason = 0, None
    monitor.update(stage="enumerate", size=task.sizes[0])
    works = enumeration_works(task.graphs, task.sizes, monitor, known=task.works, memory_limit=settings.memory_limit)
    monitor.update(total=subgraphs_to_visit(works.values()))
    for size in task.sizes:
        monitor.update(size=size, patterns=classes, call=subgraphs_to_visit([works[size]]))
        step = task.states.once(
            f"exact-size-{size}-{works[size].engine}",  # engines put equals in another order
            _STEP,
            partial(_one_size, task, size, works[size], settings, monitor),
            worth=lambda step: step.stop_reason is None,
        )
        found[size] = step.candidates
        classes += step.classes
        if step.stop_reason is not None:
            reason = step.stop_reason
            break
        proven.append(size)
        done = monitor.progress.done + monitor.progress.call
        monitor.update(patterns=classes, best=_best(step.candidates, task.objective), done=done, call=0)
    if reason == "interrupted":  # native work only knows that it was told to stop
        reason = monitor.stop_reason or reason
    return SearchResult(
        found,
        complete=reason is None,
        stop_reason=reason,
        proven_sizes=tuple(proven),
        timing_s={"search": time.perf_counter() - started},
        facts={"patterns": classes},
        warnings=memory_warnings(reason, settings.memory_limit),
    )


METHOD = Method(
    name="exact",
    summary=f"enumerate every pattern of up to {MAX_ENUMERATION_SIZE} nodes: proven, where it is affordable",
    settings=ExactSettings,
    search=search,
    sizes=range(2, MAX_ENUMERATION_SIZE + 1),
    objectives=("anchored", "graph", "transactions", "images"),
    induced=(True,),
    guarantee="the true ranking (`proven`), or lower bounds if a budget ended it",
    shared=True,
)


@dataclass(frozen=True, slots=True)
class _Step:
    """What the enumeration of one size gave."""

    candidates: tuple[Candidate, ...]
    classes: int
    stop_reason: str | None = None


_STEP = Codec[_Step](
    pack=lambda step: {"candidates": pack_candidates(step.candidates), "classes": pack(step.classes)},
    unpack=lambda state: _Step(unpack_candidates(state["candidates"]), unpack(state["classes"])),
)


def _one_size(task: Task, size: int, work: Work, settings: ExactSettings, monitor: Monitor) -> _Step:
    table = count_classes(
        task.graphs,
        size,
        work.engine,
        monitor,
        # In how many graphs a class is, no engine knows: any may be among the best.
        most=None if task.objective == "transactions" else max(task.proposals, task.depth),
        ranking="images" if task.objective == "transactions" else task.objective,
        threads=task.threads,
        memory_limit=settings.memory_limit or 0,
        states=task.states,
    )
    reason, classes = table.stop_reason, table.seen
    if task.objective == "anchored":
        return _Step(_anchored(table, task), classes, reason)
    unanchored = _Classes.of(table)
    if task.objective == "transactions" and reason is None:
        candidates, reason = _by_transactions(table, unanchored, task, monitor)
    else:
        candidates = _by_class(table, unanchored, task)
    return _Step(candidates, classes, reason)


def _anchored(table: ClassTable, task: Task) -> tuple[Candidate, ...]:
    """The best pairs of a class and an anchor, enough for `depth` classes even if anchors are merged."""
    make = _maker(table)
    graph = table.graph.astype(np.float64)
    order = np.lexsort((-graph, -table.anchored))
    keys = np.stack([table.anchored.astype(np.float64), graph], axis=1)[order]
    distinct = _entries_for_distinct(table.class_id[order], task.depth)
    chosen = order[: max(_with_ties(keys, task.proposals), distinct)]
    return tuple(
        Candidate(
            task.graphs.pattern(table.pattern(entry, True)).canonical(),
            float(table.anchored[entry]),
            {"anchored": make(int(table.anchored[entry])), "graph": make(int(table.graph[entry]))},
        )
        for entry in chosen.tolist()
    )


@dataclass(frozen=True, slots=True)
class _Classes:
    """Classes without anchors: an entry of the table that stands for each, and its frequencies."""

    entry: NDArray[np.int64]
    graph: NDArray[np.float64]
    images: NDArray[np.int64]

    @classmethod
    def of(cls, table: ClassTable) -> _Classes:
        """A class's image support is the least anchored frequency of its orbits."""
        _, entry, inverse = np.unique(table.class_id, return_index=True, return_inverse=True)
        images = np.full(len(entry), np.iinfo(np.int64).max)
        np.minimum.at(images, inverse, table.anchored)
        return cls(entry, table.graph[entry].astype(np.float64), images)

    def candidate(
        self, number: int, score: float, table: ClassTable, graphs: GraphCollection, more: dict[Objective, Frequency]
    ) -> Candidate:
        make, entry = _maker(table), int(self.entry[number])
        known = {"graph": make(int(table.graph[entry])), "images": make(int(self.images[number])), **more}
        return Candidate(graphs.pattern(table.pattern(entry, False)).canonical(), score, known)


def _by_class(table: ClassTable, classes: _Classes, task: Task) -> tuple[Candidate, ...]:
    # For transactions: those that a stopped enumeration left uncounted, by their bound.
    values = classes.graph if task.objective == "graph" else classes.images.astype(np.float64)
    order = np.lexsort((-classes.graph, -values))
    keys = np.stack([values, classes.graph], axis=1)[order]
    chosen = order[: _with_ties(keys, task.proposals)]
    return tuple(classes.candidate(i, float(values[i]), table, task.graphs, {}) for i in chosen.tolist())


def _by_transactions(
    table: ClassTable, classes: _Classes, task: Task, monitor: Monitor
) -> tuple[tuple[Candidate, ...], str | None]:
    """Count graphs class by class, the most promising first, until no other class can enter the top.

    A graph that contains a pattern has an image of each of its nodes, so image support bounds the number of graphs.
    """
    bounds = np.minimum(classes.images, task.graphs.num_graphs)
    found: list[Candidate] = []
    values: list[float] = []
    reason = None
    for i in np.lexsort((-classes.graph, -bounds)).tolist():
        values.sort(reverse=True)
        if len(values) >= task.depth and values[task.depth - 1] >= bounds[i] + (len(values) < task.proposals):
            break
        pattern = task.graphs.pattern(table.pattern(int(classes.entry[i]), False))
        counted = transaction_support(Query.make(pattern, task.graphs, threads=task.threads), monitor)
        support = counted.frequency
        values.append(support.value)
        found.append(classes.candidate(i, support.value, table, task.graphs, {"transactions": support}))
        if reason := counted.stop_reason:
            break
    found.sort(key=lambda candidate: (-candidate.score, -candidate.known["graph"].value))
    return tuple(found), reason


def _maker(table: ClassTable) -> Callable[[int], Frequency]:
    return Frequency.exact if table.complete else Frequency.lower_bound


def _with_ties(keys: NDArray[np.float64], wanted: int) -> int:
    """``wanted`` rows of sorted keys, and those after them that are equal to the last, within reason."""
    if len(keys) <= wanted:
        return len(keys)
    equal = (keys[wanted : wanted + _MOST_TIES] == keys[wanted - 1]).all(axis=1)
    return wanted + int(len(equal) if equal.all() else equal.argmin())


def _entries_for_distinct(class_id: NDArray[np.int64], wanted: int) -> int:
    """How many leading entries it takes to see ``wanted`` classes."""
    _, first = np.unique(class_id, return_index=True)
    first.sort()
    return int(first[min(wanted, len(first)) - 1]) + 1 if len(first) else 0


def _best(candidates: tuple[Candidate, ...], objective: Objective) -> float | None:
    return max(
        (candidate.known[objective].value for candidate in candidates if objective in candidate.known), default=None
    )
