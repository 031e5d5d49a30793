import threading
import time

import pytest

from spminer import Monitor
from spminer._util.executor import LOCAL
from spminer._util.monitor import MEMORY_LIMIT, TimeBudget


def test_a_part_ends_with_its_own_limit_or_the_runs():
    run = Monitor(time_limit=100)
    assert run.part(time_limit=5).remaining <= 5
    assert run.part(time_limit=500).remaining <= 100
    assert run.part().remaining <= 100
    assert Monitor().part().remaining is None


def test_canceling_a_run_cancels_its_part_and_the_call_of_the_part():
    run = Monitor()
    part = run.part()
    control = part.control()
    run.cancel()
    assert (part.stop_reason, control.stop_reason) == ("interrupted", "interrupted")


def test_a_grace_outlives_one_cancel_but_not_two():
    run = Monitor()
    run.cancel()
    grace = run.part(time_limit=60, grace=True)
    assert not grace.stopped
    assert grace.control().stop_reason is None
    run.cancel()
    assert grace.stopped


def test_the_end_of_a_part_is_not_the_end_of_the_run():
    run = Monitor()
    part = run.part(time_limit=0)
    assert (part.stop_reason, run.stop_reason) == ("time limit", None)


def test_progress_of_a_part_is_the_runs():
    run = Monitor()
    run.part().part().update(stage="search", size=7, done=1, total=4)
    assert (run.progress.stage, run.progress.size, run.share) == ("search", 7, 0.25)
    run.update(stage="verify")
    assert (run.progress.done, run.progress.total, run.share) == (0, 0, None)


def test_the_running_call_counts_within_its_stage(monkeypatch):
    class HalfDone:
        done, total = 1, 2

    run = Monitor()
    part = run.part()
    part.update(stage="enumerate", done=1, total=4)
    monkeypatch.setattr(part, "_call", HalfDone())
    assert run.share == 1.5 / 4


def test_any_thread_may_cancel():
    run = Monitor(time_limit=60)
    threading.Thread(target=run.cancel).start()
    deadline = time.monotonic() + 5
    while not run.stopped and time.monotonic() < deadline:
        time.sleep(0.01)
    assert run.stop_reason == "interrupted"


@pytest.mark.parametrize("done", [100, 1000])
def test_work_that_goes_on_is_never_all_done(monkeypatch, done):
    class Done:
        done = total = 5

    run = Monitor()
    run.update(stage="verify", done=done, total=100)
    assert run.share == 0.99
    run.update(stage="enumerate")
    monkeypatch.setattr(run, "_call", Done())
    assert run.share == 0.99


def test_a_limit_may_count_from_an_earlier_start():
    monitor = Monitor(time_limit=10, since=time.monotonic() - 8)
    assert 1 < monitor.remaining < 2.1
    assert 7.9 < monitor.elapsed < 9
    assert Monitor(time_limit=10, since=time.monotonic() - 11).stop_reason == "time limit"


def test_a_reason_reaches_parts_and_controls():
    monitor = Monitor()
    part, control = monitor.part(), monitor.control()
    monitor.stop("memory limit")
    monitor.cancel()  # the first reason stays
    assert (monitor.stop_reason, part.stop_reason, monitor.part().stop_reason) == ("memory limit",) * 3
    assert control.stop_reason is not None
    assert not monitor.part(time_limit=5, grace=True).stopped


def test_parts_have_the_executor_of_the_run():
    executor = object()
    assert Monitor(executor=executor).part().part().executor is executor
    assert Monitor().part().executor is LOCAL


def test_giving_up_a_part_gives_up_the_run_and_its_other_parts():
    run = Monitor()
    part, other = run.part(), run.part()
    control = other.control()
    part.give_up("no workers left")
    assert {monitor.stop_reason for monitor in (run, part, other, run.part())} == {"no workers left"}
    assert control.stop_reason == "interrupted"
    assert not run.part(grace=True).stopped, "what there is may still be put in order"


def test_without_a_limit_there_is_none():
    budget = TimeBudget(Monitor())
    assert budget.whole.remaining is None
    assert budget.part(3).remaining is None


def test_each_size_has_a_fair_share_of_what_is_left():
    budget = TimeBudget(Monitor(time_limit=1000), share=0.5)
    assert budget.whole.remaining == pytest.approx(500, rel=0.01)
    assert budget.part(10).remaining == pytest.approx(45, rel=0.01)
    assert budget.part(1).remaining == pytest.approx(450, rel=0.01)


@pytest.mark.parametrize("reason", ["interrupted", MEMORY_LIMIT])
def test_what_is_stopped_has_one_grace(reason):
    run = Monitor()
    budget = TimeBudget(run)
    assert not budget.start_grace_period()
    run.stop(reason)
    assert budget.whole.stopped
    assert budget.start_grace_period()
    assert 1 < budget.whole.remaining <= 2
    assert not budget.start_grace_period()


def test_a_run_that_was_interrupted_before_begins_with_the_grace():
    run = Monitor()
    run.cancel()
    assert not TimeBudget(run).whole.stopped


def test_a_time_limit_has_no_grace():
    run = Monitor(time_limit=0)
    budget = TimeBudget(run)
    assert not budget.start_grace_period()
    assert budget.whole.stopped
