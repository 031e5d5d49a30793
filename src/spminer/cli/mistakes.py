"""Errors as people read them, and the exit codes that they have."""

from __future__ import annotations

from typing import Any

from typer.exceptions import TyperException

from spminer.cli.console import print_error
from spminer.cli.delivery import failure
from spminer.cli.wording import in_options
from spminer.errors import SpminerError, UsageError

__all__ = ["explain", "refusal"]

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
