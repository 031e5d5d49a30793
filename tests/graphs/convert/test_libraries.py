"""Tests of graphs/convert/networkx.py, graphs/convert/igraph.py, graphs/convert/pyg.py, graphs/convert/others.py and
graphs/convert/as_collection.py.
"""

import builtins
import types
from types import SimpleNamespace

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import rustworkx
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import InputError, UsageError
from spminer.graphs.build import _log_left_out
from spminer.graphs.convert.as_collection import as_collection

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


OTHERS_EDGES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda e: e[0] != e[1]), unique=True)


class DglGraph:
    """What is used of ``dgl.DGLGraph``."""

    is_homogeneous = True

    def __init__(self, nodes, arcs, ndata=None):
        self._nodes, self._arcs, self.ndata = nodes, arcs, ndata or {}

    def num_nodes(self):
        return self._nodes

    def edges(self):
        return tuple(np.array(self._arcs, dtype=np.int64).reshape(-1, 2).T)


class GraphToolEdge:
    def __init__(self, source, target):
        self._ends = source, target

    def source(self):
        return self._ends[0]

    def target(self):
        return self._ends[1]


class GraphToolGraph:
    """What is used of ``graph_tool.Graph``."""

    def __init__(self, nodes, edges, directed, vp=None, ep=None):
        self._nodes, self._directed = nodes, directed
        self._edges = [GraphToolEdge(*edge) for edge in edges]
        self.vp, self.ep = vp or {}, ep or {}

    def is_directed(self):
        return self._directed

    def get_vertices(self):
        return np.arange(self._nodes)

    def edges(self):
        return iter(self._edges)


@given(OTHERS_EDGES, st.booleans())
def test_all_give_the_same_graph(edges, directed):
    expected = spminer.from_edges(edges, num_nodes=7, directed=directed)
    graph = rustworkx.PyDiGraph() if directed else rustworkx.PyGraph()
    graph.add_nodes_from([None] * 7)
    graph.add_edges_from([(u, v, 1.5) for u, v in edges])
    for found in (as_collection(graph), as_collection(GraphToolGraph(7, edges, directed))):
        assert found.directed == directed
        assert spminer.to_edges(found).tolist() == spminer.to_edges(expected).tolist()
    both = edges if directed else [*edges, *((v, u) for u, v in edges)]
    found = as_collection(DglGraph(7, both))
    assert found.num_nodes == 7
    one_way = {(u, v) for u, v in both if (v, u) not in both}
    assert found.directed == bool(one_way)
    if found.directed == directed:
        assert spminer.to_edges(found).tolist() == spminer.to_edges(expected).tolist()


def test_rustworkx_with_holes_names_and_labels():
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(["gone", "ann", "bob", "cid"])
    graph.add_edges_from([(1, 2, "friend"), (2, 3, "foe")])
    graph.remove_node(0)
    found = as_collection(graph)
    assert found.names(range(3)) == ["ann", "bob", "cid"]
    assert found.edge_label_names == ("foe", "friend")
    labeled = rustworkx.PyDiGraph()
    labeled.add_nodes_from([{"label": "C"}, {"label": "C"}, {"label": "O"}])
    labeled.add_edge(0, 1, {"label": "single"})
    found = as_collection([labeled, labeled])
    assert (found.num_graphs, found.directed, found.node_label_names) == (2, True, ("C", "O"))
    with pytest.raises(InputError, match="mixes directed and undirected"):
        as_collection([graph, labeled])


def test_dgl_labels_and_types():
    found = as_collection(DglGraph(3, [(0, 1), (1, 0)], {"label": np.array([1, 0, 1]), "feat": np.zeros((3, 4))}))
    assert (found.directed, found.num_edges, found.node_label_names) == (False, 1, ("0", "1"))
    mixed = DglGraph(2, [(0, 1)])
    mixed.is_homogeneous = False
    with pytest.raises(InputError, match="to_homogeneous"):
        as_collection(mixed)


def test_graph_tool_properties():
    properties = {"name": ["a", "b", "c"], "label": ["x", "y", "x"]}
    found = as_collection(GraphToolGraph(3, [(0, 1), (1, 2)], False, vp=properties))
    assert found.names(range(3)) == ["a", "b", "c"]
    assert found.node_label_names == ("x", "y")


def test_several_types_of_nodes_are_refused():
    heterogeneous = type("HeteroData", (), {"edge_index_dict": {}})()
    with pytest.raises(InputError, match="to_homogeneous"):
        as_collection(heterogeneous)


def test_labels_that_are_all_different_are_names():
    graph = nx.path_graph(12)
    names = [f"name {node:02}" for node in graph]
    nx.set_node_attributes(graph, dict(enumerate(names)), "label")
    found = as_collection(graph)
    assert (found.node_labels, found.names(range(12))) == (None, names)
    assert spminer.from_networkx(graph, node_label="label").node_label_names == tuple(names)
    assert len(as_collection(graph.subgraph(range(3))).node_label_names) == 3  # which may be a pattern
    with pytest.raises(InputError, match="name one of: label"):
        spminer.from_networkx(graph, node_label="class")


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


KARATE = nx.karate_club_graph()
PAIRS = [(u, v) for u, v in KARATE.edges]
TABLE = {"source": [u for u, _ in PAIRS], "target": [v for _, v in PAIRS]}


def objects(tmp_path):
    path = tmp_path / "karate.csv"
    pd.DataFrame(TABLE).to_csv(path, index=False)
    both = np.array([*PAIRS, *((v, u) for u, v in PAIRS)]).T
    rust = rustworkx.PyGraph()
    rust.add_nodes_from([None] * 34)
    rust.add_edges_from([(u, v, None) for u, v in PAIRS])
    return [
        KARATE,
        [KARATE],
        igraph.Graph(n=34, edges=PAIRS),
        nx.to_scipy_sparse_array(KARATE),
        nx.to_numpy_array(KARATE),
        np.array(PAIRS),
        PAIRS,
        pd.DataFrame(TABLE),
        pl.DataFrame(TABLE),
        pa.table(TABLE),
        rust,
        type("Data", (), {"edge_index": both, "num_nodes": 34})(),
        path,
        str(path),
        spminer.from_edges(PAIRS),
    ]


def test_every_object_everywhere(tmp_path):
    for graph in objects(tmp_path):
        assert spminer.describe(graph).triangles == 45
        assert spminer.count("0-1,1-2,2-0", graph, frequency="graph").frequency.value == 45
        assert [m.graph_frequency.value for m in spminer.enumerate(graph, 3, frequency="graph")] == [393, 45]
        assert spminer.mine(graph, sizes=3, top=1).motifs[0].size == 3
        assert len(spminer.profile(graph, ["0-1,1-2,2-0"]).nodes) == 34


def test_all_motifs_by_none_or_0():
    assert len(spminer.enumerate(KARATE, 4, top=0)) == len(spminer.enumerate(KARATE, 4, top=None)) == 11


def test_encode_names_the_converter():
    for graphs in (KARATE, [KARATE]):
        with pytest.raises(UsageError, match="pattern_from_graph"):
            spminer.embed_patterns(graphs)


def weighted(library):
    """A graph with weights, as a library has it."""
    if library == "networkx":
        graph = nx.path_graph(3)
        nx.set_edge_attributes(graph, 0.5, "weight")
        return graph
    if library == "igraph":
        return pytest.importorskip("igraph").Graph(edges=[(0, 1), (1, 2)], edge_attrs={"weight": [1.5, 2.0]})
    if library == "rustworkx":
        graph = pytest.importorskip("rustworkx").PyGraph()
        graph.add_nodes_from("abc")
        graph.add_edges_from([(0, 1, 2.5), (1, 2, 0.5)])
        return graph
    if library == "pandas":
        return pd.DataFrame({"source": [1, 2], "target": [2, 3], "weight": [0.5, 1.5]})
    if library == "numpy":
        return np.array([[0, 7, 0], [7, 0, 2], [0, 2, 0]])
    if library == "scipy":
        return scipy.sparse.csr_array([[0, 7, 0], [7, 0, 2], [0, 2, 0]])
    ends = np.array([[0, 1, 1, 2], [1, 0, 2, 1]])
    return SimpleNamespace(edge_index=ends, num_nodes=3, keys=lambda: ["edge_index", "since"], since=np.arange(4))


@pytest.mark.parametrize(
    ("library", "named"),
    [
        ("networkx", "networkx graph: not taken: weight of edges"),
        ("igraph", "igraph graph: not taken: weight of edges"),
        ("rustworkx", "rustworkx graph: not taken: weight of edges"),
        ("pandas", "DataFrame: not taken: weight"),
        ("numpy", "matrix: not taken: values of entries"),
        ("scipy", "matrix: not taken: values of entries"),
        ("pyg", "PyG: not taken: since"),
    ],
)
def test_what_is_not_taken_is_named_once(library, named, caplog):
    _log_left_out.cache_clear()
    graph = weighted(library)
    assert spminer.count("0-1", graph).frequency.value == 2
    spminer.count("0-1", graph)
    assert caplog.messages == [named]
