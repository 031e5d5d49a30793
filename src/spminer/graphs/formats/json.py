"""JSON: node-link graphs, adjacency, lists of edges; one document or JSON lines.

Shapes: nodes and links (networkx, D3, graphology, JSON Graph Format), elements of Cytoscape.js, adjacency data of
networkx, an object with the neighbors of each node, and lists of edges as pairs or as objects with two ends. Lists of
edges are read like tables. Ids are texts; nodes without ids are numbered, and links may give places instead of ids, as
D3 does. Attributes are what stands beside the id, or in ``data``, ``attributes``, ``metadata`` or ``properties``;
nested ones are left out. The direction is the document's ``directed`` or its ``options.type``; edges of JSON Graph
Format are arcs unless it says otherwise. ``spminer_label``, which this package writes, is always a label.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from spminer._util.deadline import Deadline
from spminer._util.options import option_text
from spminer.errors import InputError
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import ATTRIBUTES, Format, Holds, labeled_edges, labeled_nodes, names_as_text
from spminer.graphs.options import ask_direction
from spminer.graphs.tables.columns import find_endpoint_columns
from spminer.graphs.tables.edges import table_of_edges

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT", "load", "looks_like_json"]

_Node = tuple[str, dict[str, Any]]
_Edge = tuple[str, str, dict[str, Any]]

_IDS = ("id", "key", "name", "label")
_SOURCES, _TARGETS = ("source", "from", "src", "subject"), ("target", "to", "dst", "object")
_INNER = ("data", "attributes", "metadata", "properties")  # inner objects with the attributes of a node


@dataclass(frozen=True, slots=True)
class JsonGraph:
    """One graph in JSON.

    Attributes
    ----------
    title
        The shape, in words.
    nodes, edges
        Nodes with their attributes; ends of edges with their attributes.
    directed
        The direction that the document states.
    stated_by
        How it states the direction, in words.
    name, label
        Name and class of the graph.
    """

    title: str
    nodes: list[_Node]
    edges: list[_Edge]
    directed: bool | None = None
    stated_by: str = "the file says so"
    name: str = ""
    label: Any = None


def parse_edge_list(document: Any) -> dict[str, list[Any]] | None:
    """Columns of a list of edges, given as pairs or as objects with two ends; ``None`` for another document.

    >>> parse_edge_list([{"from": 1, "to": 2}]), parse_edge_list([[1, 2], [2, 3]])
    ({'from': [1], 'to': [2]}, {'source': [1, 2], 'target': [2, 3]})
    """
    if isinstance(document, dict):  # JSON lines with one line
        document = [document]
    if not isinstance(document, list) or not document:
        return None
    if all(isinstance(row, list) and len(row) >= 2 and not _nested(row[:2]) for row in document):
        if any(len(row) > 3 for row in document):
            return None
        columns = {"source": [row[0] for row in document], "target": [row[1] for row in document]}
        if all(len(row) == 3 and not _nested(row[2:]) for row in document):
            columns["third"] = [row[2] for row in document]
        return columns
    if all(isinstance(row, dict) and not _nested(row.values()) for row in document):
        names = list(dict.fromkeys(name for row in document for name in row))
        return {name: [row.get(name) for row in document] for name in names} if find_endpoint_columns(names) else None
    return None


def _nested(values: Any) -> bool:
    return any(isinstance(value, dict | list) for value in values)


def parse_graph(document: Any, deadline: Deadline | None = None) -> JsonGraph | None:
    """The graph of an object; ``None`` if its shape is unknown. Errors say which node or edge is invalid.

    >>> parse_graph({"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}]}).title
    'node-link JSON'
    """
    deadline = deadline or Deadline()
    if not isinstance(document, dict):
        return None
    inner = document.get("graph")
    if isinstance(inner, dict) and ("nodes" in inner or "edges" in inner):
        return _described(inner, deadline)
    if "elements" in document:
        return _cytoscape(document["elements"], deadline)
    if isinstance(document.get("adjacency"), list):
        return _adjacency_data(document, deadline)
    if any(key in document for key in ("links", "edges")):
        return _described(document, deadline)
    return _adjacency(document, deadline)


def _described(document: dict[str, Any], deadline: Deadline) -> JsonGraph | None:
    """An object with nodes and links (or edges)."""
    nodes = document.get("nodes", [])
    links = document.get("links", document.get("edges"))
    if isinstance(nodes, dict):  # JSON Graph Format, in which edges are arcs unless it says otherwise
        listed = [{"id": key, **value} if isinstance(value, dict) else {"id": key} for key, value in nodes.items()]
        declared: bool | None = bool(document.get("directed", True))
        stated_by = "as JSON Graph Format has it"
    else:
        listed, declared, stated_by = nodes, _direction(document), "the file says so"
    if not isinstance(listed, list) or not isinstance(links, list):
        return None
    about = document.get("graph")
    label = about.get("label") if isinstance(about, dict) else None
    name = document.get("name") or (about.get("name") if isinstance(about, dict) else None)
    return JsonGraph(
        "node-link JSON",
        _nodes(listed, deadline),
        _edges(links, listed, deadline),
        declared,
        stated_by,
        str(name or ""),
        label,
    )


def _direction(document: dict[str, Any]) -> bool | None:
    if isinstance(document.get("directed"), bool):
        return bool(document["directed"])
    options = document.get("options")  # of graphology
    kind = options.get("type") if isinstance(options, dict) else None
    return {"directed": True, "undirected": False}.get(str(kind))


def _cytoscape(elements: Any, deadline: Deadline) -> JsonGraph | None:
    if isinstance(elements, list):
        if not all(isinstance(one, dict) and isinstance(one.get("data", {}), dict) for one in elements):
            return None
        listed: dict[str, list[Any]] = {"nodes": [], "edges": []}
        for one in elements:
            listed["edges" if "source" in one.get("data", {}) else "nodes"].append(one)
        elements = listed
    if not isinstance(elements, dict) or not isinstance(elements.get("edges", []), list):
        return None
    nodes, links = elements.get("nodes", []), elements.get("edges", [])
    return JsonGraph("Cytoscape JSON", _nodes(nodes, deadline), _edges(links, nodes, deadline))


def _adjacency_data(document: dict[str, Any], deadline: Deadline) -> JsonGraph | None:
    """Adjacency data of networkx: a list of nodes, and for each a list of neighbors with their attributes."""
    nodes, rows = document.get("nodes"), document["adjacency"]
    if not isinstance(nodes, list) or len(nodes) != len(rows):
        return None

    listed = _nodes(nodes, deadline)
    edges = [
        (source, _text(entry["id"]), _attributes(entry, {"id"}))
        for (source, _), row in deadline.through(zip(listed, rows, strict=True))
        for entry in row
    ]
    return JsonGraph("adjacency JSON", listed, edges, _direction(document))


def _adjacency(document: dict[str, Any], deadline: Deadline) -> JsonGraph | None:
    """An object that lists the neighbors of each node, perhaps with attributes of the edges."""
    if not document or not all(isinstance(value, list | dict) for value in document.values()):
        return None
    if any(_nested(row if isinstance(row, list) else ()) for row in document.values()):
        return None
    if any(
        isinstance(row, dict) and not all(isinstance(v, dict | int | float | None) for v in row.values())
        for row in document.values()
    ):
        return None

    edges = [
        (source, _text(target), row[target] if isinstance(row, dict) and isinstance(row[target], dict) else {})
        for source, row in document.items()
        for target in deadline.through(row)
    ]
    return JsonGraph("lists of neighbors in JSON", [], edges)


def _text(value: Any) -> str:
    if isinstance(value, bool) or value is None or isinstance(value, dict | list):
        raise ValueError(f"invalid node {str(value)[:20]}")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _nodes(listed: list[Any], deadline: Deadline) -> list[_Node]:
    """Nodes with their attributes; without ids, they are numbered."""
    if not all(isinstance(one, dict) for one in listed):
        return [(_text(one), {}) for one in deadline.through(listed)]
    flat = [_flat(one) for one in deadline.through(listed)]
    key = next((name for name in _IDS if all(name in one for one in flat)), None)
    if key is None:
        return [(str(number), _attributes(one, set())) for number, one in enumerate(deadline.through(flat))]
    return [(_text(one[key]), _attributes(one, {key})) for one in deadline.through(flat)]


def _flat(entry: dict[str, Any]) -> dict[str, Any]:
    """An object with the entries of its inner objects."""
    inner = [entry[name] for name in _INNER if isinstance(entry.get(name), dict)]
    outer = {name: value for name, value in entry.items() if name not in _INNER or not isinstance(value, dict)}
    for one in inner:
        outer = {**one, **outer}
    return outer


def _attributes(entry: dict[str, Any], others: set[str]) -> dict[str, Any]:
    return {
        name: value
        for name, value in entry.items()
        if name not in others and not isinstance(value, dict | list) and value is not None
    }


def _edges(links: list[Any], nodes: list[Any], deadline: Deadline) -> list[_Edge]:
    ids = [node for node, _ in _nodes(nodes, deadline)]
    found: list[_Edge] = []
    for link in deadline.through(links):
        if isinstance(link, list):
            found.append((_text(link[0]), _text(link[1]), {}))
            continue
        if not isinstance(link, dict):
            raise ValueError(f"invalid edge {str(link)[:20]}")
        flat = _flat(link)
        ends = []
        for words in (_SOURCES, _TARGETS):
            key = next(word for word in words if word in flat) if any(word in flat for word in words) else words[0]
            ends.append(_end(flat[key]))
        found.append((*ends, _attributes(flat, {*_SOURCES, *_TARGETS})))  # type: ignore[arg-type]
    return _by_place(found, ids)


def _end(value: Any) -> str:
    """An end of an edge: an id, or the node itself, as D3 leaves it after drawing."""
    if isinstance(value, dict):
        return _text(next((value[name] for name in _IDS if name in value), None))
    return _text(value)


def _by_place(edges: list[_Edge], ids: list[str]) -> list[_Edge]:
    """Edges whose ends are ids, from places in the list of nodes, as early D3 has them."""
    known = set(ids)
    ends = {end for source, target, _ in edges for end in (source, target)}
    if not ids or ends <= known or not all(end.isdigit() and int(end) < len(ids) for end in ends):
        return edges
    return [(ids[int(source)], ids[int(target)], attributes) for source, target, attributes in edges]


_OWN = "spminer_label"  # the attribute of labels that this package writes
_REMEDY = "give nodes and links, a list of edges, or one edge or graph per line"
# The start of an object or of a list.
_START = re.compile(rb'\s*(\{\s*("|\}|$)|\[\s*([\[{"\]\-0-9]|$))')


def looks_like_json(sample: bytes) -> bool:
    """Whether a file starts as a JSON object or list does.

    >>> looks_like_json(b'{"nodes": []}'), looks_like_json(b"[a] b")
    (True, False)
    """
    return _START.match(sample) is not None


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read the graphs of a document, or of JSON lines; see :func:`spminer.read`."""
    document = load(source)
    records = parse_edge_list(document)
    if records is not None:
        return table_of_edges(records, options, source=source.name, title="list of edges in JSON")
    several = document if isinstance(document, list) else [document]
    try:
        graphs = [parse_graph(one, options.deadline) for one in several]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InputError(f"has an invalid node or edge ({error})", source=source.name, remedy=_REMEDY) from error
    known = [graph for graph in graphs if graph is not None]
    if not known or len(known) < len(graphs):
        raise InputError("is JSON of an unknown shape", source=source.name, remedy=_REMEDY)
    if options.source is not None or options.target is not None:
        reason = f"has nodes and links; {option_text('source')} and {option_text('target')} are for lists of edges"
        raise InputError(reason, source=source.name, remedy="leave them out")
    return _collection(known, options, source.name)


def load(source: Source) -> Any:
    """A document, or the list of documents of JSON lines."""
    text, name = source.text(), source.name
    source.deadline.check()
    try:
        return json.loads(text)
    except RecursionError:
        raise InputError("is nested too deeply", source=name, remedy=_REMEDY) from None
    except ValueError as error:
        first = error
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    values = []
    for number, line in lines:
        source.deadline.tick()
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            if len(values) > 0 and number > 1 and lines[0][0] < number:
                raise InputError("is not JSON", source=name, line=number, remedy=_REMEDY) from error
            place = getattr(first, "lineno", None)
            raise InputError(f"is not JSON ({first})", source=name, line=place, remedy="fetch it again") from first
    return values


def _collection(shapes: list[JsonGraph], options: ReadOptions, name: str) -> GraphCollection:
    graphs = GraphBuilder(options, shapes[0].title, name, label_attributes=(_OWN,))
    for shape in shapes:
        for node, attributes in shape.nodes:
            graphs.add_node(node, attributes)
        for source, target, attributes in shape.edges:
            graphs.add_edge(source, target, attributes)
        graphs.end_graph(shape.name, shape.label, add_missing=not shape.nodes)
    declared = {shape.directed for shape in shapes}
    if len(declared) > 1 and options.directed is None:
        raise InputError("mixes directed and undirected graphs", source=name, remedy=ask_direction())
    stated = shapes[0].directed if len(declared) == 1 else options.directed
    return graphs.build(stated, stated_by=shapes[0].stated_by)


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write node-link data of networkx: one object, or a list of them."""
    several = [_node_link(graph) for graph in graphs]
    file.write((json.dumps(several[0] if len(several) == 1 else several) + "\n").encode())


def _node_link(graph: GraphCollection) -> dict[str, Any]:
    numbers = graph.node_names is None or graph.node_names.dtype != object
    names: list[Any] = names_as_text(graph).tolist()
    ids = [int(name) for name in names] if numbers else names
    nodes = [
        {"id": name} if label is None else {"id": name, _OWN: label}
        for name, (_, label) in zip(ids, labeled_nodes(graph), strict=True)
    ]
    links = [
        {"source": ids[u], "target": ids[v]} | ({} if label is None else {"label": label})
        for u, v, label in labeled_edges(graph)
    ]
    about = {} if graph.graph_labels is None else {"label": int(graph.graph_labels[0])}
    return {"directed": graph.directed, "multigraph": False, "graph": about, "nodes": nodes, "links": links}


FORMAT = Format(
    "json",
    "node-link JSON, JSON lines",
    (".json", ".jsonl", ".ndjson"),
    looks_like_json,
    read,
    write,
    Holds(
        many=True,
        node_labels=True,
        edge_labels=True,
        graph_labels=True,
        isolated=True,
        doubted_labels=True,
        bad_names=r"[\ud800-\udfff]",
    ),
    options=(*ATTRIBUTES, "source", "target"),
)
