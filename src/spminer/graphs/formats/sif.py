"""SIF, the simple format of Cytoscape: lines ``node relation node node ...``; a node alone has no edges.

Columns are separated by tabs if the file has any, else by blanks. The relation is the edge label; the writer puts
``edge`` for edges without labels, and its reader drops a relation that is ``edge`` throughout. Edges are undirected
unless ``directed=True``. A file is recognized as SIF if the second of three columns of names is the relation, not the
third.

Format: https://manual.cytoscape.org
"""

from __future__ import annotations

import re
from typing import IO, TYPE_CHECKING

import numpy as np

from spminer.errors import InputError, UsageError
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import ATTRIBUTES, Format, Holds, names_as_text, used_labels, write_rows
from spminer.graphs.source import SAMPLE, input_errors
from spminer.graphs.tables.sniff import TextTable, is_number, looks_like_header, relation_column

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_COMMENT = re.compile(r"\s*#")
_NO_RELATION = "edge"
_REMEDY = "lines are 'node relation node'"


def looks_like_sif(sample: bytes) -> bool:
    r"""Whether the second of three columns of names is a relation.

    >>> looks_like_sif(b"a\tpp\tb\nb\tpp\tc\n"), looks_like_sif(b"a\tb\tpp\nb\tc\tpp\n")
    (True, False)
    >>> looks_like_sif(b'source,target\n"A a b","C a d"\n')
    False
    """
    lines = sample.decode("utf-8", errors="replace").split("\n")
    lines = [line for line in (lines[:-1] if len(sample) >= SAMPLE else lines) if line.strip()]
    delimiter = "\t" if "\t" in "".join(lines) else None
    if delimiter is None and lines and any(all(mark in line for line in lines) for mark in ',;|"'):
        return False  # another delimiter, and blanks in names
    rows = [_words(line, delimiter) for line in lines if not _COMMENT.match(line)]
    rows = [row for row in rows if len(row) > 1]  # nodes without edges stand alone
    if not rows or min(map(len, rows)) < 3 or any(is_number(row[1]) for row in rows):
        return False
    if looks_like_header(rows):
        return False
    numbers = {is_number(row[place]) for row in rows for place in (0, 2)}
    return numbers == {True} or (numbers == {False} and relation_column(TextTable(rows=tuple(rows))) == 1)


def _words(line: str, delimiter: str | None) -> tuple[str, ...]:
    return tuple(word.strip() for word in line.split(delimiter) if word.strip())


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read one network; see :func:`spminer.read`."""
    nodes: dict[str, None] = {}
    edges: list[tuple[str, str, str]] = []
    delimiter = "\t" if b"\t" in source.sample() else None
    with input_errors(source.name):
        for number, raw in enumerate(source.lines(), start=1):
            line = raw.decode("utf-8")
            if line.strip() and not _COMMENT.match(line):
                first, *rest = _words(line, delimiter)
                if len(rest) == 1:
                    reason = "a relation without a second node"
                    raise InputError(reason, source=source.name, line=number, remedy=_REMEDY)
                nodes.update(dict.fromkeys([first, *rest[1:]]))
                edges += [(first, other, rest[0]) for other in rest[1:]]
    if not nodes:
        raise InputError("no edges found", source=source.name, remedy=_REMEDY)
    graphs = GraphBuilder(options, "SIF", source.name, edge_label_attribute="relation")
    for node in nodes:
        graphs.add_node(node, {})
    # SIF cannot leave relations out; the writer's own stands for none.
    plain = {relation for *_, relation in edges} == {_NO_RELATION}
    for first, second, relation in edges:
        graphs.add_edge(first, second, {} if plain else {"relation": relation})
    graphs.end_graph()
    return graphs.build(None, edges="columns 1 and 3, the relation between them")


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write tab-separated lines; an edge without a label has the relation ``edge``."""
    names = names_as_text(graphs)
    for label in graphs.edge_label_names:
        if not label.isprintable() or not label or label != label.strip():
            raise UsageError(f"format sif cannot hold the label {label!r}; format spm holds everything")
    if used_labels(graphs.edge_label_names, graphs.edge_labels) == [_NO_RELATION]:
        raise UsageError(f"format sif cannot hold {_NO_RELATION!r} as the only label; format spm holds everything")
    sources, targets, codes = graphs.edges()
    if len(sources) == 0 and any(len(name.split()) > 1 for name in names):
        # Without edges there are no tabs, and the reader splits names at blanks.
        raise UsageError("format sif cannot hold names with blanks without edges; format spm holds everything")
    if codes is None:
        relations = np.full(len(sources), _NO_RELATION, dtype=object)
    else:
        relations = np.array(graphs.edge_label_names, dtype=object)[codes]
    write_rows(file, [names], "\t")  # all nodes first, which keeps their order
    write_rows(file, [names[sources], relations, names[targets]], "\t")


FORMAT = Format(
    "sif",
    "SIF",
    (".sif",),
    looks_like_sif,
    read,
    write,
    Holds(
        edge_labels=True,
        directed=False,
        isolated=True,
        empty=False,
        doubted_labels=True,
        bad_names=r"[\t\r\n]|^\s*#|^\s|\s$|^$",
    ),
    options=ATTRIBUTES,
    heuristic=True,
)
