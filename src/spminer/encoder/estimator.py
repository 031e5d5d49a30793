"""The frequency estimator of the search methods.

:func:`open_scorer` makes a model ready. :class:`FrequencyEstimator` samples neighborhoods of one target, once for each
range of sizes, and scores patterns against them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import Calibration
from spminer.encoder.neighborhoods import sample_nodes, size_range
from spminer.encoder.scoring import OrderScorer, PerceptronScorer
from spminer.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.encoder.inference import Embedder
    from spminer.encoder.neighborhoods import Samples, Sampling, SizeRange
    from spminer.encoder.scoring import LabeledPatterns

__all__ = ["FrequencyEstimator", "Scorer", "model_for", "open_scorer", "order_scorer"]

_Index = TypeVar("_Index")


class Scorer(Protocol[_Index]):
    """A model that scores patterns against neighborhoods, which it has embedded before."""

    @property
    def embedder(self) -> Embedder:
        """What embeds by the model."""

    def index(self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None) -> _Index:
        """Embed neighborhoods, whose label signatures may be given."""

    def share(
        self, patterns: AnchoredBatch, index: _Index, *, hard: bool, labelings: LabeledPatterns | None = None
    ) -> NDArray[np.float64]:
        """The share of neighborhoods that contain each pattern, by yes and no (hard) or by degrees."""

    def cap(self, size: int) -> float:
        """The penalty at which a neighborhood no longer counts by degrees for patterns of a size."""


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
        scorer: Scorer[_Index],
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
        self._indexes: dict[SizeRange, _Index] = {}

    def index(self, size: int) -> _Index:
        """The neighborhoods that patterns of one size are scored against."""
        sizes = size_range(size, self._samples)
        if sizes not in self._indexes:
            batch, nodes = sample_nodes(
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


def open_scorer(model: str, *, induced: bool = True, device: str = "cpu", threads: int = 0) -> Scorer[Any]:
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
        return order_scorer(embedder, calibration=Calibration.of(embedder.model), threads=threads)
    return PerceptronScorer(embedder)


def order_scorer(
    embedder: Embedder,
    *,
    use_signature: bool = True,
    calibration: Calibration | None = None,
    threads: int = 0,
) -> OrderScorer:
    """The scorer of an order embedding, on the device that the embedder is on; parameters as there."""
    if not hasattr(embedder, "read"):
        return OrderScorer(embedder, use_signature=use_signature, calibration=calibration, threads=threads)
    from spminer.encoder.gpu.scoring import DeviceOrderScorer

    # An embedder that reads graphs on a device.
    return DeviceOrderScorer(cast("Any", embedder), use_signature=use_signature, calibration=calibration)


def model_for(model: str, *, induced: bool) -> str:
    """The model that is meant: ``"default"`` is the one for the containment.

    >>> model_for("default", induced=False)
    'edge-induced'
    """
    return "edge-induced" if model == "default" and not induced else model
