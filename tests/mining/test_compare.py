"""Tests of mining/compare.py: motifs ranked by surprise, with frequencies recounted by networkx."""

import json

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Monitor, MotifSet, NullModel, Pattern, UsageError
from spminer.datasets import example
from spminer.mining.compare import SEARCHED, _alone
from spminer.results.motif import Contrast
from spminer.significance.reference_counts import GraphCounter
from support.oracles import frequency
from support.strategies import THOROUGH

TRIANGLE = Pattern.parse("0-1,1-2,2-0@0").canonical()


def clustered():
    """Cliques on a ring: triangles everywhere, where shuffled copies have few."""
    graph = nx.connected_caveman_graph(12, 5)
    return spminer.from_networkx(graph)


def test_motifs_are_ranked_by_surprise():
    result = spminer.mine(clustered(), "3-4", top=3, against="degree", null_samples=12, examples=0)
    for size in (3, 4):
        scores = [abs(motif.score) for motif in result if motif.size == size]
        assert scores == sorted(scores, reverse=True)
    triangle = next(motif for motif in result if motif.pattern == TRIANGLE)
    assert triangle.score > 0
    assert triangle.against.samples == 12
    assert triangle.against.expected < triangle.anchored_frequency.value
    assert triangle.against.p == pytest.approx(2 / 13)
    assert triangle.anchored_frequency == spminer.count(TRIANGLE, clustered()).frequency


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_one_direction(alternative):
    result = spminer.mine(clustered(), "3-4", against="degree", null_samples=4, alternative=alternative, examples=0)
    assert len(result) > 0
    assert all((motif.score > 0) == (alternative == "greater") for motif in result)


def test_both_directions_have_room():
    result = spminer.mine(clustered(), 4, top=4, against="degree", null_samples=4, examples=0)
    assert {motif.score > 0 for motif in result} == {True, False}


def test_what_does_not_occur_can_be_the_most_surprising():
    tree = spminer.from_networkx(nx.balanced_tree(2, 5))
    result = spminer.mine(tree, 4, against=clustered(), alternative="less", examples=1)
    assert 0 in [motif.anchored_frequency.value for motif in result]
    assert all(motif.examples == () for motif in result if not motif.anchored_frequency.value)


def test_another_graph_by_name(tmp_path):
    (tmp_path / "ring.txt").write_text("".join(f"{i} {(i + 1) % 30}\n" for i in range(30)))
    result = spminer.mine(clustered(), 3, against=str(tmp_path / "ring.txt"))
    assert result.request.against == str(tmp_path / "ring.txt")
    assert {motif.against.with_ for motif in result} == {str(tmp_path / "ring.txt")}


def test_classes():
    graphs = [nx.cycle_graph(n) for n in (3, 3, 3, 3, 5)] + [nx.path_graph(n) for n in (3, 4, 5, 6, 7)]
    for number, graph in enumerate(graphs):
        graph.graph["label"] = 1 + number // 5
    result = spminer.mine(spminer.from_networkx(graphs), 3, against="class:1,2", frequency="transactions")
    triangle = next(motif for motif in result if motif.pattern == TRIANGLE.without_anchor())
    assert (triangle.against.share, triangle.against.other_share) == (0.8, 0.0)
    assert triangle.transaction_support.value == 4
    assert result.input.graphs == 5  # the first class is the target


def test_results_survive_their_file(tmp_path):
    result = spminer.mine(clustered(), 3, against="degree", null_samples=3)
    result.to_json(tmp_path / "result.json")
    assert MotifSet.from_json(tmp_path / "result.json") == result
    data = json.loads((tmp_path / "result.json").read_text())
    assert data["motifs"][0]["against"]["with"] == "degree"


def test_equal_runs_give_equal_results_for_any_number_of_threads():
    runs = [
        spminer.mine(clustered(), "3-6", against="degree", null_samples=5, seed=4, threads=n).motifs for n in (1, 2)
    ]
    assert runs[0] == runs[1]


def test_a_graph_that_its_degrees_determine_has_no_null():
    star = spminer.from_networkx(nx.star_graph(20))
    for method in ("contrast", "grow", "auto"):
        with pytest.raises(UsageError, match="determine"):
            spminer.mine(star, 3, method=method, against="degree")


def test_a_stopped_run_is_partial():
    monitor = Monitor()
    monitor.cancel()
    result = spminer.mine(clustered(), "3-5", against="degree", monitor=monitor)
    assert (result.status, result.stop_reason) == ("partial", "interrupted")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"against": "degree", "null_samples": 1}, "null_samples must be at least 2"),
        ({"null_samples": 7}, "needs something to compare with"),
        ({"alternative": "greater"}, "needs something to compare with"),
        ({"against": "degree", "alternative": "sideways"}, "alternative must be one of"),
        ({"against": "class:1,2"}, "no classes"),
    ],
)
def test_what_makes_no_sense_is_refused(options, message):
    with pytest.raises(UsageError, match=message):
        spminer.mine(example(), 3, **options)


def test_what_occurs_everywhere_is_told_apart_by_surprise():
    result = spminer.mine(clustered(), 3, top=1, against="degree", null_samples=3)
    assert not any("hardly tells them apart" in warning for warning in result.warnings)
    plain = spminer.mine(clustered(), 3, top=1)
    assert any("hardly tells them apart" in warning for warning in plain.warnings)


def test_another_method_may_propose():
    result = spminer.mine(clustered(), 4, method="grow", against="degree", null_samples=3, examples=0)
    assert result.plan.stages[0].method == "grow"
    assert all(motif.against is not None for motif in result)


def test_a_motif_that_a_search_has_chosen_says_so_beside_what_else_there_is_to_say():
    plain = _alone(Contrast(with_="degree", p_max=0.01, q=0.02))
    assert (plain.p_max, plain.q, plain.note) == (None, None, SEARCHED)
    doubtful = _alone(Contrast(with_="degree", note="undecided in part"))
    assert doubtful.note == f"undecided in part; {SEARCHED}"


@pytest.fixture
def stopped_after(monkeypatch):
    """Lets a number of samples be judged, and then cancels the run."""
    from spminer.significance import comparison

    map_samples = comparison.map_samples

    def prepare(monitor, number):
        def few(model, numbers, use, part, **options):
            made = map_samples(model, numbers, use, part, **options)
            if options.get("here"):  # those that the search looks at
                yield from made
                return
            for _, found in zip(range(number), made, strict=False):
                yield found
            monitor.cancel()

        monkeypatch.setattr(comparison, "map_samples", few)
        return monitor

    return prepare


@pytest.mark.parametrize("options", [{"sizes": "3-4"}, {"sizes": 4, "method": "grow"}])
def test_a_stopped_comparison_says_on_how_many_samples_it_rests(options, stopped_after, tmp_path):
    monitor = stopped_after(Monitor(), 4)
    result = spminer.mine(clustered(), top=3, against="degree", null_samples=20, monitor=monitor, **options)
    assert result.status == "partial"
    assert {motif.against.samples for motif in result} == {4}
    assert all("stopped after 4 of 20 samples" in motif.against.note for motif in result)
    result.to_json(tmp_path / "result.json")
    said = "the comparison was stopped: its figures rest on 4 of 20 samples"
    assert said in json.loads((tmp_path / "result.json").read_text())["warnings"]
    result.report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert said[1:] in page
    assert "stopped after 4 of 20 samples" in page


@pytest.mark.parametrize("options", [{"sizes": "3-4"}, {"sizes": 4, "method": "grow", "merge_anchors": True}])
def test_motifs_that_no_sample_has_judged_have_frequencies_and_no_score(options, stopped_after):
    monitor = stopped_after(Monitor(), 1)
    result = spminer.mine(clustered(), top=3, against="degree", null_samples=20, monitor=monitor, **options)
    assert len(result) > 0
    for size in {motif.size for motif in result}:
        group = [motif for motif in result if motif.size == size]
        values = [motif.anchored_frequency.value for motif in group]
        assert values == sorted(values, reverse=True)
        assert [motif.rank for motif in group] == list(range(1, len(group) + 1))
        assert len(group) <= 3
        assert {(motif.against, motif.score, motif.proven) for motif in group} == {(None, None, False)}
    assert any("there was no time to compare size" in warning for warning in result.warnings)


def test_candidates_that_nobody_has_counted_are_left_out(monkeypatch):
    monitor, counted = Monitor(), []
    count_one = GraphCounter.count

    def stop_at_the_third(self, pattern, part):
        found = count_one(self, pattern, part)
        counted.append(pattern)
        if len(counted) == 3:
            monitor.cancel()
        return found

    monkeypatch.setattr(GraphCounter, "count", stop_at_the_third)
    result = spminer.mine(clustered(), 5, top=5, method="grow", against="degree", null_samples=3, monitor=monitor)
    assert {motif.pattern for motif in result} == set(counted[:2])
    assert all(motif.anchored_frequency is not None for motif in result)


SAMPLES = 3


FREQUENCY_NAMES = ["anchored", "graph", "transactions", "images"]


def random_graphs(directed, labels, seed):
    graphs = [nx.gnm_random_graph(9, 13, seed=seed + number, directed=directed) for number in range(3)]
    generator = np.random.default_rng(seed)
    for graph in graphs if labels else ():
        nx.set_node_attributes(graph, {node: "ab"[generator.integers(2)] for node in graph}, "label")
        nx.set_edge_attributes(graph, {edge: "xy"[generator.integers(2)] for edge in graph.edges}, "label")
    return graphs


@pytest.mark.parametrize("frequency_name", FREQUENCY_NAMES)
@pytest.mark.parametrize("induced", [True, False])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("labels", [False, True])
@pytest.mark.parametrize("again", [False, True] if THOROUGH else [False])
def test_every_frequency_and_expected_value(frequency_name, induced, directed, labels, again, monkeypatch):
    grown = bool((FREQUENCY_NAMES.index(frequency_name) + induced + directed + labels + again) % 2)
    model = "er" if grown else "degree"
    if grown:
        monkeypatch.setattr("spminer.methods.contrast._BUDGET_S", 0.0)  # everything by growth
    graphs = random_graphs(directed, labels, seed=11)
    collection = spminer.from_networkx(graphs)
    result = spminer.mine(
        collection,
        "3-4",
        top=3,
        frequency=frequency_name,
        induced=induced,
        against=model,
        null_samples=SAMPLES,
        seed=7,
        examples=0,
    )
    assert {motif.size for motif in result} == {3, 4}
    null = NullModel(collection, model, seed=7)
    samples = [spminer.to_networkx(null.sample(index)) for index in range(SAMPLES)]
    for motif in result:
        assert motif.frequency(frequency_name).value == frequency(
            motif.pattern, graphs, frequency_name, induced=induced
        )
        values = [frequency(motif.pattern, sample, frequency_name, induced=induced) for sample in samples]
        assert motif.against.expected == pytest.approx(np.mean(values))
        assert motif.against.spread == pytest.approx(np.std(values, ddof=1))
        assert motif.against.samples == SAMPLES


@pytest.mark.parametrize("size", [14, 20] if THOROUGH else [11])
def test_large_motifs_are_compared(size):
    """Rings of cliques are far beyond what chance makes, at any size."""
    graphs = spminer.from_networkx(nx.connected_caveman_graph(15, 6))
    result = spminer.mine(graphs, size, top=2, against="degree", null_samples=4, alternative="greater", examples=1)
    assert len(result) == 2
    for motif in result:
        assert motif.size == size
        assert motif.score > 0
        assert motif.anchored_frequency.value > motif.against.expected
        assert motif.anchored_frequency == spminer.count(motif.pattern, graphs).frequency
