"""Start of the program: Ctrl-C while libraries load ends it without a message or a traceback."""

from __future__ import annotations

import signal
import sys
import threading
import time
from pathlib import PurePath

__all__ = ["STARTED", "is_program", "program_start", "restore_sigint", "set_default_sigint"]

STARTED = time.monotonic()  # of the program, nearly: nothing that takes time was loaded before
_WITH_VALUE = ("-X", "-W", "--check-hash-based-pycs")  # options of Python that take the next word


def is_program(arguments: list[str]) -> bool:
    """Whether Python was started to run the command line, by its arguments.

    >>> is_program(["python", "-m", "spminer", "info"]), is_program(["python", "analysis.py"])
    (True, False)
    """
    words = iter(arguments[1:])
    for word in words:
        if word == "-m":
            return next(words, "") == "spminer"
        if not word.startswith("-"):
            return PurePath(word).stem == "spminer"
        if word in _WITH_VALUE:
            next(words, "")
    return False


def program_start() -> float:
    """Start of this program by ``time.monotonic()``; the current time if Python runs something else.

    >>> program_start() <= time.monotonic()
    True
    """
    return STARTED if is_program(sys.orig_argv) else time.monotonic()


def set_default_sigint() -> None:
    """Let Ctrl-C end the program immediately; for the time before there is work to save."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if usual and threading.current_thread() is threading.main_thread() and is_program(sys.orig_argv):
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def restore_sigint() -> None:
    """Let Ctrl-C raise ``KeyboardInterrupt`` again, if :func:`set_default_sigint` changed it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
