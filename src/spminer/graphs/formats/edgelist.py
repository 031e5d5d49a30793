"""Edge lists: one edge per line, two columns with node ids, perhaps more columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import IO, TYPE_CHECKING, Literal

import numpy as np

from spminer import _core
from spminer.errors import InputError, UsageError
from spminer.graphs.assemble import assemble, sort_labels
from spminer.graphs.formats.options import ReadOptions
from spminer.graphs.formats.source import SAMPLE
from spminer.graphs.formats.writing import check_holds, check_labels, plain_names, used_labels, write_rows
from spminer.graphs.reading import Reading
from spminer.graphs.tables.columns import Columns, choose_columns, direction_column, stated_direction
from spminer.graphs.tables.doubts import doubtful_header, refuse_doubtful
from spminer.graphs.tables.rows import read_rows
from spminer.graphs.tables.text import TextTable, is_number, is_whole, look_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.formats.source import Source

__all__ = [
    "Layout",
    "account",
    "check_of",
    "detect_layout",
    "layout_of",
    "no_edges",
    "parser_of",
    "read",
    "write",
]

_TITLE = "edge list"


@dataclass(frozen=True, slots=True)
class Layout:
    """How the lines of an edge list are to be read.

    Attributes
    ----------
    table
        Delimiter, names of columns and first rows.
    columns
        What the columns hold.
    ids
        Whether ids are numbers or names.
    direction_column
        Column that says of each edge whether it is directed; -1 for none.
    quoted
        Whether there are quotation marks near the top.
    """

    table: TextTable
    columns: Columns
    ids: Literal["number", "text"] = "number"
    direction_column: int = -1
    quoted: bool = False

    @property
    def intricate(self) -> bool:
        """Whether lines have more to them than the native parser knows."""
        return self.direction_column >= 0 or self.quoted

    @property
    def delimiter(self) -> str:
        """Character between columns; numbers contain no blanks, so that tabs and spaces may mix."""
        plain = self.ids == "number" and (self.columns.source, self.columns.target, self.columns.label) == (0, 1, -1)
        return " " if self.table.delimiter == "\t" and plain else self.table.delimiter


def detect_layout(sample: bytes, options: ReadOptions | None = None, *, source: str = "", whole: bool = True) -> Layout:
    r"""Judge the layout of an edge list by its first lines.

    Examples
    --------
    >>> layout = detect_layout(b"# Directed graph\nid;from;to\n1;7;9\n")
    >>> layout.columns.ends, layout.ids, layout.table.directed
    ('columns from and to', 'number', True)
    """
    options = options or ReadOptions()
    table = _table(sample, options, whole)
    asked = options.source is not None or options.target is not None
    if not asked:
        refuse_doubtful(table, source)
    columns = choose_columns(table.names, table.width, options, source=source)
    direction = direction_column(table.names)
    if direction in (columns.source, columns.target, columns.label):
        direction = -1
    if direction >= 0 and stated_direction(table.names[direction], table.column(direction), asked=True) is None:
        direction = -1
    return Layout(table, columns, _kind_of_ids(table, columns, options, source), direction)


def _table(sample: bytes, options: ReadOptions, whole: bool) -> TextTable:
    """The table as it looks, with a header where the columns that were asked for stand in the first row."""
    table = look_at(sample, whole=whole, header=options.header)
    asked = [name for name in (options.source, options.target, options.edge_label) if name is not None]
    named = [name for name in asked if not name.isdigit()]
    if options.header is None and not table.names and named and table.rows and set(named) <= set(table.rows[0]):
        return look_at(sample, whole=whole, header=True)
    return table


def _kind_of_ids(table: TextTable, columns: Columns, options: ReadOptions, source: str) -> Literal["number", "text"]:
    if options.ids != "auto":
        return options.ids
    row = table.rows[0] if table.rows else ("0",) * table.width
    ends = [row[index] for index in (columns.source, columns.target) if index < len(row)]
    fractions = [end for end in ends if is_number(end) and not is_whole(end)]
    # A header that names just the ends leaves no doubt about the columns, and a name in one of them none about the ids.
    plain = table.header and table.names[:2] == ("source", "target") and not all(map(is_number, ends))
    if fractions and not plain:
        raise InputError(
            f"{fractions[0]} is a number with a fraction, not a node id",
            source=source,
            remedy="name the columns of the ends with source= and target=; ids='text' takes such numbers for names",
        )
    return "number" if len(ends) == 2 and all(map(is_whole, ends)) else "text"


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read an edge list; see :func:`spminer.read`."""
    layout = layout_of(source, options)
    graphs = _read_rows(source, layout, options) if layout.intricate else _read(source, layout, options)
    if graphs.num_nodes == 0:
        raise no_edges(source.name)
    return graphs


def layout_of(source: Source, options: ReadOptions) -> Layout:
    """The layout of an opened edge list, or an error if it is none."""
    sample = source.sample()
    _refuse_binary(sample, source.name)
    if len(sample) >= SAMPLE and b"\n" not in sample:
        reason = f"has more than {SAMPLE} bytes in its first line"
        raise InputError(reason, source=source.name, line=1, remedy="give one edge per line, or the format by name")
    layout = detect_layout(sample, options, source=source.name, whole=len(sample) < SAMPLE)
    return replace(layout, quoted=b'"' in sample)


def no_edges(source: str) -> InputError:
    """The error for a file without a single edge."""
    return InputError("no edges found", source=source, remedy="give an edge list with two columns of node ids")


def parser_of(layout: Layout) -> _core.EdgeListParser:
    """The native parser of a layout that is not intricate."""
    return _core.EdgeListParser(
        delimiter=layout.delimiter,
        ids=layout.ids,
        header=layout.table.header,
        source_column=layout.columns.source,
        target_column=layout.columns.target,
        label_column=layout.columns.label,
    )


def check_of(layout: Layout) -> Callable[[bytes], None]:
    """The look at each chunk for what the native parser would take for something else."""
    return _refuse_quotes_of_blanks if layout.table.delimiter == " " else _refuse_doubled_quotes


def _read(source: Source, layout: Layout, options: ReadOptions) -> GraphCollection:
    columns, table = layout.columns, layout.table
    parser = parser_of(layout)
    source.feed(parser, check=check_of(layout))
    directed = options.is_directed(table.directed)
    csr = source.patience.native(parser.build, directed=directed)
    label_names: tuple[str, ...] = ()
    if columns.label >= 0:
        codes = csr["edge_labels"]  # none if all edges were self-loops
        labels = sort_labels(np.empty(0, dtype=np.int32) if codes is None else codes, parser.label_names())
        csr["edge_labels"], label_names = labels.codes, labels.names
    return assemble(
        csr,
        directed=directed,
        source=source.name,
        node_names=_node_names(csr, parser, layout.ids),
        edge_label_names=label_names,
        extra_columns=parser.has_extra_columns and not table.names,
        reading=account(layout, options, table.directed),
    )


def _refuse_doubled_quotes(chunk: bytes) -> None:
    """Quotation marks within quotation marks are rare, and known only where they stand near the top."""
    if b'""' in chunk:
        raise _core.ParseError(
            "has doubled quotation marks, which occur nowhere near the top", None, "take them out, or out of the names"
        )


def _refuse_quotes_of_blanks(chunk: bytes) -> None:
    """Where blanks part the columns, a name in quotes may hold blanks, which only the slow way knows."""
    if b'"' in chunk:
        raise _core.ParseError(
            "has quotation marks, which occur nowhere near the top", None, "part the columns by tabs or commas"
        )


def _read_rows(source: Source, layout: Layout, options: ReadOptions) -> GraphCollection:
    """The same in Python, for tables whose fields stand in quotes or say which edges are directed."""

    def stated(declared: bool | None) -> Reading:
        return account(layout, options, layout.table.directed if declared is None else declared)

    return read_rows(
        source,
        layout.table,
        layout.columns,
        replace(options, ids=layout.ids),
        direction=layout.direction_column,
        account=stated,
    )


def account(layout: Layout, options: ReadOptions, declared: bool | None) -> Reading:
    """What was taken for what."""
    table, columns = layout.table, layout.columns
    note = doubtful_header(table) if options.header is None and options.source is None else ""
    head = " (header)" if table.header else "" if table.names else " (no header)"
    left = tuple(name for name in columns.left_out if not _is_direction(layout, name))
    return Reading(
        _TITLE,
        edges=columns.ends + head,
        direction=options.direction(declared),
        edge_labels=columns.labels,
        left_out=left,
        notes=(*columns.notes, *((note,) if note else ())),
    )


def _is_direction(layout: Layout, name: str) -> bool:
    return layout.direction_column >= 0 and name == layout.table.names[layout.direction_column]


def _refuse_binary(sample: bytes, name: str) -> None:
    if b"\0" in sample:
        wide = sample.startswith((b"\xff\xfe", b"\xfe\xff"))
        remedy = "save it as UTF-8" if wide else "check the file, or give the format by name"
        raise InputError("is UTF-16 text" if wide else "is binary, not a graph format", source=name, remedy=remedy)


def _node_names(csr: dict[str, object], parser: _core.EdgeListParser, ids: str) -> np.ndarray | None:
    if ids == "text":
        return np.array(parser.node_names(), dtype=object)
    numbers = csr["ids"]
    assert isinstance(numbers, np.ndarray)
    return numbers if len(numbers) else None


_UNWRITTEN = r'[\x00-\x1f\x7f"\u2028\u2029\x85\ud800-\udfff]|^\s|\s$|^$'  # signs that readers take for something else


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write tab-separated columns: source, target and, if there are any, edge labels."""
    check_holds(graphs, "edgelist", edge_labels=True)
    names = plain_names(graphs, "edgelist", forbidden=rf"{_UNWRITTEN}|^(#|%|//)")
    sources, targets, labels = graphs.edges()
    columns = [names[sources], names[targets]]
    named = graphs.node_names is not None and graphs.node_names.dtype == object
    if named:
        _refuse_misleading([str(name) for name in names], [str(column[0]) for column in columns if len(column)])
    file.write(b"# Directed graph\n" if graphs.directed else b"# Undirected graph\n")
    if labels is not None or named:
        # Two columns of numbers need no names; anything else could be taken for something that it is not.
        file.write(b"source\ttarget\n" if labels is None else b"source\ttarget\tlabel\n")
    if labels is not None:
        check_labels(used_labels(graphs.edge_label_names, labels), "edgelist", forbidden=_UNWRITTEN)
        columns.append(np.array(graphs.edge_label_names, dtype=object)[labels])
    write_rows(file, columns, "\t")


def _refuse_misleading(names: list[str], first_row: list[str]) -> None:
    """Names by which the reader would judge wrongly what the rows are.

    By the first row it judges whether ids are numbers, of which 007 and 7 would be the same; and a row of words that
    occur further down is no header.
    """
    headings = [name for name in names if name.lower() in {"source", "target", "label"}]
    alike = headings or (first_row if all(map(is_number, first_row)) else [])
    if alike:
        what = "headings" if headings else "numbers"
        raise UsageError(
            f"format edgelist cannot hold the node name {alike[0]!r}, since names would be read as {what}; "
            "format npz holds everything"
        )
