import pytest

from spminer._util.monitor import Monitor
from spminer.methods.walk import pace as module
from spminer.methods.walk.pace import Pace


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test sets."""

    class Clock:
        now = 0.0

    monkeypatch.setattr(module.time, "perf_counter", lambda: Clock.now)
    return Clock


def paced(clock, *, limit, seconds, walks=1000):
    pace = Pace(Monitor(time_limit=limit), last=20)
    with pace.timed(walks):
        clock.now += seconds
    return pace


def test_all_go_on_while_there_is_time(clock):
    pace = paced(clock, limit=1000, seconds=1)
    assert pace.affordable(1000, 5) == 1000
    assert not pace.thinned


def test_each_size_has_an_equal_share_of_what_is_left(clock):
    pace = paced(clock, limit=110, seconds=20)
    assert pace.affordable(1000, 11) == pytest.approx(500, abs=1)  # 11 s, and a walk takes 22 ms
    assert pace.thinned


def test_some_go_on_in_any_case(clock):
    assert paced(clock, limit=0.001, seconds=20).affordable(1000, 5) == 10
    assert paced(clock, limit=0.001, seconds=20).affordable(4, 5) == 4


def test_sizes_beyond_take_what_there_is(clock):
    pace = paced(clock, limit=1, seconds=20)
    assert pace.affordable(1000, 21) == 1000
    assert not pace.thinned
