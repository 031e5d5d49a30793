"""Fallback from enumeration to growth under a limit, with methods that end when the test says so."""

import time

import pytest

import spminer
from fake_methods import registered
from spminer import Monitor
from spminer.datasets import example
from spminer.methods.base import Candidate, SearchResult, Task
from spminer.mining.fallback import ending_early, fallback_stages, unfinished_sizes, with_fallback
from spminer.results.request import Stage


def candidates(size, count=3):
    motifs = spminer.enumerate(example(), size, top=count, examples=0)
    return tuple(Candidate(motif.pattern, -float(rank)) for rank, motif in enumerate(motifs))


def enumerating(proven, reason="time limit"):
    """An enumeration that has no time beyond the proven sizes."""

    def search(task, settings, monitor):
        begun = {size: candidates(size, 1) for size in task.sizes if size <= max(proven) + 1}
        done = tuple(size for size in task.sizes if size in proven)
        return SearchResult(begun, complete=done == task.sizes, stop_reason=reason, proven_sizes=done)

    return search


@pytest.fixture
def growth():
    """The tasks that growth was given; it finds nothing of size 6."""
    tasks = []

    def search(task, settings, monitor):
        tasks.append(task)
        found = {size: candidates(size) if size != 6 else () for size in task.sizes}
        return SearchResult(found, proven_sizes=task.sizes)

    with registered(search, "grow", objectives=("anchored",)):
        yield tasks


def of_size(result, size):
    return [motif for motif in result if motif.size == size]


def mine(sizes, proven, **options):
    with registered(enumerating(proven), "exact"):
        return spminer.mine(example(), sizes, time_limit=1000, **options)


def test_growth_takes_what_enumeration_had_no_time_for(growth):
    result = mine("3-5", (3,))
    assert [task.sizes for task in growth] == [(4, 5)]
    assert {size: len(of_size(result, size)) for size in (3, 4, 5)} == {3: 1, 4: 3, 5: 3}
    assert {motif.proven for motif in of_size(result, 3)} == {True}
    assert not any(motif.proven for motif in result if motif.size > 3)
    assert (result.status, result.stop_reason) == ("partial", "time limit")
    assert any(warning.startswith("sizes 4-5: enumeration did not end") for warning in result.warnings)
    assert set(result.settings) == {"exact", "grow"}


def test_what_growth_does_not_find_stays_as_enumerated(growth):
    result = mine("5-6", (5,))
    assert len(of_size(result, 6)) == 1
    assert not any(motif.proven for motif in of_size(result, 6))


def test_a_method_that_was_asked_for_by_name_is_not_replaced(growth):
    result = mine("3-5", (3,), method="exact")
    assert growth == []
    assert {motif.size for motif in result} == {3, 4}


def test_growth_instead_of_enumeration_leaves_no_states(growth, tmp_path):
    mine("3-5", (3,), checkpoint=tmp_path)
    assert growth[0].states.checkpoint is None
    with registered(enumerating((3, 4, 5), reason=None), "exact"):
        again = spminer.mine(example(), "3-5", checkpoint=tmp_path, resume=True)
    assert len(growth) == 1
    assert again.status == "complete"
    assert all(motif.proven for motif in again)


def test_growth_that_was_planned_takes_all_at_once():
    left = [Stage("grow", (7, 8), "too much", by_size={7: 1.0, 8: 2.0})]
    [stage] = fallback_stages((5, 6), left)
    assert (stage.method, stage.sizes, stage.by_size) == ("grow", (5, 6, 7, 8), {7: 1.0, 8: 2.0})


@pytest.mark.parametrize("reason", ["interrupted", "memory limit"])
def test_only_the_clock_makes_growth_take_over(reason):
    stopped = SearchResult({}, complete=False, stop_reason=reason)
    assert unfinished_sizes(stopped, Stage("exact", (3,), "few"), Task.of(example()), Monitor()) == ()


def test_a_run_without_time_left_does_not_begin_anew():
    stopped = SearchResult({}, complete=False, stop_reason="time limit")
    stage, task = Stage("exact", (3, 4), "few"), Task.of(example())
    assert unfinished_sizes(stopped, stage, task, Monitor(time_limit=0)) == ()
    assert unfinished_sizes(stopped, stage, task, Monitor(time_limit=1000)) == (3, 4)


def test_nothing_is_proven_or_complete_after_a_fallback():
    grown = SearchResult({4: candidates(4)}, proven_sizes=(4,))
    result = with_fallback(grown, SearchResult({}), (4,))
    assert (result.complete, result.proven_sizes, result.stop_reason) == (False, (), "time limit")


class _Enumeration:
    """An enumeration of one size after another, at a pace that the test sets, in a monitor of its own time."""

    def __init__(self, monitor):
        self.monitor, self.ended = monitor, []

    def run(self, **seconds_by_size):
        for size, seconds in seconds_by_size.items():
            self.monitor.update(size=int(size[1:]))
            began = time.monotonic()
            while (spent := time.monotonic() - began) < seconds and not self.monitor.stopped:
                self.monitor.follow(int(1000 * spent), int(1000 * seconds))
                time.sleep(0.01)
            if self.monitor.stopped:
                return
            self.ended.append(size)


def test_a_size_that_will_end_in_time_is_not_abandoned():
    work = _Enumeration(Monitor(time_limit=2.0))
    with ending_early(work.monitor, 0.5):
        work.run(k3=0.2, k4=0.8, k5=0.3)
    assert work.ended == ["k3", "k4"]  # and no size begins after it
    assert work.monitor.stop_reason == "time limit"
    assert work.monitor.part().stopped


def test_a_size_that_would_not_end_in_time_is_given_up_early():
    work = _Enumeration(Monitor(time_limit=2.0))
    with ending_early(work.monitor, 0.3):
        work.run(k3=0.1, k4=20.0)
    assert (work.ended, work.monitor.stop_reason) == (["k3"], "time limit")
    assert work.monitor.elapsed < 1.5


def test_without_a_limit_nothing_ends_early():
    work = _Enumeration(Monitor())
    with ending_early(work.monitor, None):
        work.run(k3=0.1)
    assert (work.ended, work.monitor.stop_reason) == (["k3"], None)


def test_an_enumeration_that_is_given_up_early_is_replaced(growth):
    def search(task, settings, monitor):
        monitor.update(size=3)
        while not monitor.stopped:
            time.sleep(0.01)
        return SearchResult({3: candidates(3, 1)}, complete=False, stop_reason=monitor.stop_reason)

    with registered(search, "exact"):
        result = spminer.mine(example(), "3-4", time_limit=2.0)
    assert [task.sizes for task in growth] == [(3, 4)]
    assert result.stop_reason == "time limit"
