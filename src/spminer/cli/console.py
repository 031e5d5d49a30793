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
from spminer.cli.wording import in_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Console", "drop_output", "print_error", "print_facts", "print_table", "terminal_width"]

_RED, _YELLOW, _BOLD = "31", "33", "1"
_GAP = "  "
_OF_USE = 14  # characters that a column needs to be worth its width
_USUAL_WIDTH = 80  # of a terminal that does not tell


def _styled(text: str, style: str, stream: TextIO) -> str:
    """The text in a color, if the stream is a terminal that should have colors (https://no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty()
    return text if plain else f"\x1b[{style}m{text}\x1b[0m"


def _say(message: str, prefix: str = "", style: str = "") -> None:
    """Print a message on standard error: in one line, or on a terminal in lines that break between words."""
    message = printable(message)
    text = f"{prefix} {message}" if prefix else message
    if width := terminal_width(sys.stderr):
        text = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
    print(
        _styled(prefix, style, sys.stderr) + text.removeprefix(prefix) if prefix else text, file=sys.stderr, flush=True
    )


def print_error(message: str, *, prefix: str = "error") -> None:
    """Say on standard error what went wrong, in one line (of a terminal: one paragraph)."""
    _say(" ".join(message.split()), prefix + ":", _RED)


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
            _say(message)

    def warn(self, message: str) -> None:
        """Say something that the user should know to judge the answer."""
        if not self.quiet:
            _say(message, "warning:", _YELLOW)

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
        self._console.warn(in_options(record.getMessage()))


def drop_output() -> None:
    """Let no more of standard output be written, whose reader has left (``| head``)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def terminal_width(stream: TextIO | None = None) -> int | None:
    """Columns of the terminal that a stream is, by default standard output; ``None`` if it is none."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty():
        return None
    with suppress(KeyError, ValueError):
        return int(os.environ["COLUMNS"])
    try:
        return os.get_terminal_size(stream.fileno()).columns or _USUAL_WIDTH
    except OSError:
        return _USUAL_WIDTH


def print_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), shrink: Sequence[int] = ()
) -> bool:
    """Print aligned columns, those in ``right`` aligned right, and say whether all of it could be shown.

    On a terminal the columns in ``shrink`` share what the others leave of its width, as far as they are of use then:
    the last are left out first. Lines that are too long even so are cut.
    """
    limit = terminal_width()
    rows = [[printable(cell) for cell in row] for row in rows]
    full = {column: max(len(row[column]) for row in (header, *rows)) for column in range(len(header))}
    widths = full if limit is None else _fitted(full, limit, shrink)
    for number, row in enumerate((header, *rows)):
        cells = [
            row[column].rjust(width) if column in right else _cut(row[column], width).ljust(width)
            for column, width in widths.items()
        ]
        line = _GAP.join(cells).rstrip()
        if limit is not None:
            line = _cut(line, limit)
        print(_styled(line, _BOLD, sys.stdout) if number == 0 else line)
    return widths == full


def _fitted(widths: dict[int, int], limit: int, shrink: Sequence[int]) -> dict[int, int]:
    """Widths of the columns that fit, of which the widest in ``shrink`` are made narrower."""
    if not shrink:
        return widths
    fitted = dict(widths)
    for _ in range(sum(widths.values()) + len(_GAP) * (len(widths) - 1) - limit):
        widest = max(shrink, key=fitted.__getitem__)
        if fitted[widest] <= _OF_USE:
            last = shrink[-1]
            return _fitted({column: width for column, width in widths.items() if column != last}, limit, shrink[:-1])
        fitted[widest] -= 1
    return fitted


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def print_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Print names and values in two columns."""
    width = max((len(name) for name, _ in facts), default=0)
    for name, value in facts:
        print(printable(f"{name.ljust(width)}  {value}".rstrip()))
