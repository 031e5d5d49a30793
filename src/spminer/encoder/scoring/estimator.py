"""The frequency estimator of mining: a model's scores of patterns against sampled neighborhoods of the target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import numpy as np

from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring.calibration import Calibration
from spminer.encoder.scoring.neighborhoods import ranges_for, sample
from spminer.encoder.scoring.order import OrderScorer
from spminer.encoder.scoring.perceptron import PerceptronScorer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer import _core
    from spminer.encoder.scoring.neighborhoods import Samples, Sampling, SizeRange

__all__ = ["FrequencyEstimator", "Scorer", "open_scorer"]

_Index = TypeVar("_Index")


class Scorer(Protocol[_Index]):
    """A model that scores patterns against neighborhoods, which it has embedded before."""

    def index(self, neighborhoods: AnchoredBatch) -> _Index:
        """Embed neighborhoods."""

    def share(self, patterns: AnchoredBatch, index: _Index, *, hard: bool) -> NDArray[np.float64]:
        """The share of neighborhoods that contain each pattern, by yes and no (hard) or by degrees."""

    def cap(self, size: int) -> float:
        """The penalty at which a neighborhood no longer counts by degrees for patterns of a size."""


def open_scorer(model: str, *, induced: bool = True, threads: int = 0) -> Scorer[Any]:
    """A model of the package or a model file as a scorer, in the way that the model answers.

    Parameters
    ----------
    model
        Name or path; ``"default"`` is the one for the containment.
    induced
        Whether containment is node-induced.
    threads
        Threads; 0 for every core. Scores do not depend on it.

    Raises
    ------
    UsageError
        If there is no such model, or if it is an order embedding that was never calibrated.
    """
    name = "edge-induced" if model == "default" and not induced else model
    embedder = open_embedder(name, threads=threads)
    if embedder.model.config.output == "mlp":
        return PerceptronScorer(embedder)
    return OrderScorer(embedder, calibration=Calibration.of(embedder.model), threads=threads)


class FrequencyEstimator(Generic[_Index]):
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
        Sizes of the neighborhoods, and how they are drawn (:mod:`spminer.encoder.scoring.neighborhoods`).
    hard
        Estimate by yes and no rather than by degrees.
    seed, threads
        Of the sampling.
    """

    def __init__(
        self,
        scorer: Scorer[_Index],
        target: _core.Target,
        *,
        neighborhoods: int = 10_000,
        samples: Samples = "auto",
        sampling: Sampling = "tree",
        hard: bool = False,
        seed: int = 0,
        threads: int = 0,
    ) -> None:
        self.scorer = scorer
        self._target = target
        self._neighborhoods = neighborhoods
        self._samples: Samples = samples
        self._sampling: Sampling = sampling
        self._hard = hard
        self._seed = seed
        self._threads = threads
        self._indexes: dict[tuple[SizeRange, ...], _Index] = {}

    def index(self, size: int) -> _Index:
        """The neighborhoods that patterns of one size are scored against."""
        ranges = ranges_for(size, self._samples)
        if ranges not in self._indexes:
            batch = sample(
                self._target,
                self._neighborhoods,
                ranges,
                sampling=self._sampling,
                seed=self._seed,
                threads=self._threads,
            )
            self._indexes[ranges] = self.scorer.index(batch)
        return self._indexes[ranges]

    def score(self, rows: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Estimates for structures of the same size, given by their rows of bits: shares of the nodes."""
        count, size = rows.shape
        batch = AnchoredBatch(rows, np.full(count, size, dtype=np.int32))
        return self.scorer.share(batch, self.index(size), hard=self._hard)
