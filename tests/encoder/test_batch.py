"""Tests of encoder/batch.py and encoder/neighborhoods.py."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import _core
from spminer.encoder.batch import CONTAINED, REFUTED, UNDECIDED, AnchoredBatch, decide
from spminer.encoder.neighborhoods import sample, size_range
from spminer.errors import UsageError
from spminer.patterns import Pattern
from support.oracles import contains, graph_of
from support.strategies import batches, examples, labeled_graphs


@given(labeled_graphs(directed=False, labels=False), st.data())
def test_patterns_become_rows_anchored_at_node_0(graph, data):
    anchor = data.draw(st.sampled_from(list(graph)))
    pattern = Pattern.from_edges(graph.edges, size=len(graph), anchor=anchor)
    batch = AnchoredBatch.from_patterns([pattern])
    assert batch.sizes.tolist() == [len(graph)]
    back = nx.from_numpy_array(batch.adjacency(np.array([0]), len(graph))[0])
    for copy, first in ((back, 0), (graph, anchor)):
        nx.set_node_attributes(copy, {node: node == first for node in copy}, "anchor")
    assert nx.is_isomorphic(back, graph, node_match=lambda a, b: a["anchor"] == b["anchor"])


@settings(deadline=None)
@given(batches())
def test_adjacency_has_the_bits_of_the_rows(batch):
    nodes = int(batch.sizes.max())
    dense = batch.adjacency(np.arange(len(batch)), nodes)
    expected = [[[row >> j & 1 for j in range(nodes)] for row in rows[:nodes]] for rows in batch.rows.tolist()]
    assert np.array_equal(dense, np.array(expected, dtype=np.float32))


def test_no_patterns_make_an_empty_batch():
    assert len(AnchoredBatch.from_patterns([])) == 0


@pytest.mark.parametrize("text", ["0-1", "0>1@0", "0-1;C,O@0", "0-1:double@0"])
def test_refuses_patterns_that_the_encoder_cannot_see(text):
    with pytest.raises(UsageError, match=r"anchor|direction"):
        AnchoredBatch.from_patterns([text])


@pytest.mark.parametrize(
    ("rows", "sizes"),
    [
        (np.zeros((1, 3), np.int64), np.ones(1, np.int32)),
        (np.zeros((1, 3), np.uint64), np.ones(1, np.int64)),
        (np.zeros(3, np.uint64), np.ones(3, np.int32)),
        (np.zeros((2, 3), np.uint64), np.ones(1, np.int32)),
        (np.zeros((1, 3), np.uint64), np.array([4], np.int32)),
        (np.zeros((1, 3), np.uint64), np.array([0], np.int32)),
        (np.zeros((1, 80), np.uint64), np.array([65], np.int32)),
    ],
)
def test_refuses_arrays_that_do_not_fit(rows, sizes):
    with pytest.raises(UsageError):
        AnchoredBatch(rows, sizes)


@settings(deadline=None)
@given(batches(), st.sampled_from([None, 1, 3]))
def test_by_size_holds_every_graph_once(batch, at_most):
    parts = list(batch.by_size(at_most))
    assert sorted(index for graphs, _ in parts for index in graphs) == list(range(len(batch)))
    for graphs, size in parts:
        assert set(batch.sizes[graphs]) == {size}
        assert at_most is None or len(graphs) <= at_most
    if at_most is None:
        assert [size for _, size in parts] == sorted(set(batch.sizes.tolist()))


def random_batch(random, count, low, high):
    """Connected graphs: trees with some more edges."""
    rows, sizes = np.zeros((count, high), dtype=np.uint64), random.integers(low, high + 1, size=count).astype(np.int32)
    for graph, size in enumerate(sizes):
        edges = [(i, int(random.integers(i))) for i in range(1, size)]
        edges += [tuple(random.integers(size, size=2)) for _ in range(int(random.integers(size)))]
        for a, b in edges:
            if a != b:
                rows[graph, a] |= np.uint64(1 << int(b))
                rows[graph, b] |= np.uint64(1 << int(a))
    return AnchoredBatch(rows, sizes)


@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 2**32 - 1), induced=st.booleans())
def test_answers_are_those_of_vf2(seed, induced):
    random = np.random.default_rng(seed)
    patterns, graphs = random_batch(random, 6, 2, 6), random_batch(random, 6, 3, 9)
    answers = decide(patterns, graphs, induced=induced, threads=2)
    signatures = [_core.signatures(side.rows, side.sizes, induced=induced) for side in (patterns, graphs)]
    for p in range(6):
        for g in range(6):
            assert (answers[p, g] == CONTAINED) == contains(graph_of(patterns, p), graph_of(graphs, g), induced=induced)
            assert (answers[p, g] == REFUTED) == (signatures[0][p] > signatures[1][g]).any()


def test_a_budget_that_ends_is_no_answer():
    random = np.random.default_rng(1)
    patterns, graphs = random_batch(random, 30, 8, 9), random_batch(random, 30, 20, 20)
    full, cut = decide(patterns, graphs), decide(patterns, graphs, steps=1)
    assert (cut == UNDECIDED).any()
    assert np.array_equal(full[cut != UNDECIDED], cut[cut != UNDECIDED])
    assert np.array_equal(full, decide(patterns, graphs, threads=1))


def test_only_connected_graphs_are_decided():
    apart = AnchoredBatch(np.array([[2, 1, 8, 4]], dtype=np.uint64), np.array([4], dtype=np.int32))
    with pytest.raises(ValueError, match="not connected"):
        decide(apart, apart)


@pytest.fixture
def ring():
    return spminer.from_edges([(i, (i + 1) % 70) for i in range(70)]).target()


def test_ranges_follow_the_pattern_size():
    assert size_range(8, "auto") == (20, 29)
    assert size_range(9, "auto") == (40, 64)
    assert size_range(20, "small") == (20, 29)
    assert size_range(3, "large") == (40, 64)


def test_every_node_is_an_anchor_of_a_small_target(ring):
    batch, _ = sample(ring, 10_000, (20, 29))
    assert len(batch) == 70
    assert 20 <= batch.sizes.min() <= batch.sizes.max() <= 29


def test_breadth_takes_the_nearest(ring):
    batch, _ = sample(ring, 5, (3, 3), sampling="breadth")
    assert batch.rows[:, 0].tolist() == [6] * 5  # both neighbors of the anchor


def test_same_seed_same_sample(ring):
    one, two, other = (sample(ring, 30, (5, 9), seed=seed, threads=t).batch for seed, t in ((1, 1), (1, 2), (2, 1)))
    assert np.array_equal(one.rows, two.rows)
    assert not np.array_equal(one.rows, other.rows)


def test_nodes_are_those_that_the_rows_join(ring):
    batch, nodes = sample(ring, 9, (3, 20))
    assert nodes.shape == batch.rows.shape
    for rows, size, names in zip(batch.rows.tolist(), batch.sizes.tolist(), nodes.tolist(), strict=True):
        assert set(names[size:]) <= {-1}
        for i, j in np.ndindex(size, size):
            assert bool(rows[i] >> j & 1) == ((names[i] - names[j]) % 70 in (1, 69))
