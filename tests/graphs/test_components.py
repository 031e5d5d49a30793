from itertools import pairwise

import networkx as nx
from hypothesis import given

import spminer
from spminer.graphs.components import component_sizes
from strategies import collection, labeled_graphs


@given(graph=labeled_graphs(max_nodes=12))
def test_sizes_are_those_of_networkx(graph):
    parts = nx.weakly_connected_components(graph) if graph.is_directed() else nx.connected_components(graph)
    sizes = {node: len(part) for part in parts for node in part}
    assert component_sizes(collection(graph)).tolist() == [sizes[node] for node in range(len(graph))]


def test_a_long_path_in_any_order():
    order = [(7 * node) % 1009 for node in range(1009)]
    graphs = spminer.from_edges(list(pairwise(order)), num_nodes=1011)
    assert sorted(component_sizes(graphs).tolist()) == [1, 1, *[1009] * 1009]
