"""Executor of a Dask cluster: pieces are sent to workers, and results come back in the order of the pieces.

A piece that is lost with its worker is sent again. A worker that misses the graphs gets them first. The run ends with
what it has when no worker is left for a minute, when the scheduler is gone, or when a piece ends every worker that
computes it.
"""

from __future__ import annotations

import itertools
import logging
import time
import uuid
from collections import deque
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from spminer._util.executor import Executor
from spminer._util.imports import import_optional
from spminer.cluster.transfer import GraphTransfer
from spminer.cluster.worker import PieceResult, PieceSpec, run_task
from spminer.errors import SpminerError, UsageError
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spminer._util.executor import PieceFunction, RunObserver

__all__ = ["WORKER_WAIT_S", "DaskExecutor"]

logger = logging.getLogger("spminer")
A = TypeVar("A")
WORKER_WAIT_S = 60.0  # seconds to wait for workers, once there are none
_LOOK_EVERY_S = 0.2
_COUNT_EVERY_S = 1.0
_GATHER_S = 2.0  # seconds to fetch finished results; doubled each time that this does not suffice
_QUEUED = 64  # pieces that are sent ahead, at least ...
_QUEUED_PER_THREAD = 4  # ... and for each thread of the cluster
_MOST_TRIES = 3  # of a piece that fails
_NO_WORKERS = "no workers left"
_NO_SCHEDULER = "no scheduler left"
_WORKERS_ENDED = "workers ended"


@dataclass
class _Sent:
    """A piece on its way."""

    spec: PieceSpec
    stage: str
    future: Any
    tries: int = 1


class DaskExecutor(Executor):
    """The workers of a Dask cluster. One thread of a worker computes one piece at a time.

    Parameters
    ----------
    client : dask.distributed.Client
        Stays open.
    worker_wait_s : float, default 60
        Seconds to wait for workers once there are none, before the run ends with what it has.
    """

    def __init__(self, client: Any, *, worker_wait_s: float = WORKER_WAIT_S) -> None:
        super().__init__()
        self._distributed = import_optional("distributed", "spminer[cluster]")
        self._client, self._worker_wait_s = client, worker_wait_s
        self._transfer = GraphTransfer(client)
        self._counted_at, self._workers = 0.0, dict[str, int]()
        self._no_workers_since: float | None = None
        self._gather_s = _GATHER_S
        self._lost = ""  # why the cluster cannot be used any more

    def run(self, here: Callable[[], A], there: Callable[[Executor], A], *, worth: bool = True) -> A:
        """Call ``there`` with this executor if that is worth the way, else ``here``."""
        return there(self) if worth else here()

    def map(
        self, function: PieceFunction, graphs: Any, pieces: Iterable[Any], observer: RunObserver, *, stage: str
    ) -> Iterator[Any]:
        """The results of the pieces, in their order; fewer if the run is stopped, or the cluster is lost."""
        if self._scheduler_lost(observer):
            return
        store = self._transfer.key(graphs)
        left, waiting = iter(pieces), deque[_Sent]()
        try:
            while not observer.stopped:
                free = max(_QUEUED, _QUEUED_PER_THREAD * self._count_threads()) - len(waiting)
                specs = [PieceSpec(function, piece, store) for piece in itertools.islice(left, free)]
                waiting.extend(self._send(specs, stage))
                if not waiting:
                    return
                if self._wait(waiting[0], observer):
                    yield from self._collect(waiting, observer)
        finally:  # the caller does not want what is still on its way
            if waiting and self._client.status == "running":
                self._client.cancel([sent.future for sent in waiting], force=True)

    def close(self) -> None:
        """Remove the graphs that machines were sent."""
        self._transfer.close()

    def _send(self, specs: list[PieceSpec], stage: str) -> list[_Sent]:
        """Send pieces in one message."""
        if not specs:
            return []
        # Each try has its own key, so that messages about an older try have no effect.
        keys = [f"{stage}-{uuid.uuid4().hex}" for _ in specs]
        futures = self._client.map(run_task, specs, key=keys, pure=False)
        return [_Sent(spec, stage, future) for spec, future in zip(specs, futures, strict=True)]

    def _resend(self, sent: _Sent) -> None:
        sent.future = self._send([sent.spec], sent.stage)[0].future

    def _wait(self, first: _Sent, observer: RunObserver) -> bool:
        """Wait a moment for a piece; returns whether it has ended, with or without a result."""
        if not first.future.done():
            try:
                with self._client.as_current():
                    self._distributed.wait([first.future], timeout=_LOOK_EVERY_S)
            except (TimeoutError, self._distributed.TimeoutError):
                self._check_workers(observer)
                return False
            except self._distributed.client.FuturesCancelledError:  # its scheduler is gone
                pass
        return True

    def _collect(self, waiting: deque[_Sent], observer: RunObserver) -> Iterator[Any]:
        """The results of finished pieces, up to the first piece that is not finished."""
        done = list(itertools.takewhile(lambda sent: sent.future.status == "finished", waiting))
        if not done:
            self._retry(waiting[0], observer)
            return
        try:
            results = self._gather(done)
        except (TimeoutError, self._distributed.TimeoutError):  # lost with its worker, or slow to arrive
            self._gather_s *= 2
            return
        except Exception as error:  # a worker that had some of them is gone, or the scheduler
            logger.debug("results were lost", exc_info=True)
            self._retry(waiting[0], observer, error)
            return
        self._no_workers_since, self._gather_s = None, _GATHER_S
        for sent, result in zip(done, results, strict=True):
            if not result.done:
                self._repair(sent, result)
                return
            waiting.popleft()
            yield result.value

    def _gather(self, done: list[_Sent]) -> list[PieceResult]:
        """The results; raises ``TimeoutError`` if they do not arrive, where Dask waits 30 s for a lost worker."""

        async def gathered() -> list[PieceResult]:
            return list(await self._client.gather([sent.future for sent in done], asynchronous=True))

        results: list[PieceResult] = self._client.sync(gathered, callback_timeout=self._gather_s)
        return results

    def _repair(self, sent: _Sent, result: PieceResult) -> None:
        """Send a piece again that a worker could not compute, with the graphs if it misses them."""
        if result.other_version:
            raise UsageError(
                f"worker {result.worker} has spminer {result.other_version}, and this is {__version__}; "
                "install the same on every machine"
            )
        if result.missing:
            self._transfer.send(sent.spec.store, result.worker)
        self._resend(sent)

    def _retry(self, sent: _Sent, observer: RunObserver, error: BaseException | None = None) -> None:
        """Send a lost piece again; raise its own error after three tries."""
        if self._scheduler_lost(observer):
            return
        if sent.future.status == "error":
            error = sent.future.exception(timeout=_LOOK_EVERY_S)
        elif isinstance(error, OSError | KeyError | CancelledError):  # lost results: any number of tries
            error = None
        if isinstance(error, SpminerError | MemoryError):
            raise error
        if error is not None:
            if sent.tries == _MOST_TRIES:
                self._report_failure(error, observer)
                return
            sent.tries += 1
        self._resend(sent)

    def _report_failure(self, error: BaseException, observer: RunObserver) -> None:
        """End the run if a piece ends its workers; raise any other error."""
        if not isinstance(error, self._distributed.scheduler.KilledWorker):
            raise error
        logger.warning(
            "%s",
            "a piece of the work ended every worker that did it, most likely for lack of memory: give the workers more "
            "(--memory-limit of dask worker), or fewer threads each (--nthreads)",
        )
        self._lost = _WORKERS_ENDED
        observer.give_up(self._lost)

    def _scheduler_lost(self, observer: RunObserver) -> bool:
        """Whether the cluster cannot be used any more; then the run ends."""
        if not self._lost and self._client.status in ("closing", "closed"):
            self._lost = _NO_SCHEDULER
            logger.warning("%s", "the scheduler of the cluster is gone; start it again, and resume from the checkpoint")
        if self._lost:
            observer.give_up(self._lost)
        elif self._client.status != "running":
            time.sleep(_LOOK_EVERY_S)
        return bool(self._lost)

    def _check_workers(self, observer: RunObserver) -> None:
        """Wait for workers for some time if there are none; then the run ends."""
        if self._scheduler_lost(observer) or self._count_threads():
            self._no_workers_since = None
            return
        now = time.monotonic()
        if self._no_workers_since is None:
            self._no_workers_since = now
            logger.warning("%s", f"no workers are left; waiting up to {self._worker_wait_s:.0f} s for others")
        elif now - self._no_workers_since >= self._worker_wait_s:
            self._lost = _NO_WORKERS
            observer.give_up(self._lost)

    def _count_threads(self) -> int:
        """Threads of all workers, counted once a second."""
        now = time.monotonic()
        if now - self._counted_at >= _COUNT_EVERY_S and self._client.status == "running":
            try:
                self._workers = self._client.nthreads()
            except (OSError, TimeoutError):  # the scheduler is going
                self._workers = {}
            self._counted_at = now
        return sum(self._workers.values())
