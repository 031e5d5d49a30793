import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer.encoder.evaluation.calibrate import calibrate
from spminer.encoder.evaluation.evaluate import evaluate, hit_rate, pair_scores
from spminer.encoder.evaluation.metrics import area_under_roc
from spminer.encoder.model import EncoderModel
from spminer.errors import UsageError
from support.builders import random_model

GRAPHS = spminer.generate.synthetic(12, (20, 40), kind="ba", seed=5)


@pytest.fixture(scope="module")
def model():
    plain = random_model()
    found = calibrate(plain, sizes=(4, 6), pairs=400, graphs=8, neighborhoods=60, per_size=6)
    return EncoderModel(plain.config, plain.tensors, found.to_metadata())


@pytest.fixture(scope="module")
def report(model):
    return evaluate(model, GRAPHS, pairs=3000, neighborhoods=200, per_size=10, sizes=(4, 5, 7))


def test_the_signature_can_only_help(report):
    assert report.with_signature.accuracy >= report.without_signature.accuracy
    assert report.with_signature.average_precision > report.without_signature.average_precision
    assert report.with_signature.area_under_roc > 0.9


def test_the_signature_ranks_small_patterns_even_if_the_model_knows_nothing(report):
    assert [score.size for score in report.ranking] == [4, 5, 7]
    assert report.ranking[0].signature > 0.9
    assert {hit.size for hit in report.hits} == {5, 6}
    assert {hit.top for hit in report.hits} == {10, 20, 30, 40, 50}


def test_reports_are_plain_json_and_reproducible(report, model):
    again = evaluate(model, GRAPHS, pairs=3000, neighborhoods=200, per_size=10, sizes=(4, 5, 7), threads=1)
    one, two = (json.loads(json.dumps(entry.to_dict(), allow_nan=False)) for entry in (report, again))
    del one["timing_s"], two["timing_s"]
    assert one == two


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.5, 2.0, np.inf]), st.booleans()), min_size=2, max_size=30))
def test_infinite_distances_are_ties_at_the_end(pairs):
    distances, labels = np.array([d for d, _ in pairs]), np.array([label for _, label in pairs])
    scores = pair_scores(distances, labels, threshold=0.5)
    assert scores.accuracy == np.mean((distances <= 0.5) == labels)
    far = area_under_roc(-np.where(np.isinf(distances), 9.0, distances), labels)
    assert scores.area_under_roc == far or np.isnan(far)


def test_ties_at_the_end_of_the_top_all_count():
    exact = np.array([9, 5, 5, 5, 1])
    assert hit_rate(np.array([0.1, 0.2, 0.3, 0.4, 0.0]), exact, 2) == 1.0
    assert hit_rate(np.array([0.1, 0.2, 0.3, 0.4, 0.9]), exact, 2) == 0.5
    assert hit_rate(exact / 10, exact, 50) == 1.0


def test_a_small_data_set_is_sampled_around_each_node(model):
    assert evaluate(model, GRAPHS, pairs=10, per_size=2, sizes=(4,)).neighborhoods == GRAPHS.num_nodes


def test_without_a_data_set_graphs_are_synthetic(model):
    report = evaluate(model, pairs=200, neighborhoods=50, per_size=2, sizes=(4,))
    assert (report.data, report.pairs, report.neighborhoods) == ("synthetic mixed", 200, 50)


def test_a_model_without_calibration_is_refused():
    with pytest.raises(UsageError, match="not calibrated"):
        evaluate(random_model(), GRAPHS, pairs=10)
