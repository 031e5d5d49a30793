"""CSV exports of Neo4j: nodes with ``:ID``, relationships with ``:START_ID`` and ``:END_ID``; only read.

A file may hold both, a folder has files of nodes and of relationships, and ``nodes=`` gives the nodes of a file of
relationships. Ids are unique within their group (``:ID(Person)``); with several groups, names get the group as prefix.
``:LABEL`` is the node's label (several are joined by ``;``), ``:TYPE`` the edge's; other columns are attributes without
their types. Relationships are arcs. The names of ``apoc.export.csv`` (``_id``, ``_start``, ``_end``, ``_labels``,
``_type``) are supported too. Relationships that end at a node that is not listed are refused if nodes are given.

Format: https://neo4j.com/docs/operations-manual/current/import
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from spminer._util.options import option_text
from spminer.errors import InputError
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import ATTRIBUTES, Format
from spminer.graphs.source import Source, input_errors
from spminer.graphs.tables.edges import numbered_rows
from spminer.graphs.tables.sniff import sniff_table

if TYPE_CHECKING:
    from pathlib import Path

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions

__all__ = ["FORMAT", "looks_like_neo4j_folder"]

_SPACE = re.compile(r".*:(ID|START_ID|END_ID)(?:\((.*)\))?", re.IGNORECASE)
_LABEL, _TYPE = ":LABEL", ":TYPE"


def _remedy() -> str:
    return f"give the relationships, with the nodes as {option_text('nodes')}, or the folder that has both"


class _Columns:
    """Places of the columns that Neo4j has names for; -1 for none."""

    def __init__(self, names: tuple[str, ...]) -> None:
        plain = [name.upper() for name in names]
        self.names = names
        self.node = self._find(plain, ":ID", "_ID")
        self.start, self.end = self._find(plain, ":START_ID", "_START"), self._find(plain, ":END_ID", "_END")
        self.type, self.label = self._find(plain, ":TYPE", "_TYPE"), self._find(plain, ":LABEL", "_LABELS")

    @staticmethod
    def _find(names: list[str], typed: str, exported: str) -> int:
        for place, name in enumerate(names):
            match = re.fullmatch(r"[^:]*" + typed + r"(\(.*\))?", name)
            if match or name == exported:
                return place
        return -1

    def space(self, place: int) -> str:
        """The group of a column's ids."""
        match = _SPACE.fullmatch(self.names[place])
        return (match[2] or "") if match else ""

    def attributes(self, row: list[str]) -> dict[str, str]:
        """The attributes in a row, by names without their types."""
        used = {self.node, self.start, self.end, self.type, self.label}
        return {
            name.partition(":")[0]: row[place]
            for place, name in enumerate(self.names)
            if place not in used and place < len(row) and row[place] and name
        }


def looks_like_neo4j(sample: bytes) -> bool:
    r"""Whether the first line has Neo4j's names for the columns of relationships.

    >>> looks_like_neo4j(b":START_ID,:END_ID,:TYPE\n1,2,KNOWS\n"), looks_like_neo4j(b"source,target\n")
    (True, False)
    """
    line = sample.split(b"\n", 1)[0].upper()
    return (b":START_ID" in line and b":END_ID" in line) or (b"_START" in line and b"_END" in line and b"_ID" in line)


def looks_like_neo4j_folder(folder: Path) -> bool:
    """Whether a folder has files of relationships."""
    return any(looks_like_neo4j(_head(path)) for path in _tables(folder))


def _tables(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.iterdir() if path.name.lower().endswith((".csv", ".csv.gz")) and path.is_file()
    )


def _head(path: Path) -> bytes:
    with Source(path) as opened:
        return opened.sample()


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read one graph from a file or a folder; see :func:`spminer.read`."""
    graph = _Graph()
    if source.is_folder:
        assert source.path is not None
        with input_errors(source.name):
            paths = _tables(source.path)
        for path in paths:
            with Source(path, deadline=source.deadline) as opened:
                graph.add_table(opened)
    else:
        graph.add_table(source)
    if options.nodes is not None:
        with Source(options.nodes, deadline=source.deadline) as opened:
            graph.add_table(opened)
    if not graph.edges:
        raise InputError("has no relationships", source=source.name, remedy=_remedy())
    return graph.build(options, source.name)


class _Graph:
    """Nodes and relationships of several files."""

    def __init__(self) -> None:
        self.nodes: dict[tuple[str, str], dict[str, Any]] = {}
        self.edges: list[tuple[tuple[str, str], tuple[str, str], dict[str, Any]]] = []

    def add_table(self, source: Source) -> None:
        sample = source.sample()
        table = sniff_table(sample, header=True)
        columns = _Columns(table.names)
        if columns.node < 0 and (columns.start < 0 or columns.end < 0):
            reason = "has neither :ID nor :START_ID and :END_ID in its first line"
            raise InputError(reason, source=source.name, remedy=_remedy())
        rows = numbered_rows(source, table.delimiter)
        next(rows, None)
        for line, row in rows:
            if len(row) != len(table.names):
                reason = f"expected {len(table.names)} columns, found {len(row)}"
                raise InputError(reason, source=source.name, line=line, remedy="correct the row")
            self._add(columns, row, source.name, line)

    def _add(self, columns: _Columns, row: list[str], source: str, line: int) -> None:
        start, end = (row[place] if place >= 0 else "" for place in (columns.start, columns.end))
        if start and end:
            attributes = columns.attributes(row)
            if columns.type >= 0:
                attributes[_TYPE] = row[columns.type]
            ends = (columns.space(columns.start), start), (columns.space(columns.end), end)
            self.edges.append((*ends, attributes))
            return
        if start or end or columns.node < 0 or not row[columns.node]:
            raise InputError("a row has no ids", source=source, line=line, remedy="correct the row")
        key = (columns.space(columns.node), row[columns.node])
        if key in self.nodes:
            raise InputError(
                f"node {key[1][:40]!r} is listed twice", source=source, line=line, remedy="make ids unique"
            )
        attributes = columns.attributes(row)
        if columns.label >= 0:
            attributes[_LABEL] = row[columns.label].strip(":").replace(":", ";")
        self.nodes[key] = attributes

    def build(self, options: ReadOptions, name: str) -> GraphCollection:
        keys = dict.fromkeys([*self.nodes, *(end for edge in self.edges for end in edge[:2])])
        several = len({space for space, _ in keys}) > 1
        ids = {key: f"{key[0]}:{key[1]}" if several else key[1] for key in keys}
        graphs = GraphBuilder(options, "Neo4j export", name, label_attributes=(_LABEL,), edge_label_attribute=_TYPE)
        missing = len(keys) - len(self.nodes)
        if self.nodes and missing:
            end = next(key for key in keys if key not in self.nodes)
            reason = f"a relationship ends at node {end[1][:40]!r}, which is not listed"
            raise InputError(reason, source=name, remedy="give the nodes of all relationships")
        for key, node in ids.items():
            graphs.add_node(node, self.nodes.get(key, {}))
        for source, target, attributes in self.edges:
            graphs.add_edge(ids[source], ids[target], attributes)
        graphs.end_graph()
        return graphs.build(True, stated_by="as Neo4j has it")


FORMAT = Format("neo4j", "CSV export of Neo4j", (), looks_like_neo4j, read, options=(*ATTRIBUTES, "nodes"))
