"""The index of embedded neighborhoods: penalties of patterns against all of them, in memory or memory-mapped."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.encoder.runtime import Embedder

__all__ = ["NeighborhoodIndex", "signatures_of"]

# Above this many bytes embeddings live in a file; the penalty kernel then sees them a block at a time.
MEMORY_LIMIT = 512 * 2**20
BLOCK = 65_536


def signatures_of(embedder: Embedder, batch: AnchoredBatch, *, threads: int = 0) -> NDArray[np.uint8]:
    """Exact order signatures of graphs, for the kind of containment that the model was trained on."""
    return _core.signatures(batch.rows, batch.sizes, induced=embedder.model.config.induced, threads=threads)


class NeighborhoodIndex:
    """Embeddings and order signatures of neighborhoods, in memory or, where large, in a memory-mapped file.

    The penalty kernel wants its own copy of the embeddings. In memory that copy is made once and is all that is kept;
    otherwise it is made a block at a time, which is little beside scoring some hundred patterns against the block.

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
        self._file: tuple[NDArray[np.float32], NDArray[np.uint8] | None] | None = None
        dimensions, signature = embedder.model.config.dimensions, _core.SIGNATURE_SIZE if use_signature else 0
        if use_signature and labels is not None:
            signature += labels.shape[1]
        if self._count * (8 * dimensions + signature) > MEMORY_LIMIT:
            self._file = (
                _mapped(self._count, dimensions, np.float32),
                _mapped(self._count, signature, np.uint8) if use_signature else None,
            )
        for block in self._slices():
            part = AnchoredBatch(neighborhoods.rows[block], neighborhoods.sizes[block])
            signatures = signatures_of(embedder, part, threads=threads) if use_signature else None
            if signatures is not None and labels is not None:
                signatures = np.concatenate([signatures, labels[block]], axis=1)
            self._add(block, embedder.embed(part), signatures)

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
        for block in self._indexes():
            total, count = block.score(embeddings, signatures, thresholds=thresholds, cap=cap, threads=threads)
            soft += total
            hard += count
        return soft, hard

    def _slices(self) -> Iterator[slice]:
        for start in range(0, self._count, BLOCK):
            yield slice(start, min(start + BLOCK, self._count))

    def _add(self, block: slice, embeddings: NDArray[np.float32], signatures: NDArray[np.uint8] | None) -> None:
        if self._file is None:
            self._blocks.append(_core.PenaltyIndex(embeddings, signatures))
            return
        kept, kept_signatures = self._file
        kept[block] = embeddings
        if kept_signatures is not None and signatures is not None:
            kept_signatures[block] = signatures

    def _indexes(self) -> Iterator[_core.PenaltyIndex]:
        yield from self._blocks
        if self._file is not None:
            embeddings, signatures = self._file
            for block in self._slices():
                chosen = None if signatures is None else np.array(signatures[block])
                yield _core.PenaltyIndex(np.array(embeddings[block]), chosen)


def _mapped(rows: int, columns: int, kind: type) -> NDArray[Any]:
    """An array in a file that disappears with it."""
    with tempfile.TemporaryFile(prefix="spminer-") as file:
        return np.memmap(file, dtype=kind, mode="w+", shape=(rows, columns))
