import numpy as np
import pytest

import spminer
from spminer.encoder.evaluation.pairs import (
    balanced_pairs,
    independent_pairs,
    plain_structure,
    sample_of_sizes,
    synthetic_graphs,
)
from spminer.errors import InputError, UsageError
from support.oracles import contains, graph_of


def contained(pairs, index):
    return contains(graph_of(pairs.sub, index), graph_of(pairs.sup, index))


def test_labels_are_those_of_networkx():
    pairs = independent_pairs(spminer.generate.synthetic(30, (30, 60), kind="ws", seed=2), count=3000)
    positives = np.flatnonzero(pairs.labels)
    small = np.flatnonzero((pairs.sub.sizes < 10) & ~pairs.labels)[:40]
    assert len(positives) > 20
    assert all(contained(pairs, index) for index in positives[:40])
    assert not any(contained(pairs, index) for index in small)


def test_sizes_are_uniform_and_the_direction_is_as_drawn():
    pairs = independent_pairs(synthetic_graphs(), count=5000)
    counts = np.bincount(pairs.sub.sizes)[5:]
    assert len(counts) == 25
    assert counts.min() > 120
    assert 0.45 < (pairs.sub.sizes > pairs.sup.sizes).mean() < 0.55


def test_the_seed_alone_decides():
    graphs = spminer.generate.synthetic(20, 30)
    one, same, other = (
        independent_pairs(graphs, count=50, seed=seed, threads=t) for seed, t in ((1, 1), (1, 2), (2, 1))
    )
    assert np.array_equal(one.sub.rows, same.sub.rows)
    assert np.array_equal(one.sup.rows, same.sup.rows)
    assert not np.array_equal(one.sub.rows, other.sub.rows)


def test_small_components_are_passed_over_where_there_are_larger_ones():
    path = [(i, i + 1) for i in range(29)]
    dust = [(100 + 2 * i, 101 + 2 * i) for i in range(20)]
    target = spminer.from_edges(path + dust).target()
    sizes = np.full(200, 12)
    assert (sample_of_sizes(target, sizes, np.random.default_rng(0)).sizes == 12).all()
    small = spminer.from_edges(dust).target()
    assert (sample_of_sizes(small, sizes, np.random.default_rng(0)).sizes == 2).all()


def test_labels_and_direction_are_left_out():
    graphs = spminer.from_edges([(0, 1), (1, 0), (2, 1)], directed=True)
    plain = plain_structure(graphs)
    assert (plain.directed, plain.num_edges, plain.node_labels) == (False, 2, None)


def test_balanced_pairs_keep_to_the_sizes():
    pairs = balanced_pairs(200, patterns=(7, 7), targets=(40, 64), hard=1.0)
    assert set(pairs.sub.sizes) == {7}
    assert (pairs.sup.sizes.min(), pairs.labels.mean()) >= (40, 0.5)
    assert pairs.labels.sum() == 100


def test_impossible_questions():
    with pytest.raises(UsageError, match="count must be at least 1"):
        independent_pairs(synthetic_graphs(), count=0)
    with pytest.raises(InputError, match="no nodes"):
        independent_pairs(spminer.from_edges([]), count=3)
