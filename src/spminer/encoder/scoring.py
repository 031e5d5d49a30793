"""Scores of patterns against neighborhoods of the target, and the frequency estimator of the search methods.

Two kinds of models score. An order embedding (:class:`OrderScorer`) gives each pair a penalty: the squared length by
which the pattern exceeds the neighborhood (equation 1 of the paper). The exact order signature rejects pairs that
cannot be containments. From penalties come two estimates of a pattern's frequency: the share of neighborhoods within
a threshold (hard), and the sum of ``1 - penalty / cap`` (soft, equation 5 with capped terms). The baseline
(:class:`PerceptronScorer`) averages the answers of a perceptron.

:func:`open_scorer` makes a model ready. :class:`FrequencyEstimator` samples neighborhoods of one target, once for each
range of sizes, and embeds them into an index; each call then embeds its patterns only. Scoring P patterns against N
neighborhoods takes O(P N D) steps in D dimensions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import Calibration, model_for
from spminer.encoder.neighborhoods import sample, size_range
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.encoder.batch import Embedded, LabeledPatterns
    from spminer.encoder.inference import Embedder, Index, ScoringEmbedder
    from spminer.encoder.model import EncoderModel
    from spminer.encoder.neighborhoods import Samples, Sampling, SizeRange

__all__ = [
    "FrequencyEstimate",
    "FrequencyEstimator",
    "OrderScorer",
    "PairClassifier",
    "PerceptronScorer",
    "Scorer",
    "open_scorer",
]

_NO_THRESHOLD = float(np.finfo(np.float32).max)


class Scorer(Protocol):
    """A model that scores patterns against neighborhoods, which it has embedded before."""

    @property
    def embedder(self) -> Embedder:
        """What embeds by the model."""

    def index(self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None) -> Any:
        """Embed neighborhoods, whose label signatures may be given."""

    def share(
        self, patterns: AnchoredBatch, index: Any, *, hard: bool, labelings: LabeledPatterns | None = None
    ) -> NDArray[np.float64]:
        """The share of neighborhoods that contain each pattern, by yes and no (hard) or by degrees."""

    def cap(self, size: int) -> float:
        """The penalty at which a neighborhood no longer counts by degrees for patterns of a size."""


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
        The model, made ready by :func:`spminer.encoder.inference.open_embedder`; an order embedding.
    use_signature
        Let the exact signature reject what it can.
    calibration
        What the penalties mean; by default what is stored with the model. Only frequencies need it.
    """

    def __init__(
        self, embedder: ScoringEmbedder, *, use_signature: bool = True, calibration: Calibration | None = None
    ) -> None:
        if embedder.model.config.output != "order":
            raise UsageError("only order embeddings have penalties; this model answers with a perceptron")
        self.embedder = embedder
        self.use_signature = use_signature
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

    def read(self, graphs: AnchoredBatch) -> Embedded:
        """Points of graphs, with their signatures if these are used."""
        return self.embedder.read(graphs, signatures=self.use_signature)

    def penalties(self, sub: AnchoredBatch, sup: AnchoredBatch) -> NDArray[np.float32]:
        """Penalty of each aligned pair; infinite where the signature excludes a containment."""
        if len(sub) != len(sup):
            raise UsageError(f"{len(sub)} graphs on one side, {len(sup)} on the other: pairs must be aligned")
        return self.embedder.penalties(self.read(sub), self.read(sup))

    def all_penalties(self, patterns: Embedded, neighborhoods: Embedded) -> NDArray[np.float32]:
        """Penalties of every pattern (rows) in every neighborhood (columns); meant for study, not for mining."""
        alike = np.zeros(len(neighborhoods.points), dtype=np.intp)
        rows = [
            self.embedder.penalties(patterns.take(alike + row), neighborhoods) for row in range(len(patterns.points))
        ]
        return np.stack(rows)

    def index(self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None) -> Index:
        """Embed neighborhoods, for any number of questions about patterns; with label signatures, about labelings."""
        return self.embedder.index(neighborhoods, signatures=self.use_signature, labels=labels)

    def frequency(
        self, patterns: AnchoredBatch, index: Index, labelings: LabeledPatterns | None = None
    ) -> FrequencyEstimate:
        """Estimate how large a share of all nodes can be the anchor of each pattern, or of each labeling of them."""
        rows = len(patterns) if labelings is None else len(labelings.structure)
        soft, hard = np.zeros(rows), np.zeros(rows)
        for size, members, embedded in self._by_size(patterns, labelings):
            threshold, cap = float(self.calibration.thresholds[size - 1]), self.cap(size)
            penalty, count = index.score(embedded, threshold=threshold, cap=cap)
            # A sum of nothing but caps may round to a little more than their number.
            soft[members] = np.maximum(len(index) - penalty / cap, 0) / max(len(index), 1)
            hard[members] = count / max(len(index), 1)
        return FrequencyEstimate(soft, hard)

    def share(
        self, patterns: AnchoredBatch, index: Index, *, hard: bool, labelings: LabeledPatterns | None = None
    ) -> NDArray[np.float64]:
        """One of the two estimates of :meth:`frequency`, as a search asks for it."""
        estimate = self.frequency(patterns, index, labelings)
        return estimate.hard if hard else estimate.soft

    def signature_share(self, patterns: AnchoredBatch, index: Index) -> NDArray[np.float64]:
        """Share of neighborhoods that the signature does not exclude: an upper bound, up to sampling."""
        shares = np.zeros(len(patterns))
        for _, members, embedded in self._by_size(patterns):
            _, count = index.score(embedded, threshold=_NO_THRESHOLD, cap=1.0)
            shares[members] = count / max(len(index), 1)
        return shares

    def _by_size(
        self, patterns: AnchoredBatch, labelings: LabeledPatterns | None = None
    ) -> Iterator[tuple[int, NDArray[np.intp], Embedded]]:
        """The patterns of each size as the model reads them: thresholds and caps go by size."""
        embedded = self.embedder.read(patterns, signatures=self.use_signature, labelings=labelings)
        sizes = patterns.sizes if labelings is None else patterns.sizes[labelings.structure]
        for size in np.unique(sizes).tolist():
            members = np.flatnonzero(sizes == size)
            yield size, members, embedded.take(members)


class PerceptronScorer:
    """Scores of a model that answers with a perceptron: the mean of its answers, or the share of those that are yes.

    Parameters
    ----------
    embedder
        The model, made ready by :func:`spminer.encoder.inference.open_embedder`; its output is ``"mlp"``.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._classifier = PairClassifier(embedder.model)

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
        shares = self._classifier.shares(self.embedder.embed(patterns), index, hard=hard)
        return shares if labelings is None else shares[labelings.structure]

    def cap(self, size: int) -> float:  # noqa: ARG002
        """Answers are probabilities, so that an answer no is a penalty of 1 whatever the size."""
        return 1.0


_LEAK = np.float32(0.1)  # of the LeakyReLU, as in the torch model
_BLOCK = 512  # neighborhoods at a time, so that what is between the layers stays in cache


class PairClassifier:
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


def open_scorer(model: str, *, induced: bool = True, device: str = "cpu", threads: int = 0) -> Scorer:
    """A model of the package or a model file as a scorer, in the way that the model answers.

    Parameters
    ----------
    model
        Name or path; ``"default"`` is the one for the containment.
    induced
        Whether containment is node-induced.
    device
        Where it computes, as :func:`spminer._util.devices.resolve_device` gave it.
    threads
        Threads; 0 for every core. Scores do not depend on it.

    Raises
    ------
    UsageError
        If there is no such model, or if it is an order embedding that was never calibrated, or was trained on the other
        containment: its exact signature would exclude what is contained, or keep what is not.
    """
    embedder = open_embedder(model_for(model, induced=induced), device=device, threads=threads)
    if embedder.model.config.output != "mlp":
        if embedder.model.config.induced != induced:
            kinds = {True: "node-induced", False: "edge-induced"}
            raise UsageError(
                f"model {str(model)!r} was trained on {kinds[not induced]} pairs, and its scores of {kinds[induced]} "
                "patterns would be wrong; give one that was trained on these, or leave the model out"
            )
        return OrderScorer(embedder, calibration=Calibration.of(embedder.model))
    return PerceptronScorer(embedder)


class FrequencyEstimator:
    """Estimates of anchored frequencies in one target; its neighborhoods are sampled and embedded on first use.

    Parameters
    ----------
    scorer
        What compares patterns with neighborhoods.
    target
        The target, without labels and direction.
    neighborhoods
        How many neighborhoods are sampled; one around each node if the target has no more nodes.
    samples, sampling
        Sizes of the neighborhoods, and how they are drawn (:mod:`spminer.encoder.neighborhoods`).
    hard
        Estimate by yes and no rather than by degrees.
    labeled
        The target with its labels and direction, if signatures are to count these; patterns are then labelings.
    seed, threads
        Of the sampling.
    """

    def __init__(
        self,
        scorer: Scorer,
        target: _core.Target,
        *,
        neighborhoods: int = 10_000,
        samples: Samples = "auto",
        sampling: Sampling = "tree",
        hard: bool = False,
        labeled: _core.Target | None = None,
        seed: int = 0,
        threads: int = 0,
    ) -> None:
        self.scorer = scorer
        self.labeled = labeled
        self._target = target
        self._neighborhoods = neighborhoods
        self._samples: Samples = samples
        self._sampling: Sampling = sampling
        self._hard = hard
        self._seed = seed
        self._threads = threads
        self._indexes: dict[SizeRange, Any] = {}

    def index(self, size: int) -> Any:
        """The neighborhoods that patterns of one size are scored against."""
        sizes = size_range(size, self._samples)
        if sizes not in self._indexes:
            batch, nodes = sample(
                self._target,
                self._neighborhoods,
                sizes,
                sampling=self._sampling,
                seed=self._seed,
                threads=self._threads,
            )
            self._indexes[sizes] = self.scorer.index(batch, self.label_signatures(nodes, batch.rows))
        return self._indexes[sizes]

    def label_signatures(self, nodes: NDArray[np.int32], rows: NDArray[np.uint64]) -> NDArray[np.uint8] | None:
        """What occurrences in the target have of labels and direction, if signatures are to count these."""
        if self.labeled is None:
            return None
        return _core.label_signatures(self.labeled, nodes, rows, threads=self._threads)

    def score(self, rows: NDArray[np.uint64], labelings: LabeledPatterns | None = None) -> NDArray[np.float64]:
        """Estimates for structures of the same size (rows of bits), or for labelings of them: shares of the nodes."""
        count, size = rows.shape
        batch = AnchoredBatch(rows, np.full(count, size, dtype=np.int32))
        return self.scorer.share(batch, self.index(size), hard=self._hard, labelings=labelings)
