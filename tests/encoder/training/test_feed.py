"""Tests of encoder/training/feed.py: the stream of batches."""

import threading
from dataclasses import replace

import numpy as np
import pytest
import torch

import spminer
from spminer.encoder.network import unpack
from spminer.encoder.training.config import preset
from spminer.encoder.training.feed import PairBatch, PairFeed, bucket_pairs

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
