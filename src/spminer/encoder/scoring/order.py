"""Scores of an order embedding: penalties of pairs, and frequencies of patterns among neighborhoods. No torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.scoring.calibration import Calibration
from spminer.encoder.scoring.index import NeighborhoodIndex, signatures_of
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.encoder.runtime import Embedder
    from spminer.encoder.scoring.labelings import Labelings

__all__ = ["FrequencyEstimate", "OrderScorer", "labeled"]

_NO_THRESHOLD = float(np.finfo(np.float32).max)


class FrequencyEstimate(NamedTuple):
    """Estimated anchored frequencies, as shares of the nodes; one value per pattern.

    Attributes
    ----------
    soft
        Each neighborhood counts the more, the smaller its penalty is. Ranks best.
    hard
        Share of neighborhoods with a penalty up to the threshold of the pattern's size.
    """

    soft: NDArray[np.float64]
    hard: NDArray[np.float64]


class OrderScorer:
    """Scores of an order embedding, with the exact order signature or without.

    Parameters
    ----------
    embedder
        The model, made ready by :func:`spminer.encoder.runtime.open_embedder`; an order embedding.
    use_signature
        Let the exact signature reject what it can.
    calibration
        What the penalties mean; by default what is stored with the model. Only frequencies need it.
    threads
        Threads; 0 for every core. Scores do not depend on it.
    """

    def __init__(
        self,
        embedder: Embedder,
        *,
        use_signature: bool = True,
        calibration: Calibration | None = None,
        threads: int = 0,
    ) -> None:
        if embedder.model.config.output != "order":
            raise UsageError("only order embeddings have penalties; this model answers with a perceptron")
        self.embedder = embedder
        self.use_signature = use_signature
        self.threads = threads
        self._calibration = calibration

    @property
    def calibration(self) -> Calibration:
        """What the penalties mean."""
        if self._calibration is None:
            self._calibration = Calibration.of(self.embedder.model)
        return self._calibration

    def cap(self, size: int) -> float:
        """The penalty at which a neighborhood no longer counts towards the soft estimate of patterns of a size."""
        return float(self.calibration.caps[size - 1])

    def penalties(self, sub: AnchoredBatch, sup: AnchoredBatch) -> NDArray[np.float32]:
        """Penalty of each aligned pair; infinite where the signature excludes a containment."""
        self.check_aligned(sub, sup)
        values = _core.order_penalty(self.embedder.embed(sub), self.embedder.embed(sup))
        if self.use_signature:
            values[self.excluded(sub, sup)] = np.inf
        return values

    @staticmethod
    def check_aligned(sub: AnchoredBatch, sup: AnchoredBatch) -> None:
        """Refuse sides of different lengths."""
        if len(sub) != len(sup):
            raise UsageError(f"{len(sub)} graphs on one side, {len(sup)} on the other: pairs must be aligned")

    def excluded(self, sub: AnchoredBatch, sup: AnchoredBatch) -> NDArray[np.bool_]:
        """Whether the signature excludes a containment, for each aligned pair."""
        return _core.order_violated(self._signatures(sub), self._signatures(sup)).astype(bool)

    def all_penalties(self, patterns: AnchoredBatch, neighborhoods: AnchoredBatch) -> NDArray[np.float32]:
        """Penalties of every pattern (rows) in every neighborhood (columns); meant for study, not for mining."""
        sub, sup = self.embedder.embed(patterns), self.embedder.embed(neighborhoods)
        values = np.stack([_core.order_penalty(np.broadcast_to(row, sup.shape).copy(), sup) for row in sub])
        if self.use_signature:
            values[~self.all_allowed(patterns, neighborhoods)] = np.inf
        return values

    def all_allowed(self, patterns: AnchoredBatch, neighborhoods: AnchoredBatch) -> NDArray[np.bool_]:
        """Whether the signature allows each pattern (rows) in each neighborhood (columns)."""
        sup = self._signatures(neighborhoods)
        return np.stack([(signature <= sup).all(axis=1) for signature in self._signatures(patterns)])

    def index(self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None) -> NeighborhoodIndex:
        """Embed neighborhoods, for any number of questions about patterns; with label signatures, about labelings."""
        return NeighborhoodIndex(
            self.embedder, neighborhoods, use_signature=self.use_signature, labels=labels, threads=self.threads
        )

    def frequency(
        self, patterns: AnchoredBatch, index: NeighborhoodIndex, labelings: Labelings | None = None
    ) -> FrequencyEstimate:
        """Estimate how large a share of all nodes can be the anchor of each pattern, or of each labeling of them."""
        rows = len(patterns) if labelings is None else len(labelings)
        soft, hard = np.zeros(rows), np.zeros(rows)
        for size, members, embeddings, signatures in self._by_size(patterns, labelings):
            threshold, cap = float(self.calibration.thresholds[size - 1]), self.cap(size)
            penalty, count = self._score(index, embeddings, signatures, threshold, cap)
            # A sum of nothing but caps may round to a little more than their number.
            soft[members] = np.maximum(len(index) - penalty / cap, 0) / max(len(index), 1)
            hard[members] = count / max(len(index), 1)
        return FrequencyEstimate(soft, hard)

    def share(
        self, patterns: AnchoredBatch, index: NeighborhoodIndex, *, hard: bool, labelings: Labelings | None = None
    ) -> NDArray[np.float64]:
        """One of the two estimates of :meth:`frequency`, as a search asks for it."""
        estimate = self.frequency(patterns, index, labelings)
        return estimate.hard if hard else estimate.soft

    def possible(self, patterns: AnchoredBatch, index: NeighborhoodIndex) -> NDArray[np.float64]:
        """Share of neighborhoods that the signature does not exclude: an upper bound, up to sampling."""
        shares = np.zeros(len(patterns))
        for _, members, embeddings, signatures in self._by_size(patterns):
            _, count = self._score(index, embeddings, signatures, _NO_THRESHOLD, 1.0)
            shares[members] = count / max(len(index), 1)
        return shares

    def _score(
        self,
        index: NeighborhoodIndex,
        embeddings: NDArray[np.float32],
        signatures: NDArray[np.uint8] | None,
        threshold: float,
        cap: float,
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        return index.score(embeddings, signatures, threshold=threshold, cap=cap, threads=self.threads)

    def _by_size(
        self, patterns: AnchoredBatch, labelings: Labelings | None = None
    ) -> Iterator[tuple[int, NDArray[np.intp], NDArray[np.float32], NDArray[np.uint8] | None]]:
        """The patterns of each size, with their embeddings and signatures: thresholds and caps go by size."""
        embeddings = self.embedder.embed(patterns)
        signatures = self._signatures(patterns) if self.use_signature else None
        if labelings is not None:
            embeddings = embeddings[labelings.structure]
            signatures = None if signatures is None else labelings.of(signatures)
        for members, size in labeled(patterns, labelings).by_size():
            yield size, members, embeddings[members], None if signatures is None else signatures[members]

    def _signatures(self, batch: AnchoredBatch) -> NDArray[np.uint8]:
        return signatures_of(self.embedder, batch, threads=self.threads)


def labeled(patterns: AnchoredBatch, labelings: Labelings | None) -> AnchoredBatch:
    """The structure of each labeling, or the patterns themselves."""
    if labelings is None:
        return patterns
    return AnchoredBatch(patterns.rows[labelings.structure], patterns.sizes[labelings.structure])
