"""Consistency of a result with itself: its fields, the request, and the graphs around its examples.

Nothing is counted here. A field that no check reaches is named in :data:`spminer.audit.claims.UNCHECKED`, or in a claim
that was not checked.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from spminer.audit.claims import Claim, verdict
from spminer.audit.shuffling import NULL_MODELS
from spminer.audit.statistics import SEARCHED
from spminer.results.motif import FREQUENCY_FIELDS
from spminer.results.request import SAMPLES, MiningRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from spminer.audit.brute_force import CollectionCounter, PlainGraph
    from spminer.graphs import GraphCollection
    from spminer.results import Motif, MotifSet
    from spminer.results.motif import Contrast, Surroundings

__all__ = ["file_claims", "input_claims", "note_claims", "request_claims", "surroundings_claim"]

_COUNTED = ("graphs", "nodes", "edges", "directed", "node_labels", "edge_labels")
_TOLD = ("source", "source_sha256", "dropped", "reading")
_CLASSES = "class:"

# Notes of comparisons, as the documentation lists them.
_NEVER, _NO_SPREAD, _ABNORMAL, _FEW = (
    "no occurrence in any sample",
    "no spread",
    "counts far from normal",
    "few samples",
)
_UNDECIDED = "undecided in part of the samples: the expectation nearest to what was found"
_FEW_SAMPLES, _LEAST_EXPECTED = 10, 5.0
_OF_SHARES = ("share", "other_share", "odds_ratio", "odds_low", "odds_high")
_OF_SAMPLES = ("samples", "spread", "z")


def input_claims(result: MotifSet, graphs: GraphCollection) -> Iterator[Claim]:
    """Whether these are the graphs of the result."""
    facts = graphs.summary()
    for name in _COUNTED:
        claimed, found = getattr(result.input, name), facts[name]
        if claimed is None:
            yield Claim("input", name, "not checked", note="the result does not say")
        else:
            note = "" if claimed == found else "these are other graphs, or they were read in another way"
            yield Claim("input", name, verdict(claimed == found), str(claimed), str(found), note)
    for name in _TOLD:
        claimed, found = getattr(result.input, name) or "", facts[name] or ""
        if claimed == found:
            yield Claim("input", name, "holds")
        elif name == "source_sha256" and claimed and found:
            yield Claim("input", name, "fails", claimed, found, "this is another file")
        else:
            yield Claim("input", name, "not checked", claimed, found, "the graphs were read in another way")


def file_claims(written: Mapping[str, Any], result: MotifSet) -> Iterator[Claim]:
    """Whether the file agrees with the result that is read from it: names and orbits follow from patterns.

    Only fields that differ give a claim. A field that this version does not know is not checked.
    """
    again = result.to_dict()
    parts: list[tuple[str, Any, Any]] = [("result", written, again)]
    parts += [(name, written.get(name), again[name]) for name in ("config", "graph")]
    for here, there in zip(written.get("motifs", ()), again["motifs"], strict=True):
        parts.append((there["id"], here, there))
        parts.append((there["id"], here.get("against"), there.get("against")))
    for about, here, there in parts:
        if not isinstance(here, dict) or not isinstance(there, dict):
            continue
        for name, value in here.items():
            if name not in there and value is not None:
                note = "the pattern has none" if name in ("name", "man", "graphlet", "orbit") else ""
                kind = verdict(not note, "fails")
                unknown = "this version does not know the field"
                yield Claim(about, name, "not checked" if kind == "holds" else kind, str(value), "", note or unknown)
            elif name in there and not isinstance(value, dict | list) and value != there[name]:
                yield Claim(about, name, "fails", str(value), str(there[name]), "it follows from the pattern")


def request_claims(result: MotifSet) -> Iterator[Claim]:
    """Whether the result fits its request, as far as its fields tell."""
    partial = result.stop_reason is not None
    yield Claim("result", "status", verdict((result.status == "partial") == partial), result.status)
    request = result.request
    if request is None:
        yield Claim("result", "config", "not checked", note="the result does not say what was asked")
    else:
        yield from _option_claims(result, request)
    groups = {size: [motif for motif in result if motif.size == size] for size in {m.size for m in result}}
    order = [(motif.size, motif.rank) for motif in result]
    yield Claim("result", "order", verdict(order == sorted(order)))
    for size, motifs in sorted(groups.items()):
        yield from _rank_claims(result, size, motifs)
    for motif in result:
        yield from _motif_claims(motif, result)


def _command(result: MotifSet) -> str | None:
    return None if result.request is None else result.request.command


def _option_claims(result: MotifSet, request: MiningRequest) -> Iterator[Claim]:
    sizes = {motif.size for motif in result}
    planned = sorted({size for stage in result.plan.stages for size in stage.sizes})
    holds = sizes <= set(request.sizes) and list(request.sizes) == sorted(set(request.sizes))
    holds = holds and (not planned or planned == list(request.sizes))
    yield Claim("result", "sizes", verdict(holds), str(request.sizes), str(planned or sorted(sizes)))
    plain = Counter(motif.pattern.without_anchor() for motif in result)
    if request.merge_anchors:
        yield Claim("result", "merge_anchors", verdict(max(plain.values(), default=1) == 1))
    elif request.command == "mine" and request.frequency == "anchored" and not all(m.proven for m in result):
        yield Claim("result", "merge_anchors", "not checked", "false", note="other anchors may be less frequent")
    if request.against is not None:
        yield from _direction_claims(result, request)
    else:
        compared = any(motif.against is not None for motif in result)
        yield Claim("result", "against", verdict(not compared), "nothing")
        yield Claim("result", "direction", verdict(request.direction == "both"), request.direction, "both")
        yield Claim(
            "result", "null_samples", verdict(request.null_samples in {None, SAMPLES}), str(request.null_samples)
        )
    if request.command != "mine":
        return
    if request.support is not None:
        yield Claim("result", "support", "not checked", str(request.support), note="others may be frequent enough")
    for name, asked in (("closed", request.closed), ("maximal", request.maximal), ("distinct", request.distinct)):
        field = "covers" if name == "distinct" else name
        known = [getattr(motif, field) is not None for motif in result]
        if not asked:
            yield Claim("result", name, verdict(not any(known)), "not asked for")
        elif all(known):
            yield Claim("result", name, "holds", "asked for")
        else:
            yield Claim("result", name, "not checked", "asked for", note="the run left it open for some motifs")


def _direction_claims(result: MotifSet, request: MiningRequest) -> Iterator[Claim]:
    """Reference, number of samples and direction of a comparison."""
    for motif in result:
        stated = motif.against
        if stated is None:
            yield Claim(motif.id, "against", verdict(result.stop_reason is not None, "fails"), "nothing")
            continue
        yield Claim(
            motif.id, "against: with", verdict(stated.with_ == request.against), stated.with_, request.against or ""
        )
        yield _samples_claim(motif, stated, result, request.null_samples)
        if request.direction != "both":
            above = motif.score is not None and motif.score > 0
            yield Claim(motif.id, "direction", verdict(above == (request.direction == "over")), request.direction)
    if request.against not in NULL_MODELS:
        yield Claim("result", "null_samples", "not checked", str(request.null_samples), note="nothing is drawn by it")
    if request.direction == "both":
        yield Claim("result", "direction", "not checked", "both", note="what is not listed is not judged here")


def _samples_claim(motif: Motif, stated: Contrast, result: MotifSet, asked: int | None) -> Claim:
    if stated.with_ not in NULL_MODELS:
        return Claim(motif.id, "against: samples", verdict(stated.samples is None), str(stated.samples), "None")
    known = stated.samples is not None and 2 <= stated.samples <= (asked or stated.samples)
    holds = known and (stated.samples == asked or result.stop_reason is not None)
    if asked is None:  # the run chose the number
        holds = known and ((stated.samples or 0) >= SAMPLES or result.stop_reason is not None)
    return Claim(motif.id, "against: samples", verdict(holds), str(stated.samples), str(asked))


def _rank_claims(result: MotifSet, size: int, motifs: list[Motif]) -> Iterator[Claim]:
    """Ranks, order and number of the motifs of one size."""
    about, request = f"size {size}", result.request
    ranks = [motif.rank for motif in motifs]
    yield Claim(about, "rank", verdict(ranks == list(range(1, len(motifs) + 1))), str(ranks))
    twice = [text for text, times in Counter(m.pattern.canonical().text for m in motifs).items() if times > 1]
    yield Claim(about, "duplicates", verdict(not twice), note=", ".join(twice))
    if request is not None and request.top is not None:
        yield Claim(about, "top", verdict(len(motifs) <= request.top), str(request.top), str(len(motifs)))
    if not all(motif.proven for motif in motifs):
        certain = _command(result) == "enumerate" and result.stop_reason is None
        note = "" if certain else "what is not called proven claims nothing"
        yield Claim(about, "proven", "fails" if certain else "not checked", "false", note=note)
    if any(motif.against is not None for motif in motifs):
        values = [abs(motif.score or 0.0) for motif in motifs if motif.against is not None]
    elif request is not None and request.distinct:
        values = [0.0 if motif.covers is None else motif.covers.value for motif in motifs]
    else:
        known = [motif.frequency(result.frequency_name) for motif in motifs]
        if any(one is not None and one.kind != "exact" for one in known):
            yield Claim(about, "order", "not checked", note="not all frequencies are exact")
            return
        values = [0.0 if one is None else one.value for one in known]
    yield Claim(about, "order", verdict(values == sorted(values, reverse=True)))


def _motif_claims(motif: Motif, result: MotifSet) -> Iterator[Claim]:
    """Fields of one motif that need no graph."""
    canonical = motif.pattern.canonical().text
    yield Claim(motif.id, "id", verdict(canonical == motif.id), motif.id, canonical)
    request = result.request
    asked = result.frequency_name if request is None else request.frequency
    if motif.frequency(asked) is None:
        yield Claim(motif.id, "frequency", "fails", asked, "", "motifs are ranked by a frequency that is not there")
    anchored = asked == "anchored"
    yield Claim(motif.id, "anchor", verdict((motif.pattern.anchor is not None) == anchored), str(motif.pattern.anchor))
    for frequency_name, name in (*FREQUENCY_FIELDS.items(), (None, "covers")):
        known = motif.covers if frequency_name is None else motif.frequency(frequency_name)
        if known is None:
            continue
        certain = known.low == known.value == known.high
        if known.kind == "lower_bound":
            yield Claim(motif.id, f"{name} kind", verdict(not certain and known.low == known.value), known.kind)
        elif known.kind == "exact":
            yield Claim(motif.id, f"{name} kind", verdict(certain), known.kind)
        if known.kind != "exact":
            yield Claim(motif.id, name, "not checked", f"{known.value:g}", note="only that the truth is within bounds")
    if motif.against is None and motif.score is not None and _command(result) == "enumerate":
        yield Claim(motif.id, "score", "fails", f"{motif.score:g}", "", "an enumeration has no score of its own")
    if motif.against is not None and motif.score is None:
        yield Claim(motif.id, "score", "fails", "nothing", "", "what is compared is ranked by it")
    most = 1 if request is None else request.examples
    # Nodes of several graphs may have the same names.
    shown = list(zip(motif.examples, [around.graph for around in motif.surroundings], strict=False)) or motif.examples
    holds = len(set(shown)) == len(motif.examples) <= most
    yield Claim(motif.id, "examples", verdict(holds), str(len(motif.examples)), str(most))
    if motif.examples and not motif.surroundings:
        yield Claim(motif.id, "surroundings", "not checked", note="the result keeps none")


def note_claims(motif: Motif, stated: Contrast, result: MotifSet) -> Iterator[Claim]:
    """Whether a comparison has exactly the figures of its kind and the notes that these need."""
    is_null = stated.with_ in NULL_MODELS
    wrong = [name for name in (_OF_SHARES if is_null else _OF_SAMPLES) if getattr(stated, name) is not None]
    by_class = stated.with_.startswith(_CLASSES)
    if not is_null and not by_class:
        wrong += [name for name in ("q", "p_max") if getattr(stated, name) is not None]
    for name in wrong:
        yield Claim(motif.id, f"against: {name}", "fails", str(getattr(stated, name)), "nothing", "not defined here")
    if not is_null:
        searched = stated.note == SEARCHED and _command(result) == "mine"
        if not by_class:
            yield Claim(motif.id, "against: note", verdict(stated.note is None or searched), stated.note or "")
            if _command(result) == "mine":
                yield Claim(
                    motif.id, "against: note", "not checked", stated.note or "", note="whether a search chose it"
                )
        return
    for name in ("expected", "spread", "p"):
        if getattr(stated, name) is None:
            yield Claim(motif.id, f"against: {name}", "fails", "nothing", note="every null model gives it")
    yield _null_note_claim(motif, stated, result)
    joint = (stated.q is not None, stated.p_max is not None)
    searched = _command(result) == "mine" and SEARCHED in (stated.note or "")
    yield Claim(motif.id, "against: q", verdict(joint == (not searched,) * 2), note="given unless a search has chosen")


def _null_note_claim(motif: Motif, stated: Contrast, result: MotifSet) -> Claim:
    """The note of a null model's figures; skewness is checked only as far as the mean allows."""
    notes = set((stated.note or "").split("; ")) - {""}
    searched = (SEARCHED in notes) == (stated.q is None) and (stated.q is not None or _command(result) == "mine")
    notes -= {SEARCHED}
    if notes == {_UNDECIDED}:  # it stands for all others
        return Claim(motif.id, "against: note", "not checked", stated.note or "", note="counts of copies are not kept")
    if stated.expected == 0:
        fitting = [{_NEVER}]
    elif stated.spread == 0:
        fitting = [{_NO_SPREAD}]
    elif (stated.expected or 0.0) < _LEAST_EXPECTED:
        fitting = [{_ABNORMAL}]
    elif (stated.samples or 0) < _FEW_SAMPLES:
        fitting = [{_ABNORMAL}, {_FEW}]
    else:
        fitting = [set()] if stated.z is not None else [{_ABNORMAL}]
    holds = searched and notes in fitting and (stated.z is None) == bool(notes)
    return Claim(motif.id, "against: note", verdict(holds), stated.note or "")


def surroundings_claim(
    motif: Motif, number: int, around: Surroundings, places: Iterable[tuple[int, ...]], counts: CollectionCounter
) -> Claim:
    """Whether the nodes and edges around an example are those of the graph, at one of the places of its names."""
    graphs, offsets = counts.graphs, counts.graphs.graph_offsets.tolist()
    holds = False
    for nodes in places:
        index = counts.graph_of[nodes[0]]
        name = str(index) if graphs.graph_names is None else graphs.graph_names[index]
        if around.graph == (name if graphs.num_graphs > 1 else None):
            own = range(offsets[index], offsets[index + 1])
            holds = holds or _is_around(around, nodes, dict(zip(graphs.names(own), own, strict=True)), counts.skeleton)
    note = "" if holds else "the graph has others around it"
    return Claim(motif.id, f"surroundings {number}", verdict(holds), note=note)


def _is_around(around: Surroundings, nodes: tuple[int, ...], by_name: dict[str, int], graph: PlainGraph) -> bool:
    links: Counter[int] = Counter()
    for node in nodes:
        for other, relation in graph.near[node].items():
            if other not in nodes:
                links[other] += sum(arc is not None for arc in relation) if graph.directed else 1
    kept = [by_name.get(name, -1) for name in around.neighbors]
    if len(set(kept)) < len(kept) or not set(kept) <= set(links) or len(kept) + around.hidden != len(links):
        return False
    counts = [links[node] for node in kept]
    least = min(counts, default=0)
    if counts != sorted(counts, reverse=True) or any(links[node] > least for node in set(links) - set(kept) if kept):
        return False
    every = [*nodes, *kept]
    wanted = {
        (i, j)
        for i, a in enumerate(every)
        for j, b in enumerate(every)
        if (graph.directed or i < j) and graph.relation(a, b)[0] is not None
    }
    return set(around.edges) == wanted and len(around.edges) == len(wanted)
