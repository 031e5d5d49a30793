from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoder_models import batches
from spminer.encoder.batch import AnchoredBatch
from spminer.errors import UsageError
from spminer.patterns import Pattern
from strategies import labeled_graphs


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
