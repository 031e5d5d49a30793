"""Styles of labels: a color for each node label and a kind of line for each edge label, the same all over a page.

Color is never all there is to tell labels by: their text stands in the nodes and beside the lines.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spminer.patterns import Pattern

__all__ = ["DASHES", "PALETTE", "Color", "LabelStyles"]


class Color(NamedTuple):
    """A color, and whether text on it must be light."""

    fill: str
    dark: bool


# Okabe and Ito's colors, which color-blind people can tell apart, and a gray.
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
        """Styles for the labels of patterns; the most usual ones get the colors and lines if there are too many."""
        nodes: Counter[str] = Counter()
        edges: Counter[str] = Counter()
        for pattern in patterns:
            nodes.update(pattern.node_labels or ())
            edges.update(pattern.edge_labels or ())
        return cls(_node_colors(nodes), _edge_lines(edges))

    def color(self, label: str) -> Color | None:
        """The color of a node label, if it has one."""
        number = self.nodes.get(label)
        return None if number is None else PALETTE[number]

    def is_bond(self, label: str) -> bool:
        """Whether the line of an edge label says all that the label says."""
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
    """The most usual first; of those that are as usual, the first by name."""
    return sorted(labels, key=lambda label: (-labels[label], label))
