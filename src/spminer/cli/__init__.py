"""The command line: one file per verb, thin over the Python API.

Standard output carries data only; progress, notes and errors go to standard error. Exit codes: 0 done, 1 internal
error, 2 usage, 3 unreadable input, 4 nothing found, 5 stopped by a budget with a valid partial result, 130
interrupted (likewise).
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from spminer.cli.console import print_error
from spminer.errors import SpminerError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["main"]

INTERNAL_ERROR = 1
INTERRUPTED = 130


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Examples
    --------
    >>> main(["--version"])
    spminer 0.1.0
    0
    """
    from spminer.cli.app import Invocation, app

    invocation = Invocation(list(sys.argv[1:] if args is None else args))
    try:
        with _forgiving_closed_pipes():
            app(args=invocation.arguments, obj=invocation, prog_name="spminer")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else int(done.code is not None)
    except KeyboardInterrupt:
        print_error("interrupted")
        return INTERRUPTED
    except Exception as error:
        if invocation.debug:
            raise
        return _explain(error)
    return 0


@contextmanager
def _forgiving_closed_pipes() -> Iterator[None]:
    """Keep Python from complaining at its end when the reader of standard output has left (``| head``)."""
    try:
        yield
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain(error: Exception) -> int:
    """One line for a mistake of the user; for one of ours, also the way to the traceback."""
    if isinstance(error, SpminerError):
        print_error(str(error))
        return error.exit_code
    if isinstance(error, MemoryError):
        print_error("out of memory")
        return INTERNAL_ERROR
    print_error(f"internal error: {type(error).__name__}: {error}")
    print_error("this is a bug; `spminer --debug VERB ...` shows the traceback to report", prefix="hint")
    return INTERNAL_ERROR
