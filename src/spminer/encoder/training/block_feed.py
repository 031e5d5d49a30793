"""Blocks as torch tensors: some patterns and neighborhoods of some blocks at every step, drawn in the background."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch

from spminer import _core
from spminer.encoder.training.ahead import drawn_ahead
from spminer.encoder.training.blocks import Block, BlockSource

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.encoder.batch import AnchoredBatch
    from spminer.encoder.training.config import BlockConfig, TrainConfig

__all__ = ["BlockBatch", "BlockFeed", "GraphTensors"]


@dataclass(frozen=True, slots=True)
class GraphTensors:
    """Graphs of a step, block after block."""

    rows: Tensor  # int64 [B, n]
    sizes: Tensor  # int32 [B]
    counts: Tensor  # uint8 [B, coordinates]: order signatures, or no columns if the model does not read them

    @classmethod
    def of(cls, batch: AnchoredBatch, *, counts: bool, induced: bool, threads: int) -> GraphTensors:
        """The graphs of a batch; bits keep their meaning as signed words."""
        columns: NDArray[np.uint8] = np.zeros((len(batch), 0), dtype=np.uint8)
        if counts:
            columns = _core.signatures(batch.rows, batch.sizes, induced=induced, threads=threads)
        return cls(*map(torch.from_numpy, (batch.rows.view(np.int64), batch.sizes, columns)))

    def parts(self) -> tuple[Tensor, ...]:
        """The tensors, in the order of the constructor."""
        return (self.rows, self.sizes, self.counts)

    def taken(self, chosen: Tensor) -> GraphTensors:
        """Some of the graphs."""
        return GraphTensors(*(part[chosen] for part in self.parts()))


@dataclass(frozen=True, slots=True)
class BlockBatch:
    """The blocks of one step: each has as many patterns and neighborhoods as every other."""

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
        """Some patterns, large and small neighborhoods of a batch of one block, with their answers."""
        sides = (self.patterns, self.large, self.small)
        rows, columns, small_columns = (
            torch.randperm(len(side.sizes), generator=generator)[:count]
            for side, count in zip(sides, counts, strict=True)
        )
        return BlockBatch(
            self.patterns.taken(rows),
            self.large.taken(columns),
            self.small.taken(small_columns),
            self.large_answers[:, rows][:, :, columns],
            self.small_answers[:, rows][:, :, small_columns],
        )

    def to(self, device: torch.device) -> BlockBatch:
        """The batch on a device."""
        moved = [part.to(device, non_blocking=True) for part in self.parts()]
        patterns, large, small = (GraphTensors(*moved[3 * side : 3 * side + 3]) for side in range(3))
        return BlockBatch(patterns, large, small, *moved[9:])


class BlockFeed:
    """The blocks of step after step, drawn ahead of their use.

    Every ``steps_per_block`` steps a new block takes the place of the oldest of those that are in use. What a step gets
    depends on the configuration, the collections and the step alone, so a resumed run sees what it would have seen.
    """

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
        """The blocks of steps ``first`` up to (not including) ``last``, ``ahead`` steps and one block in stock."""
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
                yield from drawn_ahead(draw, first, last, ahead=ahead)
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


def _joined(sides: list[GraphTensors]) -> GraphTensors:
    return GraphTensors(*(torch.cat(parts) for parts in zip(*(side.parts() for side in sides), strict=True)))
