import types

import igraph
import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import InputError
from spminer.graphs.convert.as_collection import as_collection

PATH = spminer.from_edges([(0, 1), (1, 2)])


@pytest.mark.parametrize(
    "graph",
    [
        PATH,
        nx.path_graph(3),
        igraph.Graph(edges=[(0, 1), (1, 2)]),
        types.SimpleNamespace(edge_index=np.array([[0, 1, 1, 2], [1, 0, 2, 1]]), num_nodes=3),
    ],
    ids=["collection", "networkx", "igraph", "pyg"],
)
def test_one_graph_or_several_of_each_library(graph, assert_same):
    assert_same(as_collection(graph), PATH)
    assert as_collection([graph, graph]).graph_offsets.tolist() == [0, 3, 6]


def test_a_collection_is_itself():
    assert as_collection(PATH) is PATH


@pytest.mark.parametrize(
    ("graphs", "reason"),
    [
        ([], "no graphs"),
        (3, "unsupported type int"),
        ([nx.path_graph(2), PATH], "item 1 .* another kind"),
        ([5], "item 0 .* not a graph"),
    ],
)
def test_what_is_no_graph_is_refused(graphs, reason):
    with pytest.raises(InputError, match=reason):
        as_collection(graphs)
