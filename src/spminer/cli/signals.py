"""Ctrl-C and SIGTERM: the first cancels a run, which returns a partial result; the second ends the program at once.

Schedulers and containers send SIGTERM; both signals mean the same. Files are whole or absent either way.
"""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from spminer._util.monitor import Monitor
    from spminer.cli.console import Console

__all__ = ["cancel_on_signal", "defer_signal", "treat_sigterm_as_interrupt"]

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_DEFAULTS: dict[signal.Signals, Any] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
}

# Signals that came before anything handled them. The exception that they raise can be lost: Python ignores what is
# raised while objects are deleted, and wraps what is raised while classes are made, as imports do.
_pending: list[int] = []


@contextmanager
def treat_sigterm_as_interrupt() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does, unless another handler is set."""
    if not _handles_signals():
        yield
        return
    _pending.clear()
    taken = [number for number, usual in _DEFAULTS.items() if signal.getsignal(number) is usual]
    for number in taken:
        signal.signal(number, _interrupt_pending)
    try:
        yield
    except Exception as error:
        if _comes_from_interrupt(error):
            raise KeyboardInterrupt from error
        raise
    finally:
        for number in taken:
            signal.signal(number, _DEFAULTS[number])
        _pending.clear()


@contextmanager
def cancel_on_signal(monitor: Monitor, console: Console) -> Iterator[None]:
    """Let the first signal cancel the run inside; a second one raises ``KeyboardInterrupt``."""

    def cancel() -> None:
        monitor.cancel()
        _note(console, "stopping with what there is; Ctrl-C again quits at once")

    with _first(cancel):
        if _pending:
            cancel()
        yield


@contextmanager
def defer_signal(console: Console) -> Iterator[None]:
    """Let the first signal wait until the answer is delivered inside."""
    with _first(lambda: _note(console, "writing what there is; Ctrl-C again quits at once")):
        yield


@contextmanager
def _first(answer: Callable[[], None]) -> Iterator[None]:
    """Call ``answer`` at the first signal, and raise ``KeyboardInterrupt`` at later ones."""
    if not _handles_signals():
        yield
        return

    def answered(_signal: int, _frame: FrameType | None) -> None:
        for number in _SIGNALS:
            signal.signal(number, _interrupt)
        answer()

    before = {number: signal.signal(number, answered) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _note(console: Console, message: str) -> None:
    """Print a note in a signal handler, maybe while another line is being written."""
    try:
        console.note(message)
    except RuntimeError:  # a thread cannot write while it writes; another one waits for the end of that line
        threading.Thread(target=console.note, args=(message,)).start()


def _interrupt_pending(number: int, _frame: FrameType | None) -> NoReturn:
    _pending.append(number)
    raise KeyboardInterrupt


def _comes_from_interrupt(error: BaseException | None) -> bool:
    """Whether an error was raised because of an interrupt."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _handles_signals() -> bool:
    """Whether this is the main thread, which alone handles signals."""
    return threading.current_thread() is threading.main_thread()
