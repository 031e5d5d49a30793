"""The chart of found against expected frequencies, as SVG: each point links to its card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from spminer._util.text import format_small
from spminer.report.charts import Scale, tick_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.report.cards import Card
    from spminer.report.contrast import FoundAndExpected

__all__ = ["ScatterPoint", "scatter_chart", "scatter_points"]

_WIDTH, _HEIGHT = 420.0, 360.0
_TOP, _BOTTOM = 30.0, 44.0
_CHARACTER = 7.6  # width of a digit beside the axes, an upper bound
_SIDE = 6.5  # of a mark
_LOG_FROM = 10.0  # a decade: points crowd in a corner otherwise

_SHAPES = {  # different shapes, for print and for readers who see no colors
    "over": f"M0 {-_SIDE} L{0.95 * _SIDE:.1f} {0.75 * _SIDE:.1f} H{-0.95 * _SIDE:.1f}Z",
    "under": f"M0 {_SIDE} L{0.95 * _SIDE:.1f} {-0.75 * _SIDE:.1f} H{-0.95 * _SIDE:.1f}Z",
    "equal": "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z",
}


def scatter_chart(marks: list[ScatterPoint], x_name: str, y_name: str) -> str:
    """The chart of what was found over what was expected, as SVG; empty without points. The last points are on top.

    Shares and frequencies have no common scale: points of another kind than the last one are left out.

    Parameters
    ----------
    marks
        The points, the most important last.
    x_name, y_name
        Names of the axes: what was expected, and what was found.

    Examples
    --------
    >>> from spminer.report.contrast import FoundAndExpected
    >>> point = ScatterPoint("m3-1", "triangle", FoundAndExpected(40, 7.5, spread=3.0))
    >>> svg = scatter_chart([point], "expected", "found")
    >>> 'href="#m3-1"' in svg, "triangle: 40, expected 7.5" in svg
    (True, True)
    """
    if not marks:
        return ""
    percent = marks[-1].sides.shares
    marks = [mark for mark in marks if mark.sides.shares == percent]
    sides = [mark.sides for mark in marks]
    values = [value for one in sides for value in (one.found, one.expected, one.expected + (one.spread or 0.0))]
    plane = _Axes(Scale.of(values, log_from=_LOG_FROM), percent)
    parts = [_grid(plane), _diagonal(plane), _axis_names(plane, x_name, y_name)]
    parts += [_whisker(plane, mark.sides) for mark in marks]
    parts += [_mark(plane, mark) for mark in marks]
    label = escape(f"{y_name} against {x_name}")
    return (
        f'<svg class="chart scatter" viewBox="0 0 {_WIDTH:.0f} {_HEIGHT:.0f}" role="group" aria-label="{label}">'
        f"{''.join(parts)}</svg>"
    )


def scatter_points(cards: Iterable[Card]) -> list[ScatterPoint]:
    """The cards that were compared as points, the most surprising last."""
    views = [(card, card.contrast) for card in cards if card.contrast is not None]
    views.sort(key=lambda pair: pair[1].sort_keys.get("surprise", 0.0))
    return [
        ScatterPoint(card.key, f"{card.place} {card.name}", view.sides, hollow=view.not_significant)
        for card, view in views
        if view.sides is not None
    ]


@dataclass(frozen=True)
class ScatterPoint:
    """A point of the chart: the card that it leads to, its name, and both sides."""

    key: str
    name: str
    sides: FoundAndExpected
    hollow: bool = False


@dataclass(frozen=True)
class _Axes:
    """One scale for both axes: equal values are on the diagonal."""

    scale: Scale
    percent: bool

    @cached_property
    def _longest(self) -> float:
        return _CHARACTER * max(len(self.text(tick)) for tick in self.scale.ticks)

    @property
    def left(self) -> float:
        """The width of the longest number beside the axis."""
        return 14 + self._longest

    @property
    def right(self) -> float:
        """The end of the axis, with space for half of the last number below it."""
        return _WIDTH - self._longest / 2 - 5

    def x(self, value: float) -> float:
        return self.left + self.scale.at(value) * (self.right - self.left)

    def y(self, value: float) -> float:
        return _HEIGHT - _BOTTOM - self.scale.at(value) * (_HEIGHT - _TOP - _BOTTOM)

    def text(self, value: float) -> str:
        return f"{tick_text(100 * value)} %" if self.percent and value else tick_text(value)


def _grid(plane: _Axes) -> str:
    low, high = _HEIGHT - _BOTTOM, plane.right
    parts = []
    for tick in plane.scale.ticks:
        x, y, text = plane.x(tick), plane.y(tick), plane.text(tick)
        parts.append(
            f'<line class="grid" x1="{plane.left:.1f}" y1="{y:.1f}" x2="{high:.1f}" y2="{y:.1f}"/>'
            f'<line class="grid" x1="{x:.1f}" y1="{_TOP:.1f}" x2="{x:.1f}" y2="{low:.1f}"/>'
            f'<text class="y" x="{plane.left - 9:.1f}" y="{y:.1f}">{text}</text>'
            f'<text class="x" x="{x:.1f}" y="{low + 15:.1f}">{text}</text>'
        )
    return "".join(parts)


def _diagonal(plane: _Axes) -> str:
    """The line of equal values; the place of zero is no part of the scale."""
    first, last = plane.scale.first, plane.scale.last
    ends = (plane.x(first), plane.y(first), plane.x(last), plane.y(last))
    x1, y1, x2, y2 = (f"{end:.1f}" for end in ends)
    return f'<line class="diagonal" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _axis_names(plane: _Axes, x_name: str, y_name: str) -> str:
    right, log = plane.right, " (log scales)" if plane.scale.logarithmic else ""
    return (
        f'<text class="axis-y" x="0" y="11">{escape(y_name + log)}</text>'
        f'<text class="axis-x" x="{right:.1f}" y="{_HEIGHT - 8:.1f}">{escape(x_name)}</text>'
    )


def _whisker(plane: _Axes, sides: FoundAndExpected) -> str:
    """The spread of what is expected along its axis, or the interval of the ratio along the other."""
    if sides.spread:
        y, ends = plane.y(sides.found), (sides.expected - sides.spread, sides.expected + sides.spread)
        x1, x2 = (plane.x(max(end, plane.scale.first)) for end in ends)
        return f'<line class="whisker" x1="{x1:.1f}" y1="{y:.1f}" x2="{x2:.1f}" y2="{y:.1f}"/>'
    if sides.low is None or sides.high is None:
        return ""
    x = plane.x(sides.expected)
    y1, y2 = (plane.y(max(end, plane.scale.first)) for end in (sides.low, sides.high))
    return f'<line class="whisker" x1="{x:.1f}" y1="{y1:.1f}" x2="{x:.1f}" y2="{y2:.1f}"/>'


def _mark(plane: _Axes, mark: ScatterPoint) -> str:
    sides = mark.sides
    place = f"translate({plane.x(sides.expected):.1f} {plane.y(sides.found):.1f})"
    found, expected = sides.texts
    spread = "" if sides.spread is None else f" ± {format_small(sides.spread)}"
    both = f"{found} here, {expected} there" if sides.shares else f"{found}, expected {expected}{spread}"
    title = escape(f"{mark.name}: {both}")
    hollow = " hollow" if mark.hollow else ""
    # Cards have the focus of the keyboard; hundreds of points before them need not.
    return (
        f'<a href="#{escape(mark.key)}" class="point {sides.direction}{hollow}" tabindex="-1" aria-label="{title}">'
        f'<g transform="{place}"><title>{title}</title><circle class="hit" r="9"/>'
        f'<path d="{_SHAPES[sides.direction]}"/></g></a>'
    )
