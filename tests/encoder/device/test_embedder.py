from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings

import cuda_kernels
from encoder_models import TINY, batches, random_batch, random_model
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.config import ModelConfig
from spminer.encoder.device.embedder import DeviceEmbedder, full_precision
from spminer.encoder.device.layers import layers_on
from spminer.encoder.runtime import open_embedder
from spminer.errors import InputError
from spminer.running.device import TORCH_ON_CPU

CONFIGS = {
    "default": replace(ModelConfig(), counts=True),
    "no skip": replace(TINY, skip=False),
    "anchor bit alone": replace(TINY, hops=0, anchor_pool=False),
    "counts of edge-induced patterns": replace(TINY, counts=True, induced=False),
}


@pytest.fixture(scope="module", params=CONFIGS.values(), ids=CONFIGS.keys())
def model(request):
    return random_model(request.param, seed=3)


@settings(deadline=None, max_examples=5)
@given(batch=batches())
def test_points_are_those_of_the_core(model, batch):
    found, expected = open_embedder(model, device=TORCH_ON_CPU).embed(batch), open_embedder(model).embed(batch)
    assert found.dtype == np.float32
    assert (np.abs(found - expected).max(axis=1) <= 1e-5 * np.abs(expected).max(axis=1)).all()


def test_points_by_the_kernels_of_a_gpu_are_those_of_the_core(monkeypatch):
    for module in ("layers", "signature_kernel"):
        monkeypatch.setattr(f"spminer.encoder.device.{module}.compiled", cuda_kernels.compiled)
    monkeypatch.setattr("spminer.encoder.device.embedder.layers_on", layers_on.__wrapped__)
    model, batch = random_model(CONFIGS["default"], seed=3), random_batch(30, seed=4, sizes=(1, 40))
    found, expected = DeviceEmbedder(model, TORCH_ON_CPU).embed(batch), open_embedder(model).embed(batch)
    assert (np.abs(found - expected).max(axis=1) <= 1e-5 * np.abs(expected).max(axis=1)).all()


@pytest.mark.parametrize("conv", ["gin", "gcn"])
def test_other_convolutions_are_those_of_the_module(conv):
    from spminer.encoder.network import Encoder

    model, batch = random_model(replace(TINY, conv=conv), seed=1), random_batch(5, seed=2, sizes=(9, 9))
    module = Encoder(model.config).eval()
    module.load_state_dict({name: torch.from_numpy(values) for name, values in model.tensors.items()})
    expected = module(torch.from_numpy(batch.adjacency(np.arange(5), 9)), torch.from_numpy(batch.sizes))
    found = open_embedder(model, backend="torch", device="cpu").embed(batch)
    assert np.allclose(found, expected.detach().numpy(), rtol=1e-4, atol=1e-6)


def test_points_and_signatures_do_not_depend_on_how_many_graphs_fit(monkeypatch):
    batch, embedder = random_batch(40, seed=5, sizes=(3, 9)), DeviceEmbedder(random_model(), TORCH_ON_CPU)
    points, counts = embedder.read(batch, signatures=True)
    monkeypatch.setattr("spminer.encoder.device.embedder._GRAPHS_ON_CPU", 3)
    few, few_counts = embedder.read(batch, signatures=True)
    assert torch.allclose(points, few, rtol=1e-5)
    assert torch.equal(counts, few_counts)
    assert np.array_equal(counts.numpy(), _core.signatures(batch.rows, batch.sizes))
    assert torch.equal(embedder.count(batch), counts)


def test_no_graphs_give_no_points():
    empty = AnchoredBatch(np.zeros((0, 1), np.uint64), np.zeros(0, np.int32))
    assert DeviceEmbedder(random_model(), TORCH_ON_CPU).embed(empty).shape == (0, 4)


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
        DeviceEmbedder(random_model(), TORCH_ON_CPU).embed(batch)
