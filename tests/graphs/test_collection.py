"""Some graphs of a collection, against taking them one by one."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import UsageError
from spminer.graphs.build import disjoint_union
from spminer.graphs.collection import digest
from support.strategies import labeled_graphs


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


@given(st.data(), st.booleans(), st.booleans())
def test_selected_graphs_are_those_taken_one_by_one(data, directed, labels):
    some = data.draw(st.lists(labeled_graphs(directed=directed, labels=labels), min_size=1, max_size=5))
    for number, graph in enumerate(some):
        graph.graph.update(label=number % 3, name=f"graph {number}")
    graphs = spminer.from_networkx(some)
    chosen = data.draw(st.lists(st.integers(-len(some), len(some) - 1), min_size=1, max_size=8))
    found, expected = graphs[chosen], disjoint_union([graphs[index] for index in chosen])
    for name in ("indptr", "indices", "graph_offsets", "node_labels", "edge_labels", "graph_labels"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    assert (found.directed, found.graph_names) == (expected.directed, expected.graph_names)
    assert found.names(range(found.num_nodes)) == expected.names(range(found.num_nodes))


def test_slices_lists_and_flags_select():
    graphs = spminer.generate.synthetic(6, (3, 9), seed=2)
    sizes = np.diff(graphs.graph_offsets)
    for which in (slice(1, 4), slice(None, None, -2), slice(0), [5, 0, 5], np.array([2], dtype=np.uint8), sizes > 5):
        found = graphs[which]
        assert np.diff(found.graph_offsets).tolist() == sizes[which].tolist()
        assert found.indices.dtype == np.int32
    assert len(graphs[[]]) == 0
    assert graphs[np.int64(3)].num_nodes == sizes[3]


@pytest.mark.parametrize("which", [[6], [-7], [True, False], np.zeros(7, dtype=bool)])
def test_what_is_not_there_is_refused(which):
    with pytest.raises(IndexError):
        spminer.generate.synthetic(6, 4)[which]


@pytest.mark.parametrize("which", [["a"], [[0, 1]], [0.5], "one"])
def test_other_selections_are_refused(which):
    with pytest.raises(UsageError, match="slice"):
        spminer.generate.synthetic(6, 4)[which]


def test_arcs_of_two_labels_have_no_undirected_view():
    graphs = spminer.from_edges([("u", "v"), ("v", "u"), ("w", "v")], directed=True, edge_labels=["b", "a", "c"])
    with pytest.raises(UsageError, match=r"between 'u' and 'v' have different labels \('a' and 'b'\)"):
        graphs.target(direction=False)
    assert graphs.target(direction=False, edge_labels=False).edges == 2


def test_a_count_by_one_of_two_labels_is_refused_and_by_an_arc_is_not():
    graphs = spminer.from_edges([(0, 1), (1, 0)], directed=True, edge_labels=["a", "b"])
    for label in "ab":
        with pytest.raises(UsageError, match=r"write arcs, as in 0>1:a"):
            spminer.count(f"0-1:{label}@0", graphs)
    assert spminer.count("0>1:a,1>0:b@0", graphs).frequency.value == 1
    assert spminer.count("0-1@0", graphs).frequency.value == 2


def test_what_changes_motifs_changes_the_digest():
    plain = spminer.from_edges([(0, 1), (1, 2)])
    others = [
        spminer.from_edges([(0, 1), (0, 2)]),
        spminer.from_edges([(0, 1), (1, 2)], directed=True),
        spminer.from_edges([(0, 1), (1, 2)], node_labels=["a", "b", "a"]),
    ]
    assert len({digest(graphs) for graphs in (plain, *others)}) == 4


def test_classes_are_a_part_of_it():
    def labeled(label):
        graph = nx.path_graph(3)
        graph.graph["label"] = label
        return spminer.from_networkx([graph])

    assert digest(labeled(1)) != digest(labeled(2)) != digest(spminer.from_networkx([nx.path_graph(3)]))
