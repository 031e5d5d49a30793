"""Small targets that every strategy is tried on."""

from __future__ import annotations

import networkx as nx
import pytest

import spminer


@pytest.fixture(scope="session")
def molecules():
    """Rings with tails: few patterns, all sizes up to 9."""
    graphs = []
    for length in range(5, 9):
        graph = nx.cycle_graph(length)
        graph.add_edges_from([(0, "a"), ("a", "b"), (2, "c")])
        graphs.append(nx.convert_node_labels_to_integers(graph))
    return spminer.from_networkx(nx.disjoint_union_all(graphs))


@pytest.fixture(scope="session")
def labeled():
    """A directed graph with node labels."""
    graph = nx.gnp_random_graph(40, 0.08, seed=3, directed=True)
    for node in graph:
        graph.nodes[node]["kind"] = "xyz"[node % 3]
    return spminer.from_networkx(graph, node_label="kind")
