"""What the methods that sample subgraphs share: from classes that were met to candidates, size after size."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spminer.counting.intervals import count_interval
from spminer.errors import UsageError
from spminer.methods.base import Candidate, SearchResult
from spminer.methods.codec import pack, pack_candidates, unpack, unpack_candidates
from spminer.results import Frequency

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer import _core
    from spminer.methods.base import Task
    from spminer.results import Objective
    from spminer.running.monitor import Monitor

__all__ = ["Sampled", "check_sizes", "propose", "search_in_groups"]


@dataclass(frozen=True, slots=True)
class Sampled:
    """What sampling one size, or several at once, gave.

    Attributes
    ----------
    candidates
        Proposals by size.
    samples
        Subgraphs drawn.
    classes
        Classes that they belong to.
    stop_reason
        Why sampling ended early, or ``None``.
    """

    candidates: Mapping[int, tuple[Candidate, ...]]
    samples: int
    classes: int
    stop_reason: str | None = None


def search_in_groups(
    task: Task, monitor: Monitor, name: str, groups: Sequence[tuple[int, ...]], sample: Callable[..., Sampled]
) -> SearchResult:
    """Call ``sample(sizes)`` for each group of sizes, keep what it gave, and stop when a budget ends."""
    started = time.perf_counter()
    found: dict[int, tuple[Candidate, ...]] = {}
    samples = classes = 0
    reason = None
    for number, sizes in enumerate(groups):
        monitor.update(stage="sample", size=sizes[-1], patterns=classes, done=number, total=len(groups))
        step = _kept(task, name, sizes)
        if step is None:
            step = sample(sizes)
            if step.stop_reason is None:
                _keep(task, name, sizes, step)
        found.update(step.candidates)
        samples += step.samples
        classes += step.classes
        monitor.update(patterns=classes, done=number + 1)
        reason = step.stop_reason
        if reason is not None:
            break
    return SearchResult(
        found,
        complete=reason is None,
        timing_s={"sample": time.perf_counter() - started},
        facts={"samples": samples, "patterns": classes, "stop_reason": reason},
    )


def propose(
    task: Task,
    classes: _core.SampledClasses,
    *,
    anchors_seen: bool = False,
    degrees: int | None = None,
    exact: bool = False,
) -> tuple[Candidate, ...]:
    """The best classes, or pairs of a class and an anchor, as candidates.

    Parameters
    ----------
    task
        What is asked.
    classes
        What a sampler met.
    anchors_seen
        Whether the orbits' scores are numbers of nodes that were met in them, hence lower bounds.
    degrees
        Degrees of freedom of the standard errors.
    exact
        Whether the sample was everything there is.
    """
    offset, hits = classes.orbit_offset, classes.hits
    class_of = np.repeat(np.arange(classes.classes), np.diff(offset))
    weight = np.asarray(classes.count) if len(classes.count) else hits / max(int(hits.sum()), 1)
    anchored = task.objective == "anchored"
    scores = np.asarray(classes.orbit_score) if anchored else weight
    owner = class_of if anchored else np.arange(classes.classes)
    chosen = _best(scores, weight[owner], hits[owner] > 0, task.proposals)
    candidates = []
    for entry in chosen.tolist():
        class_id = int(owner[entry])
        pattern = classes.pattern(class_id, anchor=int(classes.orbit_node[entry]) if anchored else -1)
        known: dict[Objective, Frequency] = {}
        if task.induced and len(classes.error):
            known["graph"] = _graph_frequency(classes, class_id, degrees, exact)
        if anchored and anchors_seen:
            make = Frequency.exact if exact and task.induced else Frequency.lower_bound
            known["anchored"] = make(int(scores[entry]))
        candidates.append(Candidate(task.graphs.pattern(pattern).canonical(), float(scores[entry]), known))
    return tuple(candidates)


def check_sizes(task: Task, name: str, most: int) -> None:
    """Refuse sizes that a method cannot sample."""
    for size in task.sizes:
        if not 2 <= size <= most:
            raise UsageError(f"{name} samples sizes 2 to {most}, not {size}; ask for others or choose another method")


def _best(
    scores: NDArray[np.float64], weight: NDArray[np.float64], met: NDArray[np.bool_], wanted: int
) -> NDArray[np.intp]:
    """The entries with the highest scores; ties by weight, then in the order of the classes."""
    entries = np.flatnonzero(met & (scores > 0))
    order = np.lexsort((-weight[entries], -scores[entries]))
    return entries[order[:wanted]]


def _graph_frequency(classes: _core.SampledClasses, class_id: int, degrees: int | None, exact: bool) -> Frequency:
    value, error = float(classes.count[class_id]), float(classes.error[class_id])
    if exact:
        return Frequency.exact(round(value))
    low, high = count_interval(value, error, int(classes.hits[class_id]), degrees=degrees)
    return Frequency(value, "estimate", low, high)


def _keep(task: Task, name: str, sizes: tuple[int, ...], step: Sampled) -> None:
    if task.checkpoint is not None:
        candidates = {f"candidates_{size}": pack_candidates(step.candidates.get(size, ())) for size in sizes}
        task.checkpoint.save(_state_name(name, sizes), totals=pack([step.samples, step.classes]), **candidates)


def _kept(task: Task, name: str, sizes: tuple[int, ...]) -> Sampled | None:
    state = None if task.checkpoint is None else task.checkpoint.load(_state_name(name, sizes))
    if state is None:
        return None
    samples, classes = unpack(state["totals"])
    return Sampled({size: unpack_candidates(state[f"candidates_{size}"]) for size in sizes}, samples, classes)


def _state_name(name: str, sizes: tuple[int, ...]) -> str:
    return f"{name}-size-{'-'.join(map(str, sizes))}"
