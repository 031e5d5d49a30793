"""Progress of a run for people: a bar on a terminal, lines elsewhere.

A thread looks at the monitor of the run and shows the phase, the size, how much of it is done, how long the rest may
take and when the time limit ends it. Runs of less than a second show nothing.
"""

from __future__ import annotations

import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from spminer._util.monitor import MOST_DONE
from spminer._util.text import counted, format_duration, format_number, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spminer._util.monitor import Monitor

__all__ = ["may_show_progress", "show_progress"]

_DELAY_S = 1.0  # nothing is shown of shorter runs
_DELAY_OF_FUNCTIONS_S = 2.0
_LEAST_LEFT_S = 1.0  # a run that goes on is never shown with no time left
_REFRESH_S = 0.1
_NOTEBOOK_REFRESH_S = 1.0  # each refresh is a message to the browser
_LINE_EVERY_S = 10.0  # where there is no terminal
_WIDE = 110  # columns of a terminal that fit all that is known of a run


@contextmanager
def may_show_progress(monitor: Monitor, wanted: bool | None) -> Iterator[None]:
    """Show the progress of a function: by a bar in a terminal or a notebook, by lines elsewhere if it is ``wanted``.

    ``None`` is for a bar where there is a terminal or a notebook. Runs of less than two seconds show nothing.
    """
    notebook = _in_notebook()
    has_bar = notebook or sys.stderr.isatty()
    if wanted is False or (wanted is None and not has_bar):
        yield
        return
    write_line = None if has_bar else lambda line: print(line, file=sys.stderr, flush=True)
    draw = _draw_in_notebook if notebook else None
    with show_progress(monitor, "spminer", write_line=write_line, draw=draw, delay_s=_DELAY_OF_FUNCTIONS_S):
        yield


def _in_notebook() -> bool:
    """Whether this process runs the cells of a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


@contextmanager
def show_progress(
    monitor: Monitor,
    title: str,
    *,
    write_line: Callable[[str], None] | None = None,
    draw: Callable[[_View, threading.Event], None] | None = None,
    delay_s: float | None = None,
) -> Iterator[None]:
    """Show the progress of the run inside: by a bar, or by lines where ``write_line`` takes them.

    ``draw`` draws until the event is set, by default the bar of a terminal.
    """
    finished, view = threading.Event(), _View(monitor, title)

    def show() -> None:
        if finished.wait(_DELAY_S if delay_s is None else delay_s):
            return
        if write_line is None:
            (draw or _draw_bar)(view, finished)
        else:
            while not finished.wait(_LINE_EVERY_S):
                write_line(view.line())

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        finished.set()
        thread.join()


class _View:
    """A run as its user sees it: what it does, how much of it is done, and how long the rest may take."""

    def __init__(self, monitor: Monitor, title: str) -> None:
        self._monitor, self._title = monitor, printable(title)
        self._start = self._stage_start = time.monotonic()
        self._stage = ""
        self._share: float | None = None

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._start

    def text(self, *, brief: bool = False) -> str:
        """The phase, with the size and what was found."""
        progress = self._monitor.progress
        facts = [progress.stage or self._title, f"size {progress.size}" if progress.size else ""]
        if not brief and progress.patterns:
            facts.append(counted(progress.patterns, "pattern"))
        if not brief and progress.best is not None:
            facts.append(f"best {format_number(progress.best)}")
        return ", ".join(filter(None, facts))

    def share(self) -> float | None:
        """How much is done, from 0 to 1, of the phase if there are several, of the size where more is not known."""
        progress = self._monitor.progress
        stage = f"size {progress.size}" if progress.size and not progress.total else progress.stage
        before, self._share = self._share, self._monitor.share
        # A share that falls is that of something new, such as the next size of a phase that counts each by itself.
        if stage != self._stage or (self._share or 0.0) < (before or 0.0):
            self._stage, self._stage_start = stage, time.monotonic()
        return self._share

    def left(self) -> str:
        """How long the rest may take, by what is done of the phase, and by the limit."""
        share, limit = self.share(), self._monitor.remaining
        parts = []
        spent = time.monotonic() - self._stage_start  # a phase that was just noticed may have begun long before
        if share and share < MOST_DONE and spent >= _DELAY_S:  # beyond, the rest is not what is counted
            seconds = max(spent * (1 - share) / share, _LEAST_LEFT_S)
            stage = f" of {self._stage}" if self._stage else ""
            parts.append(f"about {format_duration(seconds)}{stage} left")
        if limit is not None:
            parts.append(f"limit in {format_duration(limit)}" if limit >= _LEAST_LEFT_S else "ending at the limit")
        return ", ".join(parts)

    def line(self) -> str:
        """All of it in one line."""
        share, left = self.share(), self.left()
        done = "running" if share is None else f"{share:.0%} done"
        return f"{self.text()}: {done} after {self.elapsed:.0f} s" + (f", {left}" if left else "")


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


def _draw_in_notebook(view: _View, finished: threading.Event) -> None:
    """A bar with a line beside it, in one output that is empty at the end."""
    from IPython.display import display

    def content() -> dict[str, str]:
        done = round(20 * (view.share() or 0))
        return {"text/plain": f"{'█' * done}{'░' * (20 - done)} {view.line()}"}

    shown = display(content(), raw=True, display_id=True)  # type: ignore[no-untyped-call]
    while not finished.wait(_NOTEBOOK_REFRESH_S):
        shown.update(content(), raw=True)
    shown.update({"text/plain": ""}, raw=True)
