"""Tests of against/comparison.py: both sides recounted by networkx on the same graphs."""

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Monitor, Pattern, UsageError
from spminer.against.comparison import ClassComparison, OtherComparison, TwoClasses
from spminer.against.terms import Terms
from spminer.datasets import example
from spminer.enumeration.classes import count_patterns

TRIANGLE, PATH = (Pattern.parse(text).canonical() for text in ("0-1,1-2,2-0@0", "0-1,1-2,2-3@0"))
TERMS = Terms(samples=8, seed=3)


def counted(patterns, graphs):
    return [spminer.count(pattern, graphs).frequency for pattern in patterns]


def nodes_in_triangles(graph):
    return sum(count > 0 for count in nx.triangles(graph).values())


def test_another_graph():
    other = spminer.from_networkx(nx.gnm_random_graph(60, 120, seed=1))
    comparison = OtherComparison(example(), TERMS, other, "other")
    [contrast] = comparison.judge([TRIANGLE], counted([TRIANGLE], example()), Monitor())
    there = nodes_in_triangles(spminer.to_networkx(other)[0])
    assert contrast.share == pytest.approx(32 / 34)
    assert contrast.other_share == pytest.approx(there / 60)
    assert contrast.expected == pytest.approx(there * 34 / 60)
    assert comparison.scouts == (other,)


def test_node_sets_of_another_graph_are_rates():
    terms = Terms(objective="graph")
    other = spminer.from_networkx(nx.gnm_random_graph(68, 150, seed=1))
    plain = TRIANGLE.without_anchor()
    found = [spminer.count(plain, example(), frequency="graph").frequency]
    [contrast] = OtherComparison(example(), terms, other, "other").judge([plain], found, Monitor())
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
    comparison = ClassComparison(both, Terms())
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
        OtherComparison(example(), TERMS, other, "other")


def by_size_three(graphs, monitor, *, threads):
    return count_patterns(graphs, 3, "esu", "anchored", monitor, threads=threads)


def test_all_patterns_of_both_graphs_are_judged():
    other = spminer.from_networkx(nx.balanced_tree(2, 4))
    here = by_size_three(example(), Monitor(), threads=1)
    judged = OtherComparison(other, TERMS, example(), "other").judge_all({}, by_size_three, Monitor())
    assert set(judged) == set(here)
    assert all(found.value == 0 for found, _ in judged.values())
    assert judged[TRIANGLE][1].other_share == pytest.approx(32 / 34)
    both = TwoClasses.of(classes(), "class:1,2")
    judged = ClassComparison(both, Terms()).judge_all({}, by_size_three, Monitor())
    assert TRIANGLE not in judged  # the second class has none, and nothing was found in the first
    assert all(contrast.other_share == 1.0 for _, contrast in judged.values())


def test_a_stopped_judgment_of_classes_is_none():
    monitor = Monitor()
    monitor.cancel()
    both = TwoClasses.of(classes(), "class:1,2")
    assert ClassComparison(both, Terms()).judge([TRIANGLE], counted([TRIANGLE], both.first), monitor) is None
    assert ClassComparison(both, Terms()).judge_all({}, by_size_three, monitor) is None


def test_other_graphs_of_the_same_name_differ():
    one, two = (
        OtherComparison(example(), TERMS, spminer.from_edges(edges), "other").digest
        for edges in ([(0, 1)], [(0, 1), (1, 2)])
    )
    assert one != two


def test_anchors_of_a_pattern_are_one_test_of_classes():
    parts = [nx.lollipop_graph(3, 1 + i % 2) if i % 3 else nx.path_graph(5) for i in range(10)]
    parts += [nx.path_graph(5 + i % 2) if i % 4 else nx.cycle_graph(4) for i in range(10)]
    for index, part in enumerate(parts):
        part.graph["label"] = 1 + (index >= 10)
    graphs = spminer.from_networkx(parts)
    anchored, plain = (
        spminer.enumerate(graphs, "3-4", top=None, frequency=frequency, against="class:1,2")
        for frequency in ("anchored", "graph")
    )
    assert len(anchored) > len(plain)
    wanted = {motif.pattern: motif.against for motif in plain}
    assert any(one.note is not None for one in wanted.values())
    for motif in anchored:
        assert motif.against == wanted[motif.pattern.without_anchor()]
