"""Frequencies of every pattern of a size in a graph, from the table of an engine."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.enumeration.engines import count_classes, engine_possible
from spminer.enumeration.estimate import enumeration_works

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from spminer import _core
    from spminer._util.monitor import Monitor
    from spminer.enumeration.engines import ClassTable
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import Objective
    from spminer.results.request import Engine, Work

__all__ = ["PatternCounter", "count_patterns"]


class Forms:
    """Canonical patterns by their native form, which is quicker to compare: many graphs have the same classes."""

    def __init__(self) -> None:
        self._known: dict[Any, dict[Any, Pattern]] = {}

    def of(self, graphs: GraphCollection) -> Callable[[_core.Pattern], Pattern]:
        """What makes canonical patterns of native ones of these graphs."""
        names = (graphs.directed, graphs.node_label_names, graphs.edge_label_names)
        known = self._known.setdefault(names, {})

        def canonical(native: _core.Pattern) -> Pattern:
            form = (native.size, native.anchor, native.edges.tobytes(), tuple(native.labels))
            if form not in known:
                known[form] = graphs.pattern(native).canonical()
            return known[form]

        return canonical


def count_patterns(
    graphs: GraphCollection,
    size: int,
    engine: Engine,
    objective: Objective,
    monitor: Monitor,
    *,
    threads: int = 0,
    forms: Forms | None = None,
) -> dict[Pattern, int] | None:
    """The frequency of every pattern of a size by an objective, any but transactions; ``None`` if there was no time.

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
    form = (forms or Forms()).of(graphs)
    return _anchored(table, form) if objective == "anchored" else _plain(table, form, objective)


@dataclass(frozen=True, slots=True)
class PatternCounter:
    """Counts all patterns of some sizes in one graph after another, by the engines that suit the first.

    Attributes
    ----------
    nodes, edges
        How large the first graph is: one as large, such as a shuffled copy, is counted by the same engines.
    sizes, objective
        What to count.
    engine
        The engine for all, or ``"auto"``.
    works
        What sizes cost in a graph that large, as far as that is known.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> len(PatternCounter.of(example(), (3, 4), "graph")(example(), Monitor()))
    8
    """

    nodes: int
    edges: int
    sizes: tuple[int, ...]
    objective: Objective
    engine: Engine = "auto"
    works: dict[int, Work] = field(default_factory=dict)
    _forms: Forms = field(default_factory=Forms)

    @classmethod
    def of(
        cls,
        target: GraphCollection,
        sizes: tuple[int, ...],
        objective: Objective,
        engine: Engine = "auto",
        works: Mapping[int, Work] | None = None,
    ) -> PatternCounter:
        """A counter for a graph and others as large."""
        return cls(target.num_nodes, target.num_edges, sizes, objective, engine, dict(works or {}))

    def settle(self, target: GraphCollection, monitor: Monitor) -> None:
        """Choose the engines now, before others are asked to count."""
        self._engines(target, monitor)

    def seconds(self, target: GraphCollection, monitor: Monitor) -> float:
        """Rough seconds of one thread for one graph, estimated by steps."""
        self.works.update(enumeration_works(target, self.sizes, monitor, known=self.works))
        return sum(self.works[size].seconds for size in self.sizes)

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent without the patterns that it has met: those of a process are shared by all that arrive there."""
        return _arrived, (self.nodes, self.edges, self.sizes, self.objective, self.engine, self.works)

    def __call__(self, graphs: GraphCollection, monitor: Monitor, *, threads: int = 0) -> dict[Pattern, int] | None:
        """The frequency of every pattern of these sizes; ``None`` if there was no time."""
        found: dict[Pattern, int] = {}
        for size, engine in self._engines(graphs, monitor).items():
            part = count_patterns(graphs, size, engine, self.objective, monitor, threads=threads, forms=self._forms)
            if part is None:
                return None
            found |= part
        return found

    def _engines(self, graphs: GraphCollection, monitor: Monitor) -> dict[int, Engine]:
        if self.engine != "auto":
            return dict.fromkeys(self.sizes, self.engine)
        alike = (graphs.num_nodes, graphs.num_edges) == (self.nodes, self.edges)
        works = enumeration_works(graphs, self.sizes, monitor, known=self.works if alike else {})
        if alike:
            self.works.update(works)
        return {
            size: work.engine if engine_possible(graphs, size, work.engine) else "esu" for size, work in works.items()
        }


_forms_here = Forms()


def _arrived(*values: Any) -> PatternCounter:
    return replace(PatternCounter(*values), _forms=_forms_here)


def _anchored(table: ClassTable, form: Callable[[_core.Pattern], Pattern]) -> dict[Pattern, int]:
    return {form(table.pattern(entry, True)): count for entry, count in enumerate(table.anchored.tolist())}


def _plain(table: ClassTable, form: Callable[[_core.Pattern], Pattern], objective: Objective) -> dict[Pattern, int]:
    """Patterns without anchors; the images of one are the anchors of the orbit that has fewest."""
    _, first, inverse = np.unique(table.class_id, return_index=True, return_inverse=True)
    counts = table.graph[first]
    if objective == "images":
        counts = np.full(len(first), np.iinfo(np.int64).max)
        np.minimum.at(counts, inverse, table.anchored)
    return {form(table.pattern(int(entry), False)): int(count) for entry, count in zip(first, counts, strict=True)}
