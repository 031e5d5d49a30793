"""Locks on files and folders: one process at a time uses what is in them.

The system's lock on an open file: ``fcntl`` on POSIX, ``msvcrt`` on Windows; both are imported here and nowhere else. A
file system without locks is told apart from a lock that another process holds.
"""

from __future__ import annotations

import errno
import os
import threading
import time
import weakref
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["hold", "lock_file"]


_CANNOT_LOCK = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}


# Windows says EACCES to one who asks once, and EDEADLOCK to one who has asked for ten seconds.
_TAKEN = {errno.EACCES, errno.EAGAIN, errno.EDEADLK, getattr(errno, "EDEADLOCK", errno.EDEADLK)}


_ASK_EVERY_S = 0.05


class Locked(Enum):
    """What became of a wish to lock: it is ours, another process has it, or there are no locks here."""

    OURS = auto()
    TAKEN = auto()
    IMPOSSIBLE = auto()


def lock_file(file: int, *, wait: bool = False) -> Locked:
    """Lock a file for the process until its descriptor is closed, however that comes about.

    Some file systems of clusters have no locks; what else goes wrong is raised.

    Parameters
    ----------
    file
        Descriptor of a file that is open for writing.
    wait
        Whether to wait for another process to let go of it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryFile() as file:
    ...     lock_file(file.fileno())
    <Locked.OURS: 1>
    """
    try:
        return _by_posix(file, wait)
    except ImportError:
        pass
    try:
        return _by_windows(file, wait)
    except ImportError:
        return Locked.IMPOSSIBLE


def _by_posix(file: int, wait: bool) -> Locked:
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return _refused(error)
    return Locked.OURS


def _by_windows(file: int, wait: bool) -> Locked:
    """The first byte is locked, which need not be there; the system's own wait gives up after ten seconds."""
    import msvcrt

    while True:
        os.lseek(file, 0, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        except OSError as error:
            refused = _refused(error)
            if refused is Locked.IMPOSSIBLE or not wait:
                return refused
            time.sleep(_ASK_EVERY_S)
        else:
            return Locked.OURS


def _refused(error: OSError) -> Locked:
    if error.errno in _CANNOT_LOCK:
        return Locked.IMPOSSIBLE
    if error.errno in _TAKEN:
        return Locked.TAKEN
    raise error


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
