"""Tests of against/comparison.py: both sides recounted by networkx on the same graphs."""

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Monitor, Pattern, UsageError
from spminer.against.comparison import ClassComparison, NullComparison, OtherComparison, TwoClasses
from spminer.datasets import example
from spminer.nulls import NullModel
from spminer.request import MiningRequest

TRIANGLE, PATH = (Pattern.parse(text).canonical() for text in ("0-1,1-2,2-0@0", "0-1,1-2,2-3@0"))
REQUEST = MiningRequest(against="degree", null_samples=8, seed=3)


def counted(patterns, graphs):
    return [spminer.count(pattern, graphs).frequency for pattern in patterns]


def nodes_in_triangles(graph):
    return sum(count > 0 for count in nx.triangles(graph).values())


def test_expected_values_are_those_of_networkx_on_the_same_nulls():
    comparison = NullComparison(example(), REQUEST, "degree")
    [contrast] = comparison.judge([TRIANGLE], counted([TRIANGLE], example()), Monitor())
    model = NullModel(example(), "degree", seed=3)
    nulls = [spminer.to_networkx(model.sample(index))[0] for index in range(8)]
    values = [nodes_in_triangles(graph) for graph in nulls]
    assert all(
        sorted(dict(graph.degree).values()) == sorted(dict(spminer.to_networkx(example())[0].degree).values())
        for graph in nulls
    )
    assert contrast.expected == pytest.approx(np.mean(values))
    assert contrast.spread == pytest.approx(np.std(values, ddof=1))
    assert (contrast.with_, contrast.samples) == ("degree", 8)


def test_what_the_search_looks_at_does_not_judge():
    comparison = NullComparison(example(), REQUEST, "degree")
    model = NullModel(example(), "degree", seed=3)
    judges = [model.sample(index) for index in range(8)]
    for scout in comparison.scouts:
        assert all(not np.array_equal(scout.indices, judge.indices) for judge in judges)


def test_a_stopped_judgment_tells_how_many_samples_it_has():
    class StopsAfterThree(Monitor):
        def update(self, **changes):
            super().update(**changes)
            if changes.get("done", 0) >= 3:
                self.cancel()

    comparison = NullComparison(example(), REQUEST, "degree")
    [contrast] = comparison.judge([TRIANGLE], counted([TRIANGLE], example()), StopsAfterThree())
    assert 3 <= contrast.samples < 8
    canceled = Monitor()
    canceled.cancel()
    assert comparison.judge([TRIANGLE], counted([TRIANGLE], example()), canceled) is None


def test_another_graph():
    other = spminer.from_networkx(nx.gnm_random_graph(60, 120, seed=1))
    comparison = OtherComparison(example(), REQUEST, other, "other")
    [contrast] = comparison.judge([TRIANGLE], counted([TRIANGLE], example()), Monitor())
    there = nodes_in_triangles(spminer.to_networkx(other)[0])
    assert contrast.share == pytest.approx(32 / 34)
    assert contrast.other_share == pytest.approx(there / 60)
    assert contrast.expected == pytest.approx(there * 34 / 60)
    assert comparison.scouts == (other,)


def test_node_sets_of_another_graph_are_rates():
    request = MiningRequest(frequency="graph", against="other")
    other = spminer.from_networkx(nx.gnm_random_graph(68, 150, seed=1))
    plain = TRIANGLE.without_anchor()
    found = [spminer.count(plain, example(), frequency="graph").frequency]
    [contrast] = OtherComparison(example(), request, other, "other").judge([plain], found, Monitor())
    there = sum(nx.triangles(spminer.to_networkx(other)[0]).values()) // 3
    assert contrast.ratio == pytest.approx((45 / 34) / (there / 68))
    assert (contrast.p, contrast.q) == (None, None)


def classes():
    rings = [nx.cycle_graph(n) for n in (3, 3, 3, 4, 5, 6)]
    trees = [nx.path_graph(n) for n in (4, 5, 6, 7)]
    for graphs, label in ((rings, 1), (trees, 2)):
        for graph in graphs:
            graph.graph["label"] = label
    return spminer.from_networkx([*rings, *trees])


def test_classes_are_compared_by_graphs():
    both = TwoClasses.of(classes(), "class:1,2")
    assert (both.first.num_graphs, both.second.num_graphs) == (6, 4)
    comparison = ClassComparison(both.first, MiningRequest(against="class:1,2"), both)
    triangle, path = comparison.judge([TRIANGLE, PATH], counted([TRIANGLE, PATH], both.first), Monitor())
    assert (triangle.share, triangle.other_share) == (0.5, 0.0)
    assert (path.share, path.other_share) == (pytest.approx(1 / 3), 1.0)  # cycles of 5 and 6 nodes
    assert path.expected == 6.0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("class:1,3", "no class '3'; the classes are 1, 2"),
        ("class:1", "name two classes"),
        ("class:1,1", "two classes"),
    ],
)
def test_classes_that_are_not_there_are_refused(name, message):
    with pytest.raises(UsageError, match=message):
        TwoClasses.of(classes(), name)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (spminer.from_edges([(0, 1)], directed=True), "one side is directed"),
        (spminer.from_edges([(0, 1)], node_labels=["a", "b"]), "one side has node labels"),
        (spminer.from_edges(np.empty((0, 2), np.int64), num_nodes=0), "one side is empty"),
    ],
)
def test_sides_that_do_not_fit_are_refused(other, message):
    with pytest.raises(UsageError, match=message):
        OtherComparison(example(), REQUEST, other, "other")
