"""Leftovers of writers that were killed: temporary files that tell whose they are, and are removed once nobody is left.

A process that is killed cannot clean up. The next one that writes into the same folder does, and only what it can be
sure of: files that were made on this machine since it started, by a process that is gone, more than a minute ago.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import socket
import sys
import time
import uuid
from contextlib import suppress
from functools import cache
from pathlib import Path

__all__ = ["clean_once", "remove_leftovers", "temporary_name"]

_NAME = re.compile(r"\.spminer-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{8}\.part")
_OLD_S = 60.0


def temporary_name() -> str:
    """A new name that tells the machine and the process that use it, as short as can be.

    >>> first, second = temporary_name(), temporary_name()
    >>> first != second, first.startswith(f".spminer-{_here()}-{os.getpid()}-")
    (True, True)
    """
    return f".spminer-{_here()}-{os.getpid()}-{secrets.token_hex(4)}.part"


@cache
def clean_once(folder: Path) -> None:
    """Remove the leftovers in a folder, at the first call of this process for it."""
    remove_leftovers(folder)


def remove_leftovers(folder: Path) -> list[str]:
    """Remove temporary files whose process is gone, and return their names.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> (folder / temporary_name()).touch()
    >>> remove_leftovers(folder)  # this process is not gone
    []
    """
    if os.name != "posix":  # elsewhere to ask for a process may end it
        return []
    removed = []
    try:
        with os.scandir(folder) as entries:
            stale = [Path(entry.path) for entry in entries if _is_leftover(entry)]
    except (OSError, ValueError):  # whoever writes there will say what is wrong
        return []
    for path in stale:
        try:
            path.unlink()
        except OSError:  # another process was faster, or may not be cleaned up after
            continue
        removed.append(path.name)
    return sorted(removed)


def _is_leftover(entry: os.DirEntry[str]) -> bool:
    named = _NAME.fullmatch(entry.name)
    if named is None or named[1] != _here() or not entry.is_file(follow_symlinks=False):
        return False
    try:
        age = time.time() - entry.stat(follow_symlinks=False).st_mtime
    except OSError:
        return False
    return age > _OLD_S and _is_gone(int(named[2]))


def _is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):  # it is there and not ours, or there is no such number
        return False
    return False


@cache
def _here() -> str:
    """A mark of where numbers of processes mean the same: this machine since it started, and this container."""
    marks = [socket.gethostname(), str(uuid.getnode())]
    if sys.platform == "linux":
        with suppress(OSError):  # a system may not tell
            boot, space = Path("/proc/sys/kernel/random/boot_id"), Path("/proc/self/ns/pid")
            marks = [boot.read_text(encoding="ascii").strip(), str(space.readlink())]
    return hashlib.sha256("\n".join(marks).encode()).hexdigest()[:8]
