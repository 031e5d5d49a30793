"""Files that are written whole or not at all: whoever reads one never sees half of it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from spminer.running.leftovers import clean_once, temporary_name

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["exists", "replacing", "write_whole"]


def exists(path: str | Path) -> bool:
    """Whether something has that name; what is too long for a name, or unreachable, does not exist.

    >>> exists("a" * 5000), exists(".")
    (False, True)
    """
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


@contextmanager
def replacing(path: str | Path, *, resumable: bool = False) -> Iterator[Path]:
    """A path beside ``path`` to write to, moved there at the end; if something fails, it is removed.

    What is ``resumable`` stays instead, for a later call to go on with. What writers left behind that were killed is
    removed first.
    What exists and is no file (a device, a pipe) is written to as it is.
    """
    if exists(path) and not Path(path).is_file():
        with _naming(path):
            yield Path(path)
        return
    # A name of its own for each writer: several processes may write to the same path.
    temporary = Path(f"{path}.part") if resumable else Path(path).with_name(temporary_name())
    try:
        with _naming(path):
            clean_once(Path(path).parent.absolute())
            yield temporary
            temporary.replace(path)
    except BaseException:
        if not resumable:
            temporary.unlink(missing_ok=True)
        raise


@contextmanager
def _naming(path: str | Path) -> Iterator[None]:
    """Let what the disk refuses name the file that the user knows."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:  # one that a library made up has a text of its own
            error.filename, error.filename2 = str(path), None
        raise


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write text (as UTF-8) or bytes; an older file of that name stays until the new one is on the disk.

    Halves of characters, as in names of files that are no UTF-8, are written out: they have no place in text.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "note.txt"
    >>> write_whole(path, "whole")
    >>> path.read_text(), [entry.name for entry in path.parent.iterdir()]
    ('whole', ['note.txt'])
    """
    with replacing(path) as temporary, temporary.open("wb") as file:
        file.write(content.encode(errors="backslashreplace") if isinstance(content, str) else content)
        file.flush()
        if temporary.is_file():  # a device keeps nothing
            os.fsync(file.fileno())
