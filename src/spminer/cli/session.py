"""What verbs share while they run: graphs that are read, memory that is limited, progress and interrupts."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from spminer._util.monitor import MEMORY_LIMIT, MOST_DONE, Monitor
from spminer._util.system import limited_memory, resident_bytes
from spminer._util.text import format_duration, format_number, printable
from spminer.cli.console import Console
from spminer.cli.options import ReadingOptions
from spminer.cli.signals import canceling
from spminer.cli.wording import in_options
from spminer.cluster import open_cluster
from spminer.errors import UsageError
from spminer.graphs import GraphCollection
from spminer.graphs.datasets import Fetched, dataset_path, fetch
from spminer.methods.registry import get_method, setting_names
from spminer.results import MotifSet
from spminer.results.provenance import peak_memory_bytes
from spminer.results.request import AUTO
from spminer.significance.comparison import names_a_graph

__all__ = [
    "MemoryBudget",
    "fetch_named",
    "fetch_shown",
    "read_all_graphs",
    "read_graphs",
    "read_other",
    "shown",
    "working",
]


def read_other(
    against: str | None,
    console: Console,
    reading: ReadingOptions,
    *,
    ignore_labels: bool = False,
    monitor: Monitor | None = None,
) -> str | GraphCollection | None:
    """Another graph, read by the same options as the target; a null model or a class is left as it is."""
    if against is None or not names_a_graph(against):
        return against
    graphs = read_graphs(against, console, reading, monitor=monitor)
    return graphs.without_labels() if ignore_labels else graphs


_DELAY_S = 1.0  # nothing is shown of shorter calls
_LEAST_LEFT_S = 1.0  # of work that goes on: it is never said to have no time left
_REFRESH_S = 0.1
_LINE_EVERY_S = 10.0  # where standard error is not a terminal
_WIDE = 110  # columns of a terminal that all we know of a run fits into


@contextmanager
def watched(monitor: Monitor, title: str, console: Console) -> Iterator[None]:
    """Show the progress of the run inside, and let Ctrl-C or SIGTERM cancel it instead of raising.

    A second one raises ``KeyboardInterrupt``.
    """
    with canceling(monitor, console), shown(title, console, monitor):
        yield


@contextmanager
def working(monitor: Monitor, cluster: str | None, title: str, console: Console) -> Iterator[None]:
    """The same with the workers of a cluster, if one is named."""
    with open_cluster(cluster) as monitor.executor, watched(monitor, title, console):
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


def read_graphs(
    source: str | None,
    console: Console,
    reading: ReadingOptions | None = None,
    *,
    say: bool = True,
    monitor: Monitor | None = None,
) -> GraphCollection:
    """Read a graph file, a folder, a named data set or standard input; without a source, the bundled example.

    One line says what was taken for edges, direction, names and labels, if ``say``. The time limit of the ``monitor``
    ends the reading, and there is no answer then.
    """
    import spminer
    from spminer.datasets import example

    reading = reading or ReadingOptions()
    if source is None:
        if reading.given:
            raise UsageError("options about reading need a GRAPH to read")
        return example()
    fetch_named(source, console, monitor)
    monitor = monitor or Monitor()
    with shown(f"reading {source}", console, monitor):
        graphs = spminer.read(source, **reading.arguments(), monitor=monitor)
    if say:
        console.note(f"{source}: {in_options(graphs.reading.message(notes=False))}")  # notes are warnings already
    return graphs


def fetch_named(source: str, console: Console, monitor: Monitor | None = None) -> None:
    """Fetch the data set that a source names, with its progress, if it is not there yet."""
    from spminer.graphs.formats.registry import named_dataset

    dataset = named_dataset(source)
    if dataset is not None and not dataset_path(dataset).exists():
        fetch_shown(dataset.name, console, monitor=monitor)


def fetch_shown(name: str, console: Console, *, sha256: str | None = None, monitor: Monitor | None = None) -> Fetched:
    """Fetch a data set with its progress, within the time limit of a run if it is for one."""
    monitor = monitor or Monitor()
    try:
        with shown(f"fetching {name}", console, monitor):
            fetched = fetch(name, sha256=sha256, monitor=monitor)
    except KeyboardInterrupt:
        console.note("what was fetched is kept; the same command goes on with it")
        raise
    monitor.update(done=0, total=0)
    return fetched


def read_all_graphs(
    sources: Sequence[str] | None,
    console: Console,
    reading: ReadingOptions | None = None,
    *,
    monitor: Monitor | None = None,
) -> GraphCollection:
    """Read several sources as one collection; without any, the bundled example."""
    from spminer.graphs.build import disjoint_union

    if sources and len(set(sources)) != len(sources):
        raise UsageError("the same GRAPH is named twice")
    named: Sequence[str | None] = sources or [None]
    return disjoint_union([read_graphs(source, console, reading, monitor=monitor) for source in named])


_PROGRAM = 64 << 20  # Python and the libraries
_FORMS_OF_GRAPHS = 6  # as read, with what reading leaves behind, as engines see them, as plans do, and an index
_LEAST_SHARE = 16  # of the limit is for tables, whatever the rest takes: a run that has no room for them is stopped
_LEAST = _PROGRAM + (8 << 20)
_MB = 1 << 20


@dataclass(frozen=True, slots=True)
class MemoryBudget:
    """A limit for the process, and what of it is left for the tables of a search.

    Half of what is left is for tables, since methods need about as much again to go on from one to the next. How much
    that is depends on the graphs alone, so that equal calls find the same; what the process really holds is
    watched besides.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> MemoryBudget(200 << 20).tables(example(), "exact") >> 20
    67
    """

    limit: int | None

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < _LEAST:
            raise UsageError(
                f"a memory limit is for the whole process, which takes {_PROGRAM // _MB}M before it reads anything; "
                f"allow {_LEAST // _MB}M at least"
            )

    def tables(self, graphs: GraphCollection, method: str = AUTO) -> int | None:
        """Bytes for the tables of a method; ``None`` without a limit, or for a method that keeps none."""
        if self.limit is None or (method != AUTO and "memory_limit" not in setting_names(get_method(method))):
            return None
        arrays = (graphs.indptr, graphs.indices, graphs.node_labels, graphs.edge_labels)
        held = sum(array.nbytes for array in arrays if array is not None)
        return max((self.limit - _PROGRAM - _FORMS_OF_GRAPHS * held) // 2, self.limit // _LEAST_SHARE)

    @contextmanager
    def kept(self, monitor: Monitor) -> Iterator[None]:
        """Stop the run inside where the process holds more."""
        with limited_memory(self.limit, monitor):
            yield

    def explained(self, result: MotifSet, held: int | None) -> MotifSet:
        """The result, with what the limit did to it; ``held`` is what the process held before the run."""
        if self.limit is None or result.stop_reason != MEMORY_LIMIT:
            return result
        before = "" if held is None else f" (the program and the graphs took {held // _MB:,} MB)"
        said = (
            f"the process reached the memory limit of {self.limit // _MB:,} MB{before} and held "
            f"{peak_memory_bytes() // _MB:,} MB at most; allow more, or ask for fewer or smaller patterns"
        )
        return replace(result, warnings=(*result.warnings, said))

    def held(self) -> int | None:
        """What the process holds, where there is a limit and the system tells."""
        return None if self.limit is None else resident_bytes()
