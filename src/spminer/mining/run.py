"""A mining run: a request becomes a plan, and the plan becomes motifs.

There are two calls, so that a plan can be shown before the work starts::

    task = open_task(graphs, request)
    motifs = run(task, plan(task, monitor), monitor)

The stages of a run in order:

1. :func:`open_task`: check the request, open the comparison and the checkpoint.
2. :func:`plan`: choose a method for each size (:mod:`spminer.mining.plan`).
3. For each stage of the plan, search: its method proposes candidates (:mod:`spminer.methods`). Sizes whose enumeration
   did not end in its share of a time limit go to growth.
4. Without a comparison, verify each size (:mod:`spminer.mining.verify`). From the largest size down, parts of larger
   motifs compete where these are more frequent (:mod:`spminer.mining.rank`). Then select (:mod:`spminer.mining.select`)
   and repeat estimates with samples that did not choose the motifs.
5. With a comparison, all sizes at once: compare and rank by surprise (:mod:`spminer.mining.compare`).
6. Search examples, and collect warnings, provenance and timing (:mod:`spminer.mining.result`).

Invariants: equal seeds give equal results for any number of threads or workers, unless a time limit or Ctrl-C ends the
run. Finished searches and verified sizes are kept in the checkpoint, and a resumed run ends with the same result.

Time limit: the last stage of the search may use 80 % of the time left, earlier ones and methods that only estimate half
of it; verification has the rest. A run that is stopped is ``partial`` and has what is known, with a stop reason.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from spminer._util.checkpoint import Checkpoint, States
from spminer._util.devices import describe_device
from spminer._util.monitor import TimeBudget
from spminer.counting.sequential import RefutedAnchors
from spminer.errors import UsageError
from spminer.graphs.collection import digest
from spminer.methods.base import Candidate, SearchResult, Task
from spminer.methods.registry import get_method, plain_settings, settings_of
from spminer.methods.walks import weights_digest
from spminer.mining.checkpoint import RunState
from spminer.mining.compare import compare_candidates, is_proven
from spminer.mining.plan import (
    can_fall_back,
    ending_early,
    fallback_stages,
    make_plan,
    merge_fallback,
    unfinished_sizes,
)
from spminer.mining.rank import entry_threshold, parts_of_larger, rank
from spminer.mining.result import SurroundingsFinder, warnings_of, with_examples
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

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
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
    """The task of a run, with the checkpoint of this target and request, if a folder is given.

    ``against`` is the reference graph itself, of which the request has the name only; ``monitor`` is for reading it.
    """
    request.check_target(graphs)
    target, comparison = graphs, None
    if request.against is not None:
        target, comparison = open_comparison(graphs, against or request.against, ComparisonOptions.of(request), monitor)
    states = States()
    if checkpoint is not None:
        identity = {**request.identity(), "graph": digest(graphs)}
        if comparison is not None:
            identity["other"] = comparison.digest
        if weights := weights_digest(request):
            identity["weights"] = weights
        states = States(Checkpoint(checkpoint, identity, resume=resume))
        if request.memory_limit is not None:  # shortens lists, and so changes what is found
            states = states.within(f"memory-{request.memory_limit}")
    elif resume:
        raise UsageError("resume needs the checkpoint folder of the run")
    return Task(target, request, states, comparison=comparison)


# Share of the time left for the last stage of the search, and for an earlier stage or a method that only estimates;
# verification has the rest.
_SEARCH_SHARE, _EARLY_SHARE = 0.8, 0.5
# Search steps for the examples of one motif, in all and at each node at least; a clock would make results vary.
_EXAMPLE_STEPS, _LEAST_STEPS = 20_000_000, 100


def plan(task: Task, monitor: Monitor) -> Plan:
    """Check the request and choose the methods; a resumed run keeps its plan.

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
    return RunState(task.states).plan(lambda: make_plan(task, time_limit=monitor.remaining), monitor.time_limit)


def run(task: Task, planned: Plan, monitor: Monitor) -> MotifSet:
    """Carry out a plan: search and verify stage by stage."""
    settings = settings_of(planned, task.request)
    current = _Run(task, monitor, RunState(task.states))
    stages, partial = list(planned.stages), SearchResult({})
    unfinished: tuple[int, ...] = ()
    while stages:
        stage = stages.pop(0)
        found = current.search(stage, settings[stage.method], last=not stages, instead=bool(unfinished))
        if unfinished:
            found, unfinished = merge_fallback(found, partial, unfinished), ()
        elif unfinished := unfinished_sizes(found, stage, task, monitor):
            partial, stages = found, fallback_stages(unfinished, stages)
            settings = settings_of(Plan((*planned.stages, *stages)), task.request)
            found = replace(found, candidates=_without(found.candidates, unfinished))
        if task.comparison is None:
            current.verify(found, stage, settings[stage.method], last=not stages)
        else:
            current.compare(found)
    return current.result(planned, {name: plain_settings(values) for name, values in settings.items()})


def _without(candidates: Mapping[int, Any], sizes: tuple[int, ...]) -> dict[int, Any]:
    return {size: found for size, found in candidates.items() if size not in sizes}


@dataclass
class _Run:
    """The state of a run: its motifs and all that its result says."""

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
    selection_warnings: list[str] = field(default_factory=list)
    emptied: set[int] = field(default_factory=set)  # sizes of which the selection left nothing
    uncut: bool = True  # whether no limit has ended a search or a count so far
    device: str | None = None  # that patterns were embedded on

    def __post_init__(self) -> None:
        self.surroundings = SurroundingsFinder(self.task.graphs)

    def search(self, stage: Stage, settings: Any, *, last: bool, instead: bool = False) -> SearchResult:
        """Let the method of a stage propose candidates, or take them from the checkpoint.

        A search ``instead`` of the planned one keeps no states, since a resumed run follows the plan.
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
        early = None  # seconds after which an enumeration begins no other size; growth takes the rest
        if can_fall_back(stage, self.task) and remaining is not None:
            share, early = _SEARCH_SHARE, _EARLY_SHARE * remaining
        else:
            share = _SEARCH_SHARE if last and not method.estimates else _EARLY_SHARE
        if not method.shared:
            self.monitor.executor.note_local(f"the search by {stage.method}")
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
        """Turn candidates into motifs, size by size; stages before the last leave time to the others."""
        started = time.perf_counter()
        self.warnings += found.warnings
        sizes = [size for size in stage.sizes if found.candidates.get(size)]
        budget = TimeBudget(self.monitor, 1.0 if last else _EARLY_SHARE)
        rankings: dict[int, RankedCandidates] = {}
        for number, size in enumerate(sizes):
            verified = self._verified(stage, size, found, budget.part(len(sizes) - number))
            if budget.start_grace_period():  # interrupted during this size
                verified = self._verified(stage, size, found, budget.part(len(sizes) - number))
            if not verified.complete:
                self._stopped(self.monitor.stop_reason or "time limit")
            rankings[size] = verified
        for size in sorted(size for size in found.candidates if size > max(stage.sizes)):
            if found.candidates[size] and not budget.whole.stopped:  # larger than asked for: for their parts
                rankings[size] = self._verified(stage, size, found, budget.whole, least=self._floor(rankings, stage))
        self._add_parts_of_larger(rankings, stage, found.proven_sizes, budget.part(1))  # leaves time for selection
        for number, size in enumerate(sizes):
            chosen = self._select(size, rankings[size], budget.whole)
            final = self._estimated(chosen, size, stage, settings, budget.part(len(sizes) - number))
            proven = size in found.proven_sizes
            self._keep_motifs([self._motif(rank, one, proven) for rank, one in enumerate(final, start=1)], budget.whole)
        self.timing_s["verify"] += time.perf_counter() - started

    def _verified(
        self, stage: Stage, size: int, found: SearchResult, monitor: Monitor, *, least: float = 0.0
    ) -> RankedCandidates:
        if (kept := self.state.verified(stage, size, self.excluded)) is not None:
            return kept
        task = self.task.of_size(size)
        verified = verify(found.candidates[size], task, monitor, excluded=self.excluded, least=least)
        # Otherwise a resumed search may find more; anchors refuted at a size that was cut short enter the next ones.
        self.uncut = self.uncut and verified.complete and found.complete
        if self.uncut:
            self.state.keep_verified(stage, size, verified, self.excluded)
        return verified

    def _select(self, size: int, verified: RankedCandidates, monitor: Monitor) -> tuple[Selected, ...]:
        """Select the motifs of a size among its verified candidates."""
        task = self.task.of_size(size)
        selection = select(verified.candidates[: task.request.search_depth], task, monitor)
        if monitor.stopped:
            self._stopped(self.monitor.stop_reason or "time limit")
        self.selection_warnings += selection.warnings
        if not selection.chosen:
            self.emptied.add(size)
        return selection.chosen

    def _add_parts_of_larger(
        self, rankings: dict[int, RankedCandidates], stage: Stage, proven: Collection[int], monitor: Monitor
    ) -> None:
        """From the largest size down, let parts of larger motifs compete where these are more frequent."""
        least = self._floor(rankings, stage)
        for larger, size in pairwise(sorted(rankings, reverse=True)):
            if size in proven or monitor.stopped:
                continue
            task, known = self.task.of_size(size), rankings[size].candidates
            estimated = get_method(stage.method).estimates
            implied = parts_of_larger(rankings[larger].candidates, known, size, task, estimated=estimated)
            if not implied:
                continue
            contest = (*known[: task.request.search_depth], *implied)
            asked_for = size in stage.sizes
            verified = verify(contest, task, monitor, excluded=self.excluded, least=0.0 if asked_for else least)
            rankings[size] = verified.joined(known[task.request.search_depth :], task)
            if asked_for and not rankings[size].complete:
                self._stopped(self.monitor.stop_reason or "time limit")

    def _floor(self, rankings: Mapping[int, RankedCandidates], stage: Stage) -> float:
        """The frequency that parts of larger patterns must exceed to enter the list of the largest size."""
        largest = max(stage.sizes)
        return entry_threshold(rankings[largest].candidates, self.task.of_size(largest)) if largest in rankings else 0.0

    def _estimated(
        self, chosen: tuple[Selected, ...], size: int, stage: Stage, settings: Any, monitor: Monitor
    ) -> tuple[Selected, ...]:
        """Replace estimates by those of samples that did not choose the motifs; distinct motifs keep their order.

        This is cheap, since only reported motifs are estimated again.
        """
        known = (known for one in chosen for known in (one.covers, *one.candidate.known.values()))
        if all(frequency is None or frequency.kind != "estimate" for frequency in known):
            return chosen
        task, method = self.task.of_size(size), get_method(stage.method)
        candidates = estimate_again([one.candidate for one in chosen], task, monitor, self.excluded)
        if method.estimate is not None:
            candidates = method.estimate(candidates, task, settings, monitor)
        estimated = [replace(one, candidate=candidate) for one, candidate in zip(chosen, candidates, strict=True)]
        if task.request.verify.own_ranking:
            return tuple(estimated)
        if task.request.distinct:
            covers = cover_again([candidate.pattern for candidate in candidates], task, monitor)
            return tuple(replace(one, covers=new) for one, new in zip(estimated, covers, strict=True))
        ranked = rank(candidates, task.request.frequency, len(candidates))
        order = {candidate.pattern: place for place, candidate in enumerate(ranked)}
        return tuple(sorted(estimated, key=lambda one: order[one.candidate.pattern]))

    def compare(self, found: SearchResult) -> None:
        """Turn candidates into motifs by comparison, for all sizes at once.

        Each null sample is then made once, and figures over many motifs (q, p_max) hold for the whole run.
        """
        started = time.perf_counter()
        self.warnings += found.warnings
        budget = TimeBudget(self.monitor)
        compared, complete = compare_candidates(found, self.task, budget.whole)
        if not complete:
            self._stopped(self.monitor.stop_reason or "time limit")
        motifs = []
        for best in compared.values():
            for place, one in enumerate(best, start=1):
                proven = complete and is_proven(one, found)
                candidate = Candidate(one.pattern, one.surprise or 0.0, {self.task.request.frequency: one.frequency})
                motif = self._motif(place, Selected(candidate), proven)
                motifs.append(replace(motif, against=one.contrast, score=one.surprise))
        self._keep_motifs(motifs, budget.whole)
        self.timing_s["verify"] += time.perf_counter() - started

    def _motif(self, rank: int, chosen: Selected, proven: bool) -> Motif:
        candidate = chosen.candidate
        frequencies: dict[str, Any] = {
            name: candidate.known.get(frequency) for frequency, name in FREQUENCY_FIELDS.items()
        }
        return Motif(
            pattern=candidate.pattern,
            rank=rank,
            **frequencies,
            score=candidate.score,
            proven=proven,
            closed=chosen.closed,
            maximal=chosen.maximal,
            covers=chosen.covers,
        )

    def _keep_motifs(self, motifs: list[Motif], monitor: Monitor) -> None:
        """Keep motifs for the result, with their examples."""
        request, graphs = self.task.request, self.task.graphs
        steps = max(_EXAMPLE_STEPS // max(graphs.num_nodes, 1), _LEAST_STEPS)
        finder = self.surroundings
        self.motifs += with_examples(
            motifs, graphs, request.examples, monitor, induced=request.induced, steps=steps, finder=finder
        )

    def _stopped(self, reason: str | None) -> None:
        """Set the stop reason, the first one; the monitor knows why the core was interrupted."""
        told = self.monitor.stop_reason if reason == "interrupted" else None
        self.stop_reason = self.stop_reason or told or reason

    def result(self, planned: Plan, settings: dict[str, dict[str, Any]]) -> MotifSet:
        """The motifs, with the facts about the run."""
        interrupted = self.monitor.stop_reason == "interrupted"
        reason = "interrupted" if interrupted else self.stop_reason
        request = self.task.request
        return MotifSet(
            motifs=tuple(sorted(self.motifs, key=lambda motif: (motif.size, motif.rank))),
            request=replace(request, settings=plain_settings(request.settings)),
            input=InputFacts.of(self.task.graphs),
            plan=planned,
            settings=settings,
            status="complete" if reason is None else "partial",
            stop_reason=reason,
            timing_s={"total": self.monitor.elapsed, **self.timing_s},
            peak_memory_bytes=peak_memory_bytes(),
            warnings=(
                *self.warnings,
                *self.selection_warnings,
                *warnings_of(self.motifs, self.task, complete=reason is None, silent=self.emptied),
            ),
            versions={**versions(), **({} if self.device is None else {"device": describe_device(self.device)})},
        )
