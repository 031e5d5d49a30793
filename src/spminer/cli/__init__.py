"""The command line: one file per verb, thin over the Python API.

Standard output carries data only; progress, notes and errors go to standard error. Exit codes: 0 done, 1 internal
error, 2 usage, 3 unreadable input, 4 nothing found, 5 stopped by a budget with a valid partial result, 130
interrupted (likewise).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_INTERRUPTED = 130


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Examples
    --------
    >>> main(["--version"])
    spminer 0.1.0
    0
    """
    try:
        return _run(list(sys.argv[1:] if args is None else args))
    except KeyboardInterrupt:  # before a verb has begun, which says it itself
        return _INTERRUPTED


def _run(arguments: list[str]) -> int:
    from spminer._util.startup import interrupt_as_usual
    from spminer.cli.app import application
    from spminer.cli.invocation import Invocation
    from spminer.cli.mistakes import explain
    from spminer.cli.signals import ending
    from spminer.cli.streams import prepare_streams
    from spminer.cli.verbs import needed_verbs

    interrupt_as_usual()
    prepare_streams()
    invocation = Invocation(arguments)
    try:
        with ending():
            app = application(needed_verbs(arguments))
            code = app(args=arguments, obj=invocation, prog_name="spminer", standalone_mode=False)
    except SystemExit as done:  # of shell completion
        code = done.code
    except Exception as error:
        if invocation.debug:
            raise
        return explain(error)
    finally:
        full = _flushed()
    return full or (code if isinstance(code, int) else int(code is not None))


def _flushed() -> int:
    """What is left of the output, delivered; the exit code if it cannot be."""
    from spminer.cli.console import drop_output, print_error
    from spminer.cli.delivery import failure
    from spminer.errors import UsageError

    try:
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
    except OSError as error:
        drop_output()
        print_error(failure(error, "to standard output"))
        return UsageError.exit_code
    return 0
