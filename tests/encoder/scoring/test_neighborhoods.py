from __future__ import annotations

import numpy as np
import pytest

import spminer
from encoder_models import random_model
from spminer import _core
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring import neighborhoods
from spminer.encoder.scoring.neighborhoods import EmbeddedNeighborhoods, ranges_for, sample


@pytest.fixture
def ring():
    return spminer.from_edges([(i, (i + 1) % 70) for i in range(70)]).target()


def test_ranges_follow_the_pattern_size():
    assert ranges_for(8, "auto") == ((20, 29),)
    assert ranges_for(9, "auto") == ((40, 64),)
    assert ranges_for(20, "small") == ((20, 29),)
    assert ranges_for(3, "large") == ((40, 64),)


def test_every_node_is_an_anchor_of_a_small_target(ring):
    batch = sample(ring, 10_000, ((20, 29),))
    assert len(batch) == 70
    assert 20 <= batch.sizes.min() <= batch.sizes.max() <= 29


def test_breadth_takes_the_nearest(ring):
    batch = sample(ring, 5, ((3, 3),), sampling="breadth")
    assert batch.rows[:, 0].tolist() == [6] * 5  # both neighbors of the anchor


def test_same_seed_same_sample(ring):
    one, two, other = (sample(ring, 30, ((5, 9),), seed=seed, threads=t) for seed, t in ((1, 1), (1, 2), (2, 1)))
    assert np.array_equal(one.rows, two.rows)
    assert not np.array_equal(one.rows, other.rows)


def test_scores_of_a_mapped_file_are_those_in_memory(ring, monkeypatch):
    embedder = open_embedder(random_model())
    batch = sample(ring, 50, ((5, 9), (12, 20)))
    patterns = sample(ring, 4, ((3, 4),))
    embeddings = embedder.embed(patterns)
    signatures = _core.signatures(patterns.rows, patterns.sizes)
    memory = EmbeddedNeighborhoods(embedder, batch)
    monkeypatch.setattr(neighborhoods, "MEMORY_LIMIT", 0)
    monkeypatch.setattr(neighborhoods, "BLOCK", 16)
    mapped = EmbeddedNeighborhoods(embedder, batch)
    expected = memory.score(embeddings, signatures, threshold=0.5, cap=1.0)
    found = mapped.score(embeddings, signatures, threshold=0.5, cap=1.0)
    assert len(mapped) == len(memory) == 50
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-6)
    assert np.array_equal(found[1], expected[1])
