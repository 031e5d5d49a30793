"""Anchored frequency from a growing random sample of the nodes, with early stopping.

A trial of a pattern (:class:`SequentialCount`):

1. :meth:`~SequentialCount.begin` tests the first 250 nodes of a random order that all patterns share;
   :func:`begin_together` does so for many patterns in one call of the core.
2. :meth:`~SequentialCount.finish` doubles the sample until the effort is used up: all nodes of a small target, else at
   least 2,000. It ends early when the pattern can no longer reach ``floor``, the last frequency of the list: when such
   a pattern would have so few hits once in a million samples (exact tail of the hypergeometric distribution, for the
   nodes that no part of the pattern has refuted), or when too few nodes are left.
3. Undecided nodes get ten times more steps again and again within the effort; 25 times the effort once all nodes are
   tested, since this may make the frequency exact.

:class:`RefutedAnchors` keeps nodes that do not match. Anchored frequency only falls along growth, so these nodes do not
match larger patterns either, and are not asked again.

Invariants: what ends a test are counts and steps, never the clock, so that equal runs give equal results
(``docs/decisions/0006-stopping-by-counts.md``). A sample that a time limit cut short is not random and is left out;
only its matches count, as a lower bound.
"""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.counting.intervals import anchored_frequency, chance_of_so_few
from spminer.counting.matching import (
    FIRST_STEPS,
    USUAL_STEPS,
    affords_all_nodes,
    match_anchors,
    match_each,
    more_steps,
)
from spminer.patterns.parts import node_deleted_subpatterns
from spminer.patterns.pattern import pack_patterns, unpack_patterns
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.counting.matching import MatchQuery, PatternCount
    from spminer.patterns import Pattern

__all__ = ["QueryRecord", "RefutedAnchors", "SequentialCount", "begin_together"]

_FIRST_SAMPLE = 250  # enough to drop most candidates
_LEAST_SAMPLE = 2000  # of a pattern that is reported
_EXACT_FACTOR = 25  # factor to the effort once all nodes are tested: it may make the frequency exact
_GROWTH = 2  # factor to the sample between two looks
_RISK = 1e-6  # most probability that one look drops a candidate of the top
QueryRecord = tuple[int, int, "PatternCount"]  # up to which node of the order, with how many steps, and the result


class SequentialCount:
    """The count of one pattern by a growing sample.

    Parameters
    ----------
    query
        The pattern and the target.
    order
        All nodes in random order, the same for all patterns that are compared.
    excluded
        Nodes that are known not to match, since a part of the pattern does not; they are not tested.

    Attributes
    ----------
    cost
        Search steps so far, roughly.
    record
        All questions to the matcher so far, with their results.

    Examples
    --------
    >>> from spminer import Monitor, Pattern
    >>> from spminer.counting.matching import MatchQuery
    >>> from spminer.datasets import example
    >>> query = MatchQuery.of(Pattern.parse("0-1,1-2,2-0@0"), example())
    >>> trial = SequentialCount(query, np.arange(34, dtype=np.int32))
    >>> trial.begin(Monitor())
    >>> trial.finish(Monitor(), floor=0, effort=10**6)
    >>> trial.frequency
    Frequency(value=32, kind='exact', low=32, high=32)
    """

    def __init__(self, query: MatchQuery, order: NDArray[np.int32], excluded: NDArray[np.int32] | None = None) -> None:
        self._query, self._order = query, order
        self._possible = np.ones(len(order), dtype=bool)
        if excluded is not None:
            self._possible[excluded] = False
        self._nodes = len(order) - (0 if excluded is None else len(excluded))  # that may match, and those asked
        self._asked = 0
        self._matches: list[NDArray[np.int32]] = []
        self._open = np.empty(0, dtype=np.int32)
        self._tested = 0
        self._seen_before_stop = 0
        self._recorded: deque[QueryRecord] = deque()
        self.record: list[QueryRecord] = []
        self.cost = 0

    def begin(self, monitor: Monitor) -> None:
        """Test the first few nodes."""
        self._extend(min(_FIRST_SAMPLE, len(self._order)), monitor)

    def _chosen(self, upto: int) -> NDArray[np.int32]:
        """The next nodes of the order that may match."""
        sample = self._order[self._tested : upto]
        return sample[self._possible[sample]]

    def finish(self, monitor: Monitor, floor: float, *, effort: int) -> None:
        """Test as many nodes as the effort allows, 2000 at least, unless the frequency is below ``floor``."""
        self._resolve(monitor, floor, effort)
        while 0 < self._tested < self._goal(effort) and self._goes_on(monitor, floor):
            self._extend(min(self._goal(effort), _GROWTH * self._tested), monitor)
            if affords_all_nodes(len(self._order), effort):  # undecided nodes hide that it falls behind
                self._resolve(monitor, floor, effort)
        self._resolve(monitor, floor, effort)

    def _extend(self, upto: int, monitor: Monitor) -> None:
        """Test the next nodes; a sample that a limit cut short is not random, and only its matches are kept."""
        chosen = self._chosen(upto)
        result = self._ask(upto, FIRST_STEPS, chosen, monitor)
        if result.stop_reason is not None:
            self._seen_before_stop = result.count
            return
        self._matches.append(result.found)
        self._open = np.concatenate([self._open, result.open])
        self._tested = upto
        self._asked += len(chosen)
        self.cost += len(chosen) * USUAL_STEPS + result.undecided * FIRST_STEPS

    def _resolve(self, monitor: Monitor, floor: float, effort: int) -> None:
        """Give undecided nodes more steps within the effort."""
        if self._tested == len(self._order):
            effort *= _EXACT_FACTOR
        steps = FIRST_STEPS
        while (steps := more_steps(steps, len(self._open), effort)) and self._goes_on(monitor, floor):
            self.cost += len(self._open) * steps
            result = self._ask(self._tested, steps, self._open, monitor)
            if result.stop_reason is None:
                self._matches.append(result.found)
                self._open = result.open

    def _ask(self, upto: int, steps: int, among: NDArray[np.int32], monitor: Monitor) -> PatternCount:
        """Ask about some nodes; results so far and the two numbers determine which, and so identify the question."""
        if self._recorded and self._recorded[0][:2] == (upto, steps):
            result = self._recorded.popleft()[2]
        else:
            self._recorded.clear()
            result = match_anchors(self._query, monitor, among=among, steps=steps, listed=True)
        if result.stop_reason is None:
            self.record.append((upto, steps, result))
        return result

    def replay(self, record: Sequence[QueryRecord]) -> None:
        """Use the record of the same trial on a worker: equal queries in equal order are not computed again."""
        self._recorded = deque(record[len(self.record) :])

    def _goes_on(self, monitor: Monitor, floor: float) -> bool:
        return self.may_reach(floor) and not monitor.stopped

    def _goal(self, effort: int) -> int:
        """Number of nodes to test: all of a small target, else by the mean cost so far."""
        nodes = len(self._order)
        affordable = nodes if affords_all_nodes(nodes, effort) else int(effort / (max(self.cost, 1) / self._tested))
        return min(max(affordable, _LEAST_SAMPLE), nodes)

    def may_reach(self, floor: float) -> bool:
        """Whether the frequency can be ``floor``: certain once all nodes are tested, else up to ``_RISK``.

        Tested nodes are a random sample of all nodes. Without the excluded ones they are a random sample of the rest,
        which mostly says more. Where parts were refuted at the first nodes of the order only, its share of hits is too
        high rather than too low, so that the pattern is kept longer.
        """
        possible = self._hits + len(self._open)
        if possible + self._nodes - self._asked < floor:
            return False
        samples = {(len(self._order), self._tested), (self._nodes, self._asked)}
        return all(
            possible * nodes >= floor * tested
            or chance_of_so_few(possible, tested, math.ceil(floor), nodes, most=len(self._order)) > _RISK / 2
            for nodes, tested in samples
        )

    @property
    def _hits(self) -> int:
        return sum(map(len, self._matches))

    @property
    def frequency(self) -> Frequency:
        """The frequency: exact, an estimate, or a lower bound."""
        nodes = len(self._order)
        if self._tested == 0:
            return Frequency.lower_bound(self._seen_before_stop, nodes)
        return anchored_frequency(self._hits, self._tested, len(self._open), nodes)

    @property
    def estimate(self) -> float:
        """The share of tested nodes that match, for ordering."""
        return self._hits / self._tested if self._tested else 0.0

    @property
    def refuted(self) -> NDArray[np.int32]:
        """Nodes that do not match, ascending: those that were excluded, and those that tests refuted."""
        refuted = ~self._possible
        refuted[self._order[: self._tested]] = True
        refuted[np.concatenate([*self._matches, self._open])] = False
        return np.flatnonzero(refuted).astype(np.int32)


def begin_together(trials: Sequence[SequentialCount], monitor: Monitor) -> None:
    """Test the first few nodes of each trial, with the results of :meth:`SequentialCount.begin`."""
    queries, asked = [trial._query for trial in trials], [trial._chosen(_FIRST_SAMPLE) for trial in trials]
    for trial, result in zip(trials, match_each(queries, asked, monitor, steps=FIRST_STEPS), strict=True):
        if result.stop_reason is None:
            trial.replay([(min(_FIRST_SAMPLE, len(trial._order)), FIRST_STEPS, result)])
        trial.begin(monitor)


_MOST_KEPT = 8_000_000  # nodes of all patterns together; beyond that the smallest sizes are dropped
_MASK_WORTH = 16  # a mask costs less than sorting if it has at most this many entries for each node


class RefutedAnchors:
    """Nodes that were refuted as anchors of patterns, used for patterns of one node more.

    Examples
    --------
    >>> from spminer import Pattern
    >>> known = RefutedAnchors()
    >>> known.add(Pattern.parse("0-1,1-2@0").canonical(), np.array([3, 5], dtype=np.int32))
    >>> known.excluded(Pattern.parse("0-1,1-2,2-3@0")).tolist()
    [3, 5]
    """

    def __init__(self) -> None:
        self._by_size: dict[int, dict[Pattern, NDArray[np.int32]]] = {}
        self._kept = 0

    def add(self, pattern: Pattern, refuted: NDArray[np.int32]) -> None:
        """Keep nodes for a canonical pattern; the smallest sizes are dropped when there are too many."""
        known = self._by_size.setdefault(pattern.size, {})
        if pattern in known and len(known[pattern]) >= len(refuted):
            return  # a longer test has refuted more
        self._kept += len(refuted) - len(known.get(pattern, ()))
        known[pattern] = refuted
        for size in sorted(self._by_size):
            if self._kept <= _MOST_KEPT or size >= pattern.size - 1:
                break
            self._kept -= sum(map(len, self._by_size.pop(size).values()))

    def excluded(self, pattern: Pattern) -> NDArray[np.int32]:
        """Nodes that are no anchors of the pattern, since a part of it was refuted there; ascending."""
        known = self._by_size.get(pattern.size - 1, {})
        parts = {part for part in node_deleted_subpatterns(pattern) if part in known} if known else set()
        return _union([known[part] for part in parts])

    def to_arrays(self, size: int) -> dict[str, NDArray[Any]]:
        """The refuted nodes of patterns of one size, for a checkpoint."""
        known = self._by_size.get(size, {})
        nodes = np.concatenate([*known.values(), np.empty(0, dtype=np.int32)])
        lengths = np.array([len(refuted) for refuted in known.values()], dtype=np.int64)
        return {"patterns": pack_patterns(known), "lengths": lengths, "refuted": nodes}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Add what :meth:`to_arrays` gave."""
        patterns = unpack_patterns(arrays["patterns"])
        parts = np.split(arrays["refuted"], np.cumsum(arrays["lengths"])[:-1]) if patterns else []
        for pattern, refuted in zip(patterns, parts, strict=True):
            self.add(pattern, refuted)


def _union(lists: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    """The nodes of all lists, ascending, each once."""
    nodes = np.concatenate([*lists, np.empty(0, dtype=np.int32)])
    end = int(nodes.max(initial=-1)) + 1
    if end > _MASK_WORTH * len(nodes):
        return np.unique(nodes)
    among = np.zeros(end, dtype=bool)
    among[nodes] = True
    return np.flatnonzero(among).astype(np.int32)
