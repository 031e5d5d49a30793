"""A light gallery for notebooks: no script, no frame, colors that suit any theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.report.data import report_data
from spminer.report.environment import render

if TYPE_CHECKING:
    from spminer.results import MotifSet

__all__ = ["render_gallery"]

MOST_CARDS = 24


def render_gallery(result: MotifSet) -> str:
    """The best patterns of each size as HTML, as many as fit into one look, each once with its anchors.

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
    return render("gallery.html.j2", report=report, shown=shown, hidden=hidden, objective=result.objective)
