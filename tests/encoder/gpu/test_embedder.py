from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.gpu.embedder import LayerKernels, SignatureKernel
from spminer.encoder.gpu.kernels import compile_kernel, full_precision
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import ModelConfig
from spminer.encoder.neighborhoods import sample
from spminer.encoder.network import node_features, unpack
from spminer.errors import InputError
from support import gpu
from support.builders import random_batch, random_model
from support.strategies import batches, examples

TINY = ModelConfig(width=8, layers=3, hops=2, head=(5, 7), dimensions=4)


CONFIGS = {
    "default": replace(ModelConfig(), counts=True),
    "no skip": replace(TINY, skip=False),
    "skips of the paper": replace(TINY, layers=5, skip="paper"),
    "pooled nodes alone": replace(TINY, anchor_pool=False),
    "counts of edge-induced patterns": replace(TINY, counts=True, induced=False),
}


@pytest.fixture(scope="module", params=CONFIGS.values(), ids=CONFIGS.keys())
def model(request):
    return random_model(request.param, seed=3)


@settings(deadline=None, max_examples=3)
@given(batch=batches())
def test_points_are_those_of_the_core(model, batch):
    found, expected = gpu.embedder(model).embed(batch), open_embedder(model, device="cpu").embed(batch)
    assert found.dtype == np.float32
    assert (np.abs(found - expected).max(axis=1) <= 1e-5 * np.abs(expected).max(axis=1)).all()


def test_points_and_signatures_do_not_depend_on_how_many_graphs_fit():
    batch, model = random_batch(40, seed=5, sizes=(3, 9)), random_model(TINY)
    embedder, small = gpu.embedder(model), gpu.embedder(model, memory=3 * 9 * 16_384)
    assert embedder.graphs_at_once(9) > 40
    assert small.graphs_at_once(9) == 3
    points, counts = embedder.read(batch, signatures=True)
    few, few_counts = small.read(batch, signatures=True)
    assert torch.allclose(points, few, rtol=1e-5)
    assert torch.equal(counts, few_counts)
    assert np.array_equal(counts.numpy(), _core.signatures(batch.rows, batch.sizes))


@pytest.mark.parametrize("nodes", [1, 20, 64])
def test_kernels_can_number_what_is_computed_at_a_time(nodes):
    wide = ModelConfig(width=4096, layers=63, hops=1, head=(), dimensions=1, skip=False)
    embedder = gpu.embedder(random_model(TINY), memory=2**60)
    embedder.model = replace(embedder.model, config=wide)
    at_once = embedder.graphs_at_once(nodes)
    assert at_once * max(nodes, wide.layers + 1) * wide.width < 2**33
    assert (at_once + 1) * max(nodes, wide.layers + 1) * wide.width >= 2**33


def test_no_graphs_give_no_points():
    empty = AnchoredBatch(np.zeros((0, 1), np.uint64), np.zeros(0, np.int32))
    assert gpu.embedder(random_model(TINY)).embed(empty).shape == (0, 4)


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
        gpu.embedder(random_model(TINY)).embed(batch)


@pytest.mark.only_with("gpu")
@pytest.mark.parametrize("name", ["default", "edge-induced"])
def test_a_gpu_gives_the_points_of_the_core(name):
    # Points of dense graphs of 62 nodes and more reach 10^7, where sums in single precision differ by up to 10^-4.
    batch = random_batch(3000, seed=4, sizes=(1, 48))
    found, expected = (open_embedder(name, device=device).embed(batch) for device in ("cuda", "cpu"))
    assert (np.abs(found - expected).max(axis=1) <= 1e-5 * np.abs(expected).max(axis=1)).all()


CPU = torch.device("cpu")


WIDTHS = st.sampled_from([4, 8, 12])


def kernels():
    return LayerKernels(CPU, gpu.compile_kernel)


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
    (rows, sizes), found = (part.to(device) for part in graphs(1, nodes)), LayerKernels(device, compile_kernel)
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


@lru_cache
def signatures(*, induced):
    """Signatures by the kernel, that the CPU runs."""
    return SignatureKernel(torch.device("cpu"), induced=induced, compiler=gpu.compile_kernel)


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
        assert_equal(sample(target, 30, (high - 4, high), seed=degree).batch, induced=induced)


def test_the_tables_cover_every_coordinate():
    tables = _core.SignatureTables()
    assert tables.coordinates().shape == (_core.SIGNATURE_SIZE, 4)
    assert np.all(np.diff(tables.byte_of_count().astype(int)) >= 0)
    assert len(tables.class_of_key()) == 2**3 + 2**6 + 2**10 + 2**15


def test_no_graphs_have_no_signatures():
    none = torch.zeros(0, 3, dtype=torch.int64), torch.zeros(0, dtype=torch.int32)
    assert signatures(induced=True)(*none).shape == (0, _core.SIGNATURE_SIZE)
