"""Edge lists: one edge per line, two columns with node ids, perhaps more columns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Literal

import numpy as np

from spminer import _core
from spminer.errors import InputError
from spminer.graphs.assemble import assemble, sort_labels
from spminer.graphs.formats.writing import check_holds, plain_names, write_rows

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.formats.options import ReadOptions
    from spminer.graphs.formats.source import Source

__all__ = ["Layout", "detect_layout", "read", "write"]

_COMMENT = re.compile(rb"\s*(#|%|//)")
_NUMBER = re.compile(rb"[+-]?[0-9]+")
_LONGEST_JUDGED = 2000
_SOURCE_WORDS = {
    "source",
    "src",
    "from",
    "u",
    "id1",
    "node1",
    "fromnodeid",
    "start",
    "tail",
    "sourceid",
    "vertex1",
    "a",
}
_TARGET_WORDS = {"target", "dst", "to", "v", "id2", "node2", "tonodeid", "end", "head", "targetid", "vertex2", "b"}


@dataclass(frozen=True, slots=True)
class Layout:
    """How the lines of an edge list are to be read.

    Attributes
    ----------
    delimiter
        Character between columns; a space stands for any run of blanks.
    ids
        Whether ids are numbers or names.
    header
        Whether the first line that is no comment names the columns.
    source_column, target_column
        Where the ids stand, counted from 0.
    columns
        Number of columns of the first line.
    directed
        What a comment at the top says, as in the files of SNAP.
    """

    delimiter: str = " "
    ids: Literal["number", "text"] = "number"
    header: bool = False
    source_column: int = 0
    target_column: int = 1
    columns: int = 2
    directed: bool | None = None


def detect_layout(sample: bytes) -> Layout:
    r"""Judge the layout of an edge list by its first lines.

    Examples
    --------
    >>> detect_layout(b"# Directed graph\nid;from;to\n1;7;9\n")
    Layout(delimiter=';', ids='number', header=True, source_column=1, target_column=2, columns=3, directed=True)
    """
    lines = [line for line in sample.splitlines() if line.strip()]
    comments = [line for line in lines if _COMMENT.match(line)]
    data = [line[:_LONGEST_JUDGED] for line in lines if not _COMMENT.match(line)][:2]
    directed = _declared_direction(comments)
    if not data:
        return Layout(directed=directed)
    delimiter = _delimiter(data[0])
    rows = [_fields(line, delimiter) for line in data]
    source_column, target_column = _named_columns(rows[0])
    header = (source_column, target_column) != (0, 1) or _is_header(rows)
    line = data[-1] if header else data[0]
    if delimiter == "\t" and (source_column, target_column) == (0, 1) and _numbers(line.split(), 0, 1):
        delimiter = " "  # numbers contain no blanks, so tabs and spaces may mix
    numbers = _numbers(_fields(line, delimiter), source_column, target_column)
    kind: Literal["number", "text"] = "number" if numbers else "text"
    return Layout(delimiter, kind, header, source_column, target_column, len(rows[0]), directed)


def _declared_direction(comments: list[bytes]) -> bool | None:
    text = b"\n".join(comments).lower()
    if b"undirected" in text:
        return False
    return True if re.search(rb"^\s*(#|%|//)+\s*directed\s+graph", text, re.MULTILINE) else None


def _delimiter(line: bytes) -> str:
    unquoted = re.sub(rb'"[^"]*"', b"", line.strip())
    return next((mark for mark in "\t,;|" if mark.encode() in unquoted), " ")


def _fields(line: bytes, delimiter: str) -> list[bytes]:
    if delimiter == " ":
        return line.split()
    outside_quotes = rb'%s(?=(?:[^"]*"[^"]*")*[^"]*$)' % re.escape(delimiter).encode()
    return [part.strip() for part in re.split(outside_quotes, line)]


def _numbers(row: list[bytes], *columns: int) -> bool:
    return len(row) > max(columns) and all(_NUMBER.fullmatch(row[i]) for i in columns)


def _words(row: list[bytes]) -> list[str]:
    return [re.sub(r"[^a-z0-9]", "", field.decode("latin-1").lower()) for field in row]


def _named_columns(row: list[bytes]) -> tuple[int, int]:
    """Columns whose names say that they hold the ends of the edge, else the first two."""
    words = _words(row)
    sources = [i for i, word in enumerate(words) if word in _SOURCE_WORDS]
    targets = [i for i, word in enumerate(words) if word in _TARGET_WORDS]
    return (sources[0], targets[0]) if len(sources) == len(targets) == 1 else (0, 1)


def _is_header(rows: list[list[bytes]]) -> bool:
    """Names above numbers, or a first line of words that are used for such columns."""
    first = rows[0]
    if len(first) < 2 or any(_NUMBER.fullmatch(field) for field in first[:2]):
        return False
    words = _words(first)
    if words[0] in _SOURCE_WORDS - {"a", "u"} and words[1] in _TARGET_WORDS - {"b", "v"}:
        return True
    return len(rows) > 1 and _numbers(rows[1], 0, 1)


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read an edge list; see :func:`spminer.read`."""
    sample = source.sample()
    _refuse_binary(sample, source.name)
    layout = detect_layout(sample)
    ids = layout.ids if options.ids == "auto" else options.ids
    label_column = _label_column(layout, options, source.name)
    parser = _core.EdgeListParser(
        delimiter=layout.delimiter,
        ids=ids,
        header=layout.header,
        source_column=layout.source_column,
        target_column=layout.target_column,
        label_column=label_column,
    )
    source.feed(parser)
    if parser.edges == 0:
        raise InputError("no edges found", source=source.name, remedy="give an edge list with two columns of node ids")
    directed = options.is_directed(layout.directed)
    csr = parser.build(directed=directed)
    label_names: tuple[str, ...] = ()
    if label_column >= 0:
        labels = sort_labels(csr["edge_labels"], parser.label_names())
        csr["edge_labels"], label_names = labels.codes, labels.names
    return assemble(
        csr,
        directed=directed,
        source=source.name,
        node_names=_node_names(csr, parser, ids),
        edge_label_names=label_names,
        extra_columns=parser.has_extra_columns,
    )


def _refuse_binary(sample: bytes, name: str) -> None:
    if b"\0" in sample:
        wide = sample.startswith((b"\xff\xfe", b"\xfe\xff"))
        remedy = "save it as UTF-8" if wide else "check the file, or give the format by name"
        raise InputError("is UTF-16 text" if wide else "is binary, not a graph format", source=name, remedy=remedy)


def _label_column(layout: Layout, options: ReadOptions, name: str) -> int:
    if not options.edge_labels:
        return -1
    used = {layout.source_column, layout.target_column}
    free = next((i for i in range(layout.columns) if i not in used), -1)
    if free < 0:
        raise InputError("has no third column to take edge labels from", source=name, remedy="drop edge_labels")
    return free


def _node_names(csr: dict[str, object], parser: _core.EdgeListParser, ids: str) -> np.ndarray | None:
    if ids == "text":
        return np.array(parser.node_names(), dtype=object)
    numbers = csr["ids"]
    assert isinstance(numbers, np.ndarray)
    return numbers if len(numbers) else None


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write tab-separated columns: source, target and, if there are any, edge labels."""
    check_holds(graphs, "edgelist", edge_labels=True)
    names = plain_names(graphs, "edgelist", forbidden=r"[\t\r\n]|^\s*(#|%|//)|^\s|\s$|^$")
    file.write(b"# Directed graph\n" if graphs.directed else b"# Undirected graph\n")
    sources, targets, labels = graphs.edges()
    columns = [names[sources], names[targets]]
    if labels is not None:
        columns.append(np.array(graphs.edge_label_names, dtype=object)[labels])
    write_rows(file, columns, "\t")
