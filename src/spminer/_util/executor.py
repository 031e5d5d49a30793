"""Executors: where the pieces of a computation run, in this process or on the workers of a cluster.

All executors have the same three calls. :meth:`Executor.run` chooses between one native call here and pieces elsewhere,
:meth:`Executor.map` computes pieces, and :meth:`Executor.map_splittable` computes pieces that may return a rest.

A piece is a plain value that says what to compute of some graphs, and the function of a piece belongs to a module, so
that other processes find it by its name. Invariants: a piece gives the same result each time, and results are combined
in a way that does not depend on how the pieces were cut. So a result does not depend on the executor.
"""

from __future__ import annotations

import logging
import os
from abc import ABC, abstractmethod
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = ["LOCAL", "Executor", "LocalExecutor", "PieceFunction", "RunObserver"]

logger = logging.getLogger("spminer")
A = TypeVar("A")


class RunObserver(Protocol):
    """The monitor of a run, as far as an executor needs it."""

    @property
    def stopped(self) -> bool:
        """Whether the run must end."""

    def give_up(self, reason: str) -> None:
        """End the whole run, since no worker is left for it."""

    def follow(self, done: int, total: int) -> None:
        """Set the progress of a call."""

    def cancel(self) -> None:
        """End the run by the user's wish."""

    def part(self) -> RunObserver:
        """The monitor of a piece that runs in this process."""


class PieceFunction(Protocol):
    """Computes a piece. ``monitor`` is that of the piece, and its executor is :data:`LOCAL`."""

    def __call__(self, graphs: Any, piece: Any, monitor: Any, /) -> Any:
        """The result of the piece."""


class Executor(ABC):
    """Computes pieces of a run."""

    def __init__(self) -> None:
        self._noted: set[str] = set()

    @abstractmethod
    def run(self, here: Callable[[], A], there: Callable[[Executor], A], *, worth: bool = True) -> A:
        """Call ``here`` in this process, or ``there`` with an executor that has workers and is ``worth`` the way."""

    @abstractmethod
    def map(
        self, function: PieceFunction, graphs: Any, pieces: Iterable[Any], observer: RunObserver, *, stage: str
    ) -> Iterator[Any]:
        """The results of the pieces, in their order; fewer if the run is stopped.

        Pieces are taken from the iterable as workers become free. ``stage`` names them in the displays of a cluster.
        """

    def map_splittable(
        self, function: PieceFunction, graphs: Any, pieces: Sequence[Any], observer: RunObserver, *, stage: str
    ) -> Iterator[tuple[Any, tuple[Any, ...]]]:
        """The results of pieces that end after a quota, each with the new pieces for its rest.

        The function returns both. New pieces are computed in a next round. There are fewer results if the run is
        stopped.
        """
        done, total = 0, len(pieces)
        while pieces:
            rest: list[Any] = []
            for value, left in self.map(function, graphs, pieces, observer, stage=stage):
                done, total = done + 1, total + len(left)
                rest += left
                observer.follow(done, total)
                yield value, tuple(left)
            if observer.stopped:
                return
            pieces = rest

    def note_local(self, what: str) -> None:
        """Warn once that something runs in this process, although there are workers."""
        if what not in self._noted:
            self._noted.add(what)
            logger.warning("%s", f"{what} works in this process, not on the cluster")


class LocalExecutor(Executor):
    """The process of the run, with threads for native calls, which release Python's lock.

    Parameters
    ----------
    threads : int, default 0
        Pieces that are computed at a time; 0 for the number of cores. Results do not depend on it.
    """

    def __init__(self, threads: int = 0) -> None:
        super().__init__()
        self._threads = threads or os.cpu_count() or 1

    def run(self, here: Callable[[], A], there: Callable[[Executor], A], *, worth: bool = True) -> A:  # noqa: ARG002
        """Call ``here``.

        >>> LOCAL.run(lambda: "here", lambda executor: "there")
        'here'
        """
        return here()

    def note_local(self, what: str) -> None:
        """Do nothing: everything runs in this process."""

    def map(
        self,
        function: PieceFunction,
        graphs: Any,
        pieces: Iterable[Any],
        observer: RunObserver,
        *,
        stage: str,  # noqa: ARG002
    ) -> Iterator[Any]:
        """The results of the pieces, in their order; a piece that a stop cut short is the end.

        >>> from spminer import Monitor
        >>> list(LOCAL.map(lambda graphs, piece, monitor: graphs * piece, 2, range(4), Monitor(), stage="example"))
        [0, 2, 4, 6]
        """

        def compute(piece: Any, part: RunObserver) -> tuple[Any, bool]:
            return (None, False) if part.stopped else (function(graphs, piece, part), not part.stopped)

        left, waiting = iter(pieces), deque[Future[tuple[Any, bool]]]()
        with ThreadPoolExecutor(self._threads, thread_name_prefix="spminer-piece") as pool:
            try:
                while True:
                    while len(waiting) < self._threads and (piece := next(left, pool)) is not pool:
                        waiting.append(pool.submit(compute, piece, observer.part()))
                    if not waiting:
                        return
                    value, whole = waiting.popleft().result()
                    if not whole:
                        return
                    yield value
            except KeyboardInterrupt:
                observer.cancel()
                raise
            finally:  # pieces that run end at their next check of the monitor
                for future in waiting:
                    future.cancel()


LOCAL = LocalExecutor()
