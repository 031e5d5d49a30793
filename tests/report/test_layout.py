import numpy as np
import pytest

from spminer.report.layout import layout

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
