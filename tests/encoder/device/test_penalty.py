"""Tests of encoder/device/penalty.py and encoder/device/kernel.py: sums against those of the core."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import cuda_kernels
from effort import examples
from spminer import _core
from spminer.encoder.device import kernel as kernel_module
from spminer.encoder.device.kernel import compiled, penalty_kernel
from spminer.encoder.device.penalty import aligned_penalties, aligned_violations, plain_sums


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


@settings(deadline=None, max_examples=examples(25))
@given(case=CASES, counted=st.booleans(), threshold=st.floats(0.5, 20), cap=st.floats(1, 30))
def test_sums_are_those_of_the_core(case, counted, threshold, cap):
    assert_sums_are_those_of_the_core(
        plain_sums, torch.device("cpu"), case, counted=counted, threshold=threshold, cap=cap
    )


@pytest.mark.parametrize("at_once", [1, 5000])
def test_sums_do_not_depend_on_what_fits(at_once, monkeypatch):
    sub, sup, below, above = (torch.from_numpy(array) for array in drawn(7, 3000, 20, 1))
    expected = plain_sums(sub, sup, below, above, 9.0, 12.0)
    monkeypatch.setitem(__import__("spminer.encoder.device.penalty", fromlist=["x"])._NUMBERS_AT_ONCE, "cpu", at_once)
    found = plain_sums(sub, sup, below, above, 9.0, 12.0)
    assert torch.allclose(found[0], expected[0])
    assert torch.equal(found[1], expected[1])


def test_aligned_pairs_are_those_of_the_core():
    sub, sup, below, above = drawn(50, 50, 16, 2)
    tensors = [torch.from_numpy(array) for array in (sub, sup, below, above)]
    assert np.allclose(aligned_penalties(*tensors[:2]), _core.order_penalty(sub, sup), rtol=1e-5)
    assert np.array_equal(aligned_violations(*tensors[2:]), _core.order_violated(below, above).astype(bool))


def test_there_is_no_kernel_without_a_gpu():
    assert penalty_kernel(torch.device("cpu")) is None
    assert compiled("mix.cu", "mix_layers", torch.device("cpu")) is None


@settings(deadline=None, max_examples=5)
@given(case=CASES, counted=st.booleans(), threshold=st.floats(0.5, 20), cap=st.floats(1, 30))
def test_the_kernel_run_by_the_cpu_counts_the_same(case, counted, threshold, cap):
    sums = kernel_module._Penalties(cuda_kernels.compiled("penalty.cu", "penalty_sums", torch.device("cpu")))
    assert_sums_are_those_of_the_core(sums, "cpu", case, counted=counted, threshold=threshold, cap=cap)


@pytest.mark.only_with("gpu")
@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("case", [(1, 1, 1, 0), (130, 517, 128, 1), (128, 128, 64, 2), (999, 1001, 70, 3)])
def test_the_kernel_of_a_gpu_counts_the_same(case, counted):
    kernel = penalty_kernel(torch.device("cuda"))
    assert kernel is not None
    assert_sums_are_those_of_the_core(kernel, "cuda", case, counted=counted, threshold=9.0, cap=12.0)
