"""A sheet: the best motifs of a result as one picture that stands alone, for papers and slides."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from spminer._util.files import write_whole
from spminer._util.text import format_number
from spminer.report.contrasts import sides_of
from spminer.report.drawing import pattern_shapes
from spminer.report.gallery import MOST_CARDS
from spminer.report.labels import LabelStyles
from spminer.report.picture import box, legend, painted_png, painted_svg
from spminer.report.scene import Shape, Text, moved
from spminer.results.frequency import format_frequency
from spminer.results.motif import FREQUENCY_FIELDS
from spminer.results.rows import rows_of

if TYPE_CHECKING:
    from spminer.report.contrasts import Sides
    from spminer.results import MotifSet
    from spminer.results.rows import Row

__all__ = ["sheet_shapes", "write_sheet"]

_COLUMNS = 4
_WIDTH, _LINE, _GAP, _INDENT = 210.0, 13.0, 14.0, 12.0
_LONGEST = 38  # characters of a caption that fit below a drawing


def write_sheet(result: MotifSet, path: str | Path, title: str | None = None) -> None:
    """Draw the best motifs of each size to a file that ends in ``.svg`` or ``.png``, whole or not at all.

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
    write_whole(path, painted_png(shapes, name) if png else painted_svg(shapes, name, background="#ffffff") + "\n")


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
    """What stands side by side: motifs of one size, or of several where that would leave half the sheet empty."""
    if 2 * max(map(len, groups), default=0) <= _COLUMNS:
        groups = [[row for group in groups for row in group]]
    return [group[start : start + _COLUMNS] for group in groups for start in range(0, len(group), _COLUMNS)]


def _line(rows: list[Row], result: MotifSet, styles: LabelStyles) -> tuple[list[Shape], float]:
    """Drawings side by side, no higher than they need to be, with captions below; and how high all of it is."""
    drawings = [pattern_shapes(row.motif.pattern, styles) for row in rows]
    boxes = [box(drawing) for drawing in drawings]
    upper, lower = min(one[1] for one in boxes), max(one[1] + one[3] for one in boxes)
    mixed = len({row.motif.size for row in rows}) > 1
    captions = [_caption(row, result, sizes=mixed) for row in rows]
    shapes: list[Shape] = []
    for column, (drawing, caption) in enumerate(zip(drawings, captions, strict=True)):
        x, y = column * _WIDTH, lower - upper + _LINE / 2
        shapes += [moved(shape, x, -upper) for shape in drawing]
        shapes += [Text((x + _INDENT, y + _LINE * number), line, "caption") for number, line in enumerate(caption)]
    return shapes, lower - upper + _LINE * max(map(len, captions))


def _caption(row: Row, result: MotifSet, *, sizes: bool) -> list[str]:
    """The place, the shape, and what is known of its frequency, in lines that fit; with sizes if they are mixed."""
    motif = row.motif
    sides = sides_of(motif, result.objective)
    known = [
        f"{objective} {format_frequency(found)}"
        for objective in FREQUENCY_FIELDS
        if (found := motif.frequency(objective)) is not None and (sides is None or objective == result.objective)
    ]
    figures = [*known, *([] if sides is None else [_compared(sides)])]
    whole = ", ".join(figures)
    place = f"size {motif.size}, {row.place}: " if sizes else f"{row.place}. "
    title = wrap(place + motif.names.text, _LONGEST)
    return [*title, *([whole] if len(whole) <= _LONGEST else [line for one in figures for line in wrap(one, _LONGEST)])]


def _compared(sides: Sides) -> str:
    if sides.shares:
        return f"{100 * sides.found:.3g} % here, {100 * sides.expected:.3g} % there"
    return f"expected {format_number(sides.expected)}"
