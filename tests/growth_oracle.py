"""Every pattern of small graphs with its frequencies, and the larger ones that contain it, by brute force."""

import itertools
from collections import defaultdict
from dataclasses import dataclass, field, replace

import networkx as nx
import numpy as np
from hypothesis import strategies as st

import spminer
from strategies import isomorphic, labeled_graphs, pattern_of


@st.composite
def small_collections(draw, *, max_graphs=3, max_nodes=5, max_edges=6):
    """A few small networkx graphs that are alike in direction and labels."""
    directed, labels = draw(st.booleans()), draw(st.booleans())
    graph = labeled_graphs(max_nodes=max_nodes, directed=directed, labels=labels)
    graphs = draw(st.lists(graph, min_size=1, max_size=max_graphs))
    for graph in graphs:
        graph.remove_edges_from(list(graph.edges)[max_edges:])
    return graphs


def collection_of(graphs):
    """The GraphCollection of the graphs, built from plain arrays."""
    whole = nx.disjoint_union_all(graphs)
    nodes = [data.get("label") for _, data in whole.nodes(data=True)]
    edges = [data.get("label") for *_, data in whole.edges(data=True)]
    collection = spminer.from_edges(
        np.array(list(whole.edges), dtype=np.int64).reshape(-1, 2),
        num_nodes=len(whole),
        directed=whole.is_directed(),
        node_labels=None if None in nodes else nodes,
        edge_labels=None if None in edges or not edges else edges,
    )
    return replace(collection, graph_offsets=np.cumsum([0, *map(len, graphs)]))


@dataclass
class Class:
    """A pattern: a copy of it, and where it occurs."""

    copy: nx.Graph
    graphs: set = field(default_factory=set)
    images: dict = field(default_factory=lambda: defaultdict(set))

    def frequency(self, objective, anchor=None):
        if objective == "transactions":
            return len(self.graphs)
        return len(self.images[anchor]) if objective == "anchored" else min(map(len, self.images.values()))

    def pattern(self, anchor=None):
        """Its canonical pattern, anchored at a node of the copy."""
        number = {node: index for index, node in enumerate(self.copy)}
        plain = nx.relabel_nodes(self.copy, number)
        return pattern_of(plain, None if anchor is None else number[anchor]).canonical()

    def anchors(self, objective):
        return list(self.copy) if objective == "anchored" else [None]


def counted_classes(graphs, induced):
    """Every connected pattern of two nodes and more."""
    found = []
    for number, graph in enumerate(graphs):
        for part in _node_sets(graph) if induced else _edge_sets(graph):
            known = next((one for one in found if _alike(one.copy, part)), None)
            if known is None:
                found.append(known := Class(part))
            known.graphs.add(number)
            for mapping in _matcher(part, known.copy).isomorphisms_iter():
                for image, own in mapping.items():
                    known.images[own].add((number, image))
    return found


def larger(classes, small, anchor, induced):
    """The classes that contain one and are more than it, each with the nodes that its anchor may be."""
    for big in classes:
        if big is small or len(big.copy) < len(small.copy):
            continue
        matcher = _matcher(big.copy, small.copy)
        mappings = matcher.subgraph_isomorphisms_iter() if induced else matcher.subgraph_monomorphisms_iter()
        anchors = {None if anchor is None else {own: image for image, own in one.items()}[anchor] for one in mappings}
        if anchors:
            yield big, anchors


def best_larger(classes, small, anchor, objective, induced):
    """The largest frequency of a larger pattern, 0 if there is none."""
    return max(
        (
            big.frequency(objective, place)
            for big, places in larger(classes, small, anchor, induced)
            for place in places
        ),
        default=0,
    )


def _node_sets(graph):
    for count in range(2, len(graph) + 1):
        for nodes in itertools.combinations(graph, count):
            part = graph.subgraph(nodes)
            if nx.is_connected(part.to_undirected(as_view=True)):
                yield part


def _edge_sets(graph):
    for count in range(1, graph.number_of_edges() + 1):
        for edges in itertools.combinations(graph.edges, count):
            part = graph.edge_subgraph(edges)
            if nx.is_connected(part.to_undirected(as_view=True)):
                yield part


def _alike(a, b):
    return len(a) == len(b) and a.number_of_edges() == b.number_of_edges() and isomorphic(a, b)


def _matcher(big, small):
    same = nx.isomorphism.categorical_node_match("label", None), nx.isomorphism.categorical_edge_match("label", None)
    kind = nx.isomorphism.DiGraphMatcher if big.is_directed() else nx.isomorphism.GraphMatcher
    return kind(big, small, *same)
