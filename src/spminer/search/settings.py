"""What can be set for every method that walks the target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from spminer.errors import UsageError

__all__ = ["Rank", "Samples", "Sampling", "Score", "WalkSettings"]

Samples = Literal["auto", "small", "large", "both"]
Sampling = Literal["tree", "breadth"]
Score = Literal["soft", "hard", "matched"]
Rank = Literal["score", "visits"]


@dataclass(frozen=True, slots=True)
class WalkSettings:
    """Settings that greedy, beam and MCTS share.

    Attributes
    ----------
    neighborhoods
        How many neighbourhoods estimate frequencies; every node once if the target has no more nodes.
    samples
        Nodes of a neighbourhood: ``"small"`` has 20 to 29 as in the paper, ``"large"`` 40 to 64 (what a sample cannot
        contain it cannot count), ``"both"`` half of each; ``"auto"`` is small for patterns of up to 8 nodes and
        large above.
    sampling
        ``"tree"``: frontier nodes are drawn by their edges into the sample. ``"breadth"``: the nearest nodes.
    model
        Name of a model of the package or path of a model file; ``"default"`` is the one for the task's containment.
    score
        ``"soft"``: how little the neighbourhoods' embeddings are violated. ``"hard"``: share of neighbourhoods within
        the model's threshold. ``"matched"``: share of ``anchors`` where the pattern is found exactly, labels included.
    anchors
        Nodes that patterns are matched at, drawn once; for ``"matched"`` and for verification during the search.
    steps
        Matching steps per anchor before it counts as no match; keeps hubs and hard patterns from stalling a level.
    frontier
        Neighbours looked at per walk; those of larger hubs are drawn by lot.
    """

    neighborhoods: int = 10_000
    samples: Samples = "auto"
    sampling: Sampling = "tree"
    model: str = "default"
    score: Score = "soft"
    anchors: int = 2000
    steps: int = 1000
    frontier: int = 4096

    def __post_init__(self) -> None:
        check_positive(self, "neighborhoods", "anchors", "steps", "frontier")
        check_choice(self, "samples", Samples)
        check_choice(self, "sampling", Sampling)
        check_choice(self, "score", Score)


def check_positive(settings: object, *names: str) -> None:
    """Refuse settings that are not positive whole numbers."""
    for name in names:
        value = getattr(settings, name)
        if not isinstance(value, int) or value < 1:
            raise UsageError(f"{name} must be a whole number of at least 1, not {value!r}")


def check_choice(settings: object, name: str, choices: Any) -> None:
    """Refuse a setting that is not one of the choices."""
    value = getattr(settings, name)
    if value not in get_args(choices):
        raise UsageError(f"{name}={value!r} is not known; choose one of {', '.join(get_args(choices))}")
