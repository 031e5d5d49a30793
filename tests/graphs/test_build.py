import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import InputError, UsageError
from spminer.graphs.build import (
    MOST_NODES,
    build_collection,
    check_node_count,
    disjoint_union,
    encode_labels,
    isolated_nodes,
    parse_classes,
    sort_labels,
)


def test_graphs_names_and_frequencies_add_up():
    first = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "a")])
    second = spminer.from_edges([(5, 7), (7, 9)])
    both = disjoint_union([first, second])
    assert (both.num_graphs, both.num_nodes, both.num_edges) == (2, 6, 5)
    assert both.names(range(6)) == ["a", "b", "c", "5", "7", "9"]
    for pattern in ("0-1,1-2,2-0@0", "0-1,1-2@1", "0-1@0"):
        parts = [spminer.count(pattern, graphs).frequency.value for graphs in (first, second)]
        assert spminer.count(pattern, both).frequency.value == sum(parts)


def test_equal_labels_are_the_same_label():
    first = spminer.from_edges([(0, 1)], node_labels=["C", "O"], edge_labels=["double"])
    second = spminer.from_edges([(0, 1)], node_labels=["N", "O"], edge_labels=["single"])
    both = disjoint_union([first, second])
    assert [both.node_label_names[code] for code in both.node_labels] == ["C", "O", "N", "O"]
    assert spminer.count("0-1:double;C,O@1", both).frequency.value == 1
    assert spminer.count("0-1:single;N,O@1", both).frequency.value == 1
    assert spminer.count("0-1:single;C,O@1", both).frequency.value == 0


def test_classes_and_names_of_graphs_are_kept():
    first = spminer.from_networkx([nx.Graph([(0, 1)], label=3, name="a"), nx.Graph([(0, 1)], label=-1)])
    second = spminer.from_networkx(nx.Graph([(0, 1)], label=3))
    both = disjoint_union([first, second])
    assert both.graph_labels.tolist() == [3, -1, 3]
    assert both.graph_names == ("a", "", "")
    assert disjoint_union([second, spminer.from_edges([(0, 1)])]).graph_labels is None


def test_parts_of_one_file_name_it_once():
    graphs = spminer.generate.synthetic(3, 4)
    assert disjoint_union(list(graphs)).source == graphs.source


def test_one_is_itself():
    graphs = spminer.from_edges([(0, 1)])
    assert disjoint_union([graphs]) is graphs


@pytest.mark.parametrize("details", [{"directed": True}, {"node_labels": ["a", "b"]}, {"edge_labels": ["x"]}])
def test_graphs_that_do_not_go_together_are_refused(details):
    with pytest.raises(UsageError, match="one by one"):
        disjoint_union([spminer.from_edges([(0, 1)]), spminer.from_edges([(0, 1)], **details)])


def codes(*numbers):
    return np.array(numbers, dtype=np.int32)


@pytest.mark.parametrize(
    "parts",
    [
        {"edges": [("a\ud800", "b")]},
        {"edges": [(0, 1)], "node_labels": ["\udcff", "b"]},
        {"edges": [(0, 1)], "edge_labels": ["x\udfff"]},
    ],
)
def test_halves_of_characters_are_refused(parts):
    with pytest.raises(InputError, match=r"lone surrogate.*write it as valid Unicode"):
        spminer.from_edges(**parts)


def test_what_cannot_be_kept_is_dropped_counted_and_said_once(caplog):
    graphs = build_collection(codes(0, 1, 2, 0), codes(1, 0, 2, 1), nodes=4, directed=False, source="here.csv")
    assert (graphs.dropped.self_loops, graphs.dropped.repeated_edges, graphs.dropped.isolated_nodes) == (1, 1, 2)
    assert [record.getMessage() for record in caplog.records] == ["here.csv: dropped 1 self-loop and 1 repeated edge"]


def test_opposite_arcs_are_two():
    graphs = build_collection(codes(0, 1), codes(1, 0), nodes=2, directed=True)
    assert (graphs.num_edges, graphs.dropped.repeated_edges) == (2, 0)


@pytest.mark.parametrize("directed", [False, True])
def test_isolated_nodes_have_no_edge_in_either_direction(directed):
    graphs = build_collection(codes(0), codes(1), nodes=3, directed=directed)
    assert isolated_nodes(graphs.indptr, graphs.indices) == graphs.dropped.isolated_nodes == 1


def test_labels_are_in_an_order_of_their_own():
    assert encode_labels([10, 9, 10]).names == ("9", "10")
    assert encode_labels(["10", "9", "x"]).names == ("10", "9", "x")
    labels = sort_labels(codes(0, 1, 2), ["b", "c", "a"])
    assert [labels.names[code] for code in labels.codes] == ["b", "c", "a"]


@pytest.mark.parametrize("values", [[], ["1.5"], [None], ["1", "one"]])
def test_other_classes_are_none(values):
    assert parse_classes(values) is None


def test_too_many_nodes_are_refused_before_memory_is_taken():
    with pytest.raises(InputError, match="more than the"):
        build_collection(codes(), codes(), nodes=MOST_NODES + 1, directed=False)
    with pytest.raises(InputError, match="almost no edges"):
        check_node_count(2_000_000, 10, "x.mtx")
    check_node_count(2_000_000, 20_000, "x.mtx")
