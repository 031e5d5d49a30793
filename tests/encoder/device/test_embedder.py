from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings

import cuda_kernels
from encoder_models import batches, random_batch, random_model
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.config import ModelConfig
from spminer.encoder.device.kernel import full_precision
from spminer.encoder.runtime import open_embedder
from spminer.errors import InputError

TINY = ModelConfig(width=8, layers=3, hops=2, head=(5, 7), dimensions=4)
CONFIGS = {
    "default": replace(ModelConfig(), counts=True),
    "no skip": replace(TINY, skip=False),
    "pooled nodes alone": replace(TINY, anchor_pool=False),
    "counts of edge-induced patterns": replace(TINY, counts=True, induced=False),
}


@pytest.fixture(scope="module", params=CONFIGS.values(), ids=CONFIGS.keys())
def model(request):
    return random_model(request.param, seed=3)


@settings(deadline=None, max_examples=3)
@given(batch=batches())
def test_points_are_those_of_the_core(model, batch):
    found, expected = cuda_kernels.embedder(model).embed(batch), open_embedder(model, device="cpu").embed(batch)
    assert found.dtype == np.float32
    assert (np.abs(found - expected).max(axis=1) <= 1e-5 * np.abs(expected).max(axis=1)).all()


def test_points_and_signatures_do_not_depend_on_how_many_graphs_fit():
    batch, model = random_batch(40, seed=5, sizes=(3, 9)), random_model(TINY)
    embedder, small = cuda_kernels.embedder(model), cuda_kernels.embedder(model, memory=3 * 9 * 16_384)
    assert embedder.graphs_at_once(9) > 40
    assert small.graphs_at_once(9) == 3
    points, counts = embedder.read(batch, signatures=True)
    few, few_counts = small.read(batch, signatures=True)
    assert torch.allclose(points, few, rtol=1e-5)
    assert torch.equal(counts, few_counts)
    assert np.array_equal(counts.numpy(), _core.signatures(batch.rows, batch.sizes))
    assert torch.equal(embedder.count(batch), counts)


@pytest.mark.parametrize("nodes", [1, 20, 64])
def test_kernels_can_number_what_is_computed_at_a_time(nodes):
    wide = ModelConfig(width=2**15, layers=3, hops=1, head=(), dimensions=1, skip=False)
    embedder = cuda_kernels.embedder(random_model(TINY), memory=2**60)
    embedder.model = replace(embedder.model, config=wide)
    at_once = embedder.graphs_at_once(nodes)
    assert at_once * max(nodes, wide.layers + 1) * wide.width < 2**33
    assert (at_once + 1) * max(nodes, wide.layers + 1) * wide.width >= 2**33


def test_no_graphs_give_no_points():
    empty = AnchoredBatch(np.zeros((0, 1), np.uint64), np.zeros(0, np.int32))
    assert cuda_kernels.embedder(random_model(TINY)).embed(empty).shape == (0, 4)


def test_precision_is_what_it_was_afterwards():
    torch.set_float32_matmul_precision("high")
    try:
        with full_precision():
            assert torch.get_float32_matmul_precision() == "highest"
            assert torch.is_inference_mode_enabled()
        assert torch.get_float32_matmul_precision() == "high"
    finally:
        torch.set_float32_matmul_precision("highest")


@pytest.mark.parametrize(
    ("rows", "what"), [([1, 0], "loop"), ([2, 0], "not symmetric"), ([4, 0], "a node that it does not have")]
)
def test_rows_that_are_no_graph_are_refused(rows, what):
    batch = AnchoredBatch(np.array([rows], np.uint64), np.array([2], np.int32))
    with pytest.raises(InputError, match=what):
        cuda_kernels.embedder(random_model(TINY)).embed(batch)


@pytest.mark.only_with("gpu")
@pytest.mark.parametrize("name", ["default", "edge-induced"])
def test_a_gpu_gives_the_points_of_the_core(name):
    batch = random_batch(3000, seed=4)
    found, expected = (open_embedder(name, device=device).embed(batch) for device in ("cuda", "cpu"))
    assert (np.abs(found - expected).max(axis=1) <= 1e-5 * np.abs(expected).max(axis=1)).all()
