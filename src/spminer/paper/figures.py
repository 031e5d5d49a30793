"""Figures of experiments. Every method has one style, readable without color. Needs matplotlib (extra ``train``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spminer.errors import UsageError
from spminer.paper.runs import Spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from spminer.patterns import Pattern

__all__ = [
    "SCORE_STYLES",
    "SHADE",
    "STYLES",
    "Style",
    "bars_with_range",
    "dot_rows",
    "draw_pattern",
    "legend",
    "log_scale",
    "method_style",
    "panels",
    "plot",
    "save",
    "shade",
]

ANCHOR, NODE = "#f28e2b", "#d4d9e0"
SHADE = "#dde1e7"  # of an area that a method is compared with
_FORMATS = ("png", "svg")


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a method: colors differ in lightness, and markers differ, for readers without color."""

    label: str
    color: str
    marker: str
    line: str = "-"


# Lines: solid for methods of this package, dashed for samplers, dotted for enumeration.
STYLES = {
    "exact": Style("exact", "#000000", "x", ":"),
    "grow": Style("grow", "#6a0572", "D"),
    "contrast": Style("contrast", "#c2185b", "d"),
    "greedy": Style("greedy", "#1f4fa3", "o"),
    "beam": Style("beam", "#2fb573", "s"),
    "mcts": Style("MCTS", "#e0632a", "^"),
    "mlp": Style("MLP", "#b9addb", "v"),
    "mfinder": Style("MFinder", "#d9a400", "P", "--"),
    "rand-esu": Style("Rand-ESU", "#8fd3f0", "*", "--"),
    "motivo": Style("Motivo", "#85521f", "h", "--"),
    "gspan": Style("gSpan", "#6b6b6b", "<", ":"),
    "gaston": Style("Gaston", "#a8a8a8", ">", ":"),
    "SPMiner": Style("SPMiner (paper)", "#1f4fa3", "o", (0, (1, 1.5))),  # type: ignore[arg-type]
}
# What scores the patterns of a walk: solid for trained models, dashed and dotted for controls.
SCORE_STYLES = {
    "synthetic": Style("model synthetic", "#1f4fa3", "o"),
    "real": Style("model real", "#2fb573", "s"),
    "paper": Style("model paper", "#e0632a", "^"),
    "learned alone": Style("learned alone", "#6a0572", "D"),
    "signature alone": Style("signature alone", "#000000", "x", "--"),
    "untrained": Style("untrained", "#8fd3f0", "*", ":"),
    "random": Style("random", "#a8a8a8", ">", ":"),
}
_UNKNOWN = Style("", "#555555", ".", "-.")


def method_style(method: str) -> Style:
    """The style of a method; an unknown one is gray, under its own name.

    >>> method_style("greedy").marker, method_style("mine").label
    ('o', 'mine')
    """
    return (
        STYLES.get(method) or SCORE_STYLES.get(method) or Style(method, _UNKNOWN.color, _UNKNOWN.marker, _UNKNOWN.line)
    )


def panels(
    count: int, *, columns: int = 3, title: str, size: tuple[float, float] = (4.2, 3.4)
) -> tuple[Any, list[Any]]:
    """A figure with ``count`` panels, and its title: the question that it answers."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise UsageError("figures need matplotlib; install it with: pip install 'spminer[train]'") from error
    columns = min(columns, count)
    rows = -(-count // columns)
    figure = Figure(figsize=(size[0] * columns, size[1] * rows + 0.9), layout="constrained")
    figure.suptitle(title, fontsize=13, fontweight="bold", x=0.01, ha="left")
    grid = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
    for spare in grid[count:]:
        spare.set_axis_off()
    for axes in grid[:count]:
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color="#e6e6e6", linewidth=0.6)
        axes.set_axisbelow(True)
    return figure, grid[:count]


def plot(axes: Any, method: str, points: Mapping[Any, Spread | float | None]) -> None:
    """A method's line through its points, with the range over seeds as a band; missing points are left out."""
    look = method_style(method)
    known = [(x, *ends) for x, point in points.items() if (ends := _ends(point)) is not None]
    if not known:
        return
    xs, lows, middles, highs = zip(*known, strict=True)
    axes.fill_between(xs, lows, highs, color=look.color, alpha=0.25, linewidth=0)
    options = {"color": look.color, "marker": look.marker, "linestyle": look.line, "label": look.label}
    # Hollow markers show methods with equal values.
    look_alike = {"markersize": 4.5, "markerfacecolor": "none", "markeredgewidth": 1.1, "linewidth": 1.3}
    axes.plot(xs, middles, **look_alike, **options)


def shade(axes: Any, points: Mapping[Any, float | None], label: str) -> None:
    """An area behind the lines, such as the best of all methods."""
    known = [(x, y) for x, y in points.items() if y is not None]
    if known:
        xs, ys = zip(*known, strict=True)
        axes.fill_between(xs, ys, color=SHADE, linewidth=0, label=label, zorder=0)


def dot_rows(axes: Any, points: Mapping[str, Spread | float | None]) -> None:
    """One row for each method, with its median as a dot and its range as a line."""
    for row, (method, point) in enumerate(points.items()):
        if (ends := _ends(point)) is not None:
            low, middle, high = ends
            look = method_style(method)
            axes.plot([low, high], [row, row], color=look.color, linewidth=3, alpha=0.4, solid_capstyle="butt")
            axes.plot([middle], [row], color=look.color, marker=look.marker, markersize=6, linestyle="none")
    axes.set_yticks(range(len(points)), [method_style(method).label for method in points])
    axes.set_ylim(len(points) - 0.5, -0.5)
    axes.grid(axis="x", color="#e6e6e6", linewidth=0.6)
    axes.grid(visible=False, axis="y")


def bars_with_range(axes: Any, xs: Sequence[float], points: Sequence[Spread | float | None], **options: Any) -> None:
    """Bars with their range over seeds."""
    known = [(x, *ends) for x, point in zip(xs, points, strict=True) if (ends := _ends(point)) is not None]
    if known:
        places, lows, middles, highs = zip(*known, strict=True)
        reach = (
            [middle - low for low, middle in zip(lows, middles, strict=True)],
            [high - middle for high, middle in zip(highs, middles, strict=True)],
        )
        line = {"elinewidth": 0.9, "capsize": 1.5, "ecolor": "#222222"}
        axes.bar(places, middles, yerr=reach if any(map(any, reach)) else None, error_kw=line, **options)


def _ends(point: Spread | float | None) -> tuple[float, float, float] | None:
    """The lowest, the middle and the highest value of a point."""
    if not isinstance(point, Spread):
        return None if point is None else (point, point, point)
    low, middle, high = point.low, point.middle, point.high
    return None if low is None or middle is None or high is None else (low, middle, high)


def log_scale(axis: Any, ticks: Sequence[float]) -> None:
    """A logarithmic axis with these ticks, as plain numbers."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_ticks(ticks, labels=[f"{tick:g}" for tick in ticks])
    axis.set_ticks([], minor=True)


def legend(figure: Any, grid: Iterable[Any]) -> None:
    """One legend for all panels, below them."""
    entries: dict[str, Any] = {}
    for axes in grid:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, handle)
    columns = min(len(entries), max(4, int(figure.get_figwidth() / 1.5)))
    if entries:
        figure.legend(entries.values(), entries.keys(), loc="outside lower center", ncols=columns, frameon=False)


def draw_pattern(axes: Any, pattern: Pattern) -> None:
    """A pattern with its anchor in orange."""
    from spminer.report.layout import layout

    points = layout(pattern.size, tuple(sorted({(min(edge), max(edge)) for edge in pattern.edges})))
    for a, b in pattern.edges:
        axes.plot(*zip(points[a], points[b], strict=True), color="#8a929c", linewidth=1.1, zorder=1)
    colors = [ANCHOR if node == pattern.anchor else NODE for node in range(pattern.size)]
    axes.scatter(*zip(*points, strict=True), c=colors, s=90, edgecolors="#4a4f57", linewidths=0.9, zorder=2)
    reach = max(abs(value) for point in points for value in point) + 0.5
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    axes.set_axis_off()


def save(figure: Any, folder: Path, name: str) -> str:
    """Write the figure as PNG and SVG; returns its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for ending in _FORMATS:
        # Without the date, equal figures are equal files.
        metadata = {"Date": None} if ending == "svg" else {}
        figure.savefig(folder / f"{name}.{ending}", dpi=130, metadata=metadata)
    return name
