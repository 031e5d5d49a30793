"""The file format against the library that defines it, and against damaged and hostile files."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from spminer._util.options import from_plain
from spminer.encoder import model as weights
from spminer.encoder.model import (
    Calibration,
    EncoderModel,
    ModelConfig,
    expected_shapes,
    load_model,
    model_digest,
    model_names,
    read_tensors,
    save_model,
    write_tensors,
)
from spminer.errors import InputError, UsageError
from support.builders import TINY, random_model


@pytest.mark.parametrize("config", [ModelConfig(), ModelConfig(head=(), skip=False, conv="gin", output="mlp")])
def test_a_configuration_survives_json(config):
    assert from_plain(ModelConfig, json.loads(json.dumps(config.to_dict())), "model settings") == config


def test_settings_left_out_have_their_defaults():
    assert from_plain(ModelConfig, {}, "model settings") == ModelConfig()


def test_unknown_names_are_refused_with_those_that_are_known():
    with pytest.raises(UsageError, match=r"unknown model settings: depth, widht; known: anchor_pool, .*width"):
        from_plain(ModelConfig, {"widht": 3, "depth": 4, "width": 5}, "model settings")


CONFIGS = [
    replace(TINY, conv=conv, skip=skip, hops=hops, anchor_pool=skip is True, output=output)
    for conv in ("sage", "gin", "gcn")
    for skip, hops, output in ((True, 2, "order"), (False, 0, "mlp"), ("paper", 0, "order"))
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
    with pytest.raises(UsageError, match="unknown model"):
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
        (lambda t: t.pop("skip"), "weights are missing: skip"),
        (lambda t: t.update(extra=np.ones(1, np.float32)), "unknown weights: extra"),
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
        ({"config": "[]"}, "must be a table"),
        (with_config(color="red"), "unknown model settings: color"),
        (with_config(width=-1), "width must be between 1 and 4096, not -1"),
        (with_config(width=10**9), "width must be between 1 and 4096, not 1000000000"),
        (with_config(width="6"), "width must be a whole number, not '6'"),
        (with_config(layers=True), "layers must be a whole number, not True"),
        (with_config(layers=10**6), "layers must be between 1 and 64"),
        (with_config(head=[5, "7"]), "head must be a list, each a whole number"),
        (with_config(head=5), "head must be"),
        (with_config(head=None), "head must be"),
        (with_config(scale=float("nan")), "scale must be a number, not nan"),
        (with_config(skip=1), "skip must be .*, not 1"),
        (with_config(conv="gat"), "conv must be one of sage, gin, gcn, not 'gat'"),
        (with_config(conv=[]), "conv must be one of"),
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


# Of each shipped model, the first digits of the SHA-256 of its file, which checkpoints keep, and of its weights.
SHIPPED = {
    "edge-induced": ("8fa8fd730f503235", "7dec0514863a4d1d"),
    "mlp": ("5b0e046e089b6460", "a5c363a8f96796d7"),
    "paper": ("3ce12b1bc57bad89", "9bdc35c327675c20"),
    "real": ("7373adaa242018ef", "329fac35b660477c"),
    "synthetic": ("32808defff1911af", "d79c8b50e44840d5"),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_models_are_read_bit_for_bit(name):
    weights_digest = hashlib.sha256()
    for tensor, values in load_model(name).tensors.items():
        weights_digest.update(tensor.encode() + values.astype("<f4").tobytes())
    assert (model_digest(name)[:16], weights_digest.hexdigest()[:16]) == SHIPPED[name]


def test_every_shipped_model_has_its_digests():
    assert model_names() == sorted(SHIPPED)


@pytest.mark.parametrize("name", ["mlp"])  # others have their weights in 16 bits
def test_a_model_that_is_written_again_has_the_same_bytes(name, path):
    shipped = Path(weights.__file__).parent / "models" / f"{name}.safetensors"
    write_tensors(path, *read_tensors(shipped))
    assert path.read_bytes() == shipped.read_bytes()


def test_a_name_is_looked_up_in_the_package(tmp_path, monkeypatch):
    (tmp_path / "models").mkdir()
    for name in ("small", "other"):
        save_model(tmp_path / "models" / f"{name}.safetensors", TINY, random_model().tensors, metadata={"name": name})
    (tmp_path / "models" / "README.md").touch()
    monkeypatch.setattr("spminer.encoder.model.files", lambda _: tmp_path)
    assert model_names() == ["other", "small"]
    assert load_model("small").metadata["name"] == "small"
    with pytest.raises(UsageError, match="unknown model 'nonsense'; choose one of other, small, "):
        load_model("nonsense")


@pytest.mark.parametrize("text", ["here.safetensors", "folder/model"])
def test_a_text_that_looks_like_a_path_is_one(text):
    with pytest.raises(InputError, match="cannot read the file"):
        load_model(text)


ARRAYS = st.dictionaries(
    st.text(max_size=8).filter(lambda name: name != "__metadata__"),
    hnp.arrays(
        st.sampled_from([np.float16, np.float32]),
        hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
        elements={"allow_nan": False},
    ),
    max_size=4,
)


@settings(deadline=None)
@given(ARRAYS, st.dictionaries(st.text(max_size=5), st.text(max_size=9), max_size=3))
def test_what_is_written_is_read_back_by_us_and_by_the_library(tmp_path_factory, arrays, metadata):
    library = pytest.importorskip("safetensors.numpy")
    path = tmp_path_factory.mktemp("file") / "a.safetensors"
    write_tensors(path, arrays, metadata)
    found, texts = read_tensors(path)
    theirs = library.load_file(path)
    assert texts == metadata
    assert list(found) == list(arrays)
    for name, values in arrays.items():
        assert np.array_equal(found[name], values.astype(np.float32))
        assert np.array_equal(theirs[name], values)


def build(header, values=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return (len(text) if length is None else length).to_bytes(8, "little") + text + values


def entry(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


HOSTILE = {
    "empty": b"",
    "only a length": bytes(8),
    "header beyond the end": build({"x": entry()}, length=1 << 40),
    "header of all ones": b"\xff" * 64,
    "not JSON": build(b"{nonsense"),
    "not UTF-8": build(b'{"\xff": 1}'),
    "deep nesting": build(b"[" * 100_000),
    "endless number": build(b'{"x": ' + b"9" * 10_000 + b"}"),
    "a list": build([]),
    "a name twice": build(b'{"x": 1, "x": 2}'),
    "an entry that is no table": build({"x": 3}),
    "an entry that is a list": build({"x": ["F32", [2], [0, 8]]}, bytes(8)),
    "an unknown field": build({"x": entry() | {"code": "rm"}}, bytes(8)),
    "integers": build({"x": entry("I64", (1,))}, bytes(8)),
    "a type that is no text": build({"x": entry([])}, bytes(8)),
    "a type that is a table": build({"x": entry({"F32": None})}, bytes(8)),
    "pickle": build({"x": entry("O")}, bytes(8)),
    "negative shape": build({"x": entry(shape=(-1, -2))}, bytes(8)),
    "fractional shape": build({"x": entry(shape=(2.0,))}, bytes(8)),
    "boolean shape": build({"x": entry(shape=(True,), offsets=(0, 4))}, bytes(4)),
    "shape beyond memory": build({"x": entry(shape=(1 << 62, 1 << 62))}, bytes(8)),
    "backward offsets": build({"x": entry(shape=(0,), offsets=(8, 0))}, bytes(8)),
    "offsets beyond the end": build({"x": entry(offsets=(8, 16))}, bytes(8)),
    "three offsets": build({"x": entry(offsets=(0, 8, 8))}, bytes(8)),
    "truncated values": build({"x": entry()}, bytes(7)),
    "values left over": build({"x": entry()}, bytes(9)),
    "overlap": build({"x": entry(), "y": entry()}, bytes(8)),
    "gap": build({"x": entry(), "y": entry(offsets=(12, 20))}, bytes(20)),
    "a header above 1 MiB": build(b"{}".ljust((1 << 20) + 1)),
    "metadata that is no table": build({"__metadata__": 3}),
    "metadata that is no text": build({"__metadata__": {"a": 1}}),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_refuses_what_is_not_exactly_as_announced(data, tmp_path):
    path = tmp_path / "bad.safetensors"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"bad\.safetensors: .*; the file is damaged"):
        read_tensors(path)


@settings(deadline=None)
@given(st.binary(max_size=60), st.integers(0, 200), st.integers(0, 200))
def test_random_damage_is_refused_or_harmless(tmp_path_factory, noise, begin, length):
    path = tmp_path_factory.mktemp("file") / "a.safetensors"
    write_tensors(path, {"x": np.arange(6, dtype=np.float32).reshape(2, 3)}, {"a": "b"})
    data = path.read_bytes()
    path.write_bytes(data[:begin] + noise + data[begin + length :])
    try:
        tensors, _ = read_tensors(path)
    except InputError:
        return
    assert all(values.dtype == np.float32 for values in tensors.values())


def test_refuses_a_file_too_large_to_be_meant(tmp_path):
    path = tmp_path / "large.safetensors"
    with path.open("wb") as file:
        file.truncate((1 << 28) + 1)
    with pytest.raises(InputError, match="larger than 256 MiB"):
        read_tensors(path)


def test_names_a_missing_file(tmp_path):
    with pytest.raises(InputError, match=r"none\.safetensors: cannot read the file: No such file"):
        read_tensors(tmp_path / "none.safetensors")


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "a.safetensors"
    write_tensors(path, {"x": np.ones(1, np.float32)}, {})
    before = path.read_bytes()

    def fail(_):
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_tensors(path, {"x": np.zeros(1, np.float32)}, {})
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.safetensors"]


CALIBRATION = Calibration(0.5, np.linspace(0.2, 2, 64, dtype=np.float32), np.linspace(0.4, 5, 64, dtype=np.float32))


def test_a_calibration_survives_the_model_file():
    model = EncoderModel(TINY, {}, CALIBRATION.to_metadata())
    again = Calibration.of(model)
    assert again.threshold == 0.5
    assert np.allclose(again.thresholds, CALIBRATION.thresholds, rtol=1e-5)
    assert np.allclose(again.caps, CALIBRATION.caps, rtol=1e-5)


@pytest.mark.parametrize("missing", ["threshold", "thresholds_by_size", "caps_by_size"])
def test_part_of_a_calibration_is_none(missing):
    metadata = {name: text for name, text in CALIBRATION.to_metadata().items() if name != missing}
    with pytest.raises(UsageError, match="not calibrated"):
        Calibration.of(EncoderModel(TINY, {}, metadata))


@pytest.mark.parametrize("values", [np.ones(3), np.zeros(64), np.full(64, np.inf)])
def test_what_is_no_calibration_is_refused(values):
    with pytest.raises(UsageError, match="64 positive numbers"):
        Calibration(0.5, values.astype(np.float32), np.ones(64, np.float32))
    with pytest.raises(UsageError, match="64 positive numbers"):
        Calibration(0.5, np.ones(64, np.float32), values.astype(np.float32))


def test_damage_is_explained():
    for text in ("[1, {", "[" * 100_000):
        damaged = {**CALIBRATION.to_metadata(), "caps_by_size": text}
        with pytest.raises(InputError, match="damaged"):
            Calibration.of(EncoderModel(TINY, {}, damaged))
