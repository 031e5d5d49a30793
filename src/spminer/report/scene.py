"""Shapes of a drawing, as SVG with classes for pages, or painted for pictures that stand alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape

from spminer.report.labels import DASHES, PALETTE

__all__ = ["LEFT_ALIGNED", "Disc", "Line", "Paint", "Point", "Polygon", "Shape", "Text", "moved", "paint", "svg"]

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
    """A text around a point; ``whole`` is what it is short for."""

    at: Point
    text: str
    kind: str
    whole: str = ""


Shape = Line | Disc | Polygon | Text


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


LEFT_ALIGNED = ("caption", "heading")
"""Kinds of text that begin at their point; others are around it."""


def paint(shape: Shape) -> Paint:
    """The paint of a shape where no style sheet says it.

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


def moved(shape: Shape, x: float, y: float) -> Shape:
    """The shape at another place, so much farther right and down.

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
    """A length to a tenth, in as few characters as it takes: a page has thousands of them.

    >>> _short(14.04), _short(0.25)
    ('14', '0.2')
    """
    return f"{length:.1f}".removesuffix(".0")
