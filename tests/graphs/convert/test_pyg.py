import types

import numpy as np
import pytest

import spminer
from spminer import InputError


@pytest.mark.parametrize(
    ("values", "classes"),
    [([np.array([1]), 0], [1, 0]), ([True, False], [1, 0]), ([np.array([0.5]), 1], None), ([[0, 1], 1], None)],
)
def test_classes_of_pyg(values, classes):
    graphs = [types.SimpleNamespace(edge_index=np.array([[0], [1]]), num_nodes=2, y=value) for value in values]
    found = spminer.from_pyg(graphs).graph_labels
    assert (None if found is None else found.tolist()) == classes


def test_pyg_lists_and_labels():
    one = types.SimpleNamespace(edge_index=np.array([[0, 1], [1, 0]]), num_nodes=3, x=np.eye(3))
    two = types.SimpleNamespace(edge_index=np.zeros((2, 0), dtype=np.int64), num_nodes=2, x=np.eye(3)[:2])
    graphs = spminer.from_pyg([one, two], one_hot_labels=True)
    assert graphs.graph_offsets.tolist() == [0, 3, 5]
    assert graphs.node_labels.tolist() == [0, 1, 2, 0, 1]
    assert graphs.num_edges == 1


@pytest.mark.parametrize(
    "bad",
    [
        types.SimpleNamespace(edge_index=np.array([[0, 5]]), num_nodes=3),
        types.SimpleNamespace(edge_index=np.array([[0], [5]]), num_nodes=3),
        types.SimpleNamespace(edge_index=np.array([[0], [-1]]), num_nodes=3),
        types.SimpleNamespace(edge_index=np.array([[0.5], [1.0]]), num_nodes=3),
        [],
        3,
    ],
)
def test_bad_pyg(bad):
    with pytest.raises(InputError):
        spminer.from_pyg(bad)
