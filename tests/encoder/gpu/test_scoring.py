"""Tests of encoder/gpu/scoring.py and encoder/gpu/kernels.py: sums against those of the core."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from spminer import _core
from spminer.encoder.gpu.kernels import compile_kernel
from spminer.encoder.gpu.scoring import PenaltyKernel
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import Calibration, load_model
from spminer.encoder.scoring import OrderScorer, PerceptronScorer
from spminer.errors import UsageError
from support import gpu
from support.builders import TINY, random_batch, random_model
from support.strategies import examples


def drawn(patterns, neighborhoods, dimensions, seed):
    random = np.random.default_rng(seed)
    points = [random.normal(size=(count, dimensions)).astype(np.float32) for count in (patterns, neighborhoods)]
    below = random.integers(0, 4, size=(patterns, _core.SIGNATURE_SIZE)).astype(np.uint8)
    above = random.integers(1, 255, size=(neighborhoods, _core.SIGNATURE_SIZE)).astype(np.uint8)
    above[::2] |= 3  # half of the pairs are allowed
    return *points, below, above


def assert_sums_are_those_of_the_core(sums, device, case, *, counted, threshold, cap):
    sub, sup, below, above = drawn(*case)
    index = _core.PenaltyIndex(sup, above if counted else None)
    soft, hard = index.score(
        sub, below if counted else None, thresholds=np.full(len(sub), threshold, np.float32), cap=cap
    )
    tensors = [torch.from_numpy(array).to(device) for array in (sub, sup, below, above)]
    found = sums(*tensors[:2], *(tensors[2:] if counted else (None, None)), threshold, cap)
    assert np.allclose(found[0].cpu(), soft, rtol=1e-5)
    assert np.array_equal(found[1].cpu(), hard)


CASES = st.tuples(st.integers(1, 9), st.integers(1, 300), st.integers(1, 40), st.integers(0, 10**6))


@settings(deadline=None, max_examples=examples(10))
@given(case=CASES, counted=st.booleans(), threshold=st.floats(0.5, 20), cap=st.floats(1, 30))
def test_sums_are_those_of_the_core(case, counted, threshold, cap):
    sums = PenaltyKernel(gpu.compile_kernel)
    assert_sums_are_those_of_the_core(sums, "cpu", case, counted=counted, threshold=threshold, cap=cap)


def test_a_kernel_that_does_not_compile_names_the_torch_to_install(monkeypatch):
    def failing(*_):
        raise RuntimeError("Kernel compilation failed")

    monkeypatch.setattr(torch.cuda, "_compile_kernel", failing, raising=False)
    with pytest.raises(UsageError, match=r"cannot compile kernels.*install torch 2\.9 or newer"):
        compile_kernel.__wrapped__("mix.cu", "mix_layers")


@pytest.mark.only_with("gpu")
@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("case", [(1, 1, 1, 0), (130, 517, 128, 1), (128, 128, 64, 2), (999, 1001, 70, 3)])
def test_the_kernel_of_a_gpu_counts_the_same(case, counted):
    kernel = PenaltyKernel(compile_kernel)
    assert_sums_are_those_of_the_core(kernel, "cuda", case, counted=counted, threshold=9.0, cap=12.0)


CALIBRATION = Calibration(0.5, np.linspace(0.2, 2, 64, dtype=np.float32), np.linspace(0.4, 5, 64, dtype=np.float32))


PATTERNS, NEIGHBORHOODS = random_batch(25, seed=3, sizes=(2, 9)), random_batch(150, seed=4, sizes=(10, 40))


def pair_of_scorers(model, **options):
    there = OrderScorer(gpu.embedder(model), calibration=CALIBRATION, **options)
    return OrderScorer(open_embedder(model), calibration=CALIBRATION, **options), there


@pytest.mark.parametrize("use_signature", [True, False])
@pytest.mark.parametrize("counts", [True, False])
def test_frequencies_are_those_of_the_core(counts, use_signature):
    here, there = pair_of_scorers(random_model(replace(TINY, width=8, counts=counts)), use_signature=use_signature)
    expected, found = (s.frequency(PATTERNS, s.index(NEIGHBORHOODS)) for s in (here, there))
    assert np.allclose(found.soft, expected.soft, atol=1e-6)
    assert np.abs(found.hard - expected.hard).max() <= 1 / len(NEIGHBORHOODS)  # one penalty may be at the threshold
    assert np.array_equal(*(s.share(PATTERNS, s.index(NEIGHBORHOODS), "signature") for s in (here, there)))


def test_pairs_are_those_of_the_core():
    here, there = pair_of_scorers(random_model(replace(TINY, width=8)))
    sub, sup = random_batch(100, seed=1, sizes=(2, 6)), random_batch(100, seed=2, sizes=(6, 30))
    expected, found = (s.penalties(sub, sup) for s in (here, there))
    assert np.array_equal(np.isinf(found), np.isinf(expected))
    assert np.allclose(found, expected, rtol=1e-4, atol=1e-6)
    with pytest.raises(UsageError, match="aligned"):
        there.penalties(sub, PATTERNS)


@pytest.mark.parametrize("hard", [True, False])
def test_the_perceptron_answers_by_points_of_a_device_as_by_those_of_the_core(hard):
    model = load_model("mlp")  # that of the package: one with random weights says yes to all
    here, there = (PerceptronScorer(embedder) for embedder in (open_embedder(model), gpu.embedder(model)))
    expected, found = (s.share(PATTERNS, s.index(NEIGHBORHOODS), "hard" if hard else "soft") for s in (here, there))
    assert np.allclose(found, expected, atol=1e-5)
    assert 0 < expected.mean() < 1
