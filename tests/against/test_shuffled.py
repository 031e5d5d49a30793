"""Tests of against/shuffled.py: counts in copies are those of networkx, and judgment goes on where it was."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Monitor, Pattern, UsageError
from spminer._util.checkpoint import Checkpoint, States
from spminer.against.shuffled import NullComparison
from spminer.against.terms import Terms
from spminer.datasets import example
from spminer.enumeration.classes import count_patterns
from spminer.nulls import NullModel
from spminer.nulls.randomize import try_sample
from spminer.results.frequency import Frequency

TRIANGLE, PATH = (Pattern.parse(text).canonical() for text in ("0-1,1-2,2-0@0", "0-1,1-2,2-3@0"))
TERMS = Terms(samples=8, seed=3)


def counted(patterns, graphs):
    return [spminer.count(pattern, graphs).frequency for pattern in patterns]


def nodes_in_triangles(graph):
    return sum(count > 0 for count in nx.triangles(graph).values())


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
    monkeypatch.setattr("spminer.against.shuffled._KEEP_EVERY_S", 0.0)
    found = counted([TRIANGLE, PATH], example())
    comparison = NullComparison(example(), TERMS, "degree")
    whole = comparison.judge([TRIANGLE, PATH], found, Monitor())
    states = States(Checkpoint(tmp_path, {"seed": 3}))
    part = comparison.judge([TRIANGLE, PATH], found, StopsAfter(4), states)
    assert part[0].samples < 8
    made = []
    monkeypatch.setattr("spminer.against.samples.try_sample", watched(try_sample, made))
    resumed = NullComparison(example(), TERMS, "degree").judge([TRIANGLE, PATH], found, Monitor(), states)
    assert resumed == whole
    assert made == list(range(part[0].samples, 8))
    # Other patterns have no counts there.
    made.clear()
    comparison.judge([PATH], found[1:], Monitor(), states)
    assert made == list(range(8))


def watched(sample, made):
    def sampled(null, index, control):
        made.append(index)
        return sample(null, index, control)

    return sampled


def by_size_three(graphs, monitor, *, threads):
    return count_patterns(graphs, 3, "esu", "graph", monitor, threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_all_patterns_are_those_of_networkx_on_the_same_nulls(threads):
    tree = spminer.from_networkx(nx.random_labeled_tree(30, seed=2))  # no triangle here, some in copies
    terms = Terms(objective="graph", samples=6, seed=5, threads=threads)
    judged = NullComparison(tree, terms, "degree").judge_all({}, by_size_three, Monitor())
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
    comparison = NullComparison(example(), Terms(samples=given), "degree")
    found = {Pattern.parse(f"0-1,1-2@{node}"): Frequency.exact(node) for node in range(2)}
    found |= {Pattern.parse(f"0-1,1-2,2-3,3-4@{node}"): Frequency.exact(1) for node in range(5)}
    judged = comparison.judge_all(found, lambda *_, **__: {}, Monitor(time_limit=time_limit), sample_s=sample_s)
    assert {contrast.samples for _, contrast in judged.values()} == {samples}


def test_too_few_samples_for_any_q_are_told():
    comparison = NullComparison(example(), Terms(samples=100), "degree")
    found = {Pattern.parse(f"0-1,1-2,2-3,3-4@{node}"): Frequency.exact(node) for node in range(5)}
    judged = comparison.judge_all(found, lambda *_, **__: {}, Monitor())
    # Four of five occur here and never in a sample.
    assert [round(contrast.p, 4) for _, contrast in judged.values()] == [1.0, *[round(2 / 101, 4)] * 4]
    assert comparison.remarks == ()
    few = NullComparison(example(), Terms(samples=20), "degree")
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
