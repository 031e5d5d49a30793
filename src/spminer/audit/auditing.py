"""Verification of a result: its claims one by one, each checked by brute force in the graphs it was found in."""

from __future__ import annotations

import time
from functools import cached_property, partial
from typing import TYPE_CHECKING

from spminer.audit.claims import Audit, Claim, verdict
from spminer.audit.matching import Clock, OutOfTimeError, embeddings, is_embedding
from spminer.audit.plain import Features, PlainGraph
from spminer.audit.ranking import proven_claims
from spminer.request import MiningRequest
from spminer.results.motif import FREQUENCY_FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spminer.frequencies import Frequency, Objective
    from spminer.graphs import GraphCollection
    from spminer.results import Motif, MotifSet

__all__ = ["verify"]

_NO_TIME = "the time was over"


def verify(result: MotifSet, graphs: GraphCollection, *, time_limit: float | None = None) -> Audit:
    """Check every claim of a result anew, by separate and simple code that shares nothing with what made it.

    Frequencies, intervals and bounds are compared with a full count by plain backtracking, examples with the graph, and
    ranks that are called proven with an enumeration of all node sets. What cannot be checked that way is said.

    Parameters
    ----------
    result
        What a run claims, see :meth:`spminer.MotifSet.from_json`.
    graphs
        The graphs that it was found in.
    time_limit
        Seconds; what is not reached then is not checked. This is slow on purpose, and meant for small graphs.

    Returns
    -------
    Audit
        The claims with their verdicts.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> audit = spminer.verify(spminer.mine(example(), "3-4", top=2), example())
    >>> audit.holds, len(audit.of("fails")), len(audit.of("not checked"))
    (True, 0, 0)
    """
    if result.input.node_labels == 0 and result.input.edge_labels == 0:  # a run may leave them out
        graphs = graphs.without_labels()
    auditor = _Auditor(result, graphs, Clock(None if time_limit is None else time.monotonic() + time_limit))
    claims = tuple(auditor.claims())
    return Audit(claims, "time limit" if any(claim.note == _NO_TIME for claim in claims) else None)


class _Auditor:
    """Checks the claims of one result."""

    def __init__(self, result: MotifSet, graphs: GraphCollection, clock: Clock) -> None:
        self.result, self.graphs, self.clock = result, graphs, clock
        self.induced = not isinstance(result.request, MiningRequest) or result.request.induced
        self.plain: dict[Features, PlainGraph] = {}

    def claims(self) -> Iterator[Claim]:
        """All of them, the cheap ones first."""
        yield from self.input()
        for motif in self.result:
            yield from self.examples(motif)
        for motif in self.result:
            yield from self.frequencies(motif)
            yield from self.unchecked(motif)
        yield from proven_claims(self.result, self.graphs, self.clock, self.in_time)

    def input(self) -> Iterator[Claim]:
        """Whether these are the graphs of the result."""
        facts = self.graphs.summary()
        for name in ("graphs", "nodes", "edges", "directed", "node_labels", "edge_labels"):
            claimed, found = getattr(self.result.input, name), facts[name]
            if claimed is None:
                yield Claim("input", name, "not checked", note="the result does not say")
            else:
                note = "" if claimed == found else "these are other graphs, or they were read in another way"
                yield Claim("input", name, verdict(claimed == found), str(claimed), str(found), note)

    def examples(self, motif: Motif) -> Iterator[Claim]:
        """Whether the pattern is where an example says."""
        pattern, graph = self.forms(motif)
        for number, names in enumerate(motif.examples, start=1):
            found = any(is_embedding(pattern, graph, images, induced=self.induced) for images in self.places(names))
            note = "" if found else "the pattern is not there"
            yield Claim(motif.id, f"example {number}", verdict(found), ", ".join(names), note=note)

    def places(self, names: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
        """The nodes of these names, in each graph that has them all."""
        nodes = [self.by_name.get(name, {}) for name in names]
        for index in set(nodes[0]).intersection(*nodes[1:]):
            yield tuple(known[index] for known in nodes)

    @cached_property
    def by_name(self) -> dict[str, dict[int, int]]:
        """Nodes by their name and graph."""
        found: dict[str, dict[int, int]] = {}
        for node, name in enumerate(self.graphs.names(range(self.graphs.num_nodes))):
            found.setdefault(name, {})[self.graph_of[node]] = node
        return found

    @cached_property
    def graph_of(self) -> list[int]:
        """The graph that each node is in."""
        offsets = self.graphs.graph_offsets.tolist()
        return [graph for graph in range(len(offsets) - 1) for _ in range(offsets[graph], offsets[graph + 1])]

    def frequencies(self, motif: Motif) -> Iterator[Claim]:
        """Whether a pattern is as frequent as the result says."""
        for objective, name in FREQUENCY_FIELDS.items():
            frequency = motif.frequency(objective)
            if frequency is not None:
                yield self.in_time(motif.id, name, partial(self.counted, motif, objective, frequency, name))

    def counted(self, motif: Motif, objective: Objective, frequency: Frequency, name: str) -> Claim:
        """The verdict on a frequency, by a full count."""
        truth = self.count(motif, objective)
        if frequency.kind == "exact":
            same = frequency.value == frequency.low == frequency.high == truth
            return Claim(motif.id, name, verdict(same), f"{frequency.value:g}", str(truth))
        high = "" if frequency.high is None else f"{frequency.high:g}"
        within = frequency.low <= truth and (frequency.high is None or truth <= frequency.high)
        if frequency.kind == "estimate":
            said = f"{frequency.low:g} to {high}"
            return Claim(motif.id, f"{name} interval", verdict(within, "outside"), said, str(truth))
        bound = f"{frequency.low:g} or more" if frequency.high is None else f"{frequency.low:g} to {high}"
        return Claim(motif.id, f"{name} bound", verdict(within), bound, str(truth))

    def count(self, motif: Motif, objective: Objective) -> int:
        """How frequent a pattern is."""
        pattern, graph = self.forms(motif)

        def found(start: int, at: list[int]) -> Iterator[tuple[int, ...]]:
            return embeddings(pattern, graph, induced=self.induced, start=start, at=at, clock=self.clock)

        nodes = list(range(len(graph)))
        if objective == "graph":
            return len({frozenset(images) for images in found(0, nodes)})
        if objective == "transactions":
            seen: set[int] = set()
            for node in nodes:
                if self.graph_of[node] not in seen and next(found(0, [node]), None) is not None:
                    seen.add(self.graph_of[node])
            return len(seen)

        def anchored(anchor: int) -> int:
            return sum(next(found(anchor, [node]), None) is not None for node in nodes)

        return (
            anchored(motif.pattern.anchor or 0) if objective == "anchored" else min(map(anchored, range(len(pattern))))
        )

    def unchecked(self, motif: Motif) -> Iterator[Claim]:
        """What is claimed and has no check here."""
        claims = {
            "against": (motif.against, "a comparison needs the graphs that it was made with"),
            "closed": (motif.closed, "larger patterns are not looked for here"),
            "maximal": (motif.maximal, "larger patterns are not looked for here"),
            "covers": (motif.covers, "what motifs cover together is not counted here"),
        }
        for what, (claimed, note) in claims.items():
            if claimed is not None:
                yield Claim(motif.id, what, "not checked", note=note)

    def forms(self, motif: Motif) -> tuple[PlainGraph, PlainGraph]:
        """A pattern and the graphs, with the features that they share."""
        features = Features.common(motif.pattern, self.graphs)
        if features not in self.plain:
            self.plain[features] = PlainGraph.of_graphs(self.graphs, features)
        return PlainGraph.of_pattern(motif.pattern, features), self.plain[features]

    def in_time(self, about: str, what: str, check: Callable[[], Claim]) -> Claim:
        """The verdict of a check, or that there was no time for it."""
        try:
            self.clock.look()
            return check()
        except OutOfTimeError:
            return Claim(about, what, "not checked", note=_NO_TIME)
