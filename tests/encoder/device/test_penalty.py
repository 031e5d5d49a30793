"""Tests of encoder/device/penalty.py and encoder/device/kernel.py: sums against those of the core."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import cuda_kernels
from effort import examples
from spminer import _core
from spminer.encoder.device.kernel import compiled
from spminer.encoder.device.penalty import PenaltyKernel
from spminer.errors import UsageError


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
    sums = PenaltyKernel(cuda_kernels.compiled)
    assert_sums_are_those_of_the_core(sums, "cpu", case, counted=counted, threshold=threshold, cap=cap)


def test_a_kernel_that_does_not_compile_names_the_torch_to_install(monkeypatch):
    def failing(*_):
        raise RuntimeError("Kernel compilation failed")

    monkeypatch.setattr(torch.cuda, "_compile_kernel", failing, raising=False)
    with pytest.raises(UsageError, match=r"cannot compile kernels.*install torch 2\.9 or newer"):
        compiled.__wrapped__("mix.cu", "mix_layers")


@pytest.mark.only_with("gpu")
@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("case", [(1, 1, 1, 0), (130, 517, 128, 1), (128, 128, 64, 2), (999, 1001, 70, 3)])
def test_the_kernel_of_a_gpu_counts_the_same(case, counted):
    kernel = PenaltyKernel(compiled)
    assert_sums_are_those_of_the_core(kernel, "cuda", case, counted=counted, threshold=9.0, cap=12.0)
