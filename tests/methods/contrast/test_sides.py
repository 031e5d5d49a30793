"""Sides of a comparison: what is undecided makes a pattern less surprising, never more."""

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Monitor, Pattern
from spminer.counting.matching import Query
from spminer.methods.contrast.settings import ContrastSettings
from spminer.methods.contrast.sides import sides_of
from spminer.mining.state import open_task
from spminer.results.request import MiningRequest

TAIL = Pattern.from_edges([*nx.complete_graph(4).edges, (3, 4), (4, 5), (5, 6)], anchor=6)


def side(target, other, **settings):
    task = open_task(target, MiningRequest.of(sizes="7", direction="over", against="other"), against=other)
    [one] = sides_of(task, ContrastSettings(**settings))
    return one


def truth(graphs):
    return spminer.count(TAIL, graphs).frequency.value


@pytest.fixture(scope="module")
def graphs():
    with_cliques = nx.disjoint_union(nx.lollipop_graph(4, 60), nx.random_regular_graph(5, 540, seed=3))
    return spminer.from_networkx(with_cliques), spminer.from_networkx(nx.random_regular_graph(5, 604, seed=4))


@pytest.mark.parametrize("steps", [1, 20, 100_000])
def test_few_steps_never_make_a_pattern_more_surprising(graphs, steps):
    target, other = graphs
    one = side(target, other, steps=steps)
    counts = np.array([truth(target)], dtype=float)
    scores, _ = one.surprises(counts, [TAIL], Monitor())
    exact, _ = side(target, other, steps=10**6).surprises(counts, [TAIL], Monitor())
    assert scores[0] <= exact[0] + 1e-9


def test_what_is_nowhere_is_known_to_be_nowhere(graphs):
    target, other = graphs
    assert truth(other) == 0
    query = Query.make(TAIL, other)
    assert query.anchors(Monitor().control(), steps=20).undecided
    one = side(target, other, steps=20, patience=0)
    scores, known = one.surprises(np.array([5.0]), [TAIL], Monitor())
    assert known.tolist() == [True]
    assert scores[0] == pytest.approx(one.most([5.0])[0])


def test_more_at_home_is_positive_on_either_side(graphs):
    target, other = graphs
    task = open_task(target, MiningRequest.of(sizes="7", direction="both", against="other"), against=other)
    over, under = sides_of(task, ContrastSettings())
    assert (over.name, under.name) == ("over", "under")
    for one in (over, under):
        assert one.surprise(0.5, 0.1) > 0 > one.surprise(0.1, 0.5)
    assert over.surprise(0.5, 0.1) == pytest.approx(-under.surprise(0.1, 0.5))
