"""Watching a native call: progress after a second, and Ctrl-C that asks for what there is."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from spminer import _core
    from spminer.cli.console import Console

__all__ = ["exit_code", "shown", "watched"]

_DELAY_S = 1.0  # nothing is shown of shorter calls
_REFRESH_S = 0.1
_LINE_EVERY_S = 10.0  # where standard error is not a terminal

_DONE, _STOPPED_BY_BUDGET, _INTERRUPTED = 0, 5, 130


def exit_code(stop_reason: str | None) -> int:
    """The exit code of a call that stopped for this reason.

    >>> exit_code(None), exit_code("time limit"), exit_code("interrupted")
    (0, 5, 130)
    """
    if stop_reason is None:
        return _DONE
    return _INTERRUPTED if stop_reason == "interrupted" else _STOPPED_BY_BUDGET


@contextmanager
def watched(control: _core.Control, title: str, console: Console) -> Iterator[None]:
    """Show the progress of the call inside, and let Ctrl-C cancel it instead of raising.

    A second Ctrl-C raises ``KeyboardInterrupt``.
    """
    with _cancelling_on_interrupt(control, console), shown(title, console, control):
        yield


@contextmanager
def shown(title: str, console: Console, control: _core.Control | None = None) -> Iterator[None]:
    """Show that the work inside goes on, with its progress if there is a control, and its warnings."""
    finished = threading.Event()
    watcher = threading.Thread(target=_show_progress, args=(control, title, console, finished), daemon=True)
    with console.showing_warnings():
        if not console.quiet:
            watcher.start()
        try:
            yield
        finally:
            finished.set()
            if watcher.is_alive():
                watcher.join()


@contextmanager
def _cancelling_on_interrupt(control: _core.Control, console: Console) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # signals are not ours to handle
        yield
        return

    def cancel(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        control.cancel()
        console.note("stopping with what there is; Ctrl-C again quits at once")

    previous = signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def _show_progress(control: _core.Control | None, title: str, console: Console, finished: threading.Event) -> None:
    if finished.wait(_DELAY_S):
        return
    if console.is_terminal:
        _draw_bar(control, title, finished)
    else:
        _write_lines(control, title, console, finished)


def _draw_bar(control: _core.Control | None, title: str, finished: threading.Event) -> None:
    from rich import console, progress

    columns = (
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=console.Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        while not finished.wait(_REFRESH_S):
            if control is not None:
                bar.update(task, completed=control.done, total=control.total or None)


def _write_lines(control: _core.Control | None, title: str, console: Console, finished: threading.Event) -> None:
    start = time.monotonic() - _DELAY_S
    while not finished.wait(_LINE_EVERY_S):
        share = f"{control.done / control.total:.0%} done" if control is not None and control.total else "running"
        console.note(f"{title}: {share} after {time.monotonic() - start:.0f} s")
