"""A temporary folder of this user alone, for files that are computed with: no one else may have put them there."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from spminer.errors import InputError

__all__ = ["private_folder"]

_PRIVATE = 0o700


def private_folder() -> Path:
    """The folder, made if need be; one that others could write to is refused.

    Windows keeps a folder of temporary files for each user, and has no numbers of users and no modes to look at.

    >>> private_folder().is_dir()
    True
    """
    number = getattr(os, "getuid", None)
    folder = Path(tempfile.gettempdir()) / (f"spminer-{number()}" if number else "spminer")
    folder.mkdir(mode=_PRIVATE, exist_ok=True)
    status = folder.lstat()
    shared = number is not None and (status.st_uid != number() or status.st_mode & ~_PRIVATE & 0o777)
    if folder.is_symlink() or shared:
        raise InputError("is not a folder of this user alone", source=str(folder), remedy="remove it, or set TMPDIR")
    return folder
