"""Scores of patterns against neighborhoods of the target, on the CPU.

Two kinds of models score. An order embedding (:class:`OrderScorer`) gives each pair a penalty: the squared length by
which the pattern exceeds the neighborhood (equation 1 of the paper). The exact order signature rejects pairs that
cannot be containments. From penalties come two estimates of a pattern's frequency: the share of neighborhoods within
a threshold (hard), and the sum of ``1 - penalty / cap`` (soft, equation 5 with capped terms). The baseline
(:class:`PerceptronScorer`) averages the answers of a perceptron.

Neighborhoods are embedded once and kept in an index; each call then embeds its patterns only. Scoring P patterns
against N neighborhoods takes O(P N D) steps in D dimensions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.model import Calibration
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.encoder.inference import Embedder
    from spminer.encoder.model import EncoderModel

__all__ = ["LabeledPatterns", "NeighborhoodIndex", "OrderScorer", "PerceptronScorer", "Verdict", "labeled"]

_NO_THRESHOLD = float(np.finfo(np.float32).max)


class OrderScorer:
    """Scores of an order embedding, with the exact order signature or without.

    Parameters
    ----------
    embedder
        The model, made ready by :func:`spminer.encoder.inference.open_embedder`; an order embedding.
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
        self, patterns: AnchoredBatch, index: NeighborhoodIndex, labelings: LabeledPatterns | None = None
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
        self, patterns: AnchoredBatch, index: NeighborhoodIndex, *, hard: bool, labelings: LabeledPatterns | None = None
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
        self, patterns: AnchoredBatch, labelings: LabeledPatterns | None = None
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


BLOCK = 65_536  # neighborhoods that are embedded, and scored against, at a time


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


def signatures_of(embedder: Embedder, batch: AnchoredBatch, *, threads: int = 0) -> NDArray[np.uint8]:
    """Exact order signatures of graphs, for the kind of containment that the model was trained on."""
    return _core.signatures(batch.rows, batch.sizes, induced=embedder.model.config.induced, threads=threads)


@dataclass(frozen=True, eq=False)
class LabeledPatterns:
    """Patterns given by their structures, which a model embeds, and by what only their signatures know.

    Attributes
    ----------
    structure
        Of each pattern, its structure among those that are embedded.
    signatures
        ``uint8[P, LABEL_SIGNATURE_SIZE]``: counts by labels and codes (``_core.label_signatures``).

    Examples
    --------
    >>> two = LabeledPatterns(np.array([0, 0]), np.zeros((2, 256), np.uint8))
    >>> two.of(np.array([[7, 8]], np.uint8)).shape
    (2, 258)
    """

    structure: NDArray[np.intp]
    signatures: NDArray[np.uint8]

    def __post_init__(self) -> None:
        if len(self.structure) != len(self.signatures):
            raise UsageError(f"{len(self.structure)} patterns have {len(self.signatures)} signatures")

    def __len__(self) -> int:
        return len(self.structure)

    def of(self, signatures: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Signatures of the patterns: those of their structures, and their own after them."""
        return np.concatenate([signatures[self.structure], self.signatures], axis=1)


def labeled(patterns: AnchoredBatch, labelings: LabeledPatterns | None) -> AnchoredBatch:
    """The structure of each labeling, or the patterns themselves."""
    if labelings is None:
        return patterns
    return AnchoredBatch(patterns.rows[labelings.structure], patterns.sizes[labelings.structure])


class PerceptronScorer:
    """Scores of a model that answers with a perceptron: the mean of its answers, or the share of those that are yes.

    Parameters
    ----------
    embedder
        The model, made ready by :func:`spminer.encoder.inference.open_embedder`; its output is ``"mlp"``.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._verdict = Verdict(embedder.model)

    def index(self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:  # noqa: ARG002
        """Embed neighborhoods, for any number of questions about patterns; the perceptron knows no labels."""
        return self.embedder.embed(neighborhoods)

    def share(
        self,
        patterns: AnchoredBatch,
        index: NDArray[np.float32],
        *,
        hard: bool,
        labelings: LabeledPatterns | None = None,
    ) -> NDArray[np.float64]:
        """For each pattern, the mean probability (or the share of answers yes) over the neighborhoods."""
        shares = self._verdict.shares(self.embedder.embed(patterns), index, hard=hard)
        return shares if labelings is None else shares[labelings.structure]

    def cap(self, size: int) -> float:  # noqa: ARG002
        """Answers are probabilities, so that an answer no is a penalty of 1 whatever the size."""
        return 1.0


_LEAK = np.float32(0.1)  # of the LeakyReLU, as in the torch model
_BLOCK = 512  # neighborhoods at a time, so that what is between the layers stays in cache


class Verdict:
    """The perceptron of a model that was trained with one.

    The first layer is linear in both embeddings, so their shares of it are computed once for each graph rather than for
    each pair.

    Parameters
    ----------
    model
        A model whose output is ``"mlp"``.
    """

    def __init__(self, model: EncoderModel) -> None:
        if model.config.output != "mlp":
            raise UsageError("this model is an order embedding: it has no perceptron")
        weights, dimensions = model.tensors, model.config.dimensions
        first = weights["verdict.0.weight"]  # [D, 2 D]
        self._sub, self._sup = first[:, :dimensions].T.copy(), first[:, dimensions:].T.copy()
        self._bias = weights["verdict.0.bias"]
        self._last, self._last_bias = weights["verdict.2.weight"][0], weights["verdict.2.bias"][0]

    def logits(self, sub: NDArray[np.float32], sup: NDArray[np.float32]) -> NDArray[np.float32]:
        """Log odds that each aligned pair is a containment."""
        return self._answer(sub @ self._sub + sup @ self._sup + self._bias)

    def shares(self, sub: NDArray[np.float32], sup: NDArray[np.float32], *, hard: bool) -> NDArray[np.float64]:
        """For each of ``sub``, the mean probability (or the share of answers yes) over all of ``sup``."""
        first, second = sub @ self._sub, sup @ self._sup + self._bias
        total = np.zeros(len(sub))
        for start in range(0, len(second), _BLOCK):
            block = second[start : start + _BLOCK]
            for index, row in enumerate(first):
                logits = self._answer(row + block)
                total[index] += (logits > 0).sum() if hard else (0.5 + 0.5 * np.tanh(0.5 * logits)).sum()
        return total / max(len(second), 1)

    def _answer(self, hidden: NDArray[np.float32]) -> NDArray[np.float32]:
        logits: NDArray[np.float32] = np.maximum(hidden, _LEAK * hidden) @ self._last + self._last_bias
        return logits
