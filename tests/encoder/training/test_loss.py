"""Tests of encoder/training/loss.py: losses and distances of pairs and blocks."""

from dataclasses import replace

import pytest
import torch

from spminer.encoder.network import Encoder, order_penalty, unpack
from spminer.encoder.training.config import TrainConfig, preset
from spminer.encoder.training.data import BlockFeed, PairFeed
from spminer.encoder.training.loss import batch_loss, pair_distances, pair_losses, validation_distances

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
