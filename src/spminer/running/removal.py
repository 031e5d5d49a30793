"""Removal of files that may be in use: Windows keeps what a process has open or mapped, and it is tried again later."""

from __future__ import annotations

import atexit
import shutil
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["keep", "remove"]

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
