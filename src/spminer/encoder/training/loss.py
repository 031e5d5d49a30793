"""Losses of the order embedding (equation 2 of the paper), on pairs and blocks, and the distances of validation.

A pair's distance is its order penalty, or minus the logit of the perceptron. Blocks add a loss of the soft frequency
estimate, since errors of pairs in one direction add up in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from spminer.encoder.batch import ABSENT, CONTAINED, REFUTED, UNDECIDED
from spminer.encoder.network import order_penalty, unpack
from spminer.encoder.training.data import SMALL_BATCH, PairBatch

if TYPE_CHECKING:
    from torch import Tensor

    from spminer.encoder.network import Encoder
    from spminer.encoder.training.config import TrainConfig
    from spminer.encoder.training.data import BlockBatch, GraphTensors

__all__ = ["batch_loss", "pair_distances", "pair_losses", "validation_distances"]


def pair_losses(distance: Tensor, contained: Tensor, config: TrainConfig) -> Tensor:
    """The loss of each pair by its distance.

    ``hinge`` pulls positives to zero and pushes negatives to the margin; its minimum for a doubtful pair is one of the
    two ends. ``squared`` is a proper score: if a share p of similar pairs is contained, its minimum is the margin times
    1 - p, which the soft estimate sums. Beyond the margin it is a logarithm, so that a few pairs with large penalties
    do not outweigh all others.

    >>> from spminer.encoder.training.config import TrainConfig
    >>> config = TrainConfig(loss="squared")
    >>> pair_losses(torch.tensor([0.5, 3.0, 0.5, 2.0]), torch.tensor([True, True, False, False]), config)
    tensor([0.2500, 3.1972, 0.2500, 0.0000])
    """
    if config.model.output == "mlp":
        return torch.nn.functional.binary_cross_entropy_with_logits(
            -distance, contained.to(distance.dtype), reduction="none"
        )
    if config.loss == "hinge":
        return torch.where(contained, distance, (config.margin - distance).clamp(min=0))
    share = distance / config.margin
    pull = torch.where(share < 1, share.square(), 1 + 2 * share.clamp(min=1).log())
    return torch.where(contained, pull, (1 - share).clamp(min=0).square())


def batch_loss(model: Encoder, batch: PairBatch | BlockBatch, config: TrainConfig) -> Tensor:
    """Summed loss of pairs, or mean loss of blocks, in which pairs that the signature refutes have a smaller weight."""
    if isinstance(batch, PairBatch):
        return pair_losses(pair_distances(model, batch), batch.labels > 0.5, config).sum()
    if config.blocks is None:
        raise ValueError("the configuration has no blocks")
    distance, answers = _block_scores(model, batch)
    losses = pair_losses(distance, answers == CONTAINED, config)
    left_open, refuted = (answers == CONTAINED) | (answers == ABSENT), answers == REFUTED
    loss = _mean(losses, left_open) + config.blocks.refuted * _mean(losses, refuted)
    if config.blocks.frequency > 0:
        soft = (1 - distance / config.margin).clamp(min=0) * left_open
        missed = (soft - (answers == CONTAINED).to(soft.dtype)).mean(dim=-1)  # of each pattern
        loss = loss + config.blocks.frequency * missed.square().mean()
    return loss


def _mean(values: Tensor, chosen: Tensor) -> Tensor:
    """The mean of some values, without waiting for the GPU."""
    return (values * chosen).sum() / chosen.sum().clamp(min=1)


def pair_distances(model: Encoder, batch: PairBatch) -> Tensor:
    """The distance of each pair; ``[B]``.

    Small batches are embedded in one pass, patterns padded to the width of their targets: their time is that of the
    number of operations, not of their size.
    """
    padding = batch.target_rows.shape[1] - batch.pattern_rows.shape[1]
    if len(batch.labels) > SMALL_BATCH or padding < 0 or batch.target_counts is not None:
        sup = model(unpack(batch.target_rows), batch.target_sizes, batch.target_counts)
        sub = model(unpack(batch.pattern_rows), batch.pattern_sizes, batch.pattern_counts)
        return model.compare(sub, sup)
    rows = torch.cat([batch.target_rows, torch.nn.functional.pad(batch.pattern_rows, (0, padding))])
    sup, sub = model(unpack(rows), torch.cat([batch.target_sizes, batch.pattern_sizes])).chunk(2)
    return model.compare(sub, sup)


def validation_distances(model: Encoder, batch: PairBatch | BlockBatch) -> tuple[Tensor, Tensor, Tensor]:
    """Distances and labels of all decided pairs of a batch, and whether the signature leaves them open."""
    if isinstance(batch, PairBatch):
        distance = pair_distances(model, batch)
        return distance, batch.labels > 0.5, torch.ones_like(batch.labels, dtype=torch.bool)
    distance, answers = _block_scores(model, batch)
    known = answers != UNDECIDED
    return distance[known], answers[known] == CONTAINED, answers[known] != REFUTED


def _block_scores(model: Encoder, batch: BlockBatch) -> tuple[Tensor, Tensor]:
    """Distances and answers, ``[blocks, patterns, neighborhoods]``."""
    blocks = len(batch.large_answers)
    sub = _embedded(model, batch.patterns, blocks).unsqueeze(2)
    sides = [_embedded(model, side, blocks).unsqueeze(1) for side in (batch.large, batch.small)]
    distance = torch.cat([order_penalty(sub, side) for side in sides], dim=2)
    return distance, torch.cat([batch.large_answers, batch.small_answers], dim=2)


def _embedded(model: Encoder, graphs: GraphTensors, blocks: int) -> Tensor:
    points: Tensor = model(unpack(graphs.rows), graphs.sizes, graphs.counts if model.config.counts else None)
    return points.view(blocks, -1, points.shape[-1])
