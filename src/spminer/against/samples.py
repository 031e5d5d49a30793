"""Samples of a null model in parallel: each is made, used and dropped by one thread, so that memory stays bounded.

The threads are those of this process, or of the workers of a cluster.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from spminer.nulls.randomize import SamplePiece, try_sample

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.nulls import NullModel

__all__ = ["Use", "UsePiece", "use_piece", "use_samples"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Use(Protocol[T_co]):
    """What is made of a sample, by its graphs and its number; ``None`` if the monitor ended that."""

    def __call__(self, sample: GraphCollection, number: int, monitor: Monitor) -> T_co | None:
        """Use it; another thread may use another sample meanwhile."""


@dataclass(frozen=True, slots=True)
class UsePiece:
    """One sample to be made and used."""

    sample: SamplePiece
    use: Use[Any]


def use_piece(graphs: GraphCollection, piece: UsePiece, monitor: Monitor) -> Any:
    """Do a piece: what is made of the sample; ``None`` if the monitor ended that."""
    sample = piece.sample.attempt(graphs, monitor)
    return None if sample is None else piece.use(sample, piece.sample.number, monitor)


def use_samples(
    model: NullModel, numbers: range, use: Use[T], monitor: Monitor, *, threads: int = 0, here: bool = False
) -> Iterator[T]:
    """What ``use`` makes of each sample, in the order of their numbers; fewer if the monitor stops the run.

    Native calls let go of Python's lock, so that threads are enough. What comes out does not depend on how many there
    are. A run with a crew leaves it to that, unless the use is to be ``here``; it must be a value that can be sent.

    Examples
    --------
    >>> from spminer import Monitor, NullModel, describe
    >>> from spminer.datasets import example
    >>> model = NullModel(example(), "degree")
    >>> len(list(use_samples(model, range(3), lambda sample, number, monitor: describe(sample), Monitor())))
    3
    """
    if monitor.crew is not None and not here:
        pieces = (UsePiece(SamplePiece.of(model, number), use) for number in numbers)
        yield from monitor.crew.results(use_piece, model.graphs, pieces, monitor, stage="judge")
        return

    def one(number: int, part: Monitor) -> T | None:
        sample = None if part.stopped else try_sample(model, number, part.control())
        return None if sample is None else use(sample, number, part)

    workers = min(threads or os.cpu_count() or 1, max(len(numbers), 1))
    waiting: deque[Future[T | None]] = deque()
    left = iter(numbers)
    with ThreadPoolExecutor(workers, thread_name_prefix="spminer-sample") as pool:
        try:
            while True:
                while len(waiting) < workers and (number := next(left, None)) is not None:
                    waiting.append(pool.submit(one, number, monitor.part()))
                if not waiting or (made := waiting.popleft().result()) is None:
                    return
                yield made
        finally:  # what is still at work is not waited for longer than its next look at the monitor
            for future in waiting:
                future.cancel()
