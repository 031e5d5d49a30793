import json
import statistics
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer.graphs.statistics import component_sizes
from support.builders import collection
from support.strategies import labeled_graphs


@given(st.integers(1, 25), st.floats(0, 0.6), st.integers(0, 1000), st.booleans())
def test_against_networkx(nodes, probability, seed, directed):
    graph = nx.gnp_random_graph(nodes, probability, seed=seed, directed=directed)
    info = spminer.describe(spminer.from_networkx(graph))
    skeleton = graph.to_undirected()
    degrees = [degree for _, degree in skeleton.degree]
    components = [len(component) for component in nx.connected_components(skeleton)]
    assert (info.graphs, info.nodes, info.edges) == (1, nodes, graph.number_of_edges())
    assert (info.degree_min, info.degree_max) == (min(degrees), max(degrees))
    assert info.degree_median == statistics.median(degrees)
    assert info.degree_mean == pytest.approx(statistics.mean(degrees))
    assert (info.components, info.largest_component) == (len(components), max(components))
    assert info.triangles == sum(nx.triangles(skeleton).values()) // 3
    assert info.density == pytest.approx(nx.density(graph))
    assert info.isolated_nodes == degrees.count(0) == info.dropped.isolated_nodes


def test_many_graphs_and_labels():
    graphs = spminer.from_networkx([nx.complete_graph(5), nx.complete_graph(4)])
    info = spminer.describe(graphs, threads=2)
    assert (info.graphs, info.components, info.triangles, info.density) == (2, 2, 14, 1.0)
    labeled = spminer.describe(spminer.from_edges([(0, 1)], node_labels="ab", edge_labels="x"))
    assert (labeled.node_labels, labeled.edge_labels) == (2, 1)
    assert (info.node_label_counts, info.edge_label_counts, info.classes) == ({}, {}, {})


@pytest.mark.parametrize("directed", [False, True])
def test_labels_and_classes_are_counted(directed):
    edges = [(0, 1), (1, 2), (2, 3)]
    info = spminer.describe(
        spminer.from_edges(edges, node_labels="cabb", edge_labels=["x", "y", "x"], directed=directed)
    )
    assert list(info.node_label_counts.items()) == [("b", 2), ("a", 1), ("c", 1)]
    assert list(info.edge_label_counts.items()) == [("x", 2), ("y", 1)]
    graphs = [nx.path_graph(3) for _ in range(3)]
    for graph, number in zip(graphs, (1, -1, 1), strict=True):
        graph.graph["label"] = number
    assert spminer.describe(spminer.from_networkx(graphs)).classes == {"-1": 1, "1": 2}


def test_nothing_at_all():
    info = spminer.describe(spminer.from_edges([]))
    assert (info.nodes, info.components, info.degree_max, info.density) == (0, 0, 0, 0.0)


def test_as_json():
    values = json.loads(json.dumps(spminer.describe(spminer.from_edges([(0, 1)])).to_dict()))
    assert values["edges"] == 1
    assert values["dropped"]["self_loops"] == 0


@given(graph=labeled_graphs(max_nodes=12))
def test_sizes_are_those_of_networkx(graph):
    parts = nx.weakly_connected_components(graph) if graph.is_directed() else nx.connected_components(graph)
    sizes = {node: len(part) for part in parts for node in part}
    assert component_sizes(collection(graph)).tolist() == [sizes[node] for node in range(len(graph))]


def test_a_long_path_in_any_order():
    order = [(7 * node) % 1009 for node in range(1009)]
    graphs = spminer.from_edges(list(pairwise(order)), num_nodes=1011)
    assert sorted(component_sizes(graphs).tolist()) == [1, 1, *[1009] * 1009]
