"""Exact enumeration: every connected induced subgraph of one size, counted by anchored class.

:func:`count_classes` runs one of three engines, which fill the same table (:mod:`spminer.counting.class_table`):

- ``esu`` visits every connected node set once, from its first node. The class of a set follows from the class of the
  set before and from the nodes that the new node is joined to, by a table that canonical forms fill on demand.
- ``census`` counts plain graphs of 3 to 5 nodes by formulas (:mod:`spminer.counting.census`).
- ``tally`` is for graphs with so many labels that most subgraphs are of a class of their own (2 to 6 nodes). One walk
  counts node sets by a key of labels; further walks collect anchors only of classes whose counts let them be among the
  best.

:mod:`spminer.counting.engine_choice` chooses the engine. With an executor, ``esu`` is done in parts
(:mod:`spminer.counting.enumeration_parts`). :func:`count_patterns` turns a table into frequencies of patterns.

Cost: ``esu`` and ``tally`` take time proportional to the number of connected subgraphs, and memory by the number of
classes. Results do not depend on the number of threads or workers.

Time or memory limit: the table has a stop reason and lower bounds. Without a limit by the user, a tally takes at most
half of the machine's memory, and :func:`memory_warnings` says what to do.

Reference: Wernicke, "Efficient detection of network motifs", IEEE/ACM Transactions on Computational Biology and
Bioinformatics 2006.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from spminer import _core
from spminer._util.checkpoint import States
from spminer._util.system import machine_memory
from spminer.counting.census import census_table
from spminer.counting.class_table import ClassTable
from spminer.counting.enumeration_parts import count_in_parts
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer._util.executor import Executor
    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import FrequencyName
    from spminer.results.request import Engine

__all__ = ["CanonicalCache", "count_classes", "count_patterns", "memory_warnings"]

Ranking = Literal["anchored", "graph", "images"]
_USUAL_MEMORY = 8 << 30  # assumed if the machine's memory is unknown


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

    With an executor, its workers visit the subgraphs (``"esu"``), and finished parts are kept in ``states``. With
    ``most``, classes may be left out that are neither among that many best by ``ranking`` nor equal to the last of
    them. ``"anchored"`` ranks a class by its best entry, ``"images"`` by its worst.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> tables = [count_classes(example(), 3, engine, Monitor()) for engine in ("esu", "census", "tally")]
    >>> [sorted(table.anchored.tolist()) for table in tables]  # triangles, ends and middles of paths
    [[22, 32, 34], [22, 32, 34], [22, 32, 34]]
    """
    if engine == "census":
        return census_table(graphs, size, monitor, threads, memory_limit)
    if engine == "tally":
        monitor.executor.note_local("engine 'tally'")

    def whole() -> tuple[_core.Enumeration, str | None]:
        control, target = monitor.control(), graphs.target()
        if engine == "tally":
            best, limit = getattr(_core.Ranking, ranking), memory_limit or _default_memory_limit()
            result = _core.tally_subgraphs(
                target, size, control, ranking=best, most=most or 0, threads=threads, memory_limit=limit
            )
        else:
            result = _core.enumerate_subgraphs(target, size, control, threads=threads, memory_limit=memory_limit)
        return result, None if result.complete else control.stop_reason

    def in_parts(executor: Executor) -> tuple[_core.Enumeration, str | None]:
        return count_in_parts(
            graphs, size, executor, monitor, threads=threads, memory_limit=memory_limit, states=states or States()
        )

    try:
        return _table(*monitor.executor.run(whole, in_parts, worth=engine == "esu"))
    except ValueError as error:  # too many labels: only the core knows
        raise UsageError(f"{error}; enumerate a smaller size or leave the labels out") from error


def _table(result: _core.Enumeration, stop_reason: str | None) -> ClassTable:
    class_id = np.repeat(np.arange(result.classes), np.diff(result.orbit_offset))
    nodes = result.orbit_node

    def pattern(entry: int, anchored: bool) -> _core.Pattern:
        return result.pattern(int(class_id[entry]), anchor=int(nodes[entry]) if anchored else -1)

    return ClassTable(
        stop_reason, class_id, result.anchored_frequency, result.graph_frequency[class_id], result.seen, pattern
    )


def _default_memory_limit() -> int:
    """Half of the machine's memory: a tally of many labels could fill all of it."""
    return (machine_memory() or _USUAL_MEMORY) // 2


def memory_warnings(stop_reason: str | None, memory_limit: int | None) -> tuple[str, ...]:
    """Advice where the default memory limit ended an engine.

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


def count_patterns(
    graphs: GraphCollection,
    size: int,
    engine: Engine,
    frequency_name: FrequencyName,
    monitor: Monitor,
    *,
    threads: int = 0,
    cache: CanonicalCache | None = None,
) -> dict[Pattern, int] | None:
    """The frequency of every pattern of a size, by any frequency but transactions; ``None`` if it was stopped.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> found = count_patterns(example(), 3, "esu", "graph", Monitor())
    >>> {pattern.text: count for pattern, count in found.items()}
    {'0-1,1-2': 393, '0-1,0-2,1-2': 45}
    """
    table = count_classes(graphs, size, engine, monitor, threads=threads)
    if not table.complete:
        return None
    form = (cache or CanonicalCache()).of(graphs)
    return _anchored(table, form) if frequency_name == "anchored" else _plain(table, form, frequency_name)


def _anchored(table: ClassTable, form: Callable[[_core.Pattern], Pattern]) -> dict[Pattern, int]:
    return {form(table.pattern(entry, True)): count for entry, count in enumerate(table.anchored.tolist())}


def _plain(
    table: ClassTable, form: Callable[[_core.Pattern], Pattern], frequency_name: FrequencyName
) -> dict[Pattern, int]:
    """Patterns without anchors; image support is the least anchored frequency of an orbit."""
    _, first, inverse = np.unique(table.class_id, return_index=True, return_inverse=True)
    counts = table.graph[first]
    if frequency_name == "images":
        counts = np.full(len(first), np.iinfo(np.int64).max)
        np.minimum.at(counts, inverse, table.anchored)
    return {form(table.pattern(int(entry), False)): int(count) for entry, count in zip(first, counts, strict=True)}


class CanonicalCache:
    """Cache of canonical patterns by their native form, since many graphs have the same classes."""

    def __init__(self) -> None:
        self._known: dict[Any, dict[Any, Pattern]] = {}

    def of(self, graphs: GraphCollection) -> Callable[[_core.Pattern], Pattern]:
        """A function from native patterns of these graphs to canonical patterns."""
        names = (graphs.directed, graphs.node_label_names, graphs.edge_label_names)
        known = self._known.setdefault(names, {})

        def canonical(native: _core.Pattern) -> Pattern:
            form = (native.size, native.anchor, native.edges.tobytes(), tuple(native.labels))
            if form not in known:
                known[form] = graphs.pattern(native).canonical()
            return known[form]

        return canonical
