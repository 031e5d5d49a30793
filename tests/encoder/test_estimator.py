from __future__ import annotations

import numpy as np
import pytest

import spminer
from spminer.encoder.estimator import FrequencyEstimator, open_scorer
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import Calibration, load_model, save_model
from spminer.encoder.neighborhoods import LARGE, SMALL, sample
from spminer.encoder.scoring import OrderScorer, PerceptronScorer
from spminer.errors import UsageError
from support.builders import random_batch, random_model

CALIBRATION = Calibration(0.5, np.linspace(0.2, 2, 64, dtype=np.float32), np.linspace(0.4, 5, 64, dtype=np.float32))


@pytest.fixture(scope="module")
def target():
    return spminer.generate.synthetic(12, (45, 60), seed=4).target()


def same_size(size):
    return random_batch(9, seed=size, sizes=(size, size))


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize(("size", "neighborhoods"), [(6, SMALL), (12, LARGE)])
def test_what_mines_is_what_is_evaluated(target, hard, size, neighborhoods):
    estimator = FrequencyEstimator(open_scorer("default"), target, neighborhoods=80, hard=hard, seed=3)
    scorer, patterns = OrderScorer(open_embedder("default")), same_size(size)
    expected = scorer.frequency(patterns, scorer.index(sample(target, 80, neighborhoods, seed=3)))
    found = estimator.score(patterns.rows)
    assert np.array_equal(found, expected.hard if hard else expected.soft)
    assert (found.min() >= 0, found.max() <= 1) == (True, True)


def test_a_perceptron_is_asked_in_its_own_way(target):
    estimator = FrequencyEstimator(open_scorer("mlp"), target, neighborhoods=30, seed=3)
    scorer, patterns = PerceptronScorer(open_embedder("mlp")), same_size(5)
    expected = scorer.share(patterns, scorer.index(sample(target, 30, SMALL, seed=3)), hard=False)
    assert np.array_equal(estimator.score(patterns.rows), expected)


def test_default_is_the_model_for_the_containment():
    def model(name, *, induced):
        return open_scorer(name, induced=induced).embedder.model.tensors["input.weight"]

    for name, induced, expected in (
        ("default", True, "default"),
        ("default", False, "edge-induced"),
        ("mlp", False, "mlp"),
    ):
        assert np.array_equal(model(name, induced=induced), load_model(expected).tensors["input.weight"])


def test_neighborhoods_are_sampled_once_for_all_sizes_that_share_them(target):
    embedder = open_embedder(random_model())
    estimator = FrequencyEstimator(OrderScorer(embedder, calibration=CALIBRATION), target, neighborhoods=20)
    assert estimator.index(5) is estimator.index(8)
    assert estimator.index(9) is not estimator.index(8)
    both = FrequencyEstimator(OrderScorer(embedder, calibration=CALIBRATION), target, neighborhoods=21, samples="both")
    assert both.index(3) is both.index(30)
    assert len(both.index(3)) == 21


def test_seed_and_sampling_matter_and_threads_do_not(target):
    def scores(**options):
        scorer = OrderScorer(open_embedder(random_model()), calibration=CALIBRATION)
        return FrequencyEstimator(scorer, target, neighborhoods=50, **options).score(same_size(7).rows)

    expected = scores(seed=1, threads=1)
    assert np.array_equal(scores(seed=1, threads=2), expected)
    assert not np.array_equal(scores(seed=2), expected)
    assert not np.array_equal(scores(seed=1, sampling="breadth"), expected)


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
    with pytest.raises(UsageError, match=f"was trained on {kinds[0]} pairs, and its scores of {kinds[1]} patterns"):
        open_scorer(str(path), induced=not induced)
