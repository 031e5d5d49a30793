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


def test_pieces_that_are_not_connected_are_drawn_too():
    assert len(layout(4, ((0, 1), (2, 3)))) == 4


def test_the_largest_pattern_is_drawn():
    points = np.array(layout(64, tuple((i // 2, i) for i in range(1, 64) if i // 2 != i)))
    assert np.isfinite(points).all()
