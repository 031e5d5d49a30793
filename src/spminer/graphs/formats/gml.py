"""GML: nested lists of keys and values; one or many ``graph`` blocks.

Attributes of nodes and edges are the keys with one value; values are taken as texts. A node's ``label`` is its name if
no two of a graph are alike, else its label. ``type`` is a label in any case, and ``name``, as igraph writes it, a name.
A graph is directed if it has ``directed 1``; several graphs must agree unless ``directed=`` decides. Edges that end at
a node that is not listed are refused, and so are lists that are nested deeper than 64.

Reference: M. Himsolt, "GML: A portable Graph File Format", 1997.
"""

from __future__ import annotations

import html
import re
from typing import IO, TYPE_CHECKING, Any

from spminer.errors import InputError, UsageError
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import ATTRIBUTES, Format, Holds, labeled_edges, labeled_nodes
from spminer.graphs.options import ask_direction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer._util.deadline import Deadline
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_TOKEN = re.compile(
    r"""(?P<space>\s+|^[ \t]*\#[^\n]*)
    |(?P<key>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<string>"[^"]*")
    |(?P<open>\[)
    |(?P<close>\])""",
    re.VERBOSE | re.MULTILINE,
)
_DEEPEST = 64
_UNWRITTEN = r"[\r\n\x00]"

# The content of brackets: keys with their values in order, since keys may repeat.
_List = list[tuple[str, Any]]


def looks_like_gml(sample: bytes) -> bool:
    """Whether a file has ``graph [``."""
    return re.search(rb"^[ \t]*graph\s*\[", sample, re.MULTILINE) is not None


def _tokens(text: str, name: str, deadline: Deadline) -> Iterator[tuple[str, str, int]]:
    """Kind, text and line of each token."""
    position, line = 0, 1
    while position < len(text):
        deadline.tick()
        match = _TOKEN.match(text, position)
        if match is None:
            found = text[position : position + 20].split("\n", 1)[0]
            raise InputError(f"cannot read {found!r}", source=name, line=line, remedy="give a GML file")
        assert match.lastgroup is not None
        if match.lastgroup != "space":
            yield match.lastgroup, match.group(), line
        line += match.group().count("\n")
        position = match.end()


def _parse(text: str, name: str, deadline: Deadline) -> _List:
    """The whole document as nested lists."""
    stack: list[_List] = [[]]
    key: str | None = None
    line = 1
    for kind, token, line in _tokens(text, name, deadline):
        if (kind == "key") != (key is None) and not (kind == "close" and key is None):
            raise InputError(f"{token[:20]!r} is not expected here", source=name, line=line, remedy="give a GML file")
        if kind == "key":
            key = token
        elif kind == "close":
            if len(stack) == 1:
                raise InputError("']' without '['", source=name, line=line, remedy="give a GML file")
            stack.pop()
        elif kind == "open":
            inner: _List = [("", line)]  # the line, for messages
            stack[-1].append((key or "", inner))
            stack.append(inner)
            key = None
            if len(stack) > _DEEPEST:
                raise InputError("brackets are nested too deeply", source=name, line=line, remedy="give a GML file")
        else:
            stack[-1].append((key or "", html.unescape(token[1:-1]) if kind == "string" else token))
            key = None
    if len(stack) > 1 or key is not None:
        raise InputError("ends in the middle", source=name, line=line, remedy="fetch the file again")
    return stack[0]


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read all graphs of a file; see :func:`spminer.read`."""
    document = _parse(source.text(), source.name, source.deadline)
    graphs = [value for key, value in document if key == "graph" and isinstance(value, list)]
    if not graphs:
        raise InputError("no 'graph [' found", source=source.name, remedy="give a GML file")
    collected = GraphBuilder(
        options, "GML", source.name, label_attributes=("type",), names_per_graph=True, name_attribute="name"
    )
    for graph in graphs:
        _add_graph(collected, graph, source.name)
    stated = [dict(graph).get("directed") for graph in graphs]
    if options.directed is None and (unknown := [value for value in stated if str(value or "0") not in ("0", "1")]):
        reason = f"has the invalid value {str(unknown[0])[:20]} of directed"
        raise InputError(reason, source=source.name, remedy=f"write 0 or 1, or {ask_direction()}")
    directions = {str(value or "0") == "1" for value in stated}
    if len(directions) > 1 and options.directed is None:
        raise InputError("mixes directed and undirected graphs", source=source.name, remedy=ask_direction())
    return collected.build(None if stated == [None] * len(stated) else True in directions)


def _add_graph(collected: GraphBuilder, graph: _List, source: str) -> None:
    nodes = [dict(value) for key, value in graph if key == "node" and isinstance(value, list)]
    for node in nodes:
        collected.add_node(_value(node, "id", source), _attributes(node, "id"))
    for edge in (dict(value) for key, value in graph if key == "edge" and isinstance(value, list)):
        first, second = (_value(edge, end, source) for end in ("source", "target"))
        collected.add_edge(first, second, _attributes(edge, "source", "target"), line=edge[""])
    collected.end_graph()


def _attributes(entry: dict[str, Any], *others: str) -> dict[str, str]:
    """Attributes with one value, but no ids."""
    return {key: value for key, value in entry.items() if key and key not in others and isinstance(value, str)}


def _value(entry: dict[str, Any], key: str, source: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str):
        raise InputError(f"a node or edge has no {key!r}", source=source, line=entry[""], remedy="correct the file")
    return value


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write one ``graph`` block for each graph."""
    for graph in graphs:
        lines = ["graph [", f"  directed {int(graph.directed)}"]
        for node, (name, label) in enumerate(labeled_nodes(graph)):
            lines.append(f"  node [ id {node} label {_quoted(name)}{_optional('type', label)} ]")
        for source, target, label in labeled_edges(graph):
            lines.append(f"  edge [ source {source} target {target}{_optional('label', label)} ]")
        file.write("\n".join([*lines, "]", ""]).encode())


def _quoted(text: str) -> str:
    if re.search(_UNWRITTEN, text):
        raise UsageError(f"format gml cannot hold the text {text!r}; format spm holds everything")
    return '"' + text.replace("&", "&amp;").replace('"', "&quot;") + '"'


def _optional(key: str, value: str | None) -> str:
    return "" if value is None else f" {key} {_quoted(value)}"


FORMAT = Format(
    "gml",
    "GML",
    (".gml",),
    looks_like_gml,
    read,
    write,
    Holds(many=True, node_labels=True, edge_labels=True, isolated=True, doubted_labels=True, bad_names=_UNWRITTEN),
    options=ATTRIBUTES,
)
