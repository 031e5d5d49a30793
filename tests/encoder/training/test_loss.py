"""Tests of encoder/training/loss.py, encoder/training/cuda_graphs.py and encoder/training/plots.py."""

from contextlib import contextmanager, nullcontext
from dataclasses import replace

import numpy as np
import pytest
import torch

from spminer.encoder.network import Encoder, order_penalty, unpack
from spminer.encoder.training.config import TrainConfig, preset
from spminer.encoder.training.cuda_graphs import CapturedStep, _restore
from spminer.encoder.training.data import BlockFeed, PairFeed
from spminer.encoder.training.loss import batch_loss, pair_distances, pair_losses, validation_distances
from spminer.encoder.training.plots import informative_dimensions, plot_curves, plot_embedding
from spminer.errors import InputError, UsageError

BLOCKS = preset("tiny-blocks")


def test_the_best_answer_to_a_doubtful_pair_is_its_share_for_the_squared_loss_and_an_end_for_the_hinge():
    distance = torch.linspace(0, 1, 101)
    yes, no = torch.ones(101, dtype=torch.bool), torch.zeros(101, dtype=torch.bool)
    for loss, expected in (("squared", 0.7), ("hinge", 1.0)):
        config = TrainConfig(loss=loss)
        mean = 0.3 * pair_losses(distance, yes, config) + 0.7 * pair_losses(distance, no, config)
        assert distance[mean.argmin()].item() == pytest.approx(expected)


def test_blocks_weigh_open_and_refuted_pairs_apart_and_skip_the_undecided():
    torch.manual_seed(0)
    model = Encoder(BLOCKS.model)
    (batch,) = BlockFeed(BLOCKS).step(0)
    batch.large_answers[0, 0] = -1
    distance, labels, left_open = validation_distances(model, batch)
    assert len(distance) == BlockFeed(BLOCKS).pairs - 32
    plain = replace(BLOCKS, blocks=replace(BLOCKS.blocks, frequency=0.0))
    losses = pair_losses(distance, labels, plain)
    expected = losses[left_open].mean() + BLOCKS.blocks.refuted * losses[~left_open].mean()
    assert batch_loss(model, batch, plain).item() == pytest.approx(expected.item(), rel=1e-5)


def test_blocks_also_judge_the_estimate_of_frequency():
    torch.manual_seed(0)
    model = Encoder(BLOCKS.model)
    (batch,) = BlockFeed(BLOCKS).step(0)
    distance, labels, left_open = (part.view(2, 24, 40) for part in validation_distances(model, batch))
    soft = torch.where(left_open, (1 - distance).clamp(min=0), 0.0)
    error = (soft.mean(dim=2) - labels.float().mean(dim=2)).square().mean()
    weighted = [replace(BLOCKS, blocks=replace(BLOCKS.blocks, frequency=weight)) for weight in (0.0, 3.0)]
    without, with_it = (batch_loss(model, batch, config).item() for config in weighted)
    assert with_it - without == pytest.approx(3 * error.item(), rel=1e-3)


def test_distances_of_a_block_are_penalties_of_its_pairs():
    torch.manual_seed(0)
    model = Encoder(BLOCKS.model)
    (batch,) = BlockFeed(BLOCKS).step(0)
    batch.large_answers[:], batch.small_answers[:] = 1, 0
    distance = validation_distances(model, batch)[0].view(2, 24, 40)
    sub = model(unpack(batch.patterns.rows), batch.patterns.sizes, batch.patterns.counts)
    sup = model(unpack(batch.small.rows), batch.small.sizes, batch.small.counts)
    assert torch.allclose(distance[1, 5, 32 + 3], order_penalty(sub[24 + 5], sup[8 + 3]), atol=1e-5)


@pytest.mark.parametrize("counts", [False, True])
def test_the_loss_of_pairs_is_a_sum(counts):
    tiny = preset("tiny")
    config = replace(tiny, batch=16, model=replace(tiny.model, counts=counts))
    torch.manual_seed(0)
    model = Encoder(config.model)
    for batch in PairFeed(config).step(0):
        distance = pair_distances(model, batch)
        expected = torch.where(batch.labels > 0.5, distance, (1 - distance).clamp(min=0)).sum()
        assert torch.allclose(batch_loss(model, batch, config), expected)
        assert torch.equal(validation_distances(model, batch)[1], batch.labels > 0.5)


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


LOG = "step,seconds,pairs,pairs_per_second,loss,learning_rate,accuracy,average_precision\n"


def test_curves_of_a_log(tmp_path):
    log, path = tmp_path / "log.csv", tmp_path / "curves.svg"
    log.write_text(LOG + "100,1.5,6400,900,0.5,0.001,0.8,0.7\n200,3.0,12800,900,0.4,0.001,0.9,0.8\n")
    plot_curves(log, path)
    assert path.read_text().count("<svg") == 1


def test_an_empty_log_is_explained(tmp_path):
    log = tmp_path / "log.csv"
    log.write_text(LOG)
    with pytest.raises(InputError, match="no lines yet"):
        plot_curves(log, tmp_path / "curves.png")


def test_the_embedding_space(tmp_path):
    random = np.random.default_rng(0)
    plot_embedding(random.random((50, 3)), random.integers(3, 30, 50), tmp_path / "space.png")
    assert (tmp_path / "space.png").read_bytes()[1:4] == b"PNG"
    with pytest.raises(UsageError, match="cannot draw"):
        plot_embedding(random.random((50, 3)), random.integers(3, 30, 50), tmp_path / "space.nonsense")


def test_a_copy_of_the_first_dimension_is_not_chosen_as_the_second():
    random = np.random.default_rng(1)
    wide, narrow = random.normal(0, 5, 100), random.normal(0, 1, 100)
    assert informative_dimensions(np.stack([narrow, wide, 0.9 * wide, 0 * wide], axis=1)) == (1, 0)
    with pytest.raises(UsageError, match="at least two"):
        informative_dimensions(np.zeros((5, 1)))
