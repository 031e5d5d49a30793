"""Distinct motifs: greedily those that cover most of what is not yet covered, so that ten lines tell ten things."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer.counting.intervals import anchored_frequency
from spminer.counting.matching import Query
from spminer.counting.support import transaction_support
from spminer.mining.places import anchors_within, sampled_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.methods.base import Candidate, Task
    from spminer.patterns import Pattern
    from spminer.results.frequency import Frequency

__all__ = ["Coverage", "Covers", "cover_again", "greedily"]

_STEPS = 100_000  # for one anchor of a graph


@dataclass(frozen=True, slots=True)
class Covers:
    """What a pattern covers: flags of nodes or graphs, those for certain and those that are not refuted."""

    sure: NDArray[np.bool_]
    possible: NDArray[np.bool_]

    def beyond(self, covered: NDArray[np.bool_]) -> int:
        """How much it certainly covers that is not covered yet."""
        return int((self.sure & ~covered).sum())


class Coverage:
    """What patterns of a target cover.

    By the anchored frequency these are the nodes that can be the anchor, by transactions the graphs that contain the
    pattern, and by the others the nodes that are part of an occurrence; of a target with too many nodes, a random
    sample of them.

    Attributes
    ----------
    sample
        How many nodes were drawn, or ``None`` for all.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> coverage = Coverage(Task.of(example(), sizes=3), Monitor())
    >>> triangle = coverage.of(Pattern.parse("0-1,1-2,2-0@0"))
    >>> coverage.new(triangle, np.zeros(34, dtype=bool))
    Frequency(value=32, kind='exact', low=32, high=32)
    """

    def __init__(self, task: Task, monitor: Monitor, *, reported: bool = False) -> None:
        self._task, self._monitor = task, monitor
        self._by_graph = task.objective == "transactions"
        self._nodes = None if self._by_graph else sampled_nodes(task, reported=reported)
        self.sample = None if self._nodes is None else len(self._nodes)
        self.whole = task.graphs.num_graphs if self._by_graph else task.graphs.num_nodes
        self.nothing: NDArray[np.bool_] = np.zeros(self.whole if self.sample is None else self.sample, dtype=bool)

    def of(self, pattern: Pattern) -> Covers:
        """What a pattern covers."""
        task = self._task
        query = Query.make(pattern, task.graphs, induced=task.induced, threads=task.threads)
        if self._by_graph:
            found = transaction_support(query, self._monitor, steps=_STEPS)
            sure = self._flags(found.graphs)
            return Covers(sure, sure if found.frequency.kind == "exact" else ~self.nothing)
        orbits = [None] if task.objective == "anchored" else replace(pattern, anchor=None).orbits()
        sure, open_ = self.nothing.copy(), self.nothing.copy()
        for orbit in orbits:
            anchored = query if orbit is None else query.anchored_at(orbit[0])
            nodes, undecided = anchors_within(anchored, self._nodes, task, self._monitor)
            sure |= self._flags(nodes)
            open_ |= self._flags(undecided)
        return Covers(sure, sure | open_)

    def new(self, covers: Covers, covered: NDArray[np.bool_]) -> Frequency:
        """How much a pattern covers that is not covered yet: exact, from the sample, or a lower bound."""
        sure = covers.beyond(covered)
        open_ = int((covers.possible & ~covers.sure & ~covered).sum())
        return anchored_frequency(sure, len(self.nothing), open_, self.whole)

    def _flags(self, found: NDArray[np.integer] | None) -> NDArray[np.bool_]:
        flags = self.nothing.copy()
        if found is not None:
            flags[found if self._nodes is None else np.searchsorted(self._nodes, found)] = True
        return flags


def greedily(
    candidates: Sequence[Candidate], coverage: Coverage, accepts: Callable[[int], bool]
) -> Iterator[tuple[int, Frequency]]:
    """Numbers of the candidates that each cover most of what those before leave, with how much that is.

    Of equal ones the first is taken. It ends when nothing is left that an accepted candidate covers.
    """
    covers = {number: coverage.of(candidate.pattern) for number, candidate in enumerate(candidates)}
    covered = coverage.nothing.copy()
    while covers:
        best = max(covers, key=lambda number: (covers[number].beyond(covered), -number))
        found = covers.pop(best)
        if found.beyond(covered) == 0:
            return
        if accepts(best):
            yield best, coverage.new(found, covered)
            covered |= found.sure


def cover_again(patterns: Sequence[Pattern], task: Task, monitor: Monitor) -> Iterator[Frequency]:
    """How much each of the chosen patterns covers that those before it leave, by nodes that did not choose them."""
    coverage = Coverage(task, monitor, reported=True)
    covered = coverage.nothing.copy()
    for pattern in patterns:
        found = coverage.of(pattern)
        yield coverage.new(found, covered)
        covered |= found.sure
