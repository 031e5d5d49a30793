"""Scores of the baseline: a perceptron looks at both embeddings of a pair and says yes or no. No torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.encoder.batch import AnchoredBatch
    from spminer.encoder.model_file import EncoderModel
    from spminer.encoder.runtime import Embedder
    from spminer.encoder.scoring.labelings import Labelings

__all__ = ["PerceptronScorer", "Verdict"]

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


class PerceptronScorer:
    """Scores of a model that answers with a perceptron: the mean of its answers, or the share of those that are yes.

    Parameters
    ----------
    embedder
        The model, made ready by :func:`spminer.encoder.runtime.open_embedder`; its output is ``"mlp"``.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._verdict = Verdict(embedder.model)

    def index(self, neighborhoods: AnchoredBatch, labels: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:  # noqa: ARG002
        """Embed neighborhoods, for any number of questions about patterns; the perceptron knows no labels."""
        return self.embedder.embed(neighborhoods)

    def share(
        self, patterns: AnchoredBatch, index: NDArray[np.float32], *, hard: bool, labelings: Labelings | None = None
    ) -> NDArray[np.float64]:
        """For each pattern, the mean probability (or the share of answers yes) over the neighborhoods."""
        shares = self._verdict.shares(self.embedder.embed(patterns), index, hard=hard)
        return shares if labelings is None else shares[labelings.structure]

    def cap(self, size: int) -> float:  # noqa: ARG002
        """Answers are probabilities, so that an answer no is a penalty of 1 whatever the size."""
        return 1.0
