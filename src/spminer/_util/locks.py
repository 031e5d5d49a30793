"""Locks on files and folders, between processes.

A lock of the system on an open file: ``fcntl`` on POSIX, ``msvcrt`` on Windows; only this module imports them. "No
locks on this file system" and "held by another process" are different results.
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
# Windows reports EACCES for one attempt, and EDEADLOCK after ten seconds of attempts.
_TAKEN = {errno.EACCES, errno.EAGAIN, errno.EDEADLK, getattr(errno, "EDEADLOCK", errno.EDEADLK)}
_ASK_EVERY_S = 0.05


class Locked(Enum):
    """Result of an attempt to lock: held by us, held by another process, or not supported."""

    OURS = auto()
    TAKEN = auto()
    IMPOSSIBLE = auto()


def lock_file(file: int, *, wait: bool = False) -> Locked:
    """Lock a file for this process until its descriptor is closed.

    Some file systems of clusters have no locks; other errors are raised.

    Parameters
    ----------
    file
        Descriptor of a file that is open for writing.
    wait
        Whether to wait for another process to release it.

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
    """Lock the first byte, which need not exist; the system's own wait ends after ten seconds."""
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
# Descriptors of the locks of this process, each with its number of owners: a lock belongs to the whole process.
_held: dict[Path, tuple[int, int]] = {}
_guard = threading.Lock()


def hold(folder: Path, owner: object) -> bool:
    """Lock a folder for this process as long as ``owner`` lives; ``False`` if another process holds it.

    The lock ends with the process; its empty file stays. On file systems without locks nothing is locked, and the
    answer is ``True``.

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
    """A descriptor with the lock, -1 if there are no locks, ``None`` if another process holds it."""
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
