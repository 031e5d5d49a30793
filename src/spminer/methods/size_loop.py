"""The loop of methods whose sizes do not depend on each other: exact enumeration and the samplers.

:func:`run_sizes` goes from size to size, or takes several together, until one is stopped. It resumes from the
checkpoint, keeps each finished step there, and shows progress in units of the costs.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from spminer._util.checkpoint import Codec, pack, unpack
from spminer.methods.base import Candidate, SearchResult, pack_candidates, unpack_candidates

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.methods.base import Task

__all__ = ["SizeStep", "run_sizes"]


@dataclass(frozen=True, slots=True)
class SizeStep:
    """What was found of one size, or of several that are searched together.

    Attributes
    ----------
    candidates
        Candidates by size.
    classes
        Number of classes that were met.
    samples
        Subgraphs drawn.
    stop_reason
        Why the step ended early, or ``None``.
    """

    candidates: Mapping[int, tuple[Candidate, ...]]
    classes: int
    samples: int = 0
    stop_reason: str | None = None


def run_sizes(
    task: Task,
    monitor: Monitor,
    steps: Mapping[str, tuple[int, ...]],
    find: Callable[[tuple[int, ...]], SizeStep],
    *,
    stage: str,
    costs: Sequence[int] = (),
) -> SearchResult:
    """Call ``find(sizes)`` for each step, by the name of its state, until one is stopped; that one is the last.

    ``costs`` are units of progress of each step, 1 unless given.
    """
    started = time.perf_counter()
    found: dict[int, tuple[Candidate, ...]] = {}
    classes = samples = done = 0
    reason = None
    costs = costs or [1] * len(steps)
    monitor.update(stage=stage, total=sum(costs))
    for (name, sizes), cost in zip(steps.items(), costs, strict=True):
        monitor.update(size=sizes[-1], patterns=classes, done=done, call=cost)
        step = task.states.get_or_compute(
            name, _codec(sizes), partial(find, sizes), save_if=lambda step: step.stop_reason is None
        )
        found.update(step.candidates)
        classes, samples, done = classes + step.classes, samples + step.samples, done + cost
        reason = step.stop_reason
        if reason is not None:
            break
        known = [one.known.get(task.request.frequency) for size in sizes for one in step.candidates.get(size, ())]
        best = max((frequency.value for frequency in known if frequency is not None), default=None)
        monitor.update(patterns=classes, best=best, done=done, call=0)
    if reason == "interrupted":  # the native core does not know why it was stopped
        reason = monitor.stop_reason or reason
    return SearchResult(
        found,
        complete=reason is None,
        stop_reason=reason,
        timing_s={"sample" if stage == "sample" else "search": time.perf_counter() - started},
        facts={"samples": samples, "patterns": classes},
    )


def _codec(sizes: tuple[int, ...]) -> Codec[SizeStep]:
    def packed(step: SizeStep) -> dict[str, NDArray[np.uint8]]:
        candidates = {str(size): pack_candidates(step.candidates.get(size, ())) for size in sizes}
        return {"totals": pack([step.classes, step.samples]), **candidates}

    def unpacked(state: Mapping[str, NDArray[np.uint8]]) -> SizeStep:
        return SizeStep({size: unpack_candidates(state[str(size)]) for size in sizes}, *unpack(state["totals"]))

    return Codec(packed, unpacked)
