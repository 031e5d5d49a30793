"""Tests of encoder/training/data.py: steps drawn by a background thread."""

import threading
from dataclasses import replace

import numpy as np
import pytest
import torch

import spminer
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.network import unpack
from spminer.encoder.training.config import preset
from spminer.encoder.training.data import BlockFeed, BlockSource, PairBatch, PairFeed, bucket_pairs, prefetch
from spminer.errors import InputError
from support.oracles import contains, graph_of


def test_steps_come_in_order_and_errors_where_they_happen():
    def draw(step):
        if step == 3:
            raise RuntimeError("no data")
        return step

    steps = prefetch(draw, 0, 10, ahead=2)
    assert [next(steps) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(RuntimeError, match="no data"):
        next(steps)


def test_steps_that_are_left_early_stop_their_thread():
    before = threading.active_count()
    steps = prefetch(lambda step: step, 0, 10**9, ahead=1)
    assert next(steps) == 0
    steps.close()
    assert threading.active_count() == before


TINY = replace(preset("tiny"), batch=32)


def same(one, other):
    return all(
        torch.equal(a, b) for x, y in zip(one, other, strict=True) for a, b in zip(x.parts(), y.parts(), strict=True)
    )


def test_buckets_share_a_step_by_their_lengths():
    assert bucket_pairs(TINY) == [18, 12]  # ranges of 11 and 8 sizes
    assert bucket_pairs(replace(TINY, batch=2)) == [2, 2]
    assert all(pairs % 2 == 0 for pairs in bucket_pairs(preset("pairs")))


def test_rows_become_symmetric_matrices_also_with_the_last_bit():
    rows = np.zeros((1, 64), dtype=np.uint64)
    rows[0, 0], rows[0, 63] = np.uint64(1 << 63), np.uint64(1)
    matrix = unpack(torch.from_numpy(rows.view(np.int64)))[0]
    assert matrix.nonzero().tolist() == [[0, 63], [63, 0]]


def test_a_batch_holds_the_pairs_of_its_bucket():
    for batch, (low, high), count in zip(PairFeed(TINY).step(0), TINY.buckets, bucket_pairs(TINY), strict=True):
        assert len(batch.labels) == count
        assert batch.labels.sum() == count / 2
        assert low <= batch.target_sizes.min() <= batch.target_sizes.max() <= high
        assert (batch.pattern_sizes < batch.target_sizes).all()
        moved = batch.to(torch.device("cpu"))
        assert all(torch.equal(a, b) for a, b in zip(moved.parts(), batch.parts(), strict=True))


def test_a_step_depends_on_the_seed_and_its_number_alone():
    feed = PairFeed(TINY, threads=1)
    steps = list(feed.steps(3, 6, ahead=1))
    assert all(
        same(drawn, PairFeed(TINY, threads=2).step(number)) for number, drawn in zip((3, 4, 5), steps, strict=True)
    )
    assert not same(steps[0], steps[1])
    assert not same(steps[0], PairFeed(replace(TINY, seed=1)).step(3))


def test_negatives_of_the_paper_are_not_verified():
    paper = replace(preset("paper"), batch=400)
    for config, verified in ((paper, False), (replace(paper, checked=True), True)):
        [batch] = PairFeed(config).step(0)
        sides = [(batch.pattern_rows, batch.pattern_sizes), (batch.target_rows, batch.target_sizes)]
        sub, sup = (AnchoredBatch(rows.numpy().view(np.uint64), sizes.numpy()) for rows, sizes in sides)
        contained = [contains(graph_of(sub, b), graph_of(sup, b)) for b in range(400)]
        labels = (batch.labels == 1).tolist()
        assert all(truth for truth, label in zip(contained, labels, strict=True) if label)
        false_negatives = sum(truth for truth, label in zip(contained, labels, strict=True) if not label)
        assert (false_negatives == 0) == verified


@pytest.mark.parametrize("batch", [2, 64, 2000])
def test_steps_drawn_side_by_side_are_those_drawn_alone(batch):
    feed = PairFeed(replace(TINY, batch=batch), threads=3)
    found = list(feed.steps(5, 12, ahead=2))
    assert len(found) == 7
    assert all(same(one, feed.step(step)) for step, one in enumerate(found, start=5))


def test_pairs_may_come_from_a_graph_of_the_user():
    ring = spminer.from_edges([(i, (i + 1) % 50) for i in range(50)])
    for batch in PairFeed(TINY, source=ring.target()).step(0):
        assert unpack(batch.target_rows).sum(dim=(1, 2)).tolist() == (2 * (batch.target_sizes - 1)).tolist()  # paths


def test_what_goes_wrong_in_the_background_is_raised_where_steps_are_used(monkeypatch):
    feed = PairFeed(TINY)

    def fail(_step):
        raise RuntimeError("no pairs")

    monkeypatch.setattr(feed, "step", fail)
    with pytest.raises(RuntimeError, match="no pairs"):
        next(feed.steps(0, 3))


def test_a_feed_that_is_left_early_stops_its_thread():
    before = threading.active_count()
    steps = PairFeed(TINY).steps(0, 10**6, ahead=1)
    assert isinstance(next(steps)[0], PairBatch)
    steps.close()
    assert threading.active_count() == before


TINY_BLOCKS = preset("tiny-blocks")


_BLOCKS = replace(
    TINY_BLOCKS.blocks, patterns=12, rows=12, large=6, columns=6, small=6, small_columns=6, pattern_sizes=(3, 7)
)


SMALL = replace(TINY_BLOCKS, blocks=_BLOCKS)


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
            [contains(graph_of(block.patterns, p), graph_of(side, g), induced=induced) for g in range(len(side))]
            for p in range(len(block.patterns))
        ]
        assert np.array_equal(answers == 1, truth)
    assert (block.large_answers == 1).any()


def test_sizes_are_those_of_the_configuration():
    block = blocks_of(TINY_BLOCKS)
    assert 4 <= block.patterns.sizes.min() <= block.patterns.sizes.max() <= 12
    assert 40 <= block.large.sizes.min() <= block.large.sizes.max() <= 64
    assert 5 <= block.small.sizes.min() <= block.small.sizes.max() <= 32
    assert block.large_answers.shape == (96, 96)
    assert block.small_answers.shape == (96, 32)


def test_a_block_depends_on_seed_and_number_alone():
    one, same = BlockSource(TINY_BLOCKS, threads=1).block(3), BlockSource(TINY_BLOCKS, threads=2).block(3)
    other, later = BlockSource(replace(TINY_BLOCKS, seed=1)).block(3), BlockSource(TINY_BLOCKS).block(4)
    assert np.array_equal(one.patterns.rows, same.patterns.rows)
    assert np.array_equal(one.large_answers, same.large_answers)
    for different in (other, later):
        assert not np.array_equal(one.patterns.rows, different.patterns.rows)


def test_patterns_that_grow_by_what_is_frequent_are_more_frequent():
    shares = [
        np.mean(blocks_of(with_blocks(TINY_BLOCKS, frequent=share, pattern_sizes=(8, 8))).large_answers == 1)
        for share in (0.0, 1.0)
    ]
    assert shares[1] > 1.3 * shares[0]


def test_blocks_come_from_collections():
    ring = spminer.from_edges([(i, (i + 1) % 80) for i in range(80)]).target()
    block = blocks_of(with_blocks(TINY_BLOCKS, synthetic=0.0), collections=[ring])
    degrees = np.bitwise_count(block.large.rows).sum(axis=1)
    assert (degrees == 2 * (block.large.sizes - 1)).all()  # paths
    mixed = BlockSource(with_blocks(TINY_BLOCKS, synthetic=0.5), [ring])
    paths = [(np.bitwise_count(b.large.rows).max() <= 2) for b in map(mixed.block, range(12))]
    assert 0 < sum(paths) < 12


def test_collections_without_patterns_are_refused():
    edges = spminer.from_edges([(0, 1), (2, 3)]).target()
    with pytest.raises(InputError, match="larger than the smallest pattern"):
        blocks_of(with_blocks(TINY_BLOCKS, synthetic=0.0), collections=[edges])
    with pytest.raises(InputError, match="no nodes"):
        blocks_of(with_blocks(TINY_BLOCKS, synthetic=0.0), collections=[spminer.from_edges([]).target()])


TINY_BLOCK_FEED = replace(preset("tiny-blocks"), blocks=replace(preset("tiny-blocks").blocks, steps_per_block=2))


def same_block_feed(one, other):
    return all(torch.equal(a, b) for a, b in zip(one[0].parts(), other[0].parts(), strict=True))


def test_a_step_depends_on_the_seed_and_its_number_alone_block_feed():
    steps = list(BlockFeed(TINY_BLOCK_FEED, threads=1).steps(3, 6, ahead=1))
    assert all(
        same_block_feed(drawn, BlockFeed(TINY_BLOCK_FEED, threads=2).step(number))
        for number, drawn in zip((3, 4, 5), steps, strict=True)
    )
    assert not same_block_feed(steps[0], steps[1])
    assert not same_block_feed(steps[0], BlockFeed(replace(TINY_BLOCK_FEED, seed=1)).step(3))


def test_answers_belong_to_the_graphs_beside_them():
    (batch,) = BlockFeed(TINY_BLOCK_FEED).step(0)
    blocks = [BlockSource(TINY_BLOCK_FEED).block(number) for number in range(2)]
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
    (batch,) = BlockFeed(TINY_BLOCK_FEED).step(0)
    rows, sizes = batch.patterns.rows.numpy().view(np.uint64), batch.patterns.sizes.numpy()
    assert np.array_equal(batch.patterns.counts.numpy(), _core.signatures(rows, sizes))
    blind = replace(TINY_BLOCK_FEED, model=replace(TINY_BLOCK_FEED.model, counts=False))
    assert BlockFeed(blind).step(0)[0].patterns.counts.shape[1] == 0


def test_every_pair_of_a_step_is_counted():
    feed = BlockFeed(TINY_BLOCK_FEED)
    (batch,) = feed.step(0)
    assert feed.pairs == batch.large_answers.numel() + batch.small_answers.numel()
    assert all(a.shape == b.shape for a, b in zip(batch.parts(), batch.to(torch.device("cpu")).parts(), strict=True))
