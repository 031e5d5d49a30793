"""Tests of the native signatures (`_core`) behind encoder/scoring.py against networkx and brute force."""

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer import _core
from support.oracles import contains


def packed(graphs, width=None):
    """Rows and sizes of networkx graphs on nodes 0..n-1, anchored at 0."""
    width = width or max(map(len, graphs))
    rows = np.zeros((len(graphs), width), dtype=np.uint64)
    for b, graph in enumerate(graphs):
        for i, j in graph.edges:
            rows[b, i] |= np.uint64(1 << j)
            rows[b, j] |= np.uint64(1 << i)
    return rows, np.array([len(graph) for graph in graphs], dtype=np.int32)


@st.composite
def connected_graphs(draw, *, max_nodes):
    n = draw(st.integers(1, max_nodes))
    tree = [(i, draw(st.integers(0, i - 1))) for i in range(1, n)]
    extra = draw(st.lists(st.sampled_from(list(itertools.combinations(range(n), 2))), max_size=n)) if n > 1 else []
    graph = nx.empty_graph(n)
    graph.add_edges_from(tree + extra)
    return graph


@given(sub=connected_graphs(max_nodes=5), sup=connected_graphs(max_nodes=9), induced=st.booleans())
def test_never_rejects_what_is_contained(sub, sup, induced):
    signatures = _core.signatures(*packed([sub, sup]), induced=induced)
    if contains(sub, sup, induced=induced):
        assert (signatures[0] <= signatures[1]).all()


@given(sub=connected_graphs(max_nodes=4), sup=connected_graphs(max_nodes=7))
def test_decides_up_to_four_nodes(sub, sup):
    """The classes of up to four nodes are all there, so those patterns are not just filtered but decided."""
    low, high = _core.signatures(*packed([sub, sup]))
    assert bool((low <= high).all()) == contains(sub, sup, induced=True)


def test_rejects_what_only_an_embedding_search_would_find():
    pentagon, grid = nx.cycle_graph(5), nx.convert_node_labels_to_integers(nx.grid_2d_graph(6, 6))
    low, high = _core.signatures(*packed([pentagon, grid]))
    assert (low > high).any()


def test_batches_do_not_depend_on_threads_or_padding():
    graphs = [nx.gnp_random_graph(n, 0.2, seed=n) for n in range(1, 65)] * 3
    one = _core.signatures(*packed(graphs, 64), threads=1)
    np.testing.assert_array_equal(_core.signatures(*packed(graphs, 64), threads=4), one)
    np.testing.assert_array_equal(_core.signatures(*packed(graphs[:10])), one[:10])
    assert one.shape == (192, _core.SIGNATURE_SIZE)


@pytest.mark.parametrize(
    ("rows", "size", "message"),
    [
        ([[2, 0]], 2, "not symmetric"),
        ([[1, 0]], 2, "loop"),
        ([[2, 1]], 1, "a node that it does not have"),
        ([[0, 1]], 1, "not 0"),
        ([[2, 1]], 3, "a row for each"),
        ([[2, 1]], 0, "1 to 64 nodes"),
    ],
)
def test_rows_are_checked(rows, size, message):
    with pytest.raises(ValueError, match=message):
        _core.signatures(np.array(rows, dtype=np.uint64), np.array([size], dtype=np.int32))
