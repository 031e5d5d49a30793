"""From embeddings to answers: is this pair a containment, and how frequent are these patterns. No torch."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spminer import _core
from spminer.errors import InputError, UsageError
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.encoder.batch import AnchoredBatch
    from spminer.encoder.model_file import EncoderModel
    from spminer.encoder.runtime import Embedder

__all__ = ["Calibration", "FrequencyEstimate", "NeighborhoodIndex", "Scorer", "containments"]

_STEPS = 200_000  # placed nodes after which a pair is too hard to decide


@dataclass(frozen=True, eq=False)
class Calibration:
    """What penalties of a model mean.

    Attributes
    ----------
    threshold
        Penalty up to which a pair of any sizes counts as a containment.
    thresholds
        The same for patterns of 1, 2, ... 64 nodes against neighborhoods of mining, as counts want it: as many
        pairs are called containments wrongly as are missed.
    caps
        For the same sizes, the penalty at which a neighborhood no longer counts at all towards the soft estimate.
    """

    threshold: float
    thresholds: NDArray[np.float32]
    caps: NDArray[np.float32]

    def __post_init__(self) -> None:
        for values in (self.thresholds, self.caps):
            if values.shape != (MAX_PATTERN_NODES,) or not np.isfinite(values).all() or values.min() <= 0:
                raise UsageError(f"a calibration has {MAX_PATTERN_NODES} positive numbers of each kind")

    @classmethod
    def of(cls, model: EncoderModel) -> Calibration:
        """The calibration that is stored with a model.

        Raises
        ------
        UsageError
            If the model was never calibrated.
        """
        threshold = model.threshold
        if threshold is None or not {"thresholds_by_size", "caps_by_size"} <= set(model.metadata):
            raise UsageError(
                "the model is not calibrated; `spminer train` and spminer.encoder.evaluation.calibrate do that"
            )
        return cls(threshold, *(_numbers(model.metadata[name]) for name in ("thresholds_by_size", "caps_by_size")))

    def to_metadata(self) -> dict[str, str]:
        """As texts for a model file; :meth:`of` reads them back."""
        return {
            "threshold": repr(self.threshold),
            "thresholds_by_size": json.dumps([float(f"{value:.6g}") for value in self.thresholds]),
            "caps_by_size": json.dumps([float(f"{value:.6g}") for value in self.caps]),
        }


def _numbers(text: str) -> NDArray[np.float32]:
    try:
        return np.array(json.loads(text), dtype=np.float32)
    except (ValueError, TypeError) as error:
        raise InputError(f"the model's calibration is damaged: {error}", remedy="calibrate it again") from error


class FrequencyEstimate(NamedTuple):
    """Estimated anchored frequencies, as shares of the nodes; one value per pattern.

    Attributes
    ----------
    soft
        Each neighborhood counts the more, the smaller its penalty is. Ranks best.
    hard
        Share of neighborhoods with a penalty up to the threshold of the pattern's size.
    possible
        Share of neighborhoods that the signature does not exclude: an upper bound, up to sampling.
    """

    soft: NDArray[np.float64]
    hard: NDArray[np.float64]
    possible: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class NeighborhoodIndex:
    """Neighborhoods, embedded once, that patterns are scored against."""

    penalties: _core.PenaltyIndex

    def __len__(self) -> int:
        return len(self.penalties)


def containments(
    patterns: AnchoredBatch, neighborhoods: AnchoredBatch, allowed: NDArray[np.bool_], *, induced: bool = True
) -> NDArray[np.int8]:
    """Exact answers for every pattern (rows) in every neighborhood (columns).

    Parameters
    ----------
    patterns, neighborhoods
        What is looked for, and where.
    allowed
        Pairs that something cheaper, such as the signature, does not exclude; only these are searched.
    induced
        Whether containment is node-induced.

    Returns
    -------
    array
        1, 0, or -1 where the search was given up.
    """
    answers = np.zeros(allowed.shape, dtype=np.int8)
    for index, row in enumerate(allowed):
        places = np.flatnonzero(row)
        copies = np.full(len(places), index)
        answers[index, places] = _core.contains_anchored(
            patterns.rows[copies],
            patterns.sizes[copies],
            neighborhoods.rows[places],
            neighborhoods.sizes[places],
            induced=induced,
            steps=_STEPS,
        )
    return answers


class Scorer:
    """Scores of a model, with the exact order signature or without.

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

    def penalties(self, sub: AnchoredBatch, sup: AnchoredBatch) -> NDArray[np.float32]:
        """Penalty of each aligned pair; infinite where the signature excludes a containment."""
        if len(sub) != len(sup):
            raise UsageError(f"{len(sub)} graphs on one side, {len(sup)} on the other: pairs must be aligned")
        values = _core.order_penalty(self.embedder.embed(sub), self.embedder.embed(sup))
        if self.use_signature:
            values[self.excluded(sub, sup)] = np.inf
        return values

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

    def index(self, neighborhoods: AnchoredBatch) -> NeighborhoodIndex:
        """Embed neighborhoods, for any number of calls of :meth:`frequency`."""
        signatures = self._signatures(neighborhoods) if self.use_signature else None
        return NeighborhoodIndex(_core.PenaltyIndex(self.embedder.embed(neighborhoods), signatures))

    def frequency(self, patterns: AnchoredBatch, index: NeighborhoodIndex) -> FrequencyEstimate:
        """Estimate how large a share of all nodes can be the anchor of each pattern."""
        embeddings = self.embedder.embed(patterns)
        signatures = self._signatures(patterns) if self.use_signature else None
        soft, hard, possible = (np.zeros(len(patterns)) for _ in range(3))
        for size in np.unique(patterns.sizes):
            members = np.flatnonzero(patterns.sizes == size)
            chosen = None if signatures is None else signatures[members]
            cap = float(self.calibration.caps[size - 1])
            levels = (float(self.calibration.thresholds[size - 1]), float(np.finfo(np.float32).max))
            (total, counts), (_, open_) = (
                index.penalties.score(
                    embeddings[members],
                    chosen,
                    thresholds=np.full(len(members), level, dtype=np.float32),
                    cap=cap,
                    threads=self.threads,
                )
                for level in levels
            )
            soft[members] = 1 - total / (cap * max(len(index), 1))
            hard[members], possible[members] = counts / max(len(index), 1), open_ / max(len(index), 1)
        return FrequencyEstimate(soft, hard, possible)

    def _signatures(self, batch: AnchoredBatch) -> NDArray[np.uint8]:
        induced = self.embedder.model.config.induced
        return _core.signatures(batch.rows, batch.sizes, induced=induced, threads=self.threads)
