"""What a pattern is worth: estimates of its anchored frequency as a share of the nodes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring.neighborhoods import EmbeddedNeighborhoods, ranges_for, sample
from spminer.encoder.scoring.perceptron import Verdict
from spminer.encoder.scoring.scorer import Calibration

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.encoder.runtime import Embedder
    from spminer.methods.base import Task
    from spminer.methods.walk.settings import WalkSettings

__all__ = ["NeuralScores", "OrderScores", "PerceptronScores", "anchor_sample", "open_scores"]


def open_scores(task: Task, settings: WalkSettings) -> NeuralScores[Any]:
    """Scores by the model that the settings name, in the way that it answers."""
    name = "edge-induced" if settings.model == "default" and not task.induced else settings.model
    embedder = open_embedder(name, threads=task.threads)
    kind = OrderScores if embedder.model.config.output == "order" else PerceptronScores
    return kind(embedder, task, settings)


_Index = TypeVar("_Index")


class NeuralScores(ABC, Generic[_Index]):
    """The soft or hard score of structures against embedded neighborhoods, which are sampled on first use."""

    def __init__(self, embedder: Embedder, task: Task, settings: WalkSettings) -> None:
        self._embedder = embedder
        self._target = task.graphs.target(direction=False, node_labels=False, edge_labels=False)
        self._task = task
        self._settings = settings
        self._indexes: dict[tuple[tuple[int, int], ...], _Index] = {}

    def neighborhoods(self, size: int) -> _Index:
        """What patterns of one size are scored against."""
        ranges = ranges_for(size, self._settings.samples)
        if ranges not in self._indexes:
            batch = sample(
                self._target,
                self._settings.neighborhoods,
                ranges,
                sampling=self._settings.sampling,
                seed=self._task.seed,
                threads=self._task.threads,
            )
            self._indexes[ranges] = self._embedded(batch)
        return self._indexes[ranges]

    def score(self, rows: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Scores of structures of the same size, between 0 and 1."""
        count, size = rows.shape
        return self._scored(AnchoredBatch(rows, np.full(count, size, dtype=np.int32)), size)

    def cap(self, size: int) -> float:  # noqa: ARG002
        """The penalty at which a neighborhood of such a pattern no longer counts."""
        return 1.0

    @abstractmethod
    def _embedded(self, batch: AnchoredBatch) -> _Index: ...

    @abstractmethod
    def _scored(self, batch: AnchoredBatch, size: int) -> NDArray[np.float64]: ...


class PerceptronScores(NeuralScores["NDArray[np.float32]"]):
    """Scores of the baseline: the mean of a perceptron's answers, or the share of those that are yes."""

    def __init__(self, embedder: Embedder, task: Task, settings: WalkSettings) -> None:
        super().__init__(embedder, task, settings)
        self._verdict = Verdict(embedder.model)

    def _embedded(self, batch: AnchoredBatch) -> NDArray[np.float32]:
        return self._embedder.embed(batch)

    def _scored(self, batch: AnchoredBatch, size: int) -> NDArray[np.float64]:
        hard = self._settings.score == "hard"
        return self._verdict.shares(self._embedder.embed(batch), self.neighborhoods(size), hard=hard)


class OrderScores(NeuralScores[EmbeddedNeighborhoods]):
    """Scores of an order embedding with the exact signature."""

    def __init__(self, embedder: Embedder, task: Task, settings: WalkSettings) -> None:
        super().__init__(embedder, task, settings)
        self._calibration = Calibration.of(embedder.model)

    def _embedded(self, batch: AnchoredBatch) -> EmbeddedNeighborhoods:
        return EmbeddedNeighborhoods(self._embedder, batch, threads=self._task.threads)

    def _scored(self, batch: AnchoredBatch, size: int) -> NDArray[np.float64]:
        signatures = _core.signatures(
            batch.rows, batch.sizes, induced=self._embedder.model.config.induced, threads=self._task.threads
        )
        index = self.neighborhoods(size)
        cap = self.cap(size)
        soft, hard = index.score(
            self._embedder.embed(batch),
            signatures,
            threshold=float(self._calibration.thresholds[size - 1]),
            cap=cap,
            threads=self._task.threads,
        )
        share = hard if self._settings.score == "hard" else len(index) - soft / cap
        return share / max(len(index), 1)

    def cap(self, size: int) -> float:  # noqa: D102
        return float(self._calibration.caps[size - 1])


def anchor_sample(task: Task, count: int) -> NDArray[np.int32]:
    """Nodes that patterns are matched at, ascending: a sample, or all nodes if there are no more.

    >>> import spminer
    >>> from spminer.methods.base import Task
    >>> anchor_sample(Task(spminer.from_edges([(0, 1), (1, 2)]), (3,)), 5)
    array([0, 1, 2], dtype=int32)
    """
    nodes = task.graphs.num_nodes
    if count >= nodes:
        return np.arange(nodes, dtype=np.int32)
    chosen = np.random.default_rng([task.seed, nodes]).choice(nodes, size=count, replace=False)
    return np.sort(chosen).astype(np.int32)
