"""Tests of counting/sampled.py: what a growing sample says agrees with the whole."""

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Monitor, Pattern, _core
from spminer.counting.query import Query
from spminer.counting.sampled import AnchorTrial

TRIANGLE = Pattern.parse("0-1,1-2,2-0@0")


@pytest.fixture(scope="module")
def large():
    return spminer.generate.synthetic(400, 20, seed=3)


def trial_of(graphs, pattern=TRIANGLE, *, effort, floor=0.0, excluded=None, monitor=None):
    monitor = monitor or Monitor()
    order = np.random.default_rng(1).permutation(graphs.num_nodes).astype(np.int32)
    trial = AnchorTrial(Query.make(pattern, graphs), order, excluded)
    trial.begin(monitor)
    trial.finish(monitor, floor, effort=effort)
    return trial


def truth(graphs, pattern=TRIANGLE):
    return Query.make(pattern, graphs).anchors(_core.Control(), listed=True).anchors


def test_enough_effort_tests_every_node(large):
    trial = trial_of(large, effort=100 * large.num_nodes)
    matching = truth(large)
    assert trial.frequency == spminer.Frequency.exact(len(matching))
    assert trial.may_reach(len(matching))
    assert not trial.may_reach(len(matching) + 1)
    assert sorted(trial.refuted.tolist()) == np.setdiff1d(np.arange(large.num_nodes), matching).tolist()


def test_little_effort_estimates_from_2000_nodes(large):
    trial = trial_of(large, effort=1)
    assert trial.frequency.kind == "estimate"
    assert trial.cost == 100 * 2000
    assert trial.frequency.low <= len(truth(large)) <= trial.frequency.high
    assert trial.may_reach(len(truth(large)))
    assert trial.estimate == pytest.approx(trial.frequency.value / large.num_nodes)


def test_what_cannot_reach_the_floor_is_left_at_the_first_sample(large):
    trial = trial_of(
        large,
        Pattern.from_edges([(i, j) for i in range(8) for j in range(i)], anchor=0),
        effort=10**9,
        floor=large.num_nodes,
    )
    assert trial.cost <= 250 * 1000
    assert not trial.may_reach(large.num_nodes)


def test_excluded_nodes_cost_nothing_and_do_not_match(large):
    excluded = np.setdiff1d(np.arange(large.num_nodes, dtype=np.int32), truth(large))
    whole, less = (trial_of(large, effort=10**9, excluded=nodes) for nodes in (None, excluded))
    assert less.frequency == whole.frequency
    assert less.cost == whole.cost - 100 * len(excluded)


def test_a_stopped_trial_says_what_it_saw(large):
    monitor = Monitor()
    monitor.cancel()
    frequency = trial_of(large, effort=10**9, monitor=monitor).frequency
    assert (frequency.kind, frequency.high) == ("lower_bound", large.num_nodes)


def test_hard_nodes_get_more_steps():
    dense = spminer.from_networkx(nx.gnm_random_graph(80, 1200, seed=1))
    star = Pattern.from_edges([(0, leaf) for leaf in range(1, 10)], anchor=0)
    few, much = (trial_of(dense, star, effort=effort).frequency for effort in (1, 10**8))
    assert (few.kind, few.high - few.low) == ("lower_bound", 26)
    assert much == spminer.Frequency.exact(len(truth(dense, star)))
