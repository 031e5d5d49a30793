"""Tests of methods/size_loop.py: steps, their states and what ends them."""

from spminer import Frequency, Monitor, Pattern
from spminer._util.checkpoint import Checkpoint, States
from spminer.datasets import example
from spminer.methods.base import Candidate, Task
from spminer.methods.size_loop import SizeStep, run_sizes

PATH = Candidate(Pattern.parse("0-1,1-2@0"), 0.5, {"anchored": Frequency.lower_bound(3)})


def run(groups, *, stop=None, calls=None, states=None, monitor=None, costs=()):
    def sample(sizes):
        if calls is not None:
            calls.append(sizes)
        return SizeStep(dict.fromkeys(sizes, (PATH,)), 2, 10, "time limit" if stop in sizes else None)

    task = Task.of(example(), sizes=[size for group in groups for size in group], states=states)
    steps = {f"sampler-{sizes}": sizes for sizes in groups}
    return run_sizes(task, monitor or Monitor(), steps, sample, stage="sample", costs=costs)


def test_groups_are_sampled_one_after_another():
    result = run([(3,), (4, 5)])
    assert list(result.candidates) == [3, 4, 5]
    assert (result.complete, result.stop_reason, dict(result.facts)) == (True, None, {"samples": 20, "patterns": 4})


def test_a_budget_ends_the_search_with_what_there_is():
    result = run([(3,), (4,), (5,)], stop=4)
    assert list(result.candidates) == [3, 4]
    assert (result.complete, result.stop_reason) == (False, "time limit")


def test_finished_groups_are_not_sampled_again(tmp_path):
    states = States(Checkpoint(tmp_path, {}))
    run([(3,), (4, 5)], stop=5, states=states)
    calls = []
    again = run([(3,), (4, 5)], calls=calls, states=states)
    assert calls == [(4, 5)]
    assert again.candidates[3] == (PATH,)
    assert again.facts["samples"] == 20


def test_progress_is_in_units_of_the_costs():
    monitor = Monitor()
    run([(3,), (4,), (5,)], stop=5, monitor=monitor, costs=[1, 2, 7])
    progress = monitor.progress
    assert (progress.stage, progress.size, progress.done, progress.total, progress.call) == ("sample", 5, 3, 10, 7)
    assert (progress.patterns, progress.best) == (4, 3)


def test_the_monitor_knows_why_native_work_was_interrupted():
    monitor = Monitor(time_limit=0)
    steps = {"a": (3,)}
    task = Task.of(example(), sizes=3)
    found = run_sizes(task, monitor, steps, lambda _: SizeStep({}, 0, stop_reason="interrupted"), stage="sample")
    assert found.stop_reason == "time limit"
