"""Tests of the native pair stream and samples (`_core`) that encoder/training/data.py reads, against igraph."""

import itertools

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import _core, generate


def edges_of(rows, size):
    """Edges of an anchored graph; checks that the rows are those of a simple graph of that size."""
    matrix = (rows[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    assert not matrix[size:].any()
    assert not matrix[:, size:].any()
    matrix = matrix[:size, :size]
    assert np.array_equal(matrix, matrix.T)
    assert not matrix.diagonal().any()
    return np.argwhere(np.triu(matrix)).tolist()


def contained(pattern, pattern_size, target, target_size, *, induced):
    """The oracle: igraph's LAD with node 0 sent to node 0."""
    small, large = igraph.Graph(pattern_size, pattern), igraph.Graph(target_size, target)
    domains = [[0]] + [list(range(1, target_size))] * (pattern_size - 1)
    return large.subisomorphic_lad(small, domains=domains, induced=induced)


def connected(edges, size):
    return igraph.Graph(size, edges).is_connected()


def rows_of(graph):
    rows = np.zeros(64, dtype=np.uint64)
    for i, j in graph.edges:
        rows[i] |= np.uint64(1 << j)
        rows[j] |= np.uint64(1 << i)
    return rows


@pytest.fixture(scope="module")
def user_graphs():
    return generate.synthetic(20, (8, 40), seed=11)


@pytest.mark.parametrize("induced", [True, False])
@pytest.mark.parametrize("source", ["synthetic", "user"])
def test_every_pair_is_valid_and_truly_labeled(induced, source, user_graphs):
    target = user_graphs.target() if source == "user" else None
    stream = _core.PairStream(seed=1, induced=induced, target=target, max_pattern=12)
    target_rows, target_sizes, pattern_rows, pattern_sizes, labels = stream.batch(0, pairs=300, low=5, high=18)
    assert (target_rows.shape, pattern_rows.shape) == ((300, 18), (300, 12))
    assert (target_rows.dtype, target_sizes.dtype, labels.dtype) == (np.uint64, np.int32, np.uint8)
    assert labels.tolist() == [1, 0] * 150
    assert pattern_sizes.min() >= 3
    assert (pattern_sizes < target_sizes).all()
    for b in range(300):
        target_edges = edges_of(target_rows[b], target_sizes[b])
        pattern_edges = edges_of(pattern_rows[b], pattern_sizes[b])
        assert connected(target_edges, target_sizes[b])
        assert connected(pattern_edges, pattern_sizes[b])
        truth = contained(pattern_edges, pattern_sizes[b], target_edges, target_sizes[b], induced=induced)
        assert truth == bool(labels[b])


def test_large_targets_are_truly_labeled():
    stream = _core.PairStream(seed=2)
    target_rows, target_sizes, pattern_rows, pattern_sizes, labels = stream.batch(0, pairs=60, low=60, high=64)
    assert set(target_sizes.tolist()) == {60, 61, 62, 63, 64}
    assert pattern_rows.shape == (60, 30)
    for b in range(60):
        pattern, target = edges_of(pattern_rows[b], pattern_sizes[b]), edges_of(target_rows[b], target_sizes[b])
        assert contained(pattern, pattern_sizes[b], target, target_sizes[b], induced=True) == bool(labels[b])


def test_a_batch_is_a_pure_function_of_seed_and_step(user_graphs):
    def batch(seed=0, step=3, threads=1):
        stream = _core.PairStream(seed=seed, target=user_graphs.target(), blend=0.5, hard=0.5)
        return stream.batch(step, pairs=200, low=6, high=20, threads=threads)

    first = batch()
    assert all(np.array_equal(a, b) for a, b in zip(first, batch(threads=3), strict=True))
    assert not np.array_equal(first[0], batch(step=4)[0])
    assert not np.array_equal(first[0], batch(seed=1)[0])


def test_sizes_are_uniform():
    _, targets, _, patterns, labels = _core.PairStream(seed=4, min_pattern=5).batch(0, pairs=6000, low=6, high=29)
    counts = np.bincount(targets, minlength=30)[6:]
    assert abs(counts - 250).max() < 4.5 * np.sqrt(250)
    positive = (labels == 1) & (targets == 29)
    assert set(patterns[positive].tolist()) <= set(range(5, 29))
    assert abs(patterns[positive].mean() - 16.5) < 4 * np.sqrt(24**2 / 12 / positive.sum())


def test_negatives_are_of_two_kinds():
    """Of each four pairs, the second has a pattern that is a subgraph with edges added, the last one a foreign one."""
    stream = _core.PairStream(seed=5)
    target_rows, _, pattern_rows, pattern_sizes, _ = stream.batch(0, pairs=1200, low=12, high=12)

    def is_near(b):
        """Whether the edges are few enough to come from the target: necessary for added edges, rare for others."""
        target, pattern = edges_of(target_rows[b], 12), edges_of(pattern_rows[b], pattern_sizes[b])
        lean = [pattern[:k] + pattern[k + 1 :] for k in range(len(pattern))]
        candidates = [edges for edges in lean if connected(edges, pattern_sizes[b])]
        return any(contained(edges, pattern_sizes[b], target, 12, induced=True) for edges in candidates)

    near = np.array([is_near(b) for b in range(1200)])
    assert near[1::4].sum() > 1.25 * near[3::4].sum() > 0  # one added edge, taken away again, is every fifth case


def test_hard_negatives_are_closer_to_containment():
    def passing(hard):
        stream = _core.PairStream(seed=6, hard=hard)
        target_rows, target_sizes, pattern_rows, pattern_sizes, labels = stream.batch(0, pairs=1200, low=10, high=20)
        sub = _core.signatures(pattern_rows, pattern_sizes)
        sup = _core.signatures(target_rows, target_sizes)
        return np.mean(_core.order_violated(sub, sup)[labels == 0] == 0)

    assert passing(1.0) > 1.5 * passing(0.0)


def test_pairs_of_a_user_come_from_the_users_graph():
    ring = spminer.from_edges([(i, (i + 1) % 50) for i in range(50)])
    rows, sizes, patterns, pattern_sizes, labels = _core.PairStream(seed=0, target=ring.target()).batch(
        0, pairs=100, low=6, high=12
    )
    for b in range(100):
        assert len(edges_of(rows[b], sizes[b])) == sizes[b] - 1  # a path
        if labels[b]:
            assert len(edges_of(patterns[b], pattern_sizes[b])) == pattern_sizes[b] - 1


def test_blend_is_the_share_of_the_users_pairs():
    ring = spminer.from_edges([(i, (i + 1) % 50) for i in range(50)])
    rows, *_ = _core.PairStream(seed=0, target=ring.target(), blend=0.3).batch(0, pairs=1000, low=20, high=20)
    paths = sum(len(edges_of(rows[b], 20)) == 19 and np.bitwise_count(rows[b]).max() <= 2 for b in range(1000))
    assert abs(paths - 300) < 4 * np.sqrt(1000 * 0.3 * 0.7)


def test_small_components_give_small_targets():
    graphs = generate.synthetic(30, (2, 9), seed=1)
    _, sizes, _, patterns, _ = _core.PairStream(seed=0, target=graphs.target()).batch(0, pairs=200, low=8, high=20)
    assert sizes.min() >= 4
    assert sizes.max() <= 9
    assert (patterns < sizes).all()


def test_impossible_requests_are_refused():
    pair = spminer.from_edges([(0, 1)])
    with pytest.raises(ValueError, match="no component"):
        _core.PairStream(seed=0, target=pair.target())
    for options in ({"min_pattern": 1}, {"min_pattern": 9, "max_pattern": 8}, {"hard": 2.0}, {"blend": -0.1}):
        with pytest.raises(ValueError, match=r"sizes|shares"):
            _core.PairStream(seed=0, **options)
    for low, high in ((3, 10), (10, 9), (10, 65)):
        with pytest.raises(ValueError, match="target sizes"):
            _core.PairStream(seed=0).batch(0, pairs=4, low=low, high=high)
    clique = spminer.from_edges(list(itertools.combinations(range(6), 2)))
    with pytest.raises(RuntimeError, match="too uniform"):
        _core.PairStream(seed=0, target=clique.target(), induced=False).batch(0, pairs=4, low=5, high=6)


@st.composite
def anchored_graphs(draw, min_nodes, max_nodes):
    size = draw(st.integers(min_nodes, max_nodes))
    tree = [(draw(st.integers(0, i - 1)), i) for i in range(1, size)]
    pairs = list(itertools.combinations(range(size), 2))
    extra = draw(st.lists(st.sampled_from(pairs), max_size=2 * size))
    graph = nx.empty_graph(size)
    graph.add_edges_from(tree + extra)
    return graph


@given(anchored_graphs(2, 6), anchored_graphs(2, 9), st.booleans())
def test_the_decision_is_that_of_igraph(pattern, target, induced):
    if len(pattern) > len(target):
        expected = False
    else:
        expected = contained(list(pattern.edges), len(pattern), list(target.edges), len(target), induced=induced)
    sizes = np.array([len(pattern)], dtype=np.int32), np.array([len(target)], dtype=np.int32)
    answer = _core.contains_anchored(rows_of(pattern)[None], sizes[0], rows_of(target)[None], sizes[1], induced=induced)
    assert answer.tolist() == [expected]


def test_a_decision_without_budget_is_open():
    ring = rows_of(nx.cycle_graph(20))[None]
    path = rows_of(nx.path_graph(10))[None]
    ten, twenty = np.array([10], dtype=np.int32), np.array([20], dtype=np.int32)
    assert _core.contains_anchored(path, ten, ring, twenty, steps=3).tolist() == [-1]
    assert _core.contains_anchored(path, ten, ring, twenty).tolist() == [1]


def test_broken_rows_are_refused():
    good, broken = rows_of(nx.path_graph(3))[None], np.full((1, 3), 1, dtype=np.uint64)
    three = np.array([3], dtype=np.int32)
    with pytest.raises(ValueError, match="has a loop"):
        _core.contains_anchored(broken, three, good, three)


def neighbors(graphs, node):
    return set(graphs.indices[graphs.indptr[node] : graphs.indptr[node + 1]].tolist())


@pytest.mark.parametrize("method", [_core.SampleMethod.TREE, _core.SampleMethod.BREADTH])
def test_samples_are_induced_and_anchored(user_graphs, method):
    target = user_graphs.target()
    rows, sizes, anchors, nodes = _core.sample_neighborhoods(target, 300, low=9, high=15, method=method, seed=2)
    assert (rows.shape, nodes.shape) == ((300, 15), (300, 15))
    components = np.diff(user_graphs.graph_offsets)
    for b in range(300):
        members = nodes[b, : sizes[b]].tolist()
        assert (nodes[b, sizes[b] :] == -1).all()
        assert members[0] == anchors[b]
        assert len(set(members)) == sizes[b]
        assert sizes[b] >= min(9, components[user_graphs.graph_of(anchors[b])])
        joined = [
            [i, j]
            for i, j in itertools.combinations(range(len(members)), 2)
            if members[j] in neighbors(user_graphs, members[i])
        ]
        assert edges_of(rows[b], sizes[b]) == joined
        assert connected(joined, int(sizes[b]))


def test_samples_do_not_depend_on_threads(user_graphs):
    target = user_graphs.target()
    one = _core.sample_neighborhoods(target, 500, seed=3, threads=1)
    two = _core.sample_neighborhoods(target, 500, seed=3, threads=2)
    again = _core.sample_neighborhoods(target, one[2], seed=3)
    assert all(np.array_equal(a, b) and np.array_equal(a, c) for a, b, c in zip(one, two, again, strict=True))
    assert not np.array_equal(one[3], _core.sample_neighborhoods(target, 500, seed=4)[3])


def test_anchors_are_spread_over_all_nodes(user_graphs):
    target = user_graphs.target()
    _, _, some, _ = _core.sample_neighborhoods(target, target.nodes // 2, seed=1)
    _, _, more, _ = _core.sample_neighborhoods(target, 2 * target.nodes + 7, seed=1)
    assert len(set(some.tolist())) == target.nodes // 2
    assert set(np.bincount(more, minlength=target.nodes).tolist()) == {2, 3}


def test_breadth_takes_the_nearest_nodes():
    graph = nx.random_labeled_tree(200, seed=1)
    graphs = spminer.from_networkx(graph)
    distance = dict(nx.all_pairs_shortest_path_length(graph))
    _, sizes, anchors, nodes = _core.sample_neighborhoods(
        graphs.target(), 100, low=12, high=12, method=_core.SampleMethod.BREADTH
    )
    for b in range(100):
        start = int(graphs.name(anchors[b]))
        inside = [distance[start][int(graphs.name(v))] for v in nodes[b, : sizes[b]]]
        outside = [distance[start][v] for v in graph if str(v) not in graphs.names(nodes[b, : sizes[b]])]
        assert max(inside) <= min(outside)
    one_hop = _core.sample_neighborhoods(
        graphs.target(), 100, low=64, high=64, method=_core.SampleMethod.BREADTH, hops=1
    )
    assert one_hop[1].tolist() == [1 + graphs.target().degrees()[anchor] for anchor in one_hop[2]]


def test_hubs_are_sampled_evenly():
    leaves = 5000
    star = spminer.from_edges([(0, leaf) for leaf in range(1, leaves + 1)])
    anchors = np.zeros(2000, dtype=np.int32)
    for method in (_core.SampleMethod.TREE, _core.SampleMethod.BREADTH):
        _, sizes, _, nodes = _core.sample_neighborhoods(star.target(), anchors, low=64, high=64, method=method)
        assert set(sizes.tolist()) == {64}
        halves = (nodes[:, 1:] <= leaves // 2).mean()
        assert abs(halves - 0.5) < 4 * 0.5 / np.sqrt(2000 * 63)


def test_sampling_refuses_what_cannot_be_meant(user_graphs):
    target = user_graphs.target()
    for low, high in ((0, 5), (6, 5), (5, 65)):
        with pytest.raises(ValueError, match="sample sizes"):
            _core.sample_neighborhoods(target, 3, low=low, high=high)
    with pytest.raises(ValueError, match="not a node"):
        _core.sample_neighborhoods(target, np.array([target.nodes], dtype=np.int32))
