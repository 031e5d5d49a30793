"""Executors: where the pieces of a computation run, in this process or on the workers of a cluster.

All executors have the same three calls. :meth:`Executor.run` chooses between one native call here and pieces elsewhere,
:meth:`Executor.map` computes pieces, and :meth:`Executor.map_splittable` computes pieces that may return a rest.

A piece is a plain value that says what to compute of some graphs, and the function of a piece belongs to a module, so
that other processes find it by its name. Invariants: a piece gives the same result each time, and results are combined
in a way that does not depend on how the pieces were cut. So a result does not depend on the executor.
"""

from __future__ import annotations

import itertools
import logging
import os
from abc import ABC, abstractmethod
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = ["LOCAL", "Executor", "LocalExecutor", "PieceFunction", "RunObserver", "results_in_order"]

logger = logging.getLogger("spminer")
A = TypeVar("A")
Item = TypeVar("Item")


def results_in_order(
    pool: ThreadPoolExecutor, function: Callable[[Item], A], items: Iterable[Item], ahead: int
) -> Iterator[A]:
    """The results of ``function`` by a pool, in the order of the items, of which ``ahead`` are taken early.

    An error is raised where its item is due. When the caller stops, items that have not begun are canceled.

    >>> with ThreadPoolExecutor(2) as pool:
    ...     print(list(results_in_order(pool, lambda number: 10 * number, range(4), ahead=2)))
    [0, 10, 20, 30]
    """
    left, waiting = iter(items), deque[Future[A]]()
    try:
        while True:
            waiting.extend(pool.submit(function, item) for item in itertools.islice(left, ahead - len(waiting)))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


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

        def compute(piece: Any) -> tuple[Any, bool]:
            part = observer.part()
            return (None, False) if part.stopped else (function(graphs, piece, part), not part.stopped)

        with ThreadPoolExecutor(self._threads, thread_name_prefix="spminer-piece") as pool:
            try:
                for value, whole in results_in_order(pool, compute, pieces, self._threads):
                    if not whole:
                        return
                    yield value
            except KeyboardInterrupt:  # pieces that run end at their next check of the monitor
                observer.cancel()
                raise


LOCAL = LocalExecutor()
