from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from encoder_models import TINY, random_batch, random_model
from spminer import _core
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring import index as module
from spminer.encoder.scoring.index import NeighborhoodIndex, signatures_of


@pytest.fixture(scope="module")
def embedder():
    return open_embedder(random_model())


@pytest.mark.parametrize("use_signature", [True, False])
def test_blocks_add_up(embedder, use_signature, monkeypatch):
    batch, patterns = random_batch(50, seed=1, sizes=(5, 20)), random_batch(4, seed=2, sizes=(3, 4))
    question = embedder.embed(patterns), signatures_of(embedder, patterns) if use_signature else None
    whole = NeighborhoodIndex(embedder, batch, use_signature=use_signature)
    monkeypatch.setattr(module, "BLOCK", 7)
    parts = NeighborhoodIndex(embedder, batch, use_signature=use_signature)
    expected, found = (index.score(*question, threshold=0.5, cap=1.0) for index in (whole, parts))
    assert len(parts) == len(whole) == 50
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-6)
    assert np.array_equal(found[1], expected[1])
    assert expected[1].any()


def test_signatures_are_for_the_containment_of_the_model(embedder):
    batch = random_batch(30, seed=3, sizes=(5, 20))
    free = open_embedder(random_model(replace(TINY, induced=False)))
    assert np.array_equal(signatures_of(embedder, batch), _core.signatures(batch.rows, batch.sizes, induced=True))
    assert np.array_equal(signatures_of(free, batch), _core.signatures(batch.rows, batch.sizes, induced=False))
    assert not np.array_equal(signatures_of(free, batch), signatures_of(embedder, batch))
