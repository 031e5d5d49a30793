import pytest
import scipy.sparse

import spminer
from spminer import InputError, UsageError


def test_scipy_judges_direction_by_symmetry():
    assert spminer.from_scipy(scipy.sparse.coo_array([[0, 1], [0, 0]])).directed
    assert not spminer.from_scipy(scipy.sparse.csr_matrix([[0, 1], [1, 0]])).directed
    assert spminer.from_scipy(scipy.sparse.csr_array([[0, 0], [0, 0]])).num_nodes == 2
    with pytest.raises(InputError, match="square"):
        spminer.from_scipy(scipy.sparse.csr_array([[0, 1, 0], [1, 0, 0]]))


def test_stored_zeros_are_no_edges():
    matrix = scipy.sparse.coo_array(([1.0, 1.0, 0.0], ([0, 1, 1], [1, 0, 2])), shape=(3, 3))
    graphs = spminer.from_scipy(matrix)
    assert (graphs.num_edges, graphs.directed) == (1, False)


def test_nothing_has_no_matrix():
    with pytest.raises(UsageError, match="without nodes"):
        spminer.to_scipy(spminer.from_edges([]))
