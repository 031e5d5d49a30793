"""The drawing of an example with its surroundings, as SVG: the motif in the middle, its neighbors on a ring."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from spminer.report.pattern_drawing import arrow, fitted_layout, node_kind, node_radius, shortened
from spminer.report.shapes import LabelStyles, Point, svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.patterns import Pattern
    from spminer.results.motif import Surroundings

__all__ = ["draw_example"]


_WIDTH, _HEIGHT = 460.0, 340.0
_RING = (168.0, 122.0)  # half axes of the ellipse that the neighbors are on
_MARGINS = {8: (132.0, 100.0), 64: (98.0, 84.0)}  # by the most nodes of the motif in the middle
_LONGEST_EDGE = 54.0
_RADIUS, _SMALL = 6.5, 3.5
_GAP, _PUSHES = 0.42, 60  # radians between neighbors if there are few, and how often they are pushed apart
_LONGEST_NAME = 11  # of a neighbor, in characters
_LEVEL_NAMES = 12  # more neighbors than this have names that point outward, for room


def draw_example(
    pattern: Pattern, names: Sequence[str], around: Surroundings, styles: LabelStyles | None = None
) -> str:
    """The example as SVG text, with the user's names, and nodes in the colors of their labels.

    Examples
    --------
    >>> from spminer import Pattern
    >>> from spminer.results.motif import Surroundings
    >>> text = draw_example(Pattern.parse("0-1@0"), ["ann", "bob"], Surroundings(("cleo",), ((0, 1), (1, 2))))
    >>> text.count("<circle"), "cleo" in text
    (3, True)
    """
    inner = _inner(pattern)
    radius = node_radius(inner, _RADIUS)
    ring = _ring(inner, around)
    points = inner + ring
    skeleton = {frozenset(edge) for edge in pattern.edges}
    context = [edge for edge in around.edges if frozenset(edge) not in skeleton]
    parts = [f'<path class="context" d="{_path(points, context)}"/>', _circles(ring, "beside", _SMALL)]
    parts += [f'<path class="edges" d="{_path(points, pattern.edges)}"/>']
    if pattern.directed:
        parts += [svg(arrow(points[a], points[b], radius)) for a, b in pattern.edges]
    parts += [_nodes(pattern, inner, radius, LabelStyles.of([pattern]) if styles is None else styles)]
    outer_names = [_outer_name(point, name, len(ring)) for point, name in zip(ring, around.neighbors, strict=True)]
    parts += [_grouped("beside", outer_names)]
    parts += [_grouped("name", [_inner_name(pattern, node, inner, name) for node, name in enumerate(names)])]
    top, bottom = _extent(points, around)
    box = f"0 {top:.0f} {_WIDTH:.0f} {bottom - top:.0f}"
    return (
        f'<svg class="surroundings" viewBox="{box}" role="img" aria-label="Example">'
        f'<g class="drawn">{"".join(parts)}</g></svg>'
    )


def _extent(points: list[Point], around: Surroundings) -> tuple[float, float]:
    """Top and bottom of the drawing, with space for the names."""
    longest = max((min(len(name), _LONGEST_NAME) for name in around.neighbors), default=0)
    room = 24 + 6 * longest * (len(around.neighbors) > _LEVEL_NAMES)
    return min(y for _, y in points) - room, max(y for _, y in points) + room


def _inner(pattern: Pattern) -> list[Point]:
    """The nodes of the motif, as in its own drawing."""
    left, top = next(margin for most, margin in _MARGINS.items() if pattern.size <= most)
    points = fitted_layout(pattern, _WIDTH - 2 * left, _HEIGHT - 2 * top, 0.0, _LONGEST_EDGE)
    return [(x + left, y + top) for x, y in points]


def _ring(inner: list[Point], around: Surroundings) -> list[Point]:
    """Neighbors on an ellipse, each in the direction of the nodes of the motif that it is joined to, with gaps."""
    number, size = len(around.neighbors), len(inner)
    joined: list[list[int]] = [[] for _ in range(number)]
    for a, b in (*around.edges, *((b, a) for a, b in around.edges)):
        if a < size <= b:
            joined[b - size].append(a)
    angles = _spread([_preferred_angle(inner, nodes) for nodes in joined])
    return [(_WIDTH / 2 + _RING[0] * math.cos(angle), _HEIGHT / 2 + _RING[1] * math.sin(angle)) for angle in angles]


def _spread(wishes: list[float]) -> list[float]:
    """Angles near the preferred ones, in their order: evenly spaced if they are many, else pushed apart."""
    number = len(wishes)
    order = sorted(range(number), key=wishes.__getitem__)
    if number > _LEVEL_NAMES:
        step = 2 * math.pi / number
        # The rotation of the ring with the neighbors nearest to their preferred angles.
        turns = [wishes[neighbor] - rank * step for rank, neighbor in enumerate(order)]
        turn = math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns)))
        angles = [turn + rank * step for rank in range(number)]
    else:
        angles = _pushed_apart([wishes[neighbor] for neighbor in order])
    return [angle for _, angle in sorted(zip(order, angles, strict=True))]


def _pushed_apart(angles: list[float]) -> list[float]:
    """Ascending angles with at least a gap between each and the next, round the circle."""
    number = len(angles)
    for _ in range(_PUSHES if number > 1 else 0):
        for rank in range(number):
            following = (rank + 1) % number
            gap = angles[following] - angles[rank] + 2 * math.pi * (following == 0)
            push = max(_GAP - gap, 0.0) / 2
            angles[rank] -= push
            angles[following] += push
    return angles


def _preferred_angle(inner: list[Point], joined: list[int]) -> float:
    """The direction of the middle of some nodes, seen from the center."""
    x = sum(inner[node][0] - _WIDTH / 2 for node in joined)
    y = sum(inner[node][1] - _HEIGHT / 2 for node in joined)
    return math.atan2(y / _RING[1], x / _RING[0])


def _path(points: list[Point], edges: Sequence[tuple[int, int]]) -> str:
    """All edges as one path, which keeps the page small."""
    drawn = {(min(edge), max(edge)) for edge in edges}
    return "".join(
        f"M{points[a][0]:.0f} {points[a][1]:.0f}L{points[b][0]:.0f} {points[b][1]:.0f}" for a, b in sorted(drawn)
    )


def _circles(points: list[Point], kind: str, radius: float) -> str:
    circles = "".join(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:g}"/>' for x, y in points)
    return f'<g class="{kind}">{circles}</g>'


def _nodes(pattern: Pattern, inner: list[Point], radius: float, styles: LabelStyles) -> str:
    """The nodes of the motif, those of one kind together."""
    kinds: dict[str, list[Point]] = {}
    for node, point in enumerate(inner):
        kinds.setdefault(node_kind(pattern, node, styles), []).append(point)
    if pattern.node_labels is not None and pattern.anchor is not None:
        kinds["ring"] = [inner[pattern.anchor]]
    anchor_last = sorted(kinds.items(), key=lambda kind: "anchor" in kind[0])
    return "".join(_circles(at, kind, radius + 3 * (kind == "ring")) for kind, at in anchor_last)


class _Text(NamedTuple):
    """A name on that side of a point, turned by an angle."""

    side: str
    x: float
    y: float
    name: str
    angle: float = 0.0


def _outer_name(point: Point, name: str, number: int) -> _Text:
    """A name outside the ring."""
    x, y = point[0] - _WIDTH / 2, point[1] - _HEIGHT / 2
    length = math.hypot(x, y)
    outward = point[0] + 8 * x / length, point[1] + 8 * y / length
    left = x < 0
    if number > _LEVEL_NAMES:
        angle = math.degrees(math.atan2(y, x)) + (180 if left else 0)
        return _Text("end" if left else "start", *outward, _name(name, _LONGEST_NAME), angle)
    side = "middle" if abs(x) < 30 else "end" if left else "start"
    return _Text(side, outward[0], outward[1] + 4 * y / length, _name(name, _LONGEST_NAME))


def _inner_name(pattern: Pattern, node: int, inner: list[Point], name: str) -> _Text:
    """A name at that side of a node of the motif that has no edges."""
    x, y = inner[node]
    others = [inner[a + b - node] for a, b in pattern.edges if node in (a, b)]
    dx = sum(x - other[0] for other in others)
    dy = sum(y - other[1] for other in others)
    length = math.hypot(dx, dy)
    if length > 15:
        dx, dy = dx / length, dy / length
    else:  # edges to both sides: above and below by turns, so that the names of a path have room
        dx, dy = 0.0, 1.0 if sum(point < inner[node] for point in inner) % 2 else -1.0
    side = "middle" if abs(dx) < 0.5 else "start" if dx > 0 else "end"
    return _Text(side, x + 12 * dx, y + 13 * dy, _name(name, 14))


def _grouped(kind: str, texts: list[_Text]) -> str:
    """Names as SVG, those of one side together, which keeps the page small."""
    parts = []
    for side in ("start", "middle", "end"):
        drawn = "".join(_text(text) for text in texts if text.side == side)
        parts.append(f'<g class="{kind}" text-anchor="{side}">{drawn}</g>' if drawn else "")
    return "".join(parts)


def _text(text: _Text) -> str:
    if round(text.angle) % 360 == 0:
        return f'<text x="{text.x:.0f}" y="{text.y:.0f}">{text.name}</text>'
    turned = f"translate({text.x:.0f} {text.y:.0f})rotate({text.angle:.0f})"
    return f'<text transform="{turned}">{text.name}</text>'


def _name(name: str, most: int) -> str:
    """A name, shortened if it is too long; the title has the full one."""
    shown = shortened(name, most)
    return escape(shown) if shown == name else f"{escape(shown)}<title>{escape(name)}</title>"
