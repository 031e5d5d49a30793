import pytest

from spminer.paper.counts import _predictor
from spminer.paper.experiment import ExperimentContext


def test_a_predictor_of_another_version_is_trained_again(tmp_path, monkeypatch):
    training = pytest.importorskip("spminer.paper.count_prediction.training", reason="needs torch")
    folders = []

    class Trained:
        seconds, step = 9.0, 10**9

        def __init__(self, _config, folder, **_):
            folders.append(folder)

    monkeypatch.setattr(training, "CountTrainer", Trained)
    monkeypatch.setattr(training, "load_predictor", lambda _folder: None)
    context = ExperimentContext(tmp_path, quick=True)
    for version in ("1.0", "1.0", "1.1"):
        monkeypatch.setattr("spminer.paper.counts.__version__", version)
        _predictor(context, 9.0, 0)
    assert folders[0] == folders[1]
    assert folders[2] != folders[1]
