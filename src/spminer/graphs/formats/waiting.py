"""Pipes that nothing may come from for a long time, read without waiting longer than there is patience."""

from __future__ import annotations

import os
import select
import stat
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spminer._util.deadline import Patience

__all__ = ["awaited"]

_LOOK_S = 0.1
_MOST = 1 << 20


def awaited(file: IO[Any], patience: Patience) -> Any:
    """The file, or a reader of it that asks for patience while nothing comes, where it is a pipe.

    >>> import io
    >>> from spminer._util.deadline import Patience
    >>> awaited(io.BytesIO(b"a b"), Patience()).read()
    b'a b'
    """
    return _Pipe(file, patience) if patience.limited and _is_pipe(file) else file


def _is_pipe(file: IO[Any]) -> bool:
    if os.name != "posix" or not hasattr(file, "read1"):  # elsewhere nobody can be asked whether something came
        return False
    try:
        mode = os.fstat(file.fileno()).st_mode
    except (OSError, AttributeError, ValueError):  # of files that are no files of the system
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


class _Pipe:
    """Reads from the system as much as is there, so that nothing stays in a buffer that waiting would not see."""

    def __init__(self, file: Any, patience: Patience) -> None:
        self._file, self._patience = file, patience

    def read(self, size: int = -1) -> bytes:
        """So many bytes, or all."""
        found = bytearray()
        while size < 0 or len(found) < size:
            while not select.select([self._file], [], [], _LOOK_S)[0]:
                self._patience.check()
            part = self._file.read1(_MOST if size < 0 else size - len(found))
            if not part:
                break
            found += part
        return bytes(found)
