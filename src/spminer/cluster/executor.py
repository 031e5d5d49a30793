"""Executor of a Dask cluster: pieces of work are sent to workers, and results come back in order.

A piece whose worker is lost is sent to another one. A run gives up when no worker is left for some time, or when the
scheduler does not answer.
"""

from __future__ import annotations

import itertools
import logging
import time
import uuid
from collections import deque
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spminer._util.imports import import_optional
from spminer.cluster.transfer import Shipping
from spminer.cluster.worker import Order, carry_out
from spminer.errors import SpminerError, UsageError
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spminer._util.executor import Watch, Work
    from spminer.graphs import GraphCollection

__all__ = ["PATIENCE_S", "DaskCrew"]


logger = logging.getLogger("spminer")


PATIENCE_S = 60.0  # for workers to come back, once there are none


_LOOK_EVERY_S = 0.2


_COUNT_EVERY_S = 1.0


_ANSWER_S = 2.0  # for answers that are there to arrive; twice as long each time that they do not


_ROOM = 64  # pieces under way at least ...


_ROOM_PER_THREAD = 4  # ... and for each thread of the cluster: the next ones wait where they will be done


_MOST_TRIES = 3  # of a piece that fails for no reason of its own


_NO_WORKERS = "no workers left"


_NO_SCHEDULER = "no scheduler left"


_SHORT_OF_MEMORY = "workers ended"


@dataclass
class _Sent:
    """A piece under way."""

    order: Order
    stage: str
    future: Any
    tries: int = 1


class DaskCrew:
    """The workers of a cluster of Dask. One thread of a worker does one piece at a time.

    Parameters
    ----------
    client
        A client of Dask, which stays open.
    patience_s
        Seconds to wait for workers once there are none left, before the run ends with what it has.
    """

    def __init__(self, client: Any, *, patience_s: float = PATIENCE_S) -> None:
        self._distributed = import_optional("distributed", "spminer[cluster]")
        self._client, self._patience_s = client, patience_s
        self._shipping = Shipping(client)
        self._counted_at, self._workers = 0.0, dict[str, int]()
        self._alone_since: float | None = None
        self._answer_s = _ANSWER_S
        self._lost = ""

    def results(
        self, work: Work, graphs: GraphCollection, pieces: Iterable[Any], watch: Watch, *, stage: str
    ) -> Iterator[Any]:
        """As :meth:`spminer._util.executor.Executor.results` says."""
        if self._gives_up(watch):
            return
        store = self._shipping.name(graphs)
        left, waiting = iter(pieces), deque[_Sent]()
        try:
            while not watch.stopped:
                room = max(_ROOM, _ROOM_PER_THREAD * self._count_threads()) - len(waiting)
                waiting.extend(self._send([Order(work, piece, store) for piece in itertools.islice(left, room)], stage))
                if not waiting:
                    return
                if self._waits(waiting[0], watch):
                    yield from self._collect(waiting, watch)
        finally:  # what is under way is not waited for
            if waiting and self._client.status == "running":
                self._client.cancel([sent.future for sent in waiting], force=True)

    @property
    def threads(self) -> int:
        """Threads of all workers."""
        return self._count_threads()

    def close(self) -> None:
        """Remove what the machines were sent."""
        self._shipping.close()

    def _send(self, orders: list[Order], stage: str) -> list[_Sent]:
        """Send pieces, in one message."""
        if not orders:
            return []
        # A key of its own for each try: what an older one may still say is not heard.
        keys = [f"{stage}-{uuid.uuid4().hex}" for _ in orders]
        futures = self._client.map(carry_out, orders, key=keys, pure=False)
        return [_Sent(order, stage, future) for order, future in zip(orders, futures, strict=True)]

    def _resend(self, sent: _Sent) -> None:
        sent.future = self._send([sent.order], sent.stage)[0].future

    def _waits(self, first: _Sent, watch: Watch) -> bool:
        """Wait a moment for a piece; whether it has ended, one way or the other."""
        if not first.future.done():
            try:
                with self._client.as_current():
                    self._distributed.wait([first.future], timeout=_LOOK_EVERY_S)
            except (TimeoutError, self._distributed.TimeoutError):
                self._check_alone(watch)
                return False
            except self._distributed.client.FuturesCancelledError:  # its scheduler is gone
                pass
        return True

    def _collect(self, waiting: deque[_Sent], watch: Watch) -> Iterator[Any]:
        """The results of the pieces that are done, up to the first that is not."""
        done = list(itertools.takewhile(lambda sent: sent.future.status == "finished", waiting))
        if not done:
            self._again(waiting[0], watch)
            return
        try:
            answers = self._gather(done)
        except (TimeoutError, self._distributed.TimeoutError):  # lost with its worker, or long under way
            self._answer_s *= 2
            return
        except Exception as error:  # a worker that had some of them is gone, or the scheduler
            logger.debug("results were lost", exc_info=True)
            self._again(waiting[0], watch, error)
            return
        self._alone_since, self._answer_s = None, _ANSWER_S
        for sent, answer in zip(done, answers, strict=True):
            if not answer.done:
                self._mend(sent, answer)
                return
            waiting.popleft()
            yield answer.value

    def _gather(self, done: list[_Sent]) -> list[Any]:
        """The answers; a ``TimeoutError`` if they do not arrive: Dask waits 30 seconds for a worker that is gone."""

        async def gathered() -> list[Any]:
            return list(await self._client.gather([sent.future for sent in done], asynchronous=True))

        answers: list[Any] = self._client.sync(gathered, callback_timeout=self._answer_s)
        return answers

    def _mend(self, sent: _Sent, answer: Any) -> None:
        """Send a piece again that a worker could not do, after what was wrong is mended."""
        if answer.other_version:
            raise UsageError(
                f"worker {answer.worker} has spminer {answer.other_version}, and this is {__version__}; "
                "install the same on every machine"
            )
        if answer.missing:
            self._shipping.send(sent.order.store, answer.worker)
        self._resend(sent)

    def _again(self, sent: _Sent, watch: Watch, error: BaseException | None = None) -> None:
        """Send a piece again that was lost; one that fails wherever it is done is an answer."""
        if self._gives_up(watch):
            return
        if sent.future.status == "error":
            error = sent.future.exception(timeout=_LOOK_EVERY_S)
        elif isinstance(error, OSError | KeyError | CancelledError):  # of what was lost, which may be often
            error = None
        if isinstance(error, SpminerError | MemoryError):
            raise error
        if error is not None:
            if sent.tries == _MOST_TRIES:
                self._explain(error, watch)
                return
            sent.tries += 1
        self._resend(sent)

    def _explain(self, error: BaseException, watch: Watch) -> None:
        """End the run where a piece ends the workers that do it; any other error is the user's to see."""
        if not isinstance(error, self._distributed.scheduler.KilledWorker):
            raise error
        logger.warning(
            "%s",
            "a piece of the work ended every worker that did it, most likely for lack of memory: give the workers more "
            "(--memory-limit of dask worker), or fewer threads each (--nthreads)",
        )
        self._lost = _SHORT_OF_MEMORY
        watch.give_up(self._lost)

    def _gives_up(self, watch: Watch) -> bool:
        """Whether there is no scheduler any more; then the run ends."""
        if not self._lost and self._client.status in ("closing", "closed"):
            self._lost = _NO_SCHEDULER
            logger.warning("%s", "the scheduler of the cluster is gone; start it again, and resume from the checkpoint")
        if self._lost:
            watch.give_up(self._lost)
        elif self._client.status != "running":
            time.sleep(_LOOK_EVERY_S)
        return bool(self._lost)

    def _check_alone(self, watch: Watch) -> None:
        """Wait for workers as long as patience lasts, once there are none."""
        if self._gives_up(watch) or self._count_threads():
            self._alone_since = None
            return
        now = time.monotonic()
        if self._alone_since is None:
            self._alone_since = now
            logger.warning("%s", f"no workers are left; waiting up to {self._patience_s:.0f} s for others")
        elif now - self._alone_since >= self._patience_s:
            self._lost = _NO_WORKERS
            watch.give_up(self._lost)

    def _count_threads(self) -> int:
        """Threads of all workers, as of a second ago."""
        now = time.monotonic()
        if now - self._counted_at >= _COUNT_EVERY_S and self._client.status == "running":
            try:
                self._workers = self._client.nthreads()
            except (OSError, TimeoutError):  # of a scheduler that is going
                self._workers = {}
            self._counted_at = now
        return sum(self._workers.values())
