"""Tests of encoder/training/blocks.py: blocks, their patterns and their answers."""

from dataclasses import replace

import numpy as np
import pytest

import spminer
from containment_oracle import graph_of, oracle
from spminer.encoder.training.blocks import BlockSource
from spminer.encoder.training.config import preset
from spminer.errors import InputError

TINY = preset("tiny-blocks")
_BLOCKS = replace(TINY.blocks, patterns=12, rows=12, large=6, columns=6, small=6, small_columns=6, pattern_sizes=(3, 7))
SMALL = replace(TINY, blocks=_BLOCKS)


def blocks_of(config, **options):
    return BlockSource(config, **options).block(0)


def with_blocks(config, **changes):
    return replace(config, blocks=replace(config.blocks, **changes))


@pytest.mark.parametrize("induced", [True, False])
def test_labels_are_those_of_vf2(induced):
    config = replace(SMALL, model=replace(SMALL.model, induced=induced), sparse=1.0)
    block = blocks_of(config)
    for side, answers in ((block.large, block.large_answers), (block.small, block.small_answers)):
        truth = [
            [oracle(graph_of(block.patterns, p), graph_of(side, g), induced) for g in range(len(side))]
            for p in range(len(block.patterns))
        ]
        assert np.array_equal(answers == 1, truth)
    assert (block.large_answers == 1).any()


def test_sizes_are_those_of_the_configuration():
    block = blocks_of(TINY)
    assert 4 <= block.patterns.sizes.min() <= block.patterns.sizes.max() <= 12
    assert 40 <= block.large.sizes.min() <= block.large.sizes.max() <= 64
    assert 5 <= block.small.sizes.min() <= block.small.sizes.max() <= 32
    assert block.large_answers.shape == (96, 96)
    assert block.small_answers.shape == (96, 32)


def test_a_block_depends_on_seed_and_number_alone():
    one, same = BlockSource(TINY, threads=1).block(3), BlockSource(TINY, threads=2).block(3)
    other, later = BlockSource(replace(TINY, seed=1)).block(3), BlockSource(TINY).block(4)
    assert np.array_equal(one.patterns.rows, same.patterns.rows)
    assert np.array_equal(one.large_answers, same.large_answers)
    for different in (other, later):
        assert not np.array_equal(one.patterns.rows, different.patterns.rows)


def test_patterns_that_grow_by_what_is_frequent_are_more_frequent():
    shares = [
        np.mean(blocks_of(with_blocks(TINY, frequent=share, pattern_sizes=(8, 8))).large_answers == 1)
        for share in (0.0, 1.0)
    ]
    assert shares[1] > 1.3 * shares[0]


def test_blocks_come_from_collections():
    ring = spminer.from_edges([(i, (i + 1) % 80) for i in range(80)]).target()
    block = blocks_of(with_blocks(TINY, synthetic=0.0), collections=[ring])
    degrees = np.bitwise_count(block.large.rows).sum(axis=1)
    assert (degrees == 2 * (block.large.sizes - 1)).all()  # paths
    mixed = BlockSource(with_blocks(TINY, synthetic=0.5), [ring])
    paths = [(np.bitwise_count(b.large.rows).max() <= 2) for b in map(mixed.block, range(12))]
    assert 0 < sum(paths) < 12


def test_collections_without_patterns_are_refused():
    edges = spminer.from_edges([(0, 1), (2, 3)]).target()
    with pytest.raises(InputError, match="larger than the smallest pattern"):
        blocks_of(with_blocks(TINY, synthetic=0.0), collections=[edges])
    with pytest.raises(InputError, match="no nodes"):
        blocks_of(with_blocks(TINY, synthetic=0.0), collections=[spminer.from_edges([]).target()])
