"""What a pattern is worth: estimates of its anchored frequency as a share of the nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring import Calibration
from spminer.search.neighbourhoods import EmbeddedNeighbourhoods, ranges_for, sample

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.search.settings import WalkSettings
    from spminer.search.task import Task

__all__ = ["NeuralScores", "anchor_sample"]


class NeuralScores:
    """The soft or hard score of structures against embedded neighbourhoods, which are sampled on first use."""

    def __init__(self, task: Task, settings: WalkSettings) -> None:
        name = "edge-induced" if settings.model == "default" and not task.induced else settings.model
        self._embedder = open_embedder(name, threads=task.threads)
        self._calibration = Calibration.of(self._embedder.model)
        self._target = task.graphs.target(direction=False, node_labels=False, edge_labels=False)
        self._task = task
        self._settings = settings
        self._indexes: dict[tuple[tuple[int, int], ...], EmbeddedNeighbourhoods] = {}

    def neighbourhoods(self, size: int) -> EmbeddedNeighbourhoods:
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
            self._indexes[ranges] = EmbeddedNeighbourhoods(self._embedder, batch, threads=self._task.threads)
        return self._indexes[ranges]

    def score(self, rows: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Scores of structures of the same size, between 0 and 1."""
        count, size = rows.shape
        batch = AnchoredBatch(rows, np.full(count, size, dtype=np.int32))
        signatures = _core.signatures(
            batch.rows, batch.sizes, induced=self._embedder.model.config.induced, threads=self._task.threads
        )
        index = self.neighbourhoods(size)
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

    def cap(self, size: int) -> float:
        """The penalty at which a neighbourhood no longer counts."""
        return float(self._calibration.caps[size - 1])


def anchor_sample(task: Task, count: int) -> NDArray[np.int32]:
    """Nodes that patterns are matched at, ascending: a sample, or all nodes if there are no more.

    >>> import spminer
    >>> from spminer.search import Task
    >>> anchor_sample(Task(spminer.from_edges([(0, 1), (1, 2)]), (3,)), 5)
    array([0, 1, 2], dtype=int32)
    """
    nodes = task.graphs.num_nodes
    if count >= nodes:
        return np.arange(nodes, dtype=np.int32)
    chosen = np.random.default_rng([task.seed, nodes]).choice(nodes, size=count, replace=False)
    return np.sort(chosen).astype(np.int32)
