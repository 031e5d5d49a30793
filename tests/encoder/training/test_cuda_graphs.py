"""Tests of encoder/training/cuda_graphs.py with CUDA's part, recording and replaying, done by Python on the CPU."""

from contextlib import contextmanager, nullcontext
from dataclasses import replace

import pytest
import torch

from spminer.encoder.training.config import preset
from spminer.encoder.training.cuda_graphs import CapturedStep, _restore
from spminer.encoder.training.data import PairFeed

CONFIG = replace(preset("tiny"), batch=16)


class Stream:
    def wait_stream(self, _other):
        """Everything runs in order on the CPU."""


class Recording:
    """Replays what was called while recording, into the same result."""

    active = None

    def __init__(self):
        self.calls = []

    def replay(self):
        for function, arguments, result in self.calls:
            result.copy_(function(arguments))


@contextmanager
def recording(graph):
    Recording.active = graph
    yield
    Recording.active = None


@pytest.fixture
def cuda(monkeypatch):
    monkeypatch.setattr(torch.cuda, "Stream", Stream)
    monkeypatch.setattr(torch.cuda, "current_stream", Stream)
    monkeypatch.setattr(torch.cuda, "stream", lambda _stream: nullcontext())
    monkeypatch.setattr(torch.cuda, "CUDAGraph", Recording)
    monkeypatch.setattr(torch.cuda, "graph", recording)


class Sum:
    """A step whose state is the sum of all sizes that it has seen."""

    def __init__(self):
        self.total = torch.zeros(())
        self.late = []  # state that comes into being at the first step, as that of optimizers does

    def update(self, batches):
        if not self.late:
            self.late.append(torch.zeros(()))
        self.late[0] += 1
        loss = sum(batch.target_sizes.sum() for batch in batches).float()
        self.total += loss
        if Recording.active is not None:
            Recording.active.calls.append((self.update, batches, loss))
        return loss

    def state(self):
        return [self.total, *self.late]


@pytest.mark.usefixtures("cuda")
def test_recorded_steps_are_the_steps():
    feed, step = PairFeed(CONFIG), Sum()
    captured = CapturedStep(step.update, feed.step(0), step.state)
    assert (step.total, step.late) == (0, [0])  # as before warm-up and recording
    expected = 0.0
    for number in range(3):
        batches = feed.step(number)
        sizes = float(sum(batch.target_sizes.sum() for batch in batches))
        expected += sizes
        assert captured(batches).item() == sizes
        assert step.total.item() == expected
        assert step.late[0].item() == number + 1


def test_a_warm_up_is_undone():
    old, new = torch.tensor([1.0, 2.0]), torch.tensor([7.0])
    before = [old.clone()]
    old += 5
    _restore([old, new], before)
    assert old.tolist() == [1, 2]
    assert new.tolist() == [0]  # did not exist before
