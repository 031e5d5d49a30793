"""Configuration of a count predictor: its shape and its training, and the named presets."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from spminer.encoder.config import refuse_unknown

__all__ = ["PRESETS", "CountConfig"]


@dataclass(frozen=True, slots=True)
class CountConfig:
    """The shape of a count predictor, and how it is trained."""

    width: int = 64
    """Features per node in every layer."""
    layers: int = 4
    """Graph convolutions. A node within a motif of 5 nodes is at most 4 hops from the others."""
    head: int = 128
    """Width of the hidden layers of the perceptron that turns a node's features into its share of each count."""
    walks: bool = True
    """Whether nodes and edges know their short cycles (closed walks), without which sums over neighbors cannot tell
    a 5-ring from a 6-ring; otherwise the input is the degree alone."""
    steps: int = 30_000
    """Optimizer steps at most."""
    seconds: float = 170.0
    """Training time, over all sessions, after which the run ends; the learning rate falls with time or steps,
    whichever has less left."""
    graphs: int = 48
    """Graphs per step."""
    distinct: int = 600
    """Batches that are drawn; afterwards they come again, in another order each time."""
    largest: int = 600
    """Nodes of the largest graphs."""
    node_weight: float = 0.5
    """Weight of the loss of single nodes' shares beside that of the graphs' counts."""
    learning_rate: float = 2e-3
    warmup: int = 100
    """Steps over which the learning rate rises from zero."""
    clip: float = 1.0
    """Largest gradient norm."""
    seed: int = 0
    validate_every: int = 250
    """Steps between lines of the log and checkpoints."""
    validation_batches: int = 8

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> CountConfig:
        """The inverse of :meth:`to_dict`; refuses names it does not know.

        >>> CountConfig.from_dict({"width": 8}).width
        8
        """
        refuse_unknown(cls, data, "settings")
        return cls(**data)


PRESETS: dict[str, CountConfig] = {
    "default": CountConfig(),
    # For one core of a CPU: fewer and smaller graphs.
    "cpu": CountConfig(width=48, graphs=16, distinct=600, largest=300, seconds=330.0),
    # For tests: learns something within seconds.
    "tiny": CountConfig(
        width=16,
        layers=2,
        head=32,
        steps=160,
        seconds=60.0,
        graphs=8,
        distinct=8,
        largest=30,
        learning_rate=5e-3,
        warmup=10,
        validate_every=80,
        validation_batches=2,
    ),
}
