from dataclasses import replace

import numpy as np
import pytest

from spminer import _core
from spminer.encoder.evaluation import calibrate as calibration
from spminer.encoder.evaluation.calibrate import calibrate, sparse_graphs
from spminer.errors import UsageError
from support.builders import TINY, random_model

SMALL = {"pairs": 400, "graphs": 8, "neighborhoods": 60, "per_size": 6}


def test_a_random_model_gets_a_usable_calibration_whatever_the_threads():
    one, two = (calibrate(random_model(), sizes=(4, 6, 8), threads=threads, **SMALL) for threads in (1, 2))
    assert one.threshold > 0
    assert one.to_metadata() == two.to_metadata()
    multiple = one.caps / one.thresholds
    assert np.allclose(multiple, multiple[0])
    assert np.all(one.thresholds[8:] == one.thresholds[7])  # constant beyond what was learned


def test_a_cap_that_is_given_is_that_of_all_sizes():
    learned = calibrate(random_model(), sizes=(4, 6), threads=1, **SMALL)
    given = calibrate(random_model(), sizes=(4, 6), cap=1.5, threads=1, **SMALL)
    assert np.all(given.caps == 1.5)
    assert np.array_equal(given.thresholds, learned.thresholds)


def test_as_many_pairs_are_called_containments_as_there_are():
    random = np.random.default_rng(0)
    labels = random.random((20, 500)) < 0.3
    penalties = np.where(labels, random.exponential(0.2, labels.shape), 0.1 + random.exponential(0.5, labels.shape))
    threshold = calibration._matching_threshold(calibration._PenaltyTable(5, penalties.astype(np.float32), labels))
    assert (penalties <= threshold * (1 + 1e-6)).sum() == labels.sum()


def test_nothing_to_learn_from():
    table = calibration._PenaltyTable(5, np.ones((2, 3), np.float32), np.zeros((2, 3), dtype=bool))
    assert calibration._matching_threshold(table) is None
    with pytest.raises(UsageError, match="smaller sizes"):
        calibration._fit_by_size({5: None})
    with pytest.raises(UsageError, match="at least one pattern size"):
        calibrate(random_model(), sizes=())


def test_curves_are_followed_and_held_at_their_ends():
    values = calibration._fit_by_size({size: float(np.exp(0.1 * size - 2)) for size in (4, 8, 12, 20)})
    assert np.allclose(np.log(values[3:20]), 0.1 * np.arange(4, 21) - 2, atol=1e-4)
    assert values[0] == values[3]
    assert values[63] == values[19]


def test_sparse_graphs_are_connected_and_of_mining_size():
    graphs = sparse_graphs(12, seed=1)
    sizes = np.diff(graphs.graph_offsets)
    assert (sizes.min() >= 40, sizes.max() <= 64) == (True, True)
    assert _core.describe_structure(graphs.target()).components == 12


@pytest.mark.parametrize("conv", ["gin", "gcn"])
def test_models_that_torch_alone_computes_are_calibrated(conv):
    pytest.importorskip("torch")
    model = random_model(replace(TINY, conv=conv))
    assert calibrate(model, sizes=(4, 6), threads=1, **SMALL).threshold > 0
