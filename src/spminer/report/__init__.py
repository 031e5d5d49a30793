"""A result as one offline HTML page, alone or beside another, as a gallery for notebooks, and as one picture.

Values (data.py, facts.py, relations.py, comparison.py), drawings (drawing.py, neighborhood.py, charts.py, sheet.py) and
pages (html.py, gallery.py, templates) are kept apart.
"""

from spminer.report.html import render_comparison, render_gallery, render_report, write_comparison, write_report
from spminer.report.picture import write_sheet

__all__ = ["render_comparison", "render_gallery", "render_report", "write_comparison", "write_report", "write_sheet"]
