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

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.options import option
from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE, enumeration_costs, subgraphs_to_visit
from spminer.counting.enumeration import count_classes, memory_warnings
from spminer.counting.matching import MatchQuery
from spminer.counting.support import transactions
from spminer.methods.base import Candidate, Method, SearchResult, Settings
from spminer.methods.size_loop import SizeStep, run_sizes
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.counting.class_table import ClassTable
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Task
    from spminer.results.frequency import FrequencyName
    from spminer.results.request import Engine

__all__ = ["METHOD", "ExactSettings"]


@dataclass(frozen=True, slots=True)
class ExactSettings(Settings):
    """Settings of exact enumeration."""

    memory_limit: int | None = option(
        None, "Bytes for the tables of classes; a size that reaches it is counted in part.", minimum=1
    )


def search(task: Task, settings: ExactSettings, monitor: Monitor) -> SearchResult:
    """Enumerate size by size, until one is stopped."""
    request = task.request
    monitor.update(stage="enumerate", size=request.sizes[0])
    costs = enumeration_costs(
        task.graphs,
        request.sizes,
        monitor,
        known=task.costs,
        memory_limit=settings.memory_limit,
        threads=request.threads,
    )
    found = run_sizes(
        task,
        monitor,
        # Engines put equals in another order.
        {f"exact-size-{size}-{costs[size].engine}": (size,) for size in request.sizes},
        lambda sizes: _one_size(task, sizes[0], costs[sizes[0]].engine, settings, monitor),
        stage="enumerate",
        costs=[subgraphs_to_visit([costs[size]]) for size in request.sizes],
    )
    finished = tuple(found.candidates) if found.complete else tuple(found.candidates)[:-1]
    warnings = memory_warnings(found.stop_reason, settings.memory_limit)
    return replace(found, proven_sizes=finished, warnings=warnings)


def _one_size(task: Task, size: int, engine: Engine, settings: ExactSettings, monitor: Monitor) -> SizeStep:
    request = task.request
    table = count_classes(
        task.graphs,
        size,
        engine,
        monitor,
        # No engine counts the graphs that contain a class, so any class may be among the best.
        most=None if request.frequency == "transactions" else max(request.max_candidates, request.search_depth),
        ranking="images" if request.frequency == "transactions" else request.frequency,
        threads=request.threads,
        memory_limit=settings.memory_limit or 0,
        states=task.states,
    )
    reason, classes = table.stop_reason, table.seen
    if request.frequency == "anchored":
        return SizeStep({size: _anchored(table, task)}, classes, stop_reason=reason)
    unanchored = _Classes.of(table)
    if request.frequency == "transactions" and reason is None:
        candidates, reason = _by_transactions(table, unanchored, task, monitor)
    else:
        candidates = _by_class(table, unanchored, task)
    return SizeStep({size: candidates}, classes, stop_reason=reason)


def _anchored(table: ClassTable, task: Task) -> tuple[Candidate, ...]:
    """The best pairs of a class and an anchor, enough for `depth` classes even if anchors are merged."""
    make = _maker(table)
    most, depth = task.request.max_candidates, task.request.search_depth
    # Sorting all entries would take longer than all else here.
    first = _leading(table.anchored, 4 * (most + depth + _MOST_TIES))
    if len(np.unique(table.class_id[first])) < depth:
        first = np.arange(len(table.anchored))
    graph = table.graph[first].astype(np.float64)
    order = first[np.lexsort((-graph, -table.anchored[first]))]
    keys = np.stack([table.anchored[order], table.graph[order]], axis=1).astype(np.float64)
    distinct = _entries_for_distinct(table.class_id[order], depth)
    chosen = order[: max(_with_ties(keys, most), distinct)]
    return tuple(
        Candidate(
            task.graphs.pattern(table.pattern(entry, True)).canonical(),
            float(table.anchored[entry]),
            {"anchored": make(int(table.anchored[entry])), "graph": make(int(table.graph[entry]))},
        )
        for entry in chosen.tolist()
    )


_MOST_TIES = 1000


def _leading(values: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The places of the largest values, at least ``count``, with all that equal the least of them."""
    if len(values) <= count:
        return np.arange(len(values))
    return np.flatnonzero(values >= np.partition(values, -count)[-count])


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
    values = classes.graph if task.request.frequency == "graph" else classes.images.astype(np.float64)
    order = np.lexsort((-classes.graph, -values))
    keys = np.stack([values, classes.graph], axis=1)[order]
    chosen = order[: _with_ties(keys, task.request.max_candidates)]
    return tuple(classes.candidate(i, float(values[i]), table, task.graphs, {}) for i in chosen.tolist())


def _by_transactions(
    table: ClassTable, classes: _Classes, task: Task, monitor: Monitor
) -> tuple[tuple[Candidate, ...], str | None]:
    """Count graphs class by class, by descending bound, until no other class can enter the top."""
    request = task.request
    bounds = np.minimum(classes.images, task.graphs.num_graphs)
    found: list[Candidate] = []
    values: list[float] = []
    reason = None
    for i in np.lexsort((-classes.graph, -bounds)).tolist():
        values.sort(reverse=True)
        few = len(values) < request.max_candidates
        if len(values) >= request.search_depth and values[request.search_depth - 1] >= bounds[i] + few:
            break
        pattern = task.graphs.pattern(table.pattern(int(classes.entry[i]), False))
        counted = transactions(MatchQuery.of(pattern, task.graphs, threads=request.threads), monitor)
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
        self,
        number: int,
        score: float,
        table: ClassTable,
        graphs: GraphCollection,
        more: dict[FrequencyName, Frequency],
    ) -> Candidate:
        make, entry = _maker(table), int(self.entry[number])
        known = {"graph": make(int(table.graph[entry])), "images": make(int(self.images[number])), **more}
        return Candidate(graphs.pattern(table.pattern(entry, False)).canonical(), score, known)


def _maker(table: ClassTable) -> Callable[[int], Frequency]:
    return Frequency.exact if table.complete else Frequency.lower_bound


METHOD = Method(
    name="exact",
    summary=f"enumerate every pattern of up to {MAX_ENUMERATION_SIZE} nodes: proven, where it is affordable",
    settings=ExactSettings,
    search=search,
    sizes=range(2, MAX_ENUMERATION_SIZE + 1),
    frequency_names=("anchored", "graph", "transactions", "images"),
    induced=(True,),
    guarantee="the true ranking (`proven`), or lower bounds if a budget ended it",
    shared=True,
)
