"""The index of embedded neighborhoods: penalties of patterns against all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.encoder.runtime import Embedder

__all__ = ["NeighborhoodIndex", "signatures_of"]

BLOCK = 65_536  # neighborhoods that are embedded, and scored against, at a time


def signatures_of(embedder: Embedder, batch: AnchoredBatch, *, threads: int = 0) -> NDArray[np.uint8]:
    """Exact order signatures of graphs, for the kind of containment that the model was trained on."""
    return _core.signatures(batch.rows, batch.sizes, induced=embedder.model.config.induced, threads=threads)


class NeighborhoodIndex:
    """Embeddings and order signatures of neighborhoods, in the layout of the penalty kernel.

    Parameters
    ----------
    embedder
        The model.
    neighborhoods
        What patterns will be scored against.
    use_signature
        Keep signatures, which patterns then need as well.
    labels
        Label signatures of the neighborhoods, to be kept after the others; patterns then need these too.
    threads
        Threads; 0 for every core. The index does not depend on it.
    """

    def __init__(
        self,
        embedder: Embedder,
        neighborhoods: AnchoredBatch,
        *,
        use_signature: bool = True,
        labels: NDArray[np.uint8] | None = None,
        threads: int = 0,
    ) -> None:
        self._count = len(neighborhoods)
        self._blocks: list[_core.PenaltyIndex] = []
        for start in range(0, self._count, BLOCK):
            block = slice(start, start + BLOCK)
            part = AnchoredBatch(neighborhoods.rows[block], neighborhoods.sizes[block])
            signatures = signatures_of(embedder, part, threads=threads) if use_signature else None
            if signatures is not None and labels is not None:
                signatures = np.concatenate([signatures, labels[block]], axis=1)
            self._blocks.append(_core.PenaltyIndex(embedder.embed(part), signatures))

    def __len__(self) -> int:
        return self._count

    def score(
        self,
        embeddings: NDArray[np.float32],
        signatures: NDArray[np.uint8] | None,
        *,
        threshold: float,
        cap: float,
        threads: int = 0,
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Each pattern's sum of capped penalties, and its number of neighborhoods within the threshold."""
        soft, hard = np.zeros(len(embeddings)), np.zeros(len(embeddings), dtype=np.int64)
        thresholds = np.full(len(embeddings), threshold, dtype=np.float32)
        for block in self._blocks:
            total, count = block.score(embeddings, signatures, thresholds=thresholds, cap=cap, threads=threads)
            soft += total
            hard += count
        return soft, hard
