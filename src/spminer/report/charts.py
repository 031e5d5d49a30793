"""Charts as SVG: frequency against size, and time by stage. Colors come from classes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from statistics import median
from typing import TYPE_CHECKING

from spminer._util.text import format_duration
from spminer.report.compared import ranked_by_surprise
from spminer.report.scales import Scale, tick_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from spminer.results import MotifSet
    from spminer.results.frequency import Objective

__all__ = ["Line", "frequencies_by_size", "frequency_chart", "line_chart", "time_chart"]

_WIDTH, _HEIGHT = 520.0, 230.0
_RIGHT, _TOP, _BOTTOM = 60.0, 26.0, 36.0
_CHARACTER = 7.0  # width of a digit beside the axis, rather too much than too little
_BAR_HEIGHT = 26.0

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """Points joined by a line; ``style`` is its class."""

    name: str
    style: str
    points: tuple[Point, ...]


def frequencies_by_size(result: MotifSet, objective: Objective) -> dict[int, list[float]]:
    """The known frequencies of each size, in the order of the motifs.

    >>> from spminer.datasets import example
    >>> import spminer
    >>> frequencies_by_size(spminer.enumerate(example(), 3), "graph")
    {3: [393, 45, 393]}
    """
    found: dict[int, list[float]] = {}
    for motif in result:
        if (frequency := motif.frequency(objective)) is not None:
            found.setdefault(motif.size, []).append(frequency.value)
    return found


def frequency_chart(result: MotifSet) -> str:
    """Frequency against size: every motif, the best and the median; of a single size against rank."""
    values = frequencies_by_size(result, result.objective)
    if len(values) == 1:
        [ranked] = values.values()
        points = tuple((float(rank), value) for rank, value in enumerate(ranked, start=1))
        return line_chart([Line("", "best", points)], points, "rank", f"{result.objective} frequency")
    lines = [
        Line(
            "highest" if ranked_by_surprise(result) else "best",
            "best",
            tuple((size, max(group)) for size, group in values.items()),
        ),
        Line("median", "median", tuple((size, median(group)) for size, group in values.items())),
    ]
    dots = [(float(size), value) for size, group in values.items() for value in sorted(set(group))]
    return line_chart(lines, dots, "nodes of the motif", f"{result.objective} frequency")


def line_chart(lines: Sequence[Line], dots: Iterable[Point], x_name: str, title: str) -> str:
    """Lines with their names at the end, over dots; nothing if they have fewer than two points."""
    xs = sorted({x for line in lines for x, _ in line.points})
    values = [y for line in lines for _, y in line.points]
    if len(xs) < 2:
        return ""
    dots = list(dots)
    vertical = Scale.of([*values, *(y for _, y in dots)])
    left = 14 + _CHARACTER * max(len(tick_text(tick)) for tick in vertical.ticks)

    def at(point: Point) -> Point:
        share = (point[0] - xs[0]) / (xs[-1] - xs[0])
        return left + share * (_WIDTH - left - _RIGHT), _HEIGHT - _BOTTOM - vertical.at(point[1]) * _inner_height()

    parts = [_grid_line(left, at((xs[0], tick))[1], tick_text(tick)) for tick in vertical.ticks]
    if vertical.logarithmic:
        parts.append('<text class="scale" x="4" y="8">log scale</text>')
    parts += [_x_tick(at((x, 0.0))[0], x) for x in _spaced(xs)]
    parts += [f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in map(at, dots)]
    parts += [_line(line.style, [at(point) for point in line.points]) for line in lines]
    parts += _names(lines, at)
    middle = (left + _WIDTH - _RIGHT) / 2
    parts.append(f'<text class="axis" x="{middle:.0f}" y="{_HEIGHT - 7:.0f}">{escape(x_name)}</text>')
    return _svg(parts, _HEIGHT, f"{title} by {x_name}")


def time_chart(result: MotifSet) -> str:
    """A bar for each stage that took time; what no stage accounts for is planning and the like."""
    stages = {name: seconds for name, seconds in result.timing_s.items() if name != "total" and seconds > 0}
    rest = result.timing_s.get("total", 0.0) - sum(stages.values())
    if rest > 0.01 * result.timing_s.get("total", 0.0):
        stages["other"] = rest
    if not stages:
        return ""
    longest, room = max(stages.values()), _WIDTH - 90 - 70
    parts = []
    for row, (name, seconds) in enumerate(stages.items()):
        y = 6 + row * _BAR_HEIGHT
        width = max(room * seconds / longest, 1.5)
        parts.append(
            f'<text class="stage" x="82" y="{y + 9:.0f}">{escape(name.replace("_", " "))}</text>'
            f'<rect class="time" x="90" y="{y:.0f}" width="{width:.1f}" height="16" rx="3"/>'
            f'<text class="value" x="{90 + width + 8:.1f}" y="{y + 9:.0f}">{format_duration(seconds)}</text>'
        )
    return _svg(parts, 12 + _BAR_HEIGHT * len(stages), "Time by stage")


def _inner_height() -> float:
    return _HEIGHT - _TOP - _BOTTOM


def _spaced(values: list[float]) -> list[float]:
    """At most a dozen of the values, evenly."""
    return values[:: -(-len(values) // 12)]


def _grid_line(left: float, y: float, text: str) -> str:
    return (
        f'<line class="grid" x1="{left:.0f}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT:.0f}" y2="{y:.1f}"/>'
        f'<text class="y" x="{left - 8:.0f}" y="{y:.1f}">{text}</text>'
    )


def _x_tick(x: float, value: float) -> str:
    return f'<text class="x" x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 14:.0f}">{value:g}</text>'


def _line(style: str, points: list[Point]) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline class="{style}" points="{path}"/>'


def _names(lines: Sequence[Line], at: Callable[[Point], Point]) -> list[str]:
    """The names at the ends of the lines, moved apart where they would overlap."""
    ends = [(at(line.points[-1]), line) for line in lines if line.name]
    ends.sort(key=lambda end: end[0][1])
    parts, last = [], -math.inf
    for (x, y), line in ends:
        last = max(y, last + 13)
        parts.append(f'<text class="name {line.style}" x="{x + 8:.1f}" y="{last:.1f}">{escape(line.name)}</text>')
    return parts


def _svg(parts: list[str], height: float, title: str) -> str:
    label = escape(title)
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH:.0f} {height:.0f}" role="img" aria-label="{label}">'
        f"{''.join(parts)}</svg>"
    )
