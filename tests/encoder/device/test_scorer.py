from dataclasses import replace

import numpy as np
import pytest

import cuda_kernels
from encoder_models import TINY, random_batch, random_model
from spminer.encoder.device.scorer import DeviceOrderScorer
from spminer.encoder.model_file import load_model
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring.calibration import Calibration
from spminer.encoder.scoring.order import OrderScorer
from spminer.encoder.scoring.perceptron import PerceptronScorer
from spminer.errors import UsageError

CALIBRATION = Calibration(0.5, np.linspace(0.2, 2, 64, dtype=np.float32), np.linspace(0.4, 5, 64, dtype=np.float32))
PATTERNS, NEIGHBORHOODS = random_batch(25, seed=3, sizes=(2, 9)), random_batch(150, seed=4, sizes=(10, 40))


def pair_of_scorers(model, **options):
    there = DeviceOrderScorer(cuda_kernels.embedder(model), calibration=CALIBRATION, **options)
    return OrderScorer(open_embedder(model), calibration=CALIBRATION, **options), there


@pytest.mark.parametrize("use_signature", [True, False])
@pytest.mark.parametrize("counts", [True, False])
def test_frequencies_are_those_of_the_core(counts, use_signature):
    here, there = pair_of_scorers(random_model(replace(TINY, width=8, counts=counts)), use_signature=use_signature)
    expected, found = (s.frequency(PATTERNS, s.index(NEIGHBORHOODS)) for s in (here, there))
    assert np.allclose(found.soft, expected.soft, atol=1e-6)
    assert np.abs(found.hard - expected.hard).max() <= 1 / len(NEIGHBORHOODS)  # one penalty may be at the threshold
    assert np.array_equal(*(s.possible(PATTERNS, s.index(NEIGHBORHOODS)) for s in (here, there)))


def test_pairs_are_those_of_the_core():
    here, there = pair_of_scorers(random_model(replace(TINY, width=8)))
    sub, sup = random_batch(100, seed=1, sizes=(2, 6)), random_batch(100, seed=2, sizes=(6, 30))
    expected, found = (s.penalties(sub, sup) for s in (here, there))
    assert np.array_equal(np.isinf(found), np.isinf(expected))
    assert np.allclose(found, expected, rtol=1e-4, atol=1e-6)
    assert np.array_equal(here.excluded(sub, sup), there.excluded(sub, sup))
    with pytest.raises(UsageError, match="aligned"):
        there.penalties(sub, PATTERNS)


@pytest.mark.parametrize("hard", [True, False])
def test_the_perceptron_answers_by_points_of_a_device_as_by_those_of_the_core(hard):
    model = load_model("mlp")  # that of the package: one with random weights says yes to all
    here, there = (PerceptronScorer(embedder) for embedder in (open_embedder(model), cuda_kernels.embedder(model)))
    expected, found = (s.share(PATTERNS, s.index(NEIGHBORHOODS), hard=hard) for s in (here, there))
    assert np.allclose(found, expected, atol=1e-5)
    assert 0 < expected.mean() < 1
    assert there.cap(5) == here.cap(5)
