"""Tests of mining/closed.py and mining/extensions.py: closed and maximal patterns by brute force."""

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import spminer
from spminer import Monitor, Pattern
from spminer.methods.base import Task
from spminer.mining import closed as module
from spminer.mining.closed import ClosednessTest
from support.builders import collection
from support.oracles import best_larger, pattern_classes
from support.strategies import examples, graph_collections


def growability(graphs, frequency_name="anchored", *, induced=True, **options):
    return ClosednessTest(Task.of(graphs, sizes=2, frequency=frequency_name, induced=induced, **options), Monitor())


@settings(max_examples=examples(40))
@given(
    graphs=graph_collections(),
    frequency_name=st.sampled_from(["anchored", "transactions", "images"]),
    induced=st.booleans(),
)
def test_closed_and_maximal_patterns_are_those_of_brute_force(graphs, frequency_name, induced):
    target = collection(graphs)
    assume(target.num_edges > 0)
    classes = pattern_classes(graphs, induced=induced)
    growing = growability(target, frequency_name, induced=induced)
    for one in classes:
        for anchor in one.anchors(frequency_name):
            pattern, frequency = one.pattern(anchor), one.frequency(frequency_name, anchor)
            best = best_larger(classes, one, anchor, frequency_name, induced)
            assert growing.closed(pattern) == (best < frequency)
            for least in range(1, frequency + 1):
                assert growing.maximal(pattern, least) == (best < least)


@pytest.mark.parametrize("induced", [True, False])
def test_equal_support_decides_not_equal_embeddings(induced):
    # A leaf is the end of two paths and in one star only, but it is in the star whenever it is in a path.
    star = spminer.from_networkx(nx.star_graph(3))
    growing = growability(star, induced=induced)
    assert growing.closed(Pattern.parse("0-1@0")) is True  # the center, too
    assert growing.closed(Pattern.parse("0-1,1-2@0")) is False
    assert growing.closed(Pattern.parse("0-1,0-2,0-3@1").canonical()) is True


def test_a_pattern_that_cannot_be_larger_is_undecided():
    path = Pattern.from_edges([(node, node + 1) for node in range(63)], anchor=0)
    long = spminer.from_edges([(node, node + 1) for node in range(70)])
    assert growability(long).closed(path) is None


@pytest.mark.parametrize("changes", [{"_FEW": 1, "_MANY": 1, "_MOST_ROWS": 1}, {"_MOST_LINKS": 1}])
def test_a_budget_that_ends_leaves_it_undecided(monkeypatch, changes):
    mixed = spminer.from_networkx([nx.star_graph(4), nx.cycle_graph(6), nx.complete_graph(4)])
    edge = Pattern.parse("0-1@0")
    assert growability(mixed).closed(edge) is True
    for name, value in changes.items():
        monkeypatch.setattr(module, name, value)
    assert growability(mixed).closed(edge) is None


def test_what_does_not_occur_is_undecided():
    square = spminer.from_networkx(nx.cycle_graph(4))
    assert growability(square).closed(Pattern.parse("0-1,1-2,2-0@0")) is None


def test_too_many_places_leave_it_undecided(monkeypatch):
    cycles = spminer.from_networkx([nx.cycle_graph(3)] * 6 + [nx.path_graph(2)] * 2)
    edge = Pattern.parse("0-1")
    assert growability(cycles, "transactions").maximal(edge, 7) is True
    monkeypatch.setattr(module, "_MOST_PLACES", 1)
    assert growability(cycles, "transactions").maximal(edge, 7) is None
    assert growability(cycles, "transactions").maximal(edge, 6) in (False, None)


def test_a_stopped_run_leaves_it_undecided():
    monitor = Monitor()
    monitor.cancel()
    growing = ClosednessTest(Task.of(spminer.from_networkx(nx.cycle_graph(5)), sizes=3), monitor)
    assert growing.closed(Pattern.parse("0-1,1-2@0")) is None
    assert growing.maximal(Pattern.parse("0-1,1-2@0"), 2) is None


def test_of_a_sample_of_nodes_closed_can_be_shown_but_not_refuted():
    path = spminer.from_edges([(node, node + 1) for node in range(3000)])
    effort = spminer.Verification(effort=100_000)  # for 1000 nodes
    growing = growability(path, verify=effort)
    inner = Pattern.parse("0-1,1-2@1").canonical()
    assert growing.closed(inner) is None  # a longer path is at every node of the sample
    assert growability(path).closed(inner) is False
    sizes = spminer.from_networkx([nx.star_graph(3)] * 500 + [nx.cycle_graph(4)] * 500)
    assert growability(sizes, verify=effort).closed(Pattern.parse("0-1@0")) is True
