import time

import pytest

from spminer import LimitError, Monitor, _core
from spminer._util import deadline as module
from spminer._util.deadline import Deadline


def over(limit=5, **options):
    """Patience with a run whose time was over long ago."""
    return Deadline(Monitor(time_limit=limit, since=time.monotonic() - 100), grace=0, **options)


def test_without_a_monitor_there_is_no_end():
    deadline = Deadline()
    deadline.start_phase("reading a.csv", 10)
    deadline.check(10)
    deadline.finish()
    assert not deadline.limited


def test_the_end_names_the_limit_the_input_how_far_it_was_and_a_remedy():
    deadline = over()
    deadline.start_phase("reading a.csv", 200)
    with pytest.raises(LimitError, match=r"the time limit of 5 s ended while reading a.csv \(63 % done\), .*convert"):
        deadline.check(126)


def test_an_unknown_size_has_no_share():
    deadline = over(remedy="wait")
    deadline.start_phase("reading -")
    with pytest.raises(LimitError, match=r"while reading -, so that there is no result; wait"):
        deadline.check(126)


def test_a_run_that_is_canceled_ends_too_whatever_the_grace():
    monitor = Monitor()
    deadline = Deadline(monitor)
    deadline.check()
    monitor.cancel()
    with pytest.raises(LimitError, match="interrupted"):
        deadline.check()


def test_there_is_grace_since_the_beginning():
    late = Deadline(Monitor(time_limit=5, since=time.monotonic() - 100), grace=1000)
    late.check()
    assert module._GRACE_S <= 0.5  # an overshoot of a second is promised


def test_the_clock_is_looked_at_now_and_then(monkeypatch):
    monkeypatch.setattr(module, "_PERIOD", 3)
    deadline = over()
    deadline.tick()
    deadline.tick()
    with pytest.raises(LimitError):
        deadline.tick()


def test_the_monitor_sees_how_far_it_is():
    monitor = Monitor()
    deadline = Deadline(monitor)
    deadline.start_phase("reading a.csv", 200)
    deadline.check(50)
    assert monitor.share == 0.25
    deadline.finish()
    assert monitor.share is None


def parsed(edges):
    parser = _core.EdgeListParser()
    parser.feed("".join(f"{node} {node + 1}\n" for node in range(edges)).encode())
    parser.finish()
    return parser


def test_native_calls_end_too_and_their_part_is_not_taken():
    assert len(Deadline().native(parsed(3).build, directed=False)["indptr"]) == 5
    with pytest.raises(LimitError):
        over().native(parsed(100_000).build, directed=False)
