"""Exact enumeration: every connected induced subgraph of some sizes, counted by class and ranked."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from spminer.counting.engine_choice import check_size, engine_possible, enumeration_works
from spminer.counting.enumeration import count_classes, memory_warnings
from spminer.counting.matching import Query
from spminer.errors import UsageError
from spminer.results import Motif, MotifSet
from spminer.results.frequency import Frequency
from spminer.results.motif import Vicinity
from spminer.results.provenance import InputFacts, peak_memory_bytes, versions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spminer._util.monitor import Monitor
    from spminer.counting.class_table import ClassTable
    from spminer.graphs import GraphCollection
    from spminer.results.frequency import Definition
    from spminer.results.request import EnumerationRequest, Work

__all__ = ["enumerate_classes", "with_examples"]

_LIMITS = {
    "census": "a census counts sizes 3 to 5 of plain undirected graphs; use engine='esu'",
    "tally": "a tally counts sizes 2 to 6, of not too many different labels; use engine='esu'",
}


def enumerate_classes(
    graphs: GraphCollection, request: EnumerationRequest, monitor: Monitor, works: Mapping[int, Work] | None = None
) -> MotifSet:
    """Count and rank the classes of each size, without regard to a comparison.

    Size after size; one that is stopped is the last. The result tells the engine of the last.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> from spminer.results.request import EnumerationRequest
    >>> enumerate_classes(example(), EnumerationRequest(sizes=(3, 4), top=2), Monitor())
    MotifSet(4 motifs of sizes 3-4, complete)
    """
    _check(request, graphs)
    started, verify_s = time.perf_counter(), 0.0
    monitor.update(stage="enumerate", size=request.sizes[0])
    engine, reason = request.engine, None
    memory, estimated = request.memory_limit or 0, {}
    if engine == "auto":
        estimated = enumeration_works(graphs, request.sizes, monitor, known=works, memory_limit=request.memory_limit)
    motifs: list[Motif] = []
    for size in request.sizes:
        monitor.update(size=size)
        engine = estimated[size].engine if size in estimated else engine
        table = count_classes(
            graphs,
            size,
            engine,
            monitor,
            most=request.top,
            ranking=request.frequency,
            threads=request.threads,
            memory_limit=memory,
        )
        counted = time.perf_counter()
        motifs += with_examples(
            _ranked(table, graphs, request.top, request.frequency), graphs, request.examples, monitor
        )
        verify_s += time.perf_counter() - counted
        reason = table.stop_reason or (monitor.stop_reason if size < request.sizes[-1] else None)
        if reason is not None:
            break
    if (
        reason == "interrupted" or monitor.stop_reason == "interrupted"
    ):  # the former is what native work says of any stop
        reason = monitor.stop_reason or reason
    total_s = time.perf_counter() - started
    return MotifSet(
        motifs=tuple(motifs),
        request=replace(request, engine=engine),
        input=InputFacts.of(graphs),
        status="complete" if reason is None else "partial",
        stop_reason=reason,
        timing_s={"total": total_s, "search": total_s - verify_s, "verify": verify_s},
        peak_memory_bytes=peak_memory_bytes(),
        versions=versions(),
        warnings=memory_warnings(reason, request.memory_limit),
    )


def _ranked(table: ClassTable, graphs: GraphCollection, top: int | None, frequency: Definition) -> tuple[Motif, ...]:
    entries = np.arange(len(table.class_id))
    if frequency == "graph":
        _, entries = np.unique(table.class_id, return_index=True)
    # Ties keep the engine's order, which is the same in every run.
    keys = (table.anchored, table.graph) if frequency == "graph" else (table.graph, table.anchored)
    order = np.lexsort(tuple(-key[entries].astype(np.float64) for key in keys))
    chosen = entries[order[:top]]
    motifs = []
    for rank, entry in enumerate(chosen.tolist(), start=1):
        make = Frequency.exact if table.exact(entry) else Frequency.lower_bound
        pattern = graphs.pattern(table.pattern(entry, frequency == "anchored")).canonical()
        anchored = make(int(table.anchored[entry])) if frequency == "anchored" else None
        motifs.append(Motif(pattern, rank, anchored, make(int(table.graph[entry])), proven=table.complete))
    return tuple(motifs)


def with_examples(
    motifs: Iterable[Motif], graphs: GraphCollection, examples: int, monitor: Monitor
) -> tuple[Motif, ...]:
    """The motifs with embeddings, and what is around these; those for which there is no time have none."""
    vicinity = Vicinity(graphs)
    shown = []
    for motif in motifs:
        if monitor.stopped:
            shown.append(motif)
            continue
        found = Query.make(motif.pattern, graphs).embeddings(monitor.control(shown=False), examples)
        names = tuple(tuple(graphs.names(row)) for row in found)
        shown.append(replace(motif, examples=names, surroundings=tuple(vicinity.around(row) for row in found)))
    return tuple(shown)


def _check(request: EnumerationRequest, graphs: GraphCollection) -> None:
    request.check()
    for size in request.sizes:
        check_size(size)
        if request.engine != "auto" and not engine_possible(graphs, size, request.engine):
            raise UsageError(_LIMITS[request.engine])
