"""Count prediction: exact labels and features against networkx, the model's algebra, and the whole path."""

import json
from dataclasses import replace
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer.errors import InputError, UsageError

torch = pytest.importorskip("torch")

from spminer.count_prediction.__main__ import main  # noqa: E402
from spminer.count_prediction.config import PRESETS, CountConfig  # noqa: E402
from spminer.count_prediction.data import CountFeed, collate, motif_classes, motif_counts  # noqa: E402
from spminer.count_prediction.evaluation import CountErrors, batches_by_size, predict  # noqa: E402
from spminer.count_prediction.features import walk_features  # noqa: E402
from spminer.count_prediction.graphs import nearest_neighbors, regions, ring_tree, training_graphs  # noqa: E402
from spminer.count_prediction.model import CountPredictor  # noqa: E402
from spminer.count_prediction.training import CountTrainer, load_predictor  # noqa: E402

TINY = PRESETS["tiny"]
CPU = torch.device("cpu")


@st.composite
def random_graphs(draw):
    size, seed = draw(st.integers(1, 9)), draw(st.integers(0, 2**32 - 1))
    return nx.gnp_random_graph(size, draw(st.sampled_from([0.2, 0.4, 0.6, 0.9])), seed=seed)


def collection(*graphs):
    """networkx graphs as one collection."""
    return spminer.from_networkx(list(graphs))


def brute_force_counts(graph):
    patterns = [nx.Graph(list(motif.pattern.edges)) for motif in motif_classes()]
    counts = np.zeros(len(patterns))
    for size in (3, 4, 5):
        for nodes in combinations(graph, size):
            part = graph.subgraph(nodes)
            if nx.is_connected(part):
                counts[[nx.is_isomorphic(part, pattern) for pattern in patterns].index(True)] += 1
    return counts


def test_the_classes_are_all_connected_graphs_of_3_to_5_nodes():
    graphs = [nx.Graph(list(motif.pattern.edges)) for motif in motif_classes()]
    assert [len(graph) for graph in graphs] == [3] * 2 + [4] * 6 + [5] * 21
    assert all(nx.is_connected(graph) for graph in graphs)
    assert not any(nx.is_isomorphic(a, b) for a, b in combinations(graphs, 2))
    assert all(nx.eccentricity(graph, 0) == nx.radius(graph) for graph in graphs)


@settings(deadline=None, max_examples=25)
@given(random_graphs(), random_graphs())
def test_counts_are_those_of_brute_force(first, second):
    shares, counts = motif_counts(collection(first, second))
    np.testing.assert_array_equal(counts, [brute_force_counts(first), brute_force_counts(second)])
    np.testing.assert_allclose(shares[: len(first)].sum(axis=0), counts[0])


def closed_walks(graph, node, length):
    """Closed walks without an immediate turn back, one by one."""
    walks = [(node,)]
    for _ in range(length):
        walks = [(*walk, v) for walk in walks for v in graph[walk[-1]] if len(walk) < 2 or v != walk[-2]]
    return sum(walk[-1] == node for walk in walks)


@settings(deadline=None, max_examples=25)
@given(random_graphs(), random_graphs(), st.sampled_from([1, 2, 64]))
def test_features_are_those_of_walks_one_by_one(first, second, block):
    batch = collate(collection(first, second))
    sizes = torch.tensor([len(first), len(second)])
    nodes, edges = walk_features(batch.source, batch.target, sizes, block=block)
    both = nx.disjoint_union(first, second)
    for v in both:
        far = sum(distance == 2 for distance in nx.single_source_shortest_path_length(both, v, 2).values())
        cycles = [closed_walks(both, v, length) / 2 for length in (3, 4, 5)]
        expected = [both.degree(v), cycles[0], far, *cycles[1:]]
        np.testing.assert_allclose(nodes[v].expm1(), expected, atol=1e-3, rtol=1e-4)
    common = [
        len(set(both[u]) & set(both[v])) for u, v in zip(batch.source.tolist(), batch.target.tolist(), strict=True)
    ]
    np.testing.assert_allclose(edges[:, 0].expm1(), common, atol=1e-4)


def test_prediction_does_not_depend_on_company_or_numbering():
    torch.manual_seed(1)
    model = CountPredictor(TINY)
    graph, other = nx.karate_club_graph(), nx.path_graph(7)
    turned = nx.convert_node_labels_to_integers(
        nx.relabel_nodes(graph, {v: (v * 5) % 34 for v in graph}), ordering="sorted"
    )
    alone, _ = predict(model, [collate(collection(graph))])
    together, _ = predict(model, [collate(collection(other, turned))])
    np.testing.assert_allclose(together[1], alone[0], rtol=1e-4)


def test_two_copies_have_twice_the_count():
    torch.manual_seed(1)
    model = CountPredictor(TINY)
    graph = nx.karate_club_graph()
    once, _ = predict(model, [collate(collection(graph))])
    twice, _ = predict(model, [collate(collection(nx.disjoint_union(graph, graph)))])
    np.testing.assert_allclose(np.expm1(twice), 2 * np.expm1(once), rtol=1e-4)


def test_degree_only_model_is_blind_to_cycles_and_the_other_is_not():
    # Nodes of both graphs see nothing but degree 2, however far they look.
    rings = collection(nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3)), nx.cycle_graph(6))
    for walks, same in ((False, True), (True, False)):
        torch.manual_seed(1)
        config = replace(TINY, walks=walks)
        batch = collate(rings)
        predicted, _ = predict(CountPredictor(config), [batch])
        assert np.allclose(predicted[0], predicted[1], rtol=1e-5) == same


def test_training_graphs_are_a_function_of_the_seed():
    first, again, other = (training_graphs(12, 40, seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first.indices, again.indices)
    assert first.indices.tolist() != other.indices.tolist()
    assert np.diff(first.graph_offsets).min() >= 6
    assert np.diff(first.graph_offsets).max() <= 40


@given(st.integers(2, 60), st.integers(0, 2**32 - 1))
def test_ring_trees_are_connected_and_respect_valence(size, seed):
    edges = ring_tree(size, np.random.default_rng(seed))
    graph = nx.Graph(edges)
    assert len(graph) == size
    assert graph.number_of_edges() == len(edges)
    assert nx.is_connected(graph)
    assert max(degree for _, degree in graph.degree) <= 4


@pytest.mark.parametrize("kind", [nearest_neighbors, regions])
@pytest.mark.parametrize("size", [6, 7, 30])
def test_graphs_of_points_are_simple_and_sparse(kind, size):
    for seed in range(20):
        edges = kind(size, np.random.default_rng(seed))
        assert all(0 <= u < v < size for u, v in edges)
        assert len(set(edges)) == len(edges) <= 7 * size


def test_feed_repeats_its_batches_and_does_not_depend_on_threads():
    config = replace(TINY, distinct=3)
    feeds = [CountFeed(config, device=CPU, threads=threads) for threads in (1, 2)]
    one, two = ([batch.log_counts for batch in feed.steps(0, 7)] for feed in feeds)
    assert all(torch.equal(a, b) for a, b in zip(one, two, strict=True))
    assert sorted(feeds[0].number(step) for step in range(3, 6)) == [0, 1, 2]
    assert torch.equal(next(iter(feeds[0].steps(5, 6))).log_counts, one[5])


def test_errors_are_as_defined():
    predicted, exact = np.array([[1.0, 0.5], [3.0, 2.0]]), np.array([[2.0, 0.0], [3.0, 1.0]])
    errors = CountErrors.of(predicted, exact)
    assert (errors.graphs, errors.occurring) == (2, 0.75)
    assert errors.mse == pytest.approx((1 + 0.25 + 0 + 1) / 4)
    assert errors.mse_occurring == pytest.approx(2 / 3)
    assert errors.relative_error == pytest.approx((0.5 + 0 + 1) / 3)
    assert errors.relative_mse == pytest.approx(2.25 / 14)
    assert np.isnan(CountErrors.of(np.ones((1, 2)), np.zeros((1, 2))).relative_error)


def test_batches_by_size_hold_every_graph_once():
    graphs = collection(nx.path_graph(9), nx.complete_graph(4), nx.star_graph(5), nx.empty_graph(2))
    batches = list(batches_by_size(graphs, nodes=10))
    assert [len(batch.log_counts) for batch in batches] == [2, 1, 1]
    counts = torch.cat([batch.log_counts for batch in batches])
    _, expected = motif_counts(graphs)
    np.testing.assert_allclose(counts.expm1(), expected[[3, 1, 2, 0]], rtol=1e-5, atol=1e-5)


def test_training_learns_and_a_stopped_run_goes_on_as_if_it_had_not(tmp_path):
    lines = []
    config = replace(TINY, seconds=1e9)  # else the learning rate follows the clock
    whole = CountTrainer(config, tmp_path / "whole", device="cpu")
    untrained = CountErrors.measure(whole.model, [whole.feed.draw(0)]).mse
    whole.run(report=lines.append)
    assert [line["step"] for line in lines] == [80, 160]
    assert lines[-1]["mse"] < 0.4 * untrained

    class StoppedError(Exception):
        pass

    def stop(_line):
        raise StoppedError

    part = CountTrainer(config, tmp_path / "part", device="cpu")
    with pytest.raises(StoppedError):
        part.run(report=stop)
    resumed = CountTrainer(config, tmp_path / "part", device="cpu")
    assert resumed.step == 80
    resumed.run()
    assert resumed.step == 160
    for name, value in whole.model.state_dict().items():
        torch.testing.assert_close(resumed.model.state_dict()[name], value, rtol=1e-3, atol=1e-4)


def test_time_ends_a_run_and_a_longer_one_goes_on(tmp_path):
    trainer = CountTrainer(replace(TINY, seconds=1e-6), tmp_path, device="cpu")
    trainer.run()
    assert (trainer.step, trainer.learning_rate()) == (1, 0.0)
    assert CountTrainer(TINY, tmp_path, device="cpu").step == 1
    with pytest.raises(UsageError, match="another configuration"):
        CountTrainer(replace(TINY, width=8), tmp_path, device="cpu")


def test_config_refuses_unknown_names():
    assert CountConfig.from_dict(TINY.to_dict()) == TINY
    with pytest.raises(UsageError, match="widht"):
        CountConfig.from_dict({"widht": 3})


def test_a_file_of_something_else_is_refused(tmp_path):
    from spminer.encoder.tensorfile import write_tensors

    write_tensors(tmp_path / "x.safetensors", {"x": np.ones(2, np.float32)}, {})
    with pytest.raises(InputError, match="not a count predictor"):
        load_predictor(tmp_path / "x.safetensors")
    texts = {"format": "spminer-counts", "config": json.dumps(TINY.to_dict())}
    write_tensors(tmp_path / "x.safetensors", {"model.skip": np.ones(2, np.float32)}, texts)
    with pytest.raises(InputError, match="do not fit"):
        load_predictor(tmp_path / "x.safetensors")


def test_command_line_trains_and_evaluates(tmp_path, capsys):
    run, edges = tmp_path / "run", tmp_path / "ring.csv"
    edges.write_text("".join(f"{i},{(i + 1) % 12}\n" for i in range(12)))
    assert main(["train", "--preset", "tiny", "--out", str(run), "--seconds", "0.2", "--device", "cpu"]) == 0
    assert (run / "log.csv").read_text().startswith("step,seconds,loss")
    capsys.readouterr()
    assert main(["evaluate", str(run), str(edges), "--json"]) == 0
    results = json.loads(capsys.readouterr().out)
    assert results["E-R"]["graphs"] == 500
    assert results["ring"]["occurring"] == pytest.approx(3 / 29)  # paths of 3, 4 and 5 nodes
    assert main(["evaluate", str(run), str(edges)]) == 0
    assert "E-R" in capsys.readouterr().out
    assert main(["evaluate", str(tmp_path / "none")]) != 0
    assert "cannot read the file" in capsys.readouterr().err
