import json

import pytest

import spminer
from spminer.encoder.evaluation.calibrate import calibrate
from spminer.encoder.model import save_model
from support.builders import random_model

FEW = ("--count", 300, "--neighborhoods", 100, "--patterns", 4)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    made = random_model()
    found = calibrate(made, sizes=(4, 6), pairs=200, graphs=6, neighborhoods=50, per_size=6)
    path = tmp_path_factory.mktemp("model") / "random.safetensors"
    save_model(path, made.config, made.tensors, metadata=found.to_metadata())
    return path


@pytest.fixture(scope="module")
def graphs(tmp_path_factory):
    path = tmp_path_factory.mktemp("graphs") / "made.g6"
    spminer.write(spminer.generate.synthetic(10, (25, 35), kind="ws", seed=1), path)
    return path


def test_tables_for_people(run, model, graphs):
    code, out, _ = run("evaluate", "--model", model, "--pairs", graphs, *FEW)
    assert code == 0
    pairs, ranking, hits = out.split("\n\n")[1:]
    assert pairs.split()[:4] == ["pairs", "accuracy", "AP", "AUROC"]
    assert [line.split()[0] for line in ranking.splitlines()[1:]] == [str(size) for size in range(4, 21)]
    assert [line.split()[2] for line in hits.splitlines()[1:]] == ["10", "20", "30", "40", "50"] * 2


def test_json_file_and_plot(run, model, graphs, tmp_path):
    plot, output = tmp_path / "space.svg", tmp_path / "report.json"
    code, out, _ = run("evaluate", "--model", model, "--pairs", graphs, *FEW, "--json", "--plot", plot, "-o", output)
    assert code == 0
    report = json.loads(out)
    assert report["pairs"] == 300
    assert report["neighborhoods"] == 100
    assert json.loads(output.read_text()) == report
    assert "<svg" in plot.read_text()


def test_a_model_that_is_not_calibrated_or_not_there(run, graphs, tmp_path):
    made = random_model()
    save_model(tmp_path / "raw.safetensors", made.config, made.tensors)
    code, _, err = run("evaluate", "--model", tmp_path / "raw.safetensors", "--pairs", graphs)
    assert code == 2
    assert "not calibrated" in err
    assert run("evaluate", "--model", "nonsense").code == 2
