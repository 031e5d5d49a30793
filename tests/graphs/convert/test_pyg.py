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


def data(edges, nodes, **more):
    """As PyG has it: attributes that there are not are None."""
    fields = dict.fromkeys(("x", "edge_attr", "edge_weight", "pos", "y", "batch", "ptr"))
    pairs = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    return types.SimpleNamespace(edge_index=pairs, num_nodes=nodes, **fields | more)


BOTH = [(0, 1), (1, 0), (1, 2), (2, 1)]


def test_a_batch_is_as_many_graphs_as_were_put_into_it():
    edges = [(0, 1), (1, 0), (3, 4), (4, 3), (5, 6), (6, 5)]
    batch = np.array([0, 0, 1, 2, 2, 3, 3])
    graphs = spminer.from_pyg(data(edges, 7, batch=batch, ptr=np.array([0, 2, 3, 5, 7]), y=np.array([1, 0, 1, 1])))
    assert graphs.num_graphs == 4
    assert graphs.graph_offsets.tolist() == [0, 2, 3, 5, 7]
    assert graphs.graph_labels.tolist() == [1, 0, 1, 1]
    assert [graph.num_edges for graph in graphs] == [1, 0, 1, 1]
    # The last graphs of a batch may have no nodes, which only ptr says.
    assert spminer.from_pyg(data([(0, 1)], 2, batch=np.array([0, 0]), ptr=np.array([0, 2, 2]))).num_graphs == 2
    assert spminer.from_pyg([data(edges, 7, batch=batch), data(BOTH, 3)]).num_graphs == 5


@pytest.mark.parametrize("batch", [[0, 1, 0], [0, 0], [0.0, 0.0, 1.0], [0, 1, 1]])
def test_a_batch_that_does_not_fit_is_refused(batch):
    with pytest.raises(InputError, match="batch"):
        spminer.from_pyg(data([(0, 1)], 3, batch=np.array(batch)))


@pytest.mark.parametrize(
    ("edges", "directed", "expected", "said"),
    [
        (BOTH, None, False, "undirected (edges are listed both ways)"),
        (BOTH[:3], None, True, "directed (edges are listed one way)"),
        ([], None, False, "undirected (edges are listed both ways)"),
        (BOTH[:3], False, False, "undirected (the caller says so)"),
        (BOTH, True, True, "directed (the caller says so)"),
    ],
)
def test_direction_is_that_of_the_edges_unless_it_is_given(edges, directed, expected, said):
    graphs = spminer.from_pyg(data(edges, 3), directed=directed)
    assert (graphs.directed, graphs.reading.direction) == (expected, said)


@pytest.mark.parametrize(
    ("x", "labels"),
    [
        (np.eye(2)[[0, 1, 0]], ["0", "1", "0"]),
        (np.array([[6], [7], [6]]), ["6", "7", "6"]),
        (np.array([6, 7, 6]), ["6", "7", "6"]),
        (np.array([[1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), None),
        (np.array([[0.5, 0.5], [0.0, 1.0], [1.0, 0.0]]), None),
        (np.array([[0.5], [1.0], [1.0]]), None),
        (np.ones((3, 1)), None),
        (np.array([[6, 1], [7, 0], [6, 0]]), None),
        (np.array([[0], [1], [2]]), None),  # no two alike: ids rather than labels
    ],
)
def test_features_are_labels_where_that_is_certain_and_are_left_out_otherwise(x, labels):
    graphs = spminer.from_pyg(data(BOTH, 3, x=x))
    found = graphs.node_labels
    assert (None if found is None else [graphs.node_label_names[code] for code in found]) == labels
    assert graphs.reading.left_out == (() if labels else ("x",))
    assert graphs.reading.node_labels == ("x" if labels else "")
    assert spminer.from_pyg(data(BOTH, 3, x=x), one_hot_labels=False).node_labels is None


def test_features_that_are_asked_for_must_be_labels():
    with pytest.raises(InputError, match="not one-hot"):
        spminer.from_pyg(data(BOTH, 3, x=np.full((3, 2), 0.5)), one_hot_labels=True)


def test_attributes_of_edges_are_labels_if_both_directions_agree():
    same, other = np.eye(2)[[0, 0, 1, 1]], np.eye(2)[[0, 1, 1, 1]]
    graphs = spminer.from_pyg(data(BOTH, 3, edge_attr=same))
    assert [graphs.edge_label_names[code] for code in graphs.edges()[2]] == ["0", "1"]
    assert graphs.reading.edge_labels == "edge_attr"
    assert spminer.from_pyg(data(BOTH, 3, edge_attr=other)).reading.left_out == ("edge_attr",)
    assert spminer.from_pyg(data(BOTH, 3, edge_attr=other), directed=True).edge_labels is not None
    weights = spminer.from_pyg(data(BOTH, 3, edge_attr=np.random.default_rng(1).random((4, 3)), edge_weight=same[0]))
    assert weights.edge_labels is None
    assert weights.reading.left_out == ("edge_attr", "edge_weight")
