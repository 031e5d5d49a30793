"""The table of a result as text: for a terminal, a pipe and ``print``.

Each row is a pattern. Where the width is limited, columns give way in a fixed order: the example, other anchors, q, p,
z, the code of the pattern unless most codes are whole, other frequencies, what is proven, the number of samples, what
is expected; then shapes are cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from spminer._util.text import format_number, printable, size_ranges
from spminer._util.text_table import Column, display_width, format_table
from spminer.results.frequency import UNITS, format_frequency
from spminer.results.motif import FREQUENCY_FIELDS
from spminer.results.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from spminer.results.frequency import FrequencyName
    from spminer.results.motif import Contrast, Motif
    from spminer.results.rows import Ranked, Row

__all__ = [
    "Line",
    "contrast_columns",
    "document_table",
    "result_text",
    "shown_lines",
    "table_columns",
]

_MOST_ROWS, _WIDTH = 20, 80  # of a printed result


@dataclass(frozen=True, slots=True)
class Line:
    """A row, or sizes at which the frequency tells nothing apart: then ``patterns`` of each, of which this is one."""

    row: Row
    sizes: tuple[int, ...]
    patterns: int = 1


def shown_lines(rows: Sequence[Row], frequency_name: FrequencyName, per_size: int | None) -> list[Line]:
    """The rows to show, at most so many of a size; of sizes whose rows are all as frequent, one line.

    Examples
    --------
    >>> import spminer
    >>> complete = spminer.from_edges([(a, b) for a in range(9) for b in range(a)])
    >>> rows = rows_of(spminer.mine(complete, "3-5", induced=False))
    >>> [(line.sizes, line.patterns) for line in shown_lines(rows, "anchored", 1)]
    [((3,), 2), ((4,), 5), ((5,), 6)]
    """
    lines: list[Line] = []
    for size, of_size in groupby(rows, key=lambda row: row.motif.size):
        group = list(of_size)
        if per_size is None or len(group) <= per_size or not _tie(group, frequency_name):
            lines += [Line(row, (size,)) for row in group[:per_size]]
        elif lines and lines[-1].patterns == len(group) and _tie([lines[-1].row, *group], frequency_name):
            lines[-1] = Line(lines[-1].row, (*lines[-1].sizes, size), len(group))
        else:
            lines.append(Line(group[0], (size,), len(group)))
    return lines


def _tie(rows: Sequence[Row], frequency_name: FrequencyName) -> bool:
    """Whether the frequency does not tell the rows apart."""
    if any(row.motif.against is not None or row.motif.covers is not None for row in rows):
        return False
    known = {row.motif.frequency(frequency_name) for row in rows}
    return len(known) == 1 and None not in known


_LEAST_SHAPE = 30  # fewer characters are of no use, nor is a code that is cut
# Where there is no room, columns are left out in this order.
_LEFT_OUT = (
    "example",
    "also at",
    "q",
    "p",
    "z",
    "pattern",
    "other frequency",
    "proven",
    "samples",
    "expected",
    "other",
    "share",
)


def table_columns(lines: Sequence[Line], result: Ranked) -> Iterator[Column]:
    """The columns of the table, in their order."""
    motifs, request = [line.row.motif for line in lines], result.request

    def column(
        name: str, cells: Iterable[str], kind: str = "", *, right: bool = False, least: int | None = None
    ) -> Column:
        kind = kind or name
        priority = len(_LEFT_OUT) - _LEFT_OUT.index(kind) if kind in _LEFT_OUT else 0
        one_each = [cell if line.patterns == 1 else "" for cell, line in zip(cells, lines, strict=True)]
        return Column(name, one_each, right, least, priority)

    def frequency_column(name: FrequencyName) -> Column:
        cells = [format_frequency(motif.frequency(name)) for motif in motifs]
        if name == result.frequency_name:
            return Column(UNITS[name][1], cells, right=True)
        return column(UNITS[name][1], cells, "other frequency", right=True)

    yield Column("size", [", ".join(size_ranges(line.sizes)) for line in lines], right=True)
    yield Column("rank", [line.row.place for line in lines], right=True)
    yield frequency_column(result.frequency_name)
    shapes = [line.row.motif.names.name if line.patterns == 1 else _many(line) for line in lines]
    yield Column("shape", shapes, least=_LEAST_SHAPE)
    for frequency in FREQUENCY_FIELDS:
        if frequency != result.frequency_name and any(motif.frequency(frequency) is not None for motif in motifs):
            yield frequency_column(frequency)
    if request is not None:  # a question mark: could not be decided
        for name in ("closed", "maximal"):
            if getattr(request, name):
                yield column(name, ["yes" if getattr(motif, name) else "?" for motif in motifs], right=True)
        if request.distinct:
            yield column("covers", [format_frequency(motif.covers) for motif in motifs], right=True)
    samples = None if request is None else request.null_samples
    figures = contrast_columns([motif.against for motif in motifs], samples)
    for name, cells in figures.items():
        yield column(name, cells, "p max" if name == "p" and "p max" not in figures else "", right=True)
    yield column("proven", ["yes" if motif.proven else "no" for motif in motifs], least=len("proven"))
    if any(line.row.others for line in lines):
        yield column("also at", [_other_anchors(line.row, result.frequency_name) for line in lines])
    if any(motif.examples for motif in motifs):
        yield column("example", [_first_example(motif) for motif in motifs])
    codes = [motif.id for motif in motifs]
    usual = sorted(map(display_width, codes))[(len(codes) - 1) // 2]
    yield column("pattern", codes, least=usual)


def _first_example(motif: Motif) -> str:
    """The nodes of the first example, and its graph if there are several."""
    if not motif.examples:
        return ""
    graph = motif.example_graphs[0]
    return ", ".join(motif.examples[0]) + ("" if graph is None else f" in {graph}")


def document_table(result: Ranked, ending: str) -> str:
    """The table of a result for a paper or a note: Markdown (``.md``), or LaTeX with ``booktabs`` (``.tex``).

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> print(document_table(spminer.enumerate(example(), 3, examples=0), ".md"))
    | size | rank | nodes | shape | node sets | proven | also at | pattern |
    | ---: | ---: | ---: | --- | ---: | --- | --- | --- |
    | 3 | 1 | 34 | path of 3, at an end | 393 | yes | @1: 22 | 0-1,1-2@0 |
    | 3 | 2 | 32 | triangle | 45 | yes |  | 0-1,0-2,1-2@0 |
    """
    rows = rows_of(result)
    columns = list(table_columns([Line(row, (row.motif.size,)) for row in rows], result))
    cells = [[column.name for column in columns], *zip(*(column.cells for column in columns), strict=True)]
    if ending == ".md":
        lines = [[cell.replace("\\", "\\\\").replace("|", "\\|") for cell in map(printable, line)] for line in cells]
        lines.insert(1, ["---:" if column.right else "---" for column in columns])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)
    body = [f"{' & '.join(_latex(cell) for cell in line)} \\\\" for line in cells]
    kinds = "".join("r" if column.right else "l" for column in columns)
    head = [f"\\begin{{tabular}}{{{kinds}}}", "\\toprule", body[0], "\\midrule"]
    return "\n".join([*head, *body[1:], "\\bottomrule", "\\end{tabular}"])


_LATEX = {
    "\\": r"\textbackslash{}",
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "≥": r"$\geq$",
    "≈": r"$\approx$",
    "±": r"$\pm$",
}


def _latex(text: str) -> str:
    return "".join(_LATEX.get(mark, mark) for mark in printable(text))


def _many(line: Line) -> str:
    each = " of each size" if len(line.sizes) > 1 else ""
    return f"{line.patterns} patterns{each}, all as frequent"


def _other_anchors(row: Row, ranked_by: FrequencyName) -> str:
    """The other anchors of a pattern with their frequencies: ``@1: 22, @3: 19``."""
    return ", ".join(f"@{other.node}: {format_frequency(other.motif.frequency(ranked_by))}" for other in row.others)


_FIGURES = {  # fields of a contrast and the heads of their columns
    "share": "share",
    "other_share": "other",
    "expected": "expected",
    "ratio": "ratio",
    "z": "z",
    "p": "p",
    "q": "q",
    "p_max": "p max",
}


def contrast_columns(contrasts: Sequence[Contrast | None], samples: int | None = None) -> dict[str, list[str]]:
    """The figures of comparisons by column, with a dash for one that is undefined; empty without comparisons.

    The number of samples is a column if a comparison stopped before it had the ``samples`` asked for.
    """

    def column(name: str) -> list[str]:
        values = [None if one is None else getattr(one, name) for one in contrasts]
        return ["-" if value is None else format_number(value) for value in values]

    known = [name for name in _FIGURES if any(getattr(one, name, None) is not None for one in contrasts)]
    if "share" in known:  # tells more than what is expected of another number of nodes or graphs
        known.remove("expected")
    used = [one.samples for one in contrasts if one is not None and one.samples is not None]
    few = samples is not None and min(used, default=samples) < samples
    return {**({"samples": column("samples")} if few else {}), **{_FIGURES[name]: column(name) for name in known}}


def result_text(result: Ranked) -> str:
    """The table of a result with at most 20 rows, as many of each size as fit."""
    rows = rows_of(result)
    if not rows:
        return "no motifs"
    sizes = len({row.motif.size for row in rows})
    lines = shown_lines(rows, result.frequency_name, max(_MOST_ROWS // sizes, 1))[:_MOST_ROWS]
    text, _ = format_table(list(table_columns(lines, result)), _WIDTH)
    hidden = len(rows) - sum(line.patterns * len(line.sizes) for line in lines)
    more = [f"and {hidden:,} more; to_pandas(), save(path) and report(path) have all"] if hidden else []
    return "\n".join([*text, *more])
