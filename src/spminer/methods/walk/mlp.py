"""The neural baseline: greedy walks scored by a perceptron on both embeddings instead of the order embedding."""

from __future__ import annotations

from dataclasses import dataclass

from spminer.methods.base import Method
from spminer.methods.walk.greedy import GreedySettings, search

__all__ = ["METHOD", "MlpSettings"]


@dataclass(frozen=True, slots=True)
class MlpSettings(GreedySettings):
    """Settings of the baseline: those of greedy walks, with less of each, since a perceptron must see every pair.

    Attributes
    ----------
    model
        A model whose output is a perceptron.
    neighborhoods, walks
        As in :class:`spminer.methods.walk.greedy.GreedySettings`.
    """

    model: str = "mlp"
    neighborhoods: int = 1000
    walks: int = 200


METHOD = Method(
    name="mlp",
    summary="greedy walks scored by a perceptron (the paper's neural baseline)",
    settings=MlpSettings,
    search=search,
    embeds=True,
    estimates=True,
)
