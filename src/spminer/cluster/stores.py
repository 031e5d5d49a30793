"""Stores on a machine of a cluster: found at a path that it shares with others, or received once and kept for a run."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from spminer.errors import InputError
from spminer.graphs.store.collection import open_collection
from spminer.graphs.store.file import StoreFile
from spminer.running.private_folder import private_folder
from spminer.running.removal import keep, remove

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.graphs import GraphCollection

__all__ = ["Opened", "StoreName", "find_store", "forget_store", "open_store", "receive", "received"]

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
            graphs = open_collection(StoreFile.mapped(file, str(path)))
    except (OSError, InputError):
        return None
    return graphs if graphs.known_digest == digest else None


def _part(name: StoreName, sender: str) -> Path:
    return private_folder() / f"{name.digest}-{sender}.part"
