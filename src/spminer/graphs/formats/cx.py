"""CX2 and CX, the files of Cytoscape and NDEx: aspects in JSON, one network per file. CX2 is written.

A document is a list of objects, each with an aspect (nodes, edges, attributes, layout, style); an aspect may come in
several parts. ``name`` of a node is its name if no two are alike, ``interaction`` of an edge its label. Aliases and
defaults of CX2 are resolved; lists as values are left out. Neither format states a direction, so that the writer adds
a network attribute ``directed``, which the reader takes.

Reference: "Cytoscape Exchange Format Specification (CX2)", https://cytoscape.org/cx/cx2/specification/.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any

from spminer.errors import InputError
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import ATTRIBUTES, Format, Holds, labeled_edges, labeled_nodes
from spminer.graphs.formats.json import load

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_REMEDY = "export the network again, from Cytoscape or NDEx"
_START = re.compile(rb'\s*\[\s*\{\s*"(CXVersion|numberVerification|metaData)"\s*:')
_NAME, _LABEL, _INTERACTION, _DIRECTED = "name", "label", "interaction", "directed"

_Aspects = dict[str, list[dict[str, Any]]]
_Elements = list[tuple[dict[str, Any], dict[str, Any]]]  # nodes or edges, each with its attributes


def looks_like_cx(sample: bytes) -> bool:
    """Whether a file starts as CX2 or CX do.

    >>> looks_like_cx(b'[{"CXVersion": "2.0"}'), looks_like_cx(b'[{"source": 1}')
    (True, False)
    """
    return _START.match(sample) is not None


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read a network; see :func:`spminer.read`."""
    document = load(source)
    if not isinstance(document, list) or not all(isinstance(part, dict) for part in document):
        raise InputError("is JSON, but not a list of aspects", source=source.name, remedy=_REMEDY)
    if not any("nodes" in part for part in document):
        raise InputError("has no aspect of nodes", source=source.name, remedy=_REMEDY)
    aspects: _Aspects = {}
    newer = any("CXVersion" in part for part in document)
    for part in document:
        for name, elements in part.items():
            aspects.setdefault(name, []).extend(elements if isinstance(elements, list) else ())
    try:
        nodes, edges, directed = (_cx2 if newer else _cx)(aspects)
        named = all(_NAME in attributes for _, attributes in nodes)
        graphs = GraphBuilder(
            replace(options, names=options.names and not named),  # labels beside names are labels
            "CX2" if newer else "CX",
            source.name,
            edge_label_attribute=_INTERACTION,
            name_attribute=_NAME,
        )
        for node, attributes in nodes:
            graphs.add_node(str(node["id" if newer else "@id"]), attributes)
        for edge, attributes in edges:
            graphs.add_edge(str(edge["s"]), str(edge["t"]), attributes)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"has an invalid node or edge ({error})", source=source.name, remedy=_REMEDY) from error
    graphs.end_graph()
    return graphs.build(directed, edges="aspect edges", stated_by="its network attribute says so")


def _cx2(aspects: _Aspects) -> tuple[_Elements, _Elements, bool | None]:
    """Nodes and edges of CX2, and the direction stated."""
    declared: dict[str, dict[str, Any]] = {}
    for part in aspects.get("attributeDeclarations", []):
        for kind, attributes in part.items():
            declared.setdefault(kind, {}).update(attributes)
    about = {name: value for part in aspects.get("networkAttributes", []) for name, value in part.items()}

    def elements(kind: str) -> _Elements:
        aliases = {one.get("a", name): name for name, one in declared.get(kind, {}).items()}
        defaults = {name: one["v"] for name, one in declared.get(kind, {}).items() if "v" in one}
        return [
            (one, _plain(defaults | {aliases.get(key, key): value for key, value in one.get("v", {}).items()}))
            for one in aspects.get(kind, [])
        ]

    directed = about.get(_DIRECTED)
    return elements("nodes"), elements("edges"), directed if isinstance(directed, bool) else None


def _cx(aspects: _Aspects) -> tuple[_Elements, _Elements, None]:
    """Nodes and edges of CX, whose attributes are aspects of their own."""

    def elements(kind: str, short: str, name: str) -> _Elements:
        attributes: dict[Any, dict[str, Any]] = {}
        for one in aspects.get(f"{kind}Attributes", []):
            of = one["po"]
            for place in of if isinstance(of, list) else [of]:
                attributes.setdefault(place, {})[one["n"]] = one.get("v")
        return [
            (one, _plain({name: one.get(short)} | attributes.get(one["@id"], {})))
            for one in aspects.get(f"{kind}s", [])
        ]

    return elements("node", "n", _NAME), elements("edge", "i", _INTERACTION), None


def _plain(attributes: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value for name, value in attributes.items() if value is not None and not isinstance(value, list | dict)
    }


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write CX2."""
    nodes = [
        {"id": number, "v": {_NAME: name} | ({} if label is None else {_LABEL: label})}
        for number, (name, label) in enumerate(labeled_nodes(graphs))
    ]
    edges = [
        {"id": number, "s": u, "t": v} | ({} if label is None else {"v": {_INTERACTION: label}})
        for number, (u, v, label) in enumerate(labeled_edges(graphs))
    ]
    text = {"d": "string"}
    of_nodes = {_NAME: text} | ({_LABEL: text} if graphs.node_labels is not None else {})
    of_edges = {_INTERACTION: text} if graphs.edge_labels is not None else {}
    declared = {"networkAttributes": {_DIRECTED: {"d": "boolean"}}, "nodes": of_nodes, "edges": of_edges}
    counts = {"attributeDeclarations": 1, "networkAttributes": 1, "nodes": len(nodes), "edges": len(edges)}
    document = [
        {"CXVersion": "2.0", "hasFragments": False},
        {"metaData": [{"name": name, "elementCount": count} for name, count in counts.items()]},
        {"attributeDeclarations": [declared]},
        {"networkAttributes": [{_DIRECTED: graphs.directed}]},
        {"nodes": nodes},
        {"edges": edges},
        {"status": [{"success": True}]},
    ]
    file.write((json.dumps(document) + "\n").encode())


FORMAT = Format(
    "cx",
    "CX2 or CX of Cytoscape",
    (".cx2", ".cx"),
    looks_like_cx,
    read,
    write,
    Holds(
        node_labels=True,
        edge_labels=True,
        isolated=True,
        doubted_labels=True,
        bad_names=r"[\ud800-\udfff]",
        bad_labels=r"[\ud800-\udfff]",
    ),
    options=ATTRIBUTES,
)
