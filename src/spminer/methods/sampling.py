"""Common parts of the sampling methods ``mfinder``, ``rand-esu`` and ``motivo``: from sampled classes to candidates.

:func:`propose` ranks the classes that were met and makes candidates of the best.
:func:`estimate_again` replaces the estimates of candidates by those of an independent sample: the sample that chose a
candidate as the best of many overestimates it.

Invariants: only node-induced patterns get graph-level estimates, since samplers meet induced subgraphs. The number of
nodes that were met as an anchor is a lower bound of the anchored frequency. An estimate has an interval
(:func:`spminer.counting.intervals.count_interval`), or is not called a frequency.

Time limit: the result is incomplete, with the stop reason of the sampler. If there is no time for the independent
sample, all that is known of a candidate is that it exists.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from spminer.counting.intervals import count_interval
from spminer.methods.base import Candidate
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from spminer import _core
    from spminer._util.monitor import Monitor
    from spminer.methods.base import Task
    from spminer.patterns import Pattern
    from spminer.results.frequency import FrequencyName

__all__ = ["estimate_again", "propose"]


def propose(
    task: Task,
    classes: _core.SampledClasses,
    *,
    anchors_seen: bool = False,
    degrees: int | None = None,
    exact: bool = False,
    intervals: bool = True,
) -> tuple[Candidate, ...]:
    """The best classes, or pairs of a class and an anchor, as candidates.

    Parameters
    ----------
    task
        The request and the graphs.
    classes
        The classes that a sampler met.
    anchors_seen
        Whether the scores of orbits are numbers of nodes that were met in them, hence lower bounds.
    degrees
        Degrees of freedom of the standard errors.
    exact
        Whether the sample has all subgraphs.
    intervals
        Whether standard errors are reliable; otherwise estimates only rank, and are not called frequencies.
    """
    request = task.request
    offset, hits = classes.orbit_offset, classes.hits
    class_of = np.repeat(np.arange(classes.classes), np.diff(offset))
    weight = np.asarray(classes.count) if len(classes.count) else hits / max(int(hits.sum()), 1)
    anchored = request.frequency == "anchored"
    scores = np.asarray(classes.orbit_score) if anchored else weight
    owner = class_of if anchored else np.arange(classes.classes)
    chosen = _best(scores, weight[owner], hits[owner] > 0, request.max_candidates)
    candidates = []
    for entry in chosen.tolist():
        class_id = int(owner[entry])
        pattern = classes.pattern(class_id, anchor=int(classes.orbit_node[entry]) if anchored else -1)
        known: dict[FrequencyName, Frequency] = {}
        # With anchors another number chose the pattern, so that the estimate of this sample would be biased.
        if request.induced and intervals and len(classes.error) and (exact or not anchored):
            known["graph"] = _graph_frequency(classes, class_id, degrees, exact)
        if anchored and anchors_seen:
            make = Frequency.exact if exact and request.induced else Frequency.lower_bound
            known["anchored"] = make(int(scores[entry]))
        node_sets = float(classes.count[class_id]) if request.induced and len(classes.count) else None
        candidates.append(Candidate(task.graphs.pattern(pattern).canonical(), float(scores[entry]), known, node_sets))
    return tuple(candidates)


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
    hits = int(classes.hits[class_id])
    low, high = count_interval(value, error, hits, degrees=degrees)
    if hits == 1:
        low = min(low, 1.0)  # one node set was seen
    return Frequency(value, "estimate", low, high)


_REPORT_STREAM = 0x4EF1  # of seeds: reported estimates are of a sample that did not choose the candidates


def estimate_again(
    candidates: Sequence[Candidate],
    task: Task,
    monitor: Monitor,
    sample: Callable[[int], tuple[_core.SampledClasses, int | None]],
) -> list[Candidate]:
    """Replace graph-level estimates by those of an independent sample, which did not choose the candidates.

    ``sample(seed)`` gives the classes of a new sample and the degrees of freedom of its standard errors. A class that
    it does not meet exists, since the first sample met it, and keeps the upper limit of the first sample. Without time
    for a new sample, only that it exists is known.
    """
    wanted = {one.pattern.without_anchor() for one in candidates if _is_estimated(one)}
    if not wanted:
        return list(candidates)
    seed = int(np.random.SeedSequence([task.request.seed, _REPORT_STREAM]).generate_state(1)[0])
    classes, degrees = sample(seed)
    found: dict[Pattern, Frequency] = {}
    if not monitor.stopped and len(classes.count):
        for class_id in np.argsort(-np.asarray(classes.count), kind="stable").tolist():
            pattern = task.graphs.pattern(classes.pattern(class_id)).canonical()
            if pattern in wanted and classes.hits[class_id]:
                found[pattern] = _graph_frequency(classes, class_id, degrees, exact=False)
            if len(found) == len(wanted):
                break
    estimated = []
    for candidate in candidates:
        if not _is_estimated(candidate):
            estimated.append(candidate)
            continue
        first = candidate.known["graph"]
        unmet = Frequency(1.0, "estimate", 1.0, first.high) if not monitor.stopped else Frequency.lower_bound(1)
        again = found.get(candidate.pattern.without_anchor(), unmet)
        estimated.append(replace(candidate, known={**candidate.known, "graph": again}))
    return estimated


def _is_estimated(candidate: Candidate) -> bool:
    return "graph" in candidate.known and candidate.known["graph"].kind == "estimate"
