"""Recount: motifs of one result counted in the input of another, if that can be read again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spminer.counting.count import count_pattern
from spminer.datasets import example
from spminer.errors import SpminerError
from spminer.graphs import read
from spminer.request import CountRequest, MiningRequest
from spminer.results.provenance import InputFacts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spminer.frequencies import Frequency, Objective
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results import MotifSet
    from spminer.running.monitor import Monitor

__all__ = ["Recount", "read_again", "recount"]


@dataclass(frozen=True, slots=True)
class Recount:
    """Frequencies of patterns in an input, by their texts, and why some or all are missing."""

    counts: Mapping[str, Frequency] = field(default_factory=dict)
    reason: str | None = None
    objective: Objective = "anchored"


def recount(result: MotifSet, other: MotifSet, monitor: Monitor) -> Recount:
    """Count what only the other result has in the input of this one, as this one counts.

    Nothing is counted unless the input gives the result's own frequencies again: what is read from the same name may be
    another graph, or be read in another way.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> few, more = (spminer.enumerate(example(), 3, top=top) for top in (1, 2))
    >>> recount(few, more, spminer.Monitor()).counts
    {'0-1,0-2,1-2@0': Frequency(value=32, kind='exact', low=32, high=32)}
    """
    own = {motif.id for motif in result}
    missing = {motif.id: motif.pattern for motif in other if motif.id not in own}
    if not missing:
        return Recount()
    if result.objective != other.objective:
        return Recount(reason="the results are ranked by different frequencies")
    graphs = read_again(result)
    if not isinstance(graphs, str):
        graphs = _doubt(result, graphs, missing, monitor) or graphs
    if isinstance(graphs, str):
        return Recount(reason=graphs)
    counts: dict[str, Frequency] = {}
    for name, pattern in missing.items():
        if monitor.stopped:
            left = len(missing) - len(counts)
            return Recount(counts, f"there was no time for {left} of them ({monitor.stop_reason})", result.objective)
        counts[name] = _count(pattern, graphs, result, monitor)
    return Recount(counts, objective=result.objective)


def read_again(result: MotifSet) -> GraphCollection | str:
    """The input of a result, or why it cannot be had: what is read must be as large and of the same kind."""
    facts = result.input
    if not facts.source:
        return "the result does not say where its input is"
    if facts.source == example().source:
        return example()
    if facts.source == "-":
        return "its input was standard input"
    try:
        graphs = read(facts.source, directed=facts.directed, edge_labels=bool(facts.edge_labels))
    except (SpminerError, OSError, ValueError):
        return f"{facts.source} cannot be read from here"
    if not facts.node_labels and not facts.edge_labels:
        graphs = graphs.without_labels()
    found = InputFacts.of(graphs)
    alike = ("graphs", "nodes", "edges", "directed", "node_labels", "edge_labels")
    if any(getattr(found, name) != getattr(facts, name) for name in alike):
        return f"{facts.source} does not read as it did"
    return graphs


def _doubt(result: MotifSet, graphs: GraphCollection, missing: Mapping[str, Pattern], monitor: Monitor) -> str | None:
    """Why counts in these graphs would mislead, if they would."""
    if any(not _comparable(pattern, graphs) for pattern in missing.values()):
        return "only one of the inputs has labels or direction"
    if not _same_answer(result, graphs, monitor):
        return "the input does not give the frequencies of the result again"
    return None


def _comparable(pattern: Pattern, graphs: GraphCollection) -> bool:
    """Whether the pattern says as much as patterns of these graphs do."""
    return (
        (pattern.node_labels is None) == (graphs.node_labels is None)
        and (pattern.edge_labels is None) == (graphs.edge_labels is None)
        and pattern.directed == graphs.directed
    )


def _same_answer(result: MotifSet, graphs: GraphCollection, monitor: Monitor) -> bool:
    """Whether a motif of the result has its frequency in these graphs, if one is known exactly."""
    for motif in result:
        known = motif.frequency(result.objective)
        if known is not None and known.kind == "exact":
            return _count(motif.pattern, graphs, result, monitor).value == known.value
    return False


def _count(pattern: Pattern, graphs: GraphCollection, result: MotifSet, monitor: Monitor) -> Frequency:
    induced = result.request.induced if isinstance(result.request, MiningRequest) else True
    return count_pattern(pattern, graphs, CountRequest(frequency=result.objective, induced=induced), monitor).frequency
