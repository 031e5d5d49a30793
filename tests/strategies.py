"""Random small graphs and patterns for property tests."""

import itertools

import networkx as nx
import numpy as np
from hypothesis import strategies as st

import spminer


@st.composite
def labeled_graphs(draw, *, max_nodes=8, directed=None, labels=None):
    """A networkx graph with optional `label` attributes on nodes and edges."""
    directed = draw(st.booleans()) if directed is None else directed
    node_labels, edge_labels = draw(st.tuples(st.booleans(), st.booleans())) if labels is None else (labels, labels)
    n = draw(st.integers(1, max_nodes))
    pairs = [(i, j) for i, j in itertools.permutations(range(n), 2) if directed or i < j]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=2 * n)) if pairs else []
    graph = nx.DiGraph() if directed else nx.Graph()
    for i in range(n):
        graph.add_node(i, **({"label": str(draw(st.integers(0, 1)))} if node_labels else {}))
    for i, j in edges:
        graph.add_edge(i, j, **({"label": str(draw(st.integers(0, 1)))} if edge_labels else {}))
    return graph


def collection(graph):
    """The GraphCollection of a labeled networkx graph, built from plain arrays (not by the converters under test)."""
    edges = np.array(list(graph.edges), dtype=np.int64).reshape(-1, 2)
    node_labels = [d.get("label") for _, d in graph.nodes(data=True)]
    edge_labels = [d.get("label") for _, _, d in graph.edges(data=True)]
    return spminer.from_edges(
        edges,
        num_nodes=graph.number_of_nodes(),
        directed=graph.is_directed(),
        node_labels=None if None in node_labels else node_labels,
        edge_labels=None if None in edge_labels or not edge_labels else edge_labels,
    )


def pattern_of(graph, anchor=None):
    """The pattern of a labeled networkx graph on 0, 1, ..."""
    nodes = [d.get("label") for _, d in graph.nodes(data=True)]
    edges = [d.get("label") for _, _, d in graph.edges(data=True)]
    return spminer.Pattern.from_edges(
        graph.edges,
        size=graph.number_of_nodes(),
        anchor=anchor,
        directed=graph.is_directed(),
        node_labels=None if None in nodes else nodes,
        edge_labels=None if None in edges or not edges else edges,
    )


def to_networkx(pattern):
    """A pattern as a networkx graph, for oracles."""
    graph = nx.DiGraph() if pattern.directed else nx.Graph()
    for i in range(pattern.size):
        graph.add_node(i, **({} if pattern.node_labels is None else {"label": pattern.node_labels[i]}))
    for k, (i, j) in enumerate(pattern.edges):
        graph.add_edge(i, j, **({} if pattern.edge_labels is None else {"label": pattern.edge_labels[k]}))
    return graph


def isomorphic(a, b):
    """Whether networkx finds an isomorphism that keeps labels and direction."""
    same = nx.isomorphism.categorical_node_match("label", None), nx.isomorphism.categorical_edge_match("label", None)
    return nx.is_isomorphic(a, b, node_match=same[0], edge_match=same[1])
