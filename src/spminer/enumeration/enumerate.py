"""Exact enumeration: every connected induced subgraph of some sizes, counted by class and ranked."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from spminer import _core
from spminer.counting.query import Query
from spminer.enumeration.engines import census_possible, check_size, count_classes
from spminer.enumeration.estimate import enumeration_works
from spminer.errors import UsageError
from spminer.frequencies import Definition, Frequency
from spminer.graphs.convert.anything import as_collection
from spminer.request.enumeration import Engine, EnumerationRequest
from spminer.results import Motif, MotifSet
from spminer.results.context import Vicinity
from spminer.results.provenance import InputFacts, peak_memory_bytes, versions
from spminer.running.arguments import explains_names
from spminer.running.monitor import Monitor
from spminer.text.sizes import parse_sizes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spminer.enumeration.engines import ClassTable
    from spminer.graphs import GraphCollection
    from spminer.request import Work

__all__ = ["enumerate_motifs"]


@explains_names
def enumerate_motifs(
    graphs: Any,
    size: int | str | Iterable[int],
    *,
    top: int | None = 10,
    frequency: Definition = "anchored",
    examples: int = 1,
    engine: Engine = "auto",
    threads: int = 0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    monitor: Monitor | None = None,
    works: Mapping[int, Work] | None = None,
) -> MotifSet:
    """Count every connected induced subgraph of one size or several, and rank the classes of each.

    Node labels, edge labels and direction are honored if the graphs have them.

    Parameters
    ----------
    graphs
        The target: a collection, or what :func:`spminer.mine` takes.
    size
        Number of nodes of the subgraphs, 2 to 16, or several: ``"3-5"``, ``[3, 5]``. The number of subgraphs grows
        about threefold per node in sparse graphs and much faster in dense ones: see :func:`estimate_subgraphs`.
    top
        How many motifs of each size to report; ``None`` or 0 for all.
    frequency
        ``"anchored"`` ranks pairs of a pattern and an anchor by Definition 1, ``"graph"`` ranks patterns by
        Definition 2.
    examples
        How many embeddings to report with each motif.
    engine
        ``"esu"`` visits every subgraph. ``"census"`` counts sizes 3 to 5 of plain undirected graphs without visiting
        them. ``"auto"`` takes the census where there are too many subgraphs to visit.
    threads
        Number of threads; 0 for every core. It does not change the result.
    time_limit, memory_limit
        Seconds for the search of all sizes, and bytes for its tables. A run that reaches one is ``"partial"``: the
        frequencies of the size it was at are lower bounds, and larger sizes are missing.
    monitor
        Watches and stops the run from another thread; carries its own time limit.
    works
        What sizes cost, where that was estimated before (:func:`spminer.enumeration.estimate.enumeration_work`).

    Returns
    -------
    MotifSet
        Motifs with both frequencies, smaller sizes first, most frequent first within a size.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)])
    >>> for motif in spminer.enumerate(graphs, 3):
    ...     print(motif.id, motif.anchored_frequency.value, motif.graph_frequency.value)
    0-1,1-2@0 3 2
    0-1,0-2,1-2@0 3 1
    0-1,0-2@0 1 2
    >>> spminer.enumerate(graphs, "2-4", top=1)
    MotifSet(3 motifs of sizes 2-4, complete)
    """
    if monitor is not None and time_limit is not None:
        raise UsageError("give the time limit to the monitor, not both")
    graphs = as_collection(graphs)
    monitor = monitor or Monitor(time_limit=time_limit)
    request = EnumerationRequest(
        sizes=parse_sizes(int(size) if isinstance(size, np.integer) else size),
        top=top or None,
        frequency=frequency,
        examples=examples,
        engine=engine,
        threads=threads,
        time_limit=monitor.time_limit,
        memory_limit=memory_limit,
    )
    _check(request, graphs)
    return _run(request, graphs, monitor, works)


def _run(
    request: EnumerationRequest, graphs: GraphCollection, monitor: Monitor, works: Mapping[int, Work] | None
) -> MotifSet:
    """Size after size; one that is stopped is the last. The result tells the engine of the last."""
    started, verify_s = time.perf_counter(), 0.0
    monitor.update(stage="enumerate", size=request.sizes[0])
    engine, reason = request.engine, None
    estimated = enumeration_works(graphs, request.sizes, monitor, known=works) if engine == "auto" else {}
    memory = request.memory_limit or 0
    motifs: list[Motif] = []
    for size in request.sizes:
        monitor.update(size=size)
        engine = estimated[size].engine if size in estimated else engine
        table = count_classes(graphs, size, engine, monitor, threads=request.threads, memory_limit=memory)
        counted = time.perf_counter()
        motifs += _with_examples(_ranked(table, graphs, request.top, request.frequency), graphs, request.examples)
        verify_s += time.perf_counter() - counted
        reason = table.stop_reason or (monitor.stop_reason if size < request.sizes[-1] else None)
        if reason is not None:
            break
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
    )


def _ranked(table: ClassTable, graphs: GraphCollection, top: int | None, frequency: Definition) -> tuple[Motif, ...]:
    entries = np.arange(len(table.class_id))
    if frequency == "graph":
        _, entries = np.unique(table.class_id, return_index=True)
    # Ties keep the engine's order, which is the same in every run.
    keys = (table.anchored, table.graph) if frequency == "graph" else (table.graph, table.anchored)
    order = np.lexsort(tuple(-key[entries].astype(np.float64) for key in keys))
    chosen = entries[order[:top]]
    make = Frequency.exact if table.complete else Frequency.lower_bound
    motifs = []
    for rank, entry in enumerate(chosen.tolist(), start=1):
        pattern = graphs.pattern(table.pattern(entry, frequency == "anchored")).canonical()
        anchored = make(int(table.anchored[entry])) if frequency == "anchored" else None
        motifs.append(Motif(pattern, rank, anchored, make(int(table.graph[entry]))))
    return tuple(motifs)


def _with_examples(motifs: Iterable[Motif], graphs: GraphCollection, examples: int) -> tuple[Motif, ...]:
    vicinity = Vicinity(graphs)
    shown = []
    for motif in motifs:
        found = Query.make(motif.pattern, graphs).embeddings(_core.Control(), examples)
        names = tuple(tuple(graphs.names(row)) for row in found)
        shown.append(replace(motif, examples=names, surroundings=tuple(vicinity.around(row) for row in found)))
    return tuple(shown)


def _check(request: EnumerationRequest, graphs: GraphCollection) -> None:
    for size in request.sizes:
        check_size(size)
        if request.engine == "census" and not census_possible(graphs, size):
            raise UsageError("a census counts sizes 3 to 5 of plain undirected graphs; use engine='esu'")
    if request.top is not None and request.top < 1:
        raise UsageError(f"top must be at least 1, not {request.top}; leave it out (None) for all motifs")
    if request.frequency not in get_args(Definition):
        raise UsageError(f"frequency is 'anchored' or 'graph', not {request.frequency!r}")
    if request.engine not in get_args(Engine):
        raise UsageError(f"engine is 'auto', 'esu' or 'census', not {request.engine!r}")
