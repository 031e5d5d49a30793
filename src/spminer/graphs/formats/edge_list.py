"""Edge lists: one edge per line as text, two columns with node ids and perhaps more columns.

The layout is judged by the first 64 KiB: delimiter, header, which columns hold the ends and the label, and what the
comments say about direction (``tables/sniff.py``, ``tables/columns.py``). A layout that is ambiguous is refused, and
so is what looks like a table of nodes, a matrix or lists of neighbors. ``source=``, ``target=`` and ``header=`` decide
instead.

Ids are numbers if all of them are written as numbers usually are (``7``, not ``007``), otherwise names; ``ids=``
decides instead. Negative numbers, fractions and marks of missing values (``NA``) are refused as ids. The third column
is the edge label if asked for. Without a statement, edges have a direction if some pairs, but not nearly all, are
listed both ways.

The native parser reads at the speed of the disk. Tables with fields in quotation marks, or with a column of
directions, are read in Python (``tables/edges.py``). The writer puts a header where names could be misread, and
refuses names that its reader would take for something else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer._util.options import option_text
from spminer.errors import InputError, UsageError
from spminer.graphs.build import assemble, sort_labels
from spminer.graphs.formats.format import COLUMNS, Format, Holds, names_as_text, write_rows
from spminer.graphs.options import ReadOptions, ask_columns
from spminer.graphs.reading import Reading
from spminer.graphs.source import SAMPLE
from spminer.graphs.tables.columns import (
    Columns,
    Direction,
    choose_columns,
    direction_by_names,
    direction_column,
    stated_direction,
)
from spminer.graphs.tables.edges import MISSING, is_canonical, read_rows
from spminer.graphs.tables.sniff import (
    TextTable,
    ambiguous_header_note,
    is_number,
    is_whole,
    refuse_used_header,
    refuse_values,
    reject_ambiguous,
    sniff_table,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.source import Source

__all__ = [
    "FORMAT",
    "Layout",
    "check_of",
    "detect_layout",
    "layout_of",
    "no_edges_error",
    "parser_of",
    "reading_of",
]


_BIPARTITE = re.compile(rb"%\s*bip\s+[a-z]+\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of an edge list.

    Attributes
    ----------
    table
        Delimiter, names of columns and first rows.
    columns
        The columns of ends and labels.
    direction
        The direction that a comment or the names of the columns state.
    direction_column
        Column that states of each edge whether it is directed; -1 for none.
    quoted
        Whether there are quotation marks near the top.
    """

    table: TextTable
    columns: Columns
    direction: Direction
    direction_column: int = -1
    quoted: bool = False

    @property
    def needs_python_parser(self) -> bool:
        """Whether the native parser does not support the lines."""
        return self.direction_column >= 0 or self.quoted


def detect_layout(sample: bytes, options: ReadOptions | None = None, *, source: str = "") -> Layout:
    r"""Judge the layout of an edge list by its first lines.

    Examples
    --------
    >>> layout = detect_layout(b"# Directed graph\nid;from;to\n1;7;9\n")
    >>> layout.columns.ends, layout.direction.declared
    ('columns from and to', True)
    """
    options = options or ReadOptions()
    if _BIPARTITE.match(sample):
        reason = "is bipartite, of KONECT: equal numbers in its two columns are different nodes"
        raise InputError(reason, source=source, remedy="put a letter before the ids of one column")
    table = _table(sample, options)
    asked = options.source is not None or options.target is not None
    if not asked:
        reject_ambiguous(table, source)
    columns = choose_columns(table.names, table.width, options, source=source)
    if not asked:
        refuse_values(table, columns, source)
    direction = direction_column(table.names)
    if direction in (columns.source, columns.target, columns.label):
        direction = -1
    if direction >= 0 and stated_direction(table.names[direction], table.column(direction), asked=True) is None:
        direction = -1
    if options.ids == "auto":
        _refuse_fractions(table, columns, source)
    stated = Direction(table.directed)
    if table.directed is None and table.header:  # not by a comment: SNAP writes FromNodeId ToNodeId above any graph
        stated = direction_by_names(table.name(columns.source), table.name(columns.target))
    return Layout(table, columns, stated, direction, quoted=b'"' in sample)


def _table(sample: bytes, options: ReadOptions) -> TextTable:
    """The table; its first row is a header if it has the names of the columns asked for."""
    table = sniff_table(sample, header=options.header)
    asked = [name for name in (options.source, options.target, options.edge_label) if name is not None]
    named = [name for name in asked if not name.isdigit()]
    if options.header is None and not table.names and named and table.rows and set(named) <= set(table.rows[0]):
        return sniff_table(sample, header=True)
    return table


def _refuse_fractions(table: TextTable, columns: Columns, source: str) -> None:
    row = table.rows[0] if table.rows else ("0",) * table.width
    ends = [row[index] for index in (columns.source, columns.target) if index < len(row)]
    fractions = [end for end in ends if is_number(end) and not is_whole(end) and re.search("[0-9]", end)]
    # With a header source, target and a name as one end, columns and ids are certain.
    plain = table.header and table.names[:2] == ("source", "target") and not all(map(is_number, ends))
    if fractions and not plain:
        raise InputError(
            f"{fractions[0]} is a number with a fraction, not a node id",
            source=source,
            remedy=f"{ask_columns()}; {option_text('ids', 'text')} takes such numbers for names",
        )


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read an edge list; see :func:`spminer.read`."""
    layout = layout_of(source, options)
    if layout.needs_python_parser:
        graphs = read_rows(
            source,
            layout.table,
            layout.columns,
            options,
            place=layout.direction_column,
            direction=layout.direction,
            reading_of=lambda direction, note: reading_of(layout, options, direction, note),
        )
    else:
        graphs = _read_natively(source, layout, options)
    if graphs.num_nodes == 0:
        raise no_edges_error(source.name)
    return graphs


def layout_of(source: Source, options: ReadOptions) -> Layout:
    """The layout of an opened edge list; refuses binary content."""
    sample = source.sample()
    if b"\0" in sample:
        remedy = "check the file, or give the format by name"
        raise InputError("is binary, not a graph format", source=source.name, remedy=remedy)
    if len(sample) >= SAMPLE and b"\n" not in sample:
        reason = f"has more than {SAMPLE} bytes in its first line"
        raise InputError(reason, source=source.name, line=1, remedy="give one edge per line, or the format by name")
    return detect_layout(sample, options, source=source.name)


def no_edges_error(source: str) -> InputError:
    """The error for a file without edges."""
    return InputError("no edges found", source=source, remedy="give an edge list with two columns of node ids")


def parser_of(layout: Layout, options: ReadOptions) -> _core.EdgeListParser:
    """The native parser of a layout."""
    return _core.EdgeListParser(
        delimiter=layout.table.delimiter,
        ids=options.ids,
        header=layout.table.header,
        source_column=layout.columns.source,
        target_column=layout.columns.target,
        label_column=layout.columns.label,
    )


def check_of(layout: Layout) -> Callable[[bytes], None]:
    """A check of each chunk for quotation marks that the native parser would misread."""
    return _refuse_quotes_of_blanks if layout.table.delimiter == " " else _refuse_doubled_quotes


def _read_natively(source: Source, layout: Layout, options: ReadOptions) -> GraphCollection:
    columns, table = layout.columns, layout.table
    parser = parser_of(layout, options)
    source.feed(parser, check=check_of(layout))
    direction = layout.direction
    directed = options.is_directed(direction.declared)
    csr = source.deadline.native(parser.build, directed=directed)
    if not directed:
        direction = direction.after(len(csr["indices"]) // 2, csr["mutual_pairs"], options)
        if options.is_directed(direction.declared):
            directed = True
            del csr  # so that it is not in memory beside the next one
            csr = source.deadline.native(parser.build, directed=True)
    names = _node_names(csr, parser)
    if table.guessed and parser.named:
        refuse_used_header(table, set(parser.node_names()).__contains__, source.name)
    note = ""
    if table.unclear and parser.named:
        edges = len(csr["indices"]) // (1 if directed else 2)
        first = csr["indptr"][min(2, len(csr["indptr"]) - 1)]  # nodes 0 and 1 are the ends of the first edge
        alone = first == (1 if directed else 2) and int((csr["indices"] <= 1).sum()) == first
        note = ambiguous_header_note(table, source.name, alone=bool(alone), nodes=len(csr["indptr"]) - 1, edges=edges)
    label_names: tuple[str, ...] = ()
    if columns.label >= 0:
        codes = csr["edge_labels"]  # none if all edges were self-loops
        labels = sort_labels(np.empty(0, dtype=np.int32) if codes is None else codes, parser.label_names())
        csr["edge_labels"], label_names = labels.codes, labels.names
    return assemble(
        csr,
        directed=directed,
        source=source.name,
        node_names=names,
        edge_label_names=label_names,
        extra_columns=parser.has_extra_columns and not table.names,
        reading=reading_of(layout, options, direction, note),
    )


def _refuse_doubled_quotes(chunk: bytes) -> None:
    """Doubled quotation marks are supported only where they occur near the top."""
    if b'""' in chunk:
        raise _core.ParseError(
            "has doubled quotation marks, which occur nowhere near the top", None, "take them out, or out of the names"
        )


def _refuse_quotes_of_blanks(chunk: bytes) -> None:
    """In columns separated by blanks, names in quotation marks may hold blanks, which only the Python reader splits."""
    if b'"' in chunk:
        raise _core.ParseError(
            "has quotation marks, which occur nowhere near the top", None, "separate the columns by tabs or commas"
        )


def reading_of(layout: Layout, options: ReadOptions, direction: Direction, note: str) -> Reading:
    """The reading of an edge list, with a note on the first row if that may be a header."""
    table, columns = layout.table, layout.columns
    head = " (header)" if table.header else "" if table.names else " (no header)"
    stated = table.names[layout.direction_column] if layout.direction_column >= 0 else None
    return Reading(
        "edge list",
        edges=columns.ends + head,
        direction=direction.words(options),
        edge_labels=columns.labels,
        left_out=tuple(name for name in columns.left_out if name != stated),
        notes=(*columns.notes, *((note,) if note else ())),
    )


def _node_names(csr: dict[str, object], parser: _core.EdgeListParser) -> np.ndarray | None:
    if parser.named:
        return np.array(parser.node_names(), dtype=object)
    numbers = csr["ids"]
    assert isinstance(numbers, np.ndarray)
    return numbers if len(numbers) else None


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write tab-separated columns: source, target and, if there are any, edge labels."""
    names = names_as_text(graphs)
    sources, targets, labels = graphs.edges()
    columns = [names[sources], names[targets]]
    named = graphs.node_names is not None and graphs.node_names.dtype == object
    if named:
        _refuse_misleading([str(name) for name in names])
    file.write(b"# Directed graph\n" if graphs.directed else b"# Undirected graph\n")
    if labels is not None or named:
        # Two columns of numbers need no header; others could be misread without one.
        file.write(b"source\ttarget\n" if labels is None else b"source\ttarget\tlabel\n")
    if labels is not None:
        columns.append(np.array(graphs.edge_label_names, dtype=object)[labels])
    write_rows(file, columns, "\t")


def _refuse_misleading(names: list[str]) -> None:
    """Refuse names that the reader would take for headings, missing values or numbers.

    Names that are all numbers would be read as numbers, in another order, and so would a first name that is a negative
    number or a fraction.
    """
    other = next((name for name in names if not is_canonical(name)), None)
    headings = [name for name in names if name.lower() in {"source", "target", "label"}]
    missing = [name for name in names if name in MISSING]
    numbers = [other or names[0]] if other is None or (is_number(other) and not re.match("[+0]", other)) else []
    for what, found in (("headings", headings), ("missing values", missing), ("numbers", numbers)):
        if found:
            raise UsageError(
                f"format edgelist cannot hold the node name {found[0]!r}, since names would be read as {what}; "
                "format spm holds everything"
            )


# Characters that readers take for something else.
_UNWRITTEN = r'[\x00-\x1f\x7f"\u2028\u2029\x85\ud800-\udfff]|^\s|\s$|^$'

FORMAT = Format(
    "edgelist",
    "edge list (txt, tsv, csv)",
    (".txt", ".tsv", ".csv", ".edges", ".edgelist", ".el"),
    lambda _: True,
    read,
    write,
    Holds(edge_labels=True, empty=False, bad_names=rf"{_UNWRITTEN}|^(#|%|//)", bad_labels=_UNWRITTEN),
    options=(*COLUMNS, "header"),
    heuristic=True,
)
