import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import UsageError
from spminer.graphs.node_names import find_nodes, graph_names_of


def test_names_numbers_and_numbers_without_names():
    assert find_nodes(spminer.from_edges([("x", "10"), ("10", "y")]), ["10", "x"]).tolist() == [1, 0]
    assert find_nodes(spminer.from_edges([(70, 5), (5, 9)]), ["9", "70"]).tolist() == [1, 2]
    plain = spminer.from_edges(np.array([[0, 1], [1, 2]]), num_nodes=3)
    assert find_nodes(plain, ["2", "0", "2"]).tolist() == [2, 0]


def test_every_graph_that_has_the_name_is_asked():
    graphs = spminer.from_networkx([nx.path_graph(["a", "b"]), nx.path_graph(["b", "c"])])
    found = find_nodes(graphs, ["b"])
    assert graphs.names(found) == ["b", "b"]
    assert graph_names_of(graphs, found) == ("0", "1")


@pytest.mark.parametrize("name", ["ana", "7", "-1", "00", " 0", "²"])
def test_unknown_names_are_refused(name):
    for graphs in (spminer.from_edges([("anna", "bela")]), spminer.from_edges([(0, 1)])):
        with pytest.raises(UsageError, match=f"no node {name!r}"):
            find_nodes(graphs, [name])


def test_the_nearest_name_is_offered():
    with pytest.raises(UsageError, match="did you mean 'anna'"):
        find_nodes(spminer.from_edges([("anna", "bela")]), ["ana"])


def test_no_name_at_all():
    with pytest.raises(UsageError, match="list of nodes is empty"):
        find_nodes(spminer.from_edges([(0, 1)]), [])


def test_one_graph_needs_no_name_and_several_keep_theirs():
    assert graph_names_of(spminer.from_edges([(0, 1)]), np.array([0], dtype=np.int32)) is None
