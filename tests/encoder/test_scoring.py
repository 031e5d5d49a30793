"""Tests of encoder/scoring.py and of the native label signatures (`_core`) against networkx."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import _core
from spminer.encoder.batch import AnchoredBatch, LabeledPatterns
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import Calibration, EncoderModel, ModelConfig, load_model, save_model
from spminer.encoder.neighborhoods import LARGE_SIZES, SMALL_SIZES, sample
from spminer.encoder.network import Encoder
from spminer.encoder.scoring import FrequencyEstimator, OrderScorer, PairClassifier, PerceptronScorer, open_scorer
from spminer.errors import UsageError
from support import gpu
from support.builders import TINY, random_batch, random_model
from support.oracles import contains
from support.strategies import examples

CALIBRATION = Calibration(0.5, np.linspace(0.2, 2, 64, dtype=np.float32), np.linspace(0.4, 5, 64, dtype=np.float32))


def scorer(**options):
    return OrderScorer(open_embedder(random_model()), calibration=CALIBRATION, **options)


def plain_penalty(sub, sup):
    return (np.maximum(sub - sup, 0) ** 2).sum(axis=-1)


def test_penalties_are_the_formula_and_excluded_pairs_are_infinite():
    sub, sup = random_batch(200, seed=1, sizes=(2, 8)), random_batch(200, seed=2, sizes=(6, 40))
    learned = scorer(use_signature=False).penalties(sub, sup)
    embed = open_embedder(random_model()).embed
    assert np.allclose(learned, plain_penalty(embed(sub), embed(sup)), rtol=1e-4)
    both = scorer().penalties(sub, sup)
    excluded = (_core.signatures(sub.rows, sub.sizes) > _core.signatures(sup.rows, sup.sizes)).any(axis=1)
    assert 0 < excluded.sum() < len(excluded)
    assert np.isinf(both[excluded]).all()
    assert np.array_equal(both[~excluded], learned[~excluded])


@pytest.mark.parametrize("use_signature", [True, False])
def test_frequencies_are_those_of_all_pairs_one_by_one(use_signature):
    patterns, neighborhoods = random_batch(15, seed=3, sizes=(3, 9)), random_batch(120, seed=4, sizes=(20, 50))
    made = scorer(use_signature=use_signature)
    index = made.index(neighborhoods)
    estimate, possible = made.frequency(patterns, index), made.share(patterns, index, "signature")
    assert len(index) == 120
    for i, size in enumerate(patterns.sizes):
        copies = AnchoredBatch(np.repeat(patterns.rows[i : i + 1], 120, 0), np.repeat(size, 120).astype(np.int32))
        penalties = made.penalties(copies, neighborhoods)
        cap, threshold = CALIBRATION.caps[size - 1], CALIBRATION.thresholds[size - 1]
        assert np.isclose(estimate.soft[i], (1 - np.minimum(penalties / cap, 1)).mean(), atol=1e-5)
        assert np.isclose(estimate.hard[i], (penalties <= threshold).mean(), atol=1e-6)
        assert np.isclose(possible[i], np.isfinite(penalties).mean(), atol=1e-6)
        if not use_signature:  # equation 5: the mean of all penalties, without a cap
            learned = made.share(patterns, index, "penalty")
            assert np.isclose(learned[i], 1 / (1 + penalties.mean()), rtol=1e-5)
            assert np.isclose(made.mean_penalty(learned, size, "penalty")[i], penalties.mean(), rtol=1e-4)
    assert np.allclose(made.all_penalties(made.read(patterns), made.read(neighborhoods))[-1], penalties, rtol=1e-5)


def test_a_share_is_one_of_the_two_estimates():
    patterns, made = random_batch(6, seed=5, sizes=(3, 9)), scorer()
    index = made.index(random_batch(40, seed=6, sizes=(20, 50)))
    estimate = made.frequency(patterns, index)
    assert np.array_equal(made.share(patterns, index, "hard"), estimate.hard)
    assert np.array_equal(made.share(patterns, index, "soft"), estimate.soft)
    assert not np.array_equal(estimate.hard, estimate.soft)


def test_nothing_is_frequent_where_there_are_no_neighborhoods():
    made, none = scorer(), AnchoredBatch(np.empty((0, 5), np.uint64), np.empty(0, np.int32))
    index = made.index(none)
    assert made.frequency(random_batch(2), index).soft.tolist() == [0, 0]
    assert made.share(random_batch(2), index, "signature").tolist() == [0, 0]


def test_what_cannot_be_scored_is_explained():
    with pytest.raises(UsageError, match="not calibrated"):
        OrderScorer(open_embedder(random_model())).frequency(random_batch(1), scorer().index(random_batch(2)))
    with pytest.raises(UsageError, match="perceptron"):
        OrderScorer(open_embedder(random_model(ModelConfig(width=4, layers=1, head=(), dimensions=2, output="mlp"))))
    with pytest.raises(UsageError, match="aligned"):
        scorer().penalties(random_batch(1), random_batch(2))


@pytest.fixture(scope="module")
def embedder():
    return open_embedder(random_model())


@pytest.mark.parametrize("use_signature", [True, False])
def test_blocks_add_up(embedder, use_signature, monkeypatch):
    batch, patterns = random_batch(50, seed=1, sizes=(5, 20)), random_batch(4, seed=2, sizes=(3, 4))
    question = embedder.read(patterns, signatures=use_signature)
    whole = embedder.index(batch, signatures=use_signature)
    monkeypatch.setattr("spminer.encoder.inference._BLOCK", 7)
    parts = embedder.index(batch, signatures=use_signature)
    expected, found = (index.score(question, threshold=0.5, cap=1.0) for index in (whole, parts))
    assert len(parts) == len(whole) == 50
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-6)
    assert np.array_equal(found[1], expected[1])
    assert expected[1].any()


def test_signatures_are_for_the_containment_of_the_model(embedder):
    batch = random_batch(30, seed=3, sizes=(5, 20))
    free = open_embedder(random_model(replace(TINY, induced=False)))
    own, other = (some.read(batch, signatures=True).signatures for some in (embedder, free))
    assert np.array_equal(own, _core.signatures(batch.rows, batch.sizes, induced=True))
    assert np.array_equal(other, _core.signatures(batch.rows, batch.sizes, induced=False))
    assert not np.array_equal(other, own)


CONFIG = ModelConfig(width=4, layers=1, hops=0, head=(), dimensions=6, output="mlp")


@pytest.fixture
def encoder():
    torch.manual_seed(0)
    return Encoder(CONFIG)


@pytest.fixture
def verdict(encoder):
    return PairClassifier(EncoderModel(CONFIG, {name: value.numpy() for name, value in encoder.state_dict().items()}))


def test_logits_are_those_of_torch(encoder, verdict):
    sub, sup = torch.randn(20, 6), torch.randn(20, 6)
    expected = -encoder.compare(sub, sup).detach().numpy()
    np.testing.assert_allclose(verdict.logits(sub.numpy(), sup.numpy()), expected, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("hard", [False, True])
def test_shares_are_means_over_all_pairs(verdict, hard):
    random = np.random.default_rng(1)
    sub, sup = random.normal(size=(3, 6)).astype(np.float32), random.normal(size=(1100, 6)).astype(np.float32)
    for row, share in zip(sub, verdict.shares(sub, sup, hard=hard), strict=True):
        logits = verdict.logits(np.tile(row, (len(sup), 1)), sup)
        assert share == pytest.approx(np.mean(logits > 0) if hard else np.mean(1 / (1 + np.exp(-logits))), rel=1e-4)


def test_an_order_embedding_has_no_perceptron():
    with pytest.raises(UsageError, match="no perceptron"):
        PairClassifier(EncoderModel(ModelConfig(), {}))


def test_answers_that_are_far_from_even_are_0_or_1(verdict):
    sub, sup = np.zeros((1, 6), np.float32), np.random.default_rng(2).normal(size=(50, 6)).astype(np.float32) * 1e6
    yes = verdict.logits(np.tile(sub, (len(sup), 1)), sup) > 0
    assert verdict.shares(sub, sup, hard=False) == pytest.approx(yes.mean(), abs=1e-3)  # without overflow


@pytest.mark.parametrize("hard", [False, True])
def test_the_scorer_asks_about_every_pattern_in_every_neighborhood(hard):
    model = random_model(CONFIG)
    embedder = open_embedder(model)
    patterns, neighborhoods = random_batch(5, seed=1, sizes=(3, 9)), random_batch(30, seed=2, sizes=(20, 50))
    scorer = PerceptronScorer(embedder)
    found = scorer.share(patterns, scorer.index(neighborhoods), "hard" if hard else "soft")
    with pytest.raises(UsageError, match="a perceptron has no penalty"):
        scorer.share(patterns, scorer.index(neighborhoods), "penalty")
    expected = PairClassifier(model).shares(embedder.embed(patterns), embedder.embed(neighborhoods), hard=hard)
    assert np.array_equal(found, expected)
    assert np.array_equal(scorer.mean_penalty(found, 3, "soft"), 1 - found)


def test_the_scorer_refuses_an_order_embedding():
    with pytest.raises(UsageError, match="no perceptron"):
        PerceptronScorer(open_embedder(random_model()))


CALIBRATION_LABELINGS = Calibration(0.5, np.full(64, 1.0, np.float32), np.full(64, 3.0, np.float32))


@st.composite
def labeled_graphs(draw, *, nodes, directed):
    """A connected graph with labels of nodes and edges, as networkx has it; node 0 is the anchor."""
    n = draw(st.integers(1, nodes))
    graph = (nx.DiGraph if directed else nx.Graph)()
    for node in range(n):
        graph.add_node(node, label=draw(st.integers(0, 2)))
        if node:
            graph.add_edge(node, draw(st.integers(0, node - 1)), label=draw(st.integers(0, 1)))
    for _ in range(draw(st.integers(0, n))):
        a, b = draw(st.integers(0, n - 1)), draw(st.integers(0, n - 1))
        if a != b:
            graph.add_edge(a, b, label=draw(st.integers(0, 1)))
    return graph


def arrays(graph):
    """The nodes in order and the rows of bits of a graph as one occurrence in itself."""
    rows = np.zeros((1, len(graph)), np.uint64)
    for a, b in graph.edges:
        rows[0, a] |= np.uint64(1 << b)
        rows[0, b] |= np.uint64(1 << a)
    return np.arange(len(graph), dtype=np.int32).reshape(1, -1), rows


def with_all_labels(graph):
    """Beside a graph, every label once, so that all graphs number labels alike."""
    whole = graph.copy()
    first = len(whole)
    for node in range(first, first + 6):
        whole.add_node(node, label=(node - first) % 3)
    for edge in range(3):
        whole.add_edge(first + 2 * edge, first + 2 * edge + 1, label=edge % 2)
    return whole


def signature_with_all_labels(graph):
    joined = spminer.from_networkx([with_all_labels(graph)])
    names = [int(name) for name in joined.names(range(joined.num_nodes))]
    place = {node: names.index(node) for node in graph}
    nodes, rows = arrays(graph)
    return _core.label_signatures(joined.target(), np.array([[place[n] for n in nodes[0].tolist()]], np.int32), rows)[0]


@settings(deadline=None, max_examples=examples(150))
@given(data=st.data(), directed=st.booleans(), induced=st.booleans())
def test_never_rejects_what_is_contained(data, directed, induced):
    sup = data.draw(labeled_graphs(nodes=8, directed=directed))
    sub = data.draw(labeled_graphs(nodes=3, directed=directed))
    if data.draw(st.booleans()):  # a part of it, so that containments are not rare
        kept = data.draw(st.integers(1, len(sup)))
        part = nx.Graph(sup.subgraph(range(kept))) if not directed else nx.DiGraph(sup.subgraph(range(kept)))
        sub = part if nx.is_connected(nx.Graph(part)) else sub
    if contains(sub, sup, induced=induced):
        assert (signature_with_all_labels(sub) <= signature_with_all_labels(sup)).all()


def test_labels_and_direction_are_told_apart():
    path = nx.path_graph(3)
    other = path.copy()
    for graph, labels in ((path, "ccn"), (other, "cnc")):
        nx.set_node_attributes(graph, dict(enumerate(labels)), "label")
    both = spminer.from_networkx([path, other])
    low, high = _core.label_signatures(
        both.target(), np.array([[0, 1, 2], [3, 4, 5]], np.int32), np.repeat(arrays(path)[1], 2, axis=0)
    )
    assert (low > high).any()
    assert (high > low).any()
    arcs = spminer.from_edges([(0, 1), (2, 3)], directed=True).target()
    out, back = _core.label_signatures(
        arcs, np.array([[0, 1], [3, 2]], np.int32), np.array([[2, 1], [2, 1]], np.uint64)
    )
    assert (out > back).any()
    assert (back > out).any()


@pytest.mark.parametrize(
    ("nodes", "rows", "what"),
    [([[7]], [[0]], "not one of"), ([[0]], [[2]], "beyond"), ([[-1]], [[0]], "1 to 64"), ([[0], [1]], [[0]], "same")],
)
def test_what_is_no_occurrence_is_refused(nodes, rows, what):
    target = spminer.from_edges([(0, 1)]).target()
    with pytest.raises(ValueError, match=what):
        _core.label_signatures(target, np.array(nodes, np.int32), np.array(rows, np.uint64))


def test_labelings_of_one_structure_are_scored_apart_and_alike_on_a_device():
    random = np.random.default_rng(1)
    graph = nx.gnp_random_graph(60, 0.08, seed=1)
    nx.set_node_attributes(graph, {node: int(random.integers(3)) for node in graph}, "label")
    collection = spminer.from_networkx([graph])
    target = collection.target()
    rows, sizes, _, nodes = _core.sample_neighborhoods(target, 60, low=12, high=20)
    samples = AnchoredBatch(rows, sizes)
    labels = _core.label_signatures(target, nodes, rows)
    triples = np.array([row[:3] for row in nodes if row[2] >= 0][:9], np.int32)
    chain = np.array([[2, 5, 2]], np.uint64)
    counts = _core.label_signatures(target, triples, np.repeat(chain, len(triples), axis=0))
    structure, labelings = (
        AnchoredBatch(chain, np.array([3], np.int32)),
        LabeledPatterns(np.zeros(len(triples), int), counts),
    )
    model = random_model(replace(TINY, width=8))
    here = OrderScorer(open_embedder(model), calibration=CALIBRATION_LABELINGS)
    there = OrderScorer(gpu.embedder(model), calibration=CALIBRATION_LABELINGS)
    found = here.frequency(structure, here.index(samples, labels), labelings)
    plain = here.frequency(structure, here.index(samples))
    assert (found.soft <= plain.soft[0] + 1e-6).all()
    assert len(set(found.soft.tolist())) > 1
    assert np.allclose(there.frequency(structure, there.index(samples, labels), labelings).soft, found.soft, atol=1e-6)
    possible = (
        np.concatenate([_core.signatures(rows, sizes), labels], axis=1)[None]
        >= here.embedder.read(structure, signatures=True, labelings=labelings).signatures[:, None]
    ).all(-1)
    embedded = here.embedder.embed
    penalties = (np.maximum(embedded(structure) - embedded(samples), 0) ** 2).sum(1)
    expected = np.where(possible, 1 - np.minimum(penalties / 3, 1), 0).mean(1)
    assert np.allclose(found.soft, expected, atol=1e-5)


def test_every_pattern_has_its_signature():
    with pytest.raises(UsageError, match="2 patterns have 1 signatures"):
        LabeledPatterns(np.array([0, 0]), np.zeros((1, 256), np.uint8))


@pytest.fixture(scope="module")
def target():
    return spminer.generate.synthetic(12, (45, 60), seed=4).target()


def same_size(size):
    return random_batch(9, seed=size, sizes=(size, size))


@pytest.mark.parametrize("estimate", ["soft", "hard"])
@pytest.mark.parametrize(("size", "neighborhoods"), [(6, SMALL_SIZES), (12, LARGE_SIZES)])
def test_what_mines_is_what_is_evaluated(target, estimate, size, neighborhoods):
    estimator = FrequencyEstimator(open_scorer("default"), target, neighborhoods=80, estimate=estimate, seed=3)
    scorer, patterns = OrderScorer(open_embedder("default")), same_size(size)
    expected = scorer.frequency(patterns, scorer.index(sample(target, 80, neighborhoods, seed=3).batch))
    found = estimator.score(patterns.rows)
    assert np.array_equal(found, getattr(expected, estimate))
    assert (found.min() >= 0, found.max() <= 1) == (True, True)


def test_a_perceptron_is_asked_in_its_own_way(target):
    estimator = FrequencyEstimator(open_scorer("mlp"), target, neighborhoods=30, seed=3)
    scorer, patterns = PerceptronScorer(open_embedder("mlp")), same_size(5)
    expected = scorer.share(patterns, scorer.index(sample(target, 30, SMALL_SIZES, seed=3).batch), "soft")
    assert np.array_equal(estimator.score(patterns.rows), expected)


def test_default_is_the_model_for_the_containment():
    def model(name, *, induced):
        return open_scorer(name, induced=induced).embedder.model.tensors["input.weight"]

    for name, induced, expected in (
        ("default", True, "real"),
        ("default", False, "edge-induced"),
        ("mlp", False, "mlp"),
    ):
        assert np.array_equal(model(name, induced=induced), load_model(expected).tensors["input.weight"])


def test_neighborhoods_are_sampled_once_for_all_sizes_that_share_them(target):
    embedder = open_embedder(random_model())
    estimator = FrequencyEstimator(OrderScorer(embedder, calibration=CALIBRATION), target, neighborhoods=20)
    assert estimator.index(5) is estimator.index(8)
    assert estimator.index(9) is not estimator.index(8)
    large = FrequencyEstimator(
        OrderScorer(embedder, calibration=CALIBRATION), target, neighborhoods=21, samples="large"
    )
    assert large.index(3) is large.index(30)
    assert len(large.index(3)) == 21


def test_seed_and_sampling_matter_and_threads_do_not(target):
    def scores(**options):
        scorer = OrderScorer(open_embedder(random_model()), calibration=CALIBRATION)
        return FrequencyEstimator(scorer, target, neighborhoods=50, **options).score(same_size(7).rows)

    expected = scores(seed=1, threads=1)
    assert np.array_equal(scores(seed=1, threads=2), expected)
    assert not np.array_equal(scores(seed=2), expected)
    assert not np.array_equal(scores(seed=1, sampling="breadth"), expected)
    assert not np.array_equal(scores(seed=1, repeat_nodes=True), expected)
    assert not np.array_equal(scores(seed=1, samples="9-12"), expected)


def test_a_neighborhood_of_k_hops_has_all_nodes_within_this_distance():
    graph = nx.random_regular_graph(3, 40, seed=2)
    batch, nodes = sample(
        spminer.from_networkx(graph).target(), np.arange(40, dtype=np.int32), (64, 64), sampling="breadth", hops=2
    )
    for node in range(40):
        expected = nx.single_source_shortest_path_length(graph, node, cutoff=2)
        assert set(nodes[node, : batch.sizes[node]].tolist()) == set(expected)


def test_nodes_may_have_several_neighborhoods():
    graph = spminer.from_networkx(nx.path_graph(30)).target()
    assert len(sample(graph, 50, (4, 6)).batch) == 30
    batch, nodes = sample(graph, 3000, (4, 6), repeat_nodes=True, seed=1)
    drawn = np.bincount(nodes[:, 0], minlength=30)
    assert (len(batch), drawn.min() > 60, drawn.max() < 150) == (3000, True, True)  # 100 each, uniform
    assert np.array_equal(nodes, sample(graph, 3000, (4, 6), repeat_nodes=True, seed=1, threads=2).nodes)


class CountEncoder:
    """An order embedding by hand: nodes, edges, and edges at the anchor can only grow; in float64, as users have it."""

    threshold, induced = 0.5, False

    def embed(self, batch):
        degrees = np.bitwise_count(batch.rows).astype(float)
        return np.stack([batch.sizes, degrees.sum(axis=1) / 2, degrees[:, 0]], axis=1)


def test_an_encoder_of_the_user_scores_with_its_threshold(target):
    patterns = same_size(6)
    estimator = FrequencyEstimator(
        open_scorer(CountEncoder(), induced=False, use_signature=False), target, neighborhoods=50, estimate="hard"
    )
    encoder, neighborhoods = CountEncoder(), sample(target, 50, SMALL_SIZES).batch
    contained = (encoder.embed(patterns)[:, None] <= encoder.embed(neighborhoods)[None]).all(axis=2)
    assert np.array_equal(estimator.score(patterns.rows), contained.mean(axis=1))
    with pytest.raises(UsageError, match="'CountEncoder' was trained on edge-induced pairs"):
        open_scorer(CountEncoder())


def test_an_encoder_that_returns_something_else_is_refused(target):
    class Wrong(CountEncoder):
        def embed(self, batch):
            return np.zeros(len(batch))

    with pytest.raises(UsageError, match=r"embed must return one row of finite numbers for each of 20 graphs"):
        FrequencyEstimator(open_scorer(Wrong(), induced=False), target, neighborhoods=20).index(5)


def test_a_model_without_calibration_is_refused_at_once(tmp_path):
    model = random_model()
    save_model(tmp_path / "m.safetensors", model.config, model.tensors)
    with pytest.raises(UsageError, match="not calibrated"):
        open_scorer(str(tmp_path / "m.safetensors"))


@pytest.mark.parametrize("induced", [True, False])
def test_an_order_embedding_of_the_other_containment_is_refused(induced, tmp_path):
    model = load_model("default" if induced else "edge-induced")
    path = tmp_path / "model.safetensors"
    save_model(path, model.config, model.tensors, metadata=model.metadata)
    assert open_scorer(str(path), induced=induced).embedder.model.config.induced == induced
    kinds = ("node-induced", "edge-induced") if induced else ("edge-induced", "node-induced")
    with pytest.raises(UsageError, match=f"was trained on {kinds[0]} pairs and does not support {kinds[1]} patterns"):
        open_scorer(str(path), induced=not induced)
