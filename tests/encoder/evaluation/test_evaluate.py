"""Tests of encoder/evaluation/evaluate.py, encoder/evaluation/metrics.py, encoder/evaluation/pairs.py,
encoder/evaluation/patterns.py and encoder/evaluation/calibrate.py.
"""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import _core
from spminer.encoder.evaluation import calibrate as calibration
from spminer.encoder.evaluation.calibrate import calibrate, sparse_graphs
from spminer.encoder.evaluation.evaluate import evaluate, hit_rate, pair_scores
from spminer.encoder.evaluation.metrics import (
    accuracy_at,
    area_under_roc,
    average_precision,
    best_threshold,
    rank_correlation,
)
from spminer.encoder.evaluation.pairs import (
    balanced_pairs,
    independent_pairs,
    plain_structure,
    sample_of_sizes,
    synthetic_graphs,
)
from spminer.encoder.evaluation.patterns import counted_classes, frequent_and_random
from spminer.encoder.model import EncoderModel
from spminer.errors import InputError, UsageError
from support.builders import TINY, random_model
from support.oracles import contains, graph_of

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


PAIRS = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=25)


def split(pairs):
    return np.array([value for value, _ in pairs], dtype=float), np.array([label for _, label in pairs])


@given(PAIRS)
def test_average_precision_sums_precision_over_thresholds(pairs):
    scores, labels = split(pairs)
    total, recall = 0.0, 0.0
    for threshold in sorted(set(scores), reverse=True):
        yes = scores >= threshold
        reached = (yes & labels).sum() / max(labels.sum(), 1)
        total += (reached - recall) * (yes & labels).sum() / yes.sum()
        recall = reached
    assert average_precision(scores, labels) == pytest.approx(total)


@given(PAIRS)
def test_area_under_roc_compares_every_positive_with_every_negative(pairs):
    scores, labels = split(pairs)
    wins = [(p > n) + (p == n) / 2 for p in scores[labels] for n in scores[~labels]]
    found = area_under_roc(scores, labels)
    assert found == pytest.approx(np.mean(wins)) if wins else np.isnan(found)


@given(PAIRS)
def test_no_threshold_is_better_than_the_best(pairs):
    distances, labels = split(pairs)
    threshold, accuracy = best_threshold(distances, labels)
    assert accuracy == accuracy_at(threshold, distances, labels)
    assert accuracy == pytest.approx(max(accuracy_at(t, distances, labels) for t in np.arange(-0.5, 6)))


def test_rank_correlation_looks_at_order_alone():
    values = np.array([1.0, 5.0, 2.0, 9.0])
    assert rank_correlation(values, np.exp(values)) == 1
    assert rank_correlation(values, -values) == -1
    assert rank_correlation([1, 1, 2], [1, 1, 2]) == 1
    assert np.isnan(rank_correlation([1, 1, 1], [1, 2, 3]))
    assert rank_correlation([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(
        np.corrcoef([1, 2.5, 2.5, 4], [1, 2, 3, 4])[0, 1]
    )


def contained(pairs, index):
    return contains(graph_of(pairs.sub, index), graph_of(pairs.sup, index))


def test_labels_are_those_of_networkx():
    pairs = independent_pairs(spminer.generate.synthetic(30, (30, 60), kind="ws", seed=2), count=3000)
    positives = np.flatnonzero(pairs.labels)
    small = np.flatnonzero((pairs.sub.sizes < 10) & ~pairs.labels)[:40]
    assert len(positives) > 20
    assert all(contained(pairs, index) for index in positives[:40])
    assert not any(contained(pairs, index) for index in small)


def test_sizes_are_uniform_and_the_direction_is_as_drawn():
    pairs = independent_pairs(synthetic_graphs(), count=5000)
    counts = np.bincount(pairs.sub.sizes)[5:]
    assert len(counts) == 25
    assert counts.min() > 120
    assert 0.45 < (pairs.sub.sizes > pairs.sup.sizes).mean() < 0.55


def test_the_seed_alone_decides():
    graphs = spminer.generate.synthetic(20, 30)
    one, same, other = (
        independent_pairs(graphs, count=50, seed=seed, threads=t) for seed, t in ((1, 1), (1, 2), (2, 1))
    )
    assert np.array_equal(one.sub.rows, same.sub.rows)
    assert np.array_equal(one.sup.rows, same.sup.rows)
    assert not np.array_equal(one.sub.rows, other.sub.rows)


def test_small_components_are_passed_over_where_there_are_larger_ones():
    path = [(i, i + 1) for i in range(29)]
    dust = [(100 + 2 * i, 101 + 2 * i) for i in range(20)]
    target = spminer.from_edges(path + dust).target()
    sizes = np.full(200, 12)
    assert (sample_of_sizes(target, sizes, np.random.default_rng(0)).sizes == 12).all()
    small = spminer.from_edges(dust).target()
    assert (sample_of_sizes(small, sizes, np.random.default_rng(0)).sizes == 2).all()


def test_labels_and_direction_are_left_out():
    graphs = spminer.from_edges([(0, 1), (1, 0), (2, 1)], directed=True)
    plain = plain_structure(graphs)
    assert (plain.directed, plain.num_edges, plain.node_labels) == (False, 2, None)


def test_balanced_pairs_keep_to_the_sizes():
    pairs = balanced_pairs(200, patterns=(7, 7), targets=(40, 64), hard=1.0)
    assert set(pairs.sub.sizes) == {7}
    assert (pairs.sup.sizes.min(), pairs.labels.mean()) >= (40, 0.5)
    assert pairs.labels.sum() == 100


def test_impossible_questions():
    with pytest.raises(UsageError, match="count must be at least 1"):
        independent_pairs(synthetic_graphs(), count=0)
    with pytest.raises(InputError, match="no nodes"):
        independent_pairs(spminer.from_edges([]), count=3)


PATTERNS_GRAPHS = spminer.generate.synthetic(12, (20, 40), kind="ba", seed=5)


def test_frequent_and_random_patterns_have_exact_counts():
    patterns = frequent_and_random(PATTERNS_GRAPHS, (5, 8), per_size=10)
    for size, entries in patterns.items():
        assert len(entries) == 10
        assert len({entry.pattern.canonical() for entry in entries}) == 10
        for entry in entries:
            assert entry.pattern.size == size
            assert entry.count == spminer.count(entry.pattern, PATTERNS_GRAPHS).frequency.value > 0
        frequent, others = entries[:5], entries[5:]
        assert np.mean([entry.count for entry in frequent]) > np.mean([entry.count for entry in others])


def test_all_classes_can_be_counted_as_edge_induced():
    induced, free = (counted_classes(PATTERNS_GRAPHS, 4, induced=choice) for choice in (True, False))
    before = {entry.pattern: entry.count for entry in induced}
    assert set(before) == {entry.pattern for entry in free}
    assert all(entry.count >= before[entry.pattern] for entry in free)
    assert any(entry.count > before[entry.pattern] for entry in free)


def test_patterns_depend_on_the_seed_alone():
    one, same, other = (
        frequent_and_random(PATTERNS_GRAPHS, (6,), per_size=10, seed=s, threads=t) for s, t in ((1, 1), (1, 2), (2, 1))
    )
    assert one == same != other


def test_there_may_be_fewer_patterns_than_asked_for():
    triangle = spminer.from_edges([(0, 1), (1, 2), (2, 0)])
    assert frequent_and_random(triangle, (4, 5)) == {4: [], 5: []}


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
