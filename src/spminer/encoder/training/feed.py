"""Training pairs as torch tensors: drawn natively in the background, unpacked on the device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from spminer import _core
from spminer.encoder.training.ahead import drawn_ahead

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.encoder.config import ModelConfig
    from spminer.encoder.training.config import TrainConfig

__all__ = ["PairBatch", "PairFeed", "bucket_pairs"]


@dataclass(frozen=True, slots=True)
class PairBatch:
    """Pairs of one bucket, as they come from the core."""

    target_rows: Tensor  # int64 [B, n]
    target_sizes: Tensor  # int32 [B]
    pattern_rows: Tensor  # int64 [B, m]
    pattern_sizes: Tensor  # int32 [B]
    labels: Tensor  # float32 [B], 1 where the pattern is in the target
    target_counts: Tensor | None = None  # uint8 [B, coordinates]: order signatures, for models that read them
    pattern_counts: Tensor | None = None

    @classmethod
    def from_arrays(cls, arrays: tuple[NDArray[Any], ...], config: ModelConfig, *, threads: int = 0) -> PairBatch:
        """Wrap what ``PairStream.batch`` returns; bits keep their meaning as signed words."""
        target_rows, target_sizes, pattern_rows, pattern_sizes, labels = (torch.from_numpy(_signed(a)) for a in arrays)
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
        """The batch on a device. Bit rows are small: a few megabytes for thousands of pairs."""
        return PairBatch(*(part.to(device, non_blocking=True) for part in self.parts()))


def _signed(array: NDArray[np.generic]) -> NDArray[np.generic]:
    return array.view(np.int64) if array.dtype == np.uint64 else array


def bucket_pairs(config: TrainConfig) -> list[int]:
    """Pairs that each bucket contributes to a step, in proportion to its range; even, so that labels balance.

    >>> from spminer.encoder.training.config import TrainConfig
    >>> bucket_pairs(TrainConfig(batch=100, buckets=((2, 11), (12, 41))))
    [24, 74]
    """
    lengths = [high - low + 1 for low, high in config.buckets]
    return [max(2, 2 * int(config.batch * length / sum(lengths) / 2)) for length in lengths]


class PairFeed:
    """The pairs of step after step, drawn ahead of their use by a background thread.

    What a step gets depends on the seed and the step alone, so a resumed run sees what it would have seen.
    """

    def __init__(self, config: TrainConfig, *, source: _core.Target | None = None, threads: int = 0) -> None:
        self._config = config
        self._threads = threads
        self._counts = bucket_pairs(config)
        self._stream = _core.PairStream(
            seed=config.seed,
            min_pattern=config.min_pattern,
            max_pattern=config.max_pattern,
            induced=config.model.induced,
            hard=config.hard,
            sparse=config.sparse,
            target=source,
        )

    @property
    def pairs(self) -> int:
        """Labeled pairs of a step, as they are counted in the log."""
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
        """The pairs of steps ``first`` up to (not including) ``last``, ``ahead`` of them in stock."""
        return drawn_ahead(self.step, first, last, ahead=ahead)
