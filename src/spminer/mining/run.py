"""The main job: plan, search, verify, rank."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, get_args

from spminer.counting.excluded import ExcludedAnchors
from spminer.counting.query import Query
from spminer.errors import UsageError
from spminer.graphs import GraphCollection, read
from spminer.methods.base import SearchResult, Task
from spminer.methods.registry import AUTO, get_method, make_settings, setting_names
from spminer.mining.plan import Plan, Stage, make_plan
from spminer.mining.state import RunState, open_checkpoint
from spminer.mining.verify import Verification, Verified
from spminer.mining.verify import verify as verify_candidates
from spminer.mining.warnings import caveats
from spminer.patterns import MAX_PATTERN_NODES
from spminer.results import Motif, MotifSet, Objective, peak_memory_bytes
from spminer.results.context import Vicinity
from spminer.results.provenance import versions
from spminer.running.monitor import Monitor
from spminer.text.sizes import parse_sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from spminer.graphs.formats.source import ReadableSource
    from spminer.methods.base import Candidate

__all__ = ["mine"]

# Of a time limit, the last stage of the search may use this share of what is left, an earlier one less; verification
# has the rest. After Ctrl-C it may take this share of the time so far, and a moment at least.
_SEARCH_SHARE, _EARLY_SHARE = 0.8, 0.5
_GRACE_SHARE, _LEAST_GRACE_S = 0.2, 2.0
_FAIR_SHARE = 0.9  # the rest is for examples
_EXAMPLES_S = 2.0  # for those of one motif, which are not worth more


def mine(
    graph: GraphCollection | ReadableSource,
    sizes: int | str | Iterable[int] = "5-20",
    top: int = 10,
    *,
    method: str = AUTO,
    frequency: Objective = "anchored",
    induced: bool = True,
    seed: int = 0,
    threads: int = 0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    checkpoint: str | Path | None = None,
    resume: bool = False,
    merge_anchors: bool = False,
    examples: int = 1,
    verify: bool | Verification = True,
    monitor: Monitor | None = None,
    announce: Callable[[Plan], None] | None = None,
    **settings: Any,
) -> MotifSet:
    """Find the most frequent patterns of each size.

    Parameters
    ----------
    graph
        The target, or what :func:`spminer.read` can read.
    sizes
        Numbers of nodes: one, several, or a text such as ``"5-20"``.
    top
        How many motifs of each size to report.
    method
        Name of a method; ``"auto"`` enumerates the sizes that are few enough, and searches the rest.
    frequency
        What ranks: ``"anchored"`` (Definition 1), ``"graph"`` (Definition 2), ``"transactions"`` (graphs of the
        collection that contain the pattern) or ``"images"`` (minimum image support).
    induced
        Whether patterns are node-induced; otherwise edge-induced: further edges between their nodes are allowed.
    seed
        Seed of everything drawn at random.
    threads
        Number of threads, 0 for every core. The result does not depend on it.
    time_limit
        Seconds for the whole run. A run that reaches it is ``"partial"``.
    memory_limit
        Bytes for the tables of methods that keep such.
    checkpoint, resume
        Folder for states of the run, and whether to go on with the run whose states are there.
    merge_anchors
        Report each pattern once, with its most frequent anchor.
    examples
        How many embeddings to report with each motif.
    verify
        Whether, or how, candidates are counted. Exact enumeration needs no verification.
    monitor
        Watches and stops the run from another thread; carries the time limit.
    announce
        Called with the plan before it starts.
    **settings
        Settings of the method, see :class:`spminer.methods.base.Method`.

    Returns
    -------
    MotifSet
        Motifs by size and rank.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> result = spminer.mine(example(), sizes="3-4", top=1)
    >>> for motif in result:
    ...     print(motif.size, motif.id, motif.anchored_frequency.value, motif.proven)
    3 0-1,1-2@0 34 True
    4 0-1,1-2,2-3@0 34 True
    """
    graphs = graph if isinstance(graph, GraphCollection) else read(graph)
    task = Task(graphs, parse_sizes(sizes), top, frequency, induced, seed, threads)
    checking = verify if isinstance(verify, Verification) else Verification.of(verify)
    _check(task, examples, merge_anchors, time_limit, monitor)
    monitor = monitor or Monitor(time_limit=time_limit)
    config: dict[str, Any] = {
        "command": "mine",
        "sizes": list(task.sizes),
        "top": top,
        "method": method,
        "frequency": frequency,
        "induced": induced,
        "seed": seed,
        "threads": threads,
        "time_limit": monitor.time_limit,
        "memory_limit": memory_limit,
        "merge_anchors": merge_anchors,
        "examples": examples,
        "verify": asdict(checking),
        "settings": dict(settings),
    }
    if checkpoint is not None:
        task = replace(task, checkpoint=open_checkpoint(checkpoint, graphs, config, resume=resume))
    elif resume:
        raise UsageError("resume needs the checkpoint folder of the run")
    state = RunState(task.checkpoint)
    plan = _plan(task, method, monitor, state)
    chosen = _settings(plan, settings, memory_limit)
    if announce is not None:
        announce(plan)

    run = _Run(task, monitor, checking, merge_anchors, examples, state)
    for stage in plan.stages:
        run.verify(run.search(stage, chosen[stage.method], last=stage is plan.stages[-1]), stage)
    config["settings"] = {name: asdict(values) for name, values in chosen.items()}
    return run.result(config, plan)


@dataclass
class _Run:
    """What a run has so far."""

    task: Task
    monitor: Monitor
    verification: Verification
    merge_anchors: bool
    examples: int
    state: RunState
    refutations: ExcludedAnchors = field(default_factory=ExcludedAnchors)
    motifs: list[Motif] = field(default_factory=list)
    timing_s: dict[str, float] = field(
        default_factory=lambda: dict.fromkeys(("sample", "embed", "search", "verify"), 0.0)
    )
    stop_reason: str | None = None
    warnings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.vicinity = Vicinity(self.task.graphs)

    def search(self, stage: Stage, settings: Any, *, last: bool) -> SearchResult:
        """Let a method propose candidates, or take those that it proposed before the run was killed."""
        task = replace(self.task, sizes=stage.sizes)
        if (kept := self.state.found(stage)) is not None:
            return kept
        if self.monitor.stopped:
            self._stopped(self.monitor.stop_reason)
            return SearchResult({}, complete=False)
        remaining = self.monitor.remaining
        share = _SEARCH_SHARE if last else _EARLY_SHARE
        monitor = self.monitor.part(time_limit=None if remaining is None else share * remaining)
        started = time.perf_counter()
        found = get_method(stage.method).search(task, settings, monitor)
        timing = found.timing_s or {"search": time.perf_counter() - started}
        for name, seconds in timing.items():
            self.timing_s[name] = self.timing_s.get(name, 0.0) + seconds
        if found.complete:
            self.state.keep_found(stage, found)
        else:
            self._stopped(found.facts.get("stop_reason") or monitor.stop_reason or f"budget of {stage.method}")
        return found

    def verify(self, found: SearchResult, stage: Stage) -> None:
        """Turn candidates into motifs, size by size."""
        started = time.perf_counter()
        self.warnings += found.warnings
        sizes = [size for size in stage.sizes if found.candidates.get(size)]
        allowance = _Allowance(self.monitor)
        for number, size in enumerate(sizes):
            verified = self._verified(size, found, allowance.part(len(sizes) - number))
            if allowance.renewed():  # interrupted in the midst of it
                verified = self._verified(size, found, allowance.part(len(sizes) - number))
            if not verified.complete:
                self._stopped(self.monitor.stop_reason or "time limit")
            proven = size in found.facts.get("proven_sizes", ())
            self.motifs += [
                self._motif(place, candidate, proven, allowance.whole)
                for place, candidate in enumerate(verified.candidates, start=1)
            ]
        self.timing_s["verify"] += time.perf_counter() - started

    def result(self, config: dict[str, Any], plan: Plan) -> MotifSet:
        """The motifs with all that is known of the run."""
        interrupted = self.monitor.stop_reason == "interrupted"
        reason = "interrupted" if interrupted else self.stop_reason
        return MotifSet(
            motifs=tuple(sorted(self.motifs, key=lambda motif: (motif.size, motif.rank))),
            graph=self.task.graphs.summary(),
            config=config,
            status="complete" if reason is None else "partial",
            stop_reason=reason,
            timing_s={"total": self.monitor.elapsed, **self.timing_s},
            peak_memory_bytes=peak_memory_bytes(),
            warnings=(*self.warnings, *caveats(self.motifs, self.task, complete=reason is None)),
            plan=plan.to_dicts(),
            versions=versions(),
        )

    def _verified(self, size: int, found: SearchResult, monitor: Monitor) -> Verified:
        if (kept := self.state.verified(size, self.refutations)) is not None:
            return kept
        verified = verify_candidates(
            found.candidates[size],
            replace(self.task, sizes=(size,)),
            monitor,
            self.verification,
            merge_anchors=self.merge_anchors,
            refutations=self.refutations,
        )
        if verified.complete and found.complete:  # a resumed search may find more
            self.state.keep_verified(size, verified, self.refutations)
        return verified

    def _motif(self, place: int, candidate: Candidate, proven: bool, monitor: Monitor) -> Motif:
        known, graphs = candidate.known, self.task.graphs
        control = monitor.part(time_limit=_EXAMPLES_S).control()
        found = Query.make(candidate.pattern, graphs, induced=self.task.induced).embeddings(control, self.examples)
        return Motif(
            pattern=candidate.pattern,
            rank=place,
            anchored_frequency=known.get("anchored"),
            graph_frequency=known.get("graph"),
            transaction_support=known.get("transactions"),
            image_support=known.get("images"),
            score=candidate.score,
            proven=proven,
            examples=tuple(tuple(graphs.names(row)) for row in found),
            surroundings=tuple(self.vicinity.around(row) for row in found),
        )

    def _stopped(self, reason: str | None) -> None:
        self.stop_reason = self.stop_reason or reason


class _Allowance:
    """Time for verification: what is left of the run, or a grace once it is interrupted; each size has a fair share."""

    def __init__(self, monitor: Monitor) -> None:
        self._run = monitor
        self._graced = False
        self.whole = monitor.part()
        self.renewed()

    def renewed(self) -> bool:
        """Whether the run was interrupted since the last look, so that a grace begins."""
        if self._graced or self._run.stop_reason != "interrupted":
            return False
        seconds = max(_GRACE_SHARE * self._run.elapsed, _LEAST_GRACE_S)
        self.whole, self._graced = self._run.part(time_limit=seconds, grace=True), True
        return True

    def part(self, sizes_left: int) -> Monitor:
        """For the next of so many sizes."""
        left = self.whole.remaining
        return self.whole.part(time_limit=None if left is None else _FAIR_SHARE * left / sizes_left)


def _check(task: Task, examples: int, merge_anchors: bool, time_limit: float | None, monitor: Monitor | None) -> None:
    if task.top < 1:
        raise UsageError(f"top must be at least 1, not {task.top}")
    if task.sizes[0] < 2 or task.sizes[-1] > MAX_PATTERN_NODES:
        raise UsageError(f"sizes must be 2 to {MAX_PATTERN_NODES}, not {task.sizes[0]} to {task.sizes[-1]}")
    if task.objective not in get_args(Objective):
        raise UsageError(f"frequency {task.objective!r} is not known; choose one of {', '.join(get_args(Objective))}")
    if task.objective == "transactions" and task.graphs.num_graphs < 2:
        raise UsageError("transactions counts graphs, and there is only one; choose another frequency")
    if merge_anchors and task.objective != "anchored":
        raise UsageError("only the anchored frequency has anchors to merge")
    if examples < 0:
        raise UsageError(f"the number of examples must be 0 or more, not {examples}")
    if monitor is not None and time_limit is not None:
        raise UsageError("give the time limit to the monitor, not both")


def _settings(plan: Plan, given: Mapping[str, Any], memory_limit: int | None) -> dict[str, Any]:
    """The settings of each method of the plan. Each setting must belong to one of them at least."""
    values = dict(given) if memory_limit is None else {**given, "memory_limit": memory_limit}
    methods = [get_method(stage.method) for stage in plan.stages]
    known = {name for method in methods for name in setting_names(method)}
    for name in values:
        if name not in known:
            make_settings(methods[-1], {name: values[name]})  # says what it has
    return {
        method.name: make_settings(method, {name: values[name] for name in setting_names(method) if name in values})
        for method in methods
    }


def _plan(task: Task, method: str, monitor: Monitor, state: RunState) -> Plan:
    """The plan of the run that is resumed, or a new one."""
    plan = state.plan()
    if plan is None:
        plan = make_plan(task, method, time_limit=monitor.remaining)
        state.keep_plan(plan)
    return plan
