"""Tests of significance/reference_counts.py and significance/comparison.py."""

import pickle

import networkx as nx
import pytest

import spminer
from spminer import Monitor, Pattern
from spminer.counting import engine_choice
from spminer.counting.engine_choice import can_use_engine
from spminer.counting.enumeration import count_patterns
from spminer.datasets import example
from spminer.results.frequency import Frequency, population
from spminer.results.request import EnumerationCost, MiningRequest
from spminer.significance.null_models import NullModel
from spminer.significance.reference_counts import (
    ComparisonOptions,
    EnumeratedCounts,
    GivenCounts,
    GraphCounter,
    SampledCounts,
)

PATTERNS = [Pattern.parse(text) for text in ("0-1,1-2,2-0@0", "0-1,1-2,2-3@0", "0-1,0-2,0-3@0")]
PAIR = spminer.from_networkx([nx.lollipop_graph(4, 3), nx.path_graph(5)])


@pytest.mark.parametrize("frequency_name", ["anchored", "graph", "transactions", "images"])
@pytest.mark.parametrize("induced", [True, False])
def test_counts_are_those_of_count(frequency_name, induced):
    options = ComparisonOptions(frequency=frequency_name, induced=induced)
    counted = GivenCounts(tuple(PATTERNS), options).in_graph(PAIR, Monitor())
    assert [counted[pattern].value for pattern in PATTERNS] == [
        spminer.count(pattern, PAIR, frequency=frequency_name, induced=induced).frequency.value for pattern in PATTERNS
    ]


def test_a_large_target_is_sampled():
    ring = spminer.from_edges([(i, (i + 1) % 3000) for i in range(3000)])
    counter = GraphCounter(ring, ComparisonOptions(effort=100_000))
    assert counter.samples_anchors
    frequency = counter.count(Pattern.parse("0-1,1-2@1"), Monitor())
    assert (frequency.kind, frequency.value) == ("estimate", 3000)


def test_each_null_sample_of_a_large_graph_has_anchors_of_its_own():
    path = spminer.from_edges([(i, i + 1) for i in range(3000)])  # two ends cannot be the middle of three
    ends = [Pattern.parse("0-1,1-2,2-3,3-4@1")]
    terms = ComparisonOptions(effort=400_000)
    first, second, again = (SampledCounts(path, terms, number).bounds(ends, Monitor()).tolist() for number in (1, 2, 1))
    assert first == again
    assert {first[0][0], second[0][0]} <= {3001 * hits / 800 for hits in range(790, 801)}
    assert first[0] == first[1]  # all decided
    drawn = [SampledCounts(path, terms, number)._order.tolist() for number in (1, 2)]
    assert drawn[0] != drawn[1]
    small = SampledCounts(example(), ComparisonOptions(), 0).bounds(PATTERNS[:1], Monitor())
    assert set(small[:, 0]) == {spminer.count(PATTERNS[0], example()).frequency.value}


def test_a_stopped_count_is_none():
    monitor = Monitor()
    monitor.cancel()
    assert GivenCounts(tuple(PATTERNS), ComparisonOptions()).in_graph(example(), monitor) is None


def test_options_are_those_of_the_request():
    request = MiningRequest(frequency="graph", induced=False)
    assert GraphCounter(example(), ComparisonOptions.of(request)).count(PATTERNS[1], Monitor()) == (
        spminer.count(PATTERNS[1], example(), frequency="graph", induced=False).frequency
    )


def test_populations():
    assert [population(PAIR, frequency_name) for frequency_name in ("anchored", "graph", "images")] == [12, 12, 12]
    assert population(PAIR, "transactions") == 2


def test_what_is_undecided_in_a_null_sample_is_between_its_bounds(monkeypatch):
    """A tail far from the clique that it leads to: few steps do not tell, but that there is no clique they do."""
    monkeypatch.setattr("spminer.significance.reference_counts._LADDER", (1,))
    monkeypatch.setattr("spminer.significance.reference_counts._NULL_STEPS", 1)
    monkeypatch.setattr("spminer.significance.reference_counts._NULL_EFFORT", 1)
    monkeypatch.setattr("spminer.significance.reference_counts._NULL_EXTRA_STEPS", 0)
    tail = Pattern.from_edges([*nx.complete_graph(6).edges, (5, 6), (6, 7), (7, 8)], anchor=8)
    graph = nx.disjoint_union(nx.lollipop_graph(6, 40), nx.random_regular_graph(4, 600, seed=1))
    least, most = SampledCounts(spminer.from_networkx(graph), ComparisonOptions(), 0).bounds([tail], Monitor())[:, 0]
    truth = spminer.count(tail, spminer.from_networkx(graph)).frequency.value
    assert least <= truth <= most
    assert least < most
    without = spminer.from_networkx(nx.random_regular_graph(4, 600, seed=1))
    assert SampledCounts(without, ComparisonOptions(), 0).bounds([tail], Monitor()).tolist() == [[0], [0]]


def ring(length, labels):
    edges = [(i, (i + 1) % length) for i in range(length)]
    return spminer.from_edges(edges, edge_labels=[str(i % labels) for i in range(length)])


def test_graphs_that_the_planned_engine_cannot_count_are_counted_by_another():
    few, many = ring(300, 3), ring(300, 300)
    work = EnumerationCost(Frequency(1000.0, "estimate", 1000.0, 1000.0), "tally", 0.1)
    counter = EnumeratedCounts.of(few, {}, (6,), "graph", costs={6: work})
    assert not can_use_engine(many, 6, "tally")
    for graphs in (few, many):
        assert counter.in_sample(graphs, 0, Monitor()) == count_patterns(graphs, 6, "esu", "graph", Monitor())


def test_engines_are_chosen_once_for_all_samples(monkeypatch):
    asked = []
    monkeypatch.setattr(engine_choice, "estimate_subgraphs", noted(engine_choice.estimate_subgraphs, asked))
    counts = EnumeratedCounts.of(example(), {}, (3, 4), "graph").settled(example(), Monitor())
    assert sorted(asked) == [3, 4]
    for number in range(3):
        counts.in_sample(NullModel(example(), "degree").sample(number), number, Monitor())
    arrived = pickle.loads(pickle.dumps(counts))
    assert arrived.in_sample(example(), 0, Monitor()) == counts.in_sample(example(), 0, Monitor())
    assert sorted(asked) == [3, 4]
    counts.in_graph(ring(40, 2), Monitor())  # of another size: a choice of its own
    assert sorted(asked) == [3, 3, 4, 4]


def noted(estimate, asked):
    def noting(graphs, size, **options):
        asked.append(size)
        return estimate(graphs, size, **options)

    return noting
