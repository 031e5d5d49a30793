"""GEXF, the XML format of Gephi: one graph with attributes of nodes and edges.

Attributes are taken as texts, by their titles, with their defaults. The ``label`` of nodes is their name if no two are
alike, else their label; the attribute that this package writes is always a label. Nested nodes are read as nodes. Edges
have the default type or their own; a document with directed and undirected ones is refused unless ``directed=``
decides. Times of dynamic graphs are ignored, with a note: edges of all times make one graph.

Format: https://gexf.net
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from spminer.errors import InputError, UsageError
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import ATTRIBUTES, Format, Holds, labeled_edges, labeled_nodes
from spminer.graphs.formats.xml import check_one_direction, needed, parse, quoted

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_OWN = "spminer label"  # the attribute of labels that this package writes


class _Handler:
    """Collects the graph of a document."""

    def __init__(self, name: str, options: ReadOptions) -> None:
        self.name = name
        self.graphs = GraphBuilder(options, "GEXF", name, label_attributes=(_OWN,))
        self.directions: set[bool] = set()
        self.count = 0
        self.dynamic = False
        self.stated: bool | None = None
        self._titles: dict[tuple[str, str], str] = {}
        self._defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}
        self._class = ""
        self._attribute = ""
        self._text: list[str] | None = None  # inside <default> alone
        self._open: list[tuple[str, dict[str, str], dict[str, str]]] = []  # nodes may hold nodes

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "graph":
            kind = attributes.get("defaultedgetype", "undirected")
            self.stated = kind == "directed"
            self.dynamic |= attributes.get("mode") == "dynamic"
        elif tag == "attributes":
            self._class = attributes.get("class", "")
        elif tag == "attribute":
            self._attribute = attributes.get("id", "")
            self._titles[self._class, self._attribute] = attributes.get("title", self._attribute)
        elif tag == "default":
            self._text = []
        elif tag in ("node", "edge"):
            values = dict(self._defaults[tag])
            values.update((key, attributes[key]) for key in ("label", "weight") if key in attributes)
            self._open.append((tag, attributes, values))
        elif tag == "attvalue" and self._open:
            of, _, values = self._open[-1]
            key = attributes.get("for", attributes.get("id", ""))
            values[self._titles.get((of, key), key)] = attributes.get("value", "")

    def text(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def end(self, tag: str) -> None:
        if tag == "default":
            title = self._titles.get((self._class, self._attribute), "")
            self._defaults.setdefault(self._class, {})[title] = "".join(self._text or ()).strip()
            self._text = None
        elif tag in ("node", "edge"):
            _, attributes, values = self._open.pop()
            if tag == "node":
                self.graphs.add_node(needed(attributes, "id", tag), values)
            else:
                self._add_edge(attributes, values)
        elif tag == "graph":
            self.count += 1
            self.graphs.end_graph()

    def _add_edge(self, attributes: dict[str, str], values: dict[str, str]) -> None:
        kind = attributes.get("type")
        if kind not in (None, "directed", "undirected"):
            reason = f"an edge has the unknown type {str(kind)[:20]!r}"
            raise InputError(reason, source=self.name, remedy="types are directed and undirected")
        self.directions.add(bool(self.stated) if kind is None else kind == "directed")
        ends = [needed(attributes, end, "edge") for end in ("source", "target")]
        self.graphs.add_edge(ends[0], ends[1], values)


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read the graph of a document; see :func:`spminer.read`."""
    handler = _Handler(source.name, options)
    parse(source, handler)
    if handler.count == 0:
        raise InputError("no <graph> found", source=source.name, remedy="give a GEXF document")
    check_one_direction(handler.directions, options.directed, source.name)
    notes = ["times are ignored: edges of all times make one graph"] if handler.dynamic else []
    declared = True in handler.directions if handler.directions else handler.stated
    return handler.graphs.build(declared, notes=notes)


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write one graph; labels of nodes are a separate attribute."""
    for text in (*graphs.node_label_names, *graphs.edge_label_names):
        if not text.isprintable():
            raise UsageError(f"format gexf cannot hold the label {text!r}; format spm holds everything")
    kind = "directed" if graphs.directed else "undirected"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<gexf xmlns="http://gexf.net/1.3" version="1.3">',
        f'<graph defaultedgetype="{kind}">',
        f'<attributes class="node"><attribute id="0" title="{_OWN}" type="string"/></attributes>',
        "<nodes>",
    ]
    for node, (name, label) in enumerate(labeled_nodes(graphs)):
        inner = "" if label is None else f'<attvalues><attvalue for="0" value={quoted(label)}/></attvalues>'
        lines.append(f'<node id="{node}" label={quoted(name)}>{inner}</node>')
    lines += ["</nodes>", "<edges>"]
    for edge, (source, target, label) in enumerate(labeled_edges(graphs)):
        mark = "" if label is None else f" label={quoted(label)}"
        lines.append(f'<edge id="{edge}" source="{source}" target="{target}"{mark}/>')
    file.write("\n".join([*lines, "</edges>", "</graph>", "</gexf>", ""]).encode())


FORMAT = Format(
    "gexf",
    "GEXF",
    (".gexf",),
    lambda sample: b"<gexf" in sample,
    read,
    write,
    Holds(
        node_labels=True,
        edge_labels=True,
        isolated=True,
        doubted_labels=True,
        bad_names=r"[\x00-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]",
    ),
    options=ATTRIBUTES,
)
