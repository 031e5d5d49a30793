import networkx as nx
import numpy as np
import pytest

import spminer
from effort import THOROUGH
from spminer.enumeration.estimate import estimate_subgraphs
from spminer.enumeration.variety import classes_in, estimate_classes


@pytest.mark.parametrize(("size", "labels"), [(4, 1), (5, 1), (6, 1), (4, 5), (5, 5), *([(6, 5)] if THOROUGH else [])])
def test_classes_are_estimated_within_a_factor_of_four(size, labels):
    graph = nx.gnm_random_graph(60, 150, seed=2)
    nx.set_node_attributes(graph, {node: str(node % labels) for node in graph}, "label")
    graphs = spminer.from_networkx(graph)
    truth = len({motif.id for motif in spminer.enumerate(graphs, size, top=None, frequency="graph", examples=0)})
    number = estimate_subgraphs(graphs, size).value
    assert truth / 4 < estimate_classes(graphs, size, number) < truth * 4


def test_the_same_seed_gives_the_same_estimate():
    graphs = spminer.from_networkx(nx.gnm_random_graph(100, 300, seed=1))
    number = estimate_subgraphs(graphs, 7).value
    assert estimate_classes(graphs, 7, number, seed=3) == estimate_classes(graphs, 7, number, seed=3)


def test_without_time_there_is_no_estimate():
    graphs = spminer.from_networkx(nx.gnm_random_graph(2000, 40_000, seed=1))
    assert estimate_classes(graphs, 6, 1e9, time_limit=0.0) is None


@pytest.mark.parametrize("hits", [[], [0, 0]])
def test_nothing_met_is_nothing_there(hits):
    assert classes_in(np.array(hits), 10.0) == 0.0


@pytest.mark.parametrize("hits", [[1], [3, 2, 1, 1, 1], [100, 1, 1], list(range(1, 50))])
def test_there_are_no_fewer_classes_than_were_met_and_no_more_than_subgraphs(hits):
    found = classes_in(np.array(hits), 1e5)
    assert len(hits) <= found + 1e-6
    assert found <= 1e5
