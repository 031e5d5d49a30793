"""The folder that keeps fetched files, also while several processes fetch."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from spminer._util.locks import lock_file
from spminer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["data_folder", "locked", "storing"]


def data_folder() -> Path:
    """Where fetched files are kept: ``$SPMINER_DATA``, else a folder in the user's cache.

    Examples
    --------
    >>> data_folder().is_absolute()
    True
    """
    named = os.environ.get("SPMINER_DATA")
    return Path(named).expanduser().absolute() if named else _user_cache() / "spminer"


def _user_cache() -> Path:
    """The folder that the platform has for what can be made again."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return named if named.is_absolute() else Path.home() / ".cache"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one thread of one process at a time write ``path``; the others wait.

    The lock goes with its holder, however that ends. Its empty file stays.
    """
    with storing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.with_name(f".{path.name}.lock").open("ab")
    with file:
        lock_file(file.fileno(), wait=True)  # where there are no locks, a single process needs none
        yield


@contextmanager
def storing(path: Path) -> Iterator[None]:
    """Turn what can go wrong with the disk into an error that says what to do."""
    try:
        yield
    except OSError as error:
        raise InputError(
            (error.strerror or str(error)).lower(),
            source=str(error.filename or path),
            remedy="make room or get access there, or let SPMINER_DATA name another folder",
        ) from error
