"""Selection of the motifs of one size among its ranked candidates.

:func:`select` keeps, in this order: candidates with the least frequency asked for (``support``), then those that are
closed or maximal (:mod:`spminer.mining.closed`), each tested only when it is needed, until there are ``top`` of them.

With ``distinct``, :func:`greedy_cover` takes the candidate that covers most of what is not covered yet, again and
again, until nothing is added. A pattern covers its anchors by anchored frequency, the graphs that contain it by
transactions, and otherwise the nodes of its occurrences. If all counts are exact, the greedy choice covers at least the
share ``1 - 1 / e`` of the best choice of as many candidates.

Invariants: a candidate that cannot be decided is kept and marked, and counted in a warning. In a target of more than
40,000 nodes coverage is measured at 2,000 random nodes, and :func:`cover_again` reports it at others.

Time limit: tests that were stopped are undecided.

Reference: Nemhauser, Wolsey and Fisher, "An analysis of approximations for maximizing submodular set functions",
Mathematical Programming 1978.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer.counting.intervals import anchored_frequency
from spminer.counting.matching import MatchQuery, match_with_effort
from spminer.counting.support import transactions
from spminer.mining.closed import ClosednessTest, sampled_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.methods.base import Candidate, Task
    from spminer.patterns import Pattern
    from spminer.results.frequency import Frequency

__all__ = ["Selected", "cover_again", "select"]

_STEPS = 100_000  # search steps for one anchor of a graph


def select(candidates: Sequence[Candidate], task: Task, monitor: Monitor) -> Selection:
    """Choose the motifs of one size from its candidates, best first.

    Candidates are tested one by one until there are enough. Those that cannot be decided are kept and marked.

    Examples
    --------
    >>> from spminer import Frequency, Monitor, Pattern
    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Candidate, Task
    >>> path = Candidate(Pattern.parse("0-1,1-2@0"), 34.0, {"anchored": Frequency.exact(34)})
    >>> chosen = select([path], Task.of(example(), sizes=3, top=1, closed=True), Monitor())
    >>> chosen.chosen, chosen.warnings  # a path of four nodes is at every node, too
    ((), ('the only pattern of size 3 that was found is not closed',))
    """
    request = task.request
    if not request.is_selective:
        return Selection(tuple(Selected(candidate) for candidate in candidates[: request.top]))
    selector = _Selector(task, monitor)
    frequent = [candidate for candidate in candidates if selector.frequent(candidate)]
    chosen = selector.distinct(frequent) if request.distinct else selector.in_order(frequent)
    return Selection(chosen, tuple(selector.warnings(candidates, chosen)))


@dataclass(frozen=True, slots=True)
class Selection:
    """The motifs of one size, best first, and warnings about the selection."""

    chosen: tuple[Selected, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selected:
    """A candidate that is reported.

    Attributes
    ----------
    candidate
        The candidate.
    closed, maximal
        Whether it is; ``None`` if that was not asked or is undecided.
    covers
        What it adds to the motifs before it, if motifs are to be distinct.
    """

    candidate: Candidate
    closed: bool | None = None
    maximal: bool | None = None
    covers: Frequency | None = None


@dataclass
class _Selector:
    """Tests the candidates of one size, each when it is needed."""

    task: Task
    monitor: Monitor
    uncertain: int = 0
    sample: int | None = None
    tested: dict[int, Selected | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.closedness = ClosednessTest(self.task, self.monitor)
        self.least = self.task.request.least_frequency(self.task.graphs)

    def frequent(self, candidate: Candidate) -> bool:
        """Whether a candidate is known to have the frequency that is asked for."""
        if self.least is None:
            return True
        known = candidate.known[self.task.request.frequency]
        enough = known.value >= self.least
        self.uncertain += not enough and (known.high is None or known.high >= self.least)
        return enough

    def in_order(self, candidates: Sequence[Candidate]) -> tuple[Selected, ...]:
        """The first candidates that pass, up to ``top``."""
        chosen: list[Selected] = []
        for number in range(len(candidates)):
            if len(chosen) == self.task.request.top:
                break
            if (found := self._of(candidates, number)) is not None:
                chosen.append(found)
        return tuple(chosen)

    def distinct(self, candidates: Sequence[Candidate]) -> tuple[Selected, ...]:
        """Candidates that pass, in the order of the greedy cover."""
        coverage = Coverage(self.task, self.monitor)
        self.sample = coverage.sample
        chosen: list[Selected] = []
        for number, covers in greedy_cover(candidates, coverage, lambda n: self._of(candidates, n) is not None):
            found = self._of(candidates, number)
            assert found is not None
            chosen.append(Selected(found.candidate, found.closed, found.maximal, covers))
            if len(chosen) == self.task.request.top:
                break
        return tuple(chosen)

    def _of(self, candidates: Sequence[Candidate], number: int) -> Selected | None:
        if number not in self.tested:
            self.tested[number] = self._test(candidates[number])
        return self.tested[number]

    def _test(self, candidate: Candidate) -> Selected | None:
        """The candidate with its properties, or ``None`` if it does not have those asked for."""
        request = self.task.request
        closed = maximal = None
        if request.closed:
            closed = candidate.closed or self.closedness.closed(candidate.pattern)
        if request.maximal and closed is not False:
            assert self.least is not None  # the request was checked
            maximal = self.closedness.maximal(candidate.pattern, self.least)
        return None if closed is False or maximal is False else Selected(candidate, closed, maximal)

    def warnings(self, candidates: Sequence[Candidate], chosen: tuple[Selected, ...]) -> Iterator[str]:
        """Warnings about undecided candidates, sampled coverage, and too few motifs."""
        size, request = self.task.request.sizes[0], self.task.request
        if self.uncertain:
            yield _uncertain(self.uncertain, f"size {size} may reach the support of {self.least:,}")
        for name in ("closed", "maximal"):
            undecided = sum(getattr(found, name) is None for found in chosen) if getattr(request, name) else 0
            if undecided:
                yield (
                    f"{undecided} of {len(chosen)} motifs of size {size} could not be decided to be {name} "
                    "or not; they are kept, and marked"
                )
        if self.sample is not None:
            yield f"what motifs of size {size} cover is measured at {self.sample:,} random nodes"
        if len(chosen) < (request.top or 0) and candidates:
            yield _fewer(len(chosen), len(candidates), size, request.selection_text)


def _uncertain(number: int, what: str) -> str:
    if number == 1:
        return f"1 pattern of {what}, but is not counted well enough; it is left out"
    return f"{number:,} patterns of {what}, but are not counted well enough; they are left out"


def _fewer(chosen: int, candidates: int, size: int, wish: str) -> str:
    if candidates == 1:
        return f"the only pattern of size {size} that was found is {'' if chosen else 'not '}{wish}"
    of = f"of the {candidates:,} most frequent patterns of size {size}"
    if chosen == 0:
        return f"none {of} is {wish}"
    return f"only {chosen} {of} {'is' if chosen == 1 else 'are'} {wish}"


def greedy_cover(
    candidates: Sequence[Candidate], coverage: Coverage, accepts: Callable[[int], bool]
) -> Iterator[tuple[int, Frequency]]:
    """Indices of candidates that each add most to those before, with what they add; the first of equal ones.

    It ends when no candidate adds anything.
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
    """What each chosen pattern adds to those before it, by nodes that did not choose them."""
    coverage = Coverage(task, monitor, reported=True)
    covered = coverage.nothing.copy()
    for pattern in patterns:
        found = coverage.of(pattern)
        yield coverage.new(found, covered)
        covered |= found.sure


class Coverage:
    """Finds the nodes or graphs that patterns cover; in a target with too many nodes, a random sample of them.

    Attributes
    ----------
    sample
        Number of nodes that were drawn, or ``None`` for all.

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
        self._by_graph = task.request.frequency == "transactions"
        self._nodes = None if self._by_graph else sampled_nodes(task, reported=reported)
        self.sample = None if self._nodes is None else len(self._nodes)
        self.whole = task.graphs.num_graphs if self._by_graph else task.graphs.num_nodes
        self.nothing: NDArray[np.bool_] = np.zeros(self.whole if self.sample is None else self.sample, dtype=bool)

    def of(self, pattern: Pattern) -> Covers:
        """The flags of a pattern."""
        task = self._task
        query = MatchQuery.of(pattern, task.graphs, induced=task.request.induced, threads=task.request.threads)
        if self._by_graph:
            found = transactions(query, self._monitor, steps=_STEPS)
            sure = self._flags(found.found)
            return Covers(sure, sure if found.count == found.most else ~self.nothing)
        orbits = [None] if task.request.frequency == "anchored" else replace(pattern, anchor=None).orbits()
        sure, open_ = self.nothing.copy(), self.nothing.copy()
        for orbit in orbits:
            anchored = query if orbit is None else query.anchored_at(orbit[0])
            found = match_with_effort(anchored, self._monitor, task.request.verify.effort, among=self._nodes)
            sure |= self._flags(found.found)
            open_ |= self._flags(found.open)
        return Covers(sure, sure | open_)

    def new(self, covers: Covers, covered: NDArray[np.bool_]) -> Frequency:
        """What a pattern adds to the covered flags: an exact number, an estimate, or a lower bound."""
        sure = covers.beyond(covered)
        open_ = int((covers.possible & ~covers.sure & ~covered).sum())
        return anchored_frequency(sure, len(self.nothing), open_, self.whole)

    def _flags(self, found: NDArray[np.int32]) -> NDArray[np.bool_]:
        flags = self.nothing.copy()
        flags[found if self._nodes is None else np.searchsorted(self._nodes, found)] = True
        return flags


@dataclass(frozen=True, slots=True)
class Covers:
    """Nodes or graphs that a pattern covers, as flags: those for certain, and those that are not refuted."""

    sure: NDArray[np.bool_]
    possible: NDArray[np.bool_]

    def beyond(self, covered: NDArray[np.bool_]) -> int:
        """Number of flags that it certainly adds."""
        return int((self.sure & ~covered).sum())
