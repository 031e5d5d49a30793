"""Statistics of a collection of graphs: sizes, degrees, components, triangles."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.text import format_number
from spminer._util.text_table import format_facts
from spminer._util.validation import validate_arguments
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.reading import listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.reading import Dropped, Reading

__all__ = ["GraphInfo", "component_sizes", "describe"]


@dataclass(frozen=True, slots=True)
class GraphInfo:
    """Statistics of a collection, as ``spminer info`` prints them. Only `edges` and `density` depend on direction.

    Attributes
    ----------
    source
        Where the graphs came from.
    graphs, nodes, edges
        Totals; `edges` counts arcs if directed.
    directed
        Whether edges have a direction.
    degree_min, degree_median, degree_mean, degree_max
        Number of neighbors per node.
    components, largest_component
        Connected components of all graphs, and the number of nodes of the largest.
    triangles
        Sets of three nodes that are all neighbors.
    density
        Edges divided by the number of pairs of nodes within the same graph.
    node_labels, edge_labels
        Number of different labels, 0 if there are none.
    node_label_counts, edge_label_counts
        Nodes and edges with each of the labels, the most frequent label first.
    classes
        Graphs of each class, by its number; empty if graphs have no classes.
    isolated_nodes
        Nodes without any edge.
    dropped
        Edges that reading left out or merged.
    reading
        The parts of the file that were taken for edges, direction, names and labels.
    """

    source: str
    graphs: int
    nodes: int
    edges: int
    directed: bool
    degree_min: int
    degree_median: float
    degree_mean: float
    degree_max: int
    components: int
    largest_component: int
    triangles: int
    density: float
    node_labels: int
    edge_labels: int
    node_label_counts: dict[str, int]
    edge_label_counts: dict[str, int]
    classes: dict[str, int]
    isolated_nodes: int
    dropped: Dropped
    reading: Reading

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values, for JSON."""
        facts = asdict(self)
        facts["reading"] = self.reading.to_dict()
        del facts["dropped"]["isolated_nodes"]  # they are not dropped, and stated above
        return facts

    def __repr__(self) -> str:
        direction = "directed" if self.directed else "undirected"
        return f"GraphInfo({self.graphs:,} {direction}, {self.nodes:,} nodes, {self.edges:,} edges)"

    def __str__(self) -> str:
        """What was taken for what, then sizes and labels: a line each."""
        return format_facts(_lines(self.to_dict()))


# Fields of a reading, and their names in the table.
_TAKEN = {
    "format": "read as",
    "edges": "edges from",
    "direction": "direction",
    "names": "names from",
    "node_labels": "node labels from",
    "edge_labels": "edge labels from",
    "graph_labels": "classes from",
    "left_out": "not taken",
}


def _lines(facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Facts as lines: first what was taken for what, then sizes and labels."""
    reading, dropped = facts.pop("reading"), facts.pop("dropped")
    source = facts.pop("source")
    lines = [("source", source)] if source else []
    lines += [(name, _text(reading[key])) for key, name in _TAKEN.items() if key in reading]
    if "direction" in reading:
        del facts["directed"]  # the reading has it, with the reason
    if "left_out" in reading:
        del dropped["extra_columns"]
    for labels in ("node_labels", "edge_labels"):
        facts[labels] = facts.pop(f"{labels[:-1]}_counts")
    classes = facts.pop("classes")
    if classes or facts["graphs"] > 1:
        facts["classes"] = classes
    facts |= {f"dropped {key}": value for key, value in dropped.items() if value is not False}
    return lines + [(key.replace("_", " "), _text(value)) for key, value in facts.items()]


def _text(value: object) -> str:
    """A value in words; labels or classes with their numbers: ``3: C (10), O (2), N (1)``."""
    if value is None or value in ([], ()):
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return format_number(value)
    if isinstance(value, dict):
        parts = [f"{name or 'empty'} ({format_number(count)})" for name, count in value.items()]
        return f"{len(parts)}: {listed(parts)}" if parts else "none"
    if isinstance(value, list | tuple):
        return listed(map(_text, value))
    return str(value)


@validate_arguments
def describe(graph: Any, *, threads: int = 0) -> GraphInfo:
    """Statistics of graphs: sizes, degrees, components, triangles, labels and classes.

    Parameters
    ----------
    graph
        The collection, or what :func:`spminer.mine` takes.
    threads
        Number of threads; 0 means every core.

    Examples
    --------
    >>> import spminer
    >>> info = describe(spminer.from_edges([(0, 1), (1, 2), (2, 0), (3, 4)]))
    >>> info.components, info.largest_component, info.triangles, info.degree_max
    (2, 3, 1, 2)
    """
    graph = as_collection(graph)
    target = graph.target(direction=False, node_labels=False, edge_labels=False)
    structure = _core.describe_structure(target, threads=threads)
    degrees = target.degrees()
    some = len(degrees) > 0
    sizes = np.diff(graph.graph_offsets).astype(np.float64)
    pairs = float((sizes * (sizes - 1)).sum()) / (1 if graph.directed else 2)
    return GraphInfo(
        source=graph.source,
        graphs=graph.num_graphs,
        nodes=graph.num_nodes,
        edges=graph.num_edges,
        directed=graph.directed,
        degree_min=int(degrees.min()) if some else 0,
        degree_median=float(np.median(degrees)) if some else 0.0,
        degree_mean=float(degrees.mean()) if some else 0.0,
        degree_max=int(degrees.max()) if some else 0,
        components=structure.components,
        largest_component=structure.largest_component,
        triangles=structure.triangles,
        density=graph.num_edges / pairs if pairs else 0.0,
        node_labels=len(graph.node_label_names),
        edge_labels=len(graph.edge_label_names),
        node_label_counts=_label_counts(graph.node_labels, graph.node_label_names),
        edge_label_counts=_label_counts(graph.edge_labels, graph.edge_label_names, each=1 if graph.directed else 2),
        classes=_class_counts(graph.graph_labels),
        isolated_nodes=int((degrees == 0).sum()),
        dropped=graph.dropped,
        reading=graph.reading,
    )


def _label_counts(codes: NDArray[np.int32] | None, names: tuple[str, ...], each: int = 1) -> dict[str, int]:
    """Number of nodes or edges with each label, the most frequent first; an edge has ``each`` entries."""
    if codes is None:
        return {}
    counts = np.bincount(codes, minlength=len(names)) // each
    order = sorted(range(len(names)), key=lambda code: (-counts[code], names[code]))
    return {names[code]: int(counts[code]) for code in order}


def _class_counts(classes: NDArray[np.int64] | None) -> dict[str, int]:
    if classes is None:
        return {}
    numbers, counts = np.unique(classes, return_counts=True)
    return {str(number): int(count) for number, count in zip(numbers, counts, strict=True)}


def component_sizes(graphs: GraphCollection) -> NDArray[np.int64]:
    """The number of nodes of each node's component, whatever the direction of edges.

    Examples
    --------
    >>> import spminer
    >>> component_sizes(spminer.from_edges([(0, 1), (1, 2), (3, 4)], num_nodes=6)).tolist()
    [3, 3, 3, 2, 2, 1]
    """
    sources, targets, _ = graphs.edges()
    label = np.arange(graphs.num_nodes)
    while len(sources):
        # Both ends of an edge take the smaller label; then chains of labels are shortened.
        least = np.minimum(label[sources], label[targets])
        for ends in (sources, targets):
            np.minimum.at(label, label[ends], least)
        while not np.array_equal(shorter := label[label], label):
            label = shorter
        apart = label[sources] != label[targets]
        sources, targets = sources[apart], targets[apart]
    return np.asarray(np.bincount(label, minlength=graphs.num_nodes)[label])
