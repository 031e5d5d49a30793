"""What people read: one-line messages on standard error and aligned tables on standard output."""

from __future__ import annotations

import logging
import os
import shutil
import sys
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Console", "print_error", "print_facts", "print_table"]

_RED, _YELLOW, _BOLD = "31", "33", "1"


def _styled(text: str, style: str, stream: TextIO) -> str:
    """The text in a colour, if the stream is a terminal that should have colours (https://no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty()
    return text if plain else f"\x1b[{style}m{text}\x1b[0m"


def print_error(message: str, *, prefix: str = "error") -> None:
    """Say on standard error what went wrong, in one line."""
    one_line = " ".join(message.split())
    print(f"{_styled(prefix + ':', _RED, sys.stderr)} {one_line}", file=sys.stderr)


@dataclass(frozen=True)
class Console:
    """Messages on standard error, or silence."""

    quiet: bool = False

    @property
    def is_terminal(self) -> bool:
        """Whether a person watches standard error."""
        return sys.stderr.isatty()

    def note(self, message: str) -> None:
        """Say something useful."""
        if not self.quiet:
            print(message, file=sys.stderr, flush=True)

    def warn(self, message: str) -> None:
        """Say something that the user should know to judge the answer."""
        if not self.quiet:
            print(f"{_styled('warning:', _YELLOW, sys.stderr)} {message}", file=sys.stderr, flush=True)

    @contextmanager
    def showing_warnings(self) -> Iterator[None]:
        """Turn what the package logs, and Python warnings, into one line each."""
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


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> None:
    """Print aligned columns; those in ``right`` are aligned right. On a terminal, lines are cut at its width."""
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    limit = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for number, row in enumerate((header, *rows)):
        cells = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        line = "  ".join(cells).rstrip()
        if limit is not None and len(line) > limit:
            line = line[: limit - 1] + "…"
        print(_styled(line, _BOLD, sys.stdout) if number == 0 else line)


def print_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Print names and values in two columns."""
    width = max((len(name) for name, _ in facts), default=0)
    for name, value in facts:
        print(f"{name.ljust(width)}  {value}".rstrip())
