"""Small models with random weights, for tests that need a model but not a good one."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.model import EncoderModel, ModelConfig, expected_shapes

TINY = ModelConfig(width=6, layers=3, hops=2, head=(5, 7), dimensions=4)


def random_model(config=TINY, seed=0):
    """Weights of a size that keeps the activations level."""
    random = np.random.default_rng(seed)
    tensors = {
        name: np.asarray(random.normal(size=shape) / np.sqrt(shape[-1] if len(shape) > 1 else 4), dtype=np.float32)
        for name, shape in expected_shapes(config).items()
    }
    return EncoderModel(config, tensors, {})


def random_batch(count, *, seed=0, sizes=(1, 64)):
    """Graphs of all densities."""
    random = np.random.default_rng(seed)
    chosen = random.integers(sizes[0], sizes[1] + 1, size=count).astype(np.int32)
    rows = np.zeros((count, sizes[1]), dtype=np.uint64)
    for index, size in enumerate(chosen):
        upper = np.triu(random.random((size, size)) < random.random() ** 2, 1)
        matrix = (upper | upper.T).astype(np.uint64)
        rows[index, :size] = (matrix << np.arange(size, dtype=np.uint64)).sum(axis=1, dtype=np.uint64)
    return AnchoredBatch(rows, chosen)


@st.composite
def batches(draw):
    """A few random graphs of 1 to 64 nodes."""
    low = draw(st.integers(1, 64))
    return random_batch(
        draw(st.integers(1, 20)), seed=draw(st.integers(0, 2**32 - 1)), sizes=(low, draw(st.integers(low, 64)))
    )
