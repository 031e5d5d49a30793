"""What every method that samples subgraphs must hold to, whatever it samples by."""

import functools

import networkx as nx
import pytest

import spminer
from spminer import _core
from spminer._util.checkpoint import Checkpoint, States
from spminer._util.monitor import Monitor
from spminer.methods.base import Task
from support.builders import collection


def truth(graphs, size, frequency):
    """The frequency of every pattern of a size, anchored or not, by exact enumeration."""
    motifs = spminer.enumerate(graphs, size, top=None, frequency=frequency, examples=0, engine="esu")
    return {m.pattern: (m.anchored_frequency if frequency == "anchored" else m.graph_frequency).value for m in motifs}


def a_dozen_graphs():
    for seed in range(4):
        yield nx.gnm_random_graph(40, 80, seed=seed)
        yield nx.barabasi_albert_graph(40, 3, seed=seed)
        yield nx.powerlaw_cluster_graph(40, 3, 0.5, seed=seed)


def graphs_with_hubs():
    for seed in range(3):
        yield nx.barabasi_albert_graph(100, 2, seed=seed)
        for graph in (nx.gnm_random_graph(100, 150, seed=seed), nx.powerlaw_cluster_graph(100, 2, 0.3, seed=seed)):
            graph.add_edges_from((0, node) for node in range(1, 60))
            yield graph


@functools.cache
def _with_truth(graphs_of, size):
    """Graphs, each with its frequencies of a size: for all samplers and settings."""
    return [(graphs, truth(graphs, size, "graph")) for graphs in map(collection, graphs_of())]


def coverage(method, settings, *, size=4, seeds=4, graphs_of=a_dozen_graphs):
    """How many of the intervals of graph-level frequencies cover the truth."""
    covered = total = 0
    for graphs, expected in _with_truth(graphs_of, size):
        for seed in range(seeds):
            task = Task.of(graphs, sizes=(size,), top=1000, frequency="graph", seed=seed, threads=1)
            for candidate in method.search(task, settings, Monitor()).candidates[size]:
                frequency = candidate.known["graph"]
                assert frequency.kind == "estimate"
                covered += frequency.low <= expected[candidate.pattern] <= frequency.high
                total += 1
    assert total > 200
    return covered / total


def check_candidates_exist(method, settings, graph, size):
    """Candidates are patterns of the graph, labels and direction included, each once and best first."""
    graphs = collection(graph)
    for objective in ("anchored", "graph"):
        expected = truth(graphs, size, objective)
        result = method.search(Task.of(graphs, sizes=(size,), frequency=objective), settings, Monitor())
        assert result.complete
        patterns = [candidate.pattern for candidate in result.candidates[size]]
        assert len(set(patterns)) == len(patterns)
        assert set(patterns) <= set(expected)
        assert bool(patterns) == bool(expected)
        scores = [candidate.score for candidate in result.candidates[size]]
        assert scores == sorted(scores, reverse=True)
        for candidate in result.candidates[size]:
            if "anchored" in candidate.known:
                assert 0 < candidate.known["anchored"].value <= expected[candidate.pattern]


def check_threads_and_seed(method, settings):
    graphs = spminer.from_edges(list(nx.powerlaw_cluster_graph(150, 3, 0.3, seed=1).edges))
    one, three, other = (
        method.search(Task.of(graphs, sizes=(4, 6), seed=seed, threads=threads), settings, Monitor()).candidates
        for seed, threads in ((5, 1), (5, 3), (6, 1))
    )
    assert one == three
    assert one != other


def check_resuming(method, settings, folder):
    """A finished size is read back, not sampled again, and the result is the same."""
    graphs = spminer.from_edges(list(nx.powerlaw_cluster_graph(60, 3, 0.3, seed=1).edges))
    whole = method.search(Task.of(graphs, sizes=(3, 5)), settings, Monitor())
    task = Task.of(graphs, sizes=(3, 5), states=States(Checkpoint(folder, {})))
    first = method.search(task, settings, Monitor())
    resumed = method.search(
        Task.of(graphs, sizes=(3, 5), states=States(Checkpoint(folder, {}, resume=True))), settings, Monitor()
    )
    assert whole.candidates == first.candidates == resumed.candidates
    assert resumed.facts == first.facts
    with pytest.MonkeyPatch.context() as patch:
        for name in ("sample_mfinder", "sample_rand_esu", "sample_motivo"):
            patch.delattr(_core, name)
        assert method.search(task, settings, Monitor()).candidates == whole.candidates


def check_budgets(method, settings, small):
    """A run ended by time, by the user or by memory says so, and has no estimates that it cannot stand for."""
    graphs = spminer.from_edges(list(nx.gnm_random_graph(300, 6000, seed=2).edges))
    result = method.search(Task.of(graphs, sizes=(5, 8)), settings, Monitor(time_limit=0.1))
    assert not result.complete
    assert result.stop_reason == "time limit"
    monitor = Monitor()
    monitor.cancel()
    canceled = method.search(Task.of(graphs, sizes=(5,)), settings, monitor)
    assert (canceled.complete, canceled.candidates[5]) == (False, ())
    limited = method.search(Task.of(graphs, sizes=(8,)), small, Monitor())
    assert limited.stop_reason == "memory limit"


def check_no_subgraphs(method, settings):
    graphs = collection(nx.disjoint_union_all([nx.path_graph(3)] * 4))
    result = method.search(Task.of(graphs, sizes=(3, 4)), settings, Monitor())
    assert result.complete
    assert {candidate.pattern.size for candidate in result.candidates[3]} == {3}
    assert result.candidates[4] == ()
