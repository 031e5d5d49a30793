"""One offline HTML file from a result: data (data.py), drawings (drawing.py) and the page (html.py)."""

from spminer.report.html import render_report, write_report

__all__ = ["render_report", "write_report"]
