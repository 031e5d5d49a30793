"""The method ``exact``: every pattern of a size is enumerated, so that the ranking is proven.

For each size, smallest first:

1. The cheapest engine counts all classes of connected induced subgraphs, with both frequencies
   (:mod:`spminer.counting.engine_choice`, :mod:`spminer.counting.enumeration`).
2. The best classes become candidates: as pairs of a class and an anchor for anchored frequency; by node sets or by
   image support otherwise.
3. For transactions, graphs are counted class by class. A graph that contains a pattern has an image of each of its
   nodes, so that image support bounds the number of graphs. Counting ends when no other class can enter the top.

Ties at the last rank are proposed too, up to a thousand.

Cost: proportional to the number of connected subgraphs of that size; the census (plain graphs, sizes 3 to 5) does not
visit them one by one. Sizes 2 to 16.

Invariants: a size that was finished is proven. Results do not depend on the number of threads, nor on an executor that
shares the work.

Time or memory limit: the size that is stopped has lower bounds, larger sizes are missing, and the result is incomplete.

Reference: ESU of Wernicke, "Efficient detection of network motifs", IEEE/ACM Transactions on Computational Biology and
Bioinformatics 2006.
"""

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


@dataclass(frozen=True, slots=True)
class ExactSettings:
    """Settings of exact enumeration."""

    memory_limit: int | None = None
    """Bytes for the tables of classes; a size that reaches it is counted in part."""

    def __post_init__(self) -> None:
        check_at_least(self, memory_limit=1)


def search(task: Task, settings: ExactSettings, monitor: Monitor) -> SearchResult:
    """Enumerate size by size, until one is stopped."""
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
    if reason == "interrupted":  # the native core does not know why it was stopped
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


def _one_size(task: Task, size: int, work: Work, settings: ExactSettings, monitor: Monitor) -> _Step:
    table = count_classes(
        task.graphs,
        size,
        work.engine,
        monitor,
        # No engine counts the graphs that contain a class, so any class may be among the best.
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


@dataclass(frozen=True, slots=True)
class _Step:
    """The candidates of one size."""

    candidates: tuple[Candidate, ...]
    classes: int
    stop_reason: str | None = None


_STEP = Codec[_Step](
    pack=lambda step: {"candidates": pack_candidates(step.candidates), "classes": pack(step.classes)},
    unpack=lambda state: _Step(unpack_candidates(state["candidates"]), unpack(state["classes"])),
)


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


_MOST_TIES = 1000


def _with_ties(keys: NDArray[np.float64], wanted: int) -> int:
    """Number of leading rows: ``wanted``, and up to ``_MOST_TIES`` after them that equal the last."""
    if len(keys) <= wanted:
        return len(keys)
    equal = (keys[wanted : wanted + _MOST_TIES] == keys[wanted - 1]).all(axis=1)
    return wanted + int(len(equal) if equal.all() else equal.argmin())


def _entries_for_distinct(class_id: NDArray[np.int64], wanted: int) -> int:
    """Number of leading entries that have ``wanted`` distinct classes."""
    _, first = np.unique(class_id, return_index=True)
    first.sort()
    return int(first[min(wanted, len(first)) - 1]) + 1 if len(first) else 0


def _by_class(table: ClassTable, classes: _Classes, task: Task) -> tuple[Candidate, ...]:
    # After a stopped enumeration also for transactions: classes are then ranked by image support, an upper bound.
    values = classes.graph if task.objective == "graph" else classes.images.astype(np.float64)
    order = np.lexsort((-classes.graph, -values))
    keys = np.stack([values, classes.graph], axis=1)[order]
    chosen = order[: _with_ties(keys, task.proposals)]
    return tuple(classes.candidate(i, float(values[i]), table, task.graphs, {}) for i in chosen.tolist())


def _by_transactions(
    table: ClassTable, classes: _Classes, task: Task, monitor: Monitor
) -> tuple[tuple[Candidate, ...], str | None]:
    """Count graphs class by class, by descending bound, until no other class can enter the top."""
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


@dataclass(frozen=True, slots=True)
class _Classes:
    """Classes without anchors: one entry of the table for each, and the frequencies of the class."""

    entry: NDArray[np.int64]
    graph: NDArray[np.float64]
    images: NDArray[np.int64]

    @classmethod
    def of(cls, table: ClassTable) -> _Classes:
        """The classes of a table; image support is the least anchored frequency of the orbits of a class."""
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


def _maker(table: ClassTable) -> Callable[[int], Frequency]:
    return Frequency.exact if table.complete else Frequency.lower_bound


def _best(candidates: tuple[Candidate, ...], objective: Objective) -> float | None:
    return max(
        (candidate.known[objective].value for candidate in candidates if objective in candidate.known), default=None
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
