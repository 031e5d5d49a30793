"""Neighborhoods of the target, embedded once, that patterns are scored against."""

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
    from spminer.methods.walk.settings import Samples, Sampling

__all__ = ["EmbeddedNeighborhoods", "ranges_for", "sample"]

SMALL, LARGE = (20, 29), (40, 64)
# Up to this pattern size the paper's samples contain what the target contains.
SMALL_PATTERNS = 8
# Above this many bytes embeddings live in a file; the penalty kernel then sees them a block at a time.
MEMORY_LIMIT = 512 * 2**20
BLOCK = 65_536
METHODS = {"tree": _core.SampleMethod.TREE, "breadth": _core.SampleMethod.BREADTH}


def ranges_for(size: int, samples: Samples) -> tuple[tuple[int, int], ...]:
    """Ranges of neighborhood sizes that patterns of one size are scored against.

    >>> ranges_for(6, "auto"), ranges_for(12, "auto"), ranges_for(6, "both")
    (((20, 29),), ((40, 64),), ((20, 29), (40, 64)))
    """
    if samples == "both":
        return (SMALL, LARGE)
    small = samples == "small" or (samples == "auto" and size <= SMALL_PATTERNS)
    return (SMALL,) if small else (LARGE,)


def sample(
    target: _core.Target,
    count: int,
    ranges: tuple[tuple[int, int], ...],
    *,
    sampling: Sampling = "tree",
    seed: int = 0,
    threads: int = 0,
) -> AnchoredBatch:
    """``count`` anchored neighborhoods, an equal part for each range of sizes.

    Anchors are spread over all nodes, each taken once while there are enough; a target with at most ``count`` nodes
    gives one neighborhood per node (and range).

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 30) for i in range(30)]).target()
    >>> sample(ring, 8, ((3, 3), (5, 5))).sizes.tolist()
    [3, 3, 3, 3, 5, 5, 5, 5]
    """
    parts = []
    for index, (low, high) in enumerate(ranges):
        share = min(target.nodes, count // len(ranges) + (index < count % len(ranges)))
        rows, sizes, _, _ = _core.sample_neighborhoods(
            target, share, low=low, high=high, method=METHODS[sampling], seed=seed + index, threads=threads
        )
        parts.append((rows, sizes))
    width = max(rows.shape[1] for rows, _ in parts)
    padded = [np.pad(rows, ((0, 0), (0, width - rows.shape[1]))) for rows, _ in parts]
    return AnchoredBatch(np.concatenate(padded), np.concatenate([sizes for _, sizes in parts]))


class EmbeddedNeighborhoods:
    """Embeddings and order signatures of neighborhoods, in memory or, where large, in a memory-mapped file.

    The penalty kernel wants its own copy of the embeddings. In memory that copy is made once and is all that is kept;
    otherwise it is made a block at a time, which is little beside scoring some hundred patterns against the block.
    """

    def __init__(self, embedder: Embedder, batch: AnchoredBatch, *, threads: int = 0) -> None:
        self._count = len(batch)
        dimensions = embedder.model.config.dimensions
        self._blocks: list[_core.PenaltyIndex] = []
        self._file: tuple[NDArray[np.float32], NDArray[np.uint8]] | None = None
        if self._count * (8 * dimensions + _core.SIGNATURE_SIZE) > MEMORY_LIMIT:
            self._file = (
                _mapped(self._count, dimensions, np.float32),
                _mapped(self._count, _core.SIGNATURE_SIZE, np.uint8),
            )
        for start in range(0, self._count, BLOCK):
            block = slice(start, min(start + BLOCK, self._count))
            part = AnchoredBatch(batch.rows[block], batch.sizes[block])
            embeddings = embedder.embed(part)
            induced = embedder.model.config.induced
            signatures = _core.signatures(part.rows, part.sizes, induced=induced, threads=threads)
            if self._file is None:
                self._blocks.append(_core.PenaltyIndex(embeddings, signatures))
            else:
                self._file[0][block], self._file[1][block] = embeddings, signatures

    def __len__(self) -> int:
        return self._count

    def score(
        self,
        embeddings: NDArray[np.float32],
        signatures: NDArray[np.uint8],
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

    def _indexes(self) -> Iterator[_core.PenaltyIndex]:
        yield from self._blocks
        if self._file is not None:
            embeddings, signatures = self._file
            for start in range(0, self._count, BLOCK):
                block = slice(start, start + BLOCK)
                yield _core.PenaltyIndex(np.array(embeddings[block]), np.array(signatures[block]))


def _mapped(rows: int, columns: int, kind: type) -> NDArray[Any]:
    """An array in a file that disappears with it."""
    with tempfile.TemporaryFile(prefix="spminer-") as file:
        return np.memmap(file, dtype=kind, mode="w+", shape=(rows, columns))
