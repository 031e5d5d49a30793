"""Adjacency matrices as text (CSV, TSV or blanks), with or without names of nodes at the top and at the side.

An entry other than 0 is an edge; empty fields and ``NA`` count as 0. Edges are undirected if the matrix is symmetric,
unless a comment says otherwise. A matrix with negative or fractional entries has weights and is refused, unless
``threshold=`` gives the least absolute value of an edge, or ``edge_labels=True`` takes the values as labels.
A text is a matrix if it is a square of numbers of at least three rows: two rows of two numbers are read as edges.
The matrix must be square, and names at the side must equal those at the top.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

import numpy as np

from spminer._util.options import option_text
from spminer.errors import InputError, UsageError
from spminer.graphs.build import build_collection, encode_labels
from spminer.graphs.formats.format import Format, Holds, names_as_text
from spminer.graphs.reading import Reading
from spminer.graphs.tables.columns import has_clear_ends
from spminer.graphs.tables.edges import numbered_rows
from spminer.graphs.tables.sniff import TextTable, is_number, sniff_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT", "refuse_weights", "threshold_note"]

_TITLE = "adjacency matrix"
_FEWEST = 3  # two rows of two numbers are read as edges
_SURELY_WIDE = 8  # rows of this many numbers are a matrix, not edges with attributes
_MOST_WRITTEN_NODES = 5_000
_REMEDY = "an adjacency matrix is square, with the same names at the top and at the side if it has any"


@dataclass(frozen=True, slots=True)
class _Frame:
    """Whether there are names in a row at the top, and in a column at the side."""

    top: bool
    side: bool


def _half_filled() -> str:
    undirected = option_text("directed", False)
    return f"only one half of the matrix is filled; {undirected} takes it for half of a symmetric one"


def looks_like_matrix(sample: bytes) -> bool:
    r"""Whether a text is a square of numbers, with or without names.

    >>> looks_like_matrix(b",a,b,c\na,0,1,0\nb,1,0,1\nc,0,1,0\n"), looks_like_matrix(b"0 1 5\n1 2 7\n2 0 7\n")
    (True, False)
    """
    return _frame(sniff_table(sample)) is not None


def _frame(table: TextTable) -> _Frame | None:
    """The frame of the values; ``None`` if the table is not a matrix."""
    rows = [*([table.names] if table.header else []), *table.rows]
    if len(rows) < 2 and (table.whole or not rows):
        return None
    if _has_side(rows):
        return _Frame(top=True, side=True)
    top = not all(_is_value(cell) for cell in rows[0])
    values = rows[1:] if top else rows
    size = len(rows[0])
    if size < _FEWEST or any(len(row) != size for row in rows) or (top and has_clear_ends(rows[0])):
        return None
    if not values or not all(_is_value(cell) for row in values for cell in row):
        return None
    square = len(values) == size and _is_plausible(np.array(values)) if table.whole else size >= _SURELY_WIDE
    return _Frame(top, side=False) if square else None


def _has_side(rows: list[tuple[str, ...]]) -> bool:
    """Whether the first column repeats the names of the first row, in the same order, beside numbers."""
    first, others = rows[0], rows[1:]
    size = len(others[0]) - 1 if others else 0
    if size == 1:  # of one node; two columns of anything else are edges
        return len(others) == 1 and first == ("", others[0][0]) and _is_value(others[0][1])
    if size < 2 or len(first) - size not in (0, 1) or any(len(row) != size + 1 for row in others):
        return False
    names = first[len(first) - size :]
    if not all(_is_value(cell) for row in others for cell in row[1:]):
        return False
    corner = first[0] if len(first) > size else ""
    if all(map(is_number, names)) and is_number(corner):
        return False
    return len(others) <= size and all(row[0] == name for row, name in zip(others, names, strict=False))


def _is_value(cell: str) -> bool:
    return not cell or is_number(cell)


def _is_plausible(values: np.ndarray) -> bool:
    """Whether a small square of numbers is a matrix rather than edges with weights."""
    binary = bool(np.isin(values, ["0", "1", "0.0", "1.0", ""]).all())
    return binary or bool((values == values.T).all()) or all(_is_zero(cell) for cell in np.diag(values))


def _is_zero(cell: str) -> bool:
    return not cell or cell in ("NA", "nan", "NaN") or float(cell) == 0


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read a matrix; see :func:`spminer.read`."""
    sample = source.sample()
    table = sniff_table(sample)
    frame = _frame(table)
    if frame is None:
        frame = _Frame(top=table.header, side=bool(table.rows and table.rows[0]) and not _is_value(table.rows[0][0]))
    names: list[str] | None = None
    ends: list[tuple[int, int]] = []
    values: list[str] = []
    count = width = missing = 0
    for line, row in numbered_rows(source, table.delimiter):
        if frame.top and names is None:
            names = row
            continue
        cells = row[1:] if frame.side else row
        if count == 0:
            width = len(cells)
            names = None if names is None else names[len(names) - width :]
        _check_row(row, cells, frame, count, width, names, source.name, line)
        try:
            there = [column for column, cell in enumerate(cells) if cell not in ("0", "") and not _is_zero(cell)]
        except ValueError:
            raise InputError("a value is not a number", source=source.name, line=line, remedy=_REMEDY) from None
        ends += [(count, column) for column in there]
        values += [cells[column] for column in there]
        count += 1
        missing += sum(cell.lower() in ("na", "nan") for cell in cells)
    if count != width or count == 0:
        raise InputError(f"has {count} rows and {width} columns", source=source.name, remedy=_REMEDY)
    refuse_weights((float(value) for value in values), options, source.name)
    notes: list[str] = []
    if missing:
        notes.append(f"missing values ({missing:,}) are taken for 0")
    if options.threshold is not None:
        kept = [place for place, value in enumerate(values) if abs(float(value)) >= options.threshold]
        notes.append(threshold_note(options.threshold, len(kept), len(values)))
        ends, values = [ends[place] for place in kept], [values[place] for place in kept]
    return _collection(ends, values, count, names, options, source.name, notes, declared=table.directed)


def refuse_weights(values: Iterable[float], options: ReadOptions, source: str) -> None:
    """Refuse negative and fractional values, unless there is a threshold or the values are labels.

    >>> from spminer.graphs.options import ReadOptions
    >>> refuse_weights([1, 2.0], ReadOptions(), "")
    >>> refuse_weights([1, -0.5], ReadOptions(), "")
    Traceback (most recent call last):
    spminer.errors.InputError: the matrix has weights (the entry -0.5); ...
    """
    if options.threshold is not None or options.edge_labels:
        return
    weight = next((value for value in values if value < 0 or value % 1), None)
    if weight is not None:
        raise InputError(
            f"the matrix has weights (the entry {weight:g})",
            source=source,
            remedy=f"give {option_text('threshold')}, the least absolute value of an edge, such as "
            f"{option_text('threshold', 0.5)}",
        )


def threshold_note(threshold: float, kept: int, entries: int) -> str:
    """The note on a threshold.

    >>> threshold_note(0.5, 2, 6)
    'entries of at least 0.5 in absolute value are edges (2 of 6 other than 0); signs and values are dropped'
    """
    return (
        f"entries of at least {threshold:g} in absolute value are edges ({kept:,} of {entries:,} other than 0); "
        "signs and values are dropped"
    )


def _check_row(
    row: list[str],
    cells: list[str],
    frame: _Frame,
    count: int,
    width: int,
    names: list[str] | None,
    source: str,
    line: int,
) -> None:
    reason = ""
    if len(cells) != width or count >= width:
        reason = f"row {count + 1} of the matrix has {len(cells)} values, the first has {width}"
    elif frame.side and names is not None and (len(names) != width or row[0] != names[count]):
        reason = f"row {count + 1} is named {row[0][:30]!r}, its column {names[count][:30]!r}"
    if reason:
        raise InputError(reason, source=source, line=line, remedy=_REMEDY)


def _collection(
    ends: list[tuple[int, int]],
    values: list[str],
    nodes: int,
    names: list[str] | None,
    options: ReadOptions,
    source: str,
    notes: Sequence[str],
    *,
    declared: bool | None,
) -> GraphCollection:
    if names is not None and len(set(names)) != len(names):
        raise InputError("two columns have the same name", source=source, remedy="make the names unique")
    pairs = np.array(ends, dtype=np.int32).reshape(-1, 2)
    mirrored = set(ends)
    symmetric = all((b, a) in mirrored for a, b in mirrored)
    directed = not symmetric if declared is None else declared
    labeled = options.edge_labels
    sizes = not labeled and any(float(value) != 1 for value in set(values))
    triangle = bool((pairs[:, 0] <= pairs[:, 1]).all() or (pairs[:, 0] >= pairs[:, 1]).all())
    return build_collection(
        pairs[:, 0],
        pairs[:, 1],
        nodes=nodes,
        directed=options.is_directed(directed),
        edge_labels=encode_labels(values) if labeled else None,
        source=source,
        node_names=None if names is None else np.array(names, dtype=object),
        reading=Reading(
            _TITLE,
            edges="values other than 0" if options.threshold is None else f"values from {options.threshold:g} on",
            direction=options.direction(
                directed,
                stated_by=f"the matrix is {'' if symmetric else 'not '}symmetric" if declared is None else "",
            ),
            names="the first row" if names is not None else "",
            edge_labels="the values" if labeled else "",
            left_out=("how large values are",) if sizes else (),
            notes=(*notes, *([_half_filled()] if triangle and not symmetric else [])),
        ),
    )


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write zeros and ones, with names at the top and at the side."""
    if graphs.num_nodes > _MOST_WRITTEN_NODES:
        raise UsageError(f"{graphs.num_nodes:,} nodes are too many for a matrix; use format spm or edgelist")
    names = names_as_text(graphs).tolist()
    square = np.full((graphs.num_nodes, graphs.num_nodes), "0", dtype=object)
    rows = np.repeat(np.arange(graphs.num_nodes), np.diff(graphs.indptr))
    square[rows, graphs.indices] = "1"
    # The entries of a symmetric matrix do not show that its edges have a direction.
    mutual = graphs.directed and (square == square.T).all()
    lines = [
        *(["# Directed graph"] if mutual else []),
        ",".join(["", *names]),
        *(",".join([name, *row]) for name, row in zip(names, square, strict=True)),
    ]
    file.write("\n".join([*lines, ""]).encode())


FORMAT = Format(
    "matrix",
    "adjacency matrix (txt, tsv, csv)",
    (),
    looks_like_matrix,
    read,
    write,
    Holds(isolated=True, empty=False, bad_names=r'[\x00-\x1f\x7f\x85\u2028\u2029",]|^\s*(#|%|//)|^\s|\s$|^$'),
    options=("threshold",),
    heuristic=True,
)
