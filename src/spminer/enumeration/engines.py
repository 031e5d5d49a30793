"""Engines of exact enumeration: each counts every connected induced subgraph of one size by class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from spminer import _core
from spminer._util.checkpoint import States
from spminer._util.system import machine_memory
from spminer.counting.census import count_census
from spminer.enumeration.glimpse import glimpse
from spminer.enumeration.parts import count_in_parts
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.results.frequency import Frequency
    from spminer.results.request import Engine

__all__ = [
    "MAX_ENUMERATION_SIZE",
    "ClassTable",
    "Ranking",
    "census_bytes",
    "census_possible",
    "check_size",
    "count_classes",
    "engine_possible",
    "memory_warnings",
    "planned_engine",
]

Ranking = Literal["anchored", "graph", "images"]

MAX_ENUMERATION_SIZE = 16
CENSUS_SIZES = range(3, 6)
# Below this many subgraphs visiting them all takes about a second; above, the census of small sizes is worth its
# fixed cost (benchmarks/bench_census.py).
CENSUS_FROM = 20_000_000
# Bytes that a census takes for each node (a number for each rooted pattern) and each edge, by size
# (benchmarks/bench_census.py).
_CENSUS_BYTES = {3: (64, 5), 4: (164, 9), 5: (660, 70)}
_USUAL_MEMORY = 8 << 30  # of a machine that does not tell


@dataclass(frozen=True, slots=True)
class ClassTable:
    """Anchored classes as an engine counts them: one entry per class and orbit.

    Attributes
    ----------
    stop_reason
        ``None`` if every subgraph was counted, or what stopped the engine.
    class_id, anchored, graph
        Class, anchored frequency and graph-level frequency of each entry.
    seen
        Number of classes in all, of which the table may have the best only.
    pattern
        ``pattern(entry, anchored)`` is the native canonical pattern.
    certain
        Of a stopped engine, whether the numbers of each entry are exact all the same: those of others are lower bounds.
    """

    stop_reason: str | None
    class_id: NDArray[np.int64]
    anchored: NDArray[np.int64]
    graph: NDArray[np.uint64]
    seen: int
    pattern: Callable[[int, bool], _core.Pattern]
    certain: NDArray[np.bool_] | None = None

    def exact(self, entry: int) -> bool:
        """Whether the numbers of an entry are exact."""
        return self.complete or (self.certain is not None and bool(self.certain[entry]))

    @property
    def complete(self) -> bool:
        """Whether every subgraph was counted."""
        return self.stop_reason is None


def count_classes(
    graphs: GraphCollection,
    size: int,
    engine: Engine,
    monitor: Monitor,
    *,
    most: int | None = None,
    ranking: Ranking = "anchored",
    threads: int = 0,
    memory_limit: int = 0,
    states: States | None = None,
) -> ClassTable:
    """Every anchored class of one size, by one of the engines (not ``"auto"``).

    A run with a crew lets it visit subgraphs (``"esu"``); what was visited is kept in ``states`` as it goes. With
    ``most``, classes that are neither among so many best by ``ranking`` nor equal to the last of them may be left
    out; the best entry of a class ranks it by ``"anchored"``, the worst by ``"images"``.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> tables = [count_classes(example(), 3, engine, Monitor()) for engine in ("esu", "census", "tally")]
    >>> [sorted(table.anchored.tolist()) for table in tables]  # triangles, ends and middles of paths
    [[22, 32, 34], [22, 32, 34], [22, 32, 34]]
    """
    if engine == "esu" and monitor.crew is not None:
        found, reason = count_in_parts(
            graphs, size, monitor.crew, monitor, threads=threads, memory_limit=memory_limit, states=states or States()
        )
        return _table(found, reason)
    monitor.note_here(f"engine {engine!r}" if engine == "tally" else "")
    if engine == "census":
        return _census(graphs, size, monitor, threads, memory_limit)
    control = monitor.control()
    target, limit = graphs.target(), memory_limit
    try:
        if engine == "tally":
            best, limit = getattr(_core.Ranking, ranking), memory_limit or _default_memory_limit()
            result = _core.tally_subgraphs(
                target, size, control, ranking=best, most=most or 0, threads=threads, memory_limit=limit
            )
        else:
            result = _core.enumerate_subgraphs(target, size, control, threads=threads, memory_limit=limit)
    except ValueError as error:  # too many labels: only the core knows
        raise UsageError(f"{error}; enumerate a smaller size or leave the labels out") from error
    return _table(result, None if result.complete else control.stop_reason)


def memory_warnings(stop_reason: str | None, memory_limit: int | None) -> tuple[str, ...]:
    """What to do where a limit that nobody had set ended an engine.

    >>> memory_warnings("time limit", None)
    ()
    >>> for warning in memory_warnings("memory limit", None):
    ...     print(warning)
    half of this machine's memory was too little for all classes: try a smaller size, leave labels out, ...
    """
    if stop_reason != "memory limit" or memory_limit:
        return ()
    return (
        "half of this machine's memory was too little for all classes: try a smaller size, leave labels out, or set a "
        "limit of your own, which may be higher",
    )


def _default_memory_limit() -> int:
    """Half of the machine's memory: a tally of many labels would fill all of it."""
    return (machine_memory() or _USUAL_MEMORY) // 2


def _table(result: _core.Enumeration, stop_reason: str | None) -> ClassTable:
    class_id = np.repeat(np.arange(result.classes), np.diff(result.orbit_offset))
    nodes = result.orbit_node

    def pattern(entry: int, anchored: bool) -> _core.Pattern:
        return result.pattern(int(class_id[entry]), anchor=int(nodes[entry]) if anchored else -1)

    return ClassTable(
        stop_reason, class_id, result.anchored_frequency, result.graph_frequency[class_id], result.seen, pattern
    )


def _census(graphs: GraphCollection, size: int, monitor: Monitor, threads: int, memory_limit: int) -> ClassTable:
    """All classes; a census that is stopped has those that are certain, and lower bounds of others from a glimpse."""
    control, reason = monitor.control(), None
    orbits: list[tuple[_core.CensusOrbit, bool]] = []
    if memory_limit and census_bytes(graphs, size) > memory_limit:
        reason = "memory limit"
    else:
        result = count_census(graphs, size, monitor, control, threads=threads)
        orbits = [(orbit, True) for orbit in result.orbits]
        if not result.complete:
            reason = monitor.stop_reason or control.stop_reason
    if reason is not None:
        known = {(orbit.graph_class, tuple(orbit.edges)) for orbit, _ in orbits}
        seen = glimpse(graphs, size).orbits
        orbits += [(orbit, False) for orbit in seen if (orbit.graph_class, tuple(orbit.edges)) not in known]
    orbits = [(orbit, certain) for orbit, certain in orbits if orbit.anchored_frequency]

    def pattern(entry: int, anchored: bool) -> _core.Pattern:
        orbit, _ = orbits[entry]
        edges = np.array(orbit.edges, dtype=np.int32)
        return _core.Pattern(size, edges, anchor=orbit.anchor if anchored else -1)

    return ClassTable(
        reason,
        np.array([orbit.graph_class for orbit, _ in orbits], dtype=np.int64),
        np.array([orbit.anchored_frequency for orbit, _ in orbits], dtype=np.int64),
        np.array([orbit.graph_frequency for orbit, _ in orbits], dtype=np.uint64),
        len({orbit.graph_class for orbit, _ in orbits}),
        pattern,
        np.array([certain for _, certain in orbits], dtype=np.bool_),
    )


def planned_engine(graphs: GraphCollection, size: int, subgraphs: Frequency, memory_limit: int | None = None) -> Engine:
    """The census or not, for about this many subgraphs, or for more than could be estimated."""
    many = subgraphs.kind != "estimate" or subgraphs.value > CENSUS_FROM
    if not many or not census_possible(graphs, size):
        return "esu"
    return "census" if memory_limit is None or census_bytes(graphs, size) <= memory_limit else "esu"


def census_bytes(graphs: GraphCollection, size: int) -> int:
    """About how much memory a census takes besides the graphs.

    >>> from spminer.datasets import example
    >>> census_bytes(example(), 5)  # of 34 nodes and 78 edges
    27900
    """
    per_node, per_edge = _CENSUS_BYTES[size]
    return per_node * graphs.num_nodes + per_edge * graphs.num_edges


def engine_possible(graphs: GraphCollection, size: int, engine: Engine) -> bool:
    """Whether an engine can count these graphs.

    >>> import spminer
    >>> arc = spminer.from_edges([(0, 1)], directed=True)
    >>> [engine_possible(arc, 3, engine) for engine in ("esu", "census", "tally")]
    [True, False, True]
    """
    if engine == "census":
        return census_possible(graphs, size)
    return engine != "tally" or _core.can_tally(graphs.target(), size)


def census_possible(graphs: GraphCollection, size: int) -> bool:
    """Whether the census can count these graphs: plain ones, of small sizes, whose counts fit."""
    plain = not graphs.directed and graphs.node_labels is None and graphs.edge_labels is None
    if not plain or size not in CENSUS_SIZES:
        return False
    largest_degree = int(np.diff(graphs.indptr).max(initial=0))
    return bool(largest_degree ** (size - 1) < 2**64)


def check_size(size: int) -> None:
    """Refuse a size that no engine takes."""
    if not 2 <= size <= MAX_ENUMERATION_SIZE:
        raise UsageError(f"size must be 2 to {MAX_ENUMERATION_SIZE}, not {size}")
