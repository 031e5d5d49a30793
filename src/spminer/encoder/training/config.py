"""Training configuration: every choice about a training run, and the named presets."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from spminer.encoder.config import ModelConfig, refuse_unknown
from spminer.errors import InputError, UsageError
from spminer.text.formatting import did_you_mean

__all__ = ["PRESETS", "TrainConfig", "find_config", "preset", "read_config"]


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """How a model is trained."""

    model: ModelConfig = field(default_factory=ModelConfig)
    steps: int = 12_500
    """Optimizer steps."""
    batch: int = 8192
    """Pairs per step, half of them positive."""
    buckets: tuple[tuple[int, int], ...] = ((6, 16), (17, 24), (25, 32), (33, 48), (49, 64))
    """Ranges of target sizes; a step takes pairs from each in proportion to its length, padded to its end."""
    min_pattern: int = 3
    max_pattern: int = 30
    """Sizes of the patterns; always smaller than their target."""
    hard: float = 0.5
    """Share of negatives that are near misses: cheap exact tests do not tell them from positives."""
    sparse: float = 0.6
    """Share of graphs that are trees with short cycles, as many real ones are; the others are the paper's mix."""
    margin: float = 1.0
    """Penalty that a negative pair should have."""
    optimizer: Literal["adam", "adamw"] = "adamw"
    learning_rate: float = 1e-3
    schedule: Literal["cosine", "constant"] = "cosine"
    warmup: int = 500
    """Steps over which the learning rate rises from zero."""
    weight_decay: float = 1e-4
    clip: float = 1.0
    """Largest gradient norm."""
    average: float = 0.999
    """Decay of the running average of the weights, which is what is saved as the model; 0 for none."""
    seed: int = 0
    validate_every: int = 1000
    validation_pairs: int = 8192
    checkpoint_every: int = 1000

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TrainConfig:
        """The inverse of :meth:`to_dict`."""
        refuse_unknown(cls, data, "training settings")
        values = dict(data)
        if "model" in values:
            values["model"] = ModelConfig.from_dict(values["model"])
        if "buckets" in values:
            values["buckets"] = tuple((int(low), int(high)) for low, high in values["buckets"])
        return cls(**values)


# The paper's appendix to the letter: 8 SAGE layers of 64, sum aggregation and pooling, a 4-layer perceptron, 64
# dimensions; Adam at 1e-4, a million batches of 64; targets of 6 to 29 nodes, patterns from 5 nodes up.
_PAPER = TrainConfig(
    model=ModelConfig(
        hops=0, scale=1.0, pool_scale=1.0, anchor_pool=False, head=(64, 64, 256), dimensions=64, output="order"
    ),
    steps=1_000_000,
    batch=64,
    buckets=((6, 29),),
    min_pattern=5,
    max_pattern=28,
    hard=0.0,
    sparse=0.0,
    margin=0.1,
    optimizer="adam",
    learning_rate=1e-4,
    schedule="constant",
    warmup=0,
    weight_decay=0.0,
    average=0.0,
)

_DEFAULT = TrainConfig()

PRESETS: dict[str, TrainConfig] = {
    "default": _DEFAULT,
    "paper": _PAPER,
    # Near misses of edge-induced containment take ten times as long to find.
    "edge-induced": replace(_DEFAULT, model=replace(_DEFAULT.model, induced=False), hard=0.0),
    # A model for tests and first tries: learns something within a minute on one CPU core.
    "tiny": TrainConfig(
        model=ModelConfig(width=16, layers=3, hops=4, head=(32,), dimensions=16),
        steps=200,
        batch=256,
        buckets=((6, 16), (17, 24)),
        max_pattern=16,
        warmup=20,
        average=0.98,
        validate_every=100,
        validation_pairs=1024,
        checkpoint_every=100,
    ),
}


def preset(name: str) -> TrainConfig:
    """A named training configuration.

    >>> preset("paper").model.dimensions
    64
    """
    if name not in PRESETS:
        raise UsageError(f"no preset {name!r}{did_you_mean(name, PRESETS)} Choose one of {', '.join(PRESETS)}")
    return PRESETS[name]


def find_config(name: str) -> TrainConfig:
    """A training configuration by the name of a preset, or by the path of the ``config.json`` of a run.

    >>> find_config("tiny") == preset("tiny")
    True
    >>> find_config("tinny")
    Traceback (most recent call last):
    spminer.errors.UsageError: no preset 'tinny', did you mean 'tiny'? Choose one of default, paper, ...
    """
    path = Path(name)
    is_file = path.suffix == ".json" or path.name != name
    return read_config(path) if is_file and name not in PRESETS else preset(name)


def read_config(path: Path) -> TrainConfig:
    """The configuration of a run, from its ``config.json``."""
    remedy = "give the config.json of a run"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict):
            raise TypeError("a configuration names its settings")
        return TrainConfig.from_dict(data)
    except OSError as error:
        raise InputError(error.strerror or str(error), source=str(path), remedy=remedy) from error
    except (ArithmeticError, AttributeError, RecursionError, TypeError, ValueError) as error:
        raise InputError(f"not a configuration: {error}", source=str(path), remedy=remedy) from error
    except UsageError as error:
        raise InputError(str(error), source=str(path), remedy=remedy) from error
