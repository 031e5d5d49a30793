"""Anchored containment by networkx: an oracle for labels of pairs and blocks."""

import networkx as nx
import numpy as np


def anchored(graph):
    for node in graph:
        graph.nodes[node]["anchor"] = node == 0
    return graph


def graph_of(batch, index):
    """A graph of a batch, with its anchor marked."""
    matrix = batch.adjacency(np.array([index]), int(batch.sizes[index]))[0]
    return anchored(nx.from_numpy_array(matrix))


def oracle(pattern, graph, induced):
    """Whether VF2 finds the pattern in the graph, anchor on anchor."""
    same = nx.algorithms.isomorphism.categorical_node_match("anchor", None)
    matcher = nx.algorithms.isomorphism.GraphMatcher(graph, pattern, node_match=same)
    return matcher.subgraph_is_isomorphic() if induced else matcher.subgraph_is_monomorphic()
