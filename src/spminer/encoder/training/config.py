"""Training configuration: the settings of a training run, and the named presets.

The preset ``paper`` has the settings of the paper's appendix, ``pairs`` adds what it lacks, and ``default`` learns from
blocks. :func:`find_config` finds a preset or reads the ``config.json`` of a run.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from spminer._util.options import check_options, from_plain, option
from spminer._util.text import did_you_mean
from spminer.encoder.model import ModelConfig, load_model
from spminer.errors import InputError, UsageError
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "PRESETS",
    "BlockConfig",
    "TrainConfig",
    "find_config",
    "plan_training",
    "preset",
    "read_config",
    "with_blocks",
]

# Share of the margin, chosen on two collections that the evaluation does not use (docs/models/real/README.md).
_CAP_SHARE = 1.25


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """How a model is trained."""

    model: ModelConfig = field(default_factory=ModelConfig)
    steps: int = option(12_500, "Optimizer steps.", minimum=1)
    batch: int = option(8192, "Pairs per step, half of them positive.", minimum=2)
    buckets: tuple[tuple[int, int], ...] = option(
        ((6, 16), (17, 24), (25, 32), (33, 48), (49, 64)),
        "Ranges of target sizes; a step has pairs of each in proportion to its length, padded to its end.",
    )
    min_pattern: int = option(3, "Least size of a pattern.", minimum=2, maximum=MAX_PATTERN_NODES - 1)
    max_pattern: int = option(
        30,
        "Largest size of a pattern, always below that of its target.",
        minimum=2,
        maximum=MAX_PATTERN_NODES - 1,
    )
    hard: float = option(
        0.5,
        "Share of negatives that are near misses: cheap exact tests do not refute them.",
        minimum=0,
        maximum=1,
    )
    checked: bool = option(
        True, "Verify that negatives are no subgraphs; the paper draws them unchecked, so that some are."
    )
    sparse: float = option(
        0.6,
        "Share of graphs that are trees with short cycles, like many real ones; the others are the paper's mix.",
        minimum=0,
        maximum=1,
    )
    blocks: BlockConfig | None = option(
        None,
        "Learn from blocks instead of pairs; ``batch``, ``buckets``, sizes of patterns and ``hard`` are then ignored.",
    )
    collections: tuple[str, ...] = option(
        (),
        "Names of the collections of the blocks besides synthetic graphs; one that is named twice has twice as many.",
    )
    loss: Literal["hinge", "squared"] = option(
        "hinge", "Loss of a pair's penalty (:func:`spminer.encoder.training.loss.pair_losses`)."
    )
    margin: float = option(1.0, "Penalty that a negative pair should have.")
    optimizer: Literal["adam", "adamw"] = "adamw"
    learning_rate: float = 1e-3
    schedule: Literal["cosine", "constant"] = "cosine"
    warmup: int = option(500, "Steps over which the learning rate rises from zero.", minimum=0)
    weight_decay: float = option(1e-4, "Of the optimizer.", minimum=0)
    clip: float = option(1.0, "Largest gradient norm; 0 for no limit, as in the paper.", minimum=0)
    average: float = option(
        0.999,
        "Decay of the running average of the weights, which is saved as the model; 0 for none.",
        minimum=0,
        maximum=1,
    )
    seed: int = option(0, "Seed of weights and draws.", minimum=0, maximum=2**63 - 1)
    validate_every: int = option(1000, "Steps between validations, each with a line of the log.", minimum=1)
    validation_pairs: int = option(8192, "Pairs of a validation.", minimum=2)
    checkpoint_every: int = option(1000, "Steps between checkpoints.", minimum=1)

    def __post_init__(self) -> None:
        check_options(self, "training settings")
        if self.max_pattern < self.min_pattern:
            raise UsageError(f"max_pattern must be at least min_pattern, {self.min_pattern}, not {self.max_pattern}")
        for name in ("margin", "learning_rate"):
            if getattr(self, name) <= 0:
                raise UsageError(f"{name} must be positive, not {getattr(self, name)}")
        if not self.buckets:
            raise UsageError("buckets is empty; give at least one range of target sizes")
        for bucket in self.buckets:
            _check_sizes("each bucket", bucket)

    @property
    def cap(self) -> float | None:
        """The penalty from which on a neighborhood adds nothing to the soft estimate; ``None`` for the hinge loss.

        The squared loss teaches penalties that are a share of the margin. They are larger on graphs outside of the
        training data, so that a cap above the margin ranks better.

        >>> preset("default").cap, preset("pairs").cap
        (1.25, None)
        """
        return _CAP_SHARE * self.margin if self.loss == "squared" else None

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class BlockConfig:
    """Blocks of training data: patterns times neighborhoods, with all pairs decided."""

    patterns: int = option(512, "Patterns of a block, all from one collection.", minimum=1)
    large: int = option(1024, "Neighborhoods of 40 to 64 nodes of a block, as mining samples them.", minimum=1)
    small: int = option(256, "Smaller neighborhoods of a block.", minimum=0)
    pattern_sizes: tuple[int, int] = (4, 26)
    small_sizes: tuple[int, int] = (5, 32)
    frequent: float = option(
        0.5,
        "Share of the patterns that grow by frequent extensions, as in a search; the others are random samples.",
        minimum=0,
        maximum=1,
    )
    choices: int = option(16, "Most candidates for the next node of such a pattern ...", minimum=1)
    judges: int = option(64, "... which are ranked by the number of these neighborhoods that contain them.", minimum=1)
    synthetic: float = option(
        0.3, "Share of the blocks from synthetic graphs; all of them if there are no collections.", minimum=0, maximum=1
    )
    graphs: int = option(48, "Graphs of the synthetic collection of a block.", minimum=1)
    together: int = option(8, "Blocks of a step.", minimum=1)
    rows: int = option(96, "Patterns of each block in a step.")
    columns: int = 96
    small_columns: int = option(32, "Large and small neighborhoods of each block in a step.")
    steps_per_block: int = option(60, "Steps after which a new block replaces the oldest.", minimum=1)
    refuted: float = option(
        0.3, "Weight of the pairs that the signature refutes, relative to the open pairs.", minimum=0
    )
    frequency: float = option(
        5.0,
        "Weight of the squared error of the soft estimate of a pattern's frequency among the neighborhoods of a step.",
        minimum=0,
    )
    decision_steps: int = option(2000, "Search steps after which a pair stays undecided and is ignored.", minimum=1)

    def __post_init__(self) -> None:
        check_options(self, "settings of blocks")
        for taken, of, least in (("rows", "patterns", 1), ("columns", "large", 1), ("small_columns", "small", 0)):
            most = getattr(self, of)
            if not least <= getattr(self, taken) <= most:
                raise UsageError(
                    f"{taken} must be between {least} and {of}, which is {most}; not {getattr(self, taken)}"
                )
        for name in ("pattern_sizes", "small_sizes"):
            _check_sizes(name, getattr(self, name))


def _check_sizes(name: str, sizes: tuple[int, int]) -> None:
    """Refuse an invalid range of numbers of nodes."""
    if not 2 <= sizes[0] <= sizes[1] <= MAX_PATTERN_NODES:
        raise UsageError(f"{name} must be two sizes, ascending, from 2 to {MAX_PATTERN_NODES}; not {list(sizes)}")


# The paper's appendix: 8 SAGE layers of 64, sum aggregation and pooling, a 4-layer perceptron, 64 dimensions; Adam at
# 1e-4, a million batches of 64; targets of 6 to 29 nodes, patterns from 5 nodes up.
_PAPER = TrainConfig(
    model=ModelConfig(
        skip="paper",
        hops=0,
        scale=1.0,
        pool_scale=1.0,
        anchor_pool=False,
        head=(64, 64, 256),
        dimensions=64,
        output="order",
    ),
    steps=1_000_000,
    batch=64,
    buckets=((6, 29),),
    min_pattern=5,
    max_pattern=28,
    hard=0.0,
    checked=False,
    sparse=0.0,
    margin=0.1,
    optimizer="adam",
    learning_rate=1e-4,
    schedule="constant",
    warmup=0,
    weight_decay=0.0,
    clip=0.0,
    average=0.0,
    validate_every=10_000,
    checkpoint_every=10_000,
)

# A wider model, with additions to the paper: sparse graphs, near misses, exact features of nodes.
_PAIRS = TrainConfig()

# Data as in mining: patterns times neighborhoods, with a proper score as loss and exact counts as an input.
_DEFAULT = replace(
    _PAIRS,
    model=replace(_PAIRS.model, hops=16, counts=True, head=(256, 256, 256)),
    blocks=BlockConfig(),
    loss="squared",
    learning_rate=2e-3,
    steps=40_000,
)

PRESETS: dict[str, TrainConfig] = {
    "default": _DEFAULT,
    "pairs": _PAIRS,
    "paper": _PAPER,
    "edge-induced": replace(_DEFAULT, model=replace(_DEFAULT.model, induced=False)),
    # For tests and first tries: learns within a minute on one CPU core.
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

# Blocks for tests.
_TINY_BLOCKS = BlockConfig(
    patterns=96, large=96, small=32, pattern_sizes=(4, 12), together=2, rows=24, columns=32, small_columns=8, graphs=6
)
PRESETS["tiny-blocks"] = replace(
    PRESETS["tiny"], model=replace(PRESETS["tiny"].model, counts=True), blocks=_TINY_BLOCKS, loss="squared"
)


def preset(name: str) -> TrainConfig:
    """A named training configuration.

    >>> preset("paper").model.dimensions
    64
    """
    if name not in PRESETS:
        raise UsageError(f"unknown preset {name!r}{did_you_mean(name, PRESETS)} Choose one of {', '.join(PRESETS)}")
    return PRESETS[name]


def find_config(name: str) -> TrainConfig:
    """A training configuration by the name of a preset, or by the path of the ``config.json`` of a run.

    >>> find_config("tiny") == preset("tiny")
    True
    >>> find_config("tinny")
    Traceback (most recent call last):
    spminer.errors.UsageError: unknown preset 'tinny', did you mean 'tiny'? Choose one of default, pairs, ...
    """
    path = Path(name)
    is_file = path.suffix == ".json" or path.name != name
    return read_config(path) if is_file and name not in PRESETS else preset(name)


def read_config(path: Path) -> TrainConfig:
    """The configuration of a run, from its ``config.json``."""
    remedy = "give the config.json of a run"
    try:
        return from_plain(TrainConfig, json.loads(path.read_text(encoding="utf-8")), "training settings")
    except OSError as error:
        raise InputError(error.strerror or str(error), source=str(path), remedy=remedy) from error
    except (RecursionError, ValueError) as error:
        raise InputError(f"invalid configuration: {error}", source=str(path), remedy=remedy) from error
    except UsageError as error:
        raise InputError(str(error), source=str(path), remedy=remedy) from error


def with_blocks(config: TrainConfig, collections: Sequence[str], *, synthetic: float | None = None) -> TrainConfig:
    """The configuration with blocks from some collections.

    Parameters
    ----------
    config
        A configuration with blocks keeps their settings; one with pairs gets the default ones and the squared loss.
    collections
        Names of the collections.
    synthetic
        Share of the blocks from synthetic graphs; by default that of `config`.

    Examples
    --------
    >>> with_blocks(preset("pairs"), ["ENZYMES.zip"], synthetic=0.0).blocks.synthetic
    0.0
    """
    if config.blocks is None:
        config = replace(config, loss="squared")
    blocks = config.blocks or BlockConfig()
    share = blocks.synthetic if synthetic is None else synthetic
    return replace(config, blocks=replace(blocks, synthetic=share), collections=tuple(collections))


def plan_training(
    preset: str,
    *,
    steps: int | None = None,
    seed: int | None = None,
    collections: Sequence[str] = (),
    finetune: str | None = None,
    model: str | None = None,
) -> TrainConfig:
    """The configuration of a run that starts from a preset or another run, and maybe from a trained model.

    ``collections`` adds blocks of these graphs; ``finetune`` takes blocks of one graph alone, at a quarter of the
    learning rate, since the weights are good already.

    >>> plan_training("tiny", steps=3, seed=7).steps
    3
    """
    if finetune is not None and model is None:
        raise UsageError("fine-tuning takes both: --finetune GRAPH and --model NAME|FILE")
    if finetune is not None and collections:
        raise UsageError("fine-tuning learns from its own graph; leave out --collection, or leave out --finetune")
    config = find_config(preset)
    config = replace(config, steps=config.steps if steps is None else steps, seed=config.seed if seed is None else seed)
    if finetune is not None:
        config = with_blocks(replace(config, learning_rate=config.learning_rate / 4), [finetune], synthetic=0.0)
    elif collections:
        config = with_blocks(config, collections)
    return config if model is None else replace(config, model=load_model(model).config)
