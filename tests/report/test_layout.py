"""Tests of report/layout.py: circles and rows, against networkx."""

import itertools
import math
import sys

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.report.layout import bipartition, circle, layered, layout, molecule_layout, near_clique

CYCLE = (*((i, i + 1) for i in range(5)), (0, 5))


GRID = tuple((3 * i + j, 3 * i + j + 1) for i in range(3) for j in range(2)) + tuple((i, i + 3) for i in range(6))


STAR = tuple((0, i) for i in range(1, 7))


CLIQUE = tuple((i, j) for i in range(4) for j in range(i + 1, 4))


def lengths(points, edges):
    points = np.array(points)
    return np.array([np.linalg.norm(points[a] - points[b]) for a, b in edges])


def test_a_path_is_straight_and_level():
    points = np.array(layout(6, tuple((i, i + 1) for i in range(5))))
    assert np.allclose(points[:, 1], 0)
    assert np.allclose(np.diff(points[:, 0]), 1, atol=0.02)


@pytest.mark.parametrize(("size", "edges"), [(6, CYCLE), (7, STAR)])
def test_edges_that_symmetry_makes_equal_are_equal(size, edges):
    assert np.ptp(lengths(layout(size, edges), edges)) < 0.03


@pytest.mark.parametrize(("size", "edges"), [(6, CYCLE), (9, GRID), (7, STAR), (4, CLIQUE)])
def test_mirror_axis_is_upright_or_level(size, edges):
    points = np.array(layout(size, edges))
    errors = [
        max(np.linalg.norm(points - point * flip, axis=1).min() for point in points) for flip in ((-1, 1), (1, -1))
    ]
    assert min(errors) < 0.05


@pytest.mark.parametrize(("size", "edges"), [(6, CYCLE), (9, GRID), (7, STAR), (4, CLIQUE), (1, ()), (2, ((0, 1),))])
def test_centered_and_no_nodes_on_top_of_each_other(size, edges):
    points = np.array(layout(size, edges))
    assert np.allclose(points.max(axis=0), -points.min(axis=0), atol=0.02)
    gaps = np.linalg.norm(points[:, None] - points[None], axis=-1)
    assert (gaps[np.triu_indices(size, 1)] > 0.4).all()


def test_a_clique_is_a_square_with_its_diagonals():
    assert sorted(layout(4, CLIQUE)) == [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)]


@pytest.mark.parametrize(("left", "right"), [(2, 3), (3, 3), (2, 5)])
def test_two_sides_that_are_joined_completely_are_two_rows(left, right):
    edges = tuple((a, left + b) for a in range(left) for b in range(right))
    points = layout(left + right, edges)
    assert len({y for _, y in points[:left]}) == len({y for _, y in points[left:]}) == 1
    assert points[0][1] < points[-1][1]


def test_a_square_and_a_ladder_stay_as_they_are():
    square = np.array(layout(4, ((0, 1), (1, 2), (2, 3), (0, 3))))
    assert np.allclose(lengths(square, ((0, 1), (1, 2), (2, 3), (0, 3))), 1, atol=0.1)
    ladder = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
    assert lengths(layout(6, ladder), ladder).max() < 1.2


def test_two_sides_with_nearly_all_edges_are_two_rows():
    edges = ((0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5), (2, 6))
    points = layout(7, edges)
    assert len({y for _, y in points}) == 2


def test_rows_that_are_given():
    points = layout(4, ((0, 2), (0, 3), (1, 2), (1, 3)), (2, 3))
    assert points[2][1] == points[3][1] < points[0][1] == points[1][1]


def test_pieces_that_are_not_connected_are_drawn_too():
    assert len(layout(4, ((0, 1), (2, 3)))) == 4


def test_the_largest_pattern_is_drawn():
    points = np.array(layout(64, tuple((i // 2, i) for i in range(1, 64) if i // 2 != i)))
    assert np.isfinite(points).all()


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
    found = bipartition(size, edges_of(graph))
    assert (found is not None) == nx.is_bipartite(graph)
    if found is not None:
        assert found[0][0] == 0
        assert {frozenset(side) for side in found} == {frozenset(side) for side in nx.bipartite.sets(graph)}


def test_pieces_have_no_sides():
    assert bipartition(4, ((0, 1), (2, 3))) is None


def test_rows_avoid_crossings():
    ladder = ((0, 5), (1, 4), (2, 3))
    points = layered([0, 1, 2], [3, 4, 5], ladder)
    assert [points[a][0] == points[b][0] for a, b in ladder] == [True] * 3
    assert len({points[node][1] for node in (0, 1, 2)}) == 1
    assert points[0][1] < points[3][1]


def test_atoms_have_the_places_of_a_chemist():
    ring = tuple((min(i, (i + 1) % 6), max(i, (i + 1) % 6)) for i in range(6))
    places = molecule_layout(("C",) * 6 + ("O",), (*ring, (0, 6)), ("aromatic",) * 6 + ("single",))
    sides = [math.dist(places[a], places[b]) for a, b in (*ring, (0, 6))]
    assert sides == pytest.approx([1.0] * 7, abs=0.02)
    across = [math.dist(places[i], places[i + 3]) for i in range(3)]
    assert across == pytest.approx([2.0] * 3, abs=0.03)


def test_shapes_that_no_molecule_has_are_not_drawn_as_one(monkeypatch):
    clique = tuple(itertools.combinations(range(6), 2))
    assert molecule_layout(("C",) * 6, clique, ("single",) * 15) is None
    monkeypatch.setitem(sys.modules, "rdkit", None)
    assert molecule_layout(("C", "N", "P"), ((0, 1), (1, 2)), ("single",) * 2) is None
