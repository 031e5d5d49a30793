"""Tests of counting/sequential.py: what a growing sample says agrees with the whole."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import Monitor, Pattern, _core
from spminer.counting.matching import MatchQuery
from spminer.counting.sequential import RefutedAnchors, SequentialCount, _union, begin_together
from spminer.patterns.parts import node_deleted_subpatterns

TRIANGLE = Pattern.parse("0-1,1-2,2-0@0")


@pytest.fixture(scope="module")
def large():
    return spminer.generate.synthetic(400, 20, seed=3)


def trial_of(graphs, pattern=TRIANGLE, *, effort, floor=0.0, excluded=None, monitor=None):
    monitor = monitor or Monitor()
    order = np.random.default_rng(1).permutation(graphs.num_nodes).astype(np.int32)
    trial = SequentialCount(MatchQuery.of(pattern, graphs), order, excluded)
    trial.begin(monitor)
    trial.finish(monitor, floor, effort=effort)
    return trial


def truth(graphs, pattern=TRIANGLE):
    return MatchQuery.of(pattern, graphs).anchors(_core.Control(), listed=True).anchors


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


def test_refuted_parts_end_a_trial_earlier(large):
    others = np.setdiff1d(np.arange(large.num_nodes, dtype=np.int32), truth(large))
    floor = 1.1 * len(truth(large))
    whole, less = (trial_of(large, effort=10**9, floor=floor, excluded=nodes) for nodes in (None, others[::2]))
    assert not whole.may_reach(floor)
    assert not less.may_reach(floor)
    assert less.record[-1][0] < whole.record[-1][0] < large.num_nodes  # how far in the order
    assert set(others[::2]) <= set(less.refuted)


@pytest.mark.parametrize("seed", range(10))
def test_what_reaches_the_floor_is_kept_whatever_is_excluded(large, seed):
    random = np.random.default_rng(seed)
    others = random.permutation(np.setdiff1d(np.arange(large.num_nodes, dtype=np.int32), truth(large)))
    first = np.random.default_rng(1).permutation(large.num_nodes)[: random.integers(large.num_nodes)]  # of the order
    for excluded in (others[: random.integers(len(others))], np.intersect1d(others, first)):
        trial = trial_of(large, effort=10**9, floor=len(truth(large)), excluded=excluded)
        assert trial.frequency == spminer.Frequency.exact(len(truth(large)))


def trials_of(graphs, patterns):
    order = np.random.default_rng(1).permutation(graphs.num_nodes).astype(np.int32)
    return [SequentialCount(MatchQuery.of(pattern, graphs), order, order[3 * i : 5 * i]) for i, pattern in patterns]


def test_trials_begin_together_as_one_by_one(large):
    patterns = list(enumerate(motif.pattern for motif in spminer.enumerate(large, 5, top=20, examples=0)))
    together, alone = trials_of(large, patterns), trials_of(large, patterns)
    begin_together(together, Monitor())
    for one in alone:
        one.begin(Monitor())
    for one, other in zip(together, alone, strict=True):
        assert (one.estimate, one.frequency, one.cost) == (other.estimate, other.frequency, other.cost)
        assert one.refuted.tolist() == other.refuted.tolist()
        assert [asked[:2] for asked in one.record] == [asked[:2] for asked in other.record]


def test_trials_that_begin_after_a_stop_know_nothing(large):
    monitor = Monitor()
    monitor.cancel()
    trials = trials_of(large, [(0, TRIANGLE)])
    begin_together(trials, monitor)
    assert (trials[0].frequency.kind, trials[0].record) == ("lower_bound", [])


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


def nodes(*numbers):
    return np.array(numbers, dtype=np.int32)


@given(st.integers(0, 10_000))
def test_excluded_nodes_are_no_anchors(seed):
    graphs = spminer.generate.synthetic(2, (8, 12), seed=seed, threads=1)
    for motif in spminer.enumerate(graphs, 4, top=10, examples=0, threads=1):
        known, every = RefutedAnchors(), np.arange(graphs.num_nodes, dtype=np.int32)
        for part in node_deleted_subpatterns(motif.pattern):
            found = MatchQuery.of(part, graphs, threads=1).anchors(_core.Control(), listed=True).anchors
            known.add(part, np.setdiff1d(every, found))
        matching = MatchQuery.of(motif.pattern, graphs, threads=1).anchors(_core.Control(), listed=True).anchors
        assert not set(known.excluded(motif.pattern)) & set(matching)


def test_patterns_of_one_node_less_exclude():
    path = {size: Pattern.from_edges([(i, i + 1) for i in range(size - 1)], anchor=0).canonical() for size in (3, 4, 5)}
    known = RefutedAnchors()
    known.add(path[3], nodes(1))
    known.add(path[4], nodes(7, 2))
    assert known.excluded(path[4]).tolist() == [1]
    assert known.excluded(path[5]).tolist() == [2, 7]
    known.add(path[4], nodes(3))  # of a test that did not go as far
    assert known.excluded(path[5]).tolist() == [2, 7]


def test_the_smallest_sizes_are_forgotten_first(monkeypatch):
    monkeypatch.setattr("spminer.counting.sequential._MOST_KEPT", 4)
    path = {
        size: Pattern.from_edges([(i, i + 1) for i in range(size - 1)], anchor=0).canonical() for size in range(3, 8)
    }
    known = RefutedAnchors()
    for size in (3, 4, 5):
        known.add(path[size], nodes(size, 9))
    assert [known.excluded(path[size]).tolist() for size in (4, 5, 6)] == [[], [4, 9], [5, 9]]
    known.add(path[6], nodes(*range(20)))
    assert [known.excluded(path[size]).tolist() for size in (5, 6)] == [[], [5, 9]]
    assert known.excluded(path[7]).tolist() == list(range(20))


@given(st.lists(st.lists(st.integers(0, 2_000), max_size=60, unique=True), max_size=4))
def test_what_several_parts_exclude_is_excluded_once(lists):
    assert _union([nodes(*numbers) for numbers in lists]).tolist() == sorted({n for numbers in lists for n in numbers})


def test_what_was_kept_comes_back():
    star, path = Pattern.parse("0-1,0-2,0-3@0").canonical(), Pattern.parse("0-1,1-2,2-3@0").canonical()
    known, restored = RefutedAnchors(), RefutedAnchors()
    known.add(star, nodes(4, 9))
    known.add(path, nodes())
    restored.restore(known.to_arrays(4))
    larger = Pattern.parse("0-1,0-2,0-3,3-4@0")
    assert restored.excluded(larger).tolist() == known.excluded(larger).tolist() == [4, 9]
    restored.restore(known.to_arrays(5))  # nothing was kept of that size
    assert restored.excluded(larger).tolist() == [4, 9]
