"""Penalties on a GPU: every pattern against every neighborhood; only sums come back to the host (``penalty.cu``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from spminer.encoder.gpu.kernels import full_precision
from spminer.encoder.network import order_penalty
from spminer.encoder.scoring import OrderScorer, labeled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.encoder.batch import AnchoredBatch
    from spminer.encoder.gpu.embedder import GpuEmbedder
    from spminer.encoder.gpu.kernels import Compiler
    from spminer.encoder.model import Calibration
    from spminer.encoder.scoring import LabeledPatterns

__all__ = ["DeviceOrderScorer"]

TILE = 128  # patterns and neighborhoods of one block of threads, as in penalty.cu
_THREADS = 256
_MOST_BLOCKS = 65_535  # of the second axis of a grid


class DeviceOrderScorer(OrderScorer):
    """Scores of an order embedding on a device; parameters as :class:`OrderScorer` has them."""

    embedder: GpuEmbedder

    def __init__(
        self, embedder: GpuEmbedder, *, use_signature: bool = True, calibration: Calibration | None = None
    ) -> None:
        super().__init__(embedder, use_signature=use_signature, calibration=calibration)

    def penalties(self, sub: AnchoredBatch, sup: AnchoredBatch) -> NDArray[np.float32]:
        """Penalty of each aligned pair; infinite where the signature excludes a containment."""
        self.check_aligned(sub, sup)
        (below, counts), (above, more) = (
            self.embedder.read(side, signatures=self.use_signature) for side in (sub, sup)
        )
        with full_precision():
            values = order_penalty(below, above)
            if counts is not None and more is not None:
                values[(counts > more).any(-1)] = torch.inf
            result: NDArray[np.float32] = values.cpu().numpy()
        return result

    def excluded(self, sub: AnchoredBatch, sup: AnchoredBatch) -> NDArray[np.bool_]:
        """Whether the signature excludes a containment, for each aligned pair."""
        self.check_aligned(sub, sup)
        flags: NDArray[np.bool_] = (self.embedder.count(sub) > self.embedder.count(sup)).any(-1).cpu().numpy()
        return flags

    def index(  # type: ignore[override]  # its points stay there
        self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None
    ) -> DeviceIndex:
        """Embed neighborhoods, for any number of questions about patterns; with label signatures, about labelings."""
        return DeviceIndex(self.embedder, neighborhoods, use_signature=self.use_signature, labels=labels)

    def _score(  # type: ignore[override]
        self, index: DeviceIndex, embeddings: Tensor, signatures: Tensor | None, threshold: float, cap: float
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        return index.score(embeddings, signatures, threshold=threshold, cap=cap)

    def _by_size(  # type: ignore[override]  # tensors, which its own index takes
        self, patterns: AnchoredBatch, labelings: LabeledPatterns | None = None
    ) -> Iterator[tuple[int, NDArray[np.intp], Tensor, Tensor | None]]:
        points, counts = self.embedder.read(patterns, signatures=self.use_signature)
        if labelings is not None:
            structure = torch.from_numpy(labelings.structure).to(points.device)
            points = points[structure]
            if counts is not None:
                own = torch.from_numpy(labelings.signatures).to(points.device)
                counts = torch.cat([counts[structure], own], dim=1)
        for members, size in labeled(patterns, labelings).by_size():
            chosen = torch.from_numpy(members).to(points.device)
            yield size, members, points[chosen], None if counts is None else counts[chosen]


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
        embedder: GpuEmbedder,
        neighborhoods: AnchoredBatch,
        *,
        use_signature: bool,
        labels: NDArray[np.uint8] | None = None,
    ) -> None:
        self.points, self.signatures = embedder.read(neighborhoods, signatures=use_signature)
        if self.signatures is not None and labels is not None:
            self.signatures = torch.cat([self.signatures, torch.from_numpy(labels).to(embedder.device)], dim=1)
        self._sums = PenaltyKernel(embedder.compiler)

    def __len__(self) -> int:
        return len(self.points)

    def score(
        self, points: Tensor, signatures: Tensor | None, *, threshold: float, cap: float
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """For each pattern, the sum of ``min(penalty, cap)`` and the number of penalties up to the threshold."""
        if not len(points) or not len(self):
            return np.zeros(len(points)), np.zeros(len(points), dtype=np.int64)
        with full_precision():
            soft, hard = self._sums(points, self.points, signatures, self.signatures, threshold, cap)
            return soft.cpu().numpy(), hard.cpu().numpy()


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
