"""Atomic writing of files: another process sees the old file or the new one, never a part.

``atomic_path`` gives a path in a temporary folder beside the target; the file is moved to the target at the end. The
name of a temporary folder contains the machine and the process. Devices and pipes are not replaced: they receive the
content at the end.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import socket
import sys
import tempfile
import uuid
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from spminer._util.text import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["atomic_path", "exists", "near_file", "write_atomic"]


_MOST_COMPARED = 10_000  # files of a folder that a missing one is compared with


def exists(path: str | Path) -> bool:
    """Whether a path exists; one that is too long or unreachable does not.

    >>> exists("a" * 5000), exists(".")
    (False, True)
    """
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def near_file(path: str | Path) -> str:
    """The hint to a file of the same folder with a similar name; empty if there is none.

    >>> near_file("no such folder/friends.csv")
    ''
    """
    try:
        beside = sorted(one.name for one in Path(path).parent.iterdir())[:_MOST_COMPARED]
    except (OSError, ValueError):
        return ""
    return did_you_mean(Path(path).name, beside, otherwise="")


@contextmanager
def atomic_path(path: str | Path, *, resumable: bool = False) -> Iterator[Path]:
    """A temporary path that is moved to ``path`` at the end; after an error nothing is left of it.

    The file has its final name in a folder of its own beside ``path``, where writers may keep other files too. A device
    or a pipe at ``path`` is not replaced; it receives the content at the end, since writers need a file in which they
    can seek. A ``resumable`` file lies beside ``path`` and stays after an error, so that a later call can resume it.
    """
    target = Path(path)
    with _naming(path):
        if resumable:
            temporary = Path(f"{path}.part")
            yield temporary
            temporary.replace(target)
            return
        keeps = exists(target) and not target.is_file()
        # Not tempfile: a signal right after the creation would leave a folder whose name is not known yet.
        folder = (Path(tempfile.gettempdir()) if keeps else target.parent) / temporary_name()
        try:
            folder.mkdir(mode=0o700)
            temporary = folder / target.name
            yield temporary
            if keeps:
                with temporary.open("rb") as written, target.open("wb") as file:
                    shutil.copyfileobj(written, file)
            else:
                temporary.replace(target)
        finally:
            if folder.exists():
                shutil.rmtree(folder)


def temporary_name() -> str:
    """A short new name that contains the machine and the process.

    >>> first, second = temporary_name(), temporary_name()
    >>> first != second, first.startswith(f".spminer-{_here()}-{os.getpid()}-")
    (True, True)
    """
    return f".spminer-{_here()}-{os.getpid()}-{secrets.token_hex(4)}.part"


@cache
def _here() -> str:
    """An identifier of this boot of the machine and of this container, within which process numbers are unique."""
    marks = [socket.gethostname(), str(uuid.getnode())]
    if sys.platform == "linux":
        with suppress(OSError):  # a system may not tell
            boot, space = Path("/proc/sys/kernel/random/boot_id"), Path("/proc/self/ns/pid")
            marks = [boot.read_text(encoding="ascii").strip(), str(space.readlink())]
    return hashlib.sha256("\n".join(marks).encode()).hexdigest()[:8]


@contextmanager
def _naming(path: str | Path) -> Iterator[None]:
    """Errors of the disk name ``path``, not the temporary file."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:  # one that a library made up has a text of its own
            error.filename, error.filename2 = str(path), None
        raise


def write_atomic(path: str | Path, content: str | bytes) -> None:
    """Write text (as UTF-8) or bytes; an older file stays until the new one is on the disk.

    Lone surrogates, as in names of files that are not UTF-8, are escaped.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "note.txt"
    >>> write_atomic(path, "whole")
    >>> path.read_text(), [entry.name for entry in path.parent.iterdir()]
    ('whole', ['note.txt'])
    """
    with atomic_path(path) as temporary, temporary.open("wb") as file:
        file.write(content.encode(errors="backslashreplace") if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
