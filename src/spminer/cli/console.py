"""Output for people: one-line messages on standard error, aligned tables on standard output."""

from __future__ import annotations

import logging
import os
import sys
import textwrap
import warnings
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from spminer._util.text import printable
from spminer._util.text_table import format_facts, format_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from spminer._util.text_table import Column

__all__ = [
    "Console",
    "drop_output",
    "os_failure",
    "print_error",
    "print_facts",
    "print_table",
    "terminal_width",
]

_RED, _YELLOW, _BOLD = "31", "33", "1"
_USUAL_WIDTH = 80  # of a terminal that does not tell its width


def _styled(text: str, style: str, stream: TextIO) -> str:
    """The text in a color, if the stream is a terminal that should have colors (https://no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty()
    return text if plain else f"\x1b[{style}m{text}\x1b[0m"


def _print_message(message: str, prefix: str = "", style: str = "") -> None:
    """Print a message on standard error in one line; on a terminal, lines break between words."""
    message = printable(message)
    text = f"{prefix} {message}" if prefix else message
    if width := terminal_width(sys.stderr):
        text = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
    print(
        _styled(prefix, style, sys.stderr) + text.removeprefix(prefix) if prefix else text, file=sys.stderr, flush=True
    )


def print_error(message: str, *, prefix: str = "error") -> None:
    """Print an error on standard error, in one line (of a terminal: one paragraph)."""
    _print_message(" ".join(message.split()), prefix + ":", _RED)


@dataclass(frozen=True)
class Console:
    """Messages on standard error, or silence."""

    quiet: bool = False

    @property
    def is_terminal(self) -> bool:
        """Whether standard error is a terminal."""
        return sys.stderr.isatty()

    def note(self, message: str) -> None:
        """Print a message."""
        if not self.quiet:
            _print_message(message)

    def warn(self, message: str) -> None:
        """Print a warning: something that the user should know to judge the answer."""
        if not self.quiet:
            _print_message(message, "warning:", _YELLOW)

    @contextmanager
    def show_warnings(self) -> Iterator[None]:
        """Print warnings of Python and of the log of the package as one line each."""
        logger, lines = logging.getLogger("spminer"), _Lines(self)
        logger.addHandler(lines)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("always", UserWarning)
                warnings.showwarning = lambda message, *_args, **_options: self.warn(str(message))
                yield
        finally:
            logger.removeHandler(lines)


class _Lines(logging.Handler):
    """Log records as warnings of a console."""

    def __init__(self, console: Console) -> None:
        super().__init__(logging.WARNING)
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        """Show one record."""
        self._console.warn(record.getMessage())


def os_failure(error: OSError, path: Path | str | None = None) -> str:
    """The message of an error of a disk, a folder or a pipe.

    >>> import errno
    >>> os_failure(OSError(errno.ENOSPC, "No space left on device"), "result.json")
    'cannot write result.json: no space left on device'
    """
    reason = (error.strerror or str(error)).lower()
    if path is not None:
        return f"cannot write {path}: {reason}"
    return f"cannot read or write{f' {error.filename}' if error.filename else ''}: {reason}"


def drop_output() -> None:
    """Discard the rest of standard output, whose reader has left (``| head``)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def terminal_width(stream: TextIO | None = None) -> int | None:
    """Columns of the terminal of a stream, by default standard output; ``None`` if it is no terminal."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty():
        return None
    with suppress(KeyError, ValueError):
        return int(os.environ["COLUMNS"])
    try:
        return os.get_terminal_size(stream.fileno()).columns or _USUAL_WIDTH
    except OSError:
        return _USUAL_WIDTH


def print_table(columns: Sequence[Column]) -> bool:
    """Print aligned columns, on a terminal within its width; whether all of it was shown."""
    lines, whole = format_table(columns, terminal_width())
    for number, line in enumerate(lines):
        print(line if number else _styled(line, _BOLD, sys.stdout))
    return whole


def print_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Print names and values in two columns."""
    print(format_facts(facts))
