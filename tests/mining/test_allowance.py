import pytest

from spminer import Monitor
from spminer.mining.allowance import Allowance
from spminer.running.memory import MEMORY_LIMIT


def test_without_a_limit_there_is_none():
    allowance = Allowance(Monitor())
    assert allowance.whole.remaining is None
    assert allowance.part(3).remaining is None


def test_each_size_has_a_fair_share_of_what_is_left():
    allowance = Allowance(Monitor(time_limit=1000), share=0.5)
    assert allowance.whole.remaining == pytest.approx(500, rel=0.01)
    assert allowance.part(10).remaining == pytest.approx(45, rel=0.01)
    assert allowance.part(1).remaining == pytest.approx(450, rel=0.01)


@pytest.mark.parametrize("reason", ["interrupted", MEMORY_LIMIT])
def test_what_is_stopped_has_one_grace(reason):
    run = Monitor()
    allowance = Allowance(run)
    assert not allowance.renewed()
    run.stop(reason)
    assert allowance.whole.stopped
    assert allowance.renewed()
    assert 1 < allowance.whole.remaining <= 2
    assert not allowance.renewed()


def test_a_run_that_was_interrupted_before_begins_with_the_grace():
    run = Monitor()
    run.cancel()
    assert not Allowance(run).whole.stopped


def test_a_time_limit_has_no_grace():
    run = Monitor(time_limit=0)
    allowance = Allowance(run)
    assert not allowance.renewed()
    assert allowance.whole.stopped
