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
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from spminer._util.checkpoint import Codec, pack, unpack
from spminer.results.frequency import Frequency
from spminer.significance.comparison import ComparedPattern, compare, rank_compared
from spminer.significance.reference_counts import ComparisonOptions, EnumeratedCounts, GivenCounts, GraphCounter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer._util.monitor import Monitor
    from spminer.methods.base import Candidate, SearchResult, Task
    from spminer.patterns import Pattern
    from spminer.results.motif import Contrast

__all__ = ["SEARCHED", "compare_candidates", "is_proven"]

SEARCHED = "found by a search: p is that of this motif alone"


def compare_candidates(
    found: SearchResult, task: Task, monitor: Monitor
) -> tuple[dict[int, tuple[ComparedPattern, ...]], bool]:
    """The candidates of each size, most surprising first, and whether all samples were counted.

    Sizes that there was no time to compare are ranked by frequency.
    """
    request = task.request
    whole = _compare_whole(found, task, monitor)
    complete = whole is not None
    if whole is None:
        candidates = [one for size in found.whole_sizes for one in found.candidates[size]]
        known = [(one.pattern, one.known.get(request.frequency)) for one in candidates]
        whole = [ComparedPattern(pattern, frequency) for pattern, frequency in known if frequency is not None]
    chosen, compared = _compare_chosen(found, task, monitor)
    ranked = rank_compared(
        [*whole, *chosen],
        request.sizes,
        direction=request.direction,
        top=request.top or 0,
        merge_anchors=request.merge_anchors,
        balanced=True,
    )
    return ranked, complete and compared and not monitor.stopped


def _compare_whole(found: SearchResult, task: Task, monitor: Monitor) -> list[ComparedPattern] | None:
    """All patterns of some sizes, with those that only the reference has; ``None`` if there was no time."""
    request, sizes = task.request, found.whole_sizes
    assert task.comparison is not None
    if not sizes:
        return []
    by_graphs = request.frequency == "transactions"  # which enumeration does not count
    frequency = "graph" if by_graphs else request.frequency
    known = {one.pattern: one.known[frequency] for size in sizes for one in found.candidates[size]}
    counts = EnumeratedCounts.of(task.graphs, known, sizes, frequency, threads=request.threads)
    compared = compare(task.comparison, known, counts, monitor, task.states)
    if compared is None or not by_graphs:
        return compared
    graphs = task.graphs.num_graphs
    return [replace(one, frequency=Frequency.exact(round(_share(one) * graphs))) for one in compared]


def _share(one: ComparedPattern) -> float:
    return 0.0 if one.contrast is None else one.contrast.share or 0.0


def _compare_chosen(found: SearchResult, task: Task, monitor: Monitor) -> tuple[list[ComparedPattern], bool]:
    """Candidates of a search as far as they were counted in the target, and whether they were compared."""
    assert task.comparison is not None
    number = task.comparison.candidates_to_compare(task.request.top or 0)
    patterns = tuple(
        pattern
        for size, candidates in found.candidates.items()
        if size not in found.whole_sizes
        for pattern in list(dict.fromkeys(_form(one, task) for one in candidates))[:number]
    )
    if not patterns:
        return [], True
    options = ComparisonOptions.of(task.request)
    known = _count_in_target(patterns, options, task, monitor)
    compared = None
    if len(known) == len(patterns):
        compared = compare(task.comparison, known, GivenCounts(patterns, options), monitor, task.states)
    if compared is None:
        return [ComparedPattern(pattern, frequency) for pattern, frequency in known.items()], False
    return [replace(one, contrast=_alone(one.contrast)) for one in compared if one.contrast is not None], True


def _form(candidate: Candidate, task: Task) -> Pattern:
    """The pattern in the form whose frequency is asked for."""
    pattern = candidate.pattern
    if task.request.frequency != "anchored":
        return pattern.without_anchor()
    return pattern if pattern.anchor is not None else replace(pattern, anchor=pattern.orbits()[0][0]).canonical()


_KEEP_EVERY_S = 5.0
_FREQUENCIES = Codec["list[Frequency]"](
    pack=lambda found: {"found": pack([asdict(frequency) for frequency in found])},
    unpack=lambda state: [Frequency(**frequency) for frequency in unpack(state["found"])],
)


def _count_in_target(
    patterns: Sequence[Pattern], options: ComparisonOptions, task: Task, monitor: Monitor
) -> dict[Pattern, Frequency]:
    """The frequency of each pattern in the target, as far as there is time; counted ones are in the checkpoint."""
    counter, states = GraphCounter(task.graphs, options), task.states.within("counted")
    kept_at = time.monotonic()
    name = hashlib.sha256(" ".join(pattern.text for pattern in patterns).encode()).hexdigest()[:16]
    found = states.load(name, _FREQUENCIES) or []
    monitor.update(stage="count", done=len(found), total=len(patterns))
    for pattern in patterns[len(found) :]:
        frequency = counter.count(pattern, monitor)
        if monitor.stopped:
            break
        found.append(frequency)
        monitor.update(done=len(found))
        if time.monotonic() - kept_at > _KEEP_EVERY_S:
            states.save(name, found, _FREQUENCIES)
            kept_at = time.monotonic()
    states.save(name, found, _FREQUENCIES)
    return dict(zip(patterns, found, strict=False))  # fewer frequencies, if the run was stopped


def _alone(contrast: Contrast) -> Contrast:
    """The contrast without figures over many motifs, which do not allow for the search."""
    note = SEARCHED if contrast.note is None else f"{contrast.note}; {SEARCHED}"
    return replace(contrast, q=None, p_max=None, note=note)


def is_proven(one: ComparedPattern, found: SearchResult) -> bool:
    """Whether no pattern that was not compared can be more surprising, by the bounds of the search."""
    if one.surprise is None or one.pattern.size in found.whole_sizes:
        return one.surprise is not None
    rest = found.rest.get(one.pattern.size, {})
    return one.surprise != 0 and abs(one.surprise) >= rest.get(1 if one.surprise > 0 else -1, float("inf"))
