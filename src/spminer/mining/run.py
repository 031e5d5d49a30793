"""A mining run: a request becomes a plan, and the plan motifs: search, verify, rank.

Two calls, so that a plan can be shown before the work starts, or instead of it::

    task = open_task(graphs, request)
    motifs = run(task, plan(task, monitor), monitor)
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field, replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.checkpoint import Checkpoint, States
from spminer._util.devices import describe_device
from spminer._util.monitor import TimeBudget
from spminer.counting.matching import Query
from spminer.counting.sequential import RefutedAnchors
from spminer.errors import UsageError
from spminer.graphs.collection import digest
from spminer.methods.base import SearchResult, Task
from spminer.methods.registry import get_method, settings_of
from spminer.methods.walks import weights_digest
from spminer.mining.checkpoint import RunState
from spminer.mining.compare import compare_candidates, is_proven
from spminer.mining.plan import ending_early, fallback_stages, make_plan, may_fall_back, unfinished_sizes, with_fallback
from spminer.mining.rank import floor_of, parts_of_larger, rank
from spminer.mining.result import SurroundingsFinder, warnings_of
from spminer.mining.select import Selected, cover_again, select
from spminer.mining.verify import RankedCandidates, estimate_again, verify
from spminer.results import Motif, MotifSet
from spminer.results.motif import FREQUENCY_FIELDS
from spminer.results.provenance import InputFacts, peak_memory_bytes, versions
from spminer.results.request import Plan, Stage
from spminer.significance.comparison import open_comparison
from spminer.significance.reference_counts import ComparisonOptions

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.request import MiningRequest

__all__ = ["open_task", "plan", "run"]


def open_task(
    graphs: GraphCollection,
    request: MiningRequest,
    *,
    against: str | GraphCollection | None = None,
    checkpoint: str | Path | None = None,
    resume: bool = False,
    monitor: Monitor | None = None,
) -> Task:
    """The task of a run, with the checkpoint that belongs to this target and request, if one is wanted.

    ``against`` is the other graph itself, where the request can only name it; a ``monitor`` watches its
    reading.
    """
    request.check(graphs)
    target, comparison = graphs, None
    if request.against is not None:
        target, comparison = open_comparison(graphs, against or request.against, ComparisonOptions.of(request), monitor)
    states = States()
    if checkpoint is not None:
        identity = {"command": "mine", **request.identity(), "graph": digest(graphs)}
        if comparison is not None:
            identity["other"] = comparison.digest
        if weights := weights_digest(request):
            identity["weights"] = weights
        states = States(Checkpoint(checkpoint, identity, resume=resume))
        if request.memory_limit is not None:  # thins lists, and so changes what is found
            states = states.within(f"memory-{request.memory_limit}")
    elif resume:
        raise UsageError("resume needs the checkpoint folder of the run")
    return Task(target, request, states, comparison=comparison)


# Of a time limit, the last stage of the search may use this share of what is left, an earlier one less, and so one that
# only estimates, as much is to be counted then; verification has the rest.
_SEARCH_SHARE, _EARLY_SHARE = 0.8, 0.5
# Steps for the examples of one motif, in all and at each node: they are not worth more, and a clock would make them
# depend on what else the machine does.
_EXAMPLE_STEPS, _LEAST_STEPS = 20_000_000, 100


def plan(task: Task, monitor: Monitor) -> Plan:
    """Check the request and decide how it is done; a run that is resumed keeps its plan.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> from spminer._util.monitor import Monitor
    >>> task = Task.of(example(), sizes="3-4", top=1)
    >>> planned = plan(task, Monitor())
    >>> [(stage.method, stage.sizes) for stage in planned.stages]
    [('exact', (3, 4))]
    >>> [motif.id for motif in run(task, planned, Monitor())]
    ['0-1,1-2@0', '0-1,1-2,2-3@0']
    """
    task.request.check(task.graphs)
    planned = RunState(task.states).plan(lambda: make_plan(task, time_limit=monitor.remaining), monitor.time_limit)
    settings_of(planned, task.request)  # refuses settings that no method of the plan has
    return planned


def run(task: Task, planned: Plan, monitor: Monitor) -> MotifSet:
    """Carry out a plan: search and verify stage after stage."""
    settings = settings_of(planned, task.request)
    current = _Run(task, monitor, RunState(task.states))
    stages, partial = list(planned.stages), SearchResult({})
    unfinished: tuple[int, ...] = ()
    while stages:
        stage = stages.pop(0)
        found = current.search(stage, settings[stage.method], last=not stages, instead=bool(unfinished))
        if unfinished:
            found, unfinished = with_fallback(found, partial, unfinished), ()
        elif unfinished := unfinished_sizes(found, stage, task, monitor):
            partial, stages = found, fallback_stages(unfinished, stages)
            settings = settings_of(Plan((*planned.stages, *stages)), task.request)
            found = replace(found, candidates=_without(found.candidates, unfinished))
        if task.comparison is None:
            current.verify(found, stage, settings[stage.method], last=not stages)
        else:
            current.judge(found)
    return current.result(planned, {name: asdict(values) for name, values in settings.items()})


def _without(candidates: Mapping[int, Any], sizes: tuple[int, ...]) -> dict[int, Any]:
    return {size: found for size, found in candidates.items() if size not in sizes}


@dataclass
class _Run:
    """What a run has so far."""

    task: Task
    monitor: Monitor
    state: RunState
    excluded: RefutedAnchors = field(default_factory=RefutedAnchors)
    motifs: list[Motif] = field(default_factory=list)
    timing_s: dict[str, float] = field(
        default_factory=lambda: dict.fromkeys(("sample", "embed", "search", "verify"), 0.0)
    )
    stop_reason: str | None = None
    warnings: list[str] = field(default_factory=list)
    choices: dict[int, tuple[str, ...]] = field(default_factory=dict)  # what the user should know of each size's
    emptied: set[int] = field(default_factory=set)
    uncut: bool = True  # whether nothing that was verified so far was cut short
    device: str | None = None  # that patterns were embedded on, if they were

    def __post_init__(self) -> None:
        self.vicinity = SurroundingsFinder(self.task.graphs)

    def search(self, stage: Stage, settings: Any, *, last: bool, instead: bool = False) -> SearchResult:
        """Let a method propose candidates, or take those that it proposed before the run was killed.

        What one does ``instead`` of another has no states: a resumed run does what was planned.
        """
        if not instead and (kept := self.state.found(stage)) is not None:
            self.device = kept.facts.get("device", self.device)
            return kept
        if self.monitor.stopped:
            self._stopped(self.monitor.stop_reason)
            return SearchResult({}, complete=False)
        if self.task.comparison is not None:
            self.task.comparison.prepare(self.monitor)
        remaining = self.monitor.remaining
        task, method = self.task.of_stage(stage), get_method(stage.method)
        early = None  # seconds after which an enumeration begins no other size, since growth can take these
        if may_fall_back(stage, self.task) and remaining is not None:
            share, early = _SEARCH_SHARE, _EARLY_SHARE * remaining
        else:
            share = _SEARCH_SHARE if last and not method.estimates else _EARLY_SHARE
        if not method.shared:
            self.monitor.note_here(f"the search by {stage.method}")
        monitor = self.monitor.part(time_limit=None if remaining is None else share * remaining)
        started = time.perf_counter()
        with ending_early(monitor, early):
            found = method.search(replace(task, states=States()) if instead else task, settings, monitor)
        self.device = found.facts.get("device", self.device)
        timing = found.timing_s or {"search": time.perf_counter() - started}
        for name, seconds in timing.items():
            self.timing_s[name] = self.timing_s.get(name, 0.0) + seconds
        if not found.complete:
            self._stopped(found.stop_reason or monitor.stop_reason or f"budget of {stage.method}")
        elif not instead:
            self.state.keep_found(stage, found)
        return found

    def verify(self, found: SearchResult, stage: Stage, settings: Any, *, last: bool) -> None:
        """Turn candidates into motifs, size by size; a stage that is not the last leaves time to the others."""
        started = time.perf_counter()
        self.warnings += found.warnings
        sizes = [size for size in stage.sizes if found.candidates.get(size)]
        allowance = TimeBudget(self.monitor, 1.0 if last else _EARLY_SHARE)
        rankings: dict[int, RankedCandidates] = {}
        chosen: dict[int, tuple[Selected, ...]] = {}
        for number, size in enumerate(sizes):
            verified = self._verified(stage, size, found, allowance.part(len(sizes) - number))
            if allowance.renewed():  # interrupted in the midst of it
                verified = self._verified(stage, size, found, allowance.part(len(sizes) - number))
            if not verified.complete:
                self._stopped(self.monitor.stop_reason or "time limit")
            rankings[size] = verified
            chosen[size] = self._choose(size, verified, allowance)
        for size in sorted(size for size in found.candidates if size > max(stage.sizes)):
            if found.candidates[size] and not allowance.whole.stopped:  # beyond what is asked for: for their parts
                rankings[size] = self._verified(stage, size, found, allowance.whole, least=self._floor(rankings, stage))
        self._make_consistent(rankings, chosen, stage, found.proven_sizes, allowance)
        for number, (size, motifs) in enumerate(chosen.items()):
            final = self._estimated(motifs, size, stage, settings, allowance.part(len(chosen) - number))
            proven = size in found.proven_sizes
            self.motifs += [
                self._motif(place, motif, proven, allowance.whole) for place, motif in enumerate(final, start=1)
            ]
        self.timing_s["verify"] += time.perf_counter() - started

    def _make_consistent(
        self,
        rankings: dict[int, RankedCandidates],
        chosen: dict[int, tuple[Selected, ...]],
        stage: Stage,
        proven: Collection[int],
        allowance: TimeBudget,
    ) -> None:
        """From the largest size down, let parts of larger motifs compete where these are the more frequent ones."""
        least = self._floor(rankings, stage)
        for larger, size in pairwise(sorted(rankings, reverse=True)):
            if size in proven or allowance.whole.stopped:
                continue
            task, known = self.task.of_size(size), rankings[size].candidates
            estimated = get_method(stage.method).estimates
            implied = parts_of_larger(rankings[larger].candidates, known, size, task, estimated=estimated)
            if not implied:
                continue
            contest = (*known[: task.depth], *implied)
            asked_for = size in stage.sizes
            verified = verify(contest, task, allowance.whole, excluded=self.excluded, least=0.0 if asked_for else least)
            rankings[size] = verified.joined(known[task.depth :], task)
            if not asked_for:
                continue
            if not rankings[size].complete:
                self._stopped(self.monitor.stop_reason or "time limit")
            chosen[size] = self._choose(size, rankings[size], allowance)

    def judge(self, found: SearchResult) -> None:
        """Turn candidates into motifs by what the comparison says of them, those of all sizes at once.

        At once, because each graph of a null model is made once, and because figures over many motifs (q, p_max) are
        promises about the whole run.
        """
        started = time.perf_counter()
        self.warnings += found.warnings
        allowance = TimeBudget(self.monitor)
        judged, complete = compare_candidates(found, self.task, allowance.whole)
        if not complete:
            self._stopped(self.monitor.stop_reason or "time limit")
        for best in judged.values():
            for place, one in enumerate(best, start=1):
                proven = complete and is_proven(one, found)
                motif = self._motif(place, Selected(one.candidate), proven, allowance.whole)
                self.motifs.append(replace(motif, against=one.contrast, score=one.score))
        self.timing_s["verify"] += time.perf_counter() - started

    def result(self, planned: Plan, settings: dict[str, dict[str, Any]]) -> MotifSet:
        """The motifs with all that is known of the run."""
        interrupted = self.monitor.stop_reason == "interrupted"
        reason = "interrupted" if interrupted else self.stop_reason
        return MotifSet(
            motifs=tuple(sorted(self.motifs, key=lambda motif: (motif.size, motif.rank))),
            request=self.task.request,
            input=InputFacts.of(self.task.graphs),
            plan=planned,
            settings=settings,
            status="complete" if reason is None else "partial",
            stop_reason=reason,
            timing_s={"total": self.monitor.elapsed, **self.timing_s},
            peak_memory_bytes=peak_memory_bytes(),
            warnings=(*self.warnings, *chain(*self.choices.values()), *self._warnings(complete=reason is None)),
            versions={**versions(), **({} if self.device is None else {"device": describe_device(self.device)})},
        )

    def _warnings(self, *, complete: bool) -> list[str]:
        """Of the motifs; sizes whose candidates were all left out have said so."""
        return warnings_of(self.motifs, self.task, complete=complete, silent=self.emptied)

    def _floor(self, rankings: Mapping[int, RankedCandidates], stage: Stage) -> float:
        """What the parts of a larger pattern must exceed to be among those of the largest size."""
        largest = max(stage.sizes)
        return floor_of(rankings[largest].candidates, self.task.of_size(largest)) if largest in rankings else 0.0

    def _verified(
        self, stage: Stage, size: int, found: SearchResult, monitor: Monitor, *, least: float = 0.0
    ) -> RankedCandidates:
        if (kept := self.state.verified(stage, size, self.excluded)) is not None:
            return kept
        task = self.task.of_size(size)
        verified = verify(found.candidates[size], task, monitor, excluded=self.excluded, least=least)
        # A resumed search may find more, and what a size that was cut short has refuted enters those after it.
        self.uncut = self.uncut and verified.complete and found.complete
        if self.uncut:
            self.state.keep_verified(stage, size, verified, self.excluded)
        return verified

    def _choose(self, size: int, verified: RankedCandidates, allowance: TimeBudget) -> tuple[Selected, ...]:
        """Select those of the verified candidates of a size that are to be reported."""
        task = self.task.of_size(size)
        selection = select(verified.candidates[: task.depth], task, allowance.whole)
        if allowance.whole.stopped:
            self._stopped(self.monitor.stop_reason or "time limit")
        self.choices[size] = selection.warnings
        self.emptied.discard(size)
        if not selection.chosen:
            self.emptied.add(size)
        return selection.chosen

    def _estimated(
        self, chosen: tuple[Selected, ...], size: int, stage: Stage, settings: Any, monitor: Monitor
    ) -> tuple[Selected, ...]:
        """With estimates from samples that did not choose them, most frequent first; distinct motifs keep their order.

        Only what is reported is estimated again, so this costs little beside the choice among all candidates.
        """
        known = (known for one in chosen for known in (one.covers, *one.candidate.known.values()))
        if all(frequency is None or frequency.kind != "estimate" for frequency in known):
            return chosen
        task, method = self.task.of_size(size), get_method(stage.method)
        candidates = estimate_again([one.candidate for one in chosen], task, monitor, self.excluded)
        if method.estimate is not None:
            candidates = method.estimate(candidates, task, settings, monitor)
        renewed = [replace(one, candidate=candidate) for one, candidate in zip(chosen, candidates, strict=True)]
        if task.request.distinct:
            covers = cover_again([candidate.pattern for candidate in candidates], task, monitor)
            return tuple(replace(one, covers=new) for one, new in zip(renewed, covers, strict=True))
        ranked = rank(candidates, task.objective, len(candidates))
        order = {candidate.pattern: place for place, candidate in enumerate(ranked)}
        return tuple(sorted(renewed, key=lambda one: order[one.candidate.pattern]))

    def _motif(self, rank: int, chosen: Selected, proven: bool, monitor: Monitor) -> Motif:
        candidate, graphs = chosen.candidate, self.task.graphs
        known = candidate.known
        found = self._examples(candidate.pattern, monitor)
        frequencies: dict[str, Any] = {name: known.get(objective) for objective, name in FREQUENCY_FIELDS.items()}
        return Motif(
            pattern=candidate.pattern,
            rank=rank,
            **frequencies,
            score=candidate.score,
            proven=proven,
            closed=chosen.closed,
            maximal=chosen.maximal,
            covers=chosen.covers,
            examples=tuple(tuple(graphs.names(row)) for row in found),
            surroundings=tuple(self.vicinity.around(row) for row in found),
        )

    def _examples(self, pattern: Pattern, monitor: Monitor) -> NDArray[np.int32]:
        """Embeddings to show; none where the time is over, since even to ask for them takes a moment."""
        if monitor.stopped:
            return np.empty((0, pattern.size), np.int32)
        query = Query.make(pattern, self.task.graphs, induced=self.task.induced)
        steps = max(_EXAMPLE_STEPS // max(self.task.graphs.num_nodes, 1), _LEAST_STEPS)
        return query.embeddings(monitor.control(), self.task.request.examples, steps=steps)

    def _stopped(self, reason: str | None) -> None:
        """Remember why; native work only knows that someone told it to stop, and the monitor knows what for."""
        told = self.monitor.stop_reason if reason == "interrupted" else None
        self.stop_reason = self.stop_reason or told or reason
