"""Random inputs of property tests, and how many of them a run tries."""

import itertools
import os

import networkx as nx
from hypothesis import strategies as st

from support.builders import random_batch

THOROUGH = "SPMINER_THOROUGH" in os.environ
_SHARE, _FEWEST = 5, 6


def examples(count):
    """How many examples a property is tried with, of those that a thorough run takes."""
    return count if THOROUGH else min(count, max(_FEWEST, count // _SHARE))


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


@st.composite
def graph_collections(draw, *, max_graphs=3, max_nodes=5, max_edges=6, directed=None):
    """A few small networkx graphs that are alike in direction and labels."""
    directed, labels = draw(st.booleans()) if directed is None else directed, draw(st.booleans())
    graph = labeled_graphs(max_nodes=max_nodes, directed=directed, labels=labels)
    graphs = draw(st.lists(graph, min_size=1, max_size=max_graphs))
    for graph in graphs:
        graph.remove_edges_from(list(graph.edges)[max_edges:])
    return graphs


@st.composite
def random_graphs(draw):
    """A networkx graph of 1 to 9 nodes, sparse or dense."""
    size, seed = draw(st.integers(1, 9)), draw(st.integers(0, 2**32 - 1))
    return nx.gnp_random_graph(size, draw(st.sampled_from([0.2, 0.4, 0.6, 0.9])), seed=seed)


@st.composite
def batches(draw):
    """A batch of a few random graphs of 1 to 64 nodes."""
    low = draw(st.integers(1, 64))
    return random_batch(
        draw(st.integers(1, 20)), seed=draw(st.integers(0, 2**32 - 1)), sizes=(low, draw(st.integers(low, 64)))
    )
