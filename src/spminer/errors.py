"""The errors of spminer: one small family, each with the exit code that the command line returns for it."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["ExitCode", "InputError", "LimitError", "NothingFoundError", "SpminerError", "UsageError", "exit_code"]


class ExitCode(IntEnum):
    """Exit codes of the command line.

    ``LIMIT`` and ``INTERRUPTED`` come with a valid partial result, unless the graph was still being read.
    """

    DONE = 0
    INTERNAL = 1
    USAGE = 2
    INPUT = 3
    NOTHING_FOUND = 4
    LIMIT = 5
    FALSE_CLAIM = 6
    INTERRUPTED = 130


class SpminerError(Exception):
    """Root of all errors that spminer raises on purpose. The message says what to do next."""

    exit_code = ExitCode.INTERNAL


class UsageError(SpminerError):
    """An invalid option or argument."""

    exit_code = ExitCode.USAGE


class InputError(SpminerError):
    """A graph or pattern that cannot be read.

    Parameters
    ----------
    reason
        What is wrong, in a few words.
    source
        File (or ``-`` for standard input) it was found in.
    line
        Line number, counted from 1, where one can be named.
    remedy
        What the user can do about it.
    """

    exit_code = ExitCode.INPUT

    def __init__(self, reason: str, *, source: str = "", line: int | None = None, remedy: str = "") -> None:
        self.reason = reason
        self.source = source
        self.line = line
        self.remedy = remedy
        where = f"{source}, line {line}: " if line is not None else f"{source}: " if source else ""
        if remedy:  # a question ends its sentence
            remedy = f" {remedy[0].upper()}{remedy[1:]}" if reason.endswith("?") else f"; {remedy}"
        super().__init__(f"{where}{reason}{remedy}")


class NothingFoundError(SpminerError):
    """A valid question with an empty answer, where the caller asked for at least one."""

    exit_code = ExitCode.NOTHING_FOUND


class LimitError(SpminerError):
    """A limit that ended the work before there was anything to answer with, as while a graph was read."""

    exit_code = ExitCode.LIMIT


def exit_code(stop_reason: str | None) -> ExitCode:
    """The exit code of a call that stopped for this reason.

    >>> [int(exit_code(reason)) for reason in (None, "time limit", "interrupted")]
    [0, 5, 130]
    """
    if stop_reason is None:
        return ExitCode.DONE
    return ExitCode.INTERRUPTED if stop_reason == "interrupted" else ExitCode.LIMIT
