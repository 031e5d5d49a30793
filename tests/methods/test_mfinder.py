import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as with_settings
from hypothesis import strategies as st

import spminer
from spminer import UsageError
from spminer._util.monitor import Monitor
from spminer.methods.base import Task
from spminer.methods.mfinder import METHOD, MfinderSettings
from spminer.results.request import MiningRequest
from support import samplers
from support.builders import collection
from support.strategies import examples, labeled_graphs

FEW = MfinderSettings(samples=300)
CORRECTED = MfinderSettings(samples=300, corrected=True)


@given(labeled_graphs(max_nodes=8), st.integers(2, 5), st.sampled_from([FEW, CORRECTED]))
@with_settings(max_examples=examples(30), deadline=None)
def test_candidates_exist(graph, size, settings):
    samplers.check_candidates_exist(METHOD, settings, graph, size)


@pytest.mark.parametrize("size", [4, 5])
def test_corrected_estimates_are_without_bias_and_not_called_frequencies(size):
    for graph in samplers.graphs_with_hubs():
        graphs = collection(graph)
        expected = samplers.truth(graphs, size, "graph")
        estimates = {pattern: np.zeros(20) for pattern in expected}
        for seed in range(20):
            task = Task.of(graphs, sizes=(size,), top=1000, frequency="graph", seed=seed)
            for candidate in METHOD.search(task, MfinderSettings(samples=1000, corrected=True), Monitor()).candidates[
                size
            ]:
                assert candidate.known == {}
                assert candidate.node_sets == candidate.score
                estimates[candidate.pattern][seed] = candidate.score
        common = max(expected, key=expected.get)
        error = estimates[common].std(ddof=1) / 20**0.5
        assert abs(estimates[common].mean() - expected[common]) < 5 * error


def test_no_result_has_an_interval_of_corrected_samples():
    graph = samplers.collection(next(samplers.graphs_with_hubs()))
    for verify in (False, True):
        found = spminer.mine(graph, 4, method="mfinder", frequency="graph", corrected=True, verify=verify)
        assert {motif.graph_frequency.kind for motif in found} <= {"exact", "lower_bound"}


def test_equal_weights_favor_dense_parts_and_the_correction_does_not():
    graphs = collection(nx.lollipop_graph(8, 40))  # a clique with a long tail
    clique = spminer.Pattern.parse("0-1,0-2,0-3,1-2,1-3,2-3").canonical()
    expected = samplers.truth(graphs, 4, "graph")
    task = Task.of(graphs, sizes=(4,), frequency="graph")
    share = {c.pattern: c.score for c in METHOD.search(task, MfinderSettings(), Monitor()).candidates[4]}
    assert abs(share[clique] / (expected[clique] / sum(expected.values())) - 1) > 0.3
    corrected = {
        c.pattern: c.score for c in METHOD.search(task, MfinderSettings(corrected=True), Monitor()).candidates[4]
    }
    assert corrected[clique] == pytest.approx(expected[clique], rel=0.1)


def test_the_anchor_is_the_first_node():
    # Samples of a star start at a leaf 10 times of 11.
    found = METHOD.search(Task.of(collection(nx.star_graph(10)), sizes=(3,)), FEW, Monitor()).candidates[3]
    scores = {str(candidate.pattern): candidate.score for candidate in found}
    assert scores["0-1,1-2@0"] == pytest.approx(10 / 11, abs=0.06)
    assert sum(scores.values()) == pytest.approx(1)


def test_large_sizes():
    graph = collection(nx.path_graph(70))
    found = METHOD.search(Task.of(graph, sizes=(20, 64)), FEW, Monitor()).candidates
    assert {candidate.pattern.size for candidate in found[20] + found[64]} == {20, 64}


def test_thread_count_does_not_matter_and_the_seed_does():
    samplers.check_threads_and_seed(METHOD, CORRECTED)


def test_a_resumed_run_ends_with_the_same_result(tmp_path):
    samplers.check_resuming(METHOD, FEW, tmp_path)


def test_budgets():
    many = MfinderSettings(samples=10_000_000)
    samplers.check_budgets(METHOD, many, MfinderSettings(samples=100_000, memory_limit=1000))


def test_nothing_to_sample():
    samplers.check_no_subgraphs(METHOD, FEW)


def test_impossible_requests_say_what_is_possible():
    graphs = collection(nx.path_graph(5))
    with pytest.raises(UsageError, match="sizes 2 to 16, not 17"):
        METHOD.search(Task.of(graphs, sizes=(5, 17)), CORRECTED, Monitor())
    with pytest.raises(UsageError, match="sizes 2 to 64, not 1"):
        METHOD.check(MiningRequest(sizes=(1,)), graphs)
    with pytest.raises(UsageError, match="memory_limit must be at least 1"):
        MfinderSettings(memory_limit=0)
