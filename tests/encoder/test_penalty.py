"""Tests of the native penalty (`_core`) behind encoder/scoring.py against numpy, on each instruction set."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spminer import _core
from support.strategies import examples

LEVELS = [level for level in _core.SimdLevel if level.value <= _core.best_simd_level().value]
K = _core.SIGNATURE_SIZE


def plain(sub, sup, low, high, thresholds, cap):
    """Soft sums, and hard counts with thresholds a little lower and a little higher."""
    energy = (np.maximum(sub[:, None].astype(float) - sup[None], 0) ** 2).sum(axis=2)
    violated = np.zeros(energy.shape, dtype=bool) if low is None else (low[:, None] > high[None]).any(axis=2)
    soft = np.where(violated, cap, np.minimum(energy, cap)).sum(axis=1)
    hard = [((energy <= thresholds[:, None] + shift) & ~violated).sum(axis=1) for shift in (-1e-4, 1e-4)]
    return soft, *hard


def signature_arrays(random, count, large):
    return np.where(random.random((count, K)) < large, 200, 3).astype(np.uint8)


@settings(max_examples=examples(60), deadline=None)
@given(
    st.integers(0, 2**32),
    st.integers(0, 20),
    st.integers(0, 600),
    st.integers(1, 256),
    st.sampled_from([None, 0.0, 0.002, 0.02]),
    st.sampled_from(LEVELS),
)
def test_agrees_with_numpy(seed, candidates, size, dimensions, large, level):
    random = np.random.default_rng(seed)
    sub = random.random((candidates, dimensions), dtype=np.float32)
    sup = random.random((size, dimensions), dtype=np.float32)
    low = None if large is None else signature_arrays(random, candidates, large)
    high = None if large is None else signature_arrays(random, size, 0.02)
    cap = float(np.float32(random.random() * dimensions / 4))
    thresholds = (random.random(candidates) * dimensions / 4).astype(np.float32)
    index = _core.PenaltyIndex(sup, high)
    soft, hard = index.score(sub, low, thresholds=thresholds, cap=cap, simd=level)
    expected, least, most = plain(sub, sup, low, high, thresholds, cap)
    np.testing.assert_allclose(soft, expected, rtol=1e-4, atol=1e-4)
    assert (least <= hard).all()
    assert (hard <= most).all()
    again = index.score(sub, low, thresholds=thresholds, cap=cap, simd=level, threads=3)
    np.testing.assert_array_equal(again[0], soft)
    assert len(index) == size


@pytest.mark.parametrize("level", LEVELS)
def test_aligned_pairs(level):
    random = np.random.default_rng(0)
    sub, sup = random.random((2, 50, 24), dtype=np.float32)
    expected = (np.maximum(sub - sup, 0) ** 2).sum(axis=1)
    np.testing.assert_allclose(_core.order_penalty(sub, sup, simd=level), expected, rtol=1e-5)
    low, high = signature_arrays(random, 50, 0.005), signature_arrays(random, 50, 0.5)
    np.testing.assert_array_equal(_core.order_violated(low, high, simd=level), (low > high).any(axis=1))


def test_bounds_give_candidates_up():
    random = np.random.default_rng(1)
    sub, sup = random.random((2, 8), dtype=np.float32), random.random((5000, 8), dtype=np.float32)
    thresholds = np.full(2, 0.5, dtype=np.float32)
    index = _core.PenaltyIndex(sup)
    soft, hard = index.score(sub, thresholds=thresholds, cap=2)
    bounds = np.array([soft[0], soft[1] / 3])
    partial, _, scored = index.score_bounded(sub, thresholds=thresholds, cap=2, soft_bounds=bounds)
    assert partial[0] == soft[0]
    assert bounds[1] < partial[1] <= soft[1]
    assert scored[0] == 5000 > scored[1]
    _, counted, scored = index.score_bounded(sub, thresholds=thresholds, cap=2, hard_bounds=hard + np.array([0, 3000]))
    assert counted[0] == hard[0]
    assert scored[0] == 5000 > scored[1]


def test_arguments_that_do_not_fit_are_refused():
    sup = np.zeros((3, 4), dtype=np.float32)
    index = _core.PenaltyIndex(sup)
    thresholds = np.zeros(3, dtype=np.float32)
    with pytest.raises(ValueError, match="dimensions of the index"):
        index.score(np.zeros((3, 5), dtype=np.float32), thresholds=thresholds, cap=1)
    with pytest.raises(ValueError, match="exactly if the index has them"):
        index.score(sup, np.zeros((3, K), dtype=np.uint8), thresholds=thresholds, cap=1)
    with pytest.raises(ValueError, match="one threshold each"):
        index.score(sup, thresholds=thresholds[:2], cap=1)
    with pytest.raises(ValueError, match="SIGNATURE_SIZE"):
        _core.PenaltyIndex(sup, np.zeros((3, 7), dtype=np.uint8))
    with pytest.raises(TypeError):
        _core.PenaltyIndex(sup.astype(np.float64))
