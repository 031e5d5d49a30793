"""Tests of report/layout_forms.py: circles and rows, against networkx."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.report.layout_forms import circle, near_clique, sides, two_rows


def edges_of(graph):
    return tuple(sorted(tuple(sorted(edge)) for edge in graph.edges))


@pytest.mark.parametrize("size", range(4, 12))
def test_a_clique_is_a_regular_polygon(size):
    points = np.array(circle(near_clique(size, edges_of(nx.complete_graph(size)))))
    assert np.allclose(points.max(axis=0), -points.min(axis=0), atol=0.002)
    assert np.allclose(np.linalg.norm(points - points.mean(axis=0), axis=1), 0.5 / math.sin(math.pi / size), atol=0.002)
    gaps = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
    assert np.allclose(gaps, 1, atol=0.005)
    lowest = np.sort(points[:, 1])[-2:]
    assert lowest[0] == pytest.approx(lowest[1], abs=0.002)  # level at the bottom


def test_what_is_missing_of_a_clique_is_at_the_rim():
    graph = nx.complete_graph(10)
    graph.remove_edges_from([(0, 5), (5, 2)])
    order = near_clique(10, edges_of(graph))
    assert sorted(order) == list(range(10))
    for a, b in ((0, 5), (5, 2)):
        assert abs(order.index(a) - order.index(b)) in (1, 9)


@pytest.mark.parametrize(
    "graph", [nx.diamond_graph(), nx.wheel_graph(5), nx.cycle_graph(6), nx.path_graph(3), nx.complete_graph(3)]
)
def test_other_graphs_are_no_cliques(graph):
    assert near_clique(len(graph), edges_of(graph)) is None


@given(st.integers(1, 9), st.floats(0, 1), st.integers(0, 10**6))
def test_sides_are_those_of_networkx(size, chance, seed):
    graph = nx.compose(nx.gnp_random_graph(size, chance / 3, seed=seed), nx.random_labeled_tree(size, seed=seed))
    found = sides(size, edges_of(graph))
    assert (found is not None) == nx.is_bipartite(graph)
    if found is not None:
        assert found[0][0] == 0
        assert {frozenset(side) for side in found} == {frozenset(side) for side in nx.bipartite.sets(graph)}


def test_pieces_have_no_sides():
    assert sides(4, ((0, 1), (2, 3))) is None


def test_rows_avoid_crossings():
    ladder = ((0, 5), (1, 4), (2, 3))
    points = two_rows([0, 1, 2], [3, 4, 5], ladder)
    assert [points[a][0] == points[b][0] for a, b in ladder] == [True] * 3
    assert len({points[node][1] for node in (0, 1, 2)}) == 1
    assert points[0][1] < points[3][1]
