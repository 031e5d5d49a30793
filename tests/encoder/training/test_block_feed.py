"""Tests of encoder/training/block_feed.py: blocks as tensors, step by step."""

from dataclasses import replace

import numpy as np
import torch

from spminer import _core
from spminer.encoder.training.block_feed import BlockFeed
from spminer.encoder.training.blocks import BlockSource
from spminer.encoder.training.config import preset

TINY = replace(preset("tiny-blocks"), blocks=replace(preset("tiny-blocks").blocks, steps_per_block=2))


def same(one, other):
    return all(torch.equal(a, b) for a, b in zip(one[0].parts(), other[0].parts(), strict=True))


def test_a_step_depends_on_the_seed_and_its_number_alone():
    steps = list(BlockFeed(TINY, threads=1).steps(3, 6, ahead=1))
    assert all(
        same(drawn, BlockFeed(TINY, threads=2).step(number)) for number, drawn in zip((3, 4, 5), steps, strict=True)
    )
    assert not same(steps[0], steps[1])
    assert not same(steps[0], BlockFeed(replace(TINY, seed=1)).step(3))


def test_answers_belong_to_the_graphs_beside_them():
    (batch,) = BlockFeed(TINY).step(0)
    blocks = [BlockSource(TINY).block(number) for number in range(2)]
    assert batch.large_answers.shape == (2, 24, 32)
    for number, block in enumerate(blocks):
        patterns = {row.tobytes(): index for index, row in enumerate(block.patterns.rows)}
        columns = {row.tobytes(): index for index, row in enumerate(block.small.rows)}
        for p in range(24):
            row = batch.patterns.rows[24 * number + p].numpy().view(np.uint64)
            for n in range(8):
                column = batch.small.rows[8 * number + n].numpy().view(np.uint64)
                expected = block.small_answers[patterns[row.tobytes()], columns[column.tobytes()]]
                assert batch.small_answers[number, p, n] == expected


def test_signatures_come_along_for_models_that_read_them():
    (batch,) = BlockFeed(TINY).step(0)
    rows, sizes = batch.patterns.rows.numpy().view(np.uint64), batch.patterns.sizes.numpy()
    assert np.array_equal(batch.patterns.counts.numpy(), _core.signatures(rows, sizes))
    blind = replace(TINY, model=replace(TINY.model, counts=False))
    assert BlockFeed(blind).step(0)[0].patterns.counts.shape[1] == 0


def test_every_pair_of_a_step_is_counted():
    feed = BlockFeed(TINY)
    (batch,) = feed.step(0)
    assert feed.pairs == batch.large_answers.numel() + batch.small_answers.numel()
    assert all(a.shape == b.shape for a, b in zip(batch.parts(), batch.to(torch.device("cpu")).parts(), strict=True))
