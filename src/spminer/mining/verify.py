"""Verification: true frequencies of what a search proposes, the same for all methods.

For one size, :func:`verify`:

1. keeps candidates whose frequency is exact already;
2. tests the others at the first 250 nodes, five times as many as are counted, and orders them by the share that match;
3. counts the best one by one, at all nodes or at a growing sample (:mod:`spminer.counting.sequential`), and drops a
   candidate once it cannot reach the last frequency of the list, except with a probability of one in a million;
4. counts node sets too, where both frequencies are wanted, and ranks (:mod:`spminer.mining.rank`).

With ``own_ranking`` only the best motifs of the method's own ranking are counted, and their order stays.

Frequencies other than the anchored one are counted by :mod:`spminer.counting.support` without a sample.
:func:`estimate_again` replaces estimates of reported motifs by those of an independent sample, since the most frequent
of many candidates by one sample are overestimated by it.

The workers of a cluster make trials ahead, with the floor known when they are sent. They return the record of the
queries, and the trial is replayed here with it, so that the outcome is that of one process.

Cost: 4 million search steps for each pattern by default (``effort``), and 200 times that for a size; patterns beyond it
get the least sample. Where patterns occur at 90 % of the nodes, twice as many as asked for are counted, not more.

Invariants: only counts and steps end the work, not the clock (``docs/decisions/0006-stopping-by-counts.md``). Nodes
where a part of a pattern was refuted are not asked again.

Time limit: candidates that were not counted keep what the search knows of them, or the lower bound 1; the ranking is
not complete.
"""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from spminer.counting.matching import MatchQuery, affords_all_nodes
from spminer.counting.sequential import RefutedAnchors, SequentialCount, begin_together
from spminer.counting.support import count_frequency
from spminer.mining.rank import rank
from spminer.results.request import TRIED_PER_COUNTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from spminer._util.executor import Executor
    from spminer._util.monitor import Monitor
    from spminer.counting.sequential import QueryRecord
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Candidate, Task
    from spminer.patterns import Pattern
    from spminer.results.frequency import Frequency, FrequencyName
    from spminer.results.request import Verification

__all__ = ["RankedCandidates", "estimate_again", "verify"]

# Effort of a size, in efforts of one pattern; patterns beyond it are tested on the least sample.
_EFFORTS_PER_SIZE = 200
# Where patterns occur at this share of the nodes, none can be much better than those that were counted: this many times
# the motifs asked for are enough.
_NEARLY_EVERYWHERE = 0.9
_ENOUGH = 2
# Search steps for the node sets of one pattern, and for each of its anchors at first.
_NODE_SET_EFFORT = 500_000_000
_NODE_SET_STEPS = 10_000
# Streams of random numbers: different from those of the methods, and different for choosing and for reporting motifs.
_ORDER_STREAM, _REPORT_STREAM = 0x0DE4, 0x4EF0
_SIDE_BY_SIDE = 8  # patterns that an executor counts at a time


def verify(
    candidates: Sequence[Candidate],
    task: Task,
    monitor: Monitor,
    *,
    excluded: RefutedAnchors | None = None,
    least: float = 0.0,
) -> RankedCandidates:
    """Count the best candidates of one size and rank them by their true frequencies.

    Parameters
    ----------
    candidates
        Candidates of a method for one size, best first.
    task
        The task; its request has the effort and whether only the best anchor of each pattern is reported.
    monitor
        Time limit and cancellation. Candidates that it leaves keep what the method knows, or the lower bound 1.
    excluded
        Anchors that were refuted for smaller patterns; those refuted here are added.
    least
        Candidates below this frequency are dropped as soon as that is known.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.datasets import example
    >>> from spminer._util.monitor import Monitor
    >>> from spminer.methods.base import Candidate, Task
    >>> proposed = [Candidate(Pattern.parse(text).canonical(), 0.0) for text in ("0-1,1-2,2-0@0", "0-1,1-2@1")]
    >>> for candidate in verify(proposed, Task.of(example(), sizes=(3,)), Monitor()).candidates:
    ...     print(candidate.pattern, candidate.known["anchored"].value)
    0-1,0-2,1-2@0 32
    0-1,0-2@0 22
    """
    request = task.request
    settings, merge_anchors = request.verify, request.merge_anchors
    prepared = _prepared(candidates, request.frequency)
    if settings.own_ranking:
        prepared = _best_of_own(prepared, request.search_depth, merge_anchors)
    settled = [candidate for candidate in prepared if _needs_no_count(candidate, task, settings)]
    open_ = [candidate for candidate in prepared if not _needs_no_count(candidate, task, settings)]
    if wanted := settings.candidates(request.search_depth):
        monitor.update(stage="verify", size=request.sizes[0], done=0, total=min(len(open_), wanted))
        floor = _Floor(prepared, task, merge_anchors, least)
        if request.frequency == "anchored":
            sampled = _first_sample(
                open_[: TRIED_PER_COUNTED * wanted], floor, task, monitor, excluded := excluded or RefutedAnchors()
            )
            open_ = _count_anchored(sampled[:wanted], floor, task, monitor, settings, excluded)
        else:
            open_ = _count_unanchored(open_[:wanted], floor, task, monitor, settings)
    known = [*settled, *open_]
    if request.frequency == "anchored" and settings.both:
        # Ties at the last rank are counted too: the graph-level frequency decides among them.
        contenders = rank(known, request.frequency, len(known), merge_anchors=merge_anchors)
        last = [candidate.known["anchored"].value for candidate in contenders[: request.search_depth]][-1:]
        tied = [candidate for candidate in contenders if candidate.known["anchored"].value >= last[0]]
        count = partial(_node_sets, task=task)
        known = [_with(one, "graph", frequency) for one, frequency in counted_by(count, tied, monitor)]
    ranked = _ranked(known, task)
    if settings.own_ranking:
        order = {candidate.pattern: place for place, candidate in enumerate(prepared)}
        ranked = tuple(sorted(ranked, key=lambda candidate: order[candidate.pattern]))
    return RankedCandidates(ranked, complete=not monitor.stopped)


@dataclass(frozen=True, slots=True)
class RankedCandidates:
    """Verified candidates of one size, best first.

    Attributes
    ----------
    candidates
        More than were asked for, since their parts may be worth counting.
    complete
        Whether no limit ended the counting.
    """

    candidates: tuple[Candidate, ...]
    complete: bool = True

    def joined(self, others: Sequence[Candidate], task: Task) -> RankedCandidates:
        """The ranking with others of the size that were verified before."""
        return replace(self, candidates=_ranked((*self.candidates, *others), task))


def _prepared(candidates: Iterable[Candidate], frequency_name: FrequencyName) -> list[Candidate]:
    """Candidates in the form that is counted, each once: with an anchor for anchored frequency, else without."""
    prepared: dict[Pattern, Candidate] = {}
    for candidate in candidates:
        for form in _anchored_forms(candidate) if frequency_name == "anchored" else [_unanchored_form(candidate)]:
            prepared.setdefault(form.pattern, form)
    return list(prepared.values())


def _best_of_own(candidates: Iterable[Candidate], top: int, merge_anchors: bool) -> list[Candidate]:
    """The first candidates in the order of the method, each pattern once if anchors are merged."""
    first: dict[Pattern, Candidate] = {}
    for candidate in candidates:
        first.setdefault(candidate.pattern.without_anchor() if merge_anchors else candidate.pattern, candidate)
    return list(first.values())[:top]


def _anchored_forms(candidate: Candidate) -> list[Candidate]:
    if candidate.pattern.anchor is not None:
        return [candidate]
    anchored = [replace(candidate.pattern, anchor=orbit[0]).canonical() for orbit in candidate.pattern.orbits()]
    return [replace(candidate, pattern=pattern) for pattern in anchored]


def _unanchored_form(candidate: Candidate) -> Candidate:
    known = dict(candidate.known)
    known.pop("anchored", None)
    return replace(candidate, pattern=candidate.pattern.without_anchor(), known=known)


def _needs_no_count(candidate: Candidate, task: Task, settings: Verification) -> bool:
    """Whether the frequency is exact, or an estimate in a target that is too large for an exact one."""
    if (
        task.request.frequency == "anchored"
        and "anchored" in candidate.known
        and not affords_all_nodes(task.graphs.num_nodes, settings.effort)
    ):
        return candidate.known["anchored"].kind != "lower_bound"
    return _is_exact(candidate, task.request.frequency)


def _is_exact(candidate: Candidate, frequency_name: FrequencyName) -> bool:
    return frequency_name in candidate.known and candidate.known[frequency_name].kind == "exact"


class _Floor:
    """The frequency that a candidate must reach to enter the top, by the lower bounds known so far."""

    def __init__(self, candidates: Iterable[Candidate], task: Task, merge_anchors: bool, least: float) -> None:
        self._task, self._merge, self._least = task, merge_anchors, least
        self._values: dict[Pattern, float] = {}
        for candidate in candidates:
            known = candidate.known.get(task.request.frequency)
            if known is not None and known.kind != "estimate":
                self.add(candidate.pattern, known)

    def add(self, pattern: Pattern, frequency: Frequency) -> None:
        """Add a candidate's lower bound."""
        key = pattern.without_anchor() if self._merge else pattern
        self._values[key] = max(frequency.low, self._values.get(key, 0.0))

    @property
    def value(self) -> float:
        """The smallest value of the top, or ``least`` if that is larger or the top is not full."""
        if len(self._values) < self._task.request.search_depth:
            return self._least
        return max(sorted(self._values.values(), reverse=True)[self._task.request.search_depth - 1], self._least)


_Trial = tuple["Candidate", SequentialCount]


def _first_sample(
    candidates: Sequence[Candidate], floor: _Floor, task: Task, monitor: Monitor, excluded: RefutedAnchors
) -> list[_Trial]:
    """Test all candidates on a first sample, and order them by it, best first."""
    request = task.request
    order = node_order(task.graphs, request.seed)
    trials: list[_Trial] = []
    for candidate in candidates:
        known = candidate.known.get("anchored")
        if known is not None and known.kind == "lower_bound" and known.high is not None and known.high < floor.value:
            continue  # the search has shown that it is not among the best
        query = MatchQuery.of(candidate.pattern, task.graphs, induced=request.induced, threads=request.threads)
        trials.append((candidate, SequentialCount(query, order, excluded.excluded(candidate.pattern))))
    begin_together([trial for _, trial in trials], monitor)
    return sorted(trials, key=lambda pair: -pair[1].estimate)


def _count_anchored(
    trials: Sequence[_Trial],
    floor: _Floor,
    task: Task,
    monitor: Monitor,
    settings: Verification,
    excluded: RefutedAnchors,
) -> list[Candidate]:
    """Count one by one, and drop those that cannot reach the floor."""
    request = task.request
    left = _EFFORTS_PER_SIZE * settings.effort
    counted: list[Candidate] = []
    pieces = (
        TrialPiece(
            one.pattern,
            request.induced,
            request.seed,
            excluded.excluded(one.pattern),
            floor.value,
            settings.effort,
        )
        for one, _ in trials
    )
    for number, ((candidate, trial), record) in enumerate(
        zip(trials, prefetched_trials(task.graphs, pieces, monitor), strict=False)
    ):
        if len(counted) >= _ENOUGH * request.search_depth and floor.value >= _NEARLY_EVERYWHERE * task.graphs.num_nodes:
            break
        trial.replay(record)
        trial.finish(monitor, floor.value, effort=max(min(settings.effort, left), 1))
        left -= trial.cost
        excluded.add(candidate.pattern, trial.refuted)
        counted.append(_with(candidate, "anchored", trial.frequency))
        if trial.may_reach(floor.value):
            floor.add(candidate.pattern, counted[-1].known["anchored"])
        monitor.update(done=number + 1, best=max(found.known["anchored"].value for found in counted))
    return counted


def _count_unanchored(
    candidates: Sequence[Candidate], floor: _Floor, task: Task, monitor: Monitor, settings: Verification
) -> list[Candidate]:
    request = task.request

    def count(candidate: Candidate, part: Monitor) -> Frequency:
        if request.frequency == "graph":
            return _node_sets(candidate, part, task)
        return _support(candidate, task, part, settings)

    counted: list[Candidate] = []
    for number, (candidate, frequency) in enumerate(counted_by(count, candidates, monitor)):
        counted.append(_with(candidate, request.frequency, frequency))
        floor.add(candidate.pattern, counted[-1].known[request.frequency])
        monitor.update(done=number + 1, best=max(found.known[request.frequency].value for found in counted))
    return counted


def _node_sets(candidate: Candidate, monitor: Monitor, task: Task) -> Frequency:
    if _is_exact(candidate, "graph"):
        return candidate.known["graph"]
    query = MatchQuery.of(candidate.pattern, task.graphs, induced=task.request.induced, threads=task.request.threads)
    return count_frequency(query, "graph", monitor, steps=_NODE_SET_STEPS, effort=_NODE_SET_EFFORT).frequency


def _support(candidate: Candidate, task: Task, monitor: Monitor, settings: Verification) -> Frequency:
    request = task.request
    query = MatchQuery.of(candidate.pattern, task.graphs, induced=request.induced, threads=request.threads)
    return count_frequency(query, request.frequency, monitor, effort=settings.effort).frequency


def _with(candidate: Candidate, frequency_name: FrequencyName, counted: Frequency) -> Candidate:
    """The candidate with the counted frequency, unless it had a better one."""
    before = candidate.known.get(frequency_name)
    if counted.kind == "lower_bound":
        if before is not None and _is_tighter(before, counted):
            return candidate
        if counted.value == 0 and counted.high != 0:  # stopped before a match was found, but the search has met it
            counted = replace(counted, value=1, low=1)
    return replace(candidate, known={**candidate.known, frequency_name: counted})


def _is_tighter(before: Frequency, counted: Frequency) -> bool:
    if before.kind == "estimate":
        return before.width <= counted.width
    return before.value > counted.value


def _ranked(candidates: Iterable[Candidate], task: Task) -> tuple[Candidate, ...]:
    request = task.request
    return rank(candidates, request.frequency, request.max_candidates, merge_anchors=request.merge_anchors)


def estimate_again(
    chosen: Sequence[Candidate], task: Task, monitor: Monitor, excluded: RefutedAnchors | None = None
) -> list[Candidate]:
    """Replace anchored estimates by those from an independent sample of the nodes.

    The most frequent of many candidates by one sample are overestimated by it, so that its intervals miss the truth far
    more often than stated. The search has met each motif, so each has one anchor at least; without time for a sample
    that is all that is known.
    """
    request = task.request
    order = node_order(task.graphs, request.seed, reported=True)
    settings, estimated = request.verify, []
    for number, candidate in enumerate(chosen):
        if "anchored" not in candidate.known or candidate.known["anchored"].kind != "estimate":
            estimated.append(candidate)
            continue
        query = MatchQuery.of(candidate.pattern, task.graphs, induced=request.induced, threads=request.threads)
        trial = SequentialCount(query, order, None if excluded is None else excluded.excluded(candidate.pattern))
        left = monitor.remaining
        part = monitor.part(time_limit=None if left is None else left / (len(chosen) - number))
        trial.begin(part)
        trial.finish(part, 0.0, effort=settings.effort)
        found = trial.frequency
        found = replace(found, value=max(found.value, 1), low=max(found.low, 1))
        estimated.append(replace(candidate, known={**candidate.known, "anchored": found}))
    return estimated


def node_order(graphs: GraphCollection, seed: int, *, reported: bool = False) -> NDArray[np.int32]:
    """All nodes in random order, the same for all patterns; an independent order if ``reported``."""
    return _order(graphs.num_nodes, seed, _REPORT_STREAM if reported else _ORDER_STREAM)


@lru_cache(maxsize=3)
def _order(nodes: int, seed: int, stream: int) -> NDArray[np.int32]:
    order = np.random.default_rng([seed, stream]).permutation(nodes).astype(np.int32)
    order.flags.writeable = False
    return order


@dataclass(frozen=True, slots=True)
class TrialPiece:
    """A trial to be made ahead by a worker; the attributes are the arguments of :class:`SequentialCount`."""

    pattern: Pattern
    induced: bool
    seed: int
    excluded: NDArray[np.int32]
    floor: float
    effort: int


def prefetched_trials(
    graphs: GraphCollection, pieces: Iterable[TrialPiece], monitor: Monitor
) -> Iterator[Sequence[QueryRecord]]:
    """The records of trials that workers make ahead; empty records without workers, and after a stop."""
    made: Iterable[Sequence[QueryRecord]] = monitor.executor.run(
        lambda: (), lambda executor: executor.map(make_trial, graphs, pieces, monitor, stage="verify")
    )
    return itertools.chain(made, itertools.repeat(()))


def make_trial(graphs: GraphCollection, piece: TrialPiece, monitor: Monitor) -> list[QueryRecord]:
    """Make a trial; returns the record of its queries to the matcher."""
    query = MatchQuery.of(piece.pattern, graphs, induced=piece.induced, threads=1)
    trial = SequentialCount(query, node_order(graphs, piece.seed), piece.excluded)
    trial.begin(monitor)
    trial.finish(monitor, piece.floor, effort=piece.effort)
    return trial.record


_One = TypeVar("_One")
_Count = TypeVar("_Count")


def counted_by(
    count: Callable[[_One, Monitor], _Count], patterns: Iterable[_One], monitor: Monitor
) -> Iterator[tuple[_One, _Count]]:
    """Call a count for each pattern; several at a time with an executor, whose workers share each count."""

    def one_by_one() -> Iterator[tuple[_One, _Count]]:
        for one in patterns:
            yield one, count(one, monitor)

    def side_by_side(_: Executor) -> Iterator[tuple[_One, _Count]]:
        asked = list(patterns)
        with ThreadPoolExecutor(_SIDE_BY_SIDE, thread_name_prefix="spminer-count") as pool:
            yield from zip(asked, pool.map(lambda one: count(one, monitor.part()), asked), strict=True)

    return monitor.executor.run(one_by_one, side_by_side)
