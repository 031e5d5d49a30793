"""Tests of methods/sampling.py: groups of sizes, their states and what ends them."""

from types import SimpleNamespace

import numpy as np
import pytest

import spminer
from spminer import Frequency, Monitor, Pattern
from spminer._util.checkpoint import Checkpoint, States
from spminer.datasets import example
from spminer.methods.base import Candidate, Task
from spminer.methods.sampling import Sampled, _graph_frequency, search_in_groups

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


@pytest.mark.parametrize(("method", "settings"), [("rand-esu", {"samples": 2000}), ("motivo", {"samples": 1000})])
def test_reported_estimates_are_of_a_sample_that_did_not_choose(method, settings):
    """Of many labeled classes a sample prefers those that it met too often: its own intervals lie above the truth."""
    random = np.random.default_rng(0)
    pairs = np.unique(np.sort(random.integers(400, size=(800, 2)), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    graphs = spminer.from_edges(
        pairs, num_nodes=400, node_labels=[str(label) for label in random.integers(6, size=400)]
    )
    counted = spminer.enumerate(graphs, 5, top=None, frequency="graph", examples=0)
    truth = {motif.pattern: motif.graph_frequency.value for motif in counted}
    covered = 0
    for seed in range(12):
        for motif in spminer.mine(
            graphs, 5, method=method, frequency="graph", verify=False, seed=seed, examples=0, **settings
        ):
            found = motif.graph_frequency
            assert found.kind == "estimate"
            covered += found.low <= truth[motif.pattern] <= found.high
    assert covered >= 0.92 * 120


def test_a_class_that_was_met_once_may_be_one_node_set():
    once, twice = (
        SimpleNamespace(count=[5000.0], error=[0.0], hits=[1]),
        SimpleNamespace(count=[5000.0], error=[0.0], hits=[2]),
    )
    assert _graph_frequency(once, 0, None, exact=False).low == 1
    assert _graph_frequency(twice, 0, None, exact=False).low > 2
