"""A result as an offline HTML page, alone or beside another, as a gallery for notebooks, and as one picture.

Contents, drawings and pages are kept apart:

- contents as plain values: ``summary.py``, ``contrast.py``, ``cards.py``, ``comparison.py``
- drawings of patterns: ``shapes.py``, ``layout.py``, ``pattern_drawing.py``, ``occurrence_drawing.py``
- charts: ``charts.py``, ``scatter.py``
- pages and pictures: ``html.py`` with ``templates``, ``picture.py``
"""

from spminer.report.html import render_comparison, render_gallery, render_report, write_comparison, write_report
from spminer.report.picture import write_sheet

__all__ = ["render_comparison", "render_gallery", "render_report", "write_comparison", "write_report", "write_sheet"]
