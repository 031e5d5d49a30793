"""Tests of significance/comparison.py: both sides recounted by networkx on the same graphs."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Monitor, Pattern, UsageError
from spminer._util.checkpoint import Checkpoint, States
from spminer.counting.enumeration import count_patterns
from spminer.datasets import example
from spminer.results.frequency import Frequency
from spminer.significance.comparison import (
    ClassComparison,
    GraphComparison,
    NullComparison,
    TwoClasses,
    open_comparison,
    other_name,
)
from spminer.significance.null_models import NullModel, try_sample
from spminer.significance.reference_counts import ComparisonOptions

TRIANGLE, PATH = (Pattern.parse(text).canonical() for text in ("0-1,1-2,2-0@0", "0-1,1-2,2-3@0"))


TERMS = ComparisonOptions(samples=8, seed=3)


def counted(patterns, graphs):
    return [spminer.count(pattern, graphs).frequency for pattern in patterns]


def nodes_in_triangles(graph):
    return sum(count > 0 for count in nx.triangles(graph).values())


def test_another_graph():
    other = spminer.from_networkx(nx.gnm_random_graph(60, 120, seed=1))
    comparison = GraphComparison(example(), TERMS, other, "other")
    [contrast] = comparison.judge([TRIANGLE], counted([TRIANGLE], example()), Monitor())
    there = nodes_in_triangles(spminer.to_networkx(other)[0])
    assert contrast.share == pytest.approx(32 / 34)
    assert contrast.other_share == pytest.approx(there / 60)
    assert contrast.expected == pytest.approx(there * 34 / 60)
    assert comparison.scouts == (other,)


def test_node_sets_of_another_graph_are_rates():
    terms = ComparisonOptions(objective="graph")
    other = spminer.from_networkx(nx.gnm_random_graph(68, 150, seed=1))
    plain = TRIANGLE.without_anchor()
    found = [spminer.count(plain, example(), frequency="graph").frequency]
    [contrast] = GraphComparison(example(), terms, other, "other").judge([plain], found, Monitor())
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
    comparison = ClassComparison(both, ComparisonOptions())
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
        GraphComparison(example(), TERMS, other, "other")


def by_size_three(graphs, monitor, *, threads):
    return count_patterns(graphs, 3, "esu", "anchored", monitor, threads=threads)


def test_all_patterns_of_both_graphs_are_judged():
    other = spminer.from_networkx(nx.balanced_tree(2, 4))
    here = by_size_three(example(), Monitor(), threads=1)
    judged = GraphComparison(other, TERMS, example(), "other").judge_all({}, by_size_three, Monitor())
    assert set(judged) == set(here)
    assert all(found.value == 0 for found, _ in judged.values())
    assert judged[TRIANGLE][1].other_share == pytest.approx(32 / 34)
    both = TwoClasses.of(classes(), "class:1,2")
    judged = ClassComparison(both, ComparisonOptions()).judge_all({}, by_size_three, Monitor())
    assert TRIANGLE not in judged  # the second class has none, and nothing was found in the first
    assert all(contrast.other_share == 1.0 for _, contrast in judged.values())


def test_a_stopped_judgment_of_classes_is_none():
    monitor = Monitor()
    monitor.cancel()
    both = TwoClasses.of(classes(), "class:1,2")
    assert (
        ClassComparison(both, ComparisonOptions()).judge([TRIANGLE], counted([TRIANGLE], both.first), monitor) is None
    )
    assert ClassComparison(both, ComparisonOptions()).judge_all({}, by_size_three, monitor) is None


def test_other_graphs_of_the_same_name_differ():
    one, two = (
        GraphComparison(example(), TERMS, spminer.from_edges(edges), "other").digest
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


def test_expected_values_are_those_of_networkx_on_the_same_nulls():
    comparison = NullComparison(example(), TERMS, "degree")
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
    comparison = NullComparison(example(), TERMS, "degree")
    assert comparison.scouts == ()
    comparison.prepare(Monitor())
    assert len(comparison.scouts) == 2
    model = NullModel(example(), "degree", seed=3)
    judges = [model.sample(index) for index in range(8)]
    for scout in comparison.scouts:
        assert all(not np.array_equal(scout.indices, judge.indices) for judge in judges)


class StopsAfter(Monitor):
    """Is canceled when so many samples are done."""

    def __init__(self, samples):
        super().__init__()
        self.samples = samples

    def update(self, **changes):
        super().update(**changes)
        if self.progress.stage == "judge" and changes.get("done", 0) >= self.samples:
            self.cancel()


def test_a_stopped_judgment_tells_how_many_samples_it_has():
    comparison = NullComparison(example(), TERMS, "degree")
    [contrast] = comparison.judge([TRIANGLE], counted([TRIANGLE], example()), StopsAfter(3))
    assert 3 <= contrast.samples < 8
    alone = NullComparison(example(), replace(TERMS, threads=1), "degree")
    for too_few in (0, 1):
        assert alone.judge([TRIANGLE], counted([TRIANGLE], example()), StopsAfter(too_few)) is None


def test_a_judgment_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr("spminer.significance.comparison._KEEP_EVERY_S", 0.0)
    found = counted([TRIANGLE, PATH], example())
    comparison = NullComparison(example(), TERMS, "degree")
    whole = comparison.judge([TRIANGLE, PATH], found, Monitor())
    states = States(Checkpoint(tmp_path, {"seed": 3}))
    part = comparison.judge([TRIANGLE, PATH], found, StopsAfter(4), states)
    assert part[0].samples < 8
    made = []
    monkeypatch.setattr("spminer.significance.null_models.try_sample", watched(try_sample, made))
    resumed = NullComparison(example(), TERMS, "degree").judge([TRIANGLE, PATH], found, Monitor(), states)
    assert resumed == whole
    assert made == list(range(part[0].samples, 8))
    # Other patterns have no counts there.
    made.clear()
    comparison.judge([PATH], found[1:], Monitor(), states)
    assert made == list(range(8))


@pytest.mark.parametrize("rows", [np.zeros((2, 3)), np.zeros((2, 2, 5)), np.zeros((1, 2, 2), dtype="U1"), np.zeros(4)])
def test_made_up_counts_are_made_again(tmp_path, rows):
    found = counted([TRIANGLE, PATH], example())
    checkpoint = Checkpoint(tmp_path, {"seed": 3})
    whole = NullComparison(example(), TERMS, "degree").judge([TRIANGLE, PATH], found, Monitor(), States(checkpoint))
    (state,) = (path.stem for path in tmp_path.glob("bounds-*"))
    checkpoint.save(state, rows=rows)
    again = NullComparison(example(), TERMS, "degree").judge([TRIANGLE, PATH], found, Monitor(), States(checkpoint))
    assert again == whole


def watched(sample, made):
    def sampled(null, index, control):
        made.append(index)
        return sample(null, index, control)

    return sampled


def by_size_three_shuffled(graphs, monitor, *, threads):
    return count_patterns(graphs, 3, "esu", "graph", monitor, threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_all_patterns_are_those_of_networkx_on_the_same_nulls(threads):
    tree = spminer.from_networkx(nx.random_labeled_tree(30, seed=2))  # no triangle here, some in copies
    terms = ComparisonOptions(objective="graph", samples=6, seed=5, threads=threads)
    judged = NullComparison(tree, terms, "degree").judge_all({}, by_size_three_shuffled, Monitor())
    model = NullModel(tree, "degree", seed=5)
    copies = [spminer.to_networkx(model.sample(index))[0] for index in range(6)]
    triangles = [sum(nx.triangles(copy).values()) // 3 for copy in copies]
    assert sum(triangles) > 0
    found, contrast = judged[TRIANGLE.without_anchor()]
    assert found.value == 0
    assert contrast.expected == pytest.approx(np.mean(triangles))
    assert contrast.samples == 6


@pytest.mark.parametrize(
    ("given", "time_limit", "sample_s", "samples"),
    [
        (None, None, 0.001, 279),  # seven patterns: as many as one needs to have a q of 0.05 alone
        (None, None, 0.03, 100),  # more would take longer than they are worth
        (None, None, 0.02, 200),
        (None, 60.0, 0.001, 100),
        (6, None, 0.001, 6),
    ],
)
def test_the_number_of_samples_follows_from_what_they_cost_and_are_worth(given, time_limit, sample_s, samples):
    comparison = NullComparison(example(), ComparisonOptions(samples=given), "degree")
    found = {Pattern.parse(f"0-1,1-2@{node}"): Frequency.exact(node) for node in range(2)}
    found |= {Pattern.parse(f"0-1,1-2,2-3,3-4@{node}"): Frequency.exact(1) for node in range(5)}
    judged = comparison.judge_all(found, lambda *_, **__: {}, Monitor(time_limit=time_limit), sample_s=sample_s)
    assert {contrast.samples for _, contrast in judged.values()} == {samples}


def test_too_few_samples_for_any_q_are_told():
    comparison = NullComparison(example(), ComparisonOptions(samples=100), "degree")
    found = {Pattern.parse(f"0-1,1-2,2-3,3-4@{node}"): Frequency.exact(node) for node in range(5)}
    judged = comparison.judge_all(found, lambda *_, **__: {}, Monitor())
    # Four of five occur here and never in a sample.
    assert [round(contrast.p, 4) for _, contrast in judged.values()] == [1.0, *[round(2 / 101, 4)] * 4]
    assert comparison.remarks == ()
    few = NullComparison(example(), ComparisonOptions(samples=20), "degree")
    few.judge_all(found, lambda *_, **__: {}, Monitor())
    assert few.remarks == (
        "20 samples allow no p below 0.0952, and no q below 0.119 for the 4 most surprising of 5 patterns; "
        "a q of 0.05 needs 49",
    )


def test_a_graph_without_another_like_it_is_refused():
    star = spminer.from_networkx(nx.star_graph(10))
    with pytest.raises(UsageError, match="determines this graph"):
        NullComparison(star, TERMS, "degree").prepare(Monitor())


def test_a_run_that_was_stopped_before_has_no_scouts():
    monitor = Monitor()
    monitor.cancel()
    comparison = NullComparison(example(), TERMS, "degree")
    comparison.prepare(monitor)
    assert comparison.scouts == ()


def test_names():
    assert other_name(None) is None
    assert other_name("degree") == "degree"
    assert other_name(spminer.from_edges([(0, 1)])) == "another graph"


def test_a_null_model_another_graph_and_a_class(tmp_path):
    (tmp_path / "ring.txt").write_text("".join(f"{i} {(i + 1) % 30}\n" for i in range(30)))
    assert isinstance(open_comparison(example(), "er", ComparisonOptions())[1], NullComparison)
    for other in (str(tmp_path / "ring.txt"), spminer.from_edges([(0, 1)])):
        graphs = example()
        target, comparison = open_comparison(graphs, other, ComparisonOptions())
        assert isinstance(comparison, GraphComparison)
        assert target is graphs
        assert comparison.name == other_name(other)
    graphs = [nx.path_graph(3), nx.path_graph(4), nx.cycle_graph(3)]
    for graph, label in zip(graphs, (1, 1, 2), strict=True):
        graph.graph["label"] = label
    target, comparison = open_comparison(spminer.from_networkx(graphs), "class:1,2", ComparisonOptions())
    assert isinstance(comparison, ClassComparison)
    assert (target.num_graphs, comparison.scouts[0].num_graphs) == (2, 1)


def test_a_model_that_makes_no_sense_is_refused():
    with pytest.raises(UsageError, match="the graph is undirected"):
        open_comparison(example(), "reciprocal", ComparisonOptions())
