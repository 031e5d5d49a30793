"""How much faster, or slower, spminer is than others: the picture of the README.

``python docs/_scripts/benchmark_plot.py`` writes ``docs/images/benchmarks.svg`` from the figures below, which stand in
the tables of the page named with them; a test compares them.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

PICTURE = Path(__file__).parent.parent / "images" / "benchmarks.svg"
_LEFT, _WIDTH, _ROW, _TOP, _BOTTOM = 340, 420, 21, 44, 30
_LEAST, _MOST = 0.02, 10_000


class Row(NamedTuple):
    """A task, the other program, the figures as a page has them (a ratio, or the seconds of both), and that page."""

    task: str
    other: str
    figures: tuple[str, ...]
    page: str

    @property
    def ratio(self) -> float:
        """How many times as long the other takes."""
        numbers = [float(figure.replace(",", "")) for figure in self.figures]
        return numbers[-1] / numbers[0] if len(numbers) > 1 else numbers[0]


_PERFORMANCE, _TOOLS = "evaluation/performance.md", "guides/other-tools.md"
ROWS = [
    Row("pattern of 10 nodes, 19,580 anchors", "networkx", ("5,136",), _PERFORMANCE),
    Row("pattern of 10 nodes, 19,580 anchors", "igraph LAD", ("550",), _PERFORMANCE),
    Row("pattern of 10 nodes, 19,580 anchors", "rustworkx", ("509",), _PERFORMANCE),
    Row("frequent fragments of 600 graphs", "gBolt", ("0.03", "32.5"), _PERFORMANCE),
    Row("census of 4 nodes, yeast proteins", "igraph", ("218",), _PERFORMANCE),
    Row("census of 4 nodes, 3,000 with hubs", "graph-tool", ("0.23", "29"), _TOOLS),
    Row("census of 4 nodes, 3,000 with hubs", "igraph", ("0.23", "1.7"), _TOOLS),
    Row("feed-forward loops, 40 nodes", "DotMotif", ("0.0003", "0.0053"), _TOOLS),
    Row("patterns of 6 nodes, 600 graphs", "igraph", ("3",), _PERFORMANCE),
    Row("census of 4 nodes, 130 proteins", "igraph", ("0.024", "0.003"), _TOOLS),
    Row("directed triads, 140 papers", "igraph", ("0.019", "0.0006"), _TOOLS),
]


def _x(ratio: float) -> float:
    return _LEFT + _WIDTH * math.log(ratio / _LEAST) / math.log(_MOST / _LEAST)


def picture() -> str:
    """The picture as SVG: a bar for each row, from 1 to the ratio, on a logarithmic scale."""
    height = _TOP + _ROW * len(ROWS) + _BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 60} {height}" font-size="13" '
        'font-family="system-ui, sans-serif" fill="#7d8590">',
        "<title>Times as long as spminer, on a logarithmic scale</title>",
        f'<text x="{_LEFT}" y="16">time of the other program, as a multiple of the time of spminer</text>',
    ]
    for tick in (0.1, 1, 10, 100, 1000):
        x, color = _x(tick), "#7d8590" if tick == 1 else "#7d859055"
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP - 8}" y2="{height - 22}" stroke="{color}"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 6}" text-anchor="middle">{tick:g}</text>')
    for number, row in enumerate(ROWS):
        y, ends = _TOP + _ROW * number, sorted((_x(1), _x(row.ratio)))
        color = "#2f81c7" if row.ratio > 1 else "#d9822b"
        ratio = f"{row.ratio:,.0f}" if row.ratio > 10 else f"{row.ratio:.2g}"
        parts.append(f'<text x="{_LEFT - 82}" y="{y + 11}" text-anchor="end">{row.task}</text>')
        parts.append(f'<text x="{_LEFT - 74}" y="{y + 11}" font-size="11">{row.other}</text>')
        parts.append(f'<rect x="{ends[0]:.1f}" y="{y}" width="{ends[1] - ends[0]:.1f}" height="14" fill="{color}"/>')
        parts.append(f'<text x="{ends[1] + 5:.1f}" y="{y + 11}" font-size="11">{ratio}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
