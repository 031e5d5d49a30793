from __future__ import annotations

import numpy as np
import pytest

import spminer
from spminer.encoder.neighborhoods import sample, size_range


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
