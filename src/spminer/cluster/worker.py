"""A piece of work on a worker, which ends when nobody waits for it any more."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spminer._util.imports import import_optional
from spminer._util.monitor import Monitor
from spminer.cluster.transfer import open_store
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer._util.executor import Work
    from spminer.cluster.transfer import StoreName

__all__ = ["Answer", "Order", "carry_out"]

_LOOK_EVERY_S = 0.2
_WANTED = frozenset({"executing", "long-running", "resumed"})  # states of a task as its worker sees it


@dataclass(frozen=True, slots=True)
class Order:
    """A piece of work on its way to a worker."""

    work: Work
    piece: Any
    store: StoreName
    version: str = __version__


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes back.

    Attributes
    ----------
    value
        The result, if the piece was done.
    missing
        The address of a worker that does not have the store.
    other_version
        The version of a worker that is not that of the order.
    cut_short
        Whether the piece was ended before it was done.
    worker
        Who answers.
    """

    value: Any = None
    missing: bool = False
    other_version: str = ""
    cut_short: bool = False
    worker: str = ""

    @property
    def done(self) -> bool:
        """Whether the value is that of the whole piece."""
        return not (self.missing or self.other_version or self.cut_short)


def carry_out(order: Order) -> Answer:
    """Do a piece of work; a task of Dask."""
    worker = import_optional("distributed", "spminer[cluster]").get_worker()
    if order.version != __version__:
        return Answer(other_version=__version__, worker=worker.address)
    opened = open_store(order.store)
    if opened is None:
        return Answer(missing=True, worker=worker.address)
    monitor, value = Monitor(), []
    with _ended_when_unwanted(monitor, worker):
        kind = f"{order.work.__module__}.{getattr(order.work, '__name__', '')}"
        opened.first_alone(kind, lambda: value.append(order.work(opened.graphs, order.piece, monitor)))
        if not value and not monitor.stopped:
            value.append(order.work(opened.graphs, order.piece, monitor))
    if monitor.stopped:
        return Answer(cut_short=True, worker=worker.address)
    return Answer(value[0], worker=worker.address)


@contextmanager
def _ended_when_unwanted(monitor: Monitor, worker: Any) -> Iterator[None]:
    """Cancel the work once the task was canceled: Dask itself lets it run to its end."""
    key, finished = worker.get_current_task(), threading.Event()

    def look() -> None:
        while not finished.wait(_LOOK_EVERY_S):
            task = worker.state.tasks.get(key)
            if task is None or task.state not in _WANTED:
                monitor.cancel()
                return

    watcher = threading.Thread(target=look, name="spminer-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
