"""The page: a template with style and script inlined, everything from the user escaped."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from spminer.errors import UsageError
from spminer.report.data import report_data
from spminer.report.drawing import draw

if TYPE_CHECKING:
    from spminer.patterns import Pattern
    from spminer.results import MotifSet

__all__ = ["render_report", "write_report"]


def render_report(result: MotifSet) -> str:
    """The report as one HTML page that needs no network.

    Examples
    --------
    >>> from spminer import Frequency, Motif, MotifSet, Pattern
    >>> triangle = Motif(Pattern.parse("0-1,0-2,1-2@0"), rank=1, anchored_frequency=Frequency.exact(7))
    >>> page = render_report(MotifSet((triangle,)))
    >>> "<svg" in page, "0-1,0-2,1-2@0" in page
    (True, True)
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("spminer.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["drawing"] = _drawing
    return environment.get_template("report.html.j2").render(report=report_data(result))


def write_report(result: MotifSet, path: str | Path) -> None:
    """Write the report to a file, complete or not at all."""
    temporary = Path(f"{path}.part")
    try:
        temporary.write_text(render_report(result), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error


def _drawing(pattern: Pattern) -> Markup:
    return Markup(draw(pattern))  # safe: draw() escapes every label
