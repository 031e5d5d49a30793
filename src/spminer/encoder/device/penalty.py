"""Penalties on a device: every pattern against every neighborhood, and only sums come back to the host.

On a GPU one kernel does it all (``kernel``); elsewhere, and where it cannot be compiled, torch's own operations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from spminer.encoder.device.embedder import full_precision
from spminer.encoder.device.kernel import penalty_kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.encoder.batch import AnchoredBatch
    from spminer.encoder.device.embedder import DeviceEmbedder

__all__ = ["DeviceIndex", "aligned_penalties", "aligned_violations", "plain_sums"]

# Numbers that torch's own operations may have in memory at once: patterns times neighborhoods times dimensions.
_NUMBERS_AT_ONCE = {"cpu": 1 << 23, "cuda": 1 << 30}


class DeviceIndex:
    """Neighborhoods embedded on a device, with their signatures or without.

    Parameters
    ----------
    embedder
        The model on the device.
    neighborhoods
        What patterns will be scored against.
    use_signature
        Keep signatures, which patterns then need as well.
    labels
        Label signatures of the neighborhoods, to be kept after the others; patterns then need these too.
    """

    def __init__(
        self,
        embedder: DeviceEmbedder,
        neighborhoods: AnchoredBatch,
        *,
        use_signature: bool,
        labels: NDArray[np.uint8] | None = None,
    ) -> None:
        self.points, self.signatures = embedder.read(neighborhoods, signatures=use_signature)
        if self.signatures is not None and labels is not None:
            self.signatures = torch.cat([self.signatures, torch.from_numpy(labels).to(embedder.device)], dim=1)
        self._kernel = penalty_kernel(embedder.device)

    def __len__(self) -> int:
        return len(self.points)

    def score(
        self, points: Tensor, signatures: Tensor | None, *, threshold: float, cap: float
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """For each pattern, the sum of ``min(penalty, cap)`` and the number of penalties up to the threshold."""
        if not len(points) or not len(self):
            return np.zeros(len(points)), np.zeros(len(points), dtype=np.int64)
        sums = plain_sums if self._kernel is None else self._kernel
        with full_precision():
            soft, hard = sums(points, self.points, signatures, self.signatures, threshold, cap)
            return soft.double().cpu().numpy(), hard.long().cpu().numpy()


def plain_sums(
    sub: Tensor, sup: Tensor, sub_counts: Tensor | None, sup_counts: Tensor | None, threshold: float, cap: float
) -> tuple[Tensor, Tensor]:
    """By torch's own operations, on any device: soft sums ``float64[P]`` and hard counts ``int64[P]``."""
    soft = torch.zeros(len(sub), dtype=torch.float64, device=sub.device)
    hard = torch.zeros(len(sub), dtype=torch.int64, device=sub.device)
    most = _NUMBERS_AT_ONCE[sub.device.type]
    block = min(len(sup), 1024)
    columns = sub.shape[1] if sub_counts is None else max(sub.shape[1], sub_counts.shape[1])
    patterns = max(1, most // (block * columns))
    for start in range(0, len(sub), patterns):
        those = slice(start, start + patterns)
        for first in range(0, len(sup), block):
            these = slice(first, first + block)
            energy = (sub[those, None] - sup[None, these]).clamp_(min=0).square_().sum(-1)
            if sub_counts is not None and sup_counts is not None:
                energy[(sub_counts[those, None] > sup_counts[None, these]).any(-1)] = torch.inf
            soft[those] += energy.clamp(max=cap).sum(-1, dtype=torch.float64)
            hard[those] += (energy <= threshold).sum(-1)
    return soft, hard


def aligned_penalties(sub: Tensor, sup: Tensor) -> Tensor:
    """Penalty of each aligned pair."""
    return (sub - sup).clamp_(min=0).square_().sum(-1)


def aligned_violations(sub: Tensor, sup: Tensor) -> Tensor:
    """Whether the signatures of each aligned pair exclude a containment."""
    return (sub > sup).any(-1)
