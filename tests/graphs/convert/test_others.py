"""Tests of graphs/convert/others.py: graphs of rustworkx, and stand-ins with the interfaces of DGL and graph-tool."""

import networkx as nx
import numpy as np
import pytest
import rustworkx
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import InputError
from spminer.graphs.convert.as_collection import as_collection

EDGES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda e: e[0] != e[1]), unique=True)


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


@given(EDGES, st.booleans())
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
