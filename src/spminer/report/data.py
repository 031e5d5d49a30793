"""Contents of the report as plain values: no HTML here and no computing in the template."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, get_args

from spminer.frequencies import Objective
from spminer.graphs.convert.pattern import pattern_to_graph6
from spminer.report import facts
from spminer.report.relations import parents
from spminer.request import MiningRequest
from spminer.text.formatting import format_number

if TYPE_CHECKING:
    from spminer.frequencies import Frequency
    from spminer.patterns import Pattern
    from spminer.report.facts import Facts
    from spminer.results import Motif, MotifSet
    from spminer.results.context import Surroundings

__all__ = ["Card", "ExampleView", "FrequencyView", "Link", "ReportData", "SizeGroup", "frequency_views", "report_data"]

MAX_CARDS_PER_SIZE = 200
_MAX_EXAMPLES = 3
_MAX_RELATIVES = 12
_SIGNS = {"exact": "", "estimate": "≈ ", "lower_bound": "≥ "}


@dataclass(frozen=True)
class FrequencyView:
    """A frequency in words, and as a share of the largest one of its size."""

    name: str
    value: str
    kind: str
    bounds: str | None
    share: float
    number: float


@dataclass(frozen=True)
class ExampleView:
    """One embedding: names in the order of the pattern's nodes, and what lies around them, if known."""

    names: tuple[str, ...]
    around: Surroundings | None


@dataclass(frozen=True)
class Link:
    """Another motif on the page."""

    key: str
    text: str


@dataclass(frozen=True)
class Card:
    """One motif."""

    key: str
    pattern: Pattern
    id: str
    name: str
    rank: int
    edges: int
    proven: bool
    frequencies: list[FrequencyView]
    score: str | None
    examples: list[ExampleView]
    copies: list[tuple[str, str]]
    search: str
    parents: list[Link] = field(default_factory=list)
    children: list[Link] = field(default_factory=list)


@dataclass(frozen=True)
class SizeGroup:
    """The motifs of one size; ``hidden`` of them are not shown."""

    size: int
    cards: list[Card]
    hidden: int


@dataclass(frozen=True)
class ReportData:
    """Everything on the page."""

    name: str
    command: str | None
    created: str
    summary: str
    warnings: list[str]
    plan: list[str]
    seed: str | None
    graph: Facts
    settings: Facts
    timing: Facts
    versions: Facts
    groups: list[SizeGroup]
    objectives: list[str]


def report_data(result: MotifSet) -> ReportData:
    """Collect what the report shows of a result."""
    groups = [_group(size, list(motifs)) for size, motifs in groupby(result.motifs, key=lambda motif: motif.size)]
    _relate(result, groups)
    return ReportData(
        name=facts.input_name(result),
        command=result.command_line,
        created=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        summary=facts.summary(result),
        warnings=facts.warnings(result),
        plan=facts.plan_lines(result),
        seed=str(result.request.seed) if isinstance(result.request, MiningRequest) else None,
        graph=facts.input_facts(result),
        settings=facts.settings(result),
        timing=facts.timing(result),
        versions=facts.version_facts(result),
        groups=groups,
        objectives=[name for name in get_args(Objective) if any(motif.frequency(name) for motif in result)],
    )


def frequency_views(motif: Motif, largest: dict[str, float]) -> list[FrequencyView]:
    """All frequencies that are known of a motif, as shares of the given ones."""
    found = ((name, motif.frequency(name)) for name in get_args(Objective))
    return [_view(name, frequency, largest[name]) for name, frequency in found if frequency is not None]


def largest_frequencies(motifs: list[Motif]) -> dict[str, float]:
    """The largest frequency of each kind, which bars are measured by."""
    found = {name: [motif.frequency(name) for motif in motifs] for name in get_args(Objective)}
    return {name: max((one.value for one in ones if one is not None), default=0.0) for name, ones in found.items()}


def _group(size: int, motifs: list[Motif]) -> SizeGroup:
    shown = motifs[:MAX_CARDS_PER_SIZE]
    largest = largest_frequencies(motifs)
    return SizeGroup(size, [_card(motif, largest) for motif in shown], len(motifs) - len(shown))


def _card(motif: Motif, largest: dict[str, float]) -> Card:
    surroundings = [*motif.surroundings, *[None] * len(motif.examples)]
    examples = [ExampleView(*pair) for pair in zip(motif.examples, surroundings, strict=False)]
    return Card(
        key=f"m{motif.size}-{motif.rank}",
        pattern=motif.pattern,
        id=motif.id,
        name=motif.names.text,
        rank=motif.rank,
        edges=len(motif.pattern.edges),
        proven=motif.proven,
        frequencies=frequency_views(motif, largest),
        score=_score(motif),
        examples=examples[:_MAX_EXAMPLES],
        copies=_copies(motif.pattern),
        search=_search_text(motif),
    )


def _search_text(motif: Motif) -> str:
    """What a search looks in: name and every form of the pattern, and the names of its examples, each once."""
    names = dict.fromkeys(name for example in motif.examples for name in example)
    return " ".join([motif.names.text, motif.id, pattern_to_graph6(motif.pattern) or "", *names]).lower()


def _score(motif: Motif) -> str | None:
    """The score of the search, unless it is one of the frequencies."""
    known = [found.value for name in get_args(Objective) if (found := motif.frequency(name)) is not None]
    return None if motif.score is None or motif.score in known else format_number(motif.score)


def _copies(pattern: Pattern) -> list[tuple[str, str]]:
    """The pattern in the forms that other programs read."""
    labels = (
        [""] * len(pattern.edges) if pattern.edge_labels is None else [f" {label}" for label in pattern.edge_labels]
    )
    lines = "".join(f"{a} {b}{label}\n" for (a, b), label in zip(pattern.edges, labels, strict=True))
    graph6 = pattern_to_graph6(pattern)
    python = f"import spminer\n\npattern = spminer.Pattern.parse({pattern.text!r})\ngraph = pattern.to_networkx()\n"
    forms = [("Edge list", lines), ("Text", pattern.text), ("graph6", graph6 or ""), ("Python", python)]
    return [(name, text) for name, text in forms if text]


def _relate(result: MotifSet, groups: list[SizeGroup]) -> None:
    """Link each card with those of the motifs one node smaller and larger."""
    cards = {card.id: card for group in groups for card in group.cards}
    for child, found in parents(result).items():
        for parent in found:
            if child in cards and parent in cards:
                _link(cards[child].parents, cards[parent])
                _link(cards[parent].children, cards[child])


def _link(links: list[Link], card: Card) -> None:
    if len(links) < _MAX_RELATIVES:
        links.append(Link(card.key, f"#{card.rank}"))


def _view(name: str, frequency: Frequency, largest: float) -> FrequencyView:
    share = frequency.value / largest if largest > 0 else 0.0
    value = _SIGNS[frequency.kind] + format_number(frequency.value)
    kind = frequency.kind.replace("_", " ")
    return FrequencyView(name, value, kind, _bounds(frequency), share, frequency.value)


def _bounds(frequency: Frequency) -> str | None:
    if frequency.kind == "estimate":
        high = "?" if frequency.high is None else format_number(frequency.high)
        return f"95 %: {format_number(frequency.low)} to {high}"
    if frequency.kind == "lower_bound" and frequency.high is not None:
        return f"at most {format_number(frequency.high)}"
    return None
