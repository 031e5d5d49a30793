from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from encoder_models import TINY, random_batch, random_model
from spminer.encoder.model_file import EncoderModel

onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")
torch = pytest.importorskip("torch")

from spminer.encoder.network import Encoder  # noqa: E402
from spminer.encoder.onnx import export_onnx  # noqa: E402

CONFIGS = [
    replace(TINY, conv=conv, skip=skip, hops=hops)
    for conv in ("sage", "gin", "gcn")
    for skip, hops in ((True, 2), (False, 2), (True, 0))
]


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: f"{c.conv}-{c.skip}-{c.hops}")
def test_file_computes_what_torch_does_on_padded_batches(config, tmp_path):
    model = random_model(config, seed=1)
    export_onnx(model, tmp_path / "m.onnx")
    batch = random_batch(12, sizes=(1, 20))
    adjacency = batch.adjacency(np.arange(12), 20)
    session = onnxruntime.InferenceSession(tmp_path / "m.onnx")
    (found,) = session.run(None, {"adjacency": adjacency, "sizes": batch.sizes.astype(np.int64)})
    module = Encoder(config).eval()
    module.load_state_dict({name: torch.from_numpy(values) for name, values in model.tensors.items()})
    with torch.inference_mode():
        expected = module(torch.from_numpy(adjacency), torch.from_numpy(batch.sizes)).numpy()
    assert np.abs(found - expected).max() <= 1e-4 * np.abs(expected).max()


def test_file_carries_the_configuration_and_the_threshold(tmp_path):
    model = random_model()
    export_onnx(EncoderModel(model.config, model.tensors, {"threshold": "0.5"}), tmp_path / "m.onnx")
    texts = {entry.key: entry.value for entry in onnx.load(tmp_path / "m.onnx").metadata_props}
    assert texts["threshold"] == "0.5"
    assert json.loads(texts["config"])["width"] == TINY.width
