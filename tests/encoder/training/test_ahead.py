"""Tests of encoder/training/ahead.py: steps drawn by a background thread."""

import threading

import pytest

from spminer.encoder.training.ahead import drawn_ahead


def test_steps_come_in_order_and_errors_where_they_happen():
    def draw(step):
        if step == 3:
            raise RuntimeError("no data")
        return step

    steps = drawn_ahead(draw, 0, 10, ahead=2)
    assert [next(steps) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(RuntimeError, match="no data"):
        next(steps)


def test_steps_that_are_left_early_stop_their_thread():
    before = threading.active_count()
    steps = drawn_ahead(lambda step: step, 0, 10**9, ahead=1)
    assert next(steps) == 0
    steps.close()
    assert threading.active_count() == before
