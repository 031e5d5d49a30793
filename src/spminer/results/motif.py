"""Motif: a pattern with its frequencies, examples and their surroundings, and what it was compared with.

Each value becomes plain values for the file, and comes back, here. Names in the file stay as they are, whatever the
code calls things (``neighbours`` is older than American spelling).
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from spminer._util.text import format_number
from spminer.errors import InputError
from spminer.patterns import Pattern
from spminer.patterns.names import PatternNames, names_of
from spminer.patterns.smiles import smarts_of, smiles_of
from spminer.results.frequency import Frequency, count_text
from spminer.results.schema import check_motif

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from spminer.results.frequency import FrequencyName

__all__ = [
    "FREQUENCY_FIELDS",
    "MOST_SHOWN",
    "Contrast",
    "Motif",
    "Surroundings",
    "contrast_lines",
    "contrast_to_dict",
]

FREQUENCY_FIELDS: dict[FrequencyName, str] = {
    "anchored": "anchored_frequency",
    "graph": "graph_frequency",
    "transactions": "transaction_support",
    "images": "image_support",
}

"""The field of a motif, and of a result file, that holds each frequency."""


MOST_SHOWN = 200  # motifs of a size that a report has cards for


@dataclass(frozen=True, slots=True, repr=False)
class Motif:
    """A pattern with its frequencies.

    Attributes
    ----------
    pattern
        The pattern in canonical form, so that equal motifs have equal ids.
    rank
        Rank among the motifs of its size, from 1.
    anchored_frequency, graph_frequency
        Definition 1 (nodes that can be the anchor) and Definition 2 (distinct node sets), where known.
    transaction_support, image_support
        Graphs of the collection that contain the pattern, and minimum image support (the smallest number of images
        of any of its nodes), where known.
    score
        The search's own estimate, where there is one.
    examples
        Embeddings, each a list of the user's node names in the order of the pattern's nodes.
    proven
        Whether no pattern of this size outside the result is more frequent: all others were enumerated or refuted.
    surroundings
        What lies around each of the examples, where that was kept.
    against
        What the frequency was compared with, if it was, and what that says.
    closed, maximal
        Whether no larger pattern is as frequent, and whether none has the least frequency that was asked for; ``None``
        where that was not asked, or could not be decided.
    covers
        Of distinct motifs: how much it covers that the motifs before it do not.
    """

    pattern: Pattern
    rank: int
    anchored_frequency: Frequency | None = None
    graph_frequency: Frequency | None = None
    score: float | None = None
    examples: tuple[tuple[str, ...], ...] = ()
    transaction_support: Frequency | None = None
    image_support: Frequency | None = None
    proven: bool = False
    surroundings: tuple[Surroundings, ...] = ()
    against: Contrast | None = None
    closed: bool | None = None
    maximal: bool | None = None
    covers: Frequency | None = None

    def __repr__(self) -> str:
        known = ((name, self.frequency(name)) for name in FREQUENCY_FIELDS)
        counts = [count_text(found, name) for name, found in known if found is not None]
        return f"Motif({self.id!r}, {', '.join([f'rank {self.rank}', *counts])})"

    def frequency(self, frequency_name: FrequencyName) -> Frequency | None:
        """The frequency that an frequency_name ranks by, where known."""
        found: Frequency | None = getattr(self, FREQUENCY_FIELDS[frequency_name])
        return found

    @property
    def size(self) -> int:
        """Number of nodes."""
        return self.pattern.size

    @property
    def id(self) -> str:
        """Canonical text of the pattern."""
        return self.pattern.text

    @property
    def names(self) -> PatternNames:
        """The shape in words, and the MAN code, graphlet and orbit where the pattern has them.

        >>> from spminer import Pattern
        >>> Motif(Pattern.parse("0-1,1-2,2-3@1"), 1).names
        PatternNames(name='path of 4, inside', man=None, graphlet='G3', orbit=5)
        """
        return names_of(self.pattern)

    @property
    def smiles(self) -> str | None:
        """The SMILES, for reading; ``None`` if labels are not elements and bonds.

        >>> from spminer import Pattern
        >>> motif = Motif(Pattern.parse("0-1:single,1-2:double;C,C,O@0"), 1)
        >>> motif.smiles, motif.smarts
        ('CC=O', '[#6]-[#6]=[#8]')
        """
        return smiles_of(self.pattern)

    @property
    def smarts(self) -> str | None:
        """The SMARTS, for searching with RDKit and others; ``None`` if labels are not elements and bonds.

        Its first atom is the anchor. It matches edge-induced occurrences: also where further bonds join the atoms.
        """
        return smarts_of(self.pattern)

    @property
    def example_graphs(self) -> tuple[str | None, ...]:
        """The name or number of the graph that each example is in.

        ``None`` if there is one graph, and for motifs beyond rank 200, whose examples are kept without surroundings.

        >>> import networkx as nx, spminer
        >>> spminer.enumerate([nx.path_graph(2), nx.cycle_graph(3)], 3).motifs[0].example_graphs
        ('1',)
        """
        return tuple(around.graph for around in self.surroundings) or (None,) * len(self.examples)

    def save(self, path: str | Path) -> None:
        """Draw the motif to a file, whole or not at all: ``.svg``, or ``.png`` (which needs matplotlib).

        Nodes are in the colors of their labels, with the label's text; edges in the line of theirs, bonds as chemists
        draw them.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from spminer import Pattern
        >>> path = Path(tempfile.mkdtemp()) / "motif.svg"
        >>> Motif(Pattern.parse("0-1:double,1-2:single;C,C,O@2"), 1).save(path)
        >>> path.read_text().count("<line")
        3
        """
        from spminer.report.picture import save_picture  # a convenience, as are the next two: the report knows motifs

        save_picture(self.pattern, path)

    def _repr_svg_(self) -> str:
        """The drawing, for notebooks."""
        from spminer.report.picture import motif_svg

        return motif_svg(self.pattern)

    def _repr_html_(self) -> str:
        """The drawing with its name and frequencies, for notebooks."""
        from spminer.report.picture import motif_html

        return motif_html(self)

    def to_networkx(self) -> Any:
        """The pattern as a ``networkx.Graph`` or ``DiGraph``, see :meth:`spminer.Pattern.to_networkx`."""
        return self.pattern.to_networkx()

    def to_dict(self) -> dict[str, Any]:
        """The motif as in the result file."""
        return motif_to_dict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Motif:
        """The inverse of :meth:`to_dict`."""
        return motif_from_dict(data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """What a motif's frequency was compared with, and what the comparison says; ``None`` where it is not defined.

    Attributes
    ----------
    with_
        The name of a null model, the source of another graph, or ``"class:A,B"``; ``"with"`` in the file.
    samples
        Samples of the null model that the motif was counted in.
    expected, spread
        Mean and standard deviation of its frequency over these samples.
    ratio, low, high
        The frequency divided by what it is compared with, and the 95 % interval of this ratio.
    z
        How many standard deviations the frequency lies above what is expected.
    p, q, p_max
        The p-value of this motif alone, that among all motifs of the run by Benjamini and Hochberg (share of false
        discoveries), and that by Westfall and Young (a single false discovery).
    share, other_share
        Shares of anchors or of graphs on this side and on the other.
    odds_ratio, odds_low, odds_high
        The ratio of the odds of these shares, and its 95 % interval.
    note
        Why a figure is missing or means little, in a few words.

    Examples
    --------
    >>> Contrast(with_="degree", samples=100, expected=7.5, spread=3.0, ratio=5.3, z=10.8, p=0.02).z
    10.8
    """

    with_: str
    samples: int | None = None
    expected: float | None = None
    spread: float | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    z: float | None = None
    p: float | None = None
    q: float | None = None
    p_max: float | None = None
    share: float | None = None
    other_share: float | None = None
    odds_ratio: float | None = None
    odds_low: float | None = None
    odds_high: float | None = None
    note: str | None = None

    def __repr__(self) -> str:
        known = {field.name: getattr(self, field.name) for field in fields(self)}
        return f"Contrast({', '.join(f'{name}={value!r}' for name, value in known.items() if value is not None)})"

    def __str__(self) -> str:
        """The figures that are defined, in one line."""
        (compared, others), *figures = contrast_lines(self)
        return f"{compared} {others}: {', '.join(' '.join(line) for line in figures)}"


def contrast_lines(contrast: Contrast) -> list[tuple[str, str]]:
    """The figures of one pattern with spread and intervals; q and p max are of several patterns."""
    compared = contrast.with_ + ("" if contrast.samples is None else f", {format_number(contrast.samples)} samples")
    shares = [("share", contrast.share), ("other share", contrast.other_share)]
    lines = [("compared with", compared)]
    lines += [(name, f"{100 * value:.3g} %") for name, value in shares if value is not None]
    if contrast.expected is not None:
        spread = "" if contrast.spread is None else f" \N{PLUS-MINUS SIGN} {format_number(contrast.spread)}"
        lines.append(("expected", format_number(contrast.expected) + spread))
    lines += _with_interval("ratio", contrast.ratio, contrast.low, contrast.high)
    lines += _with_interval("odds ratio", contrast.odds_ratio, contrast.odds_low, contrast.odds_high)
    lines += [(name, format_number(value)) for name in ("z", "p") if (value := getattr(contrast, name)) is not None]
    return lines + ([] if contrast.note is None else [("note", contrast.note)])


def _with_interval(name: str, value: float | None, low: float | None, high: float | None) -> list[tuple[str, str]]:
    if value is None:
        return []
    bounds = ["?" if bound is None else format_number(bound) for bound in (low, high)]
    return [(name, f"{format_number(value)} ({bounds[0]} to {bounds[1]})")]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """An example with the nodes next to it.

    Attributes
    ----------
    neighbors
        The user's names of nodes next to the example, those with most edges to it first.
    edges
        All edges among the example and these neighbors. Numbers below the size of the pattern are the nodes of the
        example, in its order; the neighbors follow.
    hidden
        How many further neighbors there are.
    graph
        The graph of the collection that the example is in, if there are several.
    """

    neighbors: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    hidden: int = 0
    graph: str | None = None


_SURROUNDING_EDGE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
# What every contrast has in the file, null where it is not defined; other figures are there where they are defined.
_CONTRAST_ALWAYS = ("with", "samples", "expected", "spread", "ratio", "low", "high", "z", "p", "q", "p_max")


def motif_to_dict(motif: Motif) -> dict[str, Any]:
    """A motif as in the file."""
    frequencies = {name: getattr(motif, name) for name in FREQUENCY_FIELDS.values()}
    return {
        "size": motif.size,
        "rank": motif.rank,
        "id": motif.id,
        **_names_to_dict(motif.names),
        "edges": [list(edge) for edge in motif.pattern.edges],
        "anchor": motif.pattern.anchor,
        **{name: _frequency_to_dict(known) for name, known in frequencies.items()},
        "score": motif.score,
        "proven": motif.proven,
        "closed": motif.closed,
        "maximal": motif.maximal,
        "covers": _frequency_to_dict(motif.covers),
        "examples": [list(example) for example in motif.examples],
        "surroundings": [_surroundings_to_dict(around) for around in motif.surroundings],
        **({} if motif.against is None else {"against": contrast_to_dict(motif.against)}),
    }


def _names_to_dict(names: PatternNames) -> dict[str, Any]:
    """The names in the file, where they apply; they are not read back, since they follow from the pattern."""
    return {name: value for name, value in asdict(names).items() if value is not None}


def motif_from_dict(data: Mapping[str, Any]) -> Motif:
    """The inverse of :func:`motif_to_dict`."""
    check_motif(data)
    return motif_from_checked(data)


def motif_from_checked(data: Mapping[str, Any]) -> Motif:
    pattern = Pattern.parse(data["id"])
    _check_agreement(data, pattern)
    frequencies = {name: data.get(name) for name in FREQUENCY_FIELDS.values()}
    return Motif(
        pattern=pattern,
        rank=data["rank"],
        **{name: _frequency_from_dict(known) for name, known in frequencies.items()},
        score=data.get("score"),
        proven=data.get("proven", False),
        closed=data.get("closed"),
        maximal=data.get("maximal"),
        covers=_frequency_from_dict(data.get("covers")),
        examples=tuple(tuple(example) for example in data.get("examples", ())),
        surroundings=tuple(_surroundings_from_dict(around) for around in data.get("surroundings", ())),
        against=None if data.get("against") is None else _contrast_from_dict(data["against"]),
    )


def _check_agreement(data: Mapping[str, Any], pattern: Pattern) -> None:
    """Refuse fields of a motif that contradict its id."""
    by_id = {"size": pattern.size, "edges": [list(edge) for edge in pattern.edges], "anchor": pattern.anchor}
    for name, value in by_id.items():
        if name in data and data[name] != value:
            raise InputError(f"{name} of motif {pattern.text} contradicts its id")
    nodes = pattern.size
    if any(len(example) != nodes for example in data.get("examples", ())):
        raise InputError(f"an example of motif {pattern.text} has not {nodes} nodes")
    if len(data.get("surroundings", ())) not in (0, len(data.get("examples", ()))):
        raise InputError(f"motif {pattern.text} has not one of the surroundings for each example")
    for around in data.get("surroundings", ()):
        most = nodes + len(around["neighbours"]) - 1
        if not all(_is_edge(edge, most) for edge in around["edges"].split()):
            raise InputError(f"surroundings of motif {pattern.text} have an edge that is none of 0-{most}")


def _is_edge(text: str, most: int) -> bool:
    """Whether a text is an edge between two of the nodes 0 to ``most``."""
    match = _SURROUNDING_EDGE.fullmatch(text)
    return match is not None and max(int(match[1]), int(match[2])) <= most and int(match[1]) != int(match[2])


def _frequency_to_dict(frequency: Frequency | None) -> dict[str, Any] | None:
    return None if frequency is None else frequency.to_dict()


def _frequency_from_dict(data: Mapping[str, Any] | None) -> Frequency | None:
    return None if data is None else Frequency(**data)


def _surroundings_to_dict(around: Surroundings) -> dict[str, Any]:
    """The edges are text, to stay on one line."""
    edges = " ".join(f"{a}-{b}" for a, b in around.edges)
    return {"neighbours": list(around.neighbors), "edges": edges, "hidden": around.hidden, "graph": around.graph}


def _surroundings_from_dict(data: Mapping[str, Any]) -> Surroundings:
    pairs = [edge.split("-") for edge in data["edges"].split()]
    edges = tuple((int(a), int(b)) for a, b in pairs)
    return Surroundings(tuple(data["neighbours"]), edges, data.get("hidden", 0), data.get("graph"))


def contrast_to_dict(contrast: Contrast) -> dict[str, Any]:
    """A contrast as in the file."""
    data = {name.rstrip("_"): value for name, value in asdict(contrast).items()}
    return {name: value for name, value in data.items() if name in _CONTRAST_ALWAYS or value is not None}


def _contrast_from_dict(data: Mapping[str, Any]) -> Contrast:
    return Contrast(with_=data["with"], **known_fields(Contrast, data))


def known_fields(kind: type, data: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a file that a type has fields for: a later version may have written more."""
    return {entry.name: data[entry.name] for entry in fields(kind) if entry.name in data}
