import networkx as nx
import pytest

import spminer
from spminer import UsageError
from spminer.graphs.concat import join


def test_graphs_names_and_frequencies_add_up():
    first = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "a")])
    second = spminer.from_edges([(5, 7), (7, 9)])
    both = join([first, second])
    assert (both.num_graphs, both.num_nodes, both.num_edges) == (2, 6, 5)
    assert both.names(range(6)) == ["a", "b", "c", "5", "7", "9"]
    for pattern in ("0-1,1-2,2-0@0", "0-1,1-2@1", "0-1@0"):
        parts = [spminer.count(pattern, graphs).frequency.value for graphs in (first, second)]
        assert spminer.count(pattern, both).frequency.value == sum(parts)


def test_equal_labels_are_the_same_label():
    first = spminer.from_edges([(0, 1)], node_labels=["C", "O"], edge_labels=["double"])
    second = spminer.from_edges([(0, 1)], node_labels=["N", "O"], edge_labels=["single"])
    both = join([first, second])
    assert [both.node_label_names[code] for code in both.node_labels] == ["C", "O", "N", "O"]
    assert spminer.count("0-1:double;C,O@1", both).frequency.value == 1
    assert spminer.count("0-1:single;N,O@1", both).frequency.value == 1
    assert spminer.count("0-1:single;C,O@1", both).frequency.value == 0


def test_classes_and_names_of_graphs_are_kept():
    first = spminer.from_networkx([nx.Graph([(0, 1)], label=3, name="a"), nx.Graph([(0, 1)], label=-1)])
    second = spminer.from_networkx(nx.Graph([(0, 1)], label=3))
    both = join([first, second])
    assert both.graph_labels.tolist() == [3, -1, 3]
    assert both.graph_names == ("a", "", "")
    assert join([second, spminer.from_edges([(0, 1)])]).graph_labels is None


def test_parts_of_one_file_name_it_once():
    graphs = spminer.generate.synthetic(3, 4)
    assert join(list(graphs)).source == graphs.source


def test_one_is_itself():
    graphs = spminer.from_edges([(0, 1)])
    assert join([graphs]) is graphs


@pytest.mark.parametrize("details", [{"directed": True}, {"node_labels": ["a", "b"]}, {"edge_labels": ["x"]}])
def test_graphs_that_do_not_go_together_are_refused(details):
    with pytest.raises(UsageError, match="one by one"):
        join([spminer.from_edges([(0, 1)]), spminer.from_edges([(0, 1)], **details)])
