from dataclasses import replace

import pytest
import torch

from spminer.encoder.training.config import preset
from spminer.encoder.training.cuda_graphs import _restore
from spminer.encoder.training.trainer import Trainer


def test_a_warm_up_is_undone():
    old, new = torch.tensor([1.0, 2.0]), torch.tensor([7.0])
    before = [old.clone()]
    old += 5
    _restore([old, new], before)
    assert old.tolist() == [1, 2]
    assert new.tolist() == [0]  # did not exist before


@pytest.mark.skipif(not torch.cuda.is_available(), reason="CUDA graphs need a CUDA device")
def test_recorded_steps_are_the_steps(tmp_path):
    config = replace(preset("tiny"), batch=64, validation_pairs=64)
    recorded, plain = (Trainer(config, tmp_path / name, device="cuda", compiled=False) for name in ("a", "b"))
    for number, batches in enumerate(recorded.feed.steps(0, 5)):
        recorded.step(batches)
        plain._rate.fill_(plain.learning_rate(number))
        plain._update([batch.to(plain.device) for batch in batches])
        recorded.progress.step += 1
    for one, other in zip(recorded.model.parameters(), plain.model.parameters(), strict=True):
        torch.testing.assert_close(one, other, rtol=1e-3, atol=1e-5)
