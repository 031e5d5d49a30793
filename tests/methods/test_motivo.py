import math

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import settings as with_settings
from hypothesis import strategies as st

import spminer
from spminer import UsageError
from spminer._util.monitor import Monitor
from spminer.methods.base import Task
from spminer.methods.motivo import METHOD, MotivoSettings
from spminer.results.request import MiningRequest
from support import samplers
from support.builders import collection
from support.strategies import examples, labeled_graphs

FEW = MotivoSettings(samples=2000, colorings=30)


@given(labeled_graphs(max_nodes=8), st.integers(2, 4))
@with_settings(max_examples=examples(25), deadline=None)
def test_candidates_exist(graph, size):
    # Enough colorings that a lone subgraph is never missed by all of them.
    many = MotivoSettings(samples=500, colorings=200)
    samplers.check_candidates_exist(METHOD, many, graph, size)


@pytest.mark.parametrize(
    "settings",
    [MotivoSettings(samples=2000, colorings=4, cover=100), MotivoSettings(samples=2000, adaptive=False)],
)
@pytest.mark.parametrize("size", [4, 5])
def test_intervals_cover_the_truth(settings, size):
    assert samplers.coverage(METHOD, settings, size=size) >= 0.9
    assert samplers.coverage(METHOD, settings, size=size, seeds=8, graphs_of=samplers.graphs_with_hubs) >= 0.9


@pytest.mark.parametrize("size", [8, 10])
def test_a_clique_of_a_large_size(size):
    graphs = collection(nx.complete_graph(30))
    (clique,) = METHOD.search(
        Task.of(graphs, sizes=(size,), frequency="graph"), MotivoSettings(samples=100, colorings=8), Monitor()
    ).candidates[size]
    assert clique.pattern.anchor is None
    assert clique.known["graph"].low <= math.comb(30, size) <= clique.known["graph"].high


def test_anchored_scores_are_nodes_that_were_met():
    graphs = collection(nx.star_graph(30))
    found = METHOD.search(Task.of(graphs, sizes=(4,)), FEW, Monitor()).candidates[4]
    assert {str(c.pattern): c.known["anchored"] for c in found} == {
        "0-1,1-2,1-3@0": spminer.Frequency.lower_bound(30),
        "0-1,0-2,0-3@0": spminer.Frequency.lower_bound(1),
    }


def test_thread_count_does_not_matter_and_the_seed_does():
    samplers.check_threads_and_seed(METHOD, MotivoSettings(samples=3000, colorings=2))


def test_a_resumed_run_ends_with_the_same_result(tmp_path):
    samplers.check_resuming(METHOD, MotivoSettings(samples=1000, colorings=2), tmp_path)


def test_budgets():
    many = MotivoSettings(samples=10_000_000)
    samplers.check_budgets(METHOD, many, MotivoSettings(memory_limit=1000))


def test_nothing_to_sample():
    samplers.check_no_subgraphs(METHOD, FEW)


def test_impossible_requests_say_what_is_possible():
    with pytest.raises(UsageError, match="sizes 2 to 12, not 13"):
        METHOD.check(MiningRequest(sizes=(13,)), collection(nx.path_graph(5)))
    with pytest.raises(UsageError, match="colorings must be at least 2, not 1"):
        MotivoSettings(colorings=1)
