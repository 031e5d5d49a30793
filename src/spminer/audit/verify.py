"""Audit of a result: its claims one by one, each checked by brute force in the graphs it was found in.

The order of the checks, cheap ones first: fields that must fit each other (:mod:`spminer.audit.consistency`), examples,
frequencies by backtracking (:mod:`spminer.audit.brute_force`), closed and maximal patterns, coverage, comparisons
(:mod:`spminer.audit.comparisons`), proven sizes (:mod:`spminer.audit.classes`) and sizes without motifs. The code
shares nothing with the code that made the result.

Time limit: claims that are not reached, or whose check is stopped, are ``not checked``.
"""

from __future__ import annotations

import json
import time
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spminer._util.validation import validate_arguments
from spminer.audit.brute_force import Clock, CollectionCounter, OutOfTimeError, is_embedding
from spminer.audit.claims import NO_TIME, Audit, Claim, frequency_claim, in_time, verdict
from spminer.audit.classes import connected_sets, most_frequent_extension, proven_claims
from spminer.audit.comparisons import LEAST_DEALS, OwnShuffles, ReferenceGraphs
from spminer.audit.consistency import file_claims, input_claims, note_claims, request_claims, surroundings_claim
from spminer.audit.shuffling import NULL_MODELS
from spminer.errors import UsageError
from spminer.graphs.convert.as_collection import as_collection
from spminer.results import MotifSet
from spminer.results.motif import FREQUENCY_FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spminer.graphs import GraphCollection
    from spminer.results import Motif
    from spminer.results.frequency import Frequency, FrequencyName
    from spminer.results.request import MiningRequest

__all__ = ["verify"]

_CLASSES = "class:"


@validate_arguments
def verify(
    result: MotifSet | str | PathLike[str],
    graph: Any,
    *,
    against: Any = None,
    time_limit: float | None = None,
) -> Audit:
    """Check every claim of a result by separate and simple code that shares nothing with the code that made it.

    Frequencies, intervals and bounds are compared with a full count by plain backtracking, examples with the graph, and
    ranks that are called proven with an enumeration of all node sets. Motifs that are called closed or maximal are
    compared with all patterns that are one step larger. Comparisons are counted again on the other side; beside a null
    model, in copies that are shuffled by other means, and have to agree as far as chance allows. Claims that cannot be
    checked in this way are listed as not checked.

    Parameters
    ----------
    result
        A result, or its file. Of a file, the names of patterns and the orbits are checked too.
    graph
        The graphs of the run, as :func:`spminer.mine` takes them; of a comparison of classes, the whole collection.
    against
        The reference graphs, if the result was compared with given graphs.
    time_limit
        Seconds; claims that are not reached then are not checked. The check is slow and for small graphs.

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
    written: dict[str, Any] | None = None
    if not isinstance(result, MotifSet):
        if not isinstance(result, str | PathLike):
            raise UsageError(
                f"the result must be a MotifSet or its file, not {type(result).__name__}: verify(result, graph)"
            )
        path = Path(result)
        result = MotifSet.from_json(path)
        written = json.loads(path.read_text(encoding="utf-8"))
    graphs = as_collection(graph)
    against = None if against is None else as_collection(against)
    if result.input.node_labels == 0 and result.input.edge_labels == 0:  # a run may leave them out
        graphs, against = graphs.without_labels(), None if against is None else against.without_labels()
    clock = Clock(None if time_limit is None else time.monotonic() + time_limit)
    auditor = _Auditor(result, *_sides(result, graphs, against), clock)
    claims = (*(() if written is None else file_claims(written, result)), *auditor.claims())
    return Audit(claims, "time limit" if any(claim.note == NO_TIME for claim in claims) else None)


def _sides(
    result: MotifSet, graphs: GraphCollection, against: GraphCollection | None
) -> tuple[GraphCollection, GraphCollection | None, bool]:
    """The graphs of a result, those that they were compared with, and whether these are two classes."""
    name = (None if result.request is None else result.request.against) or ""
    if not name.startswith(_CLASSES) or graphs.graph_labels is None:
        return graphs, against, False
    first, _, second = name.removeprefix(_CLASSES).partition(",")
    labels = [str(label) for label in graphs.graph_labels]
    one, other = ([i for i, label in enumerate(labels) if label == name.strip()] for name in (first, second))
    return graphs[one], graphs[other], True


class _Auditor:
    """Checks the claims of one result."""

    def __init__(
        self, result: MotifSet, graphs: GraphCollection, other: GraphCollection | None, by_class: bool, clock: Clock
    ) -> None:
        self.result, self.graphs, self.clock = result, graphs, clock
        self.induced = result.request is None or result.request.induced
        self.counts = CollectionCounter(graphs, induced=self.induced, clock=clock)
        self.reference: ReferenceGraphs | None = None
        self.by_class = by_class
        if other is not None:
            counts = CollectionCounter(other, induced=self.induced, clock=clock)
            self.reference = ReferenceGraphs(self.counts, counts, "transactions" if by_class else result.frequency_name)

    def claims(self) -> Iterator[Claim]:
        """All of them, the cheap ones first."""
        yield from input_claims(self.result, self.graphs)
        yield from request_claims(self.result)
        for motif in self.result:
            yield from self.examples(motif)
            if motif.against is not None:
                yield from note_claims(motif, motif.against, self.result)
        for motif in self.result:
            yield from self.frequencies(motif)
            yield from self.growth(motif)
        yield from self.covers()
        yield from self.compared()
        yield from proven_claims(self.result, self.counts)
        yield from self.missing()

    def missing(self) -> Iterator[Claim]:
        """Sizes that were asked for and have no motif."""
        request = self.result.request
        if request is None:
            return
        for size in sorted(set(request.sizes) - {motif.size for motif in self.result}):
            yield self.in_time(f"size {size}", "missing", partial(self.none_of, size, request))

    def none_of(self, size: int, request: MiningRequest) -> Claim:
        """The verdict on a size without motifs: that it has no patterns, or that the run may have left them out."""
        some = next(connected_sets(self.counts.skeleton, size, self.clock), None)
        if some is None:
            return Claim(f"size {size}", "missing", "holds", "no motifs")
        whole = request.command == "enumerate" and request.against is None
        if whole and self.result.stop_reason is None:
            return Claim(f"size {size}", "missing", "fails", "no motifs", note="there are patterns of this size")
        return Claim(f"size {size}", "missing", "not checked", "no motifs", note="the run may have left them out")

    def examples(self, motif: Motif) -> Iterator[Claim]:
        """Whether the pattern is where an example says."""
        pattern, counter = self.counts.forms(motif.pattern)
        for number, names in enumerate(motif.examples, start=1):
            found = any(
                is_embedding(pattern, counter.graph, images, induced=self.induced) for images in self.places(names)
            )
            note = "" if found else "the pattern is not there"
            yield Claim(motif.id, f"example {number}", verdict(found), ", ".join(names), note=note)
        for number, (names, around) in enumerate(zip(motif.examples, motif.surroundings, strict=False), start=1):
            yield surroundings_claim(motif, number, around, self.places(names), self.counts)

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
            found.setdefault(name, {})[self.counts.graph_of[node]] = node
        return found

    def frequencies(self, motif: Motif) -> Iterator[Claim]:
        """Whether a pattern is as frequent as the result says."""
        for frequency_name, name in FREQUENCY_FIELDS.items():
            frequency = motif.frequency(frequency_name)
            if frequency is not None:
                yield self.in_time(motif.id, name, partial(self.counted, motif, frequency_name, frequency, name))

    def counted(self, motif: Motif, frequency_name: FrequencyName, frequency: Frequency, name: str) -> Claim:
        """The verdict on a frequency, by a full count."""
        return frequency_claim(motif.id, name, frequency, self.counts.frequency(motif.pattern, frequency_name))

    def growth(self, motif: Motif) -> Iterator[Claim]:
        """Whether a pattern is closed or maximal, by all that are one step larger."""
        larger: list[int] = []  # what a pattern that is one step larger reaches, once it is known
        for name, claimed in (("closed", motif.closed), ("maximal", motif.maximal)):
            if claimed is not None:
                yield self.in_time(motif.id, name, partial(self.grown, motif, name, claimed, larger))

    def grown(self, motif: Motif, name: str, claimed: bool, known: list[int]) -> Claim:
        """The verdict on a claim that no larger pattern is as frequent, or frequent enough."""
        least = self.least
        if name == "maximal" and least is None:
            return Claim(motif.id, name, "not checked", note="the result does not say what is frequent")
        if self.result.frequency_name == "graph":
            return Claim(motif.id, name, "not checked", note="node sets may become more along growth")
        frequency_name = self.result.frequency_name
        own = self.counts.frequency(motif.pattern, frequency_name)
        if not known:
            pattern, counter = self.counts.forms(motif.pattern)
            known.append(most_frequent_extension(counter, pattern, frequency_name, motif.pattern.anchor or 0))
        larger = known[0]
        bound = own if name == "closed" else least or 0
        found = f"{larger} of {own}" if name == "closed" else f"{larger}, {bound} wanted"
        return Claim(motif.id, name, verdict((larger < bound) == claimed), str(claimed).lower(), found)

    @cached_property
    def least(self) -> int | None:
        """The least frequency that was asked for."""
        request = self.result.request
        return None if request is None else request.least_frequency(self.graphs)

    def covers(self) -> Iterator[Claim]:
        """How much each motif covers that those before it, of its size, do not."""
        covered: dict[int, set[int]] = {}
        for motif in self.result:
            if motif.covers is not None:
                new = covered.setdefault(motif.size, set())
                yield self.in_time(motif.id, "covers", partial(self.covering, motif, motif.covers, new))

    def covering(self, motif: Motif, claimed: Frequency, covered: set[int]) -> Claim:
        """The verdict on what one motif covers; adds that to what is covered."""
        pattern, counter = self.counts.forms(motif.pattern)
        own = counter.covered(pattern, self.result.frequency_name, motif.pattern.anchor or 0)
        new = len(own - covered)
        covered |= own
        return frequency_claim(motif.id, "covers", claimed, new)

    def compared(self) -> Iterator[Claim]:
        """The figures of the comparison, from counts made here."""
        motifs = [motif for motif in self.result if motif.against is not None]
        if not motifs:
            return
        names = {motif.against.with_ for motif in motifs if motif.against is not None}
        if names <= set(NULL_MODELS):
            for name in sorted(names):
                side = OwnShuffles(self.graphs, name, self.result.frequency_name, self.induced, self.clock)
                compared = [m for m in motifs if m.against is not None and m.against.with_ == name]
                yield from side.claims(compared, complete=self.lists_all)
            return
        for motif in motifs:
            yield from self.compared_with_other(motif)
        if self.by_class and self.reference is not None:
            asked = 0 if self.result.request is None else self.result.request.null_samples or 0
            joint = self.reference.joint_claims(motifs, max(asked, LEAST_DEALS), complete=self.lists_all)
            yield from self.all_in_time(motifs[0].id, "against: p_max", joint)

    @property
    def lists_all(self) -> bool:
        """Whether every motif that was judged is in the result."""
        request = self.result.request
        whole = (
            request is not None
            and request.command == "enumerate"
            and request.top is None
            and request.direction == "both"
        )
        return whole and self.result.stop_reason is None

    def compared_with_other(self, motif: Motif) -> Iterator[Claim]:
        """The same for one motif and graphs that are given."""
        if self.reference is None or motif.against is None:
            yield Claim(motif.id, "against", "not checked", note="a comparison needs the graphs that it was made with")
            return
        yield from self.all_in_time(motif.id, "against", self.reference.claims(motif, motif.against))

    def in_time(self, about: str, what: str, check: Callable[[], Claim]) -> Claim:
        """The claim of a check, or that there was no time for it."""
        return in_time(self.clock, about, what, check)

    def all_in_time(self, about: str, what: str, claims: Iterator[Claim]) -> list[Claim]:
        """All of several claims, or that there was no time for them."""
        try:
            return list(claims)
        except OutOfTimeError:
            return [Claim(about, what, "not checked", note=NO_TIME)]
