"""Ranking of candidates by what is known of them.

Motifs are ranked by the value of the objective; ties by graph-level frequency where it is known or estimated, then by
more edges, then by the canonical text. Lower bounds that tie keep the order of the search's own scores.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.methods.base import Candidate
    from spminer.patterns import Pattern
    from spminer.results.frequency import Objective

__all__ = ["rank"]


def rank(
    candidates: Iterable[Candidate], objective: Objective, top: int, *, merge_anchors: bool = False
) -> tuple[Candidate, ...]:
    """The best candidates by what is known of them; those that do not occur are left out."""
    known = [candidate if objective in candidate.known else _met_once(candidate, objective) for candidate in candidates]
    ordered = sorted(
        (candidate for candidate in known if candidate.known[objective].value > 0),
        key=lambda candidate: _key(candidate, objective),
    )
    if merge_anchors:
        seen: dict[Pattern, Candidate] = {}
        for candidate in ordered:
            seen.setdefault(candidate.pattern.without_anchor(), candidate)
        ordered = list(seen.values())
    return tuple(ordered[:top])


def _key(candidate: Candidate, objective: Objective) -> tuple[Any, ...]:
    frequency = candidate.known[objective]
    graph = candidate.known.get("graph")
    node_sets = graph.value if graph is not None else candidate.node_sets
    return (
        -frequency.value,
        -candidate.score if frequency.kind == "lower_bound" else 0.0,
        -(node_sets or 0.0),
        -len(candidate.pattern.edges),
        candidate.pattern.text,
    )


def _met_once(candidate: Candidate, objective: Objective) -> Candidate:
    """A candidate that nothing is known of but that the search met it once."""
    return replace(candidate, known={**candidate.known, objective: Frequency.lower_bound(1)})
