"""Training data: pairs, or blocks of patterns times neighborhoods, as tensors.

A pair is a pattern and a target; half of the pairs are positive, as in the paper (:class:`PairFeed`). A block has
patterns and neighborhoods of one collection, and the exact answer for all of their pairs (:class:`BlockFeed`). The data
of a step depend on the configuration, the collections and the step alone, so that a resumed run sees the same data.
:func:`prefetch` draws the next steps in the background.
"""

from __future__ import annotations

import os
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import torch

from spminer import _core
from spminer._util.executor import results_in_order
from spminer.encoder.batch import AnchoredBatch, decide
from spminer.encoder.neighborhoods import LARGE_SIZES, sample
from spminer.errors import InputError
from spminer.generate import synthetic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.encoder.model import ModelConfig
    from spminer.encoder.training.config import BlockConfig, TrainConfig

__all__ = ["BlockBatch", "BlockFeed", "GraphTensors", "PairBatch", "PairFeed"]


@dataclass(frozen=True, slots=True)
class PairBatch:
    """Pairs of one bucket."""

    target_rows: Tensor  # int64 [B, n]
    target_sizes: Tensor  # int32 [B]
    pattern_rows: Tensor  # int64 [B, m]
    pattern_sizes: Tensor  # int32 [B]
    labels: Tensor  # float32 [B], 1 where the pattern is in the target
    target_counts: Tensor | None = None  # uint8 [B, coordinates]: order signatures, for models that read them
    pattern_counts: Tensor | None = None

    @classmethod
    def from_arrays(cls, arrays: tuple[NDArray[Any], ...], config: ModelConfig, *, threads: int = 0) -> PairBatch:
        """The result of ``PairStream.batch`` as tensors; bit rows become signed words."""
        signed = (array.view(np.int64) if array.dtype == np.uint64 else array for array in arrays)
        target_rows, target_sizes, pattern_rows, pattern_sizes, labels = map(torch.from_numpy, signed)
        counts: list[Tensor | None] = [None, None]
        if config.counts:
            counts = [
                torch.from_numpy(_core.signatures(rows, sizes, induced=config.induced, threads=threads))
                for rows, sizes in (arrays[:2], arrays[2:4])
            ]
        return cls(target_rows, target_sizes, pattern_rows, pattern_sizes, labels.float(), *counts)

    def parts(self) -> tuple[Tensor, ...]:
        """The tensors, in the order of the constructor."""
        plain = (self.target_rows, self.target_sizes, self.pattern_rows, self.pattern_sizes, self.labels)
        return plain + tuple(counts for counts in (self.target_counts, self.pattern_counts) if counts is not None)

    def to(self, device: torch.device) -> PairBatch:
        """The batch on a device."""
        return PairBatch(*(part.to(device, non_blocking=True) for part in self.parts()))


def bucket_pairs(config: TrainConfig) -> list[int]:
    """Pairs of each bucket in a step, in proportion to its range; even numbers, so that labels balance.

    >>> from spminer.encoder.training.config import TrainConfig
    >>> bucket_pairs(TrainConfig(batch=100, buckets=((2, 11), (12, 41))))
    [24, 74]
    """
    lengths = [high - low + 1 for low, high in config.buckets]
    return [max(2, 2 * int(config.batch * length / sum(lengths) / 2)) for length in lengths]


SMALL_BATCH = 1024  # pairs


class PairFeed:
    """The pairs of the steps."""

    def __init__(self, config: TrainConfig, *, source: _core.Target | None = None, threads: int = 0) -> None:
        self._config = config
        # Small batches are drawn side by side, each by one thread; large ones one by one, each by all threads.
        self._workers = (threads or os.cpu_count() or 1) if config.batch <= SMALL_BATCH else 1
        self._threads = 1 if self._workers > 1 else threads
        self._counts = bucket_pairs(config)
        self._stream = _core.PairStream(
            seed=config.seed,
            min_pattern=config.min_pattern,
            max_pattern=config.max_pattern,
            induced=config.model.induced,
            hard=config.hard,
            sparse=config.sparse,
            checked=config.checked,
            target=source,
        )

    @property
    def pairs(self) -> int:
        """Labeled pairs of a step, as counted in the log."""
        return self._config.batch

    def step(self, step: int) -> list[PairBatch]:
        """The pairs of one step, one batch per bucket."""
        return [
            PairBatch.from_arrays(
                self._stream.batch(step, pairs=count, low=low, high=high, threads=self._threads),
                self._config.model,
                threads=self._threads,
            )
            for (low, high), count in zip(self._config.buckets, self._counts, strict=True)
        ]

    def steps(self, first: int, last: int, *, ahead: int = 4) -> Iterator[list[PairBatch]]:
        """The pairs of steps ``first`` up to (not including) ``last``, some of them drawn ahead."""
        return prefetch(self.step, first, last, ahead=ahead * self._workers, workers=self._workers)


@dataclass(frozen=True, slots=True)
class BlockBatch:
    """The blocks of one step, all of the same shape."""

    patterns: GraphTensors
    large: GraphTensors
    small: GraphTensors
    large_answers: Tensor  # int8 [blocks, patterns, neighborhoods]
    small_answers: Tensor

    def parts(self) -> tuple[Tensor, ...]:
        """All tensors."""
        graphs = (self.patterns, self.large, self.small)
        return (*(part for side in graphs for part in side.parts()), self.large_answers, self.small_answers)

    def some(self, counts: tuple[int, int, int], generator: torch.Generator) -> BlockBatch:
        """Random patterns, large and small neighborhoods of a batch of one block, with their answers."""
        sides = (self.patterns, self.large, self.small)
        rows, columns, small_columns = (
            torch.randperm(len(side.sizes), generator=generator)[:count]
            for side, count in zip(sides, counts, strict=True)
        )
        return BlockBatch(
            self.patterns.take(rows),
            self.large.take(columns),
            self.small.take(small_columns),
            self.large_answers[:, rows][:, :, columns],
            self.small_answers[:, rows][:, :, small_columns],
        )

    def to(self, device: torch.device) -> BlockBatch:
        """The batch on a device."""
        moved = [part.to(device, non_blocking=True) for part in self.parts()]
        patterns, large, small = (GraphTensors(*moved[3 * side : 3 * side + 3]) for side in range(3))
        return BlockBatch(patterns, large, small, *moved[9:])


@dataclass(frozen=True, slots=True)
class GraphTensors:
    """Graphs of a step, block after block."""

    rows: Tensor  # int64 [B, n]
    sizes: Tensor  # int32 [B]
    counts: Tensor  # uint8 [B, coordinates]: order signatures, or no columns if the model does not read them

    @classmethod
    def of(cls, batch: AnchoredBatch, *, counts: bool, induced: bool, threads: int) -> GraphTensors:
        """The graphs of a batch; bit rows become signed words."""
        columns: NDArray[np.uint8] = np.zeros((len(batch), 0), dtype=np.uint8)
        if counts:
            columns = _core.signatures(batch.rows, batch.sizes, induced=induced, threads=threads)
        return cls(*map(torch.from_numpy, (batch.rows.view(np.int64), batch.sizes, columns)))

    def parts(self) -> tuple[Tensor, ...]:
        """The tensors, in the order of the constructor."""
        return (self.rows, self.sizes, self.counts)

    def take(self, chosen: Tensor) -> GraphTensors:
        """Some of the graphs."""
        return GraphTensors(*(part[chosen] for part in self.parts()))


def _joined(sides: list[GraphTensors]) -> GraphTensors:
    return GraphTensors(*(torch.cat(parts) for parts in zip(*(side.parts() for side in sides), strict=True)))


class BlockFeed:
    """The blocks of the steps; every ``steps_per_block`` steps a new block replaces the oldest one in use."""

    def __init__(self, config: TrainConfig, *, sources: Sequence[_core.Target] = (), threads: int = 0) -> None:
        if config.blocks is None:
            raise ValueError("the configuration has no blocks")
        self._config = config
        self._blocks: BlockConfig = config.blocks
        self._source = BlockSource(config, sources, threads=threads)
        self._threads = threads
        self._held: dict[int, Future[BlockBatch]] = {}

    @property
    def pairs(self) -> int:
        """Labeled pairs of a step."""
        return self._blocks.together * self._blocks.rows * (self._blocks.columns + self._blocks.small_columns)

    def step(self, step: int) -> list[BlockBatch]:
        """The blocks of one step."""
        first = step // self._blocks.steps_per_block
        used = range(first, first + self._blocks.together)
        with ThreadPoolExecutor(1) as pool:
            return [self._batch(step, [self._take(number, pool).result() for number in used])]

    def steps(self, first: int, last: int, *, ahead: int = 4) -> Iterator[list[BlockBatch]]:
        """The blocks of steps ``first`` up to (not including) ``last``, with steps and one block prefetched."""
        with ThreadPoolExecutor(1) as pool:

            def draw(step: int) -> list[BlockBatch]:
                number = step // self._blocks.steps_per_block
                for old in [held for held in self._held if held < number]:
                    del self._held[old]
                used = [self._take(number + other, pool) for other in range(self._blocks.together)]
                if step + self._blocks.steps_per_block < last:
                    self._take(number + self._blocks.together, pool)
                return [self._batch(step, [future.result() for future in used])]

            try:
                yield from prefetch(draw, first, last, ahead=ahead)
            finally:
                self._held.clear()
                pool.shutdown(wait=True, cancel_futures=True)

    def _take(self, number: int, pool: ThreadPoolExecutor) -> Future[BlockBatch]:
        if number not in self._held:
            self._held[number] = pool.submit(self._tensors, number)
        return self._held[number]

    def _tensors(self, number: int) -> BlockBatch:
        """A whole block, as a batch of one."""
        block: Block = self._source.block(number)
        answers = (torch.from_numpy(block.large_answers)[None], torch.from_numpy(block.small_answers)[None])
        model = self._config.model
        patterns, large, small = (
            GraphTensors.of(side, counts=model.counts, induced=model.induced, threads=self._threads)
            for side in (block.patterns, block.large, block.small)
        )
        return BlockBatch(patterns, large, small, *answers)

    def _batch(self, step: int, blocks: list[BlockBatch]) -> BlockBatch:
        generator = torch.Generator().manual_seed((self._config.seed << 32) + step)
        config = self._blocks
        parts = [block.some((config.rows, config.columns, config.small_columns), generator) for block in blocks]
        return BlockBatch(
            _joined([part.patterns for part in parts]),
            _joined([part.large for part in parts]),
            _joined([part.small for part in parts]),
            torch.cat([part.large_answers for part in parts]),
            torch.cat([part.small_answers for part in parts]),
        )


_SYNTHETIC_NODES = (40, 120)


@dataclass(frozen=True, eq=False)
class Block:
    """Patterns and neighborhoods of one collection, with answers of all pairs (:func:`spminer.encoder.batch.decide`).

    Attributes
    ----------
    patterns
        The patterns.
    large, small
        Neighborhoods as in mining, and smaller ones.
    large_answers, small_answers
        ``int8[patterns, neighborhoods]``.
    """

    patterns: AnchoredBatch
    large: AnchoredBatch
    small: AnchoredBatch
    large_answers: NDArray[np.int8]
    small_answers: NDArray[np.int8]


class BlockSource:
    """Blocks by number, from collections and from synthetic graphs.

    A block depends on the configuration, the collections and its number alone.

    Parameters
    ----------
    config
        The configuration of the run, with ``blocks``.
    collections
        Targets of the blocks; without any, all blocks are synthetic.
    threads
        Number of threads; 0 means every core.
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
        origins = self._sample(target, self._blocks.patterns, LARGE_SIZES, random)
        patterns = self._patterns(origins, random)
        large = self._sample(target, self._blocks.large, LARGE_SIZES, random)
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
        """Neighborhoods of nodes that are drawn with replacement, always as many as asked for."""
        if target.nodes == 0:
            raise InputError("the collection has no nodes", remedy="give a graph with at least one edge")
        anchors = random.integers(target.nodes, size=count, dtype=np.int32)
        drawn, _ = sample(target, anchors, sizes, seed=int(random.integers(2**62)), threads=self._threads)
        return AnchoredBatch(np.pad(drawn.rows, ((0, 0), (0, max(0, sizes[1] - drawn.rows.shape[1])))), drawn.sizes)

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


_Drawn = TypeVar("_Drawn")


def prefetch(
    draw: Callable[[int], _Drawn], first: int, last: int, *, ahead: int = 4, workers: int = 1
) -> Iterator[_Drawn]:
    """The results of ``draw`` for steps ``first`` up to (not including) ``last``, drawn ahead by threads.

    An error of ``draw`` is raised when its step is used.

    >>> list(prefetch(lambda step: 10 * step, 3, 6))
    [30, 40, 50]
    """
    with ThreadPoolExecutor(workers, thread_name_prefix="spminer-draw") as pool:
        yield from results_in_order(pool, draw, range(first, last), ahead)
