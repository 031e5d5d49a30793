"""Tests of significance/reference_counts.py and significance/comparison.py."""

import networkx as nx
import pytest

import spminer
from spminer import Monitor, Pattern
from spminer.datasets import example
from spminer.results.frequency import population
from spminer.results.request import MiningRequest
from spminer.significance.reference_counts import ComparisonOptions, Counter, SampledCounts

PATTERNS = [Pattern.parse(text) for text in ("0-1,1-2,2-0@0", "0-1,1-2,2-3@0", "0-1,0-2,0-3@0")]
PAIR = spminer.from_networkx([nx.lollipop_graph(4, 3), nx.path_graph(5)])


@pytest.mark.parametrize("objective", ["anchored", "graph", "transactions", "images"])
@pytest.mark.parametrize("induced", [True, False])
def test_counts_are_those_of_count(objective, induced):
    counted = Counter(PAIR, ComparisonOptions(objective=objective, induced=induced)).count(PATTERNS, Monitor())
    assert [frequency.value for frequency in counted] == [
        spminer.count(pattern, PAIR, frequency=objective, induced=induced).frequency.value for pattern in PATTERNS
    ]


def test_a_large_target_is_sampled():
    ring = spminer.from_edges([(i, (i + 1) % 3000) for i in range(3000)])
    counter = Counter(ring, ComparisonOptions(effort=100_000))
    assert counter.samples_anchors
    [frequency] = counter.count([Pattern.parse("0-1,1-2@1")], Monitor())
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
    assert Counter(example(), ComparisonOptions()).count(PATTERNS, monitor) is None


def test_options_are_those_of_the_request():
    request = MiningRequest(frequency="graph", induced=False)
    assert Counter(example(), ComparisonOptions.of(request)).count_one(PATTERNS[1], Monitor()) == (
        spminer.count(PATTERNS[1], example(), frequency="graph", induced=False).frequency
    )


def test_populations():
    assert [population(PAIR, objective) for objective in ("anchored", "graph", "images")] == [12, 12, 12]
    assert population(PAIR, "transactions") == 2


def test_what_is_undecided_in_a_null_sample_is_between_its_bounds(monkeypatch):
    """A tail far from the clique that it leads to: few steps do not tell, but that there is no clique they do."""
    monkeypatch.setattr("spminer.significance.reference_counts._LADDER", (1,))
    monkeypatch.setattr("spminer.significance.reference_counts._NULL_STEPS", 1)
    monkeypatch.setattr("spminer.significance.reference_counts._NULL_EFFORT", 1)
    monkeypatch.setattr("spminer.significance.reference_counts._NULL_PATIENCE", 0)
    tail = Pattern.from_edges([*nx.complete_graph(6).edges, (5, 6), (6, 7), (7, 8)], anchor=8)
    graph = nx.disjoint_union(nx.lollipop_graph(6, 40), nx.random_regular_graph(4, 600, seed=1))
    least, most = SampledCounts(spminer.from_networkx(graph), ComparisonOptions(), 0).bounds([tail], Monitor())[:, 0]
    truth = spminer.count(tail, spminer.from_networkx(graph)).frequency.value
    assert least <= truth <= most
    assert least < most
    without = spminer.from_networkx(nx.random_regular_graph(4, 600, seed=1))
    assert SampledCounts(without, ComparisonOptions(), 0).bounds([tail], Monitor()).tolist() == [[0], [0]]
