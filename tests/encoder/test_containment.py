"""Tests of encoder/containment.py: every answer against an independent matcher."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from containment_oracle import graph_of, oracle
from effort import examples
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.containment import CONTAINED, REFUTED, UNDECIDED, decide


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
            assert (answers[p, g] == CONTAINED) == oracle(graph_of(patterns, p), graph_of(graphs, g), induced)
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
