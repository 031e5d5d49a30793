"""Tests of against/samples.py."""

import threading

import pytest

from spminer import Monitor, NullModel
from spminer.against.samples import use_samples
from spminer.datasets import example

MODEL = NullModel(example(), "degree", seed=1, threads=1)


def edges(sample, number, monitor):
    return number, sample.indices.tolist()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_samples_come_in_order_whatever_the_threads(threads):
    expected = [(number, MODEL.sample(number).indices.tolist()) for number in range(3, 9)]
    assert list(use_samples(MODEL, range(3, 9), edges, Monitor(), threads=threads)) == expected


def test_no_more_samples_are_alive_than_there_are_threads():
    alive, most, lock = set(), [0], threading.Lock()

    def use(sample, number, monitor):
        with lock:
            alive.add(number)
            most[0] = max(most[0], len(alive))
        with lock:
            alive.discard(number)
        return number

    assert list(use_samples(MODEL, range(20), use, Monitor(), threads=2)) == list(range(20))
    assert most[0] <= 2


def test_a_stopped_run_has_what_was_used_before():
    monitor = Monitor()
    used = []
    for number, _ in use_samples(MODEL, range(50), edges, monitor, threads=2):
        used.append(number)
        if number == 3:
            monitor.cancel()
    assert used[:4] == [0, 1, 2, 3]
    assert len(used) <= 6


def test_what_fails_in_a_thread_fails_here():
    def fails(sample, number, monitor):
        raise ValueError(f"sample {number}")

    with pytest.raises(ValueError, match="sample 0"):
        list(use_samples(MODEL, range(4), fails, Monitor(), threads=2))


def test_no_samples():
    assert list(use_samples(MODEL, range(0), edges, Monitor())) == []
