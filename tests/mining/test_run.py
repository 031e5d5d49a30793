"""Tests of mining/run.py, mining/mine.py and mining/result.py."""

import json
import threading
import time

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Frequency, Monitor, Motif, MotifSet, Pattern, UsageError, Verification, _core
from spminer.datasets import example
from spminer.errors import LimitError
from spminer.methods.base import Candidate, SearchResult, Task
from spminer.mining.mine import mine_request
from spminer.mining.result import warnings_of
from spminer.mining.verify import estimate_again
from spminer.results.request import MiningRequest, Plan
from support.builders import collection
from support.fakes import FakeSettings, proposing, registered
from support.strategies import examples, labeled_graphs


def patterns(graphs, size):
    return [motif.pattern for motif in spminer.enumerate(graphs, size, top=None, examples=0)]


@given(labeled_graphs(max_nodes=8), st.integers(2, 4))
@settings(max_examples=examples(40), deadline=None)
def test_search_with_verification_gives_what_enumeration_gives(graph, size):
    graphs = collection(graph)
    truth = spminer.mine(graphs, size, top=4)
    with registered(proposing(patterns(graphs, size)[::-1])):
        found = spminer.mine(graphs, size, top=4, method="fake", verify=Verification(factor=1000, both=True))
    values = [[(m.anchored_frequency, m.graph_frequency) for m in result] for result in (found, truth)]
    assert values[0] == values[1]
    assert all(motif.proven for motif in truth)
    assert not any(motif.proven for motif in found)


def test_the_result_says_how_it_was_found():
    result = spminer.mine(example(), "3,4", top=2, seed=7)
    assert result.config["sizes"] == [3, 4]
    assert result.config["settings"] == {"exact": {"memory_limit": None}}
    assert (result.config["seed"], result.config["method"]) == (7, "auto")
    assert result.plan.stages[0].method == "exact"
    assert (result.request.sizes, result.input.nodes) == ((3, 4), 34)
    assert set(result.timing_s) == {"total", "sample", "embed", "search", "verify"}
    assert (result.status, result.stop_reason) == ("complete", None)
    assert [(m.size, m.rank) for m in result] == [(3, 1), (3, 2), (4, 1), (4, 2)]
    assert all(len(m.examples[0]) == m.size for m in result)
    assert MotifSet.from_dict(json.loads(result.to_json())) == result


def test_result_files_from_before_can_be_read():
    data = spminer.mine(example(), 3).to_dict()
    for name in ("warnings", "plan"):
        del data[name]
    for motif in data["motifs"]:
        del motif["proven"]
    result = MotifSet.from_dict(data)
    assert (result.warnings, result.plan, result[0].proven) == ((), Plan(), False)


def test_a_path_is_read(tmp_path):
    (tmp_path / "ring.txt").write_text("a b\nb c\nc d\nd a\n")
    assert spminer.mine(tmp_path / "ring.txt", 3)[0].anchored_frequency.value == 4


@pytest.mark.parametrize("frequency_name", ["graph", "images", "transactions"])
def test_other_frequencies(frequency_name):
    graphs = spminer.from_networkx([nx.lollipop_graph(4, 3), nx.cycle_graph(6), nx.star_graph(5)])
    result = spminer.mine(graphs, 4, top=3, frequency=frequency_name)
    for motif in result:
        assert motif.pattern.anchor is None
        assert (
            motif.frequency(frequency_name) == spminer.count(motif.pattern, graphs, frequency=frequency_name).frequency
        )
    values = [motif.frequency(frequency_name).value for motif in result]
    assert values == sorted(values, reverse=True)


def test_edge_induced_patterns_have_edge_induced_examples():
    clique = spminer.from_networkx(nx.complete_graph(5))
    path = Pattern.parse("0-1,1-2,2-3@0").canonical()
    with registered(proposing([path]), "grow"):
        result = spminer.mine(clique, 4, induced=False)
    assert result[0].anchored_frequency.value == 5
    assert len(set(result[0].examples[0])) == 4


def test_merged_anchors_are_patterns_once():
    result = spminer.mine(example(), 4, top=10, merge_anchors=True)
    assert len(result) == 6
    assert [m.rank for m in result] == [1, 2, 3, 4, 5, 6]


def test_saturated_frequencies_are_said():
    assert any("hardly" in warning for warning in spminer.mine(example(), "4-5", top=2).warnings)
    assert not any("hardly" in warning for warning in spminer.mine(example(), "4-5", frequency="graph").warnings)


def test_sizes_without_a_pattern_are_said():
    triangle = spminer.from_edges([(0, 1), (1, 2), (2, 0)])
    assert "no pattern of sizes 4-5 was found" in spminer.mine(triangle, "3-5").warnings


def test_settings_reach_the_method_and_the_result():
    seen = []

    def search(task, settings, monitor):
        seen.append(settings)
        return SearchResult({})

    with registered(search):
        result = spminer.mine(example(), 3, method="fake", width=9)
        assert seen == [FakeSettings(width=9)]
        assert result.config["settings"] == {"fake": {"width": 9, "slow": False}}
        with pytest.raises(UsageError, match="'fake' has no setting 'height'; it has: width, slow"):
            spminer.mine(example(), 3, method="fake", height=9)
        with pytest.raises(UsageError, match="memory_limit"):
            spminer.mine(example(), 3, method="fake", memory_limit=10**6)


def test_methods_get_the_time_that_verification_leaves():
    limits = []

    def search(task, settings, monitor):
        limits.append(monitor.remaining)
        return SearchResult({})

    with registered(search):
        spminer.mine(example(), 3, method="fake", time_limit=100)
    assert 70 < limits[0] <= 80


def slow_search(task, settings, monitor):
    """Proposes at once and then works until it is stopped."""
    while not monitor.stopped:
        time.sleep(0.01)
    found = {size: tuple(Candidate(p, 0.0) for p in patterns(task.graphs, size)) for size in task.request.sizes}
    return SearchResult(found, complete=False)


def test_a_time_limit_gives_a_verified_partial_result():
    with registered(slow_search):
        # Enough for verification also on a busy machine.
        result = spminer.mine(example(), "3-4", method="fake", time_limit=3.0)
    assert (result.status, result.stop_reason) == ("partial", "time limit")
    assert {motif.anchored_frequency.kind for motif in result} == {"exact"}
    assert {motif.size for motif in result} == {3, 4}


def test_an_interrupted_search_is_verified_within_a_grace():
    monitor = Monitor()
    threading.Timer(0.3, monitor.cancel).start()
    with registered(slow_search):
        result = spminer.mine(example(), "3-4", method="fake", monitor=monitor)
    assert (result.status, result.stop_reason) == ("partial", "interrupted")
    assert {motif.anchored_frequency.kind for motif in result} == {"exact"}
    assert all(motif.examples for motif in result)


def test_an_interrupted_verification_is_finished_within_a_grace(monkeypatch):
    monitor = Monitor()
    begin = spminer.counting.sequential.SequentialCount.begin

    def interrupting(self, part):
        if not monitor.stopped:
            monitor.cancel()
        begin(self, part)

    monkeypatch.setattr("spminer.counting.sequential.SequentialCount.begin", interrupting)
    with registered(proposing(patterns(example(), 3) + patterns(example(), 4))):
        result = spminer.mine(example(), "3-4", method="fake", monitor=monitor)
    assert result.stop_reason == "interrupted"
    assert {motif.anchored_frequency.kind for motif in result} == {"exact"}


def test_what_is_left_unverified_is_a_lower_bound():
    with registered(proposing(patterns(example(), 4))):
        result = spminer.mine(example(), 4, method="fake", verify=False)
    assert {motif.anchored_frequency.kind for motif in result} == {"lower_bound"}
    assert "10 of 10 frequencies are lower bounds" in result.warnings


def test_threads_and_repeats_change_nothing():
    def plain(**details):
        data = spminer.mine(example(), "3-6", **details).to_dict()
        return data["motifs"], data["plan"]

    assert plain(threads=1) == plain(threads=2) == plain()


def test_what_a_search_warns_of_is_in_the_result_also_of_a_resumed_run(tmp_path):
    options = {"method": "grow", "memory_limit": 5000, "checkpoint": tmp_path}
    first = spminer.mine(example(), "5-6", **options)
    assert any("memory limit" in warning for warning in first.warnings)
    assert spminer.mine(example(), "5-6", resume=True, **options).warnings == first.warnings


def test_a_resumed_run_takes_what_is_there(tmp_path, monkeypatch):
    first = spminer.mine(example(), "3-5", checkpoint=tmp_path)
    for name in ("estimate_subgraphs", "enumerate_subgraphs", "census", "count_anchors"):
        monkeypatch.setattr(_core, name, None)  # must not be called
    again = spminer.mine(example(), "3-5", checkpoint=tmp_path, resume=True)
    assert again.motifs == first.motifs
    assert again.plan == first.plan


def test_a_partial_search_does_not_stick(tmp_path):
    few, every = patterns(example(), 4)[-2:], patterns(example(), 4)
    with registered(proposing(few, complete=False)):
        first = spminer.mine(example(), 4, method="fake", checkpoint=tmp_path)
    with registered(proposing(every)):
        second = spminer.mine(example(), 4, method="fake", checkpoint=tmp_path, resume=True)
        whole = spminer.mine(example(), 4, method="fake")
    assert (len(first), first.status) == (2, "partial")
    assert second.motifs == whole.motifs
    assert second.status == "complete"


def test_another_graph_or_seed_is_another_run(tmp_path):
    spminer.mine(example(), 3, checkpoint=tmp_path)
    ring = spminer.from_networkx(nx.cycle_graph(5))
    with pytest.raises(UsageError, match="graph differs"):
        spminer.mine(ring, 3, checkpoint=tmp_path, resume=True)
    with pytest.raises(UsageError, match="seed differs"):
        spminer.mine(example(), 3, seed=1, checkpoint=tmp_path, resume=True)
    spminer.mine(example(), 3, threads=1, time_limit=50, checkpoint=tmp_path, resume=True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"sizes": 1},
        {"sizes": "5-3"},
        {"sizes": 65},
        {"sizes": []},
        {"top": 0},
        {"method": "exakt"},
        {"frequency": "often"},
        {"frequency": "transactions"},
        {"frequency": "graph", "merge_anchors": True},
        {"examples": -1},
        {"resume": True},
        {"time_limit": 5.0, "monitor": Monitor()},
        {"method": "exact", "sizes": 17},
        {"method": "exact", "width": 3},
    ],
)
def test_what_cannot_be_meant_is_refused(wrong):
    with pytest.raises(UsageError):
        spminer.mine(example(), **{"sizes": 3, **wrong})


def test_examples_end_after_steps_and_not_by_the_clock(monkeypatch):
    shown = [motif.examples for motif in spminer.mine(example(), "3-5", top=2)]
    assert all(shown)
    monkeypatch.setattr("spminer.mining.run._EXAMPLE_STEPS", 34)  # one at each node
    monkeypatch.setattr("spminer.mining.run._LEAST_STEPS", 1)
    assert not any(motif.examples for motif in spminer.mine(example(), "5", top=2, method="grow"))
    monkeypatch.setattr("spminer.mining.run._LEAST_STEPS", 10_000)
    assert [motif.examples for motif in spminer.mine(example(), "3-5", top=2)] == shown


@pytest.fixture(scope="module")
def sparse_labeled():
    random = np.random.default_rng(1)
    pairs = random.integers(6000, size=(10_500, 2))
    pairs = np.unique(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1), axis=0)
    return spminer.from_edges(
        pairs, num_nodes=6000, node_labels=[str(label) for label in random.integers(6, size=6000)]
    )


_SAMPLED = {"method": "grow", "anchors": 2000, "verify": spminer.Verification(effort=100_000), "examples": 0}


@pytest.mark.parametrize("options", [{}, {"distinct": True}], ids=["ranked", "distinct"])
def test_intervals_of_chosen_motifs_cover_the_truth(sparse_labeled, options):
    """The ten best of a sample are those that it flatters: its own intervals cover about half of the truths."""
    covered = total = 0
    for seed in range(15):
        for motif in spminer.mine(sparse_labeled, 6, seed=seed, **_SAMPLED, **options):
            found = motif.anchored_frequency
            assert found.kind == "estimate"
            covered += found.low <= spminer.count(motif.pattern, sparse_labeled).frequency.value <= found.high
            total += 1
    assert total == 150
    assert covered >= 0.92 * total


def test_motifs_are_ranked_by_the_estimates_that_are_reported(sparse_labeled):
    values = [motif.anchored_frequency.value for motif in spminer.mine(sparse_labeled, 6, **_SAMPLED)]
    assert values == sorted(values, reverse=True)


def test_without_time_for_a_sample_an_estimate_is_a_lower_bound(sparse_labeled):
    task = Task.of(sparse_labeled, sizes=3)
    chosen = [Candidate(spminer.Pattern.parse("0-1,1-2@0"), 1.0, {"anchored": Frequency(9.0, "estimate", 5, 20)})]
    again = estimate_again(chosen, task, Monitor(time_limit=0))
    assert again[0].known["anchored"] == Frequency.lower_bound(1, 6000)


def test_the_plan_is_announced_before_the_run():
    plans = []
    result = mine_request(example(), MiningRequest(sizes=(3, 4)), Monitor(), announce=plans.append)
    assert plans == [result.plan]
    assert isinstance(result.plan, Plan)


def test_what_announcing_raises_ends_the_run():
    def refuse(plan):
        raise RuntimeError(plan.stages[0].method)

    with pytest.raises(RuntimeError, match="exact"):
        mine_request(example(), MiningRequest(sizes=(3,)), Monitor(), announce=refuse)


def test_one_time_limit():
    with pytest.raises(UsageError, match="not both"):
        spminer.mine(example(), 3, time_limit=1.0, monitor=Monitor())
    assert spminer.mine(example(), 3, monitor=Monitor(time_limit=60)).request.time_limit == 60


@pytest.mark.only_with("posix")
def test_reading_the_other_graph_counts_to_the_time_limit(silent_pipe):
    with pytest.raises(LimitError, match=r"time limit of 0\.1 s ended while reading"):
        spminer.mine(example(), 3, against=str(silent_pipe), time_limit=0.1)


PATH = Pattern.parse("0-1,1-2@0")


def said(*motifs, complete=True, **options):
    return " ".join(warnings_of(motifs, Task.of(example(), sizes=(3,), **options), complete=complete))


def test_nothing_to_warn_of():
    assert said(Motif(PATH, 1, Frequency.exact(5))) == ""


def test_sizes_without_a_motif():
    assert said() == "no pattern of size 3 was found"
    assert said(complete=False).endswith("before the run was stopped")


def test_frequencies_that_tell_nothing_apart():
    advice = said(Motif(PATH, 1, Frequency.exact(34)))
    assert "occur at 95% or more of all nodes" in advice
    assert all(option in advice for option in ("--frequency graph", "larger sizes", "--against degree"))
    assert said(Motif(PATH, 1, Frequency.exact(34)), Motif(PATH, 2, Frequency.exact(30))) == ""
    assert said(Motif(PATH, 1, graph_frequency=Frequency.exact(99)), frequency="graph") == ""


def test_a_component_may_be_what_limits_the_frequency():
    graphs = spminer.from_edges([(0, 1), (1, 2), (3, 4)], num_nodes=40)
    task = Task.of(graphs, sizes=(3,))
    told = warnings_of([Motif(PATH, 1, Frequency.exact(3))], task, complete=True)
    assert "of the nodes with a component that large" in told[0]
    assert warnings_of([Motif(PATH, 1, Frequency.exact(2))], task, complete=True) == []


def test_a_component_may_limit_the_graphs_too():
    graphs = spminer.from_networkx([nx.path_graph(4)] * 3 + [nx.path_graph(2)] * 30)
    task = Task.of(graphs, sizes=(3,), frequency="transactions")
    path = Pattern.parse("0-1,1-2")
    told = warnings_of([Motif(path, 1, transaction_support=Frequency.exact(3))], task, complete=True)
    assert "of the graphs with a component that large" in told[0]
    assert warnings_of([Motif(path, 1, transaction_support=Frequency.exact(2))], task, complete=True) == []


def test_frequencies_that_are_not_exact():
    assert said(Motif(PATH, 1, Frequency(5.0, "estimate", 3, 7))) == "1 of 1 frequencies are estimates from a sample"
    assert said(Motif(PATH, 1, Frequency.lower_bound(5))) == "1 of 1 frequencies are lower bounds"
