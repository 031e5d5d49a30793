import numpy as np
import pytest
import scipy.sparse

import spminer
from spminer import InputError, UsageError


@pytest.mark.parametrize(
    ("edges", "options"),
    [
        ([(0, 1, 2)], {}),
        ([(0, 1), (2,)], {}),
        ([(0, -1)], {}),
        (np.array([[0, 2**63]], dtype=np.uint64), {}),
        ([(0, 5)], {"num_nodes": 3}),
        ([("a", "b")], {"num_nodes": 3}),
        ([(0, 1)], {"node_labels": ["a"]}),
        ([(0, 1)], {"edge_labels": ["a", "b"]}),
        ([(0, 1)], {"num_nodes": 2**31}),
    ],
)
def test_bad_edges(edges, options):
    with pytest.raises(InputError):
        spminer.from_edges(edges, **options)


def test_no_edges():
    assert spminer.from_edges([]).num_nodes == 0
    assert spminer.from_edges([], num_nodes=4).num_nodes == 4
    assert spminer.from_edges(np.empty((0, 2), dtype=np.int64)).num_edges == 0


def test_numbers_with_gaps_are_names():
    graphs = spminer.from_edges([(30, 10), (10, 20)], node_labels="abc", edge_labels=[1, 2])
    assert graphs.names(range(3)) == ["10", "20", "30"]
    assert spminer.to_edges(graphs).tolist() == [[0, 1], [0, 2]]
    assert [graphs.edge_label_names[code] for code in graphs.edges()[2]] == ["2", "1"]


def test_names_that_end_in_a_null_are_names_of_their_own():
    graph = spminer.from_edges([("a", "a\0"), ("a\0", "\0"), ("\0", "")])
    assert graph.names(range(graph.num_nodes)) == ["a", "a\0", "\0", ""]


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
