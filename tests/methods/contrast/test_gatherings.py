"""Gatherings: dense groups are found by their occurrences, where no smaller part of them stands out."""

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Monitor, Pattern
from spminer.methods.contrast.gatherings import gathered_patterns


def clique(size, anchor=0):
    return Pattern.from_edges(nx.complete_graph(size).edges, anchor=anchor).canonical()


@pytest.fixture(scope="module")
def dense():
    """A random graph with cliques of 7 planted in it, and one with the same degrees."""
    graph = nx.gnm_random_graph(400, 6000, seed=1)
    for first in range(0, 35, 7):
        graph.add_edges_from(nx.complete_graph(range(first, first + 7)).edges)
    target = spminer.from_networkx(graph)
    return target, spminer.randomize(target, seed=3)[0]


def test_what_was_planted_comes_first(dense):
    found = gathered_patterns(*dense, [6, 7], 3, seed=0, monitor=Monitor())
    assert found[7][0] == clique(7)
    assert clique(6) in found[6]


def test_nothing_is_gathered_more_often_than_in_the_same_graph(dense):
    target, _ = dense
    assert gathered_patterns(target, target, [5], 10, seed=0, monitor=Monitor()) == {5: []}


def test_labels_and_direction_stay():
    graph = nx.DiGraph()
    for first in range(0, 30, 3):  # feed-forward loops
        graph.add_edges_from([(first, first + 1), (first, first + 2), (first + 1, first + 2), (first + 2, first + 3)])
    for node in graph:
        graph.nodes[node]["label"] = "ab"[node % 3 == 0]
    target = spminer.from_networkx(graph)
    found = gathered_patterns(target, spminer.randomize(target, seed=1)[0], [3], 20, seed=0, monitor=Monitor())
    assert found[3]
    for pattern in found[3]:
        assert pattern.directed
        assert pattern.node_labels is not None
        assert spminer.count(pattern, target).frequency.value > 0


def test_equal_seeds_gather_equal_patterns(dense):
    first, again, other = (gathered_patterns(*dense, [5], 24, seed=seed, monitor=Monitor()) for seed in (4, 4, 5))
    assert first == again
    assert first[5]
    assert other[5]


def test_graphs_smaller_than_a_pattern_gather_nothing():
    edge = spminer.from_edges(np.array([[0, 1]]))
    assert gathered_patterns(edge, edge, [3], 5, seed=0, monitor=Monitor()) == {3: []}
