"""Graphs on their way to workers: stores that are sent once to each machine, and opened there by all its workers.

Stores lie in a temporary folder that belongs to this user alone. Files that are in use are removed later where the
system (Windows) does not allow it at once.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import shutil
import tempfile
import threading
import uuid
import weakref
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spminer.errors import InputError
from spminer.graphs.collection import digest
from spminer.graphs.store.collection import MappedStore, StoredCollection, open_collection
from spminer.graphs.store.format import write_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.graphs import GraphCollection

__all__ = ["GraphTransfer", "StoreKey", "open_store"]
_PRIVATE = 0o700


def private_folder() -> Path:
    """The folder, which is created when missing; one that other users could write to is refused.

    Windows has a temporary folder for each user, so that the owner and the mode are checked elsewhere only.

    >>> private_folder().is_dir()
    True
    """
    number = getattr(os, "getuid", None)
    folder = Path(tempfile.gettempdir()) / (f"spminer-{number()}" if number else "spminer")
    folder.mkdir(mode=_PRIVATE, exist_ok=True)
    status = folder.lstat()
    shared = number is not None and (status.st_uid != number() or status.st_mode & ~_PRIVATE & 0o777)
    if folder.is_symlink() or shared:
        raise InputError("is not a folder of this user alone", source=str(folder), remedy="remove it, or set TMPDIR")
    return folder


_to_remove: set[Path] = set()
_guard = threading.Lock()


def remove(path: Path) -> bool:
    """Remove a file or a folder, if it is there; ``False`` if the system refuses since it is in use.

    It is then removed at a later call, or when the process ends.

    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "note.txt"
    >>> path.touch()
    >>> remove(path), path.exists(), remove(path)
    (True, False, True)
    """
    with _guard:
        _to_remove.add(path)
        _remove_left()
        return path not in _to_remove


def cancel_removal(path: Path) -> None:
    """Keep a file that was to be removed, since it is used again."""
    with _guard:
        _to_remove.discard(path)


@atexit.register
def _remove_left() -> None:
    for path in sorted(_to_remove):
        with suppress(OSError):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
            _to_remove.discard(path)


_MOST_OPEN = 3  # stores that a process keeps open: those of one run, and of the two sides of a comparison
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class StoreKey:
    """Identifies graphs on all machines.

    Attributes
    ----------
    digest
        Digest of the graphs.
    path
        The store on the machine of the run; workers with the same file system find it there too.
    """

    digest: str
    path: str


@dataclass
class Opened:
    """A store that a process has open, and the functions that have used it."""

    graphs: GraphCollection
    _begun: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def run_first_alone(self, kind: str, do: Callable[[], object]) -> None:
        """Call ``do`` if it is the first of its kind. Others wait, since it builds a shared index."""
        if kind in self._begun:
            return
        with self._lock:
            if kind not in self._begun:
                do()
                self._begun.add(kind)


_open: OrderedDict[str, Opened] = OrderedDict()
_opening = threading.Lock()


def open_store(key: StoreKey) -> Opened | None:
    """The store, opened once per process; ``None`` if this machine does not have it."""
    with _opening:
        if key.digest not in _open:
            graphs = next(filter(None, (_opened(path, key.digest) for path in _places(key))), None)
            if graphs is None:
                return None
            _open[key.digest] = Opened(graphs)
        _open.move_to_end(key.digest)
        while len(_open) > _MOST_OPEN:
            _open.popitem(last=False)
        return _open[key.digest]


def find_store(key: StoreKey) -> str:
    """The state on this machine: ``"here"``, ``"missing"``, or ``"other"`` for another store at that path."""
    if any(_opened(path, key.digest) is not None for path in _places(key)):
        return "here"
    return "other" if Path(key.path).is_file() else "missing"


def receive(key: StoreKey, sender: str, offset: int, data: bytes) -> None:
    """Write a part of a store that another machine sends."""
    with _part(key, sender).open("r+b" if offset else "wb") as file:
        file.seek(offset)
        file.write(data)


def received(key: StoreKey, sender: str, sha256: str) -> bool:
    """Use the received file as the store if it equals the one that was sent."""
    part = _part(key, sender)
    known = hashlib.sha256()
    with part.open("rb") as file:
        while block := file.read(_BLOCK):
            known.update(block)
    if known.hexdigest() != sha256:
        remove(part)
        return False
    _take(part, key)
    return True


def forget_store(key: StoreKey) -> None:
    """Remove the received stores; on Windows once no process has them open."""
    with _opening:
        _open.pop(key.digest, None)
    for path in _received(key):
        remove(path)


def _take(part: Path, key: StoreKey) -> None:
    """Give a received file the name of the store, or a name beside it if another process has the store open."""
    kept = private_folder() / f"{key.digest}.spm"
    try:
        part.replace(kept)
    except PermissionError:  # Windows does not replace open files
        if _opened(kept, key.digest) is not None:  # another worker of this machine has received it too
            remove(part)
        else:
            kept = part.replace(part.with_suffix(".spm"))
    cancel_removal(kept)


def _places(key: StoreKey) -> tuple[Path, ...]:
    return Path(key.path), *_received(key)


def _received(key: StoreKey) -> list[Path]:
    """The stores of these graphs that were sent here."""
    return sorted(private_folder().glob(f"{key.digest}*.spm"))


def _opened(path: Path, digest: str) -> GraphCollection | None:
    """The store at a path if it holds the graphs of this digest."""
    try:
        with path.open("rb") as file:
            graphs = open_collection(MappedStore.mapped(file, str(path)))
    except (OSError, InputError):
        return None
    return graphs if graphs.known_digest == digest else None


def _part(key: StoreKey, sender: str) -> Path:
    return private_folder() / f"{key.digest}-{sender}.part"


logger = logging.getLogger("spminer")
_PART = 32 << 20  # bytes sent at once


class GraphTransfer:
    """Brings graphs to the machines of a cluster.

    Parameters
    ----------
    client
        A client of Dask.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._folder: Path | None = None
        self._keys: dict[int, tuple[GraphCollection, StoreKey]] = {}  # with the graphs, so that they keep their id
        self._sent: dict[StoreKey, set[str]] = {}
        self._lock = threading.RLock()  # patterns are counted side by side

    def key(self, graphs: GraphCollection) -> StoreKey:
        """The key of the graphs, once all machines have them."""
        with self._lock:
            if id(graphs) not in self._keys:
                key = self._stored(graphs)
                self._offer(key)
                self._keys[id(graphs)] = (graphs, key)
            return self._keys[id(graphs)][1]

    def send(self, key: StoreKey, worker: str) -> None:
        """Send a store to a worker that does not have it."""
        with self._lock:
            if self._found(key, [worker]).get(worker) == "here":
                return  # another worker of that machine has received it meanwhile
            if worker in self._sent.setdefault(key, set()):
                raise InputError("graphs disappear on a worker", source=worker, remedy="check its TMPDIR and its disk")
            self._transfer(key, worker)
            self._sent[key].add(worker)

    def close(self) -> None:
        """Remove the stores that were sent, and those that were written for it."""
        for key, workers in self._sent.items():
            if workers and self._client.status == "running":
                self._client.run(forget_store, key, workers=self._beside(workers), on_error="ignore")
        if self._folder is not None:
            remove(self._folder)

    def _beside(self, workers: set[str]) -> list[str]:
        """All workers of these machines, since a store that one of them has open may not be removable."""
        machines = {_machine(worker) for worker in workers}
        return [worker for worker in self._client.nthreads() if _machine(worker) in machines]

    def _stored(self, graphs: GraphCollection) -> StoreKey:
        known = digest(graphs)
        path = Path(graphs.source).absolute()
        if isinstance(graphs, StoredCollection) and graphs.known_digest and path.is_file():
            return StoreKey(known, str(path))
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="spminer-cluster-"))
            weakref.finalize(self, remove, self._folder)  # also without a call of close
        path = self._folder / f"{known}.spm"
        with path.open("wb") as file:
            write_store(graphs, file)
        return StoreKey(known, str(path))

    def _offer(self, key: StoreKey) -> None:
        """Send the store to one worker of each machine that does not see it."""
        asked = set()
        for worker, found in self._found(key, None).items():
            machine = _machine(worker)
            if found == "here" or machine in asked:
                continue
            asked.add(machine)
            if found == "other":
                logger.warning("%s", f"{worker} has other graphs at {key.path}; the graphs of this run are sent to it")
            self.send(key, worker)

    def _found(self, key: StoreKey, workers: list[str] | None) -> dict[str, str]:
        found: dict[str, str] = self._client.run(find_store, key, workers=workers, on_error="ignore")
        return found

    def _transfer(self, key: StoreKey, worker: str) -> None:
        sender, known, offset = uuid.uuid4().hex, hashlib.sha256(), 0
        with Path(key.path).open("rb") as file:
            while part := file.read(_PART):
                known.update(part)
                self._client.run(receive, key, sender, offset, part, workers=[worker])
                offset += len(part)
        answer = self._client.run(received, key, sender, known.hexdigest(), workers=[worker])
        if answer.get(worker) is not True:
            remedy = f"try again, or without that worker: {worker}"
            raise InputError("was damaged on its way to a worker", source=key.path, remedy=remedy)


def _machine(worker: str) -> str:
    """The address of a worker without its port."""
    return worker.rpartition(":")[0]
