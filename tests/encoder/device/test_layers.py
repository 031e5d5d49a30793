import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import cuda_kernels
from effort import examples
from encoder_models import random_batch
from spminer.encoder.device.kernel import compiled
from spminer.encoder.device.layers import LayerKernels
from spminer.encoder.network import node_features, unpack

CPU = torch.device("cpu")
WIDTHS = st.sampled_from([4, 8, 12])


def kernels():
    return LayerKernels(CPU, cuda_kernels.compiled)


def graphs(seed, high):
    batch = random_batch(9, seed=seed, sizes=(1, high))
    return torch.from_numpy(batch.rows.view(np.int64)), torch.from_numpy(batch.sizes)


def inside(rows, sizes):
    """1 for each node that a graph has."""
    return (torch.arange(rows.shape[1], device=rows.device) < sizes.unsqueeze(1)).float()


def added(rows, both):
    """What `add_neighbors` computes, by torch."""
    own, sent = both.view(*rows.shape, -1).chunk(2, dim=-1)
    return torch.relu(own + torch.bmm(unpack(rows), sent)).flatten(0, 1)


def pooled(states, mask, scale, *, anchors):
    """What `pool` computes, by torch."""
    summed = (states * mask.unsqueeze(-1)).sum(2) * scale
    parts = [summed, states[:, :, 0]] if anchors else [summed]
    return torch.cat([part.transpose(0, 1).flatten(1) for part in parts], dim=1)


@settings(deadline=None, max_examples=examples(20))
@given(seed=st.integers(0, 10**6), high=st.integers(1, 64), hops=st.integers(1, 64))
def test_features_are_those_of_torch(seed, high, hops):
    rows, sizes = graphs(seed, high)
    found, mask = kernels().features(rows, hops).view(*rows.shape, -1), inside(rows, sizes)
    expected = node_features(unpack(rows), mask, hops)
    assert torch.allclose(found * mask.unsqueeze(-1), expected, rtol=1e-6)


@settings(deadline=None, max_examples=examples(20))
@given(seed=st.integers(0, 10**6), high=st.integers(1, 64), width=WIDTHS)
def test_neighbors_are_added_as_by_torch(seed, high, width):
    rows, _ = graphs(seed, high)
    both = torch.randn(rows.numel(), 2 * width, generator=torch.Generator().manual_seed(seed))
    found = torch.empty(rows.numel(), width)
    kernels().add_neighbors(rows, both, found)
    assert torch.allclose(found, added(rows, both), rtol=1e-5, atol=1e-5)
    assert (found >= 0).all()


@settings(deadline=None, max_examples=examples(20))
@given(seed=st.integers(0, 10**6), high=st.integers(1, 64), width=WIDTHS, anchors=st.booleans())
def test_layers_are_pooled_as_by_torch(seed, high, width, anchors):
    rows, sizes = graphs(seed, high)
    states = torch.randn(3, *rows.shape, width, generator=torch.Generator().manual_seed(seed))
    found = kernels().pool(states, sizes, 0.25, anchors=anchors)
    expected = pooled(states, inside(rows, sizes), 0.25, anchors=anchors)
    assert torch.allclose(found, expected, rtol=1e-5, atol=1e-5)
    first = states[0, 0, : sizes[0]].sum(0) * 0.25
    assert torch.allclose(found[0, :width], first, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("width", [4, 8])
def test_layers_are_mixed_with_their_weights(width):
    weights, states = torch.tensor([0.5, 2.0]), torch.arange(10.0 * width).view(2, 5, width)
    expected = torch.cat([0.5 * states[0] + 2 * states[1], states[1]], dim=1)
    assert torch.allclose(kernels().mix(weights, states), expected)


@pytest.mark.only_with("gpu")
@pytest.mark.parametrize("nodes", [1, 20, 64])
def test_the_kernels_of_a_gpu_do_the_same(nodes):
    device = torch.device("cuda")
    (rows, sizes), found = (part.to(device) for part in graphs(1, nodes)), LayerKernels(device, compiled)
    mask = inside(rows, sizes)
    features = found.features(rows, 16).view(*rows.shape, -1)
    assert torch.allclose(features * mask.unsqueeze(-1), node_features(unpack(rows), mask, 16), rtol=1e-6)
    states, both = torch.rand(3, *rows.shape, 64, device=device), torch.rand(rows.numel(), 128, device=device)
    out = torch.empty(rows.numel(), 64, device=device)
    found.add_neighbors(rows, both, out)
    assert torch.allclose(out, added(rows, both), rtol=1e-5)
    sums = found.pool(states, sizes, 0.5, anchors=True)
    assert torch.allclose(sums, pooled(states, mask, 0.5, anchors=True), rtol=1e-5)
    weights, flat = torch.rand(3, device=device), states.flatten(1, 2)
    mixed = torch.cat([(weights.view(3, 1, 1) * flat).sum(0), flat[-1]], dim=1)
    assert torch.allclose(found.mix(weights, flat), mixed, rtol=1e-5)
