import json
from dataclasses import replace

import pytest

from spminer._util.options import from_plain
from spminer.encoder.evaluation import calibrate as calibration
from spminer.encoder.model import Calibration, load_model
from spminer.encoder.training.config import PRESETS, TrainConfig
from support.page_commands import short_calibration

TINY = ("--preset", "tiny", "--steps", 3, "--device", "cpu", "--threads", 1)
BLOCKS = ("--preset", "tiny-blocks", *TINY[2:])


@pytest.fixture(autouse=True)
def quick_calibration(monkeypatch):
    """Full calibration takes some seconds; its parts are tested elsewhere."""
    monkeypatch.setattr(calibration, "calibrate", short_calibration)


@pytest.fixture
def trained(run, tmp_path):
    folder = tmp_path / "run"
    assert run("train", *TINY, "--out", folder).code == 0
    return folder


def test_a_run_ends_with_a_calibrated_model_that_says_where_it_is_from(trained):
    assert {path.name for path in trained.iterdir()} == {
        "checkpoint.safetensors",
        "config.json",
        "curves.png",
        "log.csv",
        "model.safetensors",
    }
    model = load_model(trained / "model.safetensors")
    assert model.config == PRESETS["tiny"].model
    assert Calibration.of(model).threshold > 0
    facts = json.loads(model.metadata["training"])
    assert (facts["steps"], facts["pairs"], facts["data"]) == (3, 3 * 256, "synthetic")
    assert from_plain(TrainConfig, facts["config"], "training settings").steps == 3


def test_a_stopped_run_goes_on_with_the_same_command(run, tmp_path):
    many = ("train", "--preset", "tiny", "--steps", 4, "--device", "cpu", "--threads", 1, "--out", tmp_path / "run")
    code, out, err = run(*many, "--time-limit", 0.001)
    assert code == 5
    assert "1 of 4" in out
    assert "goes on" in err
    code, out, err = run(*many)
    assert code == 0
    assert "4 of 4" in out
    assert "step 4 of 4" in err


def test_fine_tuning_starts_from_the_model(run, trained, tmp_path):
    graph = tmp_path / "ring.txt"
    graph.write_text("".join(f"{i} {(i + 1) % 60}\n{i} {(i + 7) % 60}\n" for i in range(60)))
    base = trained / "model.safetensors"
    code, _, _ = run("train", *BLOCKS, "--finetune", graph, "--model", base, "--out", tmp_path / "tuned", "-q")
    assert code == 0
    tuned, before = load_model(tmp_path / "tuned" / "model.safetensors"), load_model(base)
    change = abs(tuned.tensors["head.0.weight"] - before.tensors["head.0.weight"]).max()
    assert 0 < change < 0.01
    assert json.loads(tuned.metadata["training"])["data"] == str(graph)


def test_a_second_run_starts_from_the_first_with_its_own_settings(run, tmp_path):
    graph = tmp_path / "ring.txt"
    graph.write_text("".join(f"{i} {(i + 1) % 60}\n{i} {(i + 7) % 60}\n" for i in range(60)))
    assert run("train", *BLOCKS, "--collection", graph, "--out", tmp_path / "first", "-q").code == 0
    config, base = tmp_path / "first" / "config.json", tmp_path / "first" / "model.safetensors"
    second = ("train", "--preset", config, "--model", base, *BLOCKS[4:], "--out", tmp_path / "second", "-q")
    assert run(*second, "--steps", 2, "--time-limit", 0.001).code == 5
    assert run(*second, "--steps", 2).code == 0
    facts = json.loads(load_model(tmp_path / "second" / "model.safetensors").metadata["training"])
    settings = from_plain(TrainConfig, facts["config"], "training settings")
    assert settings == replace(from_plain(TrainConfig, json.loads(config.read_text()), "training settings"), steps=2)
    before, after = (load_model(tmp_path / name / "model.safetensors").tensors for name in ("first", "second"))
    assert 0 < abs(after["head.0.weight"] - before["head.0.weight"]).max() < 0.01


def test_collections_are_learned_from_and_named_in_the_model(run, tmp_path):
    graph = tmp_path / "ring.txt"
    graph.write_text("".join(f"{i} {(i + 1) % 60}\n{i} {(i + 7) % 60}\n" for i in range(60)))
    blocks = ("--preset", "tiny-blocks", "--steps", 2, "--device", "cpu", "--threads", 1, "--out", tmp_path / "run")
    code, _, err = run("train", *blocks, "--collection", graph, "--collection", graph)
    assert code == 0
    assert "open AUROC" in err
    assert err.count(f"{graph}: ") == 1  # named twice, read once
    model = load_model(tmp_path / "run" / "model.safetensors")
    assert set(Calibration.of(model).caps.tolist()) == {1.25}
    facts = json.loads(model.metadata["training"])
    assert facts["data"] == f"{graph}, {graph}, synthetic"
    assert facts["pairs"] == 2 * 2 * 24 * 40
    assert from_plain(TrainConfig, facts["config"], "training settings").collections == (str(graph), str(graph))
    assert run("train", *blocks, "--collection", graph).code == 2  # not what the run began with


def test_half_a_question_is_refused(run, tmp_path):
    code, _, err = run("train", "--finetune", "x.csv", "--out", tmp_path / "run")
    assert code == 2
    assert "takes both" in err
    both = ("--finetune", "x.csv", "--model", "default", "--collection", "y.csv")
    code, _, err = run("train", *both, "--out", tmp_path / "run")
    assert code == 2
    assert "leave out --collection" in err


def test_export_writes_onnx(run, trained, tmp_path):
    onnx = pytest.importorskip("onnx")
    path = tmp_path / "model.onnx"
    assert run("export", "--model", trained / "model.safetensors", "-o", path).code == 0
    assert [entry.name for entry in onnx.load(path).graph.output] == ["embedding"]


def test_the_configuration_of_a_run_makes_the_same_model_again(run, trained, tmp_path):
    again = tmp_path / "again"
    options = ("--preset", trained / "config.json", "--device", "cpu", "--threads", 1)
    assert run("train", *options, "--out", again).code == 0
    first, second = (load_model(folder / "model.safetensors") for folder in (trained, again))
    assert all((first.tensors[name] == second.tensors[name]).all() for name in first.tensors)


@pytest.mark.parametrize("text", ["", "[]", '{"stepz": 3}', '{"model": {"widht": 3}}'])
def test_a_file_that_is_no_configuration_is_refused(run, tmp_path, text):
    (tmp_path / "config.json").write_text(text)
    code, _, err = run("train", "--preset", tmp_path / "config.json", "--out", tmp_path / "run")
    assert code == 3
    assert "config.json" in err


def test_a_mistyped_preset_names_the_nearest(run, tmp_path):
    code, _, err = run("train", "--preset", "papper", "--out", tmp_path / "run")
    assert code == 2
    assert "did you mean 'paper'" in err


def test_a_perceptron_is_saved_without_a_calibration(run, tmp_path):
    config = replace(PRESETS["tiny"], model=replace(PRESETS["tiny"].model, output="mlp"), steps=2, batch=64)
    preset = tmp_path / "mlp.json"
    preset.write_text(json.dumps(config.to_dict()))
    out = tmp_path / "run"
    assert run("train", "--preset", preset, "--device", "cpu", "--threads", 1, "--out", out).code == 0
    model = load_model(out / "model.safetensors")
    assert model.config.output == "mlp"
    assert model.threshold is None


@pytest.mark.parametrize(("conv", "output"), [("sage", "mlp"), ("gin", "mlp"), ("gcn", "mlp"), ("gin", "order")])
def test_every_variant_of_the_paper_ends_with_a_model_that_searches(run, tmp_path, conv, output):
    tiny = PRESETS["tiny"]
    config = replace(tiny, model=replace(tiny.model, conv=conv, output=output, layers=1), batch=16, steps=2)
    (tmp_path / "variant.json").write_text(json.dumps(config.to_dict()))
    arguments = ("train", "--preset", tmp_path / "variant.json", "--device", "cpu", "--threads", 1)
    assert run(*arguments, "--out", tmp_path / "run").code == 0
    model = tmp_path / "run" / "model.safetensors"
    assert json.loads(load_model(model).metadata["training"])["preset"] == "variant.json"
    found = run("mine", "--sizes", "4", "--method", "greedy", "--model", model, "--walks", 3, "--neighborhoods", 5)
    assert found.code == 0
