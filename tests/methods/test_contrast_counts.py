"""Sides of a comparison: what is undecided makes a pattern less surprising, never more."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Monitor, Pattern
from spminer.counting.matching import MatchQuery
from spminer.methods.contrast import ContrastSettings
from spminer.methods.contrast_counts import AnchorEstimate, MatchOptions, Rung, SuccessiveHalving, sides_of
from spminer.mining.run import open_task
from spminer.results.request import MiningRequest
from spminer.significance.statistics import surprise
from support.strategies import examples

TAIL = Pattern.from_edges([*nx.complete_graph(4).edges, (3, 4), (4, 5), (5, 6)], anchor=6)


def side(target, other, **settings):
    task = open_task(
        target, MiningRequest.from_options(sizes="7", alternative="greater", against="other"), against=other
    )
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
    query = MatchQuery.of(TAIL, other)
    assert query.anchors(Monitor().control(), steps=20).undecided
    one = side(target, other, steps=20, patience=0)
    scores, known = one.surprises(np.array([5.0]), [TAIL], Monitor())
    assert known.tolist() == [True]
    assert scores[0] == pytest.approx(one.most([5.0])[0])


def test_more_at_home_is_positive_on_either_side(graphs):
    target, other = graphs
    task = open_task(
        target, MiningRequest.from_options(sizes="7", alternative="two-sided", against="other"), against=other
    )
    over, under = sides_of(task, ContrastSettings())
    assert (over.name, under.name) == ("over", "under")
    for one in (over, under):
        assert one.surprise(0.5, 0.1) > 0 > one.surprise(0.1, 0.5)
    assert over.surprise(0.5, 0.1) == pytest.approx(-under.surprise(0.1, 0.5))


TRIANGLE = Pattern.parse("0-1,1-2,2-0@0")


def options(frequency_name="anchored", **chosen):
    return MatchOptions(frequency_name, ContrastSettings(**chosen), induced=True, seed=1, threads=1)


@given(st.integers(0, 1000), st.lists(st.integers(1, 60), min_size=1, max_size=4))
@settings(max_examples=examples(40), deadline=None)
def test_asking_in_parts_is_asking_at_once(seed, parts):
    graphs = spminer.from_networkx(nx.gnm_random_graph(60, 110, seed=seed))
    slow, quick = (AnchorEstimate(options(), TRIANGLE, graphs) for _ in range(2))
    for upto in sorted(parts):
        slow.ask(upto, Monitor())
    quick.ask(max(parts), Monitor())
    assert slow.share == quick.share


def test_all_anchors_are_the_truth():
    graphs = spminer.from_networkx(nx.gnm_random_graph(60, 110, seed=2))
    estimate = AnchorEstimate(options(), TRIANGLE, graphs)
    estimate.ask_all(Monitor())
    assert estimate.share.known
    assert estimate.share.error == 0
    assert round(60 * estimate.share.least) == spminer.count(TRIANGLE, graphs).frequency.value


def test_undecided_anchors_are_between():
    graphs = spminer.from_networkx(nx.disjoint_union(nx.lollipop_graph(4, 60), nx.random_regular_graph(5, 540, seed=3)))
    truth = spminer.count(TAIL, graphs).frequency.value / graphs.num_nodes
    estimate = AnchorEstimate(options(steps=1, patience=0), TAIL, graphs)
    estimate.ask_all(Monitor())
    assert estimate.share.least <= truth <= estimate.share.most
    assert not estimate.share.known


def test_too_many_undecided_end_the_asking():
    graphs = spminer.from_networkx(nx.disjoint_union(nx.lollipop_graph(4, 60), nx.random_regular_graph(5, 540, seed=3)))
    estimate = AnchorEstimate(options(steps=1, patience=0), TAIL, graphs)
    estimate.ask(40, Monitor())
    before = estimate.share
    estimate.ask(400, Monitor())
    assert estimate.share == before


@pytest.mark.parametrize("frequency_name", ["graph", "transactions", "images"])
def test_other_objectives_are_measured_whole(frequency_name):
    graphs = spminer.from_networkx(nx.gnm_random_graph(40, 90, seed=4))
    estimate = AnchorEstimate(options(frequency_name), TRIANGLE.without_anchor(), graphs)
    estimate.ask(1, Monitor())
    counted = spminer.count(TRIANGLE.without_anchor(), graphs, frequency=frequency_name).frequency.value
    everything = graphs.num_graphs if frequency_name == "transactions" else graphs.num_nodes
    assert estimate.share.known
    assert estimate.share.least == estimate.share.most == pytest.approx(counted / everything)


TRIANGLE_RACE, PATH = Pattern.parse("0-1,1-2,2-0@0"), Pattern.parse("0-1,1-2@0")


CLIQUE = Pattern.from_edges(nx.complete_graph(6).edges, anchor=0)


@pytest.fixture(scope="module")
def side_race():
    target = nx.gnm_random_graph(300, 600, seed=1)
    for first in range(0, 120, 3):
        target.add_edges_from(nx.complete_graph(range(first, first + 3)).edges)
    other = spminer.from_networkx(nx.gnm_random_graph(300, 640, seed=2))
    request = MiningRequest.from_options(sizes="3", alternative="greater", against="other")
    task = open_task(spminer.from_networkx(target), request, against=other)
    [one] = sides_of(task, ContrastSettings())
    return one


def test_all_anchors_give_the_surprise_itself(side_race):
    counts = [
        spminer.count(TRIANGLE_RACE, graphs).frequency.value for graphs in (side_race.target, side_race.references[0])
    ]
    outcome = SuccessiveHalving(side_race).run([TRIANGLE_RACE], [Rung(1, 300)], Monitor())
    assert outcome.counts[0] == pytest.approx(counts[0])
    assert outcome.scores[0] == pytest.approx(float(surprise(*counts)))


def test_a_sample_scores_less_than_its_estimate(side_race):
    few = SuccessiveHalving(side_race).run([TRIANGLE_RACE], [Rung(1, 60)], Monitor())
    every = SuccessiveHalving(side_race).run([TRIANGLE_RACE], [Rung(1, 300)], Monitor())
    assert 0 < few.scores[0] < every.scores[0]


def test_what_is_everywhere_does_not_lead(side_race):
    outcome = SuccessiveHalving(side_race).run([PATH, TRIANGLE_RACE], [Rung(2, 40), Rung(1, 300)], Monitor())
    assert outcome.scores[0] < 0.5 < outcome.scores[1]


def test_what_is_nowhere_at_home_is_not_asked_away(side_race, monkeypatch):
    asked = []
    ask = AnchorEstimate.ask
    monkeypatch.setattr(AnchorEstimate, "ask", lambda estimate, *args: asked.append(estimate) or ask(estimate, *args))
    outcome = SuccessiveHalving(side_race).run([CLIQUE], [Rung(1, 300)], Monitor())
    assert outcome.scores.tolist() == [0.0]
    assert len(asked) == 1


def test_no_patterns_and_no_time(side_race):
    assert SuccessiveHalving(side_race).run([], [Rung(1, 10)], Monitor()).scores.tolist() == []
    assert SuccessiveHalving(side_race).run([TRIANGLE_RACE], [Rung(1, 10)], Monitor(time_limit=0)) is None


def test_the_order_of_patterns_does_not_matter(side_race):
    rungs = [Rung(2, 40), Rung(1, 100)]
    there = SuccessiveHalving(side_race).run([PATH, TRIANGLE_RACE], rungs, Monitor()).scores
    back = SuccessiveHalving(side_race).run([TRIANGLE_RACE, PATH], rungs, Monitor()).scores
    assert np.array_equal(there, back[::-1])
