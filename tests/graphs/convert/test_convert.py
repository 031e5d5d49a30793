"""Converters: there and back, against what the other library says."""

import builtins
import types

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
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


@pytest.mark.parametrize(
    ("values", "classes"),
    [([np.array([1]), 0], [1, 0]), ([True, False], [1, 0]), ([np.array([0.5]), 1], None), ([[0, 1], 1], None)],
)
def test_classes_of_pyg(values, classes):
    graphs = [types.SimpleNamespace(edge_index=np.array([[0], [1]]), num_nodes=2, y=value) for value in values]
    found = spminer.from_pyg(graphs).graph_labels
    assert (None if found is None else found.tolist()) == classes


def test_multigraphs_and_self_loops_are_counted(caplog):
    graphs = spminer.from_networkx(nx.MultiGraph([(0, 1), (0, 1), (2, 2)]))
    assert (graphs.dropped.repeated_edges, graphs.dropped.self_loops) == (1, 1)
    assert len(caplog.records) == 1


def test_pandas():
    table = pd.DataFrame({"u": ["x", "y"], "v": ["y", "z"], "kind": [1, 2]})
    graphs = spminer.from_pandas(table, source="u", target="v", edge_label="kind", directed=True)
    assert spminer.to_pandas(graphs).to_dict("list") == {
        "source": ["x", "y"],
        "target": ["y", "z"],
        "label": ["1", "2"],
    }
    with pytest.raises(InputError, match="u, v, kind"):
        spminer.from_pandas(table)
    with pytest.raises(InputError, match="dropna"):
        spminer.from_pandas(pd.DataFrame({"source": ["a", None], "target": ["b", "c"]}))


def test_scipy_judges_direction_by_symmetry():
    assert spminer.from_scipy(scipy.sparse.coo_array([[0, 1], [0, 0]])).directed
    assert not spminer.from_scipy(scipy.sparse.csr_matrix([[0, 1], [1, 0]])).directed
    assert spminer.from_scipy(scipy.sparse.csr_array([[0, 0], [0, 0]])).num_nodes == 2
    with pytest.raises(InputError, match="square"):
        spminer.from_scipy(scipy.sparse.csr_array([[0, 1, 0], [1, 0, 0]]))


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


@pytest.mark.parametrize("convert", [spminer.from_networkx, spminer.from_igraph, spminer.from_scipy])
@pytest.mark.parametrize("bad", [3, "text", [], [1, 2]])
def test_bad_objects(convert, bad):
    with pytest.raises(InputError):
        convert(bad)


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


def test_missing_libraries_are_named(monkeypatch):
    real = builtins.__import__

    def refuse(name, *args, **kwargs):
        if name.split(".")[0] in ("torch", "networkx", "igraph", "pandas", "scipy"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr("importlib.import_module", refuse)
    graphs = spminer.from_edges([(0, 1)])
    for convert in (spminer.to_networkx, spminer.to_igraph, spminer.to_pandas, spminer.to_scipy, spminer.to_pyg):
        with pytest.raises(UsageError, match="pip install"):
            convert(graphs)
