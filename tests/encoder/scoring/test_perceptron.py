import numpy as np
import pytest
import torch

from encoder_models import random_batch, random_model
from spminer.encoder.config import ModelConfig
from spminer.encoder.model_file import EncoderModel
from spminer.encoder.network import Encoder
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring.perceptron import PerceptronScorer, Verdict
from spminer.errors import UsageError

CONFIG = ModelConfig(width=4, layers=1, hops=0, head=(), dimensions=6, output="mlp")


@pytest.fixture
def encoder():
    torch.manual_seed(0)
    return Encoder(CONFIG)


@pytest.fixture
def verdict(encoder):
    return Verdict(EncoderModel(CONFIG, {name: value.numpy() for name, value in encoder.state_dict().items()}))


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
        Verdict(EncoderModel(ModelConfig(), {}))


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
    found = scorer.share(patterns, scorer.index(neighborhoods), hard=hard)
    expected = Verdict(model).shares(embedder.embed(patterns), embedder.embed(neighborhoods), hard=hard)
    assert np.array_equal(found, expected)
    assert scorer.cap(3) == scorer.cap(20) == 1.0


def test_the_scorer_refuses_an_order_embedding():
    with pytest.raises(UsageError, match="no perceptron"):
        PerceptronScorer(open_embedder(random_model()))
