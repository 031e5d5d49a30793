"""A piece on a worker, which ends when its task is canceled."""

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

    from spminer._util.executor import PieceFunction
    from spminer.cluster.transfer import StoreKey

__all__ = ["PieceResult", "PieceSpec", "run_task"]

_LOOK_EVERY_S = 0.2
_WANTED = frozenset({"executing", "long-running", "resumed"})  # states of a task as its worker sees it


@dataclass(frozen=True, slots=True)
class PieceSpec:
    """A piece on its way to a worker."""

    function: PieceFunction
    piece: Any
    store: StoreKey
    version: str = __version__


@dataclass(frozen=True, slots=True)
class PieceResult:
    """The outcome of a piece on a worker.

    Attributes
    ----------
    value
        The result, if the piece was computed.
    missing
        Whether the worker does not have the graphs.
    other_version
        The version of spminer on the worker, if it is another one.
    cut_short
        Whether the piece ended early.
    worker
        Address of the worker.
    """

    value: Any = None
    missing: bool = False
    other_version: str = ""
    cut_short: bool = False
    worker: str = ""

    @property
    def done(self) -> bool:
        """Whether the value belongs to the whole piece."""
        return not (self.missing or self.other_version or self.cut_short)


def run_task(spec: PieceSpec) -> PieceResult:
    """Compute a piece on a worker, as a task of Dask."""
    worker = import_optional("distributed", "spminer[cluster]").get_worker()
    if spec.version != __version__:
        return PieceResult(other_version=__version__, worker=worker.address)
    opened = open_store(spec.store)
    if opened is None:
        return PieceResult(missing=True, worker=worker.address)
    monitor, value = Monitor(), []
    with _canceled_when_unwanted(monitor, worker):
        kind = f"{spec.function.__module__}.{getattr(spec.function, '__name__', '')}"
        opened.run_first_alone(kind, lambda: value.append(spec.function(opened.graphs, spec.piece, monitor)))
        if not value and not monitor.stopped:
            value.append(spec.function(opened.graphs, spec.piece, monitor))
    if monitor.stopped:
        return PieceResult(cut_short=True, worker=worker.address)
    return PieceResult(value[0], worker=worker.address)


@contextmanager
def _canceled_when_unwanted(monitor: Monitor, worker: Any) -> Iterator[None]:
    """Cancel the piece once its task was canceled, since Dask lets running tasks go on."""
    key, finished = worker.get_current_task(), threading.Event()

    def look() -> None:
        while not finished.wait(_LOOK_EVERY_S):
            task = worker.state.tasks.get(key)
            if task is None or task.state not in _WANTED:
                monitor.cancel()
                return

    watcher = threading.Thread(target=look, name="spminer-task-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
