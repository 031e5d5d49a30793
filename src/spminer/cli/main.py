"""The program: its streams, the verb that it runs, and errors as messages and exit codes."""

from __future__ import annotations

import io
import os
import re
import sys
from itertools import takewhile
from typing import TYPE_CHECKING

import click

from spminer._util.options import as_command_line
from spminer._util.startup import restore_sigint
from spminer._util.text import did_you_mean
from spminer._util.validation import name_meant
from spminer.cli.commands import application
from spminer.cli.console import drop_output, os_failure, print_error
from spminer.cli.signals import treat_sigterm_as_interrupt
from spminer.errors import ExitCode, SpminerError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_COMPLETE = "_SPMINER_COMPLETE"  # set by a shell that completes a line


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Examples
    --------
    >>> main(["--version"])
    spminer 0.1.0
    0
    """
    try:
        return int(_run(list(sys.argv[1:] if args is None else args)))
    except KeyboardInterrupt:  # before a verb has begun, which reports it
        return int(ExitCode.INTERRUPTED)


def _run(arguments: list[str]) -> int:
    restore_sigint()
    prepare_streams()
    try:
        with treat_sigterm_as_interrupt(), as_command_line():
            code = _call(arguments)
    except BrokenPipeError:  # the reader of the output has left, as `head` does
        drop_output()
        code = ExitCode.DONE
    except Exception as error:
        if shows_traceback(arguments):
            raise
        return report_error(error)
    finally:
        full = _flush()
    return full or code


def _call(arguments: list[str]) -> int:
    """The exit code of the verb."""
    command = application()
    if instruction := os.environ.get(_COMPLETE):
        from click.shell_completion import shell_complete

        return shell_complete(command, {}, "spminer", _COMPLETE, instruction)
    try:
        with command.make_context("spminer", list(arguments), obj=arguments) as context:
            return command.invoke(context) or ExitCode.DONE
    except click.exceptions.Exit as done:
        return done.exit_code


def shows_traceback(arguments: list[str]) -> bool:
    """Whether errors show their traceback, also those from before the arguments are parsed.

    >>> shows_traceback(["--debug", "mine"]), shows_traceback(["mine", "--debug"])
    (True, False)
    """
    return "--debug" in takewhile(lambda word: word.startswith("-"), arguments)


def _flush() -> int:
    """Write the rest of the output; the exit code if that fails."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
    except OSError as error:
        drop_output()
        print_error(os_failure(error, "to standard output"))
        return ExitCode.USAGE
    return ExitCode.DONE


def prepare_streams() -> None:
    r"""Let no name of a node end a run: characters that an encoding lacks are escaped, such as ``\u540d``.

    On Windows, files and pipes have another encoding and other ends of lines; there they become those of files written
    with ``--output``, unless ``PYTHONIOENCODING`` is set.
    """
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not those of notebooks and of tests
            stream.reconfigure(errors="backslashreplace")
            if sys.platform == "win32" and not stream.isatty() and not os.environ.get("PYTHONIOENCODING"):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _open_closed() -> None:
    """Put the null device where a standard stream is closed, before a file of ours gets its number.

    Input is empty then, notes are discarded, and writing to standard output fails: it is opened for reading.
    """
    for number, name, flags in ((0, "stdin", os.O_RDONLY), (1, "stdout", os.O_RDONLY), (2, "stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


def report_error(error: Exception) -> int:
    """Print an error with its remedy; the exit code."""
    if isinstance(error, SpminerError):
        print_error(str(error))
        return error.exit_code
    if isinstance(error, click.exceptions.NoArgsIsHelpError):  # nothing was asked for
        error.show()
        return ExitCode.USAGE
    if isinstance(error, click.ClickException):
        return _report_usage(error)
    if isinstance(error, OSError):  # of the disk or the system
        print_error(os_failure(error))
        return ExitCode.USAGE
    if isinstance(error, MemoryError):
        print_error("out of memory")
        return ExitCode.INTERNAL
    print_error(f"internal error: {type(error).__name__}: {error}")
    print_error("this is a bug; `spminer --debug VERB ...` shows the traceback to report", prefix="hint")
    return ExitCode.INTERNAL


def _nearest_option(error: click.NoSuchOption, context: click.Context | None) -> str | None:
    """The option that another tool's name stands for, or the one that is spelled most alike."""
    names = {} if context is None else {one.name or "": one.opts[0] for one in context.command.params}
    meant = name_meant(error.option_name.lstrip("-").replace("-", "_"), names)
    return names[meant] if meant else next(iter(error.possibilities or ()), None)


def _report_usage(error: click.ClickException) -> int:
    """Print an error of the parser, with a hint where help is."""
    context: click.Context | None = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption) and (nearest := _nearest_option(error, context)):
        message = f"no such option: {error.option_name}, did you mean {nearest}?"
    else:
        message = error.format_message()
    kind = getattr(getattr(error, "param", None), "type", None)
    if isinstance(kind, click.Choice) and (wrong := re.match(r"'(.+)' is not one of", getattr(error, "message", ""))):
        message = message.removesuffix(".") + did_you_mean(wrong[1], map(str, kind.choices))
    print_error(message[:1].lower() + message[1:])
    command = "spminer" if context is None else context.command_path
    print_error(f"`{command} --help` shows what can be given, with examples", prefix="hint")
    return ExitCode.USAGE
