"""The program: its streams, its errors as messages and exit codes, and what all verbs of one call share."""

from __future__ import annotations

import io
import os
import shlex
import sys
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from typer.exceptions import TyperException

from spminer._util.monitor import Monitor
from spminer._util.startup import program_start, restore_sigint
from spminer.cli.console import drop_output, print_error
from spminer.cli.delivery import failure
from spminer.cli.signals import ending
from spminer.cli.wording import in_options
from spminer.errors import SpminerError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Invocation", "explain", "main", "prepare_streams", "refusal"]

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
    from spminer.cli.commands import application, needed_verbs

    restore_sigint()
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
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
    except OSError as error:
        drop_output()
        print_error(failure(error, "to standard output"))
        return UsageError.exit_code
    return 0


def prepare_streams() -> None:
    r"""Let no name of a node end a run: what an encoding lacks is written out, such as ``\u540d``.

    Windows gives files and pipes an encoding of the country and ends of lines of its own; there they become what
    files written with ``--output`` are, unless ``PYTHONIOENCODING`` says otherwise.
    """
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not those of notebooks and of tests
            stream.reconfigure(errors="backslashreplace")
            if sys.platform == "win32" and not stream.isatty() and not os.environ.get("PYTHONIOENCODING"):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _open_closed() -> None:
    """Put the null device where a standard stream is closed, before a file of ours gets its number.

    Input is empty then, notes go nowhere, and what is written to standard output fails: it is opened to be read.
    """
    for number, name, flags in ((0, "stdin", os.O_RDONLY), (1, "stdout", os.O_RDONLY), (2, "stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


_INTERNAL_ERROR = 1


def explain(error: Exception) -> int:
    """Say what went wrong and how to go on; return the exit code."""
    if isinstance(error, SpminerError):
        print_error(in_options(str(error)))
        return error.exit_code
    if isinstance(error, TyperException):
        return _explain_usage(error)
    if isinstance(error, OSError):  # of the disk or the system: nothing that could be mended here
        print_error(failure(error))
        return UsageError.exit_code
    if isinstance(error, MemoryError):
        print_error("out of memory")
        return _INTERNAL_ERROR
    print_error(f"internal error: {type(error).__name__}: {error}")
    print_error("this is a bug; `spminer --debug VERB ...` shows the traceback to report", prefix="hint")
    return _INTERNAL_ERROR


def _explain_usage(error: Any) -> int:
    """What the parser of the command line refuses."""
    context = getattr(error, "ctx", None)
    if context is not None and error.message == context.get_help():  # nothing was asked for
        error.show()
        return UsageError.exit_code
    print_error(_reason(error))
    command = "spminer" if context is None else context.command_path
    print_error(f"`{command} --help` shows what can be given, with examples", prefix="hint")
    return UsageError.exit_code


def _reason(error: Any) -> str:
    if nearest := getattr(error, "possibilities", None):
        return f"no such option: {error.option_name}, did you mean {nearest[0]}?"
    message = refusal(str(error.format_message()))
    return message[:1].lower() + message[1:]


def refusal(message: str) -> str:
    """What the parser of the command line says about a value, without the name of an exception in it."""
    return message.replace("Value error, ", "")


@dataclass
class Invocation:
    """What the verbs know of the call that they belong to.

    Attributes
    ----------
    arguments
        All that stood after ``spminer``.
    started
        When the program began, by ``time.monotonic()``: time limits count from there.

    Examples
    --------
    >>> Invocation(["mine", "two words.csv"]).command_line
    "spminer mine 'two words.csv'"
    """

    arguments: list[str]
    started: float = field(default_factory=program_start)

    def monitor(self, time_limit: float | None) -> Monitor:
        """A monitor whose time counts from the start of the program, reading included."""
        return Monitor(time_limit=time_limit, since=self.started)

    @property
    def debug(self) -> bool:
        """Whether errors show their traceback, also those from before the arguments are understood.

        >>> Invocation(["--debug", "mine"]).debug, Invocation(["mine", "--debug"]).debug
        (True, False)
        """
        return "--debug" in takewhile(lambda word: word.startswith("-"), self.arguments)

    @property
    def command_line(self) -> str:
        """The call as it can be typed again."""
        return shlex.join(["spminer", *self.arguments])
