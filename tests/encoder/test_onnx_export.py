from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from spminer import _core
from spminer.encoder.model import EncoderModel, ModelConfig
from spminer.errors import UsageError
from support.builders import TINY, random_batch, random_model

onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")
torch = pytest.importorskip("torch")

from spminer.encoder.network import Encoder  # noqa: E402
from spminer.encoder.onnx_export import export_onnx  # noqa: E402

CONFIGS = {
    "tiny": TINY,
    "default": ModelConfig(),
    "no skip": replace(TINY, skip=False),
    "skips of the paper": replace(TINY, layers=5, skip="paper"),
    "anchor bit alone": replace(TINY, hops=0),
    "anchor bit alone, pooled nodes alone": replace(TINY, hops=0, anchor_pool=False),
    "one layer, linear head": replace(TINY, layers=1, head=()),
    "odd widths": replace(TINY, width=33, head=(31, 65), dimensions=35),
    "with verdict": replace(TINY, output="mlp"),
    "with counts": replace(TINY, counts=True),
    "with counts of edge-induced patterns": replace(TINY, counts=True, induced=False, anchor_pool=False),
}


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS.keys())
def test_file_computes_what_torch_does_on_padded_batches(config, tmp_path):
    model = random_model(config, seed=1)
    export_onnx(model, tmp_path / "m.onnx")
    batch = random_batch(12, sizes=(1, 20))
    adjacency = batch.adjacency(np.arange(12), 20)
    signatures = _core.signatures(batch.rows, batch.sizes, induced=config.induced)
    inputs = {"adjacency": adjacency, "sizes": batch.sizes.astype(np.int64)}
    if config.counts:
        inputs["counts"] = signatures.astype(np.float32)
    (found,) = onnxruntime.InferenceSession(tmp_path / "m.onnx").run(None, inputs)
    module = Encoder(config).eval()
    module.load_state_dict({name: torch.from_numpy(values) for name, values in model.tensors.items()})
    tensors = (torch.from_numpy(array) for array in (adjacency, batch.sizes, signatures))
    with torch.inference_mode():
        expected = module(*tensors).numpy()
    assert np.abs(found - expected).max() <= 1e-4 * np.abs(expected).max()


def test_file_carries_the_configuration_and_the_threshold(tmp_path):
    model = random_model()
    export_onnx(EncoderModel(model.config, model.tensors, {"threshold": "0.5"}), tmp_path / "m.onnx")
    texts = {entry.key: entry.value for entry in onnx.load(tmp_path / "m.onnx").metadata_props}
    assert texts["threshold"] == "0.5"
    assert json.loads(texts["config"])["width"] == TINY.width


@pytest.mark.parametrize("conv", ["gin", "gcn"])
def test_other_convolutions_are_refused(conv, tmp_path):
    with pytest.raises(UsageError, match=f"support {conv} convolutions"):
        export_onnx(random_model(replace(TINY, conv=conv)), tmp_path / "m.onnx")
    assert not (tmp_path / "m.onnx").exists()
