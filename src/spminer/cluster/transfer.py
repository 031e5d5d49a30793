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

__all__ = ["Shipping", "StoreName", "open_store"]


_PRIVATE = 0o700


def private_folder() -> Path:
    """The folder, made if need be; one that others could write to is refused.

    Windows keeps a folder of temporary files for each user, and has no numbers of users and no modes to look at.

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


_waiting: set[Path] = set()


_guard = threading.Lock()


def remove(path: Path) -> bool:
    """Remove a file or a folder, if it is there; ``False`` if the system refuses, as it does where one is in use.

    It is then removed at a later call, for whatever file that is, or when the process ends.

    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "note.txt"
    >>> path.touch()
    >>> remove(path), path.exists(), remove(path)
    (True, False, True)
    """
    with _guard:
        _waiting.add(path)
        _remove_waiting()
        return path not in _waiting


def keep(path: Path) -> None:
    """Leave a file that was to be removed, since it is used again."""
    with _guard:
        _waiting.discard(path)


@atexit.register
def _remove_waiting() -> None:
    for path in sorted(_waiting):
        with suppress(OSError):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
            _waiting.discard(path)


_MOST_OPEN = 3  # stores that a process keeps open: those of one run, and of the two sides of a comparison


_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class StoreName:
    """Which graphs are meant, whatever a machine calls the file.

    Attributes
    ----------
    digest
        That of the graphs.
    path
        Where the store is on the machine that asks; others may see it there too.
    """

    digest: str
    path: str


@dataclass
class Opened:
    """A store as a process has it open, with what was made of it."""

    graphs: GraphCollection
    _begun: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def first_alone(self, kind: str, do: Callable[[], object]) -> None:
        """Let the first of a kind of work make what the others use too, such as an index, before they begin."""
        if kind in self._begun:
            return
        with self._lock:
            if kind not in self._begun:
                do()
                self._begun.add(kind)


_open: OrderedDict[str, Opened] = OrderedDict()


_opening = threading.Lock()


def open_store(name: StoreName) -> Opened | None:
    """The store, opened once per process; ``None`` if this machine does not have it."""
    with _opening:
        if name.digest not in _open:
            graphs = next(filter(None, (_opened(path, name.digest) for path in _places(name))), None)
            if graphs is None:
                return None
            _open[name.digest] = Opened(graphs)
        _open.move_to_end(name.digest)
        while len(_open) > _MOST_OPEN:
            _open.popitem(last=False)
        return _open[name.digest]


def find_store(name: StoreName) -> str:
    """What this machine has: ``"here"``, ``"missing"``, or ``"other"`` for another store at that path."""
    if any(_opened(path, name.digest) is not None for path in _places(name)):
        return "here"
    return "other" if Path(name.path).is_file() else "missing"


def receive(name: StoreName, sender: str, offset: int, data: bytes) -> None:
    """Write a part of a store that another machine sends."""
    with _part(name, sender).open("r+b" if offset else "wb") as file:
        file.seek(offset)
        file.write(data)


def received(name: StoreName, sender: str, sha256: str) -> bool:
    """Take what was received for the store if it is what was sent."""
    part = _part(name, sender)
    known = hashlib.sha256()
    with part.open("rb") as file:
        while block := file.read(_BLOCK):
            known.update(block)
    if known.hexdigest() != sha256:
        remove(part)
        return False
    _take(part, name)
    return True


def forget_store(name: StoreName) -> None:
    """Remove what was received, once nobody has it open where files in use cannot be removed."""
    with _opening:
        _open.pop(name.digest, None)
    for path in _received(name):
        remove(path)


def _take(part: Path, name: StoreName) -> None:
    """Give what was received the name of the store, or one beside it if another process holds that one open."""
    kept = private_folder() / f"{name.digest}.spm"
    try:
        part.replace(kept)
    except PermissionError:  # Windows replaces nothing that is open
        if _opened(kept, name.digest) is not None:  # another worker of this machine got it too
            remove(part)
        else:
            kept = part.replace(part.with_suffix(".spm"))
    keep(kept)


def _places(name: StoreName) -> tuple[Path, ...]:
    return Path(name.path), *_received(name)


def _received(name: StoreName) -> list[Path]:
    """The stores of these graphs that were sent here."""
    return sorted(private_folder().glob(f"{name.digest}*.spm"))


def _opened(path: Path, digest: str) -> GraphCollection | None:
    """The store at a path if it is the one that is meant."""
    try:
        with path.open("rb") as file:
            graphs = open_collection(MappedStore.mapped(file, str(path)))
    except (OSError, InputError):
        return None
    return graphs if graphs.known_digest == digest else None


def _part(name: StoreName, sender: str) -> Path:
    return private_folder() / f"{name.digest}-{sender}.part"


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
