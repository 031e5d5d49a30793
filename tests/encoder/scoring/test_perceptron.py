import numpy as np
import pytest
import torch

from spminer.encoder.config import ModelConfig
from spminer.encoder.model_file import EncoderModel
from spminer.encoder.network import Encoder
from spminer.encoder.scoring.perceptron import Verdict
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
