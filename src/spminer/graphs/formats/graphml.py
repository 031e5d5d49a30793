"""GraphML. Node ids are names; the attribute ``label`` of nodes and edges is their label, of graphs their class."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from spminer.errors import InputError, UsageError
from spminer.graphs.builder import GraphSetBuilder
from spminer.graphs.formats.source import naming_file
from spminer.graphs.formats.writing import check_holds, plain_names

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.formats.options import ReadOptions
    from spminer.graphs.formats.source import Source

__all__ = ["read", "write"]

_UNSUPPORTED = ("hyperedge", "port", "endpoint")


class _Handler:
    """Receives the elements of a document as they come."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.builder = GraphSetBuilder(name)
        self.directions: set[bool] = set()
        self.graphs = 0
        self._label_keys: set[tuple[str, str]] = set()
        self._default_direction = False
        self._inside: list[str] = []
        self._attributes: dict[str, str] = {}
        self._data_key = ""
        self._data: list[str] = []
        self._label: str | None = None
        self._graph_label: str | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition(" ")[2]
        if tag in _UNSUPPORTED or (tag == "graph" and "graph" in self._inside):
            raise InputError(f"<{tag}> inside a graph is not supported", source=self.name, remedy="use plain edges")
        if tag == "key":
            self._add_key(attributes)
        elif tag == "graph":
            self._default_direction = attributes.get("edgedefault") == "directed"
            self._graph_label = None
        elif tag in ("node", "edge"):
            self._attributes, self._label = attributes, None
        elif tag == "data":
            self._data_key, self._data = attributes.get("key", ""), []
        self._inside.append(tag)

    def _add_key(self, attributes: dict[str, str]) -> None:
        if attributes.get("attr.name") == "label":
            domain = attributes.get("for", "all")
            for tag in ("graph", "node", "edge") if domain == "all" else (domain,):
                self._label_keys.add((tag, attributes.get("id", "")))

    def text(self, data: str) -> None:
        if self._inside and self._inside[-1] == "data":
            self._data.append(data)

    def end(self, _: str) -> None:
        tag = self._inside.pop()
        if tag == "data":
            self._end_data()
        elif tag == "node":
            self.builder.add_node(self._attribute("id", tag), self._label)
        elif tag == "edge":
            self._add_edge()
        elif tag == "graph":
            self.graphs += 1
            self.directions.add(self._default_direction)
            self.builder.end_graph(label=self._graph_label)

    def _end_data(self) -> None:
        of = self._inside[-1] if self._inside else ""
        if (of, self._data_key) not in self._label_keys:
            return
        label = "".join(self._data).strip()
        if of == "graph":
            self._graph_label = label
        else:
            self._label = label

    def _add_edge(self) -> None:
        if "directed" in self._attributes:
            self.directions.add(self._attributes["directed"] == "true")
        source, target = (self._attribute(end, "edge") for end in ("source", "target"))
        self.builder.add_edge(source, target, self._label)

    def _attribute(self, attribute: str, tag: str) -> str:
        if attribute not in self._attributes:
            raise InputError(f"<{tag}> without {attribute!r}", source=self.name, remedy="correct the file")
        return self._attributes[attribute]


def _refuse_entities(*_: object) -> None:
    # Entities can expand without bound and can name other files; graphs need none.
    raise _EntityError


class _EntityError(Exception):
    pass


def _parse(source: Source) -> _Handler:
    handler = _Handler(source.name)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = handler.start
    parser.EndElementHandler = handler.end
    parser.CharacterDataHandler = handler.text
    parser.EntityDeclHandler = _refuse_entities
    try:
        with naming_file(source.name):
            for chunk in source.chunks():
                parser.Parse(chunk, False)
            parser.Parse(b"", True)
    except expat.ExpatError as error:
        reason = f"is not well-formed XML ({expat.ErrorString(error.code)})"
        raise InputError(reason, source=source.name, line=error.lineno, remedy="fetch the file again") from error
    except (LookupError, ValueError) as error:  # of expat, about the declared encoding
        raise InputError(f"has an {error}", source=source.name, line=1, remedy="save it as UTF-8") from error
    except _EntityError:
        raise InputError("declares XML entities", source=source.name, remedy="write the text out instead") from None
    except InputError as error:
        line = parser.CurrentLineNumber if error.line is None else error.line
        raise InputError(error.reason, source=source.name, line=line, remedy=error.remedy) from None
    return handler


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read all graphs of a document; see :func:`spminer.read`."""
    handler = _parse(source)
    if handler.graphs == 0:
        raise InputError("no <graph> found", source=source.name, remedy="give a GraphML document")
    if len(handler.directions) > 1 and options.directed is None:
        raise InputError(
            "mixes directed and undirected edges", source=source.name, remedy="say which is meant with directed="
        )
    return handler.builder.build(directed=options.is_directed(True in handler.directions))


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write a document with one ``<graph>`` for each graph."""
    check_holds(graphs, "graphml", many=True, node_labels=True, edge_labels=True, graph_labels=True, isolated=True)
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
    names = plain_names(graph, "graphml", forbidden=r"[\x00-\x1f\ufffe\uffff\ud800-\udfff]")
    node_labels = _data("node", graph.node_label_names)
    edge_labels = _data("edge", graph.edge_label_names)
    lines = [f'<graph edgedefault="{"directed" if graph.directed else "undirected"}">']
    if graph.graph_labels is not None:
        lines += _data("graph", (str(graph.graph_labels[0]),))
    for node, name in enumerate(names):
        data = node_labels[graph.node_labels[node]] if graph.node_labels is not None else ""
        lines.append(f"<node id={quoteattr(name)}>{data}</node>")
    sources, targets, labels = graph.edges()
    quoted = [quoteattr(name) for name in names]
    for edge, (source, target) in enumerate(zip(sources.tolist(), targets.tolist(), strict=True)):
        data = edge_labels[labels[edge]] if labels is not None else ""
        lines.append(f"<edge source={quoted[source]} target={quoted[target]}>{data}</edge>")
    file.write("\n".join([*lines, "</graph>", ""]).encode())


def _data(tag: str, labels: tuple[str, ...]) -> list[str]:
    for label in labels:
        if not label.isprintable() or label != label.strip():
            raise UsageError(f"format graphml cannot hold the label {label!r}; format npz holds everything")
    return [f'<data key="{tag}_label">{escape(label)}</data>' for label in labels]
