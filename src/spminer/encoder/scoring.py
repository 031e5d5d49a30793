"""Scores of patterns against neighborhoods of the target, and the frequency estimator of the search methods.

Two kinds of models score. An order embedding (:class:`OrderScorer`) gives each pair a penalty: the squared length by
which the pattern exceeds the neighborhood (equation 1 of the paper). The exact order signature rejects pairs that
cannot be containments. A pattern's frequency is estimated by the share of neighborhoods within a threshold (``hard``),
by the sum of ``1 - penalty / cap`` (``soft``, equation 5 with capped terms), or by the uncapped mean penalty alone
(``penalty``, equation 5 as written). ``signature`` is the control without a network: the share that the signature does
not exclude. The baseline (:class:`PerceptronScorer`) averages the answers of a perceptron.

:func:`open_scorer` makes a model ready. :class:`FrequencyEstimator` samples neighborhoods of one target, once for each
range of sizes, and embeds them into an index; each call then embeds its patterns only. Scoring P patterns against N
neighborhoods takes O(P N D) steps in D dimensions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.inference import Encoder, EncoderEmbedder, model_text, open_embedder
from spminer.encoder.model import Calibration, model_for
from spminer.encoder.neighborhoods import sample, size_range
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.encoder.batch import Embedded, LabeledPatterns
    from spminer.encoder.inference import Embedder, Index, ScoringEmbedder
    from spminer.encoder.model import EncoderModel
    from spminer.encoder.neighborhoods import Sampling, SizeRange

__all__ = [
    "Estimate",
    "FrequencyEstimate",
    "FrequencyEstimator",
    "OrderScorer",
    "PairClassifier",
    "PerceptronScorer",
    "Scorer",
    "open_scorer",
]

Estimate = Literal["soft", "hard", "penalty", "signature"]

_NO_LIMIT = float(np.finfo(np.float32).max)  # of a penalty


class Scorer(Protocol):
    """A model that scores patterns against embedded neighborhoods."""

    @property
    def embedder(self) -> Embedder:
        """The embedder of the model."""

    def index(self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None) -> Any:
        """Embed neighborhoods, with optional label signatures."""

    def share(
        self, patterns: AnchoredBatch, index: Any, estimate: Estimate, labelings: LabeledPatterns | None = None
    ) -> NDArray[np.float64]:
        """An estimate of the share of neighborhoods that contain each pattern, larger is better."""

    def mean_penalty(self, shares: NDArray[np.float64], size: int, estimate: Estimate) -> NDArray[np.float64]:
        """The mean penalty over the neighborhoods that an estimate for patterns of one size stands for."""


class FrequencyEstimate(NamedTuple):
    """Estimated anchored frequencies, as shares of the nodes; one value per pattern.

    Attributes
    ----------
    soft
        Mean of ``1 - penalty / cap``, at least 0. Ranks best.
    hard
        Share of neighborhoods with a penalty up to the threshold of the pattern's size.
    """

    soft: NDArray[np.float64]
    hard: NDArray[np.float64]


class OrderScorer:
    """Scores of an order embedding, with or without the exact order signature.

    Parameters
    ----------
    embedder
        An order embedding, prepared by :func:`spminer.encoder.inference.open_embedder`.
    use_signature
        Whether the exact signature rejects pairs.
    calibration
        Calibration of the penalties; by default the model's. Only frequencies need it.
    """

    def __init__(
        self, embedder: ScoringEmbedder, *, use_signature: bool = True, calibration: Calibration | None = None
    ) -> None:
        if embedder.model.config.output != "order":
            raise UsageError(
                "only order embeddings have penalties; this model has a perceptron, which "
                "`python -m spminer.paper.ablation` measures beside others"
            )
        self.embedder = embedder
        self.use_signature = use_signature
        self._calibration = calibration

    @property
    def calibration(self) -> Calibration:
        """Calibration of the penalties."""
        if self._calibration is None:
            self._calibration = Calibration.of(self.embedder.model)
        return self._calibration

    def cap(self, size: int) -> float:
        """The penalty from which on a neighborhood adds nothing to the soft estimate of patterns of a size."""
        return float(self.calibration.caps[size - 1])

    def read(self, graphs: AnchoredBatch) -> Embedded:
        """Points of graphs, and their signatures if these are used."""
        return self.embedder.read(graphs, signatures=self.use_signature)

    def penalties(self, sub: AnchoredBatch, sup: AnchoredBatch) -> NDArray[np.float32]:
        """Penalty of each aligned pair; infinite if the signature excludes a containment."""
        if len(sub) != len(sup):
            raise UsageError(f"{len(sub)} graphs on one side, {len(sup)} on the other: pairs must be aligned")
        return self.embedder.penalties(self.read(sub), self.read(sup))

    def all_penalties(self, patterns: Embedded, neighborhoods: Embedded) -> NDArray[np.float32]:
        """Penalties of every pattern (rows) in every neighborhood (columns), for evaluation."""
        alike = np.zeros(len(neighborhoods.points), dtype=np.intp)
        rows = [
            self.embedder.penalties(patterns.take(alike + row), neighborhoods) for row in range(len(patterns.points))
        ]
        return np.stack(rows)

    def index(self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None) -> Index:
        """Embed neighborhoods; with label signatures, patterns may be labelings."""
        return self.embedder.index(neighborhoods, signatures=self.use_signature, labels=labels)

    def frequency(
        self, patterns: AnchoredBatch, index: Index, labelings: LabeledPatterns | None = None
    ) -> FrequencyEstimate:
        """Estimate the share of all nodes that can be the anchor of each pattern, or of each labeling of them."""
        rows = len(patterns) if labelings is None else len(labelings.structure)
        soft, hard = np.zeros(rows), np.zeros(rows)
        for size, members, embedded in self._by_size(patterns, labelings):
            threshold, cap = float(self.calibration.thresholds[size - 1]), self.cap(size)
            penalty, count = index.score(embedded, threshold=threshold, cap=cap)
            # A sum of caps alone may round to slightly more than their number.
            soft[members] = np.maximum(len(index) - penalty / cap, 0) / max(len(index), 1)
            hard[members] = count / max(len(index), 1)
        return FrequencyEstimate(soft, hard)

    def share(
        self, patterns: AnchoredBatch, index: Index, estimate: Estimate, labelings: LabeledPatterns | None = None
    ) -> NDArray[np.float64]:
        """One of the two estimates of :meth:`frequency`, or one that needs no calibration.

        ``signature`` is the share of neighborhoods that the signature does not exclude: an upper bound, up to sampling.
        ``penalty`` is ``1 / (1 + mean penalty)``, which is 1 without any violation and falls with equation 5.
        """
        if estimate in ("soft", "hard"):
            found = self.frequency(patterns, index, labelings)
            return found.hard if estimate == "hard" else found.soft
        shares = np.zeros(len(patterns) if labelings is None else len(labelings.structure))
        for _, members, embedded in self._by_size(patterns, labelings):
            penalty, count = index.score(embedded, threshold=_NO_LIMIT, cap=_NO_LIMIT)
            number = max(len(index), 1)
            shares[members] = count / number if estimate == "signature" else 1 / (1 + penalty / number)
        return shares

    def mean_penalty(self, shares: NDArray[np.float64], size: int, estimate: Estimate) -> NDArray[np.float64]:
        """The mean penalty over the neighborhoods that an estimate for patterns of one size stands for.

        With caps it is the mean of the capped penalties; a share of decisions counts 1 for each that is negative.
        """
        if estimate == "penalty":
            return 1 / shares - 1
        return (self.cap(size) if estimate == "soft" else 1.0) * (1 - shares)

    def _by_size(
        self, patterns: AnchoredBatch, labelings: LabeledPatterns | None = None
    ) -> Iterator[tuple[int, NDArray[np.intp], Embedded]]:
        """The embedded patterns of each size, since thresholds and caps depend on it."""
        embedded = self.embedder.read(patterns, signatures=self.use_signature, labelings=labelings)
        sizes = patterns.sizes if labelings is None else patterns.sizes[labelings.structure]
        for size in np.unique(sizes).tolist():
            members = np.flatnonzero(sizes == size)
            yield size, members, embedded.take(members)


class PerceptronScorer:
    """Scores of a model with a perceptron: the mean of its probabilities, or the share of positive decisions.

    Parameters
    ----------
    embedder
        A model with output ``"mlp"``, prepared by :func:`spminer.encoder.inference.open_embedder`.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._classifier = PairClassifier(embedder.model)

    def index(self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:  # noqa: ARG002
        """Embed neighborhoods; the perceptron does not support labels."""
        return self.embedder.embed(neighborhoods)

    def share(
        self,
        patterns: AnchoredBatch,
        index: NDArray[np.float32],
        estimate: Estimate,
        labelings: LabeledPatterns | None = None,
    ) -> NDArray[np.float64]:
        """For each pattern, the mean probability (soft) or the share of positive decisions (hard)."""
        if estimate not in ("soft", "hard"):
            raise UsageError(f"a perceptron has no {estimate}; choose score='soft' or 'hard', or another model")
        shares = self._classifier.shares(self.embedder.embed(patterns), index, hard=estimate == "hard")
        return shares if labelings is None else shares[labelings.structure]

    def mean_penalty(self, shares: NDArray[np.float64], size: int, estimate: Estimate) -> NDArray[np.float64]:  # noqa: ARG002
        """The answers are probabilities: a negative one is a penalty of 1, whatever the size."""
        return 1 - shares


_LEAK = np.float32(0.1)  # slope of the LeakyReLU, as in the torch model
_BLOCK = 512  # neighborhoods at a time, so that hidden values stay in cache


class PairClassifier:
    """The perceptron of a model with output ``"mlp"``.

    The first layer is linear in both embeddings, so their parts of it are computed once for each graph, not for each
    pair.

    Parameters
    ----------
    model
        A model whose output is ``"mlp"``.
    """

    def __init__(self, model: EncoderModel) -> None:
        if model.config.output != "mlp":
            raise UsageError("this model is an order embedding; it has no perceptron")
        weights, dimensions = model.tensors, model.config.dimensions
        first = weights["verdict.0.weight"]  # [D, 2 D]
        self._sub, self._sup = first[:, :dimensions].T.copy(), first[:, dimensions:].T.copy()
        self._bias = weights["verdict.0.bias"]
        self._last, self._last_bias = weights["verdict.2.weight"][0], weights["verdict.2.bias"][0]

    def logits(self, sub: NDArray[np.float32], sup: NDArray[np.float32]) -> NDArray[np.float32]:
        """Log odds that each aligned pair is a containment."""
        return self._answer(sub @ self._sub + sup @ self._sup + self._bias)

    def shares(self, sub: NDArray[np.float32], sup: NDArray[np.float32], *, hard: bool) -> NDArray[np.float64]:
        """For each of ``sub``, the mean probability (or the share of positive decisions) over all of ``sup``."""
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


def open_scorer(
    model: str | Encoder,
    *,
    induced: bool = True,
    use_signature: bool = True,
    device: str = "cpu",
    threads: int = 0,
) -> Scorer:
    """The scorer of a model of the package, of a model file, or of an encoder of the user.

    Parameters
    ----------
    model
        Name or path; ``"default"`` is the model for the kind of containment.
    induced
        Whether containment is node-induced.
    use_signature
        Whether the exact signature rejects pairs; a perceptron does without in any case.
    device
        Device, as given by :func:`spminer._util.devices.resolve_device`.
    threads
        Number of threads; 0 means every core. Scores do not depend on it.

    Raises
    ------
    UsageError
        If the model is unknown, or is an order embedding that is not calibrated or was trained on the other kind of
        containment, whose exact signature would decide wrongly.
    """
    embedder: ScoringEmbedder = (
        open_embedder(model_for(model, induced=induced), device=device, threads=threads)
        if isinstance(model, str)
        else EncoderEmbedder(model, threads=threads)
    )
    if embedder.model.config.output != "mlp":
        if embedder.model.config.induced != induced:
            kinds = {True: "node-induced", False: "edge-induced"}
            raise UsageError(
                f"model {model_text(model)!r} was trained on {kinds[not induced]} pairs and does not support "
                f"{kinds[induced]} patterns; give one that was trained on these, or leave the model out"
            )
        calibration = Calibration.of(embedder.model) if use_signature else None
        return OrderScorer(embedder, use_signature=use_signature, calibration=calibration)
    return PerceptronScorer(embedder)


class FrequencyEstimator:
    """Estimates of anchored frequencies in one target; its neighborhoods are sampled and embedded on first use.

    Parameters
    ----------
    scorer
        The scorer of patterns against neighborhoods.
    target
        The target, without labels and direction.
    neighborhoods, repeat_nodes
        Number of sampled neighborhoods; at most one around each node, unless nodes may repeat.
    samples, sampling, hops
        Sizes of the neighborhoods, and the way of sampling (:mod:`spminer.encoder.neighborhoods`).
    estimate
        What patterns are scored by.
    labeled
        The target with its labels and direction, if signatures are to count these; patterns are then labelings.
    seed, threads
        Seed of the sampling, and number of threads.
    """

    def __init__(
        self,
        scorer: Scorer,
        target: _core.Target,
        *,
        neighborhoods: int = 10_000,
        repeat_nodes: bool = False,
        samples: str = "auto",
        sampling: Sampling = "tree",
        hops: int = 0,
        estimate: Estimate = "soft",
        labeled: _core.Target | None = None,
        seed: int = 0,
        threads: int = 0,
    ) -> None:
        self.scorer = scorer
        self.labeled = labeled
        self._target = target
        self._neighborhoods = neighborhoods
        self._repeat_nodes = repeat_nodes
        self._samples = samples
        self._sampling: Sampling = sampling
        self._hops = hops
        self.estimate: Estimate = estimate
        self._seed = seed
        self._threads = threads
        self._indexes: dict[SizeRange, Any] = {}

    def index(self, size: int) -> Any:
        """The index of the neighborhoods for patterns of one size."""
        sizes = size_range(size, self._samples)
        if sizes not in self._indexes:
            batch, nodes = sample(
                self._target,
                self._neighborhoods,
                sizes,
                sampling=self._sampling,
                hops=self._hops,
                repeat_nodes=self._repeat_nodes,
                seed=self._seed,
                threads=self._threads,
            )
            self._indexes[sizes] = self.scorer.index(batch, self.label_signatures(nodes, batch.rows))
        return self._indexes[sizes]

    def label_signatures(self, nodes: NDArray[np.int32], rows: NDArray[np.uint64]) -> NDArray[np.uint8] | None:
        """Label signatures of subgraphs of the target; ``None`` if labels and direction are ignored."""
        if self.labeled is None:
            return None
        return _core.label_signatures(self.labeled, nodes, rows, threads=self._threads)

    def score(self, rows: NDArray[np.uint64], labelings: LabeledPatterns | None = None) -> NDArray[np.float64]:
        """Estimated shares of the nodes for structures of one size (rows of bits), or for labelings of them."""
        count, size = rows.shape
        batch = AnchoredBatch(rows, np.full(count, size, dtype=np.int32))
        return self.scorer.share(batch, self.index(size), self.estimate, labelings)
