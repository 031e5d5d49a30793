"""Pace under a limit, by a clock that the test turns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer._util.monitor import Monitor
from spminer.methods import pace as module
from spminer.methods.pace import LEAST_WIDTH, GrowthPace, Step, WalkPace


def grown(limit, cost, levels):
    """Seconds left and widths after growth whose levels take ``cost(level)`` seconds at full width."""
    pace, left, widths = GrowthPace(), limit, []
    for level in range(levels):
        step = pace.next(remaining=left, levels=levels - level)
        needed = cost(level) * step.width
        cut = needed > step.seconds
        seconds = min(needed, step.seconds)
        pace.took(step, seconds, cut=cut)
        left -= seconds
        widths.append(step.width)
    return left, widths


def test_without_a_limit_nothing_is_narrowed():
    pace = GrowthPace()
    pace.took(Step(1.0, None), 1e6)
    assert pace.next(remaining=None, levels=50) == Step(1.0, None)


def test_a_limit_that_is_far_away_changes_nothing():
    _, widths = grown(1000.0, lambda level: 1.1**level, 20)
    assert widths == [1.0] * 20


@given(st.floats(0.1, 100), st.floats(0.01, 100), st.floats(1, 2), st.integers(1, 40))
def test_some_time_is_left_for_every_level(limit, first, dearer, levels):
    left, widths = grown(limit, lambda level: first * dearer**level, levels)
    assert left > 0
    assert all(LEAST_WIDTH <= width <= 1 for width in widths)


def test_what_would_take_too_long_is_narrowed():
    _, widths = grown(10.0, lambda _: 2.0, 20)
    assert widths[0] == 1.0
    assert max(widths[2:]) < 1.0


def test_width_comes_back_step_by_step():
    pace = GrowthPace()
    pace.took(Step(LEAST_WIDTH, 1.0), 1e-6)
    assert pace.next(remaining=1000.0, levels=2).width == pytest.approx(2 * LEAST_WIDTH)


def test_a_level_without_result_is_tried_ever_narrower_and_at_last_without_a_limit_of_its_own():
    pace, steps = GrowthPace(), [Step(1.0, 1.0)]
    while steps[-1].width > LEAST_WIDTH:
        steps.append(pace.again(steps[-1], remaining=8.0, levels=1))
    assert [step.width for step in steps] == [1.0, 1 / 8, LEAST_WIDTH]
    assert steps[1].seconds == pytest.approx(6.0)
    assert steps[-1].seconds is None


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test sets."""

    class Clock:
        now = 0.0

    monkeypatch.setattr(module.time, "perf_counter", lambda: Clock.now)
    return Clock


def paced(clock, *, limit, seconds, walks=1000):
    pace = WalkPace(Monitor(time_limit=limit), last=20)
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
