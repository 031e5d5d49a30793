"""Builder of collections, node by node, for formats and libraries that are read in Python.

A builder collects nodes and edges with their attributes and decides at the end which attribute is label and which is
name. The label is the attribute that the user asked for, otherwise ``label``. An attribute ``label`` that no two nodes
share is taken for the node's name, since as a label it would make every pattern unique.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.text import did_you_mean
from spminer.errors import InputError
from spminer.graphs.build import LabelCodes, build_collection, encode_labels, parse_classes
from spminer.graphs.reading import Reading, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions

__all__ = ["FEWEST_NAMED", "FEW_EDGES", "GraphBuilder"]

FEWEST_NAMED = 10  # an object of another library needs this many nodes before its labels may be names
FEW_EDGES = 10  # with fewer edges, labels that are all different are still labels
_DEFAULT = "label"


class GraphBuilder:
    """Collects graphs one after the other, then decides once which attributes are labels and names.

    Nodes and edges of a graph may come in any order. A node or edge without the attribute that others have has the
    empty label.

    Parameters
    ----------
    options
        What the user asked for.
    title, source
        The format and the file, for messages.
    label_attributes
        Attributes of nodes that are labels in this format, even if no two are alike.
    names_per_graph
        Whether ``label`` holds names in this format, so that it must differ only within each graph.
    min_named_nodes
        Least number of nodes for labels that are all different to be names: objects of other libraries are also small
        patterns, whose labels are labels.
    edge_label_attribute
        Attribute of edges that is their label unless another is asked for.
    name_attribute
        Attribute of nodes that is their name in this format, unless ``label`` is: if every node has one and all
        differ within each graph.

    Examples
    --------
    >>> from spminer.graphs.options import ReadOptions
    >>> graphs = GraphBuilder(ReadOptions(), "GEXF")
    >>> for node, name in enumerate(["Ann", "Bob"]):
    ...     graphs.add_node(str(node), {"label": name, "age": "7"})
    >>> graphs.add_edge("0", "1", {})
    >>> graphs.end_graph()
    >>> graphs.build(False).reading.message()
    'read as GEXF: undirected (the file says so); names from attribute label (no two alike); no labels; not taken: age'
    """

    def __init__(
        self,
        options: ReadOptions,
        title: str,
        source: str = "",
        *,
        label_attributes: Sequence[str] = (),
        names_per_graph: bool = False,
        min_named_nodes: int = 1,
        edge_label_attribute: str = _DEFAULT,
        name_attribute: str = "",
    ) -> None:
        self._options, self._title, self._source = options, title, source
        self._deadline = options.deadline
        self._label_attributes, self._name_attribute = label_attributes, name_attribute
        self._names_per_graph, self._min_named_nodes = names_per_graph, min_named_nodes
        self._edge_label_attribute = edge_label_attribute
        asked = options.label
        self._kept = dict.fromkeys(
            (_DEFAULT, *label_attributes, name_attribute) if asked is None else (asked, _DEFAULT, name_attribute)
        )
        self._kept_of_edges = options.edge_label or edge_label_attribute
        self._node_attributes: dict[str, None] = {}  # every name that occurred, in order
        self._edge_attributes: dict[str, None] = {}
        # Of all graphs: nodes with the attributes that may be label or name, edges as numbers of nodes.
        self._ids: list[str] = []
        self._nodes: list[dict[str, Any]] = []
        self._ends: list[int] = []
        self._edge_labels: list[Any] = []
        self._offsets = [0]
        self._graph_names: list[str] = []
        self._graph_labels: list[object] = []
        self._open()

    def _open(self) -> None:
        """Begin a graph; `end_graph` adds it to the collection."""
        self._numbers: dict[str, int] = {}
        self._open_nodes: list[dict[str, Any]] = []
        self._open_edges: list[tuple[str, str, Any]] = []

    def add_node(self, node: str, attributes: Mapping[str, Any]) -> None:
        """Add a node to the open graph; an attribute ``None`` counts as missing."""
        if node in self._numbers:
            raise InputError(f"node {node[:40]!r} is listed twice", source=self._source, remedy="make the ids unique")
        self._deadline.tick()
        self._numbers[node] = len(self._ids) + len(self._numbers)
        self._node_attributes.update((name, None) for name, value in attributes.items() if value is not None)
        self._open_nodes.append({name: attributes[name] for name in self._kept if attributes.get(name) is not None})

    def add_edge(self, source: str, target: str, attributes: Mapping[str, Any], line: int | None = None) -> None:
        """Add an edge to the open graph. Its ends may come later, unless the edge has a line for the error."""
        self._deadline.tick()
        if line is not None:
            for end in (source, target):
                self._number(end, line)
        self._edge_attributes.update((name, None) for name, value in attributes.items() if value is not None)
        self._open_edges.append((source, target, attributes.get(self._kept_of_edges)))

    def _number(self, node: str, line: int | None = None) -> int:
        if node not in self._numbers:
            reason = f"an edge ends at node {node[:40]!r}, which is not listed"
            raise InputError(reason, source=self._source, line=line, remedy="list all nodes")
        return self._numbers[node]

    def end_graph(self, name: str = "", label: object = None, *, add_missing: bool = False) -> None:
        """Close the open graph, with its name and class if it has them."""
        for source, target, edge_label in self._deadline.through(self._open_edges):
            for end in (source, target):
                if add_missing and end not in self._numbers:
                    self.add_node(end, {})
                self._ends.append(self._number(end))
            self._edge_labels.append(edge_label)
        self._ids += self._numbers
        self._nodes += self._open_nodes
        self._offsets.append(len(self._ids))
        self._graph_names.append(name)
        self._graph_labels.append(label)
        self._open()

    def build(
        self,
        declared: bool | None,
        *,
        edges: str = "",
        stated_by: str = "the file says so",
        notes: Sequence[str] = (),
    ) -> GraphCollection:
        """The collection of all closed graphs; `declared` is the direction that the file states."""
        options = self._options
        self._check_asked()
        # A graph may have its names in one attribute and its labels in another.
        named = options.label != _DEFAULT and self._labels_are_names()
        naming = ""
        if named:
            naming = _DEFAULT
        elif options.label != self._name_attribute and self._has_names():
            naming = self._name_attribute
        attribute = options.label or _DEFAULT
        if options.label is None:
            attribute = next((name for name in self._label_attributes if name in self._node_attributes), attribute)
        labeled = attribute in self._node_attributes and not (named and attribute == _DEFAULT)
        edge_attribute = self._edge_attribute()
        nodes = [name for name in self._node_attributes if name not in (naming or None, attribute)]
        others = [f"{name} of edges" for name in self._edge_attributes if name != edge_attribute]
        names = [str(node[naming]) for node in self._deadline.through(self._nodes)] if naming else self._ids
        ends = np.array(self._ends, dtype=np.int32).reshape(-1, 2)
        self._deadline.check()
        return build_collection(
            ends[:, 0],
            ends[:, 1],
            nodes=len(names),
            directed=options.is_directed(declared),
            source=self._source,
            edge_labels=self._encode(self._edge_labels) if edge_attribute else None,
            graph_offsets=np.array(self._offsets, dtype=np.int64),
            node_names=_names(names),
            node_labels=self._encode(node.get(attribute) for node in self._nodes) if labeled else None,
            graph_names=tuple(self._graph_names) if any(self._graph_names) else None,
            graph_labels=parse_classes(self._graph_labels),
            reading=Reading(
                self._title,
                edges=edges,
                direction=options.direction(declared, stated_by=stated_by),
                names=f"attribute {naming} (no two alike)" if naming else "",
                node_labels=f"attribute {attribute}" if labeled else "",
                edge_labels=f"attribute {edge_attribute}" if edge_attribute else "",
                left_out=(*nodes, *others),
                notes=tuple(notes),
            ),
        )

    def _check_asked(self) -> None:
        for of, asked, known in (
            ("node", self._options.label, self._node_attributes),
            ("edge", self._options.edge_label, self._edge_attributes),
        ):
            if asked is not None and asked not in known:
                remedy = f"name one of: {listed(known)}" if known else f"{of}s have no attributes; leave it out"
                hint = did_you_mean(asked, known, otherwise="")
                raise InputError(f"no {of} has the attribute {asked!r}{hint}", source=self._source, remedy=remedy)

    def _labels_are_names(self) -> bool:
        """Whether every node has a label that no other node has."""
        if _DEFAULT not in self._node_attributes or not (self._options.names or self._names_per_graph):
            return False
        labels = [str(node[_DEFAULT]) for node in self._nodes if _DEFAULT in node]
        if len(labels) != len(self._nodes) or len(labels) < self._min_named_nodes:
            return False
        # Labels that recur in other graphs make patterns that several graphs have.
        return self._differ_per_graph(labels) if self._names_per_graph else len(set(labels)) == len(labels)

    def _has_names(self) -> bool:
        """Whether every node has the format's name attribute, and no two of a graph are alike."""
        names = [str(node[self._name_attribute]) for node in self._nodes if self._name_attribute in node]
        return (
            self._name_attribute in self._node_attributes
            and len(names) == len(self._nodes)
            and self._differ_per_graph(names)
        )

    def _differ_per_graph(self, texts: list[str]) -> bool:
        return all(len(set(texts[start:end])) == end - start for start, end in pairwise(self._offsets))

    def _edge_attribute(self) -> str:
        """The attribute that labels the edges; empty for none."""
        if self._options.edge_label is not None:
            return self._options.edge_label
        labels = [str(label) for label in self._edge_labels if label is not None]
        if len(labels) >= FEW_EDGES and len(set(labels)) == len(labels) and not self._options.edge_labels:
            return ""  # labels that are all different would make every pattern unique
        return self._edge_label_attribute if labels else ""

    def _encode(self, values: Iterable[Any]) -> LabelCodes:
        return encode_labels("" if value is None else value for value in self._deadline.through(values))


def _names(names: list[str]) -> NDArray[Any] | None:
    """The names as numbers if that loses nothing; ``None`` if they are the numbers of the nodes."""
    if not all(
        name.isascii() and name.isdigit() and len(name) <= 18 and (name == "0" or name[0] != "0") for name in names
    ):
        return np.array(names, dtype=object)
    numbers = np.array([int(name) for name in names], dtype=np.int64)
    return None if np.array_equal(numbers, np.arange(len(numbers))) else numbers
