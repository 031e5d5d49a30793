"""Scores on a device: those of :class:`OrderScorer` and of the perceptron, with points that never leave it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch.nn import functional

from spminer.encoder.device.embedder import full_precision
from spminer.encoder.device.penalty import DeviceIndex, aligned_penalties, aligned_violations
from spminer.encoder.scoring.order import OrderScorer, labeled

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.encoder.batch import AnchoredBatch
    from spminer.encoder.device.embedder import DeviceEmbedder
    from spminer.encoder.scoring.calibration import Calibration
    from spminer.encoder.scoring.labelings import Labelings

__all__ = ["DeviceOrderScorer", "DevicePerceptronScorer"]

_HIDDEN_AT_ONCE = 1 << 26  # numbers between the layers of the perceptron


class DeviceOrderScorer(OrderScorer):
    """Scores of an order embedding on a device; parameters as :class:`OrderScorer` has them."""

    embedder: DeviceEmbedder

    def __init__(
        self, embedder: DeviceEmbedder, *, use_signature: bool = True, calibration: Calibration | None = None
    ) -> None:
        super().__init__(embedder, use_signature=use_signature, calibration=calibration)

    def penalties(self, sub: AnchoredBatch, sup: AnchoredBatch) -> NDArray[np.float32]:
        """Penalty of each aligned pair; infinite where the signature excludes a containment."""
        self.check_aligned(sub, sup)
        (below, counts), (above, more) = (
            self.embedder.read(side, signatures=self.use_signature) for side in (sub, sup)
        )
        with full_precision():
            values = aligned_penalties(below, above)
            if counts is not None and more is not None:
                values[aligned_violations(counts, more)] = torch.inf
            result: NDArray[np.float32] = values.cpu().numpy()
        return result

    def excluded(self, sub: AnchoredBatch, sup: AnchoredBatch) -> NDArray[np.bool_]:
        """Whether the signature excludes a containment, for each aligned pair."""
        self.check_aligned(sub, sup)
        flags: NDArray[np.bool_] = aligned_violations(self.embedder.count(sub), self.embedder.count(sup)).cpu().numpy()
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
        self, patterns: AnchoredBatch, labelings: Labelings | None = None
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


class DevicePerceptronScorer:
    """Scores of a model that answers with a perceptron, on a device."""

    def __init__(self, embedder: DeviceEmbedder) -> None:
        self.embedder = embedder
        weights, dimensions = embedder.model.tensors, embedder.model.config.dimensions
        first, bias, last, last_bias = (
            torch.from_numpy(weights[name]).to(embedder.device)
            for name in ("verdict.0.weight", "verdict.0.bias", "verdict.2.weight", "verdict.2.bias")
        )
        self._sub, self._sup, self._bias = first[:, :dimensions].T, first[:, dimensions:].T, bias
        self._last, self._last_bias = last[0], last_bias[0]

    def index(self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None) -> Tensor:  # noqa: ARG002
        """What the first layer makes of neighborhoods, on the device; the perceptron knows no labels."""
        with full_precision():
            return self.embedder.points(neighborhoods) @ self._sup + self._bias

    def share(
        self, patterns: AnchoredBatch, index: Tensor, *, hard: bool, labelings: Labelings | None = None
    ) -> NDArray[np.float64]:
        """For each pattern, the mean probability (or the share of answers yes) over the neighborhoods."""
        with full_precision():
            first = self.embedder.points(patterns) @ self._sub
            total = torch.zeros(len(patterns), dtype=torch.float64, device=first.device)
            step = max(1, _HIDDEN_AT_ONCE // max(1, index.numel()))
            for start in range(0, len(first), step):
                hidden = functional.leaky_relu_(first[start : start + step, None] + index, 0.1)
                logits = hidden @ self._last + self._last_bias
                answers = logits > 0 if hard else torch.sigmoid(logits)
                total[start : start + step] = answers.sum(-1, dtype=torch.float64)
            shares: NDArray[np.float64] = (total / max(len(index), 1)).cpu().numpy()
        return shares if labelings is None else shares[labelings.structure]

    def cap(self, size: int) -> float:  # noqa: ARG002
        """Answers are probabilities, so that an answer no is a penalty of 1 whatever the size."""
        return 1.0
