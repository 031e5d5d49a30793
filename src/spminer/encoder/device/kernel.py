"""Kernels of a GPU: CUDA sources beside this file, compiled when a GPU is first used.

Torch brings the compiler along, so nothing else has to be installed. Where it does not, a kernel is ``None`` and
torch's own operations do the work, more slowly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["Sums", "compiled", "penalty_kernel"]

Sums = Callable[..., tuple["Tensor", "Tensor"]]

TILE = 128  # patterns and neighborhoods of one block of threads, as in penalty.cu
_THREADS = 256
_MOST_BLOCKS = 65_535  # of the second axis of a grid


@lru_cache(maxsize=8)
def penalty_kernel(device: torch.device) -> Sums | None:
    """The kernel for a device, with the arguments of :func:`spminer.encoder.device.penalty.plain_sums`; or ``None``."""
    kernel = compiled("penalty.cu", "penalty_sums", device)
    return None if kernel is None else _Penalties(kernel)


def compiled(source: str, name: str, device: torch.device) -> Any:
    """The kernel of this name, called with grid, block and arguments; ``None`` where there is no GPU or compiler."""
    compiler = getattr(torch.cuda, "_compile_kernel", None)
    if device.type != "cuda" or compiler is None:
        return None
    try:
        return compiler(Path(__file__).with_name(source).read_text(), name)
    except RuntimeError:
        return None


class _Penalties:
    """Launches of the penalty kernel, with the memory that they need."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel

    def __call__(
        self,
        sub: Tensor,
        sup: Tensor,
        sub_counts: Tensor | None,
        sup_counts: Tensor | None,
        threshold: float,
        cap: float,
    ) -> tuple[Tensor, Tensor]:
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
