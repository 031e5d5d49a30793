"""All backends against each other and against the definition, written in numpy one graph at a time."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.inference import NativeEmbedder, TorchEmbedder, open_embedder
from spminer.encoder.model import ModelConfig, save_model
from spminer.encoder.scoring import OrderScorer
from spminer.errors import InputError, UsageError
from support.builders import TINY, random_batch, random_model
from support.strategies import batches, examples

CONFIGS = {
    "tiny": TINY,
    "default": ModelConfig(),
    "no skip": replace(TINY, skip=False),
    "skips of the paper": replace(TINY, layers=5, skip="paper"),
    "anchor bit alone": replace(TINY, hops=0, anchor_pool=False),
    "one layer, linear head": replace(TINY, layers=1, head=()),
    "odd widths": replace(TINY, width=33, head=(31, 65), dimensions=35),
    "with verdict": replace(TINY, output="mlp"),
    "with counts": replace(TINY, counts=True),
    "with counts of edge-induced patterns": replace(TINY, counts=True, induced=False, anchor_pool=False),
}


def reference(model, batch):
    """The definition, in double precision."""
    signatures = _core.signatures(batch.rows, batch.sizes, induced=model.config.induced)
    return np.array(
        [_embed(model, batch.adjacency(np.array([b]), n)[0], signatures[b]) for b, n in enumerate(batch.sizes.tolist())]
    )


def _embed(model, adjacency, signature):
    config = model.config
    tensors = {name: values.astype(np.float64) for name, values in model.tensors.items()}
    a = adjacency.astype(np.float64)
    states = [_features(a, config.hops) @ tensors["input.weight"].T + tensors["input.bias"]]
    for layer in range(config.layers):
        x = states[-1]
        if config.skip == "paper":  # equation 3: the sum of w[i, l] H_i for 1 <= i < l, beside H_l
            mixture = sum((tensors["skip"][layer, i] * states[i] for i in range(1, layer)), start=np.zeros_like(x))
            x = np.hstack([mixture, x])
        elif config.skip:
            weights = 1 / (1 + np.exp(-tensors["skip"][layer, : layer + 1]))
            x = np.hstack([sum(w * state for w, state in zip(weights, states, strict=True)), x])
        own, neighbor = tensors[f"convs.{layer}.own.weight"], tensors[f"convs.{layer}.neighbour.weight"]
        y = x @ own.T + config.scale * (a @ x) @ neighbor.T + tensors[f"convs.{layer}.own.bias"]
        states.append(np.maximum(y, 0))
    h = np.concatenate([config.pool_scale * state.sum(0) for state in states])
    if config.anchor_pool:
        h = np.concatenate([h, *(state[0] for state in states)])
    if config.counts:
        h = np.concatenate([h, np.log1p(signature.astype(np.float64))])
    for index in range(len(config.head) + 1):
        h = tensors[f"head.{2 * index}.weight"] @ h + tensors[f"head.{2 * index}.bias"]
        if index < len(config.head):
            h = np.where(h > 0, h, (0.1 if index == 0 else 0.0) * h)
    return h


def _features(a, hops):
    n = len(a)
    anchor = np.eye(n)[0]
    if hops == 0:
        return anchor[:, None]
    triangles = np.diag(a @ a @ a) / 2
    within = [np.linalg.matrix_power(a + np.eye(n), d)[0] > 0 for d in range(1, hops + 1)]
    return np.column_stack([anchor, np.log1p(a.sum(0)), np.log1p(triangles), *within])


def assert_close(found, expected):
    """To 1e-4 of the largest coordinate of the same graph."""
    assert found.dtype == np.float32
    assert found.shape == expected.shape
    assert (np.abs(found - expected).max(axis=1) <= 1e-4 * np.abs(expected).max(axis=1)).all()


@pytest.fixture(scope="module", params=CONFIGS.values(), ids=CONFIGS.keys())
def model(request):
    return random_model(request.param, seed=7)


@settings(deadline=None, max_examples=examples(15))
@given(batch=batches())
def test_native_follows_the_definition(model, batch):
    assert_close(spminer.embed_patterns(batch, model=model), reference(model, batch))


@settings(deadline=None, max_examples=4)
@given(batch=batches())
def test_torch_agrees_with_native(model, batch):
    pytest.importorskip("torch")
    assert_close(
        spminer.embed_patterns(batch, model=model, backend="torch"), spminer.embed_patterns(batch, model=model)
    )


@pytest.mark.parametrize("conv", ["gin", "gcn"])
def test_torch_embeds_by_the_module(conv, monkeypatch):
    torch = pytest.importorskip("torch")
    from spminer.encoder.network import Encoder

    model, batch = random_model(replace(TINY, conv=conv), seed=1), random_batch(5, seed=2, sizes=(9, 9))
    module = Encoder(model.config).eval()
    module.load_state_dict({name: torch.from_numpy(values) for name, values in model.tensors.items()})
    expected = module(torch.from_numpy(batch.adjacency(np.arange(5), 9)), torch.from_numpy(batch.sizes))
    monkeypatch.setattr("spminer.encoder.inference._GRAPHS_AT_ONCE", 2)
    found = open_embedder(model, backend="torch", device="cpu").embed(batch)
    assert np.allclose(found, expected.detach().numpy(), rtol=1e-4, atol=1e-6)


def test_torch_draws_no_random_numbers():
    torch = pytest.importorskip("torch")
    before = torch.random.get_rng_state()
    spminer.embed_patterns(["0-1@0"], model=random_model(), backend="torch", device="cpu")
    assert torch.equal(torch.random.get_rng_state(), before)


@pytest.mark.parametrize(
    ("config", "kernels"),
    [
        (replace(TINY, width=8), True),
        (TINY, False),
        (replace(TINY, width=8, hops=0), False),
        (replace(TINY, width=8, conv="gin"), False),
    ],
    ids=["default shape", "odd width", "anchor bit alone", "gin"],
)
@pytest.mark.parametrize("backend", ["native", "torch"])
def test_a_gpu_embeds_by_kernels_or_by_torch_what_these_do_not_take(config, kernels, backend, monkeypatch):
    pytest.importorskip("torch")
    from support import gpu

    monkeypatch.setattr("spminer.encoder.inference.resolve_device", lambda _: "cuda")
    monkeypatch.setattr("spminer.encoder.gpu.embedder.GpuEmbedder", lambda model, _: gpu.embedder(model))
    monkeypatch.setattr("spminer.encoder.inference.TorchEmbedder", lambda model, _, **__: TorchEmbedder(model))
    model, batch = random_model(config), random_batch(5, seed=2, sizes=(3, 9))
    found = open_embedder(model, backend=backend, device="cuda")
    assert isinstance(found, TorchEmbedder) == (not kernels)
    assert_close(found.embed(batch), TorchEmbedder(model).embed(batch))
    assert OrderScorer(found).penalties(batch, batch).max() == 0  # as mining and evaluation ask it


@given(st.integers(0, 40), st.integers(1, 4))
@settings(deadline=None)
def test_a_row_depends_on_its_graph_alone(index, threads):
    batch = random_batch(41, seed=3)
    model = random_model()
    alone = AnchoredBatch(batch.rows[index : index + 1], batch.sizes[index : index + 1])
    together = spminer.embed_patterns(batch, model=model, threads=threads)
    assert np.array_equal(spminer.embed_patterns(alone, model=model)[0], together[index])


def test_patterns_and_texts_are_accepted_and_the_anchor_matters():
    model = random_model()
    texts = ["0-1,1-2@0", "0-1,1-2@1", "0-2,2-1@2"]
    by_text = spminer.embed_patterns(texts, model=model)
    assert np.array_equal(by_text, spminer.embed_patterns(map(spminer.Pattern.parse, texts), model=model))
    assert not np.allclose(by_text[0], by_text[1])
    assert np.allclose(by_text[1], by_text[2], rtol=1e-5)
    assert spminer.embed_patterns([], model=model).shape == (0, 4)


def test_a_model_is_given_by_path_or_made_ready_once(tmp_path):
    model = random_model()
    save_model(tmp_path / "m.safetensors", model.config, model.tensors)
    expected = spminer.embed_patterns(["0-1@0"], model=model)
    for given_as in (tmp_path / "m.safetensors", str(tmp_path / "m.safetensors"), open_embedder(model)):
        assert np.array_equal(spminer.embed_patterns(["0-1@0"], model=given_as), expected)


def test_no_torch_no_onnx_is_imported(tmp_path):
    model = random_model()
    save_model(tmp_path / "m.safetensors", model.config, model.tensors)
    code = (
        "import sys, spminer; spminer.embed_patterns(['0-1@0'], model=sys.argv[1]);"
        "sys.exit(any(name in sys.modules for name in ('torch', 'onnx', 'onnxruntime')))"
    )
    subprocess.run([sys.executable, "-c", code, tmp_path / "m.safetensors"], check=True)


@pytest.mark.parametrize("conv", ["gin", "gcn"])
def test_other_convolutions_run_by_torch(conv):
    model = random_model(replace(TINY, conv=conv))
    found = spminer.embed_patterns(["0-1@0"], model=model, device="cpu")
    assert np.array_equal(found, spminer.embed_patterns(["0-1@0"], model=model, backend="torch", device="cpu"))
    with pytest.raises(UsageError, match="backend='torch'"):
        NativeEmbedder(model)


@pytest.mark.parametrize("options", [{"backend": "abacus"}, {"backend": "onnx"}, {"threads": -1}])
def test_refuses_unknown_options(options):
    with pytest.raises(UsageError):
        spminer.embed_patterns(["0-1@0"], model=random_model(), **options)


@pytest.mark.parametrize(
    ("rows", "what"), [([1, 0], "loop"), ([2, 0], "not symmetric"), ([4, 0], "a node that it does not have")]
)
@pytest.mark.parametrize("backend", ["native", "torch"])
@pytest.mark.parametrize("counts", [False, True])
def test_refuses_rows_that_are_no_graph(rows, what, backend, counts):
    pytest.importorskip("torch")
    batch = AnchoredBatch(np.array([rows], np.uint64), np.array([2], np.int32))
    with pytest.raises(InputError, match=what):
        spminer.embed_patterns(batch, model=random_model(replace(TINY, counts=counts)), backend=backend)


def test_a_stopped_call_gives_no_values():
    control = _core.Control()
    control.cancel()
    with pytest.raises(InterruptedError):
        NativeEmbedder(random_model()).embed(random_batch(3), control=control)


def test_a_backend_that_is_not_installed_names_its_extra(monkeypatch):
    for name in ("network", "gpu.embedder", "gpu.kernels", "gpu.scoring"):
        monkeypatch.delitem(sys.modules, f"spminer.encoder.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(UsageError, match=r"spminer\[train\]"):
        open_embedder(random_model(), backend="torch")


@pytest.mark.parametrize("backend", ["native", "torch"])
def test_an_unknown_device_is_refused_by_every_backend(backend):
    with pytest.raises(UsageError, match="unknown device 'gpu'; choose one of auto, cpu, cuda"):
        spminer.embed_patterns(["0-1@0"], backend=backend, device="gpu")
