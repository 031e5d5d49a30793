"""GraphML: one or many graphs as XML, with attributes of nodes, edges and graphs.

Attributes are declared by ``<key>``, with defaults, and taken as texts. The attribute ``label`` of nodes is their name
if no two are alike, else their label; ``label`` of a graph is its class. If ``label`` is not the name, the attribute
``name``, as igraph writes it, is, if no two in a graph are alike. Labels that this package writes (the key
``node_label``) are always labels. Edges have the direction of their graph (``edgedefault``) or their own; a document
with both is refused unless ``directed=`` decides. Hyperedges, ports and nested graphs are refused.

Format: http://graphml.graphdrawing.org
"""

from __future__ import annotations

import html
from typing import IO, TYPE_CHECKING

from spminer.errors import InputError, UsageError
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import ATTRIBUTES, Format, Holds, labeled_edges, labeled_nodes, names_as_text
from spminer.graphs.formats.xml import check_one_direction, needed, parse, quoted

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_UNSUPPORTED = ("hyperedge", "port", "endpoint")
_OWN_KEY = "node_label"  # the key of labels that this package writes


class _Handler:
    """Collects the graphs of a document."""

    def __init__(self, name: str, options: ReadOptions) -> None:
        self.name = name
        self.graphs = GraphBuilder(options, "GraphML", name, label_attributes=(_OWN_KEY,), name_attribute="name")
        self._label = options.label
        self.directions: set[bool] = set()
        self.count = 0
        self._keys: dict[tuple[str, str], str] = {}
        self._defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}
        self._default_direction = False
        self._inside: list[str] = []
        self._attributes: dict[str, str] = {}
        self._key: tuple[str, str] = ("", "")
        self._data: list[str] = []
        self._values: dict[str, str] = {}
        self._graph_label: str | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _UNSUPPORTED or (tag == "graph" and "graph" in self._inside):
            raise InputError(f"unsupported <{tag}> inside a graph", source=self.name, remedy="use plain edges")
        if tag == "key":
            self._add_key(attributes)
        elif tag == "graph":
            self._default_direction = attributes.get("edgedefault") == "directed"
            self._graph_label = None
        elif tag in ("node", "edge"):
            self._attributes, self._values = attributes, dict(self._defaults[tag])
        elif tag == "data":
            of = self._inside[-1] if self._inside else ""
            self._key, self._data = (of, attributes.get("key", "")), []
        elif tag == "default":
            self._data = []
        self._inside.append(tag)

    def _add_key(self, attributes: dict[str, str]) -> None:
        domain, key = attributes.get("for", "all"), attributes.get("id", "")
        name = attributes.get("attr.name", key)
        self._key = (domain, key)
        for tag in ("graph", "node", "edge") if domain == "all" else (domain,):
            own = (tag, key, name) == ("node", _OWN_KEY, "label") and self._label is None
            self._keys[tag, key] = _OWN_KEY if own else name

    def text(self, data: str) -> None:
        if self._inside and self._inside[-1] in ("data", "default"):
            self._data.append(data)

    def end(self, _: str) -> None:
        tag = self._inside.pop()
        if tag in ("data", "default"):
            self._end_data(tag)
        elif tag in ("node", "edge") and "graph" not in self._inside:
            raise InputError(f"<{tag}> outside of a <graph>", remedy="correct the file")
        elif tag == "node":
            self.graphs.add_node(needed(self._attributes, "id", tag), self._values)
        elif tag == "edge":
            self._add_edge()
        elif tag == "graph":
            self.count += 1
            self.directions.add(self._default_direction)
            self.graphs.end_graph(label=self._graph_label)

    def _end_data(self, tag: str) -> None:
        value = "".join(self._data).strip()
        if tag == "default" and self._inside[-1:] != ["key"]:
            raise InputError("<default> outside of a <key>", remedy="correct the file")
        if tag == "default":
            domain, key = self._key
            for of in ("node", "edge") if domain == "all" else (domain,):
                self._defaults.setdefault(of, {})[self._keys[of, key]] = value
            return
        name = self._keys.get(self._key)
        if name is None:
            return
        if self._key[0] == "graph":
            self._graph_label = value if name == "label" else self._graph_label
        else:
            self._values[name] = value

    def _add_edge(self) -> None:
        if "directed" in self._attributes:
            self.directions.add(self._attributes["directed"] == "true")
        source, target = (needed(self._attributes, end, "edge") for end in ("source", "target"))
        self.graphs.add_edge(source, target, self._values)


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read all graphs of a document; see :func:`spminer.read`."""
    handler = _Handler(source.name, options)
    parse(source, handler)
    if handler.count == 0:
        raise InputError("no <graph> found", source=source.name, remedy="give a GraphML document")
    check_one_direction(handler.directions, options.directed, source.name)
    return handler.graphs.build(True in handler.directions)


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write a document with one ``<graph>`` for each graph."""
    for label in (*graphs.node_label_names, *graphs.edge_label_names):
        if not label.isprintable() or label != label.strip():
            raise UsageError(f"format graphml cannot hold the label {label!r}; format spm holds everything")
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    lines += [
        f'<key id="{tag}_label" for="{tag}" attr.name="label" attr.type="string"/>'
        for tag in ("graph", "node", "edge")
        if getattr(graphs, f"{tag}_labels") is not None
    ]
    file.write("\n".join([*lines, ""]).encode())
    for graph in graphs:
        _write_graph(file, graph)
    file.write(b"</graphml>\n")


def _write_graph(file: IO[bytes], graph: GraphCollection) -> None:
    names = [quoted(name) for name in names_as_text(graph)]
    lines = [f'<graph edgedefault="{"directed" if graph.directed else "undirected"}">']
    if graph.graph_labels is not None:
        lines.append(_data("graph", str(graph.graph_labels[0])))
    for name, (_, label) in zip(names, labeled_nodes(graph), strict=True):
        lines.append(f"<node id={name}>{_data('node', label)}</node>")
    for source, target, label in labeled_edges(graph):
        lines.append(f"<edge source={names[source]} target={names[target]}>{_data('edge', label)}</edge>")
    file.write("\n".join([*lines, "</graph>", ""]).encode())


def _data(tag: str, label: str | None) -> str:
    return "" if label is None else f'<data key="{tag}_label">{html.escape(label, quote=False)}</data>'


FORMAT = Format(
    "graphml",
    "GraphML",
    (".graphml",),
    lambda sample: b"<graphml" in sample,
    read,
    write,
    Holds(
        many=True,
        node_labels=True,
        edge_labels=True,
        graph_labels=True,
        isolated=True,
        doubted_labels=True,
        bad_names=r"[\x00-\x1f\ufffe\uffff\ud800-\udfff]",
    ),
    options=ATTRIBUTES,
)
