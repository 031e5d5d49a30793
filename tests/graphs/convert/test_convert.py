"""Tests of graphs/convert/networkx.py, graphs/convert/igraph.py and all other converters together.

There and back, against what the other library says.
"""

import builtins
import types

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import InputError, UsageError

EDGES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30)


def networkx_graph(edges, directed):
    graph = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(range(10))
    graph.add_edges_from((u, v) for u, v in edges if u != v)
    return graph


@given(EDGES, st.booleans())
def test_every_library_gives_the_same_graph(edges, directed):
    expected = spminer.from_edges(edges, num_nodes=10, directed=directed)
    graph = networkx_graph(edges, directed)
    pairs = list(graph.edges)
    adjacency = nx.to_scipy_sparse_array(graph, nodelist=range(10))
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    both = table if directed else np.concatenate([table, table[::-1]], axis=1)
    others = [
        spminer.from_networkx(graph),
        spminer.from_igraph(igraph.Graph(n=10, edges=pairs, directed=directed)),
        spminer.from_scipy(adjacency, directed=directed),
        spminer.from_pyg(types.SimpleNamespace(edge_index=both, num_nodes=10), directed=directed),
    ]
    for found in others:
        assert found.directed == directed
        np.testing.assert_array_equal(found.indptr, expected.indptr)
        np.testing.assert_array_equal(found.indices, expected.indices)


@given(EDGES, st.booleans())
def test_and_back(edges, directed):
    graphs = spminer.from_edges(edges, num_nodes=10, directed=directed)
    expected = networkx_graph(edges, directed)
    [graph] = spminer.to_networkx(graphs)
    assert graph.is_directed() == directed
    assert nx.utils.graphs_equal(graph, expected)
    [other] = spminer.to_igraph(graphs)
    assert (other.vcount(), other.is_directed()) == (10, directed)
    assert spminer.to_edges(spminer.from_igraph(other)).tolist() == spminer.to_edges(graphs).tolist()
    matrix = nx.to_scipy_sparse_array(expected, nodelist=range(10), dtype=np.int8)
    np.testing.assert_array_equal(spminer.to_scipy(graphs).toarray(), matrix.toarray())
    table = spminer.to_pandas(graphs)
    assert list(zip(table["source"], table["target"], strict=True)) == [
        tuple(e) for e in spminer.to_edges(graphs).tolist()
    ]


def labeled_networkx():
    graph = nx.DiGraph(name="one")
    graph.add_node("a", label="C")
    graph.add_node("b", label="N")
    graph.add_edge("b", "a", label=7)
    return graph


@pytest.mark.parametrize("library", ["networkx", "igraph"])
def test_labels_and_names_survive(library, assert_same):
    graphs = spminer.from_networkx([labeled_networkx(), labeled_networkx()])
    assert graphs.graph_names == ("one", "one")
    back = getattr(spminer, f"from_{library}")(getattr(spminer, f"to_{library}")(graphs))
    assert_same(back, graphs)
    assert (graphs.node_label_names, graphs.edge_label_names) == (("C", "N"), ("7",))


@pytest.mark.parametrize("library", ["networkx", "igraph"])
def test_classes_survive(library):
    graphs = spminer.from_networkx([nx.Graph([(0, 1)], label=2), nx.Graph([(0, 1)], label=-1)])
    back = getattr(spminer, f"from_{library}")(getattr(spminer, f"to_{library}")(graphs))
    assert graphs.graph_labels.tolist() == back.graph_labels.tolist() == [2, -1]


@pytest.mark.parametrize("classes", [[1, None], ["toxic", "not"], [0.5, 1], [None, None]])
def test_classes_are_whole_numbers_of_all_graphs(classes):
    assert spminer.from_networkx([nx.Graph([(0, 1)], label=value) for value in classes]).graph_labels is None


def test_multigraphs_and_self_loops_are_counted(caplog):
    graphs = spminer.from_networkx(nx.MultiGraph([(0, 1), (0, 1), (2, 2)]))
    assert (graphs.dropped.repeated_edges, graphs.dropped.self_loops) == (1, 1)
    assert len(caplog.records) == 1


@pytest.mark.parametrize("convert", [spminer.from_networkx, spminer.from_igraph, spminer.from_scipy])
@pytest.mark.parametrize("bad", [3, "text", [], [1, 2]])
def test_bad_objects(convert, bad):
    with pytest.raises(InputError):
        convert(bad)


def test_missing_libraries_are_named(monkeypatch):
    real = builtins.__import__

    def refuse(name, *args, **kwargs):
        if name.split(".")[0] in ("torch", "networkx", "igraph", "pandas", "scipy"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    graphs = spminer.from_edges([(0, 1)])
    converters = (spminer.to_networkx, spminer.to_igraph, spminer.to_pandas, spminer.to_scipy, spminer.to_pyg)
    monkeypatch.setattr("importlib.import_module", refuse)
    for convert in converters:
        with pytest.raises(UsageError, match="pip install"):
            convert(graphs)


@pytest.mark.parametrize("names", [["a", "b", "a"], ["a", None, "c"]])
def test_names_of_igraph_that_are_not_unique_are_no_names(names):
    graph = igraph.Graph(edges=[(0, 1), (1, 2)])
    graph.vs["name"] = names
    graphs = spminer.from_igraph(graph)
    assert graphs.names(range(3)) == ["0", "1", "2"]
    assert graphs.reading.left_out == ("name",)
