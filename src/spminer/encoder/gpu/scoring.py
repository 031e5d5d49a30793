"""Penalties on a GPU: every pattern against every neighborhood (``penalty.cu``); only sums come back to the host.

A block of threads computes a tile of 128 patterns and 128 neighborhoods, and writes the soft and hard sums of each
pattern; the sums of the tiles are added in float64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from spminer.encoder.gpu.kernels import full_precision

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.encoder.batch import Embedded
    from spminer.encoder.gpu.kernels import Compiler

__all__ = ["GpuIndex", "PenaltyKernel"]

TILE = 128  # patterns and neighborhoods of one block of threads, as in penalty.cu
_THREADS = 256
_MOST_BLOCKS = 65_535  # of the second axis of a grid


class GpuIndex:
    """Neighborhoods on a device, with or without signatures."""

    def __init__(self, neighborhoods: Embedded, compiler: Compiler) -> None:
        self._neighborhoods = neighborhoods
        self._sums = PenaltyKernel(compiler)

    def __len__(self) -> int:
        return len(self._neighborhoods.points)

    def score(
        self, patterns: Embedded, *, threshold: float, cap: float
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """For each pattern, the sum of ``min(penalty, cap)`` and the number of penalties up to the threshold."""
        (points, signatures), (sup, sup_signatures) = patterns, self._neighborhoods
        if not len(points) or not len(self):
            return np.zeros(len(points)), np.zeros(len(points), dtype=np.int64)
        with full_precision():
            soft, hard = self._sums(points, sup, signatures, sup_signatures, threshold, cap)
            return soft.cpu().numpy(), hard.cpu().numpy()


class PenaltyKernel:
    """Launches of the kernel."""

    def __init__(self, compiler: Compiler) -> None:
        self._kernel = compiler("penalty.cu", "penalty_sums")

    def __call__(
        self,
        sub: Tensor,
        sup: Tensor,
        sub_counts: Tensor | None,
        sup_counts: Tensor | None,
        threshold: float,
        cap: float,
    ) -> tuple[Tensor, Tensor]:
        """For each of ``sub``, its soft sum over all of ``sup`` (float64) and its hard count."""
        low, high, words = sub, sup, 0
        if sub_counts is not None and sup_counts is not None:
            # Two coordinates share a word, and those of neighborhoods are negated: one instruction compares both.
            low, high, words = sub_counts.short(), sup_counts.short().neg_(), sub_counts.shape[1] // 2
        tiles, blocks = -(-len(sub) // TILE), -(-len(sup) // TILE)
        limits = torch.tensor([threshold, cap], device=sub.device)  # a Python float has another precision
        soft = torch.empty(blocks, len(sub), device=sub.device)
        hard = torch.empty(blocks, len(sub), device=sub.device, dtype=torch.int32)
        sides = sub.contiguous(), sup.contiguous(), low.contiguous(), high.contiguous()
        for first in range(0, blocks, _MOST_BLOCKS):
            grid = tiles, min(_MOST_BLOCKS, blocks - first), 1
            shape = len(sub), len(sup), sub.shape[1], words, first
            self._kernel(grid, (_THREADS, 1, 1), (*sides, *shape, limits, soft, hard))
        return soft.sum(0, dtype=torch.float64), hard.sum(0)
