import numpy as np
import pytest

from encoder_models import TINY, random_batch, random_model
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.config import ModelConfig
from spminer.encoder.model_file import EncoderModel
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring.scorer import Calibration, Scorer
from spminer.errors import InputError, UsageError

CALIBRATION = Calibration(0.5, np.linspace(0.2, 2, 64, dtype=np.float32), np.linspace(0.4, 5, 64, dtype=np.float32))


def scorer(**options):
    return Scorer(open_embedder(random_model()), calibration=CALIBRATION, **options)


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
    estimate = made.frequency(patterns, index)
    assert len(index) == 120
    for i, size in enumerate(patterns.sizes):
        copies = AnchoredBatch(np.repeat(patterns.rows[i : i + 1], 120, 0), np.repeat(size, 120).astype(np.int32))
        penalties = made.penalties(copies, neighborhoods)
        cap, threshold = CALIBRATION.caps[size - 1], CALIBRATION.thresholds[size - 1]
        assert np.isclose(estimate.soft[i], (1 - np.minimum(penalties / cap, 1)).mean(), atol=1e-5)
        assert np.isclose(estimate.hard[i], (penalties <= threshold).mean(), atol=1e-6)
        assert np.isclose(estimate.possible[i], np.isfinite(penalties).mean(), atol=1e-6)
    assert np.allclose(made.all_penalties(patterns, neighborhoods)[-1], penalties, rtol=1e-5)


def test_a_calibration_survives_the_model_file():
    model = EncoderModel(TINY, {}, CALIBRATION.to_metadata())
    again = Calibration.of(model)
    assert again.threshold == 0.5
    assert np.allclose(again.thresholds, CALIBRATION.thresholds, rtol=1e-5)
    assert np.allclose(again.caps, CALIBRATION.caps, rtol=1e-5)


def test_what_cannot_be_scored_is_explained():
    with pytest.raises(UsageError, match="not calibrated"):
        Scorer(open_embedder(random_model())).frequency(random_batch(1), scorer().index(random_batch(2)))
    with pytest.raises(UsageError, match="perceptron"):
        Scorer(open_embedder(random_model(ModelConfig(width=4, layers=1, head=(), dimensions=2, output="mlp"))))
    with pytest.raises(UsageError, match="aligned"):
        scorer().penalties(random_batch(1), random_batch(2))
    with pytest.raises(UsageError, match="64 positive numbers"):
        Calibration(0.5, np.ones(3, np.float32), np.ones(64, np.float32))
    damaged = {**CALIBRATION.to_metadata(), "caps_by_size": "[1, {"}
    with pytest.raises(InputError, match="damaged"):
        Calibration.of(EncoderModel(TINY, {}, damaged))
