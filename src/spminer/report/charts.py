"""Charts: frequency against size and time by stage as SVG, and frequency against size by matplotlib.

Colors come from the classes of the page's style.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from html import escape
from statistics import median
from typing import TYPE_CHECKING

from spminer._util.imports import import_optional
from spminer._util.text import format_duration, format_number, format_power, format_small
from spminer.errors import UsageError
from spminer.report.summary import ranked_by_surprise
from spminer.results.frequency import UNITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from matplotlib.axes import Axes

    from spminer.results import MotifSet
    from spminer.results.frequency import FrequencyName

__all__ = [
    "Line",
    "Scale",
    "frequencies_by_size",
    "frequency_chart",
    "line_chart",
    "plot_frequencies",
    "plot_ratios",
    "tick_text",
    "time_chart",
]

_WIDTH, _HEIGHT = 520.0, 230.0
_RIGHT, _TOP, _BOTTOM = 60.0, 26.0, 36.0
_CHARACTER = 7.0  # width of a digit beside the axis, an upper bound
_BAR_HEIGHT = 26.0

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """Points joined by a line; ``style`` is its class."""

    name: str
    style: str
    points: tuple[Point, ...]


def frequency_chart(result: MotifSet) -> str:
    """Frequency against size: every motif, the best and the median; of a single size against rank."""
    values = frequencies_by_size(result, result.frequency_name)
    if len(values) == 1:
        [ranked] = values.values()
        points = tuple((float(rank), value) for rank, value in enumerate(ranked, start=1))
        return line_chart([Line("", "best", points)], points, "rank", f"frequency ({UNITS[result.frequency_name][1]})")
    lines = [
        Line(
            "highest" if ranked_by_surprise(result) else "best",
            "best",
            tuple((size, max(group)) for size, group in values.items()),
        ),
        Line("median", "median", tuple((size, median(group)) for size, group in values.items())),
    ]
    dots = [(float(size), value) for size, group in values.items() for value in sorted(set(group))]
    return line_chart(lines, dots, "nodes of the motif", f"frequency ({UNITS[result.frequency_name][1]})")


def frequencies_by_size(result: MotifSet, frequency_name: FrequencyName) -> dict[int, list[float]]:
    """The known frequencies of each size, in the order of the motifs.

    >>> from spminer.datasets import example
    >>> import spminer
    >>> frequencies_by_size(spminer.enumerate(example(), 3), "graph")
    {3: [393, 45, 393]}
    """
    found: dict[int, list[float]] = {}
    for motif in result:
        if (frequency := motif.frequency(frequency_name)) is not None:
            found.setdefault(motif.size, []).append(frequency.value)
    return found


def line_chart(lines: Sequence[Line], dots: Iterable[Point], x_name: str, title: str) -> str:
    """Lines with their names at the end, over dots; empty with fewer than two points."""
    xs = sorted({x for line in lines for x, _ in line.points})
    values = [y for line in lines for _, y in line.points]
    if len(xs) < 2:
        return ""
    dots = list(dots)
    vertical = Scale.of([*values, *(y for _, y in dots)])
    left = 14 + _CHARACTER * max(len(tick_text(tick)) for tick in vertical.ticks)

    def at(point: Point) -> Point:
        share = (point[0] - xs[0]) / (xs[-1] - xs[0])
        rise = vertical.at(point[1]) * (_HEIGHT - _TOP - _BOTTOM)
        return left + share * (_WIDTH - left - _RIGHT), _HEIGHT - _BOTTOM - rise

    parts = [_grid_line(left, at((xs[0], tick))[1], tick_text(tick)) for tick in vertical.ticks]
    if vertical.logarithmic:
        parts.append('<text class="scale" x="4" y="8">log scale</text>')
    some = xs[:: -(-len(xs) // 12)]  # at most a dozen, evenly spaced
    parts += [_x_tick(at((x, 0.0))[0], x) for x in some]
    parts += [f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in map(at, dots)]
    parts += [_line(line.style, [at(point) for point in line.points]) for line in lines]
    parts += _names(lines, at)
    middle = (left + _WIDTH - _RIGHT) / 2
    parts.append(f'<text class="axis" x="{middle:.0f}" y="{_HEIGHT - 7:.0f}">{escape(x_name)}</text>')
    return _svg(parts, _HEIGHT, f"{title} by {x_name}")


def time_chart(result: MotifSet) -> str:
    """A bar for each stage that took time; the rest is planning and similar work."""
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


_ZERO_ROOM = 0.1  # share of a logarithmic axis that is for zero
_NOTHING = 1e-300  # smaller values are 0: their logarithms are not finite


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale from ``first`` to ``last``, linear or logarithmic.

    Zero has no place on a logarithmic scale. Where there is one, it stands apart (``zero_apart``) before the first
    decade.
    """

    first: float
    last: float
    ticks: tuple[float, ...]
    logarithmic: bool = False
    zero_apart: bool = False

    @classmethod
    def of(cls, values: Iterable[float], *, most_ticks: int = 6, log_from: float = 30.0) -> Scale:
        """The scale that suits values of 0 and more: logarithmic if the positive ones span more than that factor.

        >>> Scale.of([3, 9]).ticks
        (0.0, 5.0, 10.0)
        >>> Scale.of([0, 2, 900], most_ticks=4)
        Scale(first=1.0, last=1000.0, ticks=(0.0, 1.0, 10.0, 100.0, 1000.0), logarithmic=True, zero_apart=True)
        """
        known = [value for value in values if math.isfinite(value)]
        positive = [value for value in known if value > _NOTHING]
        if positive and max(positive) / min(positive) > log_from:
            return cls._decades(min(positive), max(positive), min(known) <= 0, most_ticks)
        highest = max(positive, default=1.0)
        step = _nice(highest / min(4, most_ticks))
        ticks = tuple(step * number for number in range(math.ceil(highest / step - 1e-9) + 1))
        return cls(0.0, ticks[-1], ticks)

    @classmethod
    def _decades(cls, low: float, high: float, zero_apart: bool, most_ticks: int) -> Scale:
        first = math.floor(math.log10(low))
        last = min(math.ceil(math.log10(high)), sys.float_info.max_10_exp)
        powers = range(first, last + 1, math.ceil((last - first + 1) / most_ticks))
        ticks = [0.0] * zero_apart + [10.0**power for power in powers]
        return cls(10.0**first, 10.0**last, tuple(ticks), logarithmic=True, zero_apart=zero_apart)

    @property
    def start(self) -> float:
        """The start of the first decade, as a share of the axis: after the place of zero."""
        return _ZERO_ROOM if self.zero_apart else 0.0

    def at(self, value: float) -> float:
        """The place of a value, as a share of the axis; values outside are at its ends.

        >>> scale = Scale.of([0, 10, 1000])
        >>> scale.at(1000), scale.at(0), scale.at(10) == scale.at(1) == scale.start
        (1.0, 0.0, True)
        """
        if not self.logarithmic:
            return min(max((value - self.first) / (self.last - self.first), 0.0), 1.0)
        if value <= _NOTHING:
            return 0.0
        share = math.log10(value / self.first) / math.log10(self.last / self.first)
        return self.start + (1 - self.start) * min(max(share, 0.0), 1.0)


def tick_text(value: float) -> str:
    """The number beside an axis, short even if it is large.

    >>> tick_text(20_000), tick_text(1e6), tick_text(2.5e7), tick_text(0.0001)
    ('20,000', '10⁶', '2.5·10⁷', '10⁻⁴')
    """
    return format_power(value) if value >= 1e6 or 0 < value < 0.01 else format_number(value)


def _nice(step: float) -> float:
    """The next of 1, 2, 5, 10, ... that is no smaller than the step."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= step * 0.999)


_LEVEL = 0.05  # of p max
_HEADROOM = 0.08  # share of the height that is left above the highest point, so that no mark is cut


def plot_frequencies(result: MotifSet, frequency: FrequencyName | None = None, ax: Axes | None = None) -> Axes:
    """Draw the chart of :meth:`spminer.MotifSet.plot`."""
    import_optional("matplotlib", "spminer[plot]")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import MaxNLocator

    frequency_name = frequency or result.frequency_name
    values = frequencies_by_size(result, frequency_name)
    if not values:
        raise UsageError(f"no motif of this result has a known {frequency_name} frequency to plot")
    if ax is None:
        _, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
    sizes = list(values)
    dots = [(size, value) for size, group in values.items() for value in group]
    nodes, heights = zip(*dots, strict=True)
    ax.scatter(nodes, heights, s=14, color="#9aa5b4", alpha=0.6, linewidths=0, label="each motif")
    ax.plot(sizes, [max(group) for group in values.values()], color="#2f6db3", marker="o", ms=4, label="best")
    ax.plot(sizes, [median(group) for group in values.values()], color="#6b7687", ls="--", label="median")
    low, high = (extreme(value for _, value in dots) for extreme in (min, max))
    logarithmic = low > 0 and high > 30 * low
    ax.set(xlabel="nodes of the motif", ylabel=f"frequency ({UNITS[frequency_name][1]}{', log scale' * logarithmic})")
    if logarithmic:
        ax.set_yscale("log")
        room = (high / low) ** _HEADROOM
        ax.set_ylim(low / room, high * room)
    else:
        ax.set_ylim(0, high * (1 + _HEADROOM) or 1)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False)
    return ax


_MOST_COMPARED = 20  # motifs in a figure of ratios


def plot_ratios(result: MotifSet, ax: Axes | None = None) -> Axes:
    """Draw the chart of :meth:`spminer.MotifSet.plot` for motifs that were compared.

    Motifs that do not occur stand at the left edge with an arrow; those that the reference lacks have no ratio.
    """
    import_optional("matplotlib", "spminer[plot]")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    known = [
        (motif, motif.against) for motif in result if motif.against is not None and motif.against.ratio is not None
    ]
    if not known:
        raise UsageError("no motif of this result has a ratio to plot; give a frequency to plot instead")
    known.sort(key=lambda pair: -abs(pair[0].score or 0.0))
    shown = known[:_MOST_COMPARED][::-1]
    if ax is None:
        _, ax = plt.subplots(figsize=(7, 1.1 + 0.27 * len(shown)), layout="constrained")
    least = min((contrast.ratio for _, contrast in known if contrast.ratio), default=0.2) / 2
    for place, (_, contrast) in enumerate(shown):
        ratio = contrast.ratio or least
        color = "#2f6db3" if ratio > 1 else "#b5482a"
        sure = contrast.p_max is None or contrast.p_max <= _LEVEL
        if contrast.low is not None and contrast.high is not None:
            ax.plot([max(contrast.low, least), max(contrast.high, least)], [place, place], color=color, lw=1.4)
        mark = "o" if contrast.ratio else "<"
        ax.plot(ratio, place, marker=mark, color=color, mfc=color if sure else "white", ms=6, ls="")
        z = "" if contrast.z is None else f"z {format_small(contrast.z)}"
        ax.annotate(z, (1.01, place), xycoords=("axes fraction", "data"), va="center", fontsize=8, color="#6b7687")
    ax.axvline(1, color="#9aa5b4", lw=0.8, ls="--")
    ax.set_xscale("log")
    ax.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    ax.xaxis.set_minor_formatter(NullFormatter())
    names = [f"{motif.names.name} ({motif.size})" for motif, _ in shown]
    ax.set_yticks(range(len(shown)), names)
    reference = shown[0][1].with_
    ax.set_xlabel(f"found / expected ({reference}); open marks: p max above {_LEVEL}")
    ax.spines[["top", "right"]].set_visible(False)
    return ax
