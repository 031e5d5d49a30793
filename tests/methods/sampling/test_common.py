"""Tests of methods/sampling/common.py: groups of sizes, their states and what ends them."""

from spminer import Frequency, Monitor, Pattern
from spminer.datasets import example
from spminer.methods.base import Candidate, Task
from spminer.methods.sampling.common import Sampled, search_in_groups
from spminer.running.checkpoint import Checkpoint
from spminer.running.states import States

PATH = Candidate(Pattern.parse("0-1,1-2@0"), 0.5, {"anchored": Frequency.lower_bound(3)})


def run(groups, *, stop=None, calls=None, states=None):
    def sample(sizes):
        if calls is not None:
            calls.append(sizes)
        return Sampled(dict.fromkeys(sizes, (PATH,)), 10, 2, "time limit" if stop in sizes else None)

    task = Task.of(example(), sizes=[size for group in groups for size in group], states=states)
    return search_in_groups(task, Monitor(), "sampler", groups, sample)


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
