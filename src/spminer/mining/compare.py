"""Comparison in a run: candidates are compared with the reference and ranked by surprise.

:func:`compare_candidates`:

1. Sizes whose patterns are all known are compared as a whole, with patterns that only the reference has. Their figures
   over many motifs (q, p_max) hold.
2. Candidates of a search are counted in the target in the same way as in the reference, and compared. They get no
   figures over many motifs, since these cannot allow for the choice by a search in this graph.
3. All are ordered by surprise, in the directions asked for, and each size gets ``top`` of them. With both directions,
   half of them are more frequent than expected and half less, as far as there are as many.

Counts of the target are kept in the checkpoint about every five seconds.

Time limit: patterns that were not compared are ranked by frequency, without figures.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from spminer._util.checkpoint import Codec, pack, unpack
from spminer.counting.enumeration import EnumeratedCounts
from spminer.methods.base import Candidate
from spminer.results.frequency import Frequency
from spminer.significance.reference_counts import ComparisonOptions, Counter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spminer._util.monitor import Monitor
    from spminer.methods.base import SearchResult, Task
    from spminer.patterns import Pattern
    from spminer.results.motif import Contrast

__all__ = ["SEARCHED", "ComparedPattern", "compare_candidates", "is_proven"]


SEARCHED = "found by a search: p is that of this motif alone"


def compare_candidates(
    found: SearchResult, task: Task, monitor: Monitor
) -> tuple[dict[int, tuple[ComparedPattern, ...]], bool]:
    """The candidates of each size, most surprising first, and whether all samples were counted."""
    whole = _compare_all(found, task, monitor)
    searched = {size: one for size, one in found.candidates.items() if size not in found.whole_sizes}
    counted, chosen = _compare_chosen(searched, task, monitor)
    judged = [*(whole or ()), *(chosen or ())]
    if whole is None or chosen is None or monitor.stopped:
        by_size = _by_size(_ranked(judged, task), task)
        if whole is None:
            everything = [one for size in found.whole_sizes for one in found.candidates[size]]
            by_size |= _by_frequency(everything, task, found.whole_sizes)
        if chosen is None:
            by_size |= _by_frequency(counted, task, tuple(searched))
        return by_size, False
    return _by_size(_ranked(judged, task), task), True


@dataclass(frozen=True, slots=True)
class ComparedPattern:
    """A candidate with its contrast; ``None`` if there was no time to compare it."""

    candidate: Candidate
    contrast: Contrast | None

    @property
    def score(self) -> float | None:
        """The surprise; ``None`` if the candidate was not compared."""
        return None if self.contrast is None else self.candidate.score


def _compare_all(found: SearchResult, task: Task, monitor: Monitor) -> list[ComparedPattern] | None:
    """All patterns of some sizes, with those that only the reference has; ``None`` if there was no time."""
    request = task.request
    sizes, comparison = found.whole_sizes, task.comparison
    assert comparison is not None
    if not sizes:
        return []
    objective = "graph" if request.frequency == "transactions" else request.frequency
    known = {one.pattern: one.known[objective] for size in sizes for one in found.candidates[size]}
    counter = EnumeratedCounts.of(task.graphs, sizes, objective)
    if monitor.crew is not None:
        counter.settle(task.graphs, monitor)
    sample_s = counter.seconds(task.graphs, monitor) if comparison.sampled else 0.0
    judged = comparison.judge_all(known, counter, monitor, task.states, sample_s=sample_s)
    if judged is None:
        return None
    return [
        ComparedPattern(Candidate(pattern, 0.0, {request.frequency: _counted(frequency, contrast, task)}), contrast)
        for pattern, (frequency, contrast) in judged.items()
    ]


def _counted(frequency: Frequency, contrast: Contrast, task: Task) -> Frequency:
    """The frequency asked for; for transactions from the contrast, since enumeration counts node sets."""
    if task.request.frequency != "transactions":
        return frequency
    return Frequency.exact(round((contrast.share or 0.0) * task.graphs.num_graphs))


def _compare_chosen(
    candidates: Mapping[int, Sequence[Candidate]], task: Task, monitor: Monitor
) -> tuple[list[Candidate], list[ComparedPattern] | None]:
    """Candidates of a search as far as they were counted in the target, and compared; ``None`` without time."""
    assert task.comparison is not None
    forms = [form for found in candidates.values() for form in _forms(found, task)]
    if not forms:
        return [], []
    patterns = [candidate.pattern for candidate in forms]
    found = _counted_here(patterns, task, monitor)
    counted = [
        replace(candidate, known={task.request.frequency: frequency})
        for candidate, frequency in zip(forms, found, strict=False)  # fewer frequencies, if the run was stopped
    ]
    contrasts = None
    if len(counted) == len(forms):
        contrasts = task.comparison.judge(patterns, found, monitor, task.states)
    if contrasts is None:
        return counted, None
    return counted, [ComparedPattern(one, _alone(contrast)) for one, contrast in zip(counted, contrasts, strict=True)]


def _forms(candidates: Sequence[Candidate], task: Task) -> list[Candidate]:
    """The best candidates of one size, each once, in the form whose frequency is asked for."""
    forms: dict[Pattern, Candidate] = {}
    for candidate in candidates:
        form = _asked(candidate, task)
        forms.setdefault(form.pattern, form)
    assert task.comparison is not None
    return list(forms.values())[: task.comparison.judged(task.request.top or 0)]


def _asked(candidate: Candidate, task: Task) -> Candidate:
    """The candidate in the form whose frequency is asked for, without known frequencies."""
    pattern = candidate.pattern
    if task.request.frequency != "anchored":
        pattern = pattern.without_anchor()
    elif pattern.anchor is None:
        pattern = replace(pattern, anchor=pattern.orbits()[0][0]).canonical()
    return replace(candidate, pattern=pattern, known={})


_KEEP_EVERY_S = 5.0
_FREQUENCIES = Codec["list[Frequency]"](
    pack=lambda found: {"found": pack([asdict(frequency) for frequency in found])},
    unpack=lambda state: [Frequency(**frequency) for frequency in unpack(state["found"])],
)


def _counted_here(patterns: Sequence[Pattern], task: Task, monitor: Monitor) -> tuple[Frequency, ...]:
    """The frequency of each pattern in the target, as far as there is time; counted ones are in the checkpoint."""
    counter, states = Counter(task.graphs, ComparisonOptions.of(task.request)), task.states.within("counted")
    kept_at = time.monotonic()
    name = hashlib.sha256(" ".join(pattern.text for pattern in patterns).encode()).hexdigest()[:16]
    found = states.kept(name, _FREQUENCIES) or []
    monitor.update(stage="count", done=len(found), total=len(patterns))
    for pattern in patterns[len(found) :]:
        frequency = counter.count_one(pattern, monitor)
        if monitor.stopped:
            break
        found.append(frequency)
        monitor.update(done=len(found))
        if time.monotonic() - kept_at > _KEEP_EVERY_S:
            states.keep(name, found, _FREQUENCIES)
            kept_at = time.monotonic()
    states.keep(name, found, _FREQUENCIES)
    return tuple(found)


def _alone(contrast: Contrast) -> Contrast:
    """The contrast without figures over many motifs, which do not allow for the search."""
    note = SEARCHED if contrast.note is None else f"{contrast.note}; {SEARCHED}"
    return replace(contrast, q=None, p_max=None, note=note)


def _ranked(judged: Sequence[ComparedPattern], task: Task) -> list[ComparedPattern]:
    """Patterns by surprise, in the directions asked for; the score of a candidate is its surprise."""
    scored = [ComparedPattern(replace(one.candidate, score=_surprise(one, task)), one.contrast) for one in judged]
    direction = task.request.direction
    kept = [one for one in scored if direction == "both" or (one.candidate.score > 0) == (direction == "over")]
    kept.sort(key=lambda one: (-abs(one.candidate.score), one.candidate.pattern.text))
    if task.request.merge_anchors:
        best: dict[Pattern, ComparedPattern] = {}
        for one in kept:
            best.setdefault(one.candidate.pattern.without_anchor(), one)
        kept = list(best.values())
    return kept


def _surprise(one: ComparedPattern, task: Task) -> float:
    assert task.comparison is not None
    assert one.contrast is not None
    return task.comparison.surprise(one.candidate.known[task.request.frequency], one.contrast)


def _by_size(judged: Sequence[ComparedPattern], task: Task) -> dict[int, tuple[ComparedPattern, ...]]:
    groups = {size: [one for one in judged if one.candidate.pattern.size == size] for size in task.request.sizes}
    return {size: _balanced(group, task.request.top or 0) for size, group in groups.items()}


def _balanced(group: Sequence[ComparedPattern], top: int) -> tuple[ComparedPattern, ...]:
    """The first ``top``, half of them more frequent than expected and half less, as far as there are as many.

    A shuffled graph has countless patterns of its own that the target lacks, which would displace all others.
    """
    over = [one for one in group if one.candidate.score > 0]
    under = [one for one in group if one.candidate.score <= 0]
    few = min(len(under), max(top // 2, top - len(over)))
    chosen = {id(one) for one in (*over[: top - few], *under[:few])}
    return tuple(one for one in group if id(one) in chosen)


def _by_frequency(
    candidates: Sequence[Candidate], task: Task, sizes: Sequence[int]
) -> dict[int, tuple[ComparedPattern, ...]]:
    """Candidates that were not compared, most frequent first; those without a known frequency are left out."""
    request = task.request
    known = [one for one in candidates if request.frequency in one.known]
    known.sort(key=lambda one: (-one.known[request.frequency].value, one.pattern.text))
    if request.merge_anchors:
        best: dict[Pattern, Candidate] = {}
        for one in known:
            best.setdefault(one.pattern.without_anchor(), one)
        known = list(best.values())
    groups = {size: [ComparedPattern(one, None) for one in known if one.pattern.size == size] for size in sizes}
    return {size: tuple(group[: request.top]) for size, group in groups.items()}


def is_proven(one: ComparedPattern, found: SearchResult) -> bool:
    """Whether no pattern that was not compared can be more surprising, by the bounds of the search."""
    score, size = one.candidate.score, one.candidate.pattern.size
    if size in found.whole_sizes:
        return one.contrast is not None
    rest = found.rest.get(size, {})
    sign = 1 if score > 0 else -1
    return one.contrast is not None and score != 0 and abs(score) >= rest.get(sign, float("inf"))
