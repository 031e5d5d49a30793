"""The binary format of graph-tool (``.gt``), read with NumPy alone. Netzschleuder publishes its networks in it.

The file states the direction. Properties of nodes and edges with one value are attributes: ``name`` of a node is its
name if no two are alike, ``label`` as in other formats. Vectors are left out, and Python objects are never unpickled.
Every length is compared with the rest of the file before it is used.

Reference: "The gt file format", https://graph-tool.skewed.de/static/docs/stable/gt_format.html.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import ATTRIBUTES, Format
from spminer.graphs.source import input_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_MAGIC = "⛾ gt".encode()
_NODES, _EDGES = 1, 2  # what a property is of; 0: the graph
_NUMBERS = {0: "u1", 1: "i2", 2: "i4", 3: "i8", 4: "f8"}
_LONG_DOUBLE, _TEXT, _TEXTS, _OBJECT = 5, 6, 13, 14
_ELEMENTS = {7: 1, 8: 2, 9: 4, 10: 8, 11: 8, 12: 16}  # bytes of an element of a vector


def looks_like_gt(sample: bytes) -> bool:
    """Whether a file starts with the mark of graph-tool."""
    return sample.startswith(_MAGIC)


class _Bytes:
    """The content, read from the beginning."""

    def __init__(self, data: bytes, source: Source) -> None:
        self._data, self._source = data, source
        self._at = len(_MAGIC)
        self.order = "<"

    def take(self, size: int) -> bytes:
        if size > len(self._data) - self._at:
            raise InputError("ends in the middle", source=self._source.name, remedy="fetch the file again")
        self._at += size
        return self._data[self._at - size : self._at]

    def numbers(self, kind: str, count: int) -> Any:
        kind = self.order + kind
        return np.frombuffer(self.take(count * np.dtype(kind).itemsize), dtype=kind)

    def number(self, kind: str = "u8") -> int:
        return int(self.numbers(kind, 1)[0])

    def text(self) -> str:
        return self.take(self.number()).decode("utf-8")

    def check(self) -> None:
        self._source.deadline.tick()


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read a graph; see :func:`spminer.read`."""
    data = source.seekable().read()
    source.deadline.check()
    if not data.startswith(_MAGIC):
        raise InputError("is not a file of graph-tool", source=source.name, remedy="give the format by name")
    with input_errors(source.name):
        return _read(_Bytes(data, source), options, source)


def _read(content: _Bytes, options: ReadOptions, source: Source) -> GraphCollection:
    if content.number("u1") != 1:
        raise InputError("has an unknown version", source=source.name, remedy="save it with graph-tool as GraphML")
    content.order = ">" if content.number("u1") else "<"
    content.text()  # a comment
    directed = bool(content.number("u1"))
    nodes, edges = _adjacency(content, source.name)
    properties = _properties(content, len(nodes), len(edges), source.name)
    graphs = GraphBuilder(options, "gt", source.name, name_attribute="name")
    for node, attributes in zip(nodes, _rows(properties[_NODES], len(nodes)), strict=True):
        graphs.add_node(node, attributes)
    for (first, second), attributes in zip(edges, _rows(properties[_EDGES], len(edges)), strict=True):
        graphs.add_edge(first, second, attributes)
    graphs.end_graph()
    return graphs.build(directed)


def _adjacency(content: _Bytes, name: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The nodes, and the edges from the list of neighbors of each."""
    count = content.number()
    width = next(kind for kind, most in (("u1", 2**8), ("u2", 2**16), ("u4", 2**32), ("u8", 2**64)) if count < most)
    edges: list[tuple[str, str]] = []
    nodes: list[str] = []
    for number in range(count):  # each takes bytes of the file, so that a false count ends soon
        content.check()
        targets = content.numbers(width, content.number())
        if len(targets) and int(targets.max()) >= count:
            reason = f"has an edge to node {targets.max()}, of {count}"
            raise InputError(reason, source=name, remedy="fetch the file again")
        nodes.append(str(number))
        edges += [(nodes[-1], str(target)) for target in targets.tolist()]
    return nodes, edges


def _properties(content: _Bytes, nodes: int, edges: int, name: str) -> dict[int, dict[str, Sequence[Any]]]:
    """The properties with one value, of the graph, of nodes and of edges, by name."""
    counts = {0: 1, _NODES: nodes, _EDGES: edges}
    found: dict[int, dict[str, Sequence[Any]]] = {of: {} for of in counts}
    for _ in range(content.number()):
        of, title, kind = content.number("u1"), content.text(), content.number("u1")
        if of not in counts or kind > _OBJECT:
            raise InputError(f"has the invalid property {title[:40]!r}", source=name, remedy="fetch the file again")
        values = _values(content, kind, counts[of])
        if values is not None:
            found[of][title] = values
    return found


def _values(content: _Bytes, kind: int, count: int) -> Sequence[Any] | None:
    """The values of a property; ``None`` for those that are vectors or objects."""
    if kind in _NUMBERS:
        values: list[Any] = content.numbers(_NUMBERS[kind], count).tolist()
        return values
    if kind == _LONG_DOUBLE:
        content.take(16 * count)
        return None
    texts = []
    for _ in range(count):
        content.check()
        if kind == _TEXT:
            texts.append(content.text())
        elif kind == _TEXTS:
            for _ in range(content.number()):
                content.take(content.number())
        else:
            content.take(content.number() * _ELEMENTS.get(kind, 1))
    return texts if kind == _TEXT else None


def _rows(columns: dict[str, Sequence[Any]], count: int) -> list[dict[str, Any]]:
    """A dict of attributes for each node or edge."""
    if not columns:
        return [{}] * count
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


FORMAT = Format("gt", "gt of graph-tool", (".gt",), looks_like_gt, read, options=ATTRIBUTES)
