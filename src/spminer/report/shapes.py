"""Shapes of drawings, how they are painted as SVG, and the styles of labels.

A page has one color for each node label and one kind of line for each edge label. The text of a label is also in its
nodes or beside its lines, for readers who see no colors.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spminer.patterns import Pattern

__all__ = [
    "DASHES",
    "LEFT_ALIGNED",
    "PALETTE",
    "Disc",
    "LabelStyles",
    "Line",
    "Point",
    "Polygon",
    "Shape",
    "Text",
    "moved",
    "paint",
    "svg",
]

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A line; ``kind`` is a key of ``DASHES``, or empty."""

    start: Point
    end: Point
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around a node."""

    center: Point
    radius: float
    kind: str = "node"


@dataclass(frozen=True, slots=True)
class Polygon:
    """The head of an arrow."""

    corners: tuple[Point, ...]
    kind: str = "arrow"


@dataclass(frozen=True, slots=True)
class Text:
    """A text around a point; ``whole`` is the full text of a shortened one."""

    at: Point
    text: str
    kind: str
    whole: str = ""


Shape = Line | Disc | Polygon | Text


def svg(shape: Shape, *, painted: bool = False) -> str:
    """A shape as SVG.

    >>> svg(Line((0.0, 0.0), (14.0, 0.25), "dashed"))
    '<line class="dashed" x1="0" y1="0" x2="14" y2="0.2"/>'
    """
    look = _painted(shape) if painted else (f' class="{shape.kind}"' if shape.kind else "")
    match shape:
        case Line(start=(x1, y1), end=(x2, y2)):
            return f'<line{look} x1="{_short(x1)}" y1="{_short(y1)}" x2="{_short(x2)}" y2="{_short(y2)}"/>'
        case Disc(center=(x, y), radius=radius):
            return f'<circle{look} cx="{_short(x)}" cy="{_short(y)}" r="{radius:g}"/>'
        case Polygon(corners=corners):
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
            return f'<polygon{look if painted else ""} points="{points}"/>'
        case Text(at=(x, y), text=text, whole=whole):
            title = f"<title>{escape(whole)}</title>" if whole and whole != text else ""
            return f'<text{look} x="{x:.1f}" y="{y:.1f}">{escape(text)}{title}</text>'


def moved(shape: Shape, x: float, y: float) -> Shape:
    """The shape, moved to the right and down.

    >>> moved(Disc((1.0, 2.0), 7.5), 10, 20).center
    (11.0, 22.0)
    """
    match shape:
        case Line(start=start, end=end):
            return replace(shape, start=(start[0] + x, start[1] + y), end=(end[0] + x, end[1] + y))
        case Disc(center=center):
            return replace(shape, center=(center[0] + x, center[1] + y))
        case Polygon(corners=corners):
            return replace(shape, corners=tuple((a + x, b + y) for a, b in corners))
        case Text(at=at):
            return replace(shape, at=(at[0] + x, at[1] + y))


LEFT_ALIGNED = ("caption", "heading")
"""Kinds of text that begin at their point; others are around it."""


@dataclass(frozen=True, slots=True)
class Paint:
    """Colors and lines of a shape on white."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    dashes: tuple[float, ...] = ()
    font_size: float = 0.0


_PAINTS = {
    "node": Paint("#c7d0db", "#6f7b8b", 1.5),
    "anchor": Paint("#f08c1a", "#b5620a", 1.5),
    "ring": Paint("none", "#e8590c", 2.2),
    "arrow": Paint("#8c97a6"),
    "edge-label": Paint("#1b2430", "#ffffff", 3.0, font_size=9.0),
    "node-label": Paint("#1b2430", font_size=10.5),
    "long-label": Paint("#1b2430", font_size=8.0),
    "caption": Paint("#1b2430", font_size=9.0),
    "heading": Paint("#1b2430", font_size=13.0),
}


def paint(shape: Shape) -> Paint:
    """The paint of a shape without a style sheet.

    >>> paint(Disc((0.0, 0.0), 7.5, "node c0")).fill
    '#56b4e9'
    """
    words = shape.kind.split()
    if isinstance(shape, Line):
        return Paint(stroke="#8c97a6", width=2.0, dashes=DASHES.get(shape.kind, ()))
    base = next(_PAINTS[name] for name in ("anchor", "long-label", *words) if name in words and name in _PAINTS)
    colors = {f"c{number}": color.fill for number, color in enumerate(PALETTE)}
    fill = next((colors[word] for word in words if word in colors), base.fill)
    stroke = "#5b6674" if fill != base.fill else base.stroke
    return Paint("#ffffff" if "on-dark" in words else fill, stroke, base.width, base.dashes, base.font_size)


def _painted(shape: Shape) -> str:
    how = paint(shape)
    attributes = {"fill": how.fill}
    if how.width:
        attributes |= {"stroke": how.stroke, "stroke-width": f"{how.width:g}"}
    if isinstance(shape, Line):
        attributes["stroke-linecap"] = "round"
    if how.dashes:
        attributes["stroke-dasharray"] = " ".join(f"{dash:g}" for dash in how.dashes)
    if how.font_size:
        side = "start" if shape.kind in LEFT_ALIGNED else "middle"
        attributes |= {"font-size": f"{how.font_size:g}", "text-anchor": side, "dominant-baseline": "central"}
        attributes |= {"font-family": "system-ui, sans-serif", "paint-order": "stroke"}
    return "".join(f' {name}="{value}"' for name, value in attributes.items())


def _short(length: float) -> str:
    """A length to a tenth, as short as possible: a page has thousands of them.

    >>> _short(14.04), _short(0.25)
    ('14', '0.2')
    """
    return f"{length:.1f}".removesuffix(".0")


class Color(NamedTuple):
    """A color, and whether text on it must be light."""

    fill: str
    dark: bool


# The colors of Okabe and Ito, which color-blind readers can distinguish, and a gray.
PALETTE = (
    Color("#56b4e9", dark=False),
    Color("#009e73", dark=True),
    Color("#f0e442", dark=False),
    Color("#0072b2", dark=True),
    Color("#d55e00", dark=True),
    Color("#cc79a7", dark=False),
    Color("#b3b3b3", dark=False),
    Color("#e69f00", dark=False),
)

DASHES: dict[str, tuple[float, ...]] = {
    "dashed": (6, 5),
    "dotted": (0.1, 4.5),
    "dash-dot": (8, 4, 0.1, 4),
    "long": (12, 5),
}
"""Kinds of lines for edge labels, and their dashes; the first label of a page has a solid line."""

_BONDS = {"-": "single", "=": "double", "#": "triple", ":": "aromatic"}
_SYMBOLS = (
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb "
    "Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu "
    "Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U"
)
_ELEMENTS = frozenset(_SYMBOLS.split())
_USUAL = {"C": 6, "N": 3, "O": 4, "S": 2, "P": 7, "Cl": 1, "F": 0, "Br": 5}  # near to what chemists are used to


@dataclass(frozen=True, slots=True)
class LabelStyles:
    """The styles of all labels of some patterns.

    Attributes
    ----------
    nodes
        Numbers of colors in :data:`PALETTE` by node label; ``None`` for labels that have none for themselves.
    edges
        Kinds of lines by edge label: bonds (``"single"`` to ``"aromatic"``), ``"solid"``, or a key of :data:`DASHES`.

    Examples
    --------
    >>> from spminer import Pattern
    >>> LabelStyles.of([Pattern.parse("0-1:double,1-2:single;C,C,O@2")])
    LabelStyles(nodes={'C': 6, 'O': 4}, edges={'double': 'double', 'single': 'single'})
    """

    nodes: Mapping[str, int | None] = field(default_factory=dict)
    edges: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, patterns: Iterable[Pattern]) -> LabelStyles:
        """Styles for the labels of patterns; if there are too many, the most frequent ones."""
        nodes: Counter[str] = Counter()
        edges: Counter[str] = Counter()
        for pattern in patterns:
            nodes.update(pattern.node_labels or ())
            edges.update(pattern.edge_labels or ())
        return cls(_node_colors(nodes), _edge_lines(edges))

    def color(self, label: str) -> Color | None:
        """The color of a node label, or ``None``."""
        number = self.nodes.get(label)
        return None if number is None else PALETTE[number]

    def is_bond(self, label: str) -> bool:
        """Whether the line of an edge label stands for the label, which needs no text then."""
        return self.edges.get(label) in _BONDS.values()


def _node_colors(labels: Counter[str]) -> dict[str, int | None]:
    few = len(labels) <= len(PALETTE)  # then a label has the same color in a result of other sizes, mostly
    names = sorted(labels, key=lambda label: (len(label), label)) if few else _usual(labels)
    if set(names) <= _ELEMENTS:
        taken = {name: _USUAL[name] for name in names if name in _USUAL}
        free = [number for number in range(len(PALETTE)) if number not in taken.values()]
        others = dict(zip((name for name in names if name not in taken), free, strict=False))
        return {name: taken.get(name, others.get(name)) for name in names}
    return {name: number if number < len(PALETTE) else None for number, name in enumerate(names)}


def _edge_lines(labels: Counter[str]) -> dict[str, str]:
    bonds = {label: _BONDS.get(label, label.lower()) for label in _usual(labels)}
    if set(bonds.values()) <= set(_BONDS.values()):
        return bonds
    kinds = ["solid", *DASHES]
    return {label: kinds[number] if number < len(kinds) else "solid" for number, label in enumerate(bonds)}


def _usual(labels: Counter[str]) -> list[str]:
    """The most frequent first; equally frequent ones by name."""
    return sorted(labels, key=lambda label: (-labels[label], label))
