"""The contents of a report as plain values: a card for each pattern, in groups by size.

:func:`report_data` makes a :class:`ReportData` of a result. A card has the frequencies of its pattern, its anchors with
examples, its comparison, its texts for other programs, and links to the cards of smaller and larger patterns.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, get_args

from spminer._util.text import format_number, format_small
from spminer.graphs.pattern_files import pattern_to_graph6
from spminer.patterns.parts import node_deleted_subpatterns
from spminer.report import summary
from spminer.report.contrast import FIGURE_HELP, contrast_view
from spminer.report.shapes import LabelStyles
from spminer.report.summary import axis_names, describe_reference, direction_words, side_names
from spminer.results.frequency import FrequencyName, format_frequency
from spminer.results.motif import MOST_SHOWN
from spminer.results.rows import rows_of
from spminer.results.table import percent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.patterns import Pattern
    from spminer.report.contrast import ContrastView, Definition
    from spminer.report.summary import Facts
    from spminer.results import Motif, MotifSet
    from spminer.results.frequency import Frequency
    from spminer.results.motif import Surroundings
    from spminer.results.provenance import InputFacts
    from spminer.results.request import MiningRequest
    from spminer.results.rows import OtherAnchor, Row, Tie

__all__ = ["Card", "FrequencyView", "ReportData", "frequency_views", "maxima", "population", "report_data"]

_MAX_EXAMPLES = 3
_MAX_RELATIVES = 12
_MAX_FARTHEST = 8


@dataclass(frozen=True)
class ReportData:
    """Everything on the page."""

    name: str
    title: str | None
    command: str | None
    created: str
    summary: str
    compared: str | None
    chart_title: str
    sides: tuple[str, str]
    direction_words: dict[str, str]
    warnings: list[str]
    plan: list[str]
    seed: str | None
    graph: Facts
    settings: Facts
    timing: Facts
    versions: Facts
    groups: list[SizeGroup]
    frequency_names: list[str]
    labels: LabelStyles

    @property
    def contrasts(self) -> list[ContrastView]:
        """All comparisons on the page."""
        return [card.contrast for group in self.groups for card in group.cards if card.contrast is not None]

    @property
    def farthest(self) -> list[Card]:
        """The cards that are farthest from what was expected, for a list beside the chart."""
        known = [
            (card.contrast.sort_keys.get("surprise", 0.0), card)
            for group in self.groups
            for card in group.cards
            if card.contrast is not None and card.contrast.sides is not None
        ]
        return [card for _, card in sorted(known, key=lambda pair: -pair[0])[:_MAX_FARTHEST]]

    @property
    def definitions(self) -> dict[str, Definition]:
        """Explanations of the figures of comparisons on the page, by key."""
        shown = {key for contrast in self.contrasts for key in contrast.keys}
        return {key: definition for key, definition in FIGURE_HELP.items() if key in shown}

    @property
    def sorted_by(self) -> set[str]:
        """Names of the numbers of comparisons that cards can be sorted by."""
        return {name for contrast in self.contrasts for name in contrast.sort_keys}

    @property
    def directions(self) -> dict[str, str]:
        """The directions of motifs on the page, and their names there."""
        shown = {contrast.direction for contrast in self.contrasts}
        return {name: words for name, words in self.direction_words.items() if name in shown}

    @property
    def whiskers(self) -> str:
        """The meaning of the whiskers in the chart."""
        sides = [contrast.sides for contrast in self.contrasts if contrast.sides is not None]
        if any(side.spread is not None for side in sides):
            return "± standard deviation of the samples"
        return "95 % interval of the ratio" if any(side.low is not None for side in sides) else ""

    @property
    def anchored(self) -> bool:
        """Whether drawings have an anchor."""
        return any(card.pattern.anchor is not None for group in self.groups for card in group.cards)

    @property
    def ties(self) -> set[Tie]:
        """Marks of shared ranks on the page, for their explanation."""
        return {card.tie for group in self.groups for card in group.cards if card.tie}


@dataclass(frozen=True)
class SizeGroup:
    """The patterns of one size; ``hidden`` of them are not shown."""

    size: int
    cards: list[Card]
    hidden: int

    @property
    def anchors(self) -> int:
        """How many motifs the cards stand for."""
        return sum(1 + len(card.anchors) for card in self.cards)


@dataclass(frozen=True)
class Card:
    """One pattern: the motif of its best anchor, and its other anchors."""

    key: str
    pattern: Pattern
    id: str
    name: str
    rank: int
    place: str
    tie: Tie
    anchors: list[AnchorView]
    edges: int
    proven: bool
    marks: list[str]
    frequencies: list[FrequencyView]
    contrast: ContrastView | None
    score: str | None
    examples: list[ExampleView]
    copies: list[tuple[str, str]]
    search: str
    parents: list[Link] = field(default_factory=list)
    children: list[Link] = field(default_factory=list)


@dataclass(frozen=True)
class AnchorView:
    """The pattern of a card at another anchor, numbered as on the card."""

    key: str
    pattern: Pattern
    id: str
    name: str
    node: int
    value: str
    contrast: ContrastView | None


@dataclass(frozen=True)
class ExampleView:
    """One embedding: names in the order of the pattern's nodes, and its surroundings, if known."""

    names: tuple[str, ...]
    around: Surroundings | None


@dataclass(frozen=True)
class Link:
    """Another motif on the page."""

    key: str
    text: str


@dataclass(frozen=True)
class FrequencyView:
    """A frequency in words, and as a share of the largest one of its size."""

    name: str
    value: str
    kind: str
    bounds: str | None
    share: float
    number: float
    percent: str | None = None


def report_data(result: MotifSet, *, all_anchors: bool = False, title: str | None = None) -> ReportData:
    """The contents of the report of a result: a card per pattern, or per anchor."""
    rows = rows_of(result, all_anchors=all_anchors)
    shares = axis_names(result)[0].startswith("share")
    groups = [_group(size, list(group), result) for size, group in groupby(rows, key=lambda row: row.motif.size)]
    _relate(result, groups)
    return ReportData(
        name=summary.input_name(result),
        title=title,
        command=result.command_line,
        created=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        summary=summary.summary(result),
        compared=describe_reference(result),
        chart_title="Shares" if shares else "Found and expected",
        sides=side_names(result) if shares else ("found", "expected"),
        direction_words=direction_words(result),
        warnings=summary.warnings(result),
        plan=summary.plan_lines(result),
        seed=str(result.request.seed) if result.request is not None and result.request.command == "mine" else None,
        graph=summary.input_facts(result),
        settings=summary.settings(result),
        timing=summary.timing(result),
        versions=summary.version_facts(result),
        groups=groups,
        frequency_names=[name for name in get_args(FrequencyName) if any(motif.frequency(name) for motif in result)],
        labels=LabelStyles.of(card.pattern for group in groups for card in group.cards),
    )


def _group(size: int, rows: list[Row], result: MotifSet) -> SizeGroup:
    shown = rows[:MOST_SHOWN]
    largest = maxima([motif for row in rows for motif in row.motifs])
    return SizeGroup(size, [_card(row, largest, result) for row in shown], len(rows) - len(shown))


def _card(row: Row, largest: dict[str, float], result: MotifSet) -> Card:
    motif, request = row.motif, result.request
    surroundings = [*motif.surroundings, *[None] * len(motif.examples)]
    examples = [ExampleView(*pair) for pair in zip(motif.examples, surroundings, strict=False)]
    return Card(
        key=_key(motif),
        pattern=motif.pattern,
        id=motif.id,
        name=motif.names.text,
        rank=motif.rank,
        place=row.place if row.tie else f"#{row.rank}",
        tie=row.tie,
        anchors=[_anchor(other, motif.pattern, result) for other in row.others],
        edges=len(motif.pattern.edges),
        proven=motif.proven,
        marks=_marks(motif, request),
        frequencies=frequency_views(motif, largest, result.input),
        contrast=_contrast(motif, result),
        score=_score(motif),
        examples=examples[:_MAX_EXAMPLES],
        copies=export_texts(motif.pattern),
        search=" ".join(map(_search_text, row.motifs)),
    )


def _contrast(motif: Motif, result: MotifSet) -> ContrastView | None:
    if motif.against is None:
        return None  # the names of the sides are searched for in all motifs
    return contrast_view(motif, result.frequency_name, side_names(result), result.input.graphs)


def _marks(motif: Motif, request: MiningRequest | None) -> list[str]:
    """The reasons for which the motif was selected, in words."""
    if request is None:
        return []
    asked = [name for name in ("closed", "maximal") if getattr(request, name)]
    marks = [name if getattr(motif, name) else f"{name} or not: undecided" for name in asked]
    return marks if motif.covers is None else [*marks, f"covers {format_frequency(motif.covers)} more"]


def _key(motif: Motif) -> str:
    return f"m{motif.size}-{motif.rank}"


def _anchor(other: OtherAnchor, pattern: Pattern, result: MotifSet) -> AnchorView:
    """Another anchor, in the same drawing as on the card."""
    motif = other.motif
    return AnchorView(
        key=_key(motif),
        pattern=replace(pattern, anchor=other.node),
        id=motif.id,
        name=motif.names.text,
        node=other.node,
        value=format_frequency(motif.frequency(result.frequency_name)),
        contrast=_contrast(motif, result),
    )


def _search_text(motif: Motif) -> str:
    """The text that a search looks in: the names and texts of the pattern, and the names in its examples, each once."""
    names = dict.fromkeys(name for example in motif.examples for name in example)
    return " ".join([motif.names.text, motif.id, pattern_to_graph6(motif.pattern) or "", *names]).lower()


def _score(motif: Motif) -> str | None:
    """The score of the search, unless it is a frequency, or the surprise, which the comparison has."""
    if motif.against is not None:
        return None
    known = [found.value for name in get_args(FrequencyName) if (found := motif.frequency(name)) is not None]
    return None if motif.score is None or motif.score in known else format_number(motif.score)


_SIGNS = {"exact": "", "estimate": "≈ ", "lower_bound": "≥ "}


def frequency_views(motif: Motif, largest: dict[str, float], summary: InputFacts) -> list[FrequencyView]:
    """The known frequencies of a motif, as shares of the ``largest`` ones, and of the input in percent."""
    found = ((name, motif.frequency(name)) for name in get_args(FrequencyName))
    return [_view(name, frequency, largest[name], summary) for name, frequency in found if frequency is not None]


def maxima(motifs: list[Motif]) -> dict[str, float]:
    """The largest frequency of each kind, the full length of its bars."""
    found = {name: [motif.frequency(name) for motif in motifs] for name in get_args(FrequencyName)}
    return {name: max((one.value for one in ones if one is not None), default=0.0) for name, ones in found.items()}


def _view(name: str, frequency: Frequency, largest: float, summary: InputFacts) -> FrequencyView:
    share = frequency.value / largest if largest > 0 else 0.0
    value = _SIGNS[frequency.kind] + format_number(frequency.value)
    kind = frequency.kind.replace("_", " ")
    return FrequencyView(
        name, value, kind, _bounds(frequency), share, frequency.value, share_of_input(name, frequency, summary)
    )


def share_of_input(frequency_name: str, frequency: Frequency, summary: InputFacts) -> str | None:
    """A frequency as a share of the nodes or graphs of the input; ``None`` for node sets, which have no population.

    >>> from spminer import Frequency
    >>> from spminer.results.provenance import InputFacts
    >>> share_of_input("anchored", Frequency.exact(3), InputFacts(nodes=8)), share_of_input(
    ...     "graph", Frequency.exact(3), InputFacts(nodes=8)
    ... )
    ('37.5 % of nodes', None)
    """
    share = percent(frequency, population(frequency_name, summary))
    if share is None:
        return None
    # A share below 100 % is not rounded up to it.
    text = "> 99.9" if 99.9 < share < 100 else format_small(share)
    return f"{text} % of {'graphs' if frequency_name == 'transactions' else 'nodes'}"


def population(frequency_name: str, summary: InputFacts) -> int | None:
    """The number of nodes or graphs that a frequency counts; ``None`` for node sets, or if it is unknown."""
    return {"anchored": summary.nodes, "transactions": summary.graphs, "images": summary.nodes}.get(frequency_name)


def _bounds(frequency: Frequency) -> str | None:
    if frequency.kind == "estimate":
        high = "?" if frequency.high is None else format_number(frequency.high)
        return f"95 %: {format_number(frequency.low)} to {high}"
    if frequency.kind == "lower_bound" and frequency.high is not None:
        return f"at most {format_number(frequency.high)}"
    return None


def export_texts(pattern: Pattern) -> list[tuple[str, str]]:
    r"""The names and texts of the pattern in the formats of other programs.

    >>> from spminer import Pattern
    >>> export_texts(Pattern.parse("0-1,1-2"))[:3]
    [('Edge list', '0 1\n1 2\n'), ('Text', '0-1,1-2'), ('graph6', 'Bg')]
    """
    labels = (
        [""] * len(pattern.edges) if pattern.edge_labels is None else [f" {label}" for label in pattern.edge_labels]
    )
    lines = "".join(f"{a} {b}{label}\n" for (a, b), label in zip(pattern.edges, labels, strict=True))
    graph6 = pattern_to_graph6(pattern)
    python = f"import spminer\n\npattern = spminer.Pattern.parse({pattern.text!r})\ngraph = pattern.to_networkx()\n"
    forms = [("Edge list", lines), ("Text", pattern.text), ("graph6", graph6 or ""), ("Python", python)]
    return [(name, text) for name, text in forms if text]


def contained_motifs(motifs: Iterable[Motif]) -> dict[str, list[str]]:
    """For each motif, by its id, the contained motifs with one node less, best first.

    Examples
    --------
    >>> from spminer import Motif, Pattern
    >>> edge, path, triangle = (Motif(Pattern.parse(x).canonical(), 1) for x in ("0-1@0", "0-1,1-2@0", "0-1,1-2,2-0@0"))
    >>> contained_motifs([edge, path, triangle])
    {'0-1@0': [], '0-1,1-2@0': ['0-1@0'], '0-1,0-2,1-2@0': ['0-1@0']}
    """
    listed = list(motifs)
    order = {motif.id: number for number, motif in enumerate(listed)}
    sizes = {motif.size for motif in listed}
    found = {}
    for motif in listed:
        parts = {part.text for part in node_deleted_subpatterns(motif.pattern)} if motif.size - 1 in sizes else set()
        found[motif.id] = sorted(parts & order.keys(), key=order.__getitem__)
    return found


def _relate(result: MotifSet, groups: list[SizeGroup]) -> None:
    """Link each card with those of the motifs one node smaller and larger."""
    cards = {name: card for group in groups for card in group.cards for name in _ids(card)}
    for child, found in contained_motifs(motif for motif in result if motif.id in cards).items():
        for parent in found:
            _link(cards[child].parents, cards[parent])
            _link(cards[parent].children, cards[child])


def _ids(card: Card) -> list[str]:
    return [card.id, *(anchor.id for anchor in card.anchors)]


def _link(links: list[Link], card: Card) -> None:
    """Add a card, once: several anchors of it may be related."""
    link = Link(card.key, card.place)
    if len(links) < _MAX_RELATIVES and link not in links:
        links.append(link)
