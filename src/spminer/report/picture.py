"""Pictures outside of a page, as SVG or PNG: one motif with a legend, and a sheet with the best motifs of a result."""

from __future__ import annotations

import io
from html import escape
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from spminer._util.files import write_atomic
from spminer._util.imports import import_optional
from spminer._util.text import format_number
from spminer.errors import UsageError
from spminer.report.contrast import found_and_expected
from spminer.report.html import MOST_CARDS
from spminer.report.pattern_drawing import pattern_shapes
from spminer.report.shapes import LEFT_ALIGNED, Disc, LabelStyles, Line, Point, Polygon, Shape, Text, moved, paint, svg
from spminer.results.frequency import count_text
from spminer.results.motif import FREQUENCY_FIELDS
from spminer.results.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from spminer.patterns import Pattern
    from spminer.report.contrast import FoundAndExpected
    from spminer.results import Motif, MotifSet
    from spminer.results.rows import Row

__all__ = ["motif_html", "motif_svg", "save_picture", "write_sheet"]

PICTURE_FILES = (".svg", ".png")
"""Endings of the files that a motif can be drawn to."""

_MARGIN = 6.0
_LINE, _COLUMN = 15.0, 16.0  # of the legend
_CHARACTER = 5.6  # width, an upper bound
_DOTS_PER_UNIT = 4  # of a PNG


def save_picture(pattern: Pattern, path: str | Path) -> None:
    """Draw a pattern to a file that ends in ``.svg`` or ``.png``; the file is written atomically.

    >>> from spminer import Pattern
    >>> save_picture(Pattern.parse("0-1"), "motif.gif")
    Traceback (most recent call last):
    spminer.errors.UsageError: a motif is drawn to a file that ends in .svg, .png, not to motif.gif
    """
    ending = Path(path).suffix.lower()
    if ending not in PICTURE_FILES:
        raise UsageError(f"a motif is drawn to a file that ends in {', '.join(PICTURE_FILES)}, not to {path}")
    write_atomic(path, motif_svg(pattern) + "\n" if ending == ".svg" else picture_png(pattern))


def motif_svg(pattern: Pattern) -> str:
    """The pattern as an SVG document that needs no style sheet.

    >>> from spminer import Pattern
    >>> motif_svg(Pattern.parse("0-1@0"))[:70]
    '<svg xmlns="http://www.w3.org/2000/svg" width="89" height="27" viewBox'
    """
    return painted_svg(_with_legend(pattern), pattern.text)


def motif_html(motif: Motif) -> str:
    """The drawing of a motif with its name and frequencies, for notebooks."""
    counts = [
        count_text(found, frequency_name)
        for frequency_name in FREQUENCY_FIELDS
        if (found := motif.frequency(frequency_name)) is not None
    ]
    lines = [motif.names.text, ", ".join(counts), motif.id]
    words = "<br>".join(escape(line) for line in lines if line)
    return f'<figure style="margin:0">{motif_svg(motif.pattern)}<figcaption>{words}</figcaption></figure>'


def picture_png(pattern: Pattern) -> bytes:
    """The pattern as a PNG on white, four dots to each unit of the SVG."""
    return painted_png(_with_legend(pattern), pattern.text)


def painted_svg(shapes: Sequence[Shape], title: str, background: str = "") -> str:
    """Shapes as an SVG document of their size; a background is a color."""
    left, top, width, height = box(shapes)
    back = f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{background}"/>'
    parts = "".join(svg(shape, painted=True) for shape in shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" role="img">'
        f"<title>{escape(title)}</title>{back if background else ''}{parts}</svg>"
    )


def painted_png(shapes: Sequence[Shape], title: str) -> bytes:
    """Shapes as a PNG on white; one unit of the drawing is a point."""
    import_optional("matplotlib", "spminer[plot]")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    left, top, width, height = box(shapes)
    figure = Figure(figsize=(width / 72, height / 72), dpi=72 * _DOTS_PER_UNIT)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set(xlim=(left, left + width), ylim=(top + height, top))
    axes.axis("off")
    for order, shape in enumerate(shapes):
        _add(axes, shape, order)
    target = io.BytesIO()
    figure.savefig(target, format="png", metadata={"Title": title, "Software": "spminer"})
    return target.getvalue()


def _with_legend(pattern: Pattern) -> list[Shape]:
    """The drawing, and below it the labels that are shortened in it, and lines that stand for bonds."""
    styles = LabelStyles.of([pattern])
    shapes = pattern_shapes(pattern, styles)
    left, top, _, height = box(shapes)
    return shapes + legend(shapes, styles, (left, top + height + _LINE / 2))


def legend(shapes: Sequence[Shape], styles: LabelStyles, at: Point) -> list[Shape]:
    """A line for each label that the shapes show shortened, from a point downward."""
    texts = [shape for shape in shapes if isinstance(shape, Text) and shape.kind not in LEFT_ALIGNED]
    cut = {text.whole for text in texts if text.text != text.whole}
    left, y = at
    lines: list[Shape] = []
    for label in (label for label in styles.nodes if label in cut):
        number = styles.nodes[label]
        lines.append(Disc((left + _COLUMN / 2, y), 5.0, "node" if number is None else f"node c{number}"))
        lines.append(Text((left + _COLUMN + 4, y), label, "caption"))
        y += _LINE
    for label in (label for label in styles.edges if label in cut):
        lines.append(Line((left + 1, y), (left + _COLUMN - 1, y), styles.edges[label]))
        lines.append(Text((left + _COLUMN + 4, y), label, "caption"))
        y += _LINE
    return lines


def box(shapes: Sequence[Shape]) -> tuple[float, float, float, float]:
    """Left, top, width and height of the shapes, with a margin."""
    boxes = [_extent(shape) for shape in shapes]
    left, top = min(box[0] for box in boxes) - _MARGIN, min(box[1] for box in boxes) - _MARGIN
    right, bottom = max(box[2] for box in boxes) + _MARGIN, max(box[3] for box in boxes) + _MARGIN
    return left, top, right - left, bottom - top


def _extent(shape: Shape) -> tuple[float, float, float, float]:
    match shape:
        case Disc(center=(x, y), radius=radius):
            return x - radius, y - radius, x + radius, y + radius
        case Text(at=(x, y), text=text, kind=kind) if kind in LEFT_ALIGNED:
            size = paint(shape).font_size
            return x, y - 0.6 * size, x + _CHARACTER * len(text) * size / 9, y + 0.6 * size
        case Text(at=(x, y), text=text):
            half = _CHARACTER * len(text) / 2
            return x - half, y - 5, x + half, y + 5
        case Line(start=(x1, y1), end=(x2, y2)):
            return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
        case Polygon(corners=corners):
            xs, ys = zip(*corners, strict=True)
            return min(xs), min(ys), max(xs), max(ys)


def _add(axes: Axes, shape: Shape, order: int) -> None:
    """One unit of the drawing is a point, so that widths and sizes of fonts are those of the SVG."""
    from matplotlib import patches, patheffects

    how = paint(shape)
    match shape:
        case Line(start=(x1, y1), end=(x2, y2)):
            dashes = (0, [dash / how.width for dash in how.dashes]) if how.dashes else "-"
            axes.plot(
                [x1, x2], [y1, y2], color=how.stroke, lw=how.width, ls=dashes, zorder=order,
                solid_capstyle="round", dash_capstyle="round",
            )  # fmt: skip
        case Disc(center=center, radius=radius):
            axes.add_patch(patches.Circle(center, radius, fc=how.fill, ec=how.stroke, lw=how.width, zorder=order))
        case Polygon(corners=corners):
            axes.add_patch(patches.Polygon(corners, closed=True, fc=how.fill, ec="none", zorder=order))
        case Text(at=(x, y), text=text, kind=kind):
            halo = [patheffects.withStroke(linewidth=how.width, foreground=how.stroke)] if how.width else []
            side = "left" if kind in LEFT_ALIGNED else "center"
            axes.text(
                x, y, text, color=how.fill, fontsize=how.font_size, ha=side, va="center_baseline", zorder=order,
                path_effects=halo, parse_math=False,
            )  # fmt: skip


_COLUMNS = 4
_WIDTH, _SHEET_LINE, _GAP, _INDENT = 210.0, 13.0, 14.0, 12.0
_LONGEST = 38  # characters of a caption that fit below a drawing


def write_sheet(result: MotifSet, path: str | Path, title: str | None = None) -> None:
    """Draw the best motifs of each size to a file that ends in ``.svg`` or ``.png``; it is written atomically.

    Examples
    --------
    >>> import tempfile
    >>> import spminer
    >>> from spminer.datasets import example
    >>> path = Path(tempfile.mkdtemp()) / "motifs.svg"
    >>> write_sheet(spminer.enumerate(example(), 3), path)
    >>> path.read_text().count("<circle")
    6
    """
    shapes = sheet_shapes(result, title)
    name = title or "motifs"
    png = Path(path).suffix.lower() == ".png"
    write_atomic(path, painted_png(shapes, name) if png else painted_svg(shapes, name, background="#ffffff") + "\n")


def sheet_shapes(result: MotifSet, title: str | None = None) -> list[Shape]:
    """All shapes of the sheet: a row of drawings for each size, or several, each with its caption below."""
    groups = [list(group) for _, group in groupby(rows_of(result), key=lambda row: row.motif.size)]
    each = max(MOST_CARDS // max(len(groups), 1), 1)
    shown = [group[:each] for group in groups]
    styles = LabelStyles.of(row.motif.pattern for group in shown for row in group)
    shapes: list[Shape] = [Text((0.0, 0.0), title, "heading")] if title else []
    top = 22.0 if title else 0.0
    for line in _lines(shown):
        drawn, height = _line(line, result, styles)
        shapes += [moved(shape, 0.0, top) for shape in drawn]
        top += height + _GAP
    if hidden := sum(map(len, groups)) - sum(map(len, shown)):
        shapes.append(Text((_INDENT, top), f"{hidden:,} more in the result", "caption"))
        top += _GAP
    return [*shapes, *legend(shapes, styles, (0.0, top))] or [Text((0.0, 0.0), "no motifs", "caption")]


def _lines(groups: list[list[Row]]) -> list[list[Row]]:
    """The motifs of each row: of one size, or of several if that would leave half the sheet empty."""
    if 2 * max(map(len, groups), default=0) <= _COLUMNS:
        groups = [[row for group in groups for row in group]]
    return [group[start : start + _COLUMNS] for group in groups for start in range(0, len(group), _COLUMNS)]


def _line(rows: list[Row], result: MotifSet, styles: LabelStyles) -> tuple[list[Shape], float]:
    """Drawings side by side with captions below, as low as possible; and their height."""
    drawings = [pattern_shapes(row.motif.pattern, styles) for row in rows]
    boxes = [box(drawing) for drawing in drawings]
    upper, lower = min(one[1] for one in boxes), max(one[1] + one[3] for one in boxes)
    mixed = len({row.motif.size for row in rows}) > 1
    captions = [_caption(row, result, sizes=mixed) for row in rows]
    shapes: list[Shape] = []
    for column, (drawing, caption) in enumerate(zip(drawings, captions, strict=True)):
        x, y = column * _WIDTH, lower - upper + _SHEET_LINE / 2
        shapes += [moved(shape, x, -upper) for shape in drawing]
        shapes += [
            Text((x + _INDENT, y + _SHEET_LINE * number), line, "caption") for number, line in enumerate(caption)
        ]
    return shapes, lower - upper + _SHEET_LINE * max(map(len, captions))


def _caption(row: Row, result: MotifSet, *, sizes: bool) -> list[str]:
    """Place, shape and known frequencies in lines that fit; with the size if sizes are mixed."""
    motif = row.motif
    sides = found_and_expected(motif, result.frequency_name)
    known = [
        count_text(found, frequency_name)
        for frequency_name in FREQUENCY_FIELDS
        if (found := motif.frequency(frequency_name)) is not None
        and (sides is None or frequency_name == result.frequency_name)
    ]
    figures = [*known, *([] if sides is None else [_compared(sides)])]
    whole = ", ".join(figures)
    place = f"size {motif.size}, {row.place}: " if sizes else f"{row.place}. "
    title = wrap(place + motif.names.text, _LONGEST)
    return [*title, *([whole] if len(whole) <= _LONGEST else [line for one in figures for line in wrap(one, _LONGEST)])]


def _compared(sides: FoundAndExpected) -> str:
    if sides.shares:
        return f"{100 * sides.found:.3g} % here, {100 * sides.expected:.3g} % there"
    return f"expected {format_number(sides.expected)}"
