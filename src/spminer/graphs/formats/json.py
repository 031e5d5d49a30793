"""JSON: node-link graphs (networkx, D3, Cytoscape.js, graphology, JSON Graph Format), lists of edges, JSON lines."""

from __future__ import annotations

import json
import re
from typing import IO, TYPE_CHECKING, Any

from spminer.errors import InputError
from spminer.graphs.attributed import AttributedGraphs
from spminer.graphs.formats.jsonshapes import GraphShape, edge_list_shape, graph_shape
from spminer.graphs.formats.writing import check_holds, plain_names
from spminer.graphs.tables.edges import table_of_edges

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.formats.options import ReadOptions
    from spminer.graphs.formats.source import Source

__all__ = ["load", "looks_like_json", "read", "write"]

_OWN = "spminer_label"  # how this package writes labels, which are labels even where no two are alike
_REMEDY = "give nodes and links, a list of edges, or one edge or graph per line"
# A text that opens an object or a list and goes on as JSON does.
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
    records = edge_list_shape(document)
    if records is not None:
        return table_of_edges(records, options, source=source.name, title="list of edges in JSON")
    several = document if isinstance(document, list) else [document]
    shapes = [graph_shape(one) for one in several]
    if not shapes or None in shapes:
        raise InputError("is JSON, but no graph that is known", source=source.name, remedy=_REMEDY)
    if options.source is not None or options.target is not None:
        reason = "has nodes and links, whose ends are known; source= and target= are for lists of edges"
        raise InputError(reason, source=source.name, remedy="leave them out")
    return _collection([shape for shape in shapes if shape is not None], options, source.name)


def load(source: Source) -> Any:
    """A document, or the list of those that JSON lines are."""
    text, name = source.text(), source.name
    source.patience.check()
    try:
        return json.loads(text)
    except RecursionError:
        raise InputError("is nested too deeply", source=name, remedy=_REMEDY) from None
    except ValueError as error:
        first = error
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    values = []
    for number, line in lines:
        source.patience.tick()
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            if len(values) > 0 and number > 1 and lines[0][0] < number:
                raise InputError("is not JSON", source=name, line=number, remedy=_REMEDY) from error
            place = getattr(first, "lineno", None)
            raise InputError(f"is not JSON ({first})", source=name, line=place, remedy="fetch it again") from first
    return values


def _collection(shapes: list[GraphShape], options: ReadOptions, name: str) -> GraphCollection:
    graphs = AttributedGraphs(options, shapes[0].title, name, certain=(_OWN,))
    for shape in shapes:
        try:
            nodes, edges = shape.nodes(options.patience), shape.edges(options.patience)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise InputError(f"a node or edge is not as expected ({error})", source=name, remedy=_REMEDY) from error
        for node, attributes in nodes:
            graphs.add_node(node, attributes)
        for source, target, attributes in edges:
            graphs.add_edge(source, target, attributes)
        graphs.end_graph(shape.name, shape.label, add_missing=not nodes)
    declared = {shape.directed for shape in shapes}
    if len(declared) > 1 and options.directed is None:
        raise InputError(
            "mixes directed and undirected graphs", source=name, remedy="say which is meant with directed="
        )
    stated = shapes[0].directed if len(declared) == 1 else options.directed
    return graphs.build(stated, stated_by=shapes[0].stated_by)


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write node-link data as networkx reads them: one object, or a list of them."""
    check_holds(
        graphs,
        "json",
        many=True,
        node_labels=True,
        edge_labels=True,
        graph_labels=True,
        isolated=True,
        doubted_labels=True,
    )
    several = [_node_link(graph) for graph in graphs]
    file.write((json.dumps(several[0] if len(several) == 1 else several) + "\n").encode())


def _node_link(graph: GraphCollection) -> dict[str, Any]:
    numbers = graph.node_names is None or graph.node_names.dtype != object
    names: list[Any] = plain_names(graph, "json", forbidden=r"[\ud800-\udfff]").tolist()
    ids = [int(name) for name in names] if numbers else names
    nodes: list[dict[str, Any]] = [{"id": name} for name in ids]
    if graph.node_labels is not None:
        for node, code in zip(nodes, graph.node_labels, strict=True):
            node[_OWN] = graph.node_label_names[code]
    sources, targets, codes = graph.edges()
    ends = zip(sources.tolist(), targets.tolist(), strict=True)
    links: list[dict[str, Any]] = [{"source": ids[u], "target": ids[v]} for u, v in ends]
    if codes is not None:
        for link, code in zip(links, codes, strict=True):
            link["label"] = graph.edge_label_names[code]
    about = {} if graph.graph_labels is None else {"label": int(graph.graph_labels[0])}
    return {"directed": graph.directed, "multigraph": False, "graph": about, "nodes": nodes, "links": links}
