"""Exact enumeration: every connected induced subgraph of one size, counted by class."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

import numpy as np

from spminer import _core
from spminer.counting.count import find_embeddings
from spminer.errors import UsageError
from spminer.frequencies import Definition, Frequency
from spminer.request.enumeration import Engine, EnumerationRequest
from spminer.results import Motif, MotifSet
from spminer.results.context import Vicinity
from spminer.results.provenance import InputFacts, peak_memory_bytes, versions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = [
    "MAX_ENUMERATION_SIZE",
    "Engine",
    "Table",
    "count_classes",
    "enumerate_motifs",
    "estimate_subgraphs",
    "planned_engine",
]

MAX_ENUMERATION_SIZE = 16
CENSUS_SIZES = range(3, 6)
# Below this many subgraphs visiting them all takes about a second; above, the census of small sizes is worth its
# fixed cost (benchmarks/bench_census.py).
CENSUS_FROM = 20_000_000


def enumerate_motifs(
    graphs: GraphCollection,
    size: int,
    *,
    top: int | None = 10,
    frequency: Definition = "anchored",
    examples: int = 1,
    engine: Engine = "auto",
    threads: int = 0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    control: _core.Control | None = None,
) -> MotifSet:
    """Count every connected induced subgraph of one size and rank the classes.

    Node labels, edge labels and direction are honored if the graphs have them.

    Parameters
    ----------
    graphs
        The target.
    size
        Number of nodes of the subgraphs, 2 to 16. The number of subgraphs grows about threefold per node in sparse
        graphs and much faster in dense ones: see :func:`estimate_subgraphs`.
    top
        How many motifs to report; ``None`` for all.
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
        Seconds for the search, and bytes for its tables. A run that reaches one is ``"partial"``, and its
        frequencies are lower bounds.
    control
        Watches and stops the run from another thread; takes the place of ``time_limit``.

    Returns
    -------
    MotifSet
        Motifs with both frequencies, most frequent first.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)])
    >>> for motif in spminer.enumerate(graphs, 3):
    ...     print(motif.id, motif.anchored_frequency.value, motif.graph_frequency.value)
    0-1,1-2@0 3 2
    0-1,0-2,1-2@0 3 1
    0-1,0-2@0 1 2
    """
    _check(size, top, frequency, engine, graphs)
    started = time.perf_counter()
    control = control or _core.Control(time_limit=time_limit)
    if engine == "auto":
        engine = planned_engine(graphs, size, estimate_subgraphs(graphs, size, time_limit=0.5))
    table = count_classes(graphs, size, engine, control, threads=threads, memory_limit=memory_limit or 0)
    searched = time.perf_counter()
    motifs = _with_examples(_ranked(table, graphs, top, frequency), graphs, examples)
    finished = time.perf_counter()
    return MotifSet(
        motifs=motifs,
        request=EnumerationRequest(
            sizes=(size,),
            top=top,
            frequency=frequency,
            examples=examples,
            engine=engine,
            threads=threads,
            time_limit=time_limit,
            memory_limit=memory_limit,
        ),
        input=InputFacts.of(graphs),
        status="complete" if table.complete else "partial",
        stop_reason=control.stop_reason,
        timing_s={"total": finished - started, "search": searched - started, "verify": finished - searched},
        peak_memory_bytes=peak_memory_bytes(),
        versions=versions(),
    )


def estimate_subgraphs(
    graphs: GraphCollection, size: int, *, probes: int = 20_000, seed: int = 0, time_limit: float | None = 2.0
) -> Frequency:
    """Estimate how many connected subgraphs of one size there are, without enumerating them.

    Parameters
    ----------
    graphs
        The target.
    size
        Number of nodes of the subgraphs.
    probes
        Random places of the enumeration tree to visit at each of its levels.
    seed
        Seed of the choices.
    time_limit
        Seconds after which what has been seen must do.

    Returns
    -------
    Frequency
        The estimate with its 95 % interval (normal approximation), or the lower bound 0 if time ran out.

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 50) for i in range(50)])
    >>> round(spminer.estimate_subgraphs(ring, 4).value)  # there are 50
    50
    """
    _check_size(size)
    control = _core.Control(time_limit=time_limit)
    value, error, made = _core.estimate_subgraphs(_skeleton(graphs), size, control, probes=probes, seed=seed)
    if made == 0 and graphs.num_nodes > 0:
        return Frequency(0.0, "lower_bound", 0.0, None)
    return Frequency(value, "estimate", max(value - 1.96 * error, 0.0), value + 1.96 * error)


@dataclass(frozen=True, slots=True)
class Table:
    """Anchored classes as an engine returns them: one entry per class and orbit.

    Attributes
    ----------
    complete
        Whether every subgraph was counted; otherwise the numbers are lower bounds.
    class_id, anchored, graph
        Class, anchored frequency and graph-level frequency of each entry.
    pattern
        ``pattern(entry, anchored)`` is the native canonical pattern.
    """

    complete: bool
    class_id: NDArray[np.int64]
    anchored: NDArray[np.int64]
    graph: NDArray[np.uint64]
    pattern: Callable[[int, bool], _core.Pattern]


def count_classes(
    graphs: GraphCollection, size: int, engine: Engine, control: _core.Control, *, threads: int, memory_limit: int = 0
) -> Table:
    """Every anchored class of one size, by one of the engines (not ``"auto"``)."""
    return (_census if engine == "census" else _esu)(graphs, size, control, threads, memory_limit)


def _esu(graphs: GraphCollection, size: int, control: _core.Control, threads: int, memory_limit: int) -> Table:
    try:
        result = _core.enumerate_subgraphs(graphs.target(), size, control, threads=threads, memory_limit=memory_limit)
    except ValueError as error:  # too many edge labels: only the core knows
        raise UsageError(f"{error}; enumerate a smaller size or leave the labels out") from error
    class_id = np.repeat(np.arange(result.classes), np.diff(result.orbit_offset))
    nodes = result.orbit_node

    def pattern(entry: int, anchored: bool) -> _core.Pattern:
        return result.pattern(int(class_id[entry]), anchor=int(nodes[entry]) if anchored else -1)

    return Table(result.complete, class_id, result.anchored_frequency, result.graph_frequency[class_id], pattern)


def _census(graphs: GraphCollection, size: int, control: _core.Control, threads: int, _memory_limit: int) -> Table:
    result = _core.census(graphs.target(), control, size=size, threads=threads)
    orbits = [orbit for orbit in result.orbits if orbit.anchored_frequency]

    def pattern(entry: int, anchored: bool) -> _core.Pattern:
        orbit = orbits[entry]
        edges = np.array(orbit.edges, dtype=np.int32)
        return _core.Pattern(size, edges, anchor=orbit.anchor if anchored else -1)

    return Table(
        result.complete,
        np.array([orbit.graph_class for orbit in orbits], dtype=np.int64),
        np.array([orbit.anchored_frequency for orbit in orbits], dtype=np.int64),
        np.array([orbit.graph_frequency for orbit in orbits], dtype=np.uint64),
        pattern,
    )


def planned_engine(graphs: GraphCollection, size: int, subgraphs: Frequency) -> Engine:
    """The engine that ``"auto"`` takes for about this many subgraphs, or for more than could be estimated."""
    many = subgraphs.kind != "estimate" or subgraphs.value > CENSUS_FROM
    return "census" if many and _census_possible(graphs, size) else "esu"


def _census_possible(graphs: GraphCollection, size: int) -> bool:
    plain = not graphs.directed and graphs.node_labels is None and graphs.edge_labels is None
    if not plain or size not in CENSUS_SIZES:
        return False
    largest_degree = int(np.diff(graphs.indptr).max(initial=0))
    return bool(largest_degree ** (size - 1) < 2**64)  # otherwise a count might not fit


def _ranked(table: Table, graphs: GraphCollection, top: int | None, frequency: Definition) -> tuple[Motif, ...]:
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
        found = find_embeddings(motif.pattern, graphs, examples)
        names = tuple(tuple(graphs.names(row)) for row in found)
        shown.append(replace(motif, examples=names, surroundings=tuple(vicinity.around(row) for row in found)))
    return tuple(shown)


def _skeleton(graphs: GraphCollection) -> _core.Target:
    return graphs.target(direction=False, node_labels=False, edge_labels=False)


def _check(size: int, top: int | None, frequency: str, engine: str, graphs: GraphCollection) -> None:
    _check_size(size)
    if top is not None and top < 1:
        raise UsageError(f"top must be at least 1, not {top}; leave it out (None) for all motifs")
    if frequency not in get_args(Definition):
        raise UsageError(f"frequency is 'anchored' or 'graph', not {frequency!r}")
    if engine not in get_args(Engine):
        raise UsageError(f"engine is 'auto', 'esu' or 'census', not {engine!r}")
    if engine == "census" and not _census_possible(graphs, size):
        raise UsageError("a census counts sizes 3 to 5 of plain undirected graphs; use engine='esu'")


def _check_size(size: int) -> None:
    if not 2 <= size <= MAX_ENUMERATION_SIZE:
        raise UsageError(f"size must be 2 to {MAX_ENUMERATION_SIZE}, not {size}")
