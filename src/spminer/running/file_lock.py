"""A lock on an open file, by the call that the system has for it: ``fcntl`` on POSIX, ``msvcrt`` on Windows.

Neither module is everywhere: they are asked for here and nowhere else.
"""

from __future__ import annotations

import errno
import os
import time
from enum import Enum, auto

__all__ = ["Locked", "lock_file"]

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
