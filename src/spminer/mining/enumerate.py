"""Exact enumeration as a command: every connected induced subgraph of some sizes, counted by class and ranked.

:func:`enumerate_motifs` is :func:`spminer.enumerate`. :func:`enumerate_request`, which the verb calls too, chooses the
engine of each size, counts size by size (:mod:`spminer.counting.enumeration`), ranks and searches examples. With a
reference it counts every class in the reference too and ranks by surprise (:mod:`spminer.significance.comparison`), so
that the result is the whole table.

Time or memory limit: the size in progress has lower bounds, larger sizes are missing, and the result is ``partial``. A
comparison that was stopped ranks by frequency, with a warning.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spminer._util.validation import validate_arguments
from spminer.cluster import run_monitor
from spminer.counting.engine_choice import (
    can_use_engine,
    check_size,
    choose_engine,
    enumeration_costs,
    is_quick_to_visit,
)
from spminer.counting.enumeration import CanonicalCache, count_classes, memory_warnings
from spminer.errors import UsageError
from spminer.graphs.convert.as_collection import as_collection
from spminer.mining.result import comparison_warnings, with_examples
from spminer.results import Motif, MotifSet
from spminer.results.frequency import Frequency
from spminer.results.provenance import InputFacts, peak_memory_bytes, versions
from spminer.results.request import MiningRequest
from spminer.significance.comparison import compare, open_comparison, other_name, rank_compared
from spminer.significance.reference_counts import ComparisonOptions, EnumeratedCounts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from spminer._util.monitor import Monitor
    from spminer.counting.class_table import ClassTable
    from spminer.graphs import GraphCollection
    from spminer.results.frequency import Definition
    from spminer.results.request import Alternative, Engine, EnumerationCost
    from spminer.significance.comparison import Comparison

__all__ = ["enumerate_motifs", "enumerate_request"]


@validate_arguments
def enumerate_motifs(
    graph: Any,
    sizes: int | str | Iterable[int],
    *,
    top: int | None = 10,
    frequency: Definition = "anchored",
    examples: int = 1,
    engine: Engine = "auto",
    threads: int = 0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    against: str | GraphCollection | None = None,
    null_samples: int | None = None,
    alternative: Alternative = "two-sided",
    monitor: Monitor | None = None,
    cluster: Any = None,
    progress: bool | None = None,
) -> MotifSet:
    """Count every connected induced subgraph of one size or several, and rank the classes of each.

    Node labels, edge labels and direction are honored if the graphs have them.

    Parameters
    ----------
    graph
        The target: a collection, or what :func:`spminer.mine` takes.
    sizes
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
        ``"esu"`` visits every subgraph. ``"census"`` counts subgraphs without visiting them, in graphs without labels:
        sizes 3 to 5 of undirected graphs, and size 3 of directed ones. ``"tally"`` visits every subgraph of sizes 2 to
        6 twice, and keeps tables only of the classes that can be among the best: where labels are so many that most
        subgraphs are of a class of their own. ``"auto"`` takes the census where it is faster, and the tally where there
        are too many classes.
    threads
        Number of threads; 0 for every core. It does not change the result.
    time_limit, memory_limit
        Seconds for the search of all sizes, and bytes for its tables. A run that reaches one is ``"partial"``: the
        frequencies of the size it was at are lower bounds, and larger sizes are missing.
    seed
        Seed of the samples of a null model.
    against
        Rank by surprise instead of frequency, compared with a null model, another graph or another class: as for
        :func:`spminer.mine`. Every class that occurs on either side is counted on both by enumeration, so that the
        result is the whole table.
    null_samples, alternative
        As for :func:`spminer.mine`.
    monitor
        Watches and stops the run from another thread; carries its own time limit.
    cluster
        A Dask cluster that does the work: the address of its scheduler or ``"local:4"``, its client
        (``dask.distributed.Client``) or an executor (:mod:`spminer.cluster`); ``None`` for this process alone.
        The result does not depend on it.
    progress
        Whether to show progress after two seconds: a bar in a terminal or a notebook, lines elsewhere. ``None`` shows a
        bar where there is a terminal or a notebook, and nothing elsewhere or with a ``monitor``.

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

    The triangle of the bundled example, beside twenty graphs with the same degrees:

    >>> from spminer.datasets import example
    >>> table = spminer.enumerate(example(), 3, frequency="graph", against="degree", null_samples=20)
    >>> for motif in table:
    ...     print(motif.id, motif.graph_frequency.value, motif.against.expected)
    0-1,0-2,1-2 45 39.0
    0-1,1-2 393 411.0
    """
    given = {**locals(), "top": top or None, "against": other_name(against)}
    request = MiningRequest.from_options(
        command="enumerate", method="exact", **MiningRequest.select_options(given, "enumerate")
    )
    with run_monitor(monitor, time_limit, cluster, progress) as watch:
        request = replace(request, time_limit=watch.time_limit)
        return enumerate_request(as_collection(graph, monitor=watch), request, watch, against=against)


def enumerate_request(
    graphs: GraphCollection,
    request: MiningRequest,
    monitor: Monitor,
    *,
    against: str | GraphCollection | None = None,
    costs: Mapping[int, EnumerationCost] | None = None,
) -> MotifSet:
    """Count and rank the classes of each size; with a reference, compare them with its classes and rank by surprise.

    ``costs`` are costs of sizes that the caller has estimated already. A size that is stopped is the last. Without a
    comparison, the request of the result has the engine of the last size.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> enumerate_request(example(), MiningRequest(command="enumerate", sizes=(3, 4), top=2), Monitor())
    MotifSet(4 motifs of sizes 3-4, complete)
    """
    target, comparison = graphs, None
    if against is not None:
        target, comparison = open_comparison(graphs, against, ComparisonOptions.of(request), monitor)
        comparison.prepare(monitor)
    _check(request, target)
    started = time.perf_counter()
    monitor.update(stage="enumerate", size=request.sizes[0])
    if request.engine == "auto":
        costs = costs or {}
        sizes = [
            size
            for size in request.sizes
            if size in costs or comparison is not None or not is_quick_to_visit(target, size)
        ]
        if sizes:
            costs = enumeration_costs(
                target, sizes, monitor, known=costs, memory_limit=request.memory_limit, threads=request.threads
            )
    found, engine, reason, verify_s = _count_classes(
        target, request, monitor, costs or {}, whole=comparison is not None
    )
    total_s = time.perf_counter() - started
    timing = {"total": total_s, "search": total_s - verify_s, "verify": verify_s}
    warnings = memory_warnings(reason, request.memory_limit)
    if comparison is None:
        motifs, request = tuple(found), replace(request, engine=engine)
    else:
        compared = _compare(found, comparison, request, monitor, costs) if reason is None else None
        if compared is not None:
            motifs = with_examples(compared, target, request.examples, monitor)
            reason = monitor.stop_reason
            timing |= {"total": monitor.elapsed, "verify": monitor.elapsed - timing["search"]}
            warnings += (*comparison_warnings(motifs), *comparison.remarks)
        else:  # ranked by frequency
            reason = reason or monitor.stop_reason or "time limit"
            best = [motif for motif in found if request.top is None or motif.rank <= request.top]
            motifs = with_examples(best, target, request.examples, monitor)
            warnings += tuple(comparison_warnings(motifs, request.sizes))
    return MotifSet(
        motifs=motifs,
        request=request,
        input=InputFacts.of(target),
        status="complete" if reason is None else "partial",
        stop_reason=reason,
        timing_s=timing,
        peak_memory_bytes=peak_memory_bytes(),
        versions=versions(),
        warnings=warnings,
    )


def _count_classes(
    graphs: GraphCollection,
    request: MiningRequest,
    monitor: Monitor,
    costs: Mapping[int, EnumerationCost],
    *,
    whole: bool,
) -> tuple[list[Motif], Engine, str | None, float]:
    """Motifs by size and frequency, the last engine, why it stopped, and the seconds for examples.

    All classes without examples if these are the ``whole`` table of a comparison.
    """
    engine, reason, verify_s = request.engine, None, 0.0
    ranking: Definition = "graph" if request.frequency == "graph" else "anchored"
    top = None if whole else request.top
    motifs: list[Motif] = []
    for size in request.sizes:
        monitor.update(size=size)
        quick = request.engine == "auto" and size not in costs
        if request.engine == "auto":
            engine = choose_engine(graphs, size, None, request.memory_limit) if quick else costs[size].engine
        table = count_classes(
            graphs,
            size,
            engine,
            monitor,
            most=top,
            ranking=ranking,
            threads=1 if quick else request.threads,
            memory_limit=request.memory_limit or 0,
        )
        counted = time.perf_counter()
        ranked = _ranked(table, graphs, size, top, ranking)
        motifs += ranked if whole else with_examples(ranked, graphs, request.examples, monitor)
        verify_s += time.perf_counter() - counted
        reason = table.stop_reason or (monitor.stop_reason if size < request.sizes[-1] else None)
        if reason is not None:
            break
    if "interrupted" in (reason, monitor.stop_reason):  # the former is what native work says of any stop
        reason = monitor.stop_reason or reason
    return motifs, engine, reason, verify_s


def _compare(
    found: Sequence[Motif],
    comparison: Comparison,
    request: MiningRequest,
    monitor: Monitor,
    costs: Mapping[int, EnumerationCost] | None,
) -> list[Motif] | None:
    """The most surprising motifs, with those that only the reference has; ``None`` if there was no time."""
    known = {motif.pattern: motif for motif in found}
    here = {pattern: motif.frequency(request.frequency) or Frequency.exact(0) for pattern, motif in known.items()}
    counts = EnumeratedCounts.of(
        comparison.graphs,
        here,
        request.sizes,
        request.frequency,
        engine=request.engine,
        costs=costs,
        threads=request.threads,
    )
    compared = compare(comparison, here, counts, monitor)
    if compared is None:
        return None
    ranked = rank_compared(compared, request.sizes, direction=request.direction, top=request.top)
    none = Frequency.exact(0)
    motifs = []
    for group in ranked.values():
        for rank, one in enumerate(group, start=1):
            motif = known.get(one.pattern) or Motif(
                one.pattern, 1, none if request.frequency == "anchored" else None, none, proven=True
            )
            motifs.append(replace(motif, rank=rank, against=one.contrast, score=one.surprise))
    return motifs


_LIMITS = {
    "census": "a census counts sizes 3 to 5 of undirected graphs, and size 3 of directed ones, without labels; "
    "use engine='esu'",
    "tally": "a tally counts sizes 2 to 6, of not too many different labels; use engine='esu'",
}


def _check(request: MiningRequest, graphs: GraphCollection) -> None:
    """Refuse sizes and engines that these graphs cannot be enumerated with."""
    for size in request.sizes:
        check_size(size)
        if request.engine != "auto" and not can_use_engine(graphs, size, request.engine):
            raise UsageError(_LIMITS[request.engine])


# Canonical forms of plain patterns of few nodes, of which there are few: calls in loops need them again and again.
_REMEMBERED, _MOST_REMEMBERED = CanonicalCache(), 5


def _ranked(
    table: ClassTable, graphs: GraphCollection, size: int, top: int | None, frequency: Definition
) -> tuple[Motif, ...]:
    remembered = _REMEMBERED.of(graphs) if graphs.is_plain and size <= _MOST_REMEMBERED else None
    motifs = []
    for rank, entry in enumerate(table.ranked(frequency, top), start=1):
        make = Frequency.exact if table.exact(entry) else Frequency.lower_bound
        native = table.pattern(entry, frequency == "anchored")
        pattern = graphs.pattern(native).canonical() if remembered is None else remembered(native)
        anchored = make(int(table.anchored[entry])) if frequency == "anchored" else None
        motifs.append(Motif(pattern, rank, anchored, make(int(table.graph[entry])), proven=table.complete))
    return tuple(motifs)
