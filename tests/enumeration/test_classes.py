"""Tests of enumeration/classes.py: every pattern of a size as counting finds it."""

import networkx as nx
import pytest

import spminer
from spminer import Monitor
from spminer.enumeration.classes import count_patterns


@pytest.mark.parametrize("objective", ["anchored", "graph", "images"])
@pytest.mark.parametrize("directed", [False, True])
def test_frequencies_are_those_of_count(objective, directed):
    graph = nx.gnp_random_graph(14, 0.25, seed=4, directed=directed)
    graphs = spminer.from_networkx(graph)
    found = count_patterns(graphs, 4, "esu", objective, Monitor())
    assert len(found) > 4
    for pattern, count in found.items():
        assert (pattern.anchor is not None) == (objective == "anchored")
        assert spminer.count(pattern, graphs, frequency=objective).frequency.value == count


def test_both_engines_agree():
    graphs = spminer.from_networkx(nx.gnp_random_graph(30, 0.2, seed=1))
    for objective in ("anchored", "graph", "images"):
        esu, census = (count_patterns(graphs, 4, engine, objective, Monitor()) for engine in ("esu", "census"))
        assert esu == census


def test_a_stopped_count_is_none():
    monitor = Monitor()
    monitor.cancel()
    assert count_patterns(spminer.from_edges([(0, 1), (1, 2)]), 3, "esu", "graph", monitor) is None
