"""Order signatures and penalties of the core."""

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spminer import _core
from support.oracles import contains
from support.strategies import examples


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


LEVELS = [level for level in _core.SimdLevel if level.value <= _core.best_simd_level().value]
K = _core.SIGNATURE_SIZE


def plain(sub, sup, low, high, thresholds, cap):
    """Soft sums, and hard counts with thresholds a little lower and a little higher."""
    energy = (np.maximum(sub[:, None].astype(float) - sup[None], 0) ** 2).sum(axis=2)
    violated = np.zeros(energy.shape, dtype=bool) if low is None else (low[:, None] > high[None]).any(axis=2)
    soft = np.where(violated, cap, np.minimum(energy, cap)).sum(axis=1)
    hard = [((energy <= thresholds[:, None] + shift) & ~violated).sum(axis=1) for shift in (-1e-4, 1e-4)]
    return soft, *hard


def signature_arrays(random, count, large):
    return np.where(random.random((count, K)) < large, 200, 3).astype(np.uint8)


@settings(max_examples=examples(60), deadline=None)
@given(
    st.integers(0, 2**32),
    st.integers(0, 20),
    st.integers(0, 600),
    st.integers(1, 256),
    st.sampled_from([None, 0.0, 0.002, 0.02]),
    st.sampled_from(LEVELS),
)
def test_agrees_with_numpy(seed, candidates, size, dimensions, large, level):
    random = np.random.default_rng(seed)
    sub = random.random((candidates, dimensions), dtype=np.float32)
    sup = random.random((size, dimensions), dtype=np.float32)
    low = None if large is None else signature_arrays(random, candidates, large)
    high = None if large is None else signature_arrays(random, size, 0.02)
    cap = float(np.float32(random.random() * dimensions / 4))
    thresholds = (random.random(candidates) * dimensions / 4).astype(np.float32)
    index = _core.PenaltyIndex(sup, high)
    soft, hard = index.score(sub, low, thresholds=thresholds, cap=cap, simd=level)
    expected, least, most = plain(sub, sup, low, high, thresholds, cap)
    np.testing.assert_allclose(soft, expected, rtol=1e-4, atol=1e-4)
    assert (least <= hard).all()
    assert (hard <= most).all()
    again = index.score(sub, low, thresholds=thresholds, cap=cap, simd=level, threads=3)
    np.testing.assert_array_equal(again[0], soft)
    assert len(index) == size


@pytest.mark.parametrize("level", LEVELS)
def test_aligned_pairs(level):
    random = np.random.default_rng(0)
    sub, sup = random.random((2, 50, 24), dtype=np.float32)
    expected = (np.maximum(sub - sup, 0) ** 2).sum(axis=1)
    np.testing.assert_allclose(_core.order_penalty(sub, sup, simd=level), expected, rtol=1e-5)
    low, high = signature_arrays(random, 50, 0.005), signature_arrays(random, 50, 0.5)
    np.testing.assert_array_equal(_core.order_violated(low, high, simd=level), (low > high).any(axis=1))


def test_bounds_give_candidates_up():
    random = np.random.default_rng(1)
    sub, sup = random.random((2, 8), dtype=np.float32), random.random((5000, 8), dtype=np.float32)
    thresholds = np.full(2, 0.5, dtype=np.float32)
    index = _core.PenaltyIndex(sup)
    soft, hard = index.score(sub, thresholds=thresholds, cap=2)
    bounds = np.array([soft[0], soft[1] / 3])
    partial, _, scored = index.score_bounded(sub, thresholds=thresholds, cap=2, soft_bounds=bounds)
    assert partial[0] == soft[0]
    assert bounds[1] < partial[1] <= soft[1]
    assert scored[0] == 5000 > scored[1]
    _, counted, scored = index.score_bounded(sub, thresholds=thresholds, cap=2, hard_bounds=hard + np.array([0, 3000]))
    assert counted[0] == hard[0]
    assert scored[0] == 5000 > scored[1]


def test_arguments_that_do_not_fit_are_refused():
    sup = np.zeros((3, 4), dtype=np.float32)
    index = _core.PenaltyIndex(sup)
    thresholds = np.zeros(3, dtype=np.float32)
    with pytest.raises(ValueError, match="dimensions of the index"):
        index.score(np.zeros((3, 5), dtype=np.float32), thresholds=thresholds, cap=1)
    with pytest.raises(ValueError, match="exactly if the index has them"):
        index.score(sup, np.zeros((3, K), dtype=np.uint8), thresholds=thresholds, cap=1)
    with pytest.raises(ValueError, match="one threshold each"):
        index.score(sup, thresholds=thresholds[:2], cap=1)
    with pytest.raises(ValueError, match="SIGNATURE_SIZE"):
        _core.PenaltyIndex(sup, np.zeros((3, 7), dtype=np.uint8))
    with pytest.raises(TypeError):
        _core.PenaltyIndex(sup.astype(np.float64))
