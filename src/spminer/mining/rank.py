"""Ranking of candidates, and parts of larger motifs that compete at smaller sizes.

:func:`rank` orders by the frequency asked for; ties by graph-level frequency where it is known or estimated, then by
more edges, then by the canonical text. Equal lower bounds keep the order of the search's scores.

:func:`parts_of_larger` makes sizes consistent. A pattern without one of its nodes, other than the anchor, is at least
as frequent. So where a motif is more frequent than the last one of a smaller size, its parts are candidates of that
size, whatever method missed them. If frequencies fall with the size, nothing is added, unless the method only
estimates frequencies: parts of its larger finds may then be better than its own candidates. At most 200 parts are kept
for a size.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spminer.methods.base import Candidate
from spminer.patterns.parts import node_deleted_subpatterns
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spminer.methods.base import Task
    from spminer.patterns import Pattern
    from spminer.results.frequency import FrequencyName

__all__ = ["entry_threshold", "parts_of_larger", "rank"]


def rank(
    candidates: Iterable[Candidate], frequency_name: FrequencyName, top: int, *, merge_anchors: bool = False
) -> tuple[Candidate, ...]:
    """The best candidates by their known frequencies; those that do not occur are left out."""
    known = [
        candidate if frequency_name in candidate.known else _met_once(candidate, frequency_name)
        for candidate in candidates
    ]
    ordered = sorted(
        (candidate for candidate in known if candidate.known[frequency_name].value > 0),
        key=lambda candidate: _key(candidate, frequency_name),
    )
    if merge_anchors:
        seen: dict[Pattern, Candidate] = {}
        for candidate in ordered:
            seen.setdefault(candidate.pattern.without_anchor(), candidate)
        ordered = list(seen.values())
    return tuple(ordered[:top])


def _key(candidate: Candidate, frequency_name: FrequencyName) -> tuple[Any, ...]:
    frequency = candidate.known[frequency_name]
    graph = candidate.known.get("graph")
    node_sets = graph.value if graph is not None else candidate.node_sets
    return (
        -frequency.value,
        -candidate.score if frequency.kind == "lower_bound" else 0.0,
        -(node_sets or 0.0),
        -len(candidate.pattern.edges),
        candidate.pattern.text,
    )


def _met_once(candidate: Candidate, frequency_name: FrequencyName) -> Candidate:
    """A candidate without a known frequency, with the lower bound 1, since the search has met it."""
    return replace(candidate, known={**candidate.known, frequency_name: Frequency.lower_bound(1)})


# Frequencies that can only grow when a node is taken away; the number of node sets may also fall.
_MONOTONE = ("anchored", "transactions", "images")
_MOST_PARTS = 200  # for a size


def parts_of_larger(
    larger: Sequence[Candidate], smaller: Sequence[Candidate], size: int, task: Task, *, estimated: bool = False
) -> list[Candidate]:
    """Parts of larger patterns that belong among the candidates of a size and are missing.

    Parameters
    ----------
    larger
        Verified candidates of a larger size, best first.
    smaller
        Verified candidates of the size.
    size
        The size.
    task
        The task.
    estimated
        Whether candidates were chosen by estimates: parts of rarer patterns may then be better.

    Returns
    -------
    list
        Candidates with the lower bound that the larger pattern implies, 1 if its frequency is an estimate.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.datasets import example
    >>> from spminer.methods.base import Task
    >>> path = Candidate(Pattern.parse("0-1,1-2,2-3@0"), 0.0, {"anchored": Frequency.exact(34)})
    >>> [(str(one.pattern), one.known["anchored"].low) for one in parts_of_larger([path], [], 3, Task.of(example()))]
    [('0-1,1-2@0', 34)]
    """
    request = task.request
    frequency_name = request.frequency
    counted = request.verify.candidates(request.search_depth) and not request.verify.own_ranking
    if frequency_name not in _MONOTONE or not counted:
        return []
    floor = 0.0 if estimated else entry_threshold(smaller, task)
    present = {candidate.pattern for candidate in smaller}
    expected: dict[Pattern, float] = {}
    bounds: dict[Pattern, int] = {}
    for candidate in larger:
        known = candidate.known.get(frequency_name)
        if known is None or known.low <= floor:
            continue
        for part in _parts(candidate.pattern, size):
            if part not in present:
                expected[part] = max(known.low, expected.get(part, 0.0))
                bounds[part] = max(1 if known.kind == "estimate" else int(known.low), bounds.get(part, 1))
    best = sorted(expected, key=lambda part: (-expected[part], part.text))[:_MOST_PARTS]
    return [Candidate(part, 0.0, {frequency_name: Frequency.lower_bound(bounds[part])}) for part in best]


def _parts(pattern: Pattern, size: int) -> list[Pattern]:
    """Connected parts of a size that have the anchor, up to ``_MOST_PARTS`` at each step down."""
    parts = [pattern]
    for _ in range(pattern.size - size):
        distinct = {part.text: part for whole in parts for part in node_deleted_subpatterns(whole)}
        parts = [distinct[text] for text in sorted(distinct)][:_MOST_PARTS]
    return parts


def entry_threshold(candidates: Sequence[Candidate], task: Task) -> float:
    """The frequency of the last candidate of the list, which others must exceed; 0 if the list is not full."""
    request = task.request
    values = [
        candidate.known[request.frequency].value for candidate in candidates if request.frequency in candidate.known
    ]
    return sorted(values, reverse=True)[request.search_depth - 1] if len(values) >= request.search_depth else 0.0
