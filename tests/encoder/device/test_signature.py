from functools import lru_cache

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import cuda_kernels
import spminer
from effort import examples
from encoder_models import random_batch
from spminer import _core
from spminer.encoder.device.signature import SignatureKernel
from spminer.encoder.scoring.neighborhoods import sample


@lru_cache
def signatures(*, induced):
    """Signatures by the kernel, that the CPU runs."""
    return SignatureKernel(torch.device("cpu"), induced=induced, compiler=cuda_kernels.compiled)


def assert_equal(batch, *, induced):
    expected = _core.signatures(batch.rows, batch.sizes, induced=induced)
    rows, sizes = torch.from_numpy(batch.rows.view(np.int64)), torch.from_numpy(batch.sizes)
    assert np.array_equal(signatures(induced=induced)(rows, sizes).numpy(), expected)


@settings(deadline=None, max_examples=examples(12))
@given(seed=st.integers(0, 10**6), high=st.integers(1, 64), induced=st.booleans())
def test_random_graphs(seed, high, induced):
    assert_equal(random_batch(12, seed=seed, sizes=(1, high)), induced=induced)


@pytest.mark.parametrize("induced", [True, False])
@pytest.mark.parametrize("high", [12, 64])
def test_neighborhoods_sparse_and_dense_enough_that_counts_saturate(induced, high):
    random = np.random.default_rng(high)
    for degree in (3, 12, 40):
        pairs = random.integers(0, 120, size=(60 * degree, 2))
        target = spminer.from_edges([(a, b) for a, b in pairs.tolist() if a != b]).target()
        assert_equal(sample(target, 30, (high - 4, high), seed=degree), induced=induced)


def test_the_tables_cover_every_coordinate():
    tables = _core.SignatureTables()
    assert tables.coordinates().shape == (_core.SIGNATURE_SIZE, 4)
    assert np.all(np.diff(tables.byte_of_count().astype(int)) >= 0)
    assert len(tables.class_of_key()) == 2**3 + 2**6 + 2**10 + 2**15


def test_no_graphs_have_no_signatures():
    none = torch.zeros(0, 3, dtype=torch.int64), torch.zeros(0, dtype=torch.int32)
    assert signatures(induced=True)(*none).shape == (0, _core.SIGNATURE_SIZE)
