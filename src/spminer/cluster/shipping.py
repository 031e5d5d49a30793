"""Shipping of graphs: each machine of a cluster opens the store that it sees, or gets it once."""

from __future__ import annotations

import hashlib
import logging
import tempfile
import threading
import uuid
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spminer.cluster.stores import StoreName, find_store, forget_store, receive, received
from spminer.errors import InputError
from spminer.graphs.digest import digest
from spminer.graphs.store.collection import StoredCollection
from spminer.graphs.store.writing import write_store
from spminer.running.removal import remove

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection

__all__ = ["Shipping"]

logger = logging.getLogger("spminer")

_PART = 32 << 20  # bytes sent at once


class Shipping:
    """Brings graphs to the machines of a cluster.

    Parameters
    ----------
    client
        A client of Dask.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._folder: Path | None = None
        self._names: dict[int, tuple[GraphCollection, StoreName]] = {}  # with the graphs, so that they keep their id
        self._sent: dict[StoreName, set[str]] = {}
        self._lock = threading.RLock()  # patterns are counted side by side

    def name(self, graphs: GraphCollection) -> StoreName:
        """The store that holds the graphs, after the machines that are there now have it."""
        with self._lock:
            if id(graphs) not in self._names:
                name = self._stored(graphs)
                self._offer(name)
                self._names[id(graphs)] = (graphs, name)
            return self._names[id(graphs)][1]

    def send(self, name: StoreName, worker: str) -> None:
        """Bring a store to a worker that says it does not have it."""
        with self._lock:
            if self._found(name, [worker]).get(worker) == "here":
                return  # another worker of that machine was told, and has it now
            if worker in self._sent.setdefault(name, set()):
                raise InputError("does not stay on a worker", source=worker, remedy="look at its TMPDIR and its disk")
            self._transfer(name, worker)
            self._sent[name].add(worker)

    def close(self) -> None:
        """Remove what was sent, and what was written to be sent."""
        for name, workers in self._sent.items():
            if workers and self._client.status == "running":
                self._client.run(forget_store, name, workers=self._beside(workers), on_error="ignore")
        if self._folder is not None:
            remove(self._folder)

    def _beside(self, workers: set[str]) -> list[str]:
        """All workers of the machines that these are on: whatever one of them has open may not be removable."""
        machines = {_machine(worker) for worker in workers}
        return [worker for worker in self._client.nthreads() if _machine(worker) in machines]

    def _stored(self, graphs: GraphCollection) -> StoreName:
        known = digest(graphs)
        path = Path(graphs.source).absolute()
        if isinstance(graphs, StoredCollection) and graphs.known_digest and path.is_file():
            return StoreName(known, str(path))
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="spminer-cluster-"))
            weakref.finalize(self, remove, self._folder)  # also if nobody closes this
        path = self._folder / f"{known}.spm"
        with path.open("wb") as file:
            write_store(graphs, file)
        return StoreName(known, str(path))

    def _offer(self, name: StoreName) -> None:
        """Send the store to one worker of each machine that does not see it."""
        asked = set()
        for worker, found in self._found(name, None).items():
            machine = _machine(worker)
            if found == "here" or machine in asked:
                continue
            asked.add(machine)
            if found == "other":
                logger.warning("%s", f"{worker} has other graphs at {name.path}; it is sent those that are meant")
            self.send(name, worker)

    def _found(self, name: StoreName, workers: list[str] | None) -> dict[str, str]:
        found: dict[str, str] = self._client.run(find_store, name, workers=workers, on_error="ignore")
        return found

    def _transfer(self, name: StoreName, worker: str) -> None:
        sender, known, offset = uuid.uuid4().hex, hashlib.sha256(), 0
        with Path(name.path).open("rb") as file:
            while part := file.read(_PART):
                known.update(part)
                self._client.run(receive, name, sender, offset, part, workers=[worker])
                offset += len(part)
        answer = self._client.run(received, name, sender, known.hexdigest(), workers=[worker])
        if answer.get(worker) is not True:
            remedy = f"try again, or without that worker: {worker}"
            raise InputError("was damaged on its way to a worker", source=name.path, remedy=remedy)


def _machine(worker: str) -> str:
    """The address of a worker without its port."""
    return worker.rpartition(":")[0]
