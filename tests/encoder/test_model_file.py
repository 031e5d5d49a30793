from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from encoder_models import TINY, random_model
from spminer.encoder import model_file as weights
from spminer.encoder.config import ModelConfig
from spminer.encoder.model_file import expected_shapes, load_model, model_digest, model_names, save_model
from spminer.encoder.tensorfile import read_tensors, write_tensors
from spminer.errors import InputError, UsageError

CONFIGS = [
    replace(TINY, conv=conv, skip=skip, hops=hops, anchor_pool=skip, output=output)
    for conv in ("sage", "gin", "gcn")
    for skip, hops, output in ((True, 2, "order"), (False, 0, "mlp"))
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "m.safetensors"


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: f"{c.conv}-{c.skip}")
def test_shapes_are_those_of_the_torch_module(config):
    pytest.importorskip("torch")
    from spminer.encoder.network import Encoder

    shapes = {name: tuple(values.shape) for name, values in Encoder(config).state_dict().items()}
    assert expected_shapes(config) == shapes


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: f"{c.conv}-{c.skip}")
def test_a_model_survives_its_file(config, path):
    model = random_model(config)
    save_model(path, model.config, model.tensors, metadata={"threshold": "0.25"})
    found = load_model(path)
    assert found.config == config
    assert found.threshold == 0.25
    for name, values in model.tensors.items():
        assert np.array_equal(found.tensors[name], values)


def test_other_weights_at_the_same_path_have_another_digest(path):
    digests = set()
    for seed in (0, 1):
        model = random_model(seed=seed)
        save_model(path, model.config, model.tensors)
        digests.add(model_digest(path))
        assert model_digest(str(path)) in digests
    assert len(digests) == 2


def test_a_model_that_is_not_there_has_no_digest(path):
    with pytest.raises(InputError, match=path.name):
        model_digest(path)
    with pytest.raises(UsageError, match="shipped are"):
        model_digest("no-such-model")


def test_half_precision_halves_the_file_and_keeps_three_digits(path):
    model = random_model(ModelConfig())
    save_model(path, model.config, model.tensors)
    full = path.stat().st_size
    save_model(path, model.config, model.tensors, half=True)
    assert path.stat().st_size < 0.51 * full
    for name, values in load_model(str(path)).tensors.items():
        assert np.allclose(values, model.tensors[name], rtol=1e-3, atol=1e-6)


def test_half_precision_refuses_what_would_overflow(path):
    model = random_model()
    model.tensors["skip"][0, 0] = 1e6
    with pytest.raises(UsageError, match="half=False"):
        save_model(path, model.config, model.tensors, half=True)
    assert not path.exists()


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda t: t.pop("skip"), "lacks skip"),
        (lambda t: t.update(extra=np.ones(1, np.float32)), "no place for extra"),
        (lambda t: t.update(skip=np.ones((3, 4), np.float32)), r"skip has shape \(3, 4\), expected \(3, 3\)"),
        (lambda t: t["skip"].fill(np.nan), "not finite"),
    ],
)
def test_refuses_weights_that_do_not_fit(spoil, what, path):
    model = random_model()
    save_model(path, model.config, model.tensors)
    tensors, metadata = read_tensors(path)
    spoil(tensors)
    with pytest.raises(InputError, match=what):
        save_model(path, model.config, tensors)
    write_tensors(path, tensors, metadata)
    with pytest.raises(InputError, match=what):
        load_model(path)


def with_config(**changes):
    return {"config": json.dumps(TINY.to_dict() | changes)}


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"format": "other"}, "not a model of spminer"),
        ({"version": "2"}, "version '2' of the model format.*upgrade"),
        ({"config": "{"}, "cannot read the model's configuration"),
        ({"config": "[" * 100_000}, "cannot read the model's configuration"),
        ({"config": "[]"}, "not a table"),
        (with_config(color="red"), "unknown model settings: color"),
        (with_config(width=-1), "width cannot be -1"),
        (with_config(width=10**9), "width cannot be 1000000000"),
        (with_config(width="6"), "width cannot be '6'"),
        (with_config(layers=True), "layers cannot be True"),
        (with_config(layers=10**6), "layers cannot be"),
        (with_config(head=[5, "7"]), "head cannot be"),
        (with_config(head=5), "head cannot be"),
        (with_config(head=None), "head cannot be"),
        (with_config(scale=float("nan")), "scale cannot be nan"),
        (with_config(skip=1), "skip cannot be 1"),
        (with_config(conv="gat"), "conv cannot be 'gat'"),
        (with_config(conv=[]), "conv cannot be"),
        (with_config(width=7), "has shape"),
        ({"threshold": "soon"}, "threshold 'soon' is not a number"),
        ({"threshold": "nan"}, "threshold 'nan' is not a number"),
    ],
)
def test_refuses_metadata_that_cannot_be_meant(changes, what, path):
    model = random_model()
    save_model(path, model.config, model.tensors)
    tensors, metadata = read_tensors(path)
    write_tensors(path, tensors, metadata | changes)
    with pytest.raises(InputError, match=what):
        load_model(path)


def test_every_shipped_model_loads_and_is_small():
    for name in model_names():
        model = load_model(name)
        assert (model.threshold is not None) == (model.config.output == "order")  # a perceptron needs none
    folder = Path(weights.__file__).parent / "models"
    assert all(path.stat().st_size <= 5_000_000 for path in folder.glob("*.safetensors"))


def test_a_name_is_looked_up_in_the_package(tmp_path, monkeypatch):
    (tmp_path / "models").mkdir()
    for name in ("small", "other"):
        save_model(tmp_path / "models" / f"{name}.safetensors", TINY, random_model().tensors, metadata={"name": name})
    (tmp_path / "models" / "README.md").touch()
    monkeypatch.setattr("spminer.encoder.model_file.files", lambda _: tmp_path)
    assert model_names() == ["other", "small"]
    assert load_model("small").metadata["name"] == "small"
    with pytest.raises(UsageError, match="no model 'nonsense'; shipped are: other, small; "):
        load_model("nonsense")


@pytest.mark.parametrize("text", ["here.safetensors", "folder/model"])
def test_a_text_that_looks_like_a_path_is_one(text):
    with pytest.raises(InputError, match="cannot read the file"):
        load_model(text)
