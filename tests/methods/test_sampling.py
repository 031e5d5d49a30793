"""Tests of methods/sampling.py, methods/mfinder.py, methods/rand_esu.py and methods/motivo.py."""

import functools
import math
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as with_settings
from hypothesis import strategies as st

import spminer
from spminer import UsageError, _core
from spminer._util.checkpoint import Checkpoint, States
from spminer._util.monitor import Monitor
from spminer.methods.base import Task
from spminer.methods.mfinder import METHOD as MFINDER
from spminer.methods.mfinder import MfinderSettings
from spminer.methods.motivo import METHOD as MOTIVO
from spminer.methods.motivo import MotivoSettings
from spminer.methods.rand_esu import METHOD as RAND_ESU
from spminer.methods.rand_esu import RandEsuSettings, chosen_tau
from spminer.methods.sampling import _graph_frequency
from spminer.results.request import MiningRequest
from support.builders import collection
from support.strategies import examples, labeled_graphs

FEW = {
    MFINDER: MfinderSettings(samples=300),
    RAND_ESU: RandEsuSettings(samples=300),
    MOTIVO: MotivoSettings(samples=2000, colorings=30),
}
CORRECTED = MfinderSettings(samples=300, corrected=True)
METHODS = pytest.mark.parametrize("method", FEW, ids=lambda method: method.name)


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


# Enough samples, or colorings, that all subgraphs of so small a graph are sampled: no lone one is missed.
EXHAUSTIVE = [
    (MFINDER, FEW[MFINDER]),
    (MFINDER, CORRECTED),
    (RAND_ESU, RandEsuSettings(samples=10_000)),
    (RAND_ESU, RandEsuSettings(tau=0.0, samples=10_000)),
    (MOTIVO, MotivoSettings(samples=500, colorings=200)),
]


@pytest.mark.parametrize(("method", "settings"), EXHAUSTIVE)
@given(labeled_graphs(max_nodes=8), st.data())
@with_settings(max_examples=examples(20), deadline=None)
def test_candidates_exist(method, settings, graph, data):
    """Candidates are patterns of the graph, labels and direction included, each once and best first."""
    size = data.draw(st.integers(2, 4 if method is MOTIVO else 5))
    graphs = collection(graph)
    for frequency_name in ("anchored", "graph"):
        expected = truth(graphs, size, frequency_name)
        result = method.search(Task.of(graphs, sizes=(size,), frequency=frequency_name), settings, Monitor())
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


@pytest.mark.parametrize(
    ("method", "settings"),
    [(MFINDER, CORRECTED), (RAND_ESU, FEW[RAND_ESU]), (MOTIVO, MotivoSettings(samples=3000, colorings=2))],
)
def test_thread_count_does_not_matter_and_the_seed_does(method, settings):
    graphs = spminer.from_edges(list(nx.powerlaw_cluster_graph(150, 3, 0.3, seed=1).edges))
    one, three, other = (
        method.search(Task.of(graphs, sizes=(4, 6), seed=seed, threads=threads), settings, Monitor()).candidates
        for seed, threads in ((5, 1), (5, 3), (6, 1))
    )
    assert one == three
    assert one != other


@pytest.mark.parametrize(
    ("method", "settings"),
    [
        (MFINDER, FEW[MFINDER]),
        (RAND_ESU, FEW[RAND_ESU]),
        (RAND_ESU, RandEsuSettings(tau=1.0)),
        (MOTIVO, MotivoSettings(samples=1000, colorings=2)),
    ],
)
def test_a_resumed_run_ends_with_the_same_result(method, settings, tmp_path):
    """A finished size is read back, not sampled again, and the result is the same."""
    graphs = spminer.from_edges(list(nx.powerlaw_cluster_graph(60, 3, 0.3, seed=1).edges))
    whole = method.search(Task.of(graphs, sizes=(3, 5)), settings, Monitor())
    task = Task.of(graphs, sizes=(3, 5), states=States(Checkpoint(tmp_path, {})))
    first = method.search(task, settings, Monitor())
    resumed = method.search(
        Task.of(graphs, sizes=(3, 5), states=States(Checkpoint(tmp_path, {}, resume=True))), settings, Monitor()
    )
    assert whole.candidates == first.candidates == resumed.candidates
    assert resumed.facts == first.facts
    with pytest.MonkeyPatch.context() as patch:
        for name in ("sample_mfinder", "sample_rand_esu", "sample_motivo"):
            patch.delattr(_core, name)
        assert method.search(task, settings, Monitor()).candidates == whole.candidates


@pytest.mark.parametrize(
    ("method", "settings", "small"),
    [
        (MFINDER, MfinderSettings(samples=10_000_000), MfinderSettings(samples=100_000, memory_limit=1000)),
        (RAND_ESU, RandEsuSettings(tau=0.1), RandEsuSettings(tau=0.5, memory_limit=1000)),
        (MOTIVO, MotivoSettings(samples=10_000_000), MotivoSettings(memory_limit=1000)),
    ],
)
def test_budgets(method, settings, small):
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


@METHODS
def test_nothing_to_sample(method):
    graphs = collection(nx.disjoint_union_all([nx.path_graph(3)] * 4))
    result = method.search(Task.of(graphs, sizes=(3, 4)), FEW[method], Monitor())
    assert result.complete
    assert {candidate.pattern.size for candidate in result.candidates[3]} == {3}
    assert result.candidates[4] == ()


@pytest.mark.parametrize(
    ("method", "size", "match"),
    [
        (MFINDER, 1, "sizes 2 to 64, not 1"),
        (RAND_ESU, 33, "sizes 2 to 32, not 33"),
        (MOTIVO, 13, "sizes 2 to 12, not 13"),
    ],
)
def test_impossible_sizes_are_refused(method, size, match):
    with pytest.raises(UsageError, match=match):
        method.check(MiningRequest(sizes=(size,)), collection(nx.path_graph(5)))


@pytest.mark.parametrize(
    ("settings", "options", "match"),
    [
        (MfinderSettings, {"memory_limit": 0}, "memory_limit must be at least 1"),
        (RandEsuSettings, {"repetitions": 1}, "repetitions must be at least 2, not 1"),
        (MotivoSettings, {"colorings": 1}, "colorings must be at least 2, not 1"),
    ],
)
def test_impossible_settings_are_refused(settings, options, match):
    with pytest.raises(UsageError, match=match):
        settings(**options)


@pytest.mark.parametrize(
    ("method", "settings"),
    [
        (RAND_ESU, RandEsuSettings(samples=500)),
        (RAND_ESU, RandEsuSettings(tau=1.0, repetitions=2)),
        (MOTIVO, MotivoSettings(samples=2000, colorings=4, cover=100)),
        (MOTIVO, MotivoSettings(samples=2000, adaptive=False)),
    ],
)
@pytest.mark.parametrize("size", [4, 5])
def test_intervals_cover_the_truth(method, settings, size):
    assert coverage(method, settings, size=size) >= 0.9
    assert coverage(method, settings, size=size, seeds=8, graphs_of=graphs_with_hubs) >= 0.9


@pytest.mark.parametrize(("method", "settings"), [("rand-esu", {"samples": 2000}), ("motivo", {"samples": 1000})])
def test_reported_estimates_are_of_a_sample_that_did_not_choose(method, settings):
    """Of many labeled classes a sample prefers those that it met too often: its own intervals lie above the truth."""
    random = np.random.default_rng(0)
    pairs = np.unique(np.sort(random.integers(400, size=(800, 2)), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    graphs = spminer.from_edges(
        pairs, num_nodes=400, node_labels=[str(label) for label in random.integers(6, size=400)]
    )
    counted = spminer.enumerate(graphs, 5, top=None, frequency="graph", examples=0)
    truth = {motif.pattern: motif.graph_frequency.value for motif in counted}
    covered = 0
    for seed in range(12):
        for motif in spminer.mine(
            graphs, 5, method=method, frequency="graph", verify=False, seed=seed, examples=0, **settings
        ):
            found = motif.graph_frequency
            assert found.kind == "estimate"
            covered += found.low <= truth[motif.pattern] <= found.high
    assert covered >= 0.92 * 120


def test_a_class_that_was_met_once_may_be_one_node_set():
    once, twice = (
        SimpleNamespace(count=[5000.0], error=[0.0], hits=[1]),
        SimpleNamespace(count=[5000.0], error=[0.0], hits=[2]),
    )
    assert _graph_frequency(once, 0, None, exact=False).low == 1
    assert _graph_frequency(twice, 0, None, exact=False).low > 2


@pytest.mark.parametrize("size", [4, 5])
def test_corrected_estimates_are_without_bias_and_not_called_frequencies(size):
    for graph in graphs_with_hubs():
        graphs = collection(graph)
        expected = truth(graphs, size, "graph")
        estimates = {pattern: np.zeros(20) for pattern in expected}
        for seed in range(20):
            task = Task.of(graphs, sizes=(size,), top=1000, frequency="graph", seed=seed)
            for candidate in MFINDER.search(task, MfinderSettings(samples=1000, corrected=True), Monitor()).candidates[
                size
            ]:
                assert candidate.known == {}
                assert candidate.node_sets == candidate.score
                estimates[candidate.pattern][seed] = candidate.score
        common = max(expected, key=expected.get)
        error = estimates[common].std(ddof=1) / 20**0.5
        assert abs(estimates[common].mean() - expected[common]) < 5 * error


def test_no_result_has_an_interval_of_corrected_samples():
    graph = collection(next(graphs_with_hubs()))
    for verify in (False, True):
        found = spminer.mine(graph, 4, method="mfinder", frequency="graph", corrected=True, verify=verify)
        assert {motif.graph_frequency.kind for motif in found} <= {"exact", "lower_bound"}


def test_equal_weights_favor_dense_parts_and_the_correction_does_not():
    graphs = collection(nx.lollipop_graph(8, 40))  # a clique with a long tail
    clique = spminer.Pattern.parse("0-1,0-2,0-3,1-2,1-3,2-3").canonical()
    expected = truth(graphs, 4, "graph")
    task = Task.of(graphs, sizes=(4,), frequency="graph")
    share = {c.pattern: c.score for c in MFINDER.search(task, MfinderSettings(), Monitor()).candidates[4]}
    assert abs(share[clique] / (expected[clique] / sum(expected.values())) - 1) > 0.3
    corrected = {
        c.pattern: c.score for c in MFINDER.search(task, MfinderSettings(corrected=True), Monitor()).candidates[4]
    }
    assert corrected[clique] == pytest.approx(expected[clique], rel=0.1)


def test_the_anchor_is_the_first_node():
    # Samples of a star start at a leaf 10 times of 11.
    found = MFINDER.search(Task.of(collection(nx.star_graph(10)), sizes=(3,)), FEW[MFINDER], Monitor()).candidates[3]
    scores = {str(candidate.pattern): candidate.score for candidate in found}
    assert scores["0-1,1-2@0"] == pytest.approx(10 / 11, abs=0.06)
    assert sum(scores.values()) == pytest.approx(1)


def test_large_sizes():
    graph = collection(nx.path_graph(70))
    found = MFINDER.search(Task.of(graph, sizes=(20, 64)), FEW[MFINDER], Monitor()).candidates
    assert {candidate.pattern.size for candidate in found[20] + found[64]} == {20, 64}


def test_the_correction_is_refused_for_large_sizes():
    with pytest.raises(UsageError, match="sizes 2 to 16, not 17"):
        MFINDER.search(Task.of(collection(nx.path_graph(5)), sizes=(5, 17)), CORRECTED, Monitor())


@given(labeled_graphs(max_nodes=8), st.integers(2, 5))
@with_settings(max_examples=examples(30), deadline=None)
def test_tau_zero_is_exact(graph, size):
    graphs = collection(graph)
    anchored, node_sets = (truth(graphs, size, frequency) for frequency in ("anchored", "graph"))
    task = Task.of(graphs, sizes=(size,), top=1000)
    found = RAND_ESU.search(task, RandEsuSettings(tau=0), Monitor()).candidates[size]
    assert {c.pattern: c.known["anchored"] for c in found} == {
        pattern: spminer.Frequency.exact(value) for pattern, value in anchored.items()
    }
    assert sorted({c.known["graph"].value for c in found}) == sorted(set(node_sets.values()))


def test_one_walk_samples_all_sizes_if_tau_is_given():
    graphs = spminer.from_edges(list(nx.gnm_random_graph(60, 120, seed=1).edges))
    result = RAND_ESU.search(Task.of(graphs, sizes=(3, 5, 7)), RandEsuSettings(tau=1.0), Monitor())
    assert set(result.candidates) == {3, 5, 7}
    deeper = RAND_ESU.search(Task.of(graphs, sizes=(3, 9)), RandEsuSettings(tau=1.0), Monitor())
    # The largest size sets the pace: more of the small subgraphs are met on the way to larger ones.
    assert deeper.candidates[3] != result.candidates[3]


def test_chosen_tau_gives_about_as_many_samples_as_asked_for():
    graphs = spminer.from_edges(list(nx.gnm_random_graph(200, 500, seed=3).edges))
    result = RAND_ESU.search(Task.of(graphs, sizes=(6,)), RandEsuSettings(samples=5000), Monitor())
    assert result.facts["samples"] == pytest.approx(5000, rel=0.3)
    assert chosen_tau(graphs, 20, 1000, 0) > chosen_tau(graphs, 6, 1000, 0) > 0


def test_edge_induced_tasks_get_no_induced_counts():
    graphs = collection(nx.complete_graph(6))
    found = RAND_ESU.search(Task.of(graphs, sizes=(3,), induced=False), RandEsuSettings(tau=0), Monitor()).candidates[3]
    assert [(c.known["anchored"].kind, "graph" in c.known) for c in found] == [("lower_bound", False)]


def test_a_partial_walk_has_bounds_but_no_estimates():
    graphs = spminer.from_edges(list(nx.gnm_random_graph(300, 6000, seed=2).edges))
    result = RAND_ESU.search(Task.of(graphs, sizes=(4, 8)), RandEsuSettings(tau=0.1), Monitor(time_limit=0.3))
    assert result.candidates[4]
    assert {kind for c in result.candidates[4] for kind in c.known} == {"anchored"}
    assert {c.known["anchored"].kind for c in result.candidates[4]} == {"lower_bound"}


@pytest.mark.parametrize("size", [8, 10])
def test_a_clique_of_a_large_size(size):
    graphs = collection(nx.complete_graph(30))
    (clique,) = MOTIVO.search(
        Task.of(graphs, sizes=(size,), frequency="graph"), MotivoSettings(samples=100, colorings=8), Monitor()
    ).candidates[size]
    assert clique.pattern.anchor is None
    assert clique.known["graph"].low <= math.comb(30, size) <= clique.known["graph"].high


def test_anchored_scores_are_nodes_that_were_met():
    graphs = collection(nx.star_graph(30))
    found = MOTIVO.search(Task.of(graphs, sizes=(4,)), FEW[MOTIVO], Monitor()).candidates[4]
    assert {str(c.pattern): c.known["anchored"] for c in found} == {
        "0-1,1-2,1-3@0": spminer.Frequency.lower_bound(30),
        "0-1,0-2,0-3@0": spminer.Frequency.lower_bound(1),
    }
