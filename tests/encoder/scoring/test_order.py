import numpy as np
import pytest

from encoder_models import random_batch, random_model
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.config import ModelConfig
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring.calibration import Calibration
from spminer.encoder.scoring.order import OrderScorer
from spminer.errors import UsageError

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
    estimate, possible = made.frequency(patterns, index), made.possible(patterns, index)
    assert len(index) == 120
    for i, size in enumerate(patterns.sizes):
        copies = AnchoredBatch(np.repeat(patterns.rows[i : i + 1], 120, 0), np.repeat(size, 120).astype(np.int32))
        penalties = made.penalties(copies, neighborhoods)
        cap, threshold = CALIBRATION.caps[size - 1], CALIBRATION.thresholds[size - 1]
        assert np.isclose(estimate.soft[i], (1 - np.minimum(penalties / cap, 1)).mean(), atol=1e-5)
        assert np.isclose(estimate.hard[i], (penalties <= threshold).mean(), atol=1e-6)
        assert np.isclose(possible[i], np.isfinite(penalties).mean(), atol=1e-6)
    assert np.allclose(made.all_penalties(patterns, neighborhoods)[-1], penalties, rtol=1e-5)


def test_a_share_is_one_of_the_two_estimates():
    patterns, made = random_batch(6, seed=5, sizes=(3, 9)), scorer()
    index = made.index(random_batch(40, seed=6, sizes=(20, 50)))
    estimate = made.frequency(patterns, index)
    assert np.array_equal(made.share(patterns, index, hard=True), estimate.hard)
    assert np.array_equal(made.share(patterns, index, hard=False), estimate.soft)
    assert not np.array_equal(estimate.hard, estimate.soft)


def test_nothing_is_frequent_where_there_are_no_neighborhoods():
    made, none = scorer(), AnchoredBatch(np.empty((0, 5), np.uint64), np.empty(0, np.int32))
    index = made.index(none)
    assert made.frequency(random_batch(2), index).soft.tolist() == [0, 0]
    assert made.possible(random_batch(2), index).tolist() == [0, 0]


def test_what_cannot_be_scored_is_explained():
    with pytest.raises(UsageError, match="not calibrated"):
        OrderScorer(open_embedder(random_model())).frequency(random_batch(1), scorer().index(random_batch(2)))
    with pytest.raises(UsageError, match="perceptron"):
        OrderScorer(open_embedder(random_model(ModelConfig(width=4, layers=1, head=(), dimensions=2, output="mlp"))))
    with pytest.raises(UsageError, match="aligned"):
        scorer().penalties(random_batch(1), random_batch(2))
