"""Progress and interrupts: how far work has come, after a second, and Ctrl-C that asks for what there is."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from spminer._util.monitor import MOST_DONE
from spminer._util.text import format_duration, format_number, printable
from spminer.cli.signals import canceling
from spminer.cluster import open_cluster

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer._util.monitor import Monitor
    from spminer.cli.console import Console

__all__ = ["exit_code", "shown", "watched", "working"]

_DELAY_S = 1.0  # nothing is shown of shorter calls
_LEAST_LEFT_S = 1.0  # of work that goes on: it is never said to have no time left
_REFRESH_S = 0.1
_LINE_EVERY_S = 10.0  # where standard error is not a terminal
_WIDE = 110  # columns of a terminal that all we know of a run fits into

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
def watched(monitor: Monitor, title: str, console: Console) -> Iterator[None]:
    """Show the progress of the run inside, and let Ctrl-C or SIGTERM cancel it instead of raising.

    A second one raises ``KeyboardInterrupt``.
    """
    with canceling(monitor, console), shown(title, console, monitor):
        yield


@contextmanager
def working(monitor: Monitor, cluster: str | None, title: str, console: Console) -> Iterator[None]:
    """The same with the workers of a cluster as the crew, if one is named."""
    with open_cluster(cluster) as crew:
        monitor.crew = crew
        with watched(monitor, title, console):
            yield


@contextmanager
def shown(title: str, console: Console, monitor: Monitor | None = None) -> Iterator[None]:
    """Show that the work inside goes on, with its progress where that is known, and its warnings."""
    finished = threading.Event()
    watcher = threading.Thread(target=_show_progress, args=(_View(monitor, title), console, finished), daemon=True)
    with console.showing_warnings():
        if not console.quiet:
            watcher.start()
        try:
            yield
        finally:
            finished.set()
            if watcher.is_alive():
                watcher.join()


class _View:
    """Work as it looks from outside: in words, how much of it is done, and how long it may take."""

    def __init__(self, monitor: Monitor | None, title: str) -> None:
        self._monitor, self._title = monitor, title
        self._start = self._stage_start = time.monotonic()
        self._stage = ""
        self._share: float | None = None

    @property
    def elapsed(self) -> float:
        """Seconds since the work began."""
        return time.monotonic() - self._start

    def text(self, *, brief: bool = False) -> str:
        """What goes on."""
        if self._monitor is None:
            return printable(self._title)
        progress = self._monitor.progress
        facts = [f"size {progress.size}" if progress.size else ""]
        if not brief:
            facts += [
                f"{format_number(progress.patterns)} pattern{'s' * (progress.patterns != 1)}"
                if progress.patterns
                else "",
                "" if progress.best is None else f"best {format_number(progress.best)}",
            ]
        return ", ".join(fact for fact in (progress.stage or printable(self._title), *facts) if fact)

    def share(self) -> float | None:
        """How much is done, from 0 to 1, of the stage if there are several, of the size where more is not known."""
        if self._monitor is None:
            return None
        progress = self._monitor.progress
        stage = f"size {progress.size}" if progress.size and not progress.total else progress.stage
        before, self._share = self._share, self._monitor.share
        # A share that falls is that of something new, such as the next size of a stage that counts each by itself.
        if stage != self._stage or (self._share or 0.0) < (before or 0.0):
            self._stage, self._stage_start = stage, time.monotonic()
        return self._share

    def left(self) -> str:
        """How long it may still take: by what is done of the stage, and by the limit."""
        share, limit = self.share(), None if self._monitor is None else self._monitor.remaining
        said = []
        spent = time.monotonic() - self._stage_start  # a stage that was just noticed may have begun long before
        if share and share < MOST_DONE and spent >= _DELAY_S:  # beyond, what is left is not what is counted
            seconds = max(spent * (1 - share) / share, _LEAST_LEFT_S)
            stage = f" of {self._stage}" if self._stage else ""
            said.append(f"about {format_duration(seconds)}{stage} left")
        if limit is not None:
            said.append(f"limit in {format_duration(limit)}" if limit >= _LEAST_LEFT_S else "ending at the limit")
        return ", ".join(said)


def _show_progress(view: _View, console: Console, finished: threading.Event) -> None:
    if finished.wait(_DELAY_S):
        return
    if console.is_terminal:
        _draw_bar(view, finished)
    else:
        _write_lines(view, console, finished)


def _draw_bar(view: _View, finished: threading.Event) -> None:
    from rich import console, progress

    screen = console.Console(stderr=True)
    narrow = screen.width < _WIDE
    columns = (
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(bar_width=8 if narrow else 20),
        progress.TaskProgressColumn(),
        progress.TextColumn("{task.fields[time]}", markup=False),
    )
    with progress.Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(view.text(brief=narrow), total=None, time="")
        while not finished.wait(_REFRESH_S):
            share = view.share()
            bar.tasks[0].total = None if share is None else 1  # an update cannot take a total back
            bar.update(
                task,
                description=view.text(brief=narrow),
                completed=share or 0,
                time=", ".join(part for part in (format_duration(view.elapsed), view.left()) if part),
            )


def _write_lines(view: _View, console: Console, finished: threading.Event) -> None:
    while not finished.wait(_LINE_EVERY_S):
        share, left = view.share(), view.left()
        done = "running" if share is None else f"{share:.0%} done"
        console.note(f"{view.text()}: {done} after {view.elapsed:.0f} s" + (f", {left}" if left else ""))
