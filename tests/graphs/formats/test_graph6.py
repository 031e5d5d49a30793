import io

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer

GRAPHS = st.builds(nx.gnp_random_graph, st.integers(0, 70), st.floats(0, 0.5), seed=st.integers(0, 1000))


def read(text):
    return spminer.read(io.BytesIO(text), format="graph6")


@given(GRAPHS)
def test_graph6_and_sparse6_of_networkx(graph):
    expected = sorted(tuple(sorted(edge)) for edge in graph.edges)
    for text in (nx.to_graph6_bytes(graph), nx.to_sparse6_bytes(graph)):
        found = read(text)
        assert found.num_nodes == graph.number_of_nodes()
        assert [tuple(edge) for edge in spminer.to_edges(found).tolist()] == expected


@given(GRAPHS)
def test_writing_as_networkx_does(graph):
    from spminer.graphs.formats.graph6 import encode

    found = encode(spminer.from_networkx(graph))
    assert found + b"\n" == nx.to_graph6_bytes(graph, header=False)


def test_digraph6():
    # The example of the format's description: 5 nodes, arcs 0->2, 0->4, 3->1, 3->4.
    found = read(b"&DI?AO?\n")
    assert found.directed
    assert spminer.to_edges(found).tolist() == [[0, 2], [0, 4], [3, 1], [3, 4]]


def test_many_lines(read_text):
    graphs = read_text(b">>graph6<<Bw\nA_\n\nD??\n")
    assert graphs.graph_offsets.tolist() == [0, 3, 5, 10]
    assert graphs.num_edges == 4


@pytest.mark.parametrize("nodes", [62, 63, 64, 300])
def test_sizes(tmp_path, nodes):
    graphs = spminer.from_edges([(0, nodes - 1)], num_nodes=nodes)
    spminer.write(graphs, tmp_path / "a.g6")
    assert spminer.to_edges(spminer.read(tmp_path / "a.g6")).tolist() == [[0, nodes - 1]]
