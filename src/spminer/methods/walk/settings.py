"""Settings that all methods share that walk the target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from spminer._util.validation import check_choice, check_positive
from spminer.encoder.scoring.neighborhoods import Samples, Sampling

__all__ = ["Rank", "Score", "WalkSettings"]

Score = Literal["soft", "hard", "matched"]
Rank = Literal["score", "visits"]


@dataclass(frozen=True, slots=True)
class WalkSettings:
    """Settings that greedy, beam and MCTS share.

    Attributes
    ----------
    neighborhoods
        How many neighborhoods estimate frequencies; every node once if the target has no more nodes.
    samples
        Nodes of a neighborhood: ``"small"`` has 20 to 29 as in the paper, ``"large"`` 40 to 64 (what a sample cannot
        contain it cannot count); ``"auto"`` is small for patterns of up to 8 nodes and large above.
    sampling
        ``"tree"``: frontier nodes are drawn by their edges into the sample. ``"breadth"``: the nearest nodes.
    model
        Name of a model of the package or path of a model file; ``"default"`` is the one for the task's containment.
    labels
        Let the exact signature count labels and direction, where the target has any, so that patterns which differ in
        nothing else are told apart; otherwise the score sees structures alone.
    score
        ``"soft"``: how little the neighborhoods' embeddings are violated. ``"hard"``: share of neighborhoods within
        the model's threshold. ``"matched"``: share of ``anchors`` where the pattern is found exactly, labels included.
    anchors
        Nodes that patterns are matched at, drawn once; for ``"matched"`` and for verification during the search.
    steps
        Matching steps per anchor before it counts as no match; keeps hubs and hard patterns from stalling a search.
    frontier
        Neighbors looked at per walk; those of larger hubs are drawn by lot.
    """

    neighborhoods: int = 10_000
    samples: Samples = "auto"
    sampling: Sampling = "tree"
    model: str = "default"
    labels: bool = True
    score: Score = "soft"
    anchors: int = 2000
    steps: int = 1000
    frontier: int = 4096

    def __post_init__(self) -> None:
        check_positive(self, "neighborhoods", "anchors", "steps", "frontier")
        check_choice(self, "samples", Samples)
        check_choice(self, "sampling", Sampling)
        check_choice(self, "score", Score)
