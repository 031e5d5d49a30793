import networkx as nx
import pytest
from hypothesis import given
from hypothesis import settings as with_settings
from hypothesis import strategies as st

import spminer
from spminer import UsageError
from spminer._util.monitor import Monitor
from spminer.methods.base import Task
from spminer.methods.rand_esu import METHOD, RandEsuSettings, chosen_tau
from spminer.results.request import MiningRequest
from support import samplers
from support.builders import collection
from support.strategies import examples, labeled_graphs

FEW = RandEsuSettings(samples=300)


@given(labeled_graphs(max_nodes=8), st.integers(2, 5), st.sampled_from([None, 0.0]))
@with_settings(max_examples=examples(30), deadline=None)
def test_candidates_exist(graph, size, tau):
    # So few subgraphs that all of them are sampled: the candidates are then all there is.
    samplers.check_candidates_exist(METHOD, RandEsuSettings(tau=tau, samples=10_000), graph, size)


@given(labeled_graphs(max_nodes=8), st.integers(2, 5))
@with_settings(max_examples=examples(30), deadline=None)
def test_tau_zero_is_exact(graph, size):
    graphs = collection(graph)
    anchored, node_sets = (samplers.truth(graphs, size, frequency) for frequency in ("anchored", "graph"))
    task = Task.of(graphs, sizes=(size,), top=1000)
    found = METHOD.search(task, RandEsuSettings(tau=0), Monitor()).candidates[size]
    assert {c.pattern: c.known["anchored"] for c in found} == {
        pattern: spminer.Frequency.exact(value) for pattern, value in anchored.items()
    }
    assert sorted({c.known["graph"].value for c in found}) == sorted(set(node_sets.values()))


@pytest.mark.parametrize("settings", [RandEsuSettings(samples=500), RandEsuSettings(tau=1.0, repetitions=2)])
@pytest.mark.parametrize("size", [4, 5])
def test_intervals_cover_the_truth(settings, size):
    assert samplers.coverage(METHOD, settings, size=size) >= 0.9
    assert samplers.coverage(METHOD, settings, size=size, seeds=8, graphs_of=samplers.graphs_with_hubs) >= 0.9


def test_one_walk_samples_all_sizes_if_tau_is_given():
    graphs = spminer.from_edges(list(nx.gnm_random_graph(60, 120, seed=1).edges))
    result = METHOD.search(Task.of(graphs, sizes=(3, 5, 7)), RandEsuSettings(tau=1.0), Monitor())
    assert set(result.candidates) == {3, 5, 7}
    deeper = METHOD.search(Task.of(graphs, sizes=(3, 9)), RandEsuSettings(tau=1.0), Monitor())
    # The largest size sets the pace: more of the small subgraphs are met on the way to larger ones.
    assert deeper.candidates[3] != result.candidates[3]


def test_chosen_tau_gives_about_as_many_samples_as_asked_for():
    graphs = spminer.from_edges(list(nx.gnm_random_graph(200, 500, seed=3).edges))
    result = METHOD.search(Task.of(graphs, sizes=(6,)), RandEsuSettings(samples=5000), Monitor())
    assert result.facts["samples"] == pytest.approx(5000, rel=0.3)
    assert chosen_tau(graphs, 20, 1000, 0) > chosen_tau(graphs, 6, 1000, 0) > 0


def test_edge_induced_tasks_get_no_induced_counts():
    graphs = collection(nx.complete_graph(6))
    found = METHOD.search(Task.of(graphs, sizes=(3,), induced=False), RandEsuSettings(tau=0), Monitor()).candidates[3]
    assert [(c.known["anchored"].kind, "graph" in c.known) for c in found] == [("lower_bound", False)]


def test_thread_count_does_not_matter_and_the_seed_does():
    samplers.check_threads_and_seed(METHOD, FEW)


def test_a_resumed_run_ends_with_the_same_result(tmp_path):
    samplers.check_resuming(METHOD, FEW, tmp_path)
    samplers.check_resuming(METHOD, RandEsuSettings(tau=1.0), tmp_path / "one-walk")


def test_budgets():
    samplers.check_budgets(METHOD, RandEsuSettings(tau=0.1), RandEsuSettings(tau=0.5, memory_limit=1000))


def test_a_partial_walk_has_bounds_but_no_estimates():
    graphs = spminer.from_edges(list(nx.gnm_random_graph(300, 6000, seed=2).edges))
    result = METHOD.search(Task.of(graphs, sizes=(4, 8)), RandEsuSettings(tau=0.1), Monitor(time_limit=0.3))
    assert result.candidates[4]
    assert {kind for c in result.candidates[4] for kind in c.known} == {"anchored"}
    assert {c.known["anchored"].kind for c in result.candidates[4]} == {"lower_bound"}


def test_nothing_to_sample():
    samplers.check_no_subgraphs(METHOD, FEW)


def test_impossible_requests_say_what_is_possible():
    with pytest.raises(UsageError, match="sizes 2 to 32, not 33"):
        METHOD.check(MiningRequest(sizes=(33,)), collection(nx.path_graph(5)))
    with pytest.raises(UsageError, match="repetitions must be at least 2, not 1"):
        RandEsuSettings(repetitions=1)
