import networkx as nx
import pytest

import spminer
from spminer.experiments.statistics import MEASURES, graph_statistics


def test_measures_agree_with_networkx():
    graphs = [nx.karate_club_graph(), nx.petersen_graph(), nx.complete_graph(5)]
    plain = [nx.Graph(graph.edges) for graph in graphs]
    found = graph_statistics(spminer.from_networkx(plain), 3)
    expected = zip(
        MEASURES, (nx.density, nx.diameter, nx.average_shortest_path_length, nx.average_clustering), strict=True
    )
    for measure, function in expected:
        assert found[measure] == pytest.approx([function(graph) for graph in plain])


def test_the_largest_component_counts():
    found = graph_statistics(spminer.from_networkx([nx.disjoint_union(nx.path_graph(4), nx.path_graph(2))]), 1)
    assert found["diameter"] == [3]
