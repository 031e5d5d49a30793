"""Pages as HTML: a report, a comparison of two results, and the gallery of a notebook.

A page is one file with its style and script in it. The texts come from ``cards.py`` and ``comparison.py``, the layout
from ``templates``.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from spminer._util.files import exists, write_atomic
from spminer.errors import UsageError
from spminer.report.cards import report_data
from spminer.report.charts import frequency_chart, time_chart
from spminer.report.comparison import comparison_data
from spminer.report.occurrence_drawing import draw_example
from spminer.report.pattern_drawing import draw, edge_lines
from spminer.report.pdf import find_browser, page_as_pdf
from spminer.report.scatter import scatter_chart, scatter_points
from spminer.report.shapes import DASHES, PALETTE, svg
from spminer.report.summary import axis_names
from spminer.results.frequency import UNITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.patterns import Pattern
    from spminer.report.shapes import LabelStyles
    from spminer.results import MotifSet
    from spminer.results.motif import Surroundings

__all__ = [
    "check_report_path",
    "render_comparison",
    "render_gallery",
    "render_report",
    "write_comparison",
    "write_report",
]

MOST_CARDS = 24


def render_report(result: MotifSet, *, all_anchors: bool = False, title: str | None = None) -> str:
    """The report as one HTML page that needs no network: a card per pattern, or per anchor of it.

    Without a title it is called after its input.

    Examples
    --------
    >>> from spminer import Frequency, Motif, MotifSet, Pattern
    >>> triangle = Motif(Pattern.parse("0-1,0-2,1-2@0"), rank=1, anchored_frequency=Frequency.exact(7))
    >>> page = render_report(MotifSet((triangle,)))
    >>> "<svg" in page, "0-1,0-2,1-2@0" in page
    (True, True)
    """
    data = report_data(result, all_anchors=all_anchors, title=title)
    marks = scatter_points(card for group in data.groups for card in group.cards)
    contrast = Markup(scatter_chart(marks, *axis_names(result)))
    by_rank = len({motif.size for motif in result}) == 1
    frequency = "" if contrast and by_rank else frequency_chart(result)  # the rank is that of surprise then
    charts = [
        (f"Frequency ({UNITS[result.frequency_name][1]})", Markup(frequency)),
        ("Time by stage", Markup(time_chart(result))),
    ]
    shown = [chart for chart in charts if chart[1]]
    return render("report.html.j2", report=data, charts=shown, contrast_chart=contrast)


def render_comparison(
    first: MotifSet,
    second: MotifSet,
    names: tuple[str, str] = ("A", "B"),
    *,
    title: str | None = None,
) -> str:
    """Two results side by side as one HTML page that needs no network.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> page = render_comparison(*(spminer.enumerate(example(), 4, top=top) for top in (3, 5)))
    >>> "3 motifs are in both" in page
    True
    """
    data = comparison_data(first, second, names, title=title)
    return render("compare.html.j2", report=data, chart=Markup(data.chart))


def write_report(result: MotifSet, path: str | Path, *, all_anchors: bool = False, title: str | None = None) -> None:
    """Write the report to a file, complete or not at all."""
    _write(render_report(result, all_anchors=all_anchors, title=title), path)


def write_comparison(
    first: MotifSet,
    second: MotifSet,
    path: str | Path,
    names: tuple[str, str] = ("A", "B"),
    *,
    title: str | None = None,
) -> None:
    """Write the comparison of two results to a file, complete or not at all."""
    _write(render_comparison(first, second, names, title=title), path)


def check_report_path(path: str | Path) -> None:
    """Refuse a file name with the ending of another format, before any work is done.

    >>> check_report_path("motifs.doc")
    Traceback (most recent call last):
    spminer.errors.UsageError: a report is an HTML file or a PDF: give it a name that ends in .html or .pdf, not
    motifs.doc; a picture ends in .svg or .png
    """
    ending = Path(path).suffix.lower()
    if ending not in ("", ".html", ".htm", ".pdf") and (Path(path).is_file() or not exists(path)):
        raise UsageError(
            f"a report is an HTML file or a PDF: give it a name that ends in .html or .pdf, not {path}; a picture ends "
            "in .svg or .png"
        )
    if ending == ".pdf":
        find_browser()


def _write(page: str, path: str | Path) -> None:
    check_report_path(path)
    try:
        write_atomic(path, page_as_pdf(page) if Path(path).suffix.lower() == ".pdf" else page)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error


def render_gallery(result: MotifSet) -> str:
    """The best patterns of each size as HTML, a few of each, once with their anchors.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> render_gallery(spminer.enumerate(example(), 4, top=3)).count("<svg")
    3
    """
    report = report_data(result)
    each = max(MOST_CARDS // max(len(report.groups), 1), 1)
    shown = [(group, group.cards[:each]) for group in report.groups]
    hidden = sum(len(group.cards) + group.hidden - len(cards) for group, cards in shown)
    return render("gallery.html.j2", report=report, shown=shown, hidden=hidden, frequency_name=result.frequency_name)


def render(template: str, **values: Any) -> str:
    """The text of a template with these values."""
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("spminer.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals["units"] = {name: several for name, (_, several) in UNITS.items()}
    environment.filters["drawing"] = _drawing
    environment.filters["example"] = _example
    environment.filters["line_sample"] = _line_sample
    script = environment.get_template("report.js").render()
    digest = hashlib.sha256(script.encode()).digest()
    # The page may run this script alone, whatever the names of nodes are.
    environment.globals.update(palette=PALETTE, dashes=DASHES)
    environment.globals.update(script=Markup(script), script_hash=f"sha256-{base64.b64encode(digest).decode()}")
    return environment


def _drawing(pattern: Pattern, styles: LabelStyles, key: str | None = None) -> Markup:
    return Markup(draw(pattern, key, styles))  # safe: draw() escapes every label


def _example(pattern: Pattern, names: Sequence[str], around: Surroundings, styles: LabelStyles) -> Markup:
    return Markup(draw_example(pattern, names, around, styles))  # safe: draw_example() escapes every name


def _line_sample(kind: str) -> Markup:
    """An edge of a legend."""
    lines = "".join(svg(line) for line in edge_lines((1.0, 7.0), (31.0, 7.0), kind))
    return Markup(f'<svg class="sample" viewBox="0 0 32 14" aria-hidden="true"><g class="drawn">{lines}</g></svg>')
