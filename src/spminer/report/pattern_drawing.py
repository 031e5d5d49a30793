"""A pattern as a drawing: nodes in the color of their label, edges in its line, the anchor orange or in a ring."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from spminer.patterns.smiles import is_molecule
from spminer.report.layout import layout, molecule_layout
from spminer.report.shapes import DASHES, Disc, LabelStyles, Line, Point, Polygon, Shape, Text, svg

if TYPE_CHECKING:
    from spminer.patterns import Pattern

__all__ = [
    "Point",
    "arrow",
    "draw",
    "edge_lines",
    "fitted_layout",
    "node_kind",
    "node_radius",
    "pattern_shapes",
    "shortened",
]


_WIDTH, _HEIGHT, _MARGIN = 200.0, 150.0, 16.0
_LONGEST_EDGE, _LONGEST_WITH_TEXT = 62.0, 80.0
_LARGEST_PLAIN, _LARGEST_LABELED = 7.5, 11.0
_BOND_GAP = 4.4  # between the lines of a bond
_TEXT_WIDTH, _TEXT_HEIGHT = 25.0, 10.0  # of a shortened label
_RING = 3.2  # how far the ring of a labeled anchor is from its node


def draw(pattern: Pattern, key: str | None = None, styles: LabelStyles | None = None) -> str:
    """The pattern as SVG text. Colors come from classes, so that a page can set them for light and dark.

    With a key, other drawings of the page can show this one again by ``<use href="#d-KEY">``. Styles are those of all
    labels of the page.

    Examples
    --------
    >>> from spminer import Pattern
    >>> text = draw(Pattern.parse("0-1,1-2@1"))
    >>> text.count("<line"), text.count("<circle"), 'class="node anchor"' in text
    (2, 3, True)
    """
    parts = "".join(svg(shape) for shape in pattern_shapes(pattern, styles))
    title = escape(f"pattern {pattern.text}")
    name = "" if key is None else f' id="d-{escape(key)}"'
    return (
        f'<svg class="pattern" viewBox="0 0 {_WIDTH:.0f} {_HEIGHT:.0f}" role="img" aria-label="{title}">'
        f'<g class="drawn"{name}>{parts}</g></svg>'
    )


def pattern_shapes(pattern: Pattern, styles: LabelStyles | None = None) -> list[Shape]:
    """All shapes of the drawing: edges below, nodes above.

    >>> from spminer import Pattern
    >>> [type(shape).__name__ for shape in pattern_shapes(Pattern.parse("0>1;C,O"))]
    ['Line', 'Polygon', 'Disc', 'Text', 'Disc', 'Text']
    """
    styles = LabelStyles.of([pattern]) if styles is None else styles
    texts = any(not styles.is_bond(label) for label in pattern.edge_labels or ())
    points = fitted_layout(pattern, _WIDTH, _HEIGHT, _MARGIN, _LONGEST_WITH_TEXT if texts else _LONGEST_EDGE)
    radius = node_radius(points, _LARGEST_PLAIN if pattern.node_labels is None else _LARGEST_LABELED)
    shapes: list[Shape] = []
    for index in range(len(pattern.edges)):
        shapes += _edge(pattern, index, points, radius, styles)
    shapes += _edge_texts(pattern, points, styles)
    return shapes + [shape for node, at in enumerate(points) for shape in _node(pattern, node, at, radius, styles)]


def fitted_layout(pattern: Pattern, width: float, height: float, margin: float, longest: float) -> list[Point]:
    """Positions of nodes scaled into a drawing; small patterns are not blown up beyond the longest edge."""
    skeleton = _skeleton(pattern)
    points = None
    if is_molecule(pattern):
        points = molecule_layout(pattern.node_labels or (), pattern.edges, pattern.edge_labels or ())
    points = points or layout(pattern.size, skeleton, _source_layer(pattern))
    widest = max(x for x, _ in points) * 2
    highest = max(y for _, y in points) * 2
    scale = min(longest, (width - 2 * margin) / max(widest, 1e-9), (height - 2 * margin) / max(highest, 1e-9))
    return [(width / 2 + scale * x, height / 2 + scale * y) for x, y in points]


def _skeleton(pattern: Pattern) -> tuple[tuple[int, int], ...]:
    return tuple(sorted({(min(edge), max(edge)) for edge in pattern.edges}))


def _source_layer(pattern: Pattern) -> tuple[int, ...]:
    """The nodes that all arcs start from, if no arc ends there and the pattern is no tree."""
    if not pattern.directed or len(_skeleton(pattern)) < pattern.size:
        return ()
    tails, heads = ({edge[end] for edge in pattern.edges} for end in (0, 1))
    return tuple(sorted(tails)) if not tails & heads else ()


def node_radius(points: list[Point], largest: float) -> float:
    """A radius that keeps the nodes apart.

    >>> node_radius([(0.0, 0.0), (50.0, 0.0)], 7.5), node_radius([(0.0, 0.0), (12.0, 0.0)], 7.5)
    (7.5, 4.1)
    """
    gaps = (math.dist(a, b) for number, a in enumerate(points) for b in points[:number])
    return round(max(min(largest, 0.34 * min(gaps, default=math.inf)), 2.5), 1)


def _edge(pattern: Pattern, index: int, points: list[Point], radius: float, styles: LabelStyles) -> list[Shape]:
    tail, head = (points[node] for node in pattern.edges[index])
    label = None if pattern.edge_labels is None else pattern.edge_labels[index]
    shapes: list[Shape] = [*edge_lines(tail, head, "" if label is None else styles.edges.get(label, ""))]
    if pattern.directed:
        shapes.append(arrow(tail, head, radius))
    return shapes


def _edge_texts(pattern: Pattern, points: list[Point], styles: LabelStyles) -> list[Text]:
    """Labels of edges, each at the first place along its edge where it covers no other."""
    texts: list[Text] = []
    for (tail, head), label in zip(pattern.edges, pattern.edge_labels or (), strict=False):
        if styles.is_bond(label):
            continue
        (x1, y1), (x2, y2) = points[tail], points[head]
        # Nearer to the tail, so that the labels of two opposite arcs stay apart.
        shares = (0.36, 0.26, 0.54, 0.2) if pattern.directed else (0.5, 0.36, 0.64, 0.28)
        places = [(x1 + share * (x2 - x1), y1 + share * (y2 - y1)) for share in shares]
        texts.append(Text(max(places, key=lambda at: _apart(at, texts)), shortened(label), "edge-label", label))
    return texts


def _apart(at: Point, others: list[Text]) -> float:
    """The distance of a text from the placed ones, in sizes of a text; 1 is enough."""
    gaps = (max(abs(at[0] - x) / _TEXT_WIDTH, abs(at[1] - y) / _TEXT_HEIGHT) for x, y in (one.at for one in others))
    return min(1.0, min(gaps, default=1.0))


def edge_lines(tail: Point, head: Point, kind: str) -> list[Line]:
    """The lines of an edge: one, or those of a bond side by side.

    >>> [line.kind for line in edge_lines((0.0, 0.0), (9.0, 0.0), "aromatic")]
    ['', 'dashed']
    """
    number = {"double": 2, "aromatic": 2, "triple": 3}.get(kind, 1)
    length = math.dist(tail, head) or 1.0
    aside = -(head[1] - tail[1]) / length, (head[0] - tail[0]) / length
    lines = []
    for line in range(number):
        shift = _BOND_GAP * (line - (number - 1) / 2)
        ends = [(x + shift * aside[0], y + shift * aside[1]) for x, y in (tail, head)]
        dashes = "dashed" if kind == "aromatic" and line else kind
        lines.append(Line(ends[0], ends[1], dashes if dashes in DASHES else ""))
    return lines


def arrow(tail: Point, head: Point, radius: float) -> Polygon:
    """An arrow head that touches the circle of the node it points to."""
    length = math.hypot(head[0] - tail[0], head[1] - tail[1]) or 1.0
    ux, uy = (head[0] - tail[0]) / length, (head[1] - tail[1]) / length
    tip = (head[0] - ux * (radius + 1), head[1] - uy * (radius + 1))
    size = min(radius + 0.5, 8)
    back = (tip[0] - ux * size, tip[1] - uy * size)
    half = size / 2
    return Polygon((tip, (back[0] - uy * half, back[1] + ux * half), (back[0] + uy * half, back[1] - ux * half)))


def _node(pattern: Pattern, node: int, at: Point, radius: float, styles: LabelStyles) -> list[Shape]:
    shapes: list[Shape] = []
    if node == pattern.anchor and pattern.node_labels is not None:
        shapes.append(Disc(at, radius + _RING, "ring"))
    shapes.append(Disc(at, radius, node_kind(pattern, node, styles)))
    if pattern.node_labels is not None:
        label = pattern.node_labels[node]
        color = styles.color(label)
        length = "long-label" if len(label) > 2 or radius < 9 else "node-label"
        shapes.append(Text(at, shortened(label), f"{length} on-dark" if color and color.dark else length, label))
    return shapes


def node_kind(pattern: Pattern, node: int, styles: LabelStyles) -> str:
    """The classes of a node: its color is that of its label, or of the anchor where there are no labels.

    >>> from spminer import Pattern
    >>> node_kind(Pattern.parse("0-1;C,O@0"), 1, LabelStyles(nodes={"C": 6, "O": 4}))
    'node c4'
    """
    if pattern.node_labels is None:
        return "node anchor" if node == pattern.anchor else "node"
    number = styles.nodes.get(pattern.node_labels[node])
    return "node" if number is None else f"node c{number}"


def shortened(label: str, most: int = 4) -> str:
    """The label, or its beginning if it is longer than ``most`` characters.

    >>> shortened("carbon"), shortened("C")
    ('car…', 'C')
    """
    return label if len(label) <= most else label[: most - 1] + "…"
