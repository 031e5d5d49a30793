import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import cuda_kernels
from effort import examples
from encoder_models import random_batch
from spminer.encoder.device.layers import LayerKernels, PlainLayers, layers_on

CPU = torch.device("cpu")


def kernels():
    names = [("layers.cu", name) for name in ("node_features", "add_neighbors", "pool_layers")]
    return LayerKernels(CPU, [cuda_kernels.compiled(*name, CPU) for name in [*names, ("mix.cu", "mix_layers")]])


def graphs(seed, high):
    batch = random_batch(9, seed=seed, sizes=(1, high))
    return torch.from_numpy(batch.rows.view(np.int64)), torch.from_numpy(batch.sizes)


def test_without_a_gpu_there_are_no_kernels():
    assert type(layers_on(CPU)) is PlainLayers


@settings(deadline=None, max_examples=examples(20))
@given(seed=st.integers(0, 10**6), high=st.integers(1, 64), hops=st.integers(0, 70))
def test_features_are_those_of_torch(seed, high, hops):
    rows, _ = graphs(seed, high)
    assert torch.equal(kernels().features(rows, hops), PlainLayers(CPU).features(rows, hops))


@settings(deadline=None, max_examples=examples(20))
@given(seed=st.integers(0, 10**6), high=st.integers(1, 64), width=st.integers(1, 12))
def test_neighbors_are_added_as_by_torch(seed, high, width):
    rows, _ = graphs(seed, high)
    both = torch.randn(rows.numel(), 2 * width, generator=torch.Generator().manual_seed(seed))
    found, expected = torch.empty(rows.numel(), width), torch.empty(rows.numel(), width)
    kernels().add_neighbors(rows, both, found)
    PlainLayers(CPU).add_neighbors(rows, both, expected)
    assert torch.allclose(found, expected, rtol=1e-5, atol=1e-5)
    assert (found >= 0).all()


@settings(deadline=None, max_examples=examples(20))
@given(seed=st.integers(0, 10**6), high=st.integers(1, 64), width=st.integers(1, 12), anchors=st.booleans())
def test_layers_are_pooled_as_by_torch(seed, high, width, anchors):
    rows, sizes = graphs(seed, high)
    states = torch.randn(3, *rows.shape, width, generator=torch.Generator().manual_seed(seed))
    found, expected = (kind.pool(states, sizes, 0.25, anchors=anchors) for kind in (kernels(), PlainLayers(CPU)))
    assert torch.allclose(found, expected, rtol=1e-5, atol=1e-5)
    first = states[0, 0, : sizes[0]].sum(0) * 0.25
    assert torch.allclose(found[0, :width], first, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("width", [3, 8])
def test_layers_are_mixed_with_their_weights(width):
    weights, states = torch.tensor([0.5, 2.0]), torch.arange(10.0 * width).view(2, 5, width)
    for kind in (kernels(), PlainLayers(CPU)):
        expected = torch.cat([0.5 * states[0] + 2 * states[1], states[1]], dim=1)
        assert torch.allclose(kind.mix(weights, states), expected)


@pytest.mark.only_with("gpu")
@pytest.mark.parametrize("nodes", [1, 20, 64])
def test_the_kernels_of_a_gpu_do_the_same(nodes):
    device = torch.device("cuda")
    (rows, sizes), plain, found = (part.to(device) for part in graphs(1, nodes)), PlainLayers(device), layers_on(device)
    assert isinstance(found, LayerKernels)
    assert torch.equal(found.features(rows, 16), plain.features(rows, 16))
    states, both = torch.rand(3, *rows.shape, 64, device=device), torch.rand(rows.numel(), 128, device=device)
    outs = [torch.empty(rows.numel(), 64, device=device) for _ in range(2)]
    for kind, out in zip((found, plain), outs, strict=True):
        kind.add_neighbors(rows, both, out)
    assert torch.allclose(*outs, rtol=1e-5)
    pooled = [kind.pool(states, sizes, 0.5, anchors=True) for kind in (found, plain)]
    assert torch.allclose(*pooled, rtol=1e-5)
    weights = torch.rand(3, device=device)
    flat = states.view(3, -1, 64)
    assert torch.allclose(found.mix(weights, flat), plain.mix(weights, flat))
