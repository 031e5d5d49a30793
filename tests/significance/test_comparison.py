"""Tests of significance/comparison.py: both sides recounted by networkx on the same graphs."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import Monitor, Pattern, UsageError
from spminer._util.checkpoint import Checkpoint, States
from spminer.counting.count import count_by_graph
from spminer.counting.enumeration import count_patterns
from spminer.datasets import example
from spminer.results.frequency import Frequency
from spminer.results.request import EnumerationCost
from spminer.significance.comparison import (
    ClassComparison,
    ComparedPattern,
    GraphComparison,
    NullComparison,
    compare,
    open_comparison,
    other_name,
    rank_compared,
    two_classes,
)
from spminer.significance.null_models import NullModel, try_sample
from spminer.significance.reference_counts import ComparisonOptions, EnumeratedCounts, GivenCounts
from spminer.significance.statistics import surprise

TRIANGLE, PATH = (Pattern.parse(text).canonical() for text in ("0-1,1-2,2-0@0", "0-1,1-2,2-3@0"))


TERMS = ComparisonOptions(samples=8, seed=3)


def counted(patterns, graphs):
    return {pattern: spminer.count(pattern, graphs).frequency for pattern in patterns}


def contrasts(comparison, found, monitor=None, states=None):
    """The contrasts of given patterns, in their order."""
    counts = GivenCounts(tuple(found), comparison.options)
    compared = compare(comparison, found, counts, monitor or Monitor(), states)
    return None if compared is None else [one.contrast for one in compared]


def of_size(comparison, found, *sizes, monitor=None, **options):
    """All patterns of some sizes on both sides: the frequency and the contrast of each."""
    counts = EnumeratedCounts.of(comparison.graphs, found, sizes, comparison.options.frequency, **options)
    compared = compare(comparison, found, counts, monitor or Monitor())
    return None if compared is None else {one.pattern: (one.frequency, one.contrast) for one in compared}


def nodes_in_triangles(graph):
    return sum(count > 0 for count in nx.triangles(graph).values())


def test_another_graph():
    other = spminer.from_networkx(nx.gnm_random_graph(60, 120, seed=1))
    comparison = GraphComparison(example(), TERMS, other, "other")
    [contrast] = contrasts(comparison, counted([TRIANGLE], example()))
    there = nodes_in_triangles(spminer.to_networkx(other)[0])
    assert contrast.share == pytest.approx(32 / 34)
    assert contrast.other_share == pytest.approx(there / 60)
    assert contrast.expected == pytest.approx(there * 34 / 60)
    assert comparison.pilot_samples == (other,)


def test_node_sets_of_another_graph_are_rates():
    terms = ComparisonOptions(frequency="graph")
    other = spminer.from_networkx(nx.gnm_random_graph(68, 150, seed=1))
    plain = TRIANGLE.without_anchor()
    found = {plain: spminer.count(plain, example(), frequency="graph").frequency}
    [contrast] = contrasts(GraphComparison(example(), terms, other, "other"), found)
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


def of_classes():
    first, second = two_classes(classes(), "class:1,2")
    return ClassComparison(first, ComparisonOptions(), second, "class:1,2")


def test_classes_are_compared_by_graphs():
    first, second = two_classes(classes(), "class:1,2")
    assert (first.num_graphs, second.num_graphs) == (6, 4)
    triangle, path = contrasts(of_classes(), counted([TRIANGLE, PATH], first))
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
        two_classes(classes(), name)


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


def test_all_patterns_of_both_graphs_are_judged():
    other = spminer.from_networkx(nx.balanced_tree(2, 4))
    here = count_patterns(example(), 3, "esu", "anchored", Monitor())
    judged = of_size(GraphComparison(other, TERMS, example(), "other"), {}, 3)
    assert set(judged) == set(here)
    assert all(found.value == 0 for found, _ in judged.values())
    assert judged[TRIANGLE][1].other_share == pytest.approx(32 / 34)
    judged = of_size(of_classes(), {}, 3)
    assert TRIANGLE not in judged  # the second class has none, and nothing was found in the first
    assert all(contrast.other_share == 1.0 for _, contrast in judged.values())


@pytest.mark.parametrize("induced", [True, False])
def test_graphs_that_contain_a_pattern_are_those_where_it_is_counted(induced):
    """The same table as by counts at every node, also of patterns with labels that some graphs lack."""
    parts = [nx.gnp_random_graph(9, 0.15 + i / 60, seed=i) for i in range(24)]
    for i, part in enumerate(parts):
        part.graph["label"] = 1 + i % 2
        nx.set_node_attributes(part, {node: "ab"[node % 2 if i % 3 else 0] for node in part}, "color")
    first, second = two_classes(spminer.from_networkx(parts, node_label="color"), "class:1,2")
    options = ComparisonOptions(induced=induced)
    texts = ["0-1,1-2,2-0", "0-1,1-2,2-3,3-0", "0-1,0-2,0-3", "0-1;a,b", "0-1,1-2;a,a,b", "0-1;b,c"]
    patterns = [Pattern.parse(text) for text in texts]
    comparison = ClassComparison(first, options, second, "class:1,2")
    for side in (first, second):
        table = comparison._contained(patterns, side, Monitor())
        assert (table == (count_by_graph(patterns, side, induced=induced) > 0)).all()
        assert 0 < table.sum() < table.size


def test_a_stopped_judgment_of_classes_is_none():
    monitor = Monitor()
    monitor.cancel()
    comparison = of_classes()
    assert contrasts(comparison, counted([TRIANGLE], comparison.graphs), monitor) is None
    assert of_size(comparison, {}, 3, monitor=monitor) is None


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
    [contrast] = contrasts(comparison, counted([TRIANGLE], example()))
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
    assert comparison.pilot_samples == ()
    comparison.prepare(Monitor())
    assert len(comparison.pilot_samples) == 2
    model = NullModel(example(), "degree", seed=3)
    judges = [model.sample(index) for index in range(8)]
    for pilot in comparison.pilot_samples:
        assert all(not np.array_equal(pilot.indices, judge.indices) for judge in judges)


class StopsAfter(Monitor):
    """Is canceled when so many samples are done."""

    def __init__(self, samples):
        super().__init__()
        self.samples = samples

    def update(self, **changes):
        super().update(**changes)
        if self.progress.stage == "compare" and changes.get("done", 0) >= self.samples:
            self.cancel()


def test_a_stopped_judgment_tells_how_many_samples_it_has():
    comparison = NullComparison(example(), TERMS, "degree")
    [contrast] = contrasts(comparison, counted([TRIANGLE], example()), StopsAfter(3))
    assert 3 <= contrast.samples < 8
    alone = NullComparison(example(), replace(TERMS, threads=1), "degree")
    for too_few in (0, 1):
        assert contrasts(alone, counted([TRIANGLE], example()), StopsAfter(too_few)) is None


def test_a_judgment_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr("spminer.significance.comparison._KEEP_EVERY_S", 0.0)
    found = counted([TRIANGLE, PATH], example())
    comparison = NullComparison(example(), TERMS, "degree")
    whole = contrasts(comparison, found)
    states = States(Checkpoint(tmp_path, {"seed": 3}))
    part = contrasts(comparison, found, StopsAfter(4), states)
    assert part[0].samples < 8
    made = []
    monkeypatch.setattr("spminer.significance.null_models.try_sample", watched(try_sample, made))
    resumed = contrasts(NullComparison(example(), TERMS, "degree"), found, states=states)
    assert resumed == whole
    assert made == list(range(part[0].samples, 8))
    # Other patterns have no counts there.
    made.clear()
    contrasts(comparison, {PATH: found[PATH]}, states=states)
    assert made == list(range(8))


@pytest.mark.parametrize("rows", [np.zeros((2, 3)), np.zeros((2, 2, 5)), np.zeros((1, 2, 2), dtype="U1"), np.zeros(4)])
def test_made_up_counts_are_made_again(tmp_path, rows):
    found = counted([TRIANGLE, PATH], example())
    checkpoint = Checkpoint(tmp_path, {"seed": 3})
    whole = contrasts(NullComparison(example(), TERMS, "degree"), found, states=States(checkpoint))
    (state,) = (path.stem for path in tmp_path.glob("bounds-*"))
    checkpoint.save(state, rows=rows)
    again = contrasts(NullComparison(example(), TERMS, "degree"), found, states=States(checkpoint))
    assert again == whole


def watched(sample, made):
    def sampled(null, index, control):
        made.append(index)
        return sample(null, index, control)

    return sampled


@pytest.mark.parametrize("threads", [1, 3])
def test_all_patterns_are_those_of_networkx_on_the_same_nulls(threads):
    tree = spminer.from_networkx(nx.random_labeled_tree(30, seed=2))  # no triangle here, some in copies
    terms = ComparisonOptions(frequency="graph", samples=6, seed=5, threads=threads)
    judged = of_size(NullComparison(tree, terms, "degree"), {}, 3)
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
    costs = {3: EnumerationCost(Frequency(500.0, "estimate", 500.0, 500.0), "esu", sample_s)}
    judged = of_size(comparison, found, 3, monitor=Monitor(time_limit=time_limit), costs=costs)
    assert {contrast.samples for _, contrast in judged.values()} == {samples}


def test_too_few_samples_for_any_q_are_told():
    comparison = NullComparison(example(), ComparisonOptions(samples=100), "degree")
    found = {Pattern.parse(f"0-1,1-2,2-3,3-4@{node}"): Frequency.exact(node) for node in range(5)}
    judged = of_size(comparison, found)  # of no size, so that no sample has any
    # Four of five occur here and never in a sample.
    assert [round(contrast.p, 4) for _, contrast in judged.values()] == [1.0, *[round(2 / 101, 4)] * 4]
    assert comparison.remarks == ()
    few = NullComparison(example(), ComparisonOptions(samples=20), "degree")
    of_size(few, found)
    assert few.remarks == (
        "20 samples allow no p below 0.0952, and no q below 0.119 for the 4 most surprising of 5 patterns; "
        "a q of 0.05 needs 49",
    )


def test_a_graph_without_another_like_it_is_refused():
    star = spminer.from_networkx(nx.star_graph(10))
    with pytest.raises(UsageError, match="determines this graph"):
        NullComparison(star, TERMS, "degree").prepare(Monitor())


def test_a_run_that_was_stopped_before_has_no_pilot_samples():
    monitor = Monitor()
    monitor.cancel()
    comparison = NullComparison(example(), TERMS, "degree")
    comparison.prepare(monitor)
    assert comparison.pilot_samples == ()


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
    assert (target.num_graphs, comparison.pilot_samples[0].num_graphs) == (2, 1)


def test_a_model_that_makes_no_sense_is_refused():
    with pytest.raises(UsageError, match="the graph is undirected"):
        open_comparison(example(), "reciprocal", ComparisonOptions())


def ranked(scores, **options):
    """The scores of patterns as ranked; of two that are equal, the text decides."""
    patterns = [Pattern.parse(f"0-1,1-2,2-3,3-4@{anchor}") for anchor in range(5)]
    compared = [
        ComparedPattern(pattern, Frequency.exact(number), None, score)
        for number, (pattern, score) in enumerate(zip(patterns, scores, strict=False))
    ]
    [group] = rank_compared(compared, [5], **options).values()
    return [one.surprise for one in group]


def test_the_most_surprising_come_first_in_the_directions_asked_for():
    scores = [1.0, -3.0, 2.0, -0.5, 0.0]
    assert ranked(scores) == [-3.0, 2.0, 1.0, -0.5, 0.0]
    assert ranked(scores, top=2) == [-3.0, 2.0]
    assert ranked(scores, direction="over") == [2.0, 1.0]
    assert ranked(scores, direction="under", top=2) == [-3.0, -0.5], "what is as frequent as expected is not over"
    assert ranked([-5.0, -4.0, -3.0, 1.0], top=2) == [-5.0, -4.0]
    assert ranked([-5.0, -4.0, -3.0, 1.0], top=2, balanced=True) == [-5.0, 1.0]
    assert ranked([-5.0, 4.0], top=4, balanced=True) == [-5.0, 4.0]


def test_what_was_not_compared_is_ranked_by_frequency():
    patterns = [Pattern.parse(text) for text in ("0-1,1-2@0", "0-1,1-2@1", "0-1,1-2,2-0@0")]
    compared = [ComparedPattern(one, Frequency.exact(count)) for one, count in zip(patterns, (3, 7, 7), strict=True)]
    for balanced in (False, True):
        [group] = rank_compared(compared, [3], direction="over", top=2, balanced=balanced).values()
        assert [one.pattern for one in group] == [patterns[2], patterns[1]], "ties by text"
    [merged] = rank_compared(compared, [3], merge_anchors=True).values()
    assert [one.pattern for one in merged] == [patterns[2], patterns[1]]


@given(st.lists(st.tuples(st.floats(0, 1e7), st.floats(0, 1e7)), max_size=40))
def test_surprise_of_many_is_that_of_each(pairs):
    observed, expected = [one for one, _ in pairs], [other for _, other in pairs]
    assert surprise(observed, expected).tolist() == [float(surprise(one, other)) for one, other in pairs]
