"""A pattern as an SVG drawing: the anchor in orange, the other nodes neutral."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from spminer.report.layout import layout

if TYPE_CHECKING:
    from spminer.patterns import Pattern

__all__ = ["Point", "arrow", "draw", "node_radius", "placed", "shortened"]

_WIDTH, _HEIGHT, _MARGIN = 200.0, 150.0, 14.0
_LONGEST_EDGE = 62.0

Point = tuple[float, float]


def draw(pattern: Pattern, key: str | None = None) -> str:
    """The pattern as SVG text. Colors come from classes, so that a page can set them for light and dark.

    With a key, other drawings of the page can show this one again by ``<use href="#d-KEY">``.

    Examples
    --------
    >>> from spminer import Pattern
    >>> svg = draw(Pattern.parse("0-1,1-2@1"))
    >>> svg.count("<line"), svg.count("<circle"), 'class="node anchor"' in svg
    (2, 3, True)
    """
    points = placed(pattern, _WIDTH, _HEIGHT, _MARGIN, _LONGEST_EDGE)
    radius = node_radius(points, 7.5 if pattern.node_labels is None else 10.0)
    parts = [_edge(pattern, index, points, radius) for index in range(len(pattern.edges))]
    parts += [_node(pattern, node, point, radius) for node, point in enumerate(points)]
    title = escape(f"pattern {pattern.text}")
    name = "" if key is None else f' id="d-{escape(key)}"'
    return (
        f'<svg class="pattern" viewBox="0 0 {_WIDTH:.0f} {_HEIGHT:.0f}" role="img" aria-label="{title}">'
        f'<g class="drawn"{name}>{"".join(parts)}</g></svg>'
    )


def placed(pattern: Pattern, width: float, height: float, margin: float, longest: float) -> list[Point]:
    """Positions of nodes scaled into a drawing; small patterns are not blown up beyond the longest edge."""
    skeleton = tuple(sorted({(min(edge), max(edge)) for edge in pattern.edges}))
    points = layout(pattern.size, skeleton)
    widest = max(x for x, _ in points) * 2
    highest = max(y for _, y in points) * 2
    scale = min(longest, (width - 2 * margin) / max(widest, 1e-9), (height - 2 * margin) / max(highest, 1e-9))
    return [(width / 2 + scale * x, height / 2 + scale * y) for x, y in points]


def node_radius(points: list[Point], largest: float) -> float:
    """A radius that leaves room between the nodes.

    >>> node_radius([(0.0, 0.0), (50.0, 0.0)], 7.5), node_radius([(0.0, 0.0), (12.0, 0.0)], 7.5)
    (7.5, 4.1)
    """
    gaps = (math.dist(a, b) for number, a in enumerate(points) for b in points[:number])
    return round(max(min(largest, 0.34 * min(gaps, default=math.inf)), 2.5), 1)


def _edge(pattern: Pattern, index: int, points: list[Point], radius: float) -> str:
    a, b = pattern.edges[index]
    (x1, y1), (x2, y2) = points[a], points[b]
    parts = [f'<line x1="{_short(x1)}" y1="{_short(y1)}" x2="{_short(x2)}" y2="{_short(y2)}"/>']
    if pattern.directed:
        parts.append(arrow(points[a], points[b], radius))
    if pattern.edge_labels is not None:
        # Nearer to the tail, so that the labels of two opposite arcs stay apart.
        share = 0.36 if pattern.directed else 0.5
        x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
        label = escape(shortened(pattern.edge_labels[index]))
        parts.append(f'<text class="edge-label" x="{x:.1f}" y="{y:.1f}">{label}</text>')
    return "".join(parts)


def _short(length: float) -> str:
    """A length to a tenth, in as few characters as it takes: a page has thousands of them.

    >>> _short(14.0), _short(0.26)
    ('14', '0.3')
    """
    return f"{length:.1f}".removesuffix(".0")


def arrow(tail: Point, head: Point, radius: float) -> str:
    """An arrow head that touches the circle of the node it points to."""
    length = math.hypot(head[0] - tail[0], head[1] - tail[1]) or 1.0
    ux, uy = (head[0] - tail[0]) / length, (head[1] - tail[1]) / length
    tip = (head[0] - ux * (radius + 1), head[1] - uy * (radius + 1))
    size = min(radius + 0.5, 8)
    back = (tip[0] - ux * size, tip[1] - uy * size)
    half = size / 2
    corners = (tip, (back[0] - uy * half, back[1] + ux * half), (back[0] + uy * half, back[1] - ux * half))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return f'<polygon points="{points}"/>'


def _node(pattern: Pattern, node: int, point: Point, radius: float) -> str:
    kind = "node anchor" if node == pattern.anchor else "node"
    circle = f'<circle class="{kind}" cx="{_short(point[0])}" cy="{_short(point[1])}" r="{radius:g}"/>'
    if pattern.node_labels is None:
        return circle
    label = escape(shortened(pattern.node_labels[node]))
    return f'{circle}<text class="node-label" x="{point[0]:.1f}" y="{point[1]:.1f}">{label}</text>'


def shortened(label: str, most: int = 4) -> str:
    """The label, or its beginning if it is longer than ``most`` characters.

    >>> shortened("carbon"), shortened("C")
    ('car…', 'C')
    """
    return label if len(label) <= most else label[: most - 1] + "…"
