"""Penalties on a GPU (``penalty.cu``): every pattern against every neighborhood; only sums come back to the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from torch import Tensor

    from spminer.encoder.device.kernel import Compiler

__all__ = ["PenaltyKernel"]

TILE = 128  # patterns and neighborhoods of one block of threads, as in penalty.cu
_THREADS = 256
_MOST_BLOCKS = 65_535  # of the second axis of a grid


class PenaltyKernel:
    """Launches of the kernel, with the memory that they need."""

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
            # Two coordinates to a word, those of the neighborhoods negated: one instruction adds and compares both.
            low, high, words = sub_counts.short(), sup_counts.short().neg_(), sub_counts.shape[1] // 2
        tiles, blocks = -(-len(sub) // TILE), -(-len(sup) // TILE)
        limits = torch.tensor([threshold, cap], device=sub.device)  # numbers would be passed in another precision
        soft = torch.empty(blocks, len(sub), device=sub.device)
        hard = torch.empty(blocks, len(sub), device=sub.device, dtype=torch.int32)
        sides = sub.contiguous(), sup.contiguous(), low.contiguous(), high.contiguous()
        for first in range(0, blocks, _MOST_BLOCKS):
            grid = tiles, min(_MOST_BLOCKS, blocks - first), 1
            shape = len(sub), len(sup), sub.shape[1], words, first
            self._kernel(grid, (_THREADS, 1, 1), (*sides, *shape, limits, soft, hard))
        return soft.sum(0, dtype=torch.float64), hard.sum(0)
