"""Verification: true frequencies for what a search proposes, in one place for all methods.

Sharing of verification: trials of anchors that a crew makes ahead, and patterns that are counted side by side.

Which trials are made, and how far they go, depends on those before. A crew makes them ahead by what is known when they
are sent; what it asked is told, and the trials themselves are then made here, with these answers, as if without it.
"""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from spminer.counting.matching import Query, affords_all_nodes
from spminer.counting.sequential import RefutedAnchors, SequentialCount
from spminer.counting.support import measure_within
from spminer.mining.rank import rank
from spminer.results.request import TRIED_PER_COUNTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.counting.sequential import Asked
    from spminer.graphs import GraphCollection
    from spminer.methods.base import Candidate, Task
    from spminer.patterns import Pattern
    from spminer.results.frequency import Frequency, Objective
    from spminer.results.request import Verification

__all__ = ["RankedCandidates", "estimate_again", "verify"]


# Streams of random numbers: no method draws the same, and the nodes that choose motifs are not those that they are
# reported from.
_ORDER_STREAM, _REPORT_STREAM = 0x0DE4, 0x4EF0
_SIDE_BY_SIDE = 8  # patterns whose pieces are under way together

_One = TypeVar("_One")
_Count = TypeVar("_Count")


@dataclass(frozen=True, slots=True)
class TrialPiece:
    """A trial to be made ahead; the attributes are what :class:`SequentialCount` is given."""

    pattern: Pattern
    induced: bool
    seed: int
    excluded: NDArray[np.int32]
    floor: float
    effort: int


def node_order(graphs: GraphCollection, seed: int, *, reported: bool = False) -> NDArray[np.int32]:
    """All nodes in random order, the same for all patterns; for those that are ``reported`` an independent one."""
    return _order(graphs.num_nodes, seed, _REPORT_STREAM if reported else _ORDER_STREAM)


@lru_cache(maxsize=3)
def _order(nodes: int, seed: int, stream: int) -> NDArray[np.int32]:
    order = np.random.default_rng([seed, stream]).permutation(nodes).astype(np.int32)
    order.flags.writeable = False
    return order


def foreseen(graphs: GraphCollection, pieces: Iterable[TrialPiece], monitor: Monitor) -> Iterator[Sequence[Asked]]:
    """What trials will ask, as far as a crew has made them ahead; nothing without one, and once the run is stopped."""
    made: Iterable[Sequence[Asked]] = ()
    if monitor.crew is not None:
        made = monitor.crew.results(make_trial, graphs, pieces, monitor, stage="verify")
    return itertools.chain(made, itertools.repeat(()))


def make_trial(graphs: GraphCollection, piece: TrialPiece, monitor: Monitor) -> list[Asked]:
    """Do a piece: all that a trial asks, with the answers."""
    query = Query.make(piece.pattern, graphs, induced=piece.induced, threads=1)
    trial = SequentialCount(query, node_order(graphs, piece.seed), piece.excluded)
    trial.begin(monitor)
    trial.finish(monitor, piece.floor, effort=piece.effort)
    return trial.asked


def counted_by(
    count: Callable[[_One, Monitor], _Count], patterns: Iterable[_One], monitor: Monitor
) -> Iterator[tuple[_One, _Count]]:
    """What a function counts of each; several at a time where a crew has the work of each."""
    if monitor.crew is None:
        for one in patterns:
            yield one, count(one, monitor)
        return
    asked = list(patterns)
    with ThreadPoolExecutor(_SIDE_BY_SIDE, thread_name_prefix="spminer-count") as pool:
        yield from zip(asked, pool.map(lambda one: count(one, monitor.part()), asked), strict=True)


# A size whose patterns are all hard gets this many times the effort of one; the rest are tested on the least sample.
_EFFORTS_PER_SIZE = 200
# Where patterns occur at this share of the nodes, ranks mean little, and none can be much better than those that are
# counted: only this many times the motifs asked for are.
_NEARLY_EVERYWHERE = 0.9
_ENOUGH = 2
# Search steps for the node sets of one pattern, and to begin with for each of its anchors.
_NODE_SET_EFFORT = 500_000_000
_NODE_SET_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class RankedCandidates:
    """Candidates of one size, best first, with the frequencies that are known now.

    Attributes
    ----------
    candidates
        More than must be known to choose those that were asked for: their parts may be worth counting too.
    complete
        Whether no budget cut the counting short.
    """

    candidates: tuple[Candidate, ...]
    complete: bool = True

    def joined(self, others: Sequence[Candidate], task: Task) -> RankedCandidates:
        """The same with others of the size that were verified before."""
        return replace(self, candidates=_ranked((*self.candidates, *others), task))


def verify(
    candidates: Sequence[Candidate],
    task: Task,
    monitor: Monitor,
    *,
    excluded: RefutedAnchors | None = None,
    least: float = 0.0,
) -> RankedCandidates:
    """Count the most promising candidates of one size and rank them by the truth.

    Parameters
    ----------
    candidates
        What a method proposed for one size, best first.
    task
        What was asked for; the request says how much to count and whether the best anchor of each pattern is enough.
    monitor
        Bounds the counting; what it leaves uncounted keeps what the method knew, or the bound that it occurs once.
    excluded
        What smaller patterns have shown not to match; what these show is added.
    least
        What is less frequent is of no use, and counted only as far as it takes to tell.

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
    settings, merge_anchors = task.request.verify, task.request.merge_anchors
    prepared = _prepared(candidates, task.objective)
    settled = [candidate for candidate in prepared if _is_settled(candidate, task, settings)]
    open_ = [candidate for candidate in prepared if not _is_settled(candidate, task, settings)]
    if wanted := settings.candidates(task.depth):
        monitor.update(stage="verify", size=task.sizes[0], done=0, total=min(len(open_), wanted))
        floor = _Floor(prepared, task, merge_anchors, least)
        if task.objective == "anchored":
            tried = _tried(
                open_[: TRIED_PER_COUNTED * wanted], floor, task, monitor, excluded := excluded or RefutedAnchors()
            )
            open_ = _count_anchored(tried[:wanted], floor, task, monitor, settings, excluded)
        else:
            open_ = _count_unanchored(open_[:wanted], floor, task, monitor, settings)
    known = [*settled, *open_]
    if task.objective == "anchored" and settings.both:
        # Ties at the last rank count too: the graph-level frequency decides among them.
        contenders = rank(known, task.objective, len(known), merge_anchors=merge_anchors)
        last = [candidate.known["anchored"].value for candidate in contenders[: task.depth]][-1:]
        tied = [candidate for candidate in contenders if candidate.known["anchored"].value >= last[0]]
        count = partial(_node_sets, task=task)
        known = [_with(one, "graph", frequency) for one, frequency in counted_by(count, tied, monitor)]
    return RankedCandidates(_ranked(known, task), complete=not monitor.stopped)


def estimate_again(
    chosen: Sequence[Candidate], task: Task, monitor: Monitor, excluded: RefutedAnchors | None = None
) -> list[Candidate]:
    """Replace anchored estimates by those from an independent sample of the nodes.

    The most frequent of many candidates by one sample are those that the sample flatters, so that its intervals miss
    the truth far more often than they say. These are of random nodes that did not choose the motifs. As the search has
    met each motif, it has one anchor at least. Without time for a sample that is all that is known.
    """
    order = node_order(task.graphs, task.seed, reported=True)
    settings, renewed = task.request.verify, []
    for number, candidate in enumerate(chosen):
        if "anchored" not in candidate.known or candidate.known["anchored"].kind != "estimate":
            renewed.append(candidate)
            continue
        query = Query.make(candidate.pattern, task.graphs, induced=task.induced, threads=task.threads)
        trial = SequentialCount(query, order, None if excluded is None else excluded.excluded(candidate.pattern))
        left = monitor.remaining
        part = monitor.part(time_limit=None if left is None else left / (len(chosen) - number))
        trial.begin(part)
        trial.finish(part, 0.0, effort=settings.effort)
        found = trial.frequency
        found = replace(found, value=max(found.value, 1), low=max(found.low, 1))
        renewed.append(replace(candidate, known={**candidate.known, "anchored": found}))
    return renewed


def _ranked(candidates: Iterable[Candidate], task: Task) -> tuple[Candidate, ...]:
    return rank(candidates, task.objective, task.proposals, merge_anchors=task.request.merge_anchors)


class _Floor:
    """The value that a candidate must reach to enter the top, by what is certain so far."""

    def __init__(self, candidates: Iterable[Candidate], task: Task, merge_anchors: bool, least: float) -> None:
        self._task, self._merge, self._least = task, merge_anchors, least
        self._values: dict[Pattern, float] = {}
        for candidate in candidates:
            known = candidate.known.get(task.objective)
            if known is not None and known.kind != "estimate":
                self.add(candidate.pattern, known)

    def add(self, pattern: Pattern, frequency: Frequency) -> None:
        """Take a candidate into account."""
        key = pattern.without_anchor() if self._merge else pattern
        self._values[key] = max(frequency.low, self._values.get(key, 0.0))

    @property
    def value(self) -> float:
        """The smallest value of the top as it is, but not below the least that is of use."""
        if len(self._values) < self._task.depth:
            return self._least
        return max(sorted(self._values.values(), reverse=True)[self._task.depth - 1], self._least)


_Trial = tuple["Candidate", SequentialCount]


def _tried(
    candidates: Sequence[Candidate], floor: _Floor, task: Task, monitor: Monitor, excluded: RefutedAnchors
) -> list[_Trial]:
    """All are tested on a first sample: it tells more than the order they come in, the best come first."""
    order = node_order(task.graphs, task.seed)
    trials: list[_Trial] = []
    for candidate in candidates:
        known = candidate.known.get("anchored")
        if known is not None and known.kind == "lower_bound" and known.high is not None and known.high < floor.value:
            continue  # the search has shown that it is not among the best
        query = Query.make(candidate.pattern, task.graphs, induced=task.induced, threads=task.threads)
        trials.append((candidate, SequentialCount(query, order, excluded.excluded(candidate.pattern))))
        trials[-1][1].begin(monitor)
    return sorted(trials, key=lambda pair: -pair[1].estimate)


def _count_anchored(
    trials: Sequence[_Trial],
    floor: _Floor,
    task: Task,
    monitor: Monitor,
    settings: Verification,
    excluded: RefutedAnchors,
) -> list[Candidate]:
    """Count one by one, and drop those that fall behind."""
    left = _EFFORTS_PER_SIZE * settings.effort
    counted: list[Candidate] = []
    pieces = (
        TrialPiece(one.pattern, task.induced, task.seed, excluded.excluded(one.pattern), floor.value, settings.effort)
        for one, _ in trials
    )
    for number, ((candidate, trial), asked) in enumerate(
        zip(trials, foreseen(task.graphs, pieces, monitor), strict=False)
    ):
        if len(counted) >= _ENOUGH * task.depth and floor.value >= _NEARLY_EVERYWHERE * task.graphs.num_nodes:
            break
        trial.foresee(asked)
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
    def count(candidate: Candidate, part: Monitor) -> Frequency:
        if task.objective == "graph":
            return _node_sets(candidate, part, task)
        return _support(candidate, task, part, settings)

    counted: list[Candidate] = []
    for number, (candidate, frequency) in enumerate(counted_by(count, candidates, monitor)):
        counted.append(_with(candidate, task.objective, frequency))
        floor.add(candidate.pattern, counted[-1].known[task.objective])
        monitor.update(done=number + 1, best=max(found.known[task.objective].value for found in counted))
    return counted


def _node_sets(candidate: Candidate, monitor: Monitor, task: Task) -> Frequency:
    if _is_exact(candidate, "graph"):
        return candidate.known["graph"]
    query = Query.make(candidate.pattern, task.graphs, induced=task.induced, threads=task.threads)
    return measure_within(query, "graph", monitor, _NODE_SET_EFFORT, steps=_NODE_SET_STEPS).frequency


def _support(candidate: Candidate, task: Task, monitor: Monitor, settings: Verification) -> Frequency:
    query = Query.make(candidate.pattern, task.graphs, induced=task.induced, threads=task.threads)
    return measure_within(query, task.objective, monitor, settings.effort).frequency


def _prepared(candidates: Iterable[Candidate], objective: Objective) -> list[Candidate]:
    """Candidates as the objective wants them, each once: with an anchor for the anchored frequency, else without."""
    prepared: dict[Pattern, Candidate] = {}
    for candidate in candidates:
        for form in _anchored_forms(candidate) if objective == "anchored" else [_unanchored_form(candidate)]:
            prepared.setdefault(form.pattern, form)
    return list(prepared.values())


def _anchored_forms(candidate: Candidate) -> list[Candidate]:
    if candidate.pattern.anchor is not None:
        return [candidate]
    anchored = [replace(candidate.pattern, anchor=orbit[0]).canonical() for orbit in candidate.pattern.orbits()]
    return [replace(candidate, pattern=pattern) for pattern in anchored]


def _unanchored_form(candidate: Candidate) -> Candidate:
    known = dict(candidate.known)
    known.pop("anchored", None)
    return replace(candidate, pattern=candidate.pattern.without_anchor(), known=known)


def _is_settled(candidate: Candidate, task: Task, settings: Verification) -> bool:
    """Whether counting would not tell more: exact, or matched at a sample where the target is too large for more."""
    if (
        task.objective == "anchored"
        and "anchored" in candidate.known
        and not affords_all_nodes(task.graphs.num_nodes, settings.effort)
    ):
        return candidate.known["anchored"].kind != "lower_bound"
    return _is_exact(candidate, task.objective)


def _is_exact(candidate: Candidate, objective: Objective) -> bool:
    return objective in candidate.known and candidate.known[objective].kind == "exact"


def _tells_more(before: Frequency, counted: Frequency) -> bool:
    if before.kind == "estimate":
        return before.width <= counted.width
    return before.value > counted.value


def _with(candidate: Candidate, objective: Objective, counted: Frequency) -> Candidate:
    """The candidate with what was counted, unless it knew better."""
    before = candidate.known.get(objective)
    if counted.kind == "lower_bound":
        if before is not None and _tells_more(before, counted):
            return candidate
        if counted.value == 0 and counted.high != 0:  # cut short before anything was found: the search met it once
            counted = replace(counted, value=1, low=1)
    return replace(candidate, known={**candidate.known, objective: counted})
