"""Builder that collects graphs node by node, for formats and libraries that are walked through in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.deadline import Deadline
from spminer.errors import InputError
from spminer.graphs.build import Labels, build, encode_labels, parse_classes
from spminer.graphs.reading import Reading, listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions

__all__ = ["FEWEST_NAMED", "FEW_EDGES", "AttributedGraphs", "GraphSetBuilder"]


class GraphSetBuilder:
    """Takes graphs one after the other; nodes and edges of a graph may come in any order.

    Examples
    --------
    >>> builder = GraphSetBuilder()
    >>> builder.add_node("a"), builder.add_node("b"), builder.add_edge("a", "b")
    (None, None, None)
    >>> builder.end_graph()
    >>> builder.build(directed=False)
    GraphCollection(1 undirected graph, 2 nodes, 1 edges)
    """

    def __init__(self, source: str = "", patience: Deadline | None = None) -> None:
        self.source = source
        self._patience = patience or Deadline()
        self._offsets = [0]
        self._names: list[str] = []
        self._node_labels: list[str | None] = []
        self._ends: list[int] = []
        self._edge_labels: list[str | None] = []
        self._graph_names: list[str] = []
        self._graph_labels: list[object] = []
        self._index: dict[str, int] = {}
        self._pending: list[tuple[str, str]] = []

    def add_node(self, name: str, label: str | None = None) -> None:
        """Add a node to the open graph."""
        if name in self._index:
            raise InputError(f"node {name[:40]!r} is listed twice", source=self.source, remedy="make the ids unique")
        self._index[name] = len(self._names)
        self._names.append(name)
        self._node_labels.append(label)

    def add_edge(self, source: str, target: str, label: str | None = None) -> None:
        """Add an edge to the open graph."""
        self._pending.append((source, target))
        self._edge_labels.append(label)

    def end_graph(self, name: str = "", label: object = None) -> None:
        """Close the open graph, with its name and class if it has them; what follows belongs to the next."""
        for ends in self._pending:
            self._patience.tick()
            for end in ends:
                if end not in self._index:
                    reason = f"an edge ends at node {end[:40]!r}, which is not listed"
                    raise InputError(reason, source=self.source, remedy="list all nodes")
                self._ends.append(self._index[end])
        self._offsets.append(len(self._names))
        self._graph_names.append(name)
        self._graph_labels.append(label)
        self._index.clear()
        self._pending.clear()

    def build(self, *, directed: bool, reading: Reading | None = None) -> GraphCollection:
        """The collection of all closed graphs."""
        ends = np.array(self._ends, dtype=np.int32).reshape(-1, 2)
        self._patience.check()
        edge_labels, node_labels = _optional_labels(self._edge_labels), _optional_labels(self._node_labels)
        self._patience.check()
        names = _as_numbers(self._names) if _are_numbers(self._names) else np.array(self._names, dtype=object)
        self._patience.check()
        return build(
            ends[:, 0],
            ends[:, 1],
            nodes=len(self._names),
            directed=directed,
            source=self.source,
            edge_labels=edge_labels,
            graph_offsets=np.array(self._offsets, dtype=np.int64),
            node_names=names,
            node_labels=node_labels,
            graph_names=tuple(self._graph_names) if any(self._graph_names) else None,
            graph_labels=parse_classes(self._graph_labels),
            reading=reading,
        )


def _optional_labels(labels: Sequence[str | None]) -> Labels | None:
    """No labels at all, or one for each; a missing one among others is the empty label."""
    if all(label is None for label in labels):
        return None
    return encode_labels("" if label is None else label for label in labels)


def _are_numbers(names: list[str]) -> bool:
    """Whether every name is the usual way to write a number, so that nothing is lost by storing numbers."""
    return all(
        name.isascii() and name.isdigit() and len(name) <= 18 and (name == "0" or name[0] != "0") for name in names
    )


def _as_numbers(names: list[str]) -> np.ndarray | None:
    """Names that are the node numbers anyway need not be kept."""
    numbers = np.array([int(name) for name in names], dtype=np.int64)
    return None if np.array_equal(numbers, np.arange(len(numbers))) else numbers


FEWEST_NAMED = 10  # nodes of an object whose labels may be names
_DEFAULT = "label"
FEW_EDGES = 10  # that labels of fewer edges are all different says nothing


class AttributedGraphs:
    """Collects graphs one after the other, then decides once what their attributes are.

    The attribute that was asked for is the label, otherwise ``label`` is. Unless it was asked for, ``label`` is the
    node's name if no two nodes have the same, since as a label it would make every pattern unique.

    Parameters
    ----------
    options
        What the user asked for.
    title, source
        The format and the file, for messages.
    certain
        Attributes of nodes that are labels in this format, whether or not they differ.
    names_first
        Whether ``label`` is meant for names in this format, so that only within a graph no two may be alike.
    fewest
        Nodes that there must be before labels that are all different are names: objects of other libraries are also
        small patterns, whose labels are labels.
    relation
        Attribute of edges that is their label unless another is asked for.
    name
        Attribute of nodes that is their name in this format if every node has one and no two of a graph are alike,
        unless ``label`` is their name.

    Examples
    --------
    >>> from spminer.graphs.options import ReadOptions
    >>> graphs = AttributedGraphs(ReadOptions(), "GEXF")
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
        certain: Sequence[str] = (),
        names_first: bool = False,
        fewest: int = 1,
        relation: str = _DEFAULT,
        name: str = "",
    ) -> None:
        self.source = source
        self._options, self._title, self._certain, self._relation = options, title, certain, relation
        self._names_first, self._fewest, self._name = names_first, fewest, name
        self._graphs: list[_Graph] = []
        self._open = _Graph()
        self._node_attributes: dict[str, None] = {}
        self._edge_attributes: dict[str, None] = {}

    def add_node(self, node: str, attributes: Mapping[str, Any]) -> None:
        """Add a node to the open graph."""
        if node in self._open.numbers:
            raise InputError(f"node {node[:40]!r} is listed twice", source=self.source, remedy="make the ids unique")
        self._options.patience.tick()
        self._open.numbers[node] = len(self._open.numbers)
        present = {name: value for name, value in attributes.items() if value is not None}
        self._node_attributes.update(dict.fromkeys(present))
        self._open.nodes.append({name: present[name] for name in self._wanted(present, self._options.label)})

    def has_node(self, node: str) -> bool:
        """Whether the open graph has a node."""
        return node in self._open.numbers

    def add_edge(self, source: str, target: str, attributes: Mapping[str, Any]) -> None:
        """Add an edge to the open graph; its ends may come later."""
        self._options.patience.tick()
        present = {name: value for name, value in attributes.items() if value is not None}
        self._edge_attributes.update(dict.fromkeys(present))
        wanted = self._options.edge_label or self._relation
        self._open.edges.append((source, target, present.get(wanted)))

    def end_graph(self, name: str = "", label: object = None, *, add_missing: bool = False) -> None:
        """Close the open graph, with its name and class if it has them."""
        for ends in self._open.edges:
            self._options.patience.tick()
            for end in ends[:2]:
                if end not in self._open.numbers:
                    if not add_missing:
                        reason = f"an edge ends at node {str(end)[:40]!r}, which is not listed"
                        raise InputError(reason, source=self.source, remedy="list all nodes")
                    self.add_node(end, {})
        self._open.name, self._open.label = name, label
        self._graphs.append(self._open)
        self._open = _Graph()

    def _wanted(self, present: Mapping[str, Any], asked: str | None) -> list[str]:
        wanted = dict.fromkeys(
            (_DEFAULT, *self._certain, self._name) if asked is None else (asked, _DEFAULT, self._name)
        )
        return [name for name in wanted if name in present]

    def build(
        self,
        declared: bool | None,
        *,
        edges: str = "",
        stated_by: str = "the file says so",
        notes: Sequence[str] = (),
    ) -> GraphCollection:
        """The collection of all closed graphs; `declared` is what the file says about direction."""
        options = self._options
        self._check_asked()
        attribute = self._label_attribute()
        named = options.label != _DEFAULT and self._labels_are_names()
        naming = _DEFAULT if named else self._name if options.label != self._name and self._has_names() else ""
        # A graph may have its names in one attribute and its labels in another.
        certain = next((name for name in self._certain if name in self._node_attributes), None)
        if options.label is None and certain is not None:
            attribute = certain
        edge_attribute = self._edge_label_attribute()
        builder = GraphSetBuilder(self.source, options.patience)
        for graph in self._graphs:
            names = [str(node[naming]) for node in graph.nodes] if naming else list(graph.numbers)
            for name, node in zip(names, graph.nodes, strict=True):
                options.patience.tick()
                value = None if named and attribute == _DEFAULT else node.get(attribute)
                builder.add_node(name, None if value is None else str(value))
            for source, target, label in graph.edges:
                options.patience.tick()
                ends = names[graph.numbers[source]], names[graph.numbers[target]]
                builder.add_edge(*ends, None if label is None or not edge_attribute else str(label))
            builder.end_graph(graph.name, graph.label)
        taken = attribute in self._node_attributes and not (named and attribute == _DEFAULT)
        return builder.build(
            directed=options.is_directed(declared),
            reading=Reading(
                self._title,
                edges=edges,
                direction=options.direction(declared, stated_by=stated_by),
                names=f"attribute {naming} (no two alike)" if naming else "",
                node_labels=f"attribute {attribute}" if taken else "",
                edge_labels=f"attribute {edge_attribute}" if edge_attribute else "",
                left_out=self._left_out({attribute if taken or named else None, naming or None}, edge_attribute),
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
                raise InputError(f"no {of} has the attribute {asked!r}", source=self.source, remedy=remedy)

    def _label_attribute(self) -> str:
        return self._options.label or _DEFAULT

    def _labels_are_names(self) -> bool:
        """Whether every node has a label that no other node has."""
        if _DEFAULT not in self._node_attributes or not (self._options.names or self._names_first):
            return False
        labels = [[str(node[_DEFAULT]) for node in graph.nodes if _DEFAULT in node] for graph in self._graphs]
        if any(len(own) != len(graph.nodes) for own, graph in zip(labels, self._graphs, strict=True)):
            return False
        if sum(map(len, labels)) < self._fewest:
            return False
        # Labels that recur in other graphs make patterns that several graphs have.
        groups = labels if self._names_first else [[label for own in labels for label in own]]
        return all(len(set(group)) == len(group) for group in groups)

    def _has_names(self) -> bool:
        """Whether every node has the attribute that is its name in this format, and no two of a graph are alike."""
        if self._name not in self._node_attributes:
            return False
        for graph in self._graphs:
            names = {str(node[self._name]) for node in graph.nodes if self._name in node}
            if len(names) != len(graph.nodes):
                return False
        return True

    def _edge_label_attribute(self) -> str:
        if self._options.edge_label is not None:
            return self._options.edge_label
        labels = [str(label) for graph in self._graphs for *_, label in graph.edges if label is not None]
        if not labels:
            return ""
        if len(labels) >= FEW_EDGES and len(set(labels)) == len(labels) and not self._options.edge_labels:
            return ""  # labels that are all different would make every pattern unique
        return self._relation

    def _left_out(self, node_taken: set[str | None], edge_taken: str) -> tuple[str, ...]:
        nodes = [name for name in self._node_attributes if name not in node_taken]
        edges = [f"{name} of edges" for name in self._edge_attributes if name != edge_taken]
        return (*nodes, *edges)


class _Graph:
    """One graph as it was listed."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.nodes: list[dict[str, Any]] = []
        self.edges: list[tuple[str, str, Any]] = []
        self.name = ""
        self.label: object = None
