"""Comparing in a run: candidates are judged by the other side, and ranked by surprise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spminer.against.counts import Counter
from spminer.against.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spminer.methods.base import Candidate, Task
    from spminer.patterns import Pattern
    from spminer.results.contrast import Contrast
    from spminer.running.monitor import Monitor

__all__ = ["Judged", "is_proven", "judge_candidates"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with what the comparison says of it; ``None`` if there was no time to judge."""

    candidate: Candidate
    contrast: Contrast | None


def judge_candidates(
    candidates: Mapping[int, Sequence[Candidate]], task: Task, monitor: Monitor
) -> tuple[dict[int, tuple[Judged, ...]], bool]:
    """The candidates of each size, most surprising first, and whether all samples were counted.

    Frequencies are counted here and on the other side in the same way; what does not occur here may be the most
    surprising of all.
    """
    assert task.comparison is not None
    forms = [form for found in candidates.values() for form in _forms(found, task)]
    patterns = [candidate.pattern for candidate in forms]
    monitor.update(stage="count", done=0, total=len(patterns))
    found = Counter(task.graphs, Terms.of(task.request)).count(patterns, monitor)
    if found is None:
        return _by_size([Judged(candidate, None) for candidate in forms], task), False
    counted = [
        replace(candidate, known={task.objective: frequency}) for candidate, frequency in zip(forms, found, strict=True)
    ]
    contrasts = task.comparison.judge(patterns, found, monitor, task.states)
    if contrasts is None:
        return _by_size([Judged(candidate, None) for candidate in counted], task), False
    judged = [Judged(*pair) for pair in zip(counted, contrasts, strict=True)]
    return _by_size(_ranked(judged, task), task), not monitor.stopped


def is_proven(one: Judged, rest: Mapping[int, float]) -> bool:
    """Whether no pattern that was not judged can be more surprising, by what the search says about the rest."""
    score = one.candidate.score
    sign = 1 if score > 0 else -1
    return one.contrast is not None and score != 0 and abs(score) >= rest.get(sign, float("inf"))


def _by_size(judged: Sequence[Judged], task: Task) -> dict[int, tuple[Judged, ...]]:
    groups = {size: [one for one in judged if one.candidate.pattern.size == size] for size in task.sizes}
    return {size: _balanced(group, task.top) for size, group in groups.items()}


def _balanced(group: Sequence[Judged], top: int) -> tuple[Judged, ...]:
    """The first, half of them more frequent than expected and half less, as far as there are as many of each.

    A shuffled graph has countless patterns of its own that are missing here, which would leave no room for the others.
    """
    over = [one for one in group if one.candidate.score > 0]
    under = [one for one in group if one.candidate.score <= 0]
    few = min(len(under), max(top // 2, top - len(over)))
    chosen = {id(one) for one in (*over[: top - few], *under[:few])}
    return tuple(one for one in group if id(one) in chosen)


def _forms(candidates: Sequence[Candidate], task: Task) -> list[Candidate]:
    """The best candidates of one size, each once, in the form whose frequency is asked for."""
    forms: dict[Pattern, Candidate] = {}
    for candidate in candidates:
        form = _asked(candidate, task)
        forms.setdefault(form.pattern, form)
    assert task.comparison is not None
    return list(forms.values())[: task.comparison.judged(task.top)]


def _asked(candidate: Candidate, task: Task) -> Candidate:
    """The candidate in the form whose frequency is asked for, with nothing known that was counted elsewhere."""
    pattern = candidate.pattern
    if task.objective != "anchored":
        pattern = pattern.without_anchor()
    elif pattern.anchor is None:
        pattern = replace(pattern, anchor=pattern.orbits()[0][0]).canonical()
    return replace(candidate, pattern=pattern, known={})


def _ranked(judged: Sequence[Judged], task: Task) -> list[Judged]:
    """By surprise, in the directions that are asked for; the score of a judged candidate is its surprise."""
    scored = [Judged(replace(one.candidate, score=_surprise(one, task)), one.contrast) for one in judged]
    direction = task.request.direction
    kept = [one for one in scored if direction == "both" or (one.candidate.score > 0) == (direction == "over")]
    kept.sort(key=lambda one: (-abs(one.candidate.score), one.candidate.pattern.text))
    if task.request.merge_anchors:
        best: dict[Pattern, Judged] = {}
        for one in kept:
            best.setdefault(one.candidate.pattern.without_anchor(), one)
        kept = list(best.values())
    return kept


def _surprise(one: Judged, task: Task) -> float:
    assert task.comparison is not None
    assert one.contrast is not None
    return task.comparison.surprise(one.candidate.known[task.objective], one.contrast)
