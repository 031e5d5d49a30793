"""Delivery of an answer: printed first, then written to files, so that a disk that fails does not lose it."""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Self

from spminer.cli.console import drop_output, print_error
from spminer.cli.signals import finishing
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from spminer.cli.console import Console

__all__ = ["Delivery", "failure"]


def failure(error: OSError, path: Path | str | None = None) -> str:
    """What a disk, a folder or a pipe refused, in a few words.

    >>> import errno
    >>> failure(OSError(errno.ENOSPC, "No space left on device"), "result.json")
    'cannot write result.json: no space left on device'
    """
    reason = (error.strerror or str(error)).lower()
    if path is not None:
        return f"cannot write {path}: {reason}"
    return f"cannot read or write{f' {error.filename}' if error.filename else ''}: {reason}"


class Delivery:
    """One answer on its way out. What fails is said at once, and the rest goes on.

    So it does at a first Ctrl-C, unless the answer is there because of one (``interrupted``), where it is used as a
    context.
    """

    def __init__(self, console: Console, *, interrupted: bool = False) -> None:
        self._console = console
        self._patience = nullcontext() if interrupted else finishing(console)
        self._failed = False

    def __enter__(self) -> Self:
        self._patience.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._patience.__exit__(*raised)

    @contextmanager
    def printing(self) -> Iterator[None]:
        """Print what is printed inside; a reader that has left is no failure, a full disk is one."""
        try:
            yield
            sys.stdout.flush()
        except BrokenPipeError:
            drop_output()
        except OSError as error:
            drop_output()
            self._fail(failure(error, "to standard output"))

    def write(
        self, name: str, path: Path | None, write: Callable[[Path], object], *, rescue: str | None = None
    ) -> None:
        """Write a file, if there is to be one, and say so.

        Where that fails and ``rescue`` is the text of the answer, it is kept in the folder for temporary files.
        """
        if path is None:
            return
        try:
            write(path)
        except (OSError, UsageError) as error:
            said = failure(error, path) if isinstance(error, OSError) else str(error)
            self._fail(said + (_rescued(rescue) if rescue is not None else ""))
        else:
            self._console.note(f"{name}: {path}")

    def code(self, code: int) -> int:
        """The exit code: that of the answer, unless something of it could not be delivered."""
        return UsageError.exit_code if self._failed else code

    def _fail(self, said: str) -> None:
        self._failed = True
        print_error(said)


def _rescued(text: str) -> str:
    """Where the text of an answer was kept instead, if anywhere."""
    try:
        with tempfile.NamedTemporaryFile("wb", prefix="spminer-", suffix=".json", delete=False) as file:
            file.write(f"{text}\n".encode(errors="backslashreplace"))
    except OSError:
        return ""
    return f"; it is in {file.name} instead"
