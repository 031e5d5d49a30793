"""The pages: one file each, with style and script inlined."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from spminer._util.files import exists, write_whole
from spminer.errors import UsageError
from spminer.report.charts import frequency_chart, time_chart
from spminer.report.compared import axis_names
from spminer.report.comparison import comparison_data
from spminer.report.data import report_data
from spminer.report.environment import render
from spminer.report.scatter import marks_of, scatter_chart

if TYPE_CHECKING:
    from spminer.report.data import ReportData
    from spminer.results import MotifSet

__all__ = ["check_report_path", "render_comparison", "render_report", "write_comparison", "write_report"]


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
    contrast = Markup(_contrast_chart(data, result))
    by_rank = len({motif.size for motif in result}) == 1
    frequency = "" if contrast and by_rank else frequency_chart(result)  # the rank is that of surprise then
    charts = [
        (f"{result.objective.capitalize()} frequency", Markup(frequency)),
        ("Time by stage", Markup(time_chart(result))),
    ]
    shown = [chart for chart in charts if chart[1]]
    return render("report.html.j2", report=data, charts=shown, contrast_chart=contrast)


def _contrast_chart(data: ReportData, result: MotifSet) -> str:
    """What was found against what was expected, if anything was compared."""
    marks = marks_of(card for group in data.groups for card in group.cards)
    return scatter_chart(marks, *axis_names(result))


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
    """Refuse a file whose name promises another format, before any work is done.

    >>> check_report_path("motifs.pdf")
    Traceback (most recent call last):
    spminer.errors.UsageError: a report is an HTML file: give it a name that ends in .html, not motifs.pdf; ...
    """
    if Path(path).suffix.lower() not in ("", ".html", ".htm") and (Path(path).is_file() or not exists(path)):
        raise UsageError(
            f"a report is an HTML file: give it a name that ends in .html, not {path}; a browser prints it as PDF, and "
            "a picture ends in .svg or .png"
        )


def _write(page: str, path: str | Path) -> None:
    check_report_path(path)
    try:
        write_whole(path, page)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error
