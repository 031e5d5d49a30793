import json
from dataclasses import replace

import numpy as np
import pytest

from spminer.encoder.model import write_tensors
from spminer.errors import InputError, UsageError

torch = pytest.importorskip("torch")

from spminer.paper.count_prediction.data import PRESETS  # noqa: E402
from spminer.paper.count_prediction.training import (  # noqa: E402
    CountErrors,
    CountTrainer,
    load_predictor,
)

TINY = PRESETS["tiny"]


def test_training_learns_and_a_stopped_run_goes_on_as_if_it_had_not(tmp_path):
    lines = []
    config = replace(TINY, seconds=1e9)  # else the learning rate follows the clock
    whole = CountTrainer(config, tmp_path / "whole", device="cpu")
    untrained = CountErrors.measure(whole.model, [whole.feed.draw(0)]).mse
    whole.run(report=lines.append)
    assert [line["step"] for line in lines] == [80, 160]
    assert lines[-1]["mse"] < 0.4 * untrained

    class StoppedError(Exception):
        pass

    def stop(_line):
        raise StoppedError

    part = CountTrainer(config, tmp_path / "part", device="cpu")
    with pytest.raises(StoppedError):
        part.run(report=stop)
    resumed = CountTrainer(config, tmp_path / "part", device="cpu")
    assert resumed.step == 80
    resumed.run()
    assert resumed.step == 160
    for name, value in whole.model.state_dict().items():
        torch.testing.assert_close(resumed.model.state_dict()[name], value, rtol=1e-3, atol=1e-4)


def test_time_ends_a_run_and_a_longer_one_goes_on(tmp_path):
    trainer = CountTrainer(replace(TINY, seconds=1e-6), tmp_path, device="cpu")
    trainer.run()
    assert (trainer.step, trainer.learning_rate()) == (1, 0.0)
    assert CountTrainer(TINY, tmp_path, device="cpu").step == 1
    with pytest.raises(UsageError, match="another configuration"):
        CountTrainer(replace(TINY, width=8), tmp_path, device="cpu")


def test_a_file_of_something_else_is_refused(tmp_path):
    write_tensors(tmp_path / "x.safetensors", {"x": np.ones(2, np.float32)}, {})
    with pytest.raises(InputError, match="not a count predictor"):
        load_predictor(tmp_path / "x.safetensors")
    for config in ({}, {"config": "["}, {"config": "[]"}, {"config": "[" * 100_000}, {"config": '{"nothing": 1}'}):
        write_tensors(tmp_path / "x.safetensors", {}, {"format": "spminer-counts", **config})
        with pytest.raises(InputError, match="invalid configuration"):
            load_predictor(tmp_path / "x.safetensors")
    texts = {"format": "spminer-counts", "config": json.dumps(TINY.to_dict())}
    write_tensors(tmp_path / "x.safetensors", {"model.skip": np.ones(2, np.float32)}, texts)
    with pytest.raises(InputError, match="do not fit"):
        load_predictor(tmp_path / "x.safetensors")
