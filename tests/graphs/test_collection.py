import numpy as np
import pytest

import spminer


def test_edges_come_once():
    undirected = spminer.from_edges([(1, 0), (1, 2), (0, 1)])
    assert spminer.to_edges(undirected).tolist() == [[0, 1], [1, 2]]
    directed = spminer.from_edges([(1, 0), (1, 2), (0, 1)], directed=True)
    assert spminer.to_edges(directed).tolist() == [[0, 1], [1, 0], [1, 2]]


def test_one_graph_of_many(read_text):
    graphs = read_text("t # a\nv 0 C\nv 1 N\ne 0 1 x\nt # b\nv 5 O\nv 6 C\nv 7 C\ne 6 7 y\n")
    second = graphs[1]
    assert (second.num_graphs, second.num_nodes, second.num_edges) == (1, 3, 1)
    assert second.names([0, 1, 2]) == ["5", "6", "7"]
    assert second.graph_names == ("b",)
    assert [second.node_label_names[code] for code in second.node_labels] == ["O", "C", "C"]
    assert spminer.to_edges(second).tolist() == [[1, 2]]
    assert [graph.num_nodes for graph in graphs] == [2, 3]
    assert graphs[-1].num_nodes == 3
    with pytest.raises(IndexError):
        graphs[2]


def test_names_of_one_graph_are_those_in_the_collection():
    graphs = spminer.from_pyg([_Data(2), _Data(3)])
    assert graphs[1].names([0, 2]) == ["2", "4"]


class _Data:
    def __init__(self, nodes):
        self.edge_index = np.array([[0], [1]])
        self.num_nodes = nodes


def test_collections_cannot_be_changed():
    graphs = spminer.from_edges([(0, 1)])
    with pytest.raises(ValueError, match="read-only"):
        graphs.indices[0] = 5


def test_undirected_view_has_one_edge_for_opposite_arcs():
    graphs = spminer.from_edges([(0, 1), (1, 0), (2, 1)], directed=True, edge_labels=["a", "a", "c"])
    target = graphs.target(direction=False)
    assert (target.nodes, target.edges) == (3, 2)
    plain = graphs.target(direction=False, edge_labels=False)
    assert not plain.coded
    assert plain.degrees().tolist() == [1, 2, 1]
