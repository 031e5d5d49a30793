"""Ranking of patterns that a result calls proven, compared with every pattern of the size that there is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from spminer.audit.claims import Claim
from spminer.audit.classes import all_classes, isomorphism
from spminer.audit.plain import Features, PlainGraph
from spminer.audit.spanning import edge_induced
from spminer.results.request import MiningRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spminer.audit.classes import InducedClass
    from spminer.audit.matching import Clock
    from spminer.graphs import GraphCollection
    from spminer.results import Motif, MotifSet
    from spminer.results.frequency import Objective

    InTime = Callable[[str, str, Callable[[], Claim]], Claim]

__all__ = ["proven_claims"]


def proven_claims(result: MotifSet, graphs: GraphCollection, clock: Clock, in_time: InTime) -> Iterator[Claim]:
    """For each size that is called proven: whether no pattern outside the result is more frequent."""
    for size in sorted({motif.size for motif in result if motif.proven}):
        reason = _unchecked(result)
        if reason:
            yield Claim(f"size {size}", "proven", "not checked", note=reason)
        else:
            yield in_time(f"size {size}", "proven", partial(_compared, result, graphs, size, clock))


def _unchecked(result: MotifSet) -> str:
    """Why the ranks of a result cannot be checked by all node sets, if so."""
    request = result.request
    if request is None:
        return "the result does not say what was asked"
    if request.against is not None:
        return "ranks are by surprise, which needs the other graphs"
    if isinstance(request, MiningRequest) and request.selective:
        return "motifs were chosen by more than their frequency"
    return ""


def _compared(result: MotifSet, graphs: GraphCollection, size: int, clock: Clock) -> Claim:
    motifs = [motif for motif in result if motif.size == size]
    features = Features.common(motifs[0].pattern, graphs)
    graph = PlainGraph.of_graphs(graphs, features)
    offsets = graphs.graph_offsets.tolist()
    graph_of = [index for index in range(len(offsets) - 1) for _ in range(offsets[index], offsets[index + 1])]
    classes = all_classes(graph, size, graph_of, clock)
    if isinstance(result.request, MiningRequest) and not result.request.induced:
        classes = edge_induced(classes, clock)
    merged = isinstance(result.request, MiningRequest) and result.request.merge_anchors
    objective, values = result.objective, {}
    for number, one in enumerate(classes):
        values.update({(number, *place): value for place, value in _values(one, objective, merged)})
    listed = {_place(motif, classes, features, objective, merged, clock) for motif in motifs}
    return _verdict(size, motifs, listed, values, objective, result.request.top if result.request else None)


def _values(one: InducedClass, objective: Objective, merged: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """What ranks a class, or each of its anchors."""
    anchored = {orbit: len(nodes) for orbit, nodes in one.images.items()}
    if objective == "anchored" and not merged:
        yield from (((orbit,), count) for orbit, count in anchored.items())
        return
    counts = {"anchored": max(anchored.values()), "graph": one.node_sets, "transactions": len(one.graphs)}
    yield (), counts.get(objective, min(anchored.values()))


def _place(
    motif: Motif, classes: list[InducedClass], features: Features, objective: Objective, merged: bool, clock: Clock
) -> tuple[int, ...] | None:
    """The class of a motif, with its orbit where anchors are ranked; ``None`` if there is no such class."""
    pattern = PlainGraph.of_pattern(motif.pattern, features)
    for number, one in enumerate(classes):
        mapping = isomorphism(pattern, one.form, clock)
        if mapping is not None:
            anchored = objective == "anchored" and not merged
            return (number, one.orbits[mapping[motif.pattern.anchor or 0]]) if anchored else (number,)
    return None


def _verdict(
    size: int,
    motifs: list[Motif],
    listed: set[tuple[int, ...] | None],
    values: dict[tuple[int, ...], int],
    objective: Objective,
    top: int | None,
) -> Claim:
    about, what = f"size {size}", "proven"
    if None in listed or len(listed) < len(motifs):
        return Claim(about, what, "fails", note="a motif is listed twice, or does not exist")
    least = min(values[place] for place in listed if place is not None)
    rest = [value for place, value in values.items() if place not in listed]
    claimed, found = f"none above {least}", f"{max(rest, default=0)} at most"
    if rest and max(rest) > least:
        return Claim(about, what, "fails", claimed, found, "a pattern that is not listed is more frequent")
    if rest and (top is None or len(motifs) < top):
        return Claim(about, what, "fails", claimed, found, f"{len(rest)} patterns are missing")
    ranked = [values_of(motif, objective) for motif in motifs]
    if ranked != sorted(ranked, reverse=True):
        return Claim(about, what, "fails", note="motifs are not in the order of their frequency")
    return Claim(about, what, "holds", claimed, found)


def values_of(motif: Motif, objective: Objective) -> float:
    """What ranks a motif, as the result says."""
    frequency = motif.frequency(objective)
    return 0.0 if frequency is None else frequency.value
