"""Locks on folders: one process at a time uses what is in them."""

from __future__ import annotations

import errno
import os
import threading
import weakref
from typing import TYPE_CHECKING

from spminer.running.file_lock import Locked, lock_file

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["hold"]

_NAME = ".lock"

# Descriptors of what this process holds, and how many hold it: a lock is the process's, whoever asks for it.
_held: dict[Path, tuple[int, int]] = {}
_guard = threading.Lock()


def hold(folder: Path, owner: object) -> bool:
    """Hold a folder for this process as long as ``owner`` lives; ``False`` if another process holds it.

    The lock goes with the process, however that ends; its empty file stays. Where there are no locks (some file
    systems of clusters) nothing is held, and nothing is refused.

    >>> import tempfile
    >>> from pathlib import Path
    >>> hold(Path(tempfile.mkdtemp()), hold)
    True
    """
    place = folder.resolve()
    with _guard:
        file, holders = _held.get(place, (-1, 0))
        if holders == 0:
            found = _locked(place)
            if found is None:
                return False
            file = found
        _held[place] = (file, holders + 1)
    weakref.finalize(owner, _release, place)
    return True


def _locked(folder: Path) -> int | None:
    """A descriptor with the lock, -1 if there are no locks, ``None`` if another process has it."""
    try:
        file = os.open(folder / _NAME, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        if error.errno == errno.EROFS:
            return -1
        raise
    try:
        locked = lock_file(file)
    except OSError:
        os.close(file)
        raise
    if locked is Locked.OURS:
        return file
    os.close(file)
    return None if locked is Locked.TAKEN else -1


def _release(place: Path) -> None:
    with _guard:
        file, holders = _held.pop(place)
        if holders > 1:
            _held[place] = (file, holders - 1)
        elif file >= 0:
            os.close(file)
