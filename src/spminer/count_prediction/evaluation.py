"""Errors of predicted motif counts against the exact ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from spminer.count_prediction.data import collate
from spminer.encoder.evaluation.pairs import skeleton

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from spminer.count_prediction.data import GraphBatch
    from spminer.count_prediction.model import CountPredictor
    from spminer.graphs import GraphCollection

__all__ = ["CountErrors", "batches_by_size", "predict"]


@dataclass(frozen=True, slots=True)
class CountErrors:
    """Errors of natural logarithms of 1 + count, over pairs of a graph and a motif class."""

    graphs: int
    """Number of graphs."""
    occurring: float
    """Share of the pairs whose exact count is not zero."""
    mse: float
    """Mean squared error over all pairs."""
    mse_occurring: float
    """Mean squared error over pairs that occur."""
    relative_error: float
    """Mean of |predicted - exact| / exact over pairs that occur."""
    relative_mse: float
    """Sum of squared errors over sum of squares of the exact values."""

    @classmethod
    def of(cls, predicted: NDArray[np.floating], exact: NDArray[np.floating]) -> CountErrors:
        """Compare arrays ``[graphs, classes]`` of logarithms.

        >>> CountErrors.of(np.array([[1.0, 0.5]]), np.array([[2.0, 0.0]])).relative_error
        0.5
        """
        error, there = predicted - exact, exact > 0
        if not there.any():
            return cls(len(exact), 0.0, float(np.square(error).mean()), *[float("nan")] * 3)
        return cls(
            graphs=len(exact),
            occurring=float(there.mean()),
            mse=float(np.square(error).mean()),
            mse_occurring=float(np.square(error[there]).mean()),
            relative_error=float((np.abs(error[there]) / exact[there]).mean()),
            relative_mse=float(np.square(error).sum() / np.square(exact).sum()),
        )

    @classmethod
    def measure(cls, model: CountPredictor, batches: Iterable[GraphBatch]) -> CountErrors:
        """Predict and compare with the exact counts that the batches hold."""
        return cls.of(*predict(model, batches))


def predict(model: CountPredictor, batches: Iterable[GraphBatch]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Predicted and exact ``log(1 + count)`` of all graphs of the batches, ``[graphs, 29]`` each."""
    device = next(model.parameters()).device
    predicted, exact = [], []
    with torch.no_grad():
        for batch in batches:
            predicted.append(model(batch.to(device))[1].double().cpu().numpy())
            exact.append(batch.log_counts.double().cpu().numpy())
    return np.concatenate(predicted), np.concatenate(exact)


def batches_by_size(graphs: GraphCollection, *, nodes: int = 6000, threads: int = 1) -> Iterator[GraphBatch]:
    """All graphs of a collection in batches of about this many nodes, small graphs first.

    Labels and direction are left out: the motifs are those of the plain graphs.
    """
    plain, sizes = skeleton(graphs), np.diff(graphs.graph_offsets)
    chosen: list[int] = []
    for graph in np.argsort(sizes, kind="stable"):
        if chosen and sizes[chosen].sum() + sizes[graph] > nodes:
            yield collate(plain[chosen], threads=threads)
            chosen = []
        chosen.append(int(graph))
    if chosen:
        yield collate(plain[chosen], threads=threads)
