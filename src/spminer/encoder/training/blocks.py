"""Blocks of training: patterns times neighborhoods as mining meets them, all pairs decided exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.containment import decide
from spminer.encoder.scoring.neighborhoods import LARGE
from spminer.errors import InputError
from spminer.generate import synthetic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.encoder.training.config import BlockConfig, TrainConfig

__all__ = ["Block", "BlockSource"]

_SYNTHETIC_NODES = (40, 120)


@dataclass(frozen=True, eq=False)
class Block:
    """Patterns and neighborhoods of one collection with the answer of every pair.

    Attributes
    ----------
    patterns
        What is looked for.
    large, small
        Where: neighborhoods of mining, and smaller ones.
    large_answers, small_answers
        ``int8[patterns, neighborhoods]``: 1 contained, 0 not contained although the order signature allows it, -1 not
        decided, -2 refuted by the signature.
    """

    patterns: AnchoredBatch
    large: AnchoredBatch
    small: AnchoredBatch
    large_answers: NDArray[np.int8]
    small_answers: NDArray[np.int8]


class BlockSource:
    """Blocks by number, from collections and from synthetic graphs.

    A block depends on the configuration, the collections and its number alone, for any number of threads.

    Parameters
    ----------
    config
        The run; its ``blocks`` say what a block is.
    collections
        Targets that blocks are drawn from; without any, all blocks are synthetic.
    threads
        Threads; 0 for every core.
    """

    def __init__(self, config: TrainConfig, collections: Sequence[_core.Target] = (), *, threads: int = 0) -> None:
        if config.blocks is None:
            raise ValueError("the configuration has no blocks")
        self._config = config
        self._blocks: BlockConfig = config.blocks
        self._collections = list(collections)
        self._threads = threads

    def block(self, number: int) -> Block:
        """The block of one number."""
        random = np.random.default_rng([self._config.seed, number])
        target = self._target(random)
        origins = self._sample(target, self._blocks.patterns, LARGE, random)
        patterns = self._patterns(origins, random)
        large = self._sample(target, self._blocks.large, LARGE, random)
        small = self._sample(target, self._blocks.small, self._blocks.small_sizes, random)
        answers = [self._decide(patterns, side) for side in (large, small)]
        return Block(patterns, large, small, *answers)

    def _target(self, random: np.random.Generator) -> _core.Target:
        if self._collections and random.random() >= self._blocks.synthetic:
            return self._collections[int(random.integers(len(self._collections)))]
        kind = "sparse" if random.random() < self._config.sparse else "mixed"
        seed = int(random.integers(2**62))
        graphs = synthetic(self._blocks.graphs, _SYNTHETIC_NODES, kind=kind, seed=seed, threads=self._threads)  # type: ignore[arg-type]
        return graphs.target()

    def _sample(
        self, target: _core.Target, count: int, sizes: tuple[int, int], random: np.random.Generator
    ) -> AnchoredBatch:
        """Neighborhoods of nodes drawn with replacement, so that there are as many as asked for."""
        if target.nodes == 0:
            raise InputError("the collection has no nodes", remedy="give a graph with at least one edge")
        anchors = random.integers(target.nodes, size=count, dtype=np.int32)
        rows, reached, _, _ = _core.sample_neighborhoods(
            target, anchors, low=sizes[0], high=sizes[1], seed=int(random.integers(2**62)), threads=self._threads
        )
        return AnchoredBatch(_widened(rows, sizes[1]), reached)

    def _patterns(self, origins: AnchoredBatch, random: np.random.Generator) -> AnchoredBatch:
        low, high = self._blocks.pattern_sizes
        try:
            rows, sizes = _core.grow_patterns(
                origins.rows,
                origins.sizes,
                count=self._blocks.patterns,
                low=low,
                high=high,
                frequent=self._blocks.frequent,
                choices=self._blocks.choices,
                judges=self._blocks.judges,
                induced=self._config.model.induced,
                seed=int(random.integers(2**62)),
                threads=self._threads,
            )
        except ValueError as error:
            raise InputError(str(error), remedy=f"give graphs with components of more than {low} nodes") from error
        return AnchoredBatch(rows, sizes)

    def _decide(self, patterns: AnchoredBatch, neighborhoods: AnchoredBatch) -> NDArray[np.int8]:
        steps, induced = self._blocks.decision_steps, self._config.model.induced
        return decide(patterns, neighborhoods, induced=induced, steps=steps, threads=self._threads)


def _widened(rows: NDArray[np.uint64], width: int) -> NDArray[np.uint64]:
    return np.pad(rows, ((0, 0), (0, max(0, width - rows.shape[1]))))
