"""Tallies: what is asked adds up, and what is undecided is never taken for a match or for none."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from effort import examples
from spminer import Monitor, Pattern
from spminer.methods.contrast.settings import ContrastSettings
from spminer.methods.contrast.tallies import Tally, Teller

TRIANGLE = Pattern.parse("0-1,1-2,2-0@0")
TAIL = Pattern.from_edges([*nx.complete_graph(4).edges, (3, 4), (4, 5), (5, 6)], anchor=6)


def teller(objective="anchored", **chosen):
    return Teller(objective, ContrastSettings(**chosen), induced=True, seed=1, threads=1)


@given(st.integers(0, 1000), st.lists(st.integers(1, 60), min_size=1, max_size=4))
@settings(max_examples=examples(40), deadline=None)
def test_asking_in_parts_is_asking_at_once(seed, parts):
    graphs = spminer.from_networkx(nx.gnm_random_graph(60, 110, seed=seed))
    slow, quick = (Tally(teller(), TRIANGLE, graphs) for _ in range(2))
    for upto in sorted(parts):
        slow.ask(upto, Monitor())
    quick.ask(max(parts), Monitor())
    assert slow.share == quick.share


def test_all_anchors_are_the_truth():
    graphs = spminer.from_networkx(nx.gnm_random_graph(60, 110, seed=2))
    tally = Tally(teller(), TRIANGLE, graphs)
    tally.ask_all(Monitor())
    assert tally.share.known
    assert tally.share.error == 0
    assert round(60 * tally.share.least) == spminer.count(TRIANGLE, graphs).frequency.value


def test_undecided_anchors_are_between():
    graphs = spminer.from_networkx(nx.disjoint_union(nx.lollipop_graph(4, 60), nx.random_regular_graph(5, 540, seed=3)))
    truth = spminer.count(TAIL, graphs).frequency.value / graphs.num_nodes
    tally = Tally(teller(steps=1, patience=0), TAIL, graphs)
    tally.ask_all(Monitor())
    assert tally.share.least <= truth <= tally.share.most
    assert not tally.share.known


def test_too_many_undecided_end_the_asking():
    graphs = spminer.from_networkx(nx.disjoint_union(nx.lollipop_graph(4, 60), nx.random_regular_graph(5, 540, seed=3)))
    tally = Tally(teller(steps=1, patience=0), TAIL, graphs)
    tally.ask(40, Monitor())
    before = tally.share
    tally.ask(400, Monitor())
    assert tally.share == before


@pytest.mark.parametrize("objective", ["graph", "transactions", "images"])
def test_other_objectives_are_measured_whole(objective):
    graphs = spminer.from_networkx(nx.gnm_random_graph(40, 90, seed=4))
    tally = Tally(teller(objective), TRIANGLE.without_anchor(), graphs)
    tally.ask(1, Monitor())
    counted = spminer.count(TRIANGLE.without_anchor(), graphs, frequency=objective).frequency.value
    everything = graphs.num_graphs if objective == "transactions" else graphs.num_nodes
    assert tally.share.known
    assert tally.share.least == tally.share.most == pytest.approx(counted / everything)
