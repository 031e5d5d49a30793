"""Tests of encoder/device/signature.py, encoder/device/rooted.py, encoder/device/quantities.py: the core's bytes.

The kernel, signature.cu, is compiled for this machine too, its lanes as threads (lanes.hh).
"""

import ctypes

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from encoder_models import random_batch
from host_kernels import on_host
from spminer import _core
from spminer.encoder.device.kernel import SignatureArguments, shared_bytes
from spminer.encoder.device.signature import DeviceSignatures
from spminer.encoder.scoring.neighborhoods import sample


def assert_equal(batch, *, induced):
    found = DeviceSignatures(torch.device("cpu"), induced=induced)
    expected = _core.signatures(batch.rows, batch.sizes, induced=induced)
    rows, sizes = torch.from_numpy(batch.rows.view(np.int64)), torch.from_numpy(batch.sizes)
    assert np.array_equal(found.of(rows, sizes).numpy(), expected)


@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 10**6), high=st.integers(1, 30), induced=st.booleans())
def test_random_graphs(seed, high, induced):
    assert_equal(random_batch(12, seed=seed, sizes=(1, high)), induced=induced)


@pytest.mark.parametrize("induced", [True, False])
@pytest.mark.parametrize("high", [12, 64])
def test_neighborhoods_sparse_and_dense_enough_that_counts_saturate(induced, high):
    random = np.random.default_rng(high)
    for degree in (3, 12, 40):
        pairs = random.integers(0, 120, size=(60 * degree, 2))
        target = spminer.from_edges([(a, b) for a, b in pairs.tolist() if a != b]).target()
        assert_equal(sample(target, 30, [(high - 4, high)], seed=degree), induced=induced)


def test_the_tables_cover_every_coordinate():
    tables = _core.SignatureTables()
    assert tables.coordinates().shape == (_core.SIGNATURE_SIZE, 4)
    assert np.all(np.diff(tables.byte_of_count().astype(int)) >= 0)
    assert len(tables.class_of_key()) == 2**3 + 2**6 + 2**10 + 2**15


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """The kernel as a function of this machine, with the arguments of the one on a GPU."""
    run = on_host("signature_on_host.cc", tmp_path_factory.mktemp("kernel")).run_blocks

    def signatures(rows, sizes, arguments, *, induced):
        out = np.zeros((len(rows), _core.SIGNATURE_SIZE), dtype=np.uint8)
        tables = (arguments.coordinates, arguments.class_of_key, arguments.above, arguments.byte_of_count)
        arrays = [np.ascontiguousarray(part.numpy()) for part in (*tables, arguments.most)]
        graphs = np.ascontiguousarray(rows), np.ascontiguousarray(sizes.long().numpy())
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*graphs, *arrays, out)]
        shape = len(rows), rows.shape[1], int(induced), shared_bytes(rows.shape[1])
        run(*pointers[:2], *map(ctypes.c_int, shape), *pointers[2:])
        return torch.from_numpy(out)

    return signatures


@pytest.mark.parametrize("induced", [True, False])
@pytest.mark.parametrize("high", [1, 12, 30, 64])
def test_the_kernel_counts_the_same(kernel, induced, high):
    arguments = SignatureArguments.of(_core.SignatureTables(), torch.device("cpu"))
    random = np.random.default_rng(high)
    batches = [random_batch(9, seed=high, sizes=(1, high))]
    for degree in (3, 12, 40) if high > 4 else ():
        pairs = random.integers(0, 120, size=(60 * degree, 2))
        target = spminer.from_edges([(a, b) for a, b in pairs.tolist() if a != b]).target()
        batches.append(sample(target, 9, [(high - 4, high)], seed=degree))
    for batch in batches:
        rows, sizes = batch.rows.view(np.int64), torch.from_numpy(batch.sizes)
        found = kernel(rows, sizes, arguments, induced=induced)
        assert np.array_equal(found.numpy(), _core.signatures(batch.rows, batch.sizes, induced=induced))
