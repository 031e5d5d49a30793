"""One call of a verb: it reads graphs, runs within its limits with progress and signals, and delivers the answer.

:func:`takes` makes a verb of a function, which gets the :class:`Session` and its options.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from spminer._util.monitor import MEMORY_LIMIT, Monitor
from spminer._util.progress import show_progress
from spminer._util.startup import program_start
from spminer._util.system import limited_memory, resident_bytes
from spminer._util.text import json_text
from spminer.cli.commands import Command
from spminer.cli.console import Console, drop_output, os_failure, print_error
from spminer.cli.options import OptionGroup, RunOptions, click_options, some, values_of
from spminer.cli.signals import cancel_on_signal, defer_signal
from spminer.errors import ExitCode, UsageError, exit_code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.datasets import Fetched
    from spminer.graphs.options import ReadOptions
    from spminer.results import MotifSet

__all__ = ["FileToWrite", "MemoryBudget", "Session", "takes"]


class FileToWrite(NamedTuple):
    """A file to write, if ``path`` is given: by ``write``, else the JSON of the answer."""

    name: str
    path: Path | None
    write: Callable[[Path], object] | None = None


class Session:
    """One call of the program.

    Attributes
    ----------
    arguments
        The words after ``spminer``.
    options
        How the verb runs.
    console
        Messages to the user.
    memory
        The memory limit.
    monitor
        Stops the run. Its time limit counts from the start of the program, reading included.

    Examples
    --------
    >>> Session(["mine", "two words.csv"]).command_line
    "spminer mine 'two words.csv'"
    """

    def __init__(
        self, arguments: Sequence[str] = (), options: RunOptions | None = None, *, started: float | None = None
    ) -> None:
        self.arguments, self.options = arguments, options or RunOptions()
        self.console = Console(self.options.quiet)
        self.memory = MemoryBudget(self.options.memory_limit)
        since = program_start() if started is None else started
        self.monitor = Monitor(time_limit=self.options.time_limit, since=since)

    @property
    def command_line(self) -> str:
        """The call as it can be typed again."""
        return shlex.join(["spminer", *self.arguments])

    def read(self, sources: Iterable[str], reading: ReadOptions, *, ignore_labels: bool = False) -> GraphCollection:
        """Read graph files, folders, named data sets or standard input as one collection; the example without any.

        A note on each tells what was taken for edges, direction, names and labels.
        """
        from spminer.datasets import example
        from spminer.graphs.build import disjoint_union
        from spminer.graphs.options import ReadOptions

        named = list(sources)
        if len(set(named)) != len(named):
            raise UsageError("the same GRAPH is named twice")
        if not named and reading != ReadOptions():
            raise UsageError("options about reading need a GRAPH to read")
        graphs = disjoint_union([self.read_one(source, reading) for source in named]) if named else example()
        return graphs.without_labels() if ignore_labels else graphs

    def read_one(self, source: str, reading: ReadOptions, *, tell: bool = True) -> GraphCollection:
        """Read one of them."""
        import spminer

        self.fetch_missing(source)
        with self.working(f"reading {source}"):
            graphs = spminer.read(source, **values_of(reading), monitor=self.monitor)
        if tell:
            self.console.note(f"{source}: {graphs.reading.message(notes=False)}")  # notes are warnings already
        return graphs

    def read_reference(
        self, against: str | None, reading: ReadOptions, *, ignore_labels: bool = False
    ) -> str | GraphCollection | None:
        """The reference graph, read by the same options as the target; the name of a null model or of classes."""
        from spminer.significance.comparison import names_a_graph

        if against is None or not names_a_graph(against):
            return against
        return self.read([against], reading, ignore_labels=ignore_labels)

    def fetch_missing(self, source: str) -> None:
        """Fetch the data set that a source names, if it is missing."""
        from spminer.graphs.datasets import dataset_path
        from spminer.graphs.formats.registry import named_dataset

        dataset = named_dataset(source)
        if dataset is not None and not dataset_path(dataset).exists():
            self.fetch(dataset.name)

    def fetch(self, name: str, *, sha256: str | None = None) -> Fetched:
        """Fetch a data set."""
        from spminer.graphs import datasets

        try:
            with self.working(f"fetching {name}"):
                fetched = datasets.fetch(name, sha256=sha256, monitor=self.monitor)
        except KeyboardInterrupt:
            self.console.note("what was fetched is kept; the same command goes on with it")
            raise
        self.monitor.update(done=0, total=0)
        return fetched

    @contextmanager
    def working(self, title: str, monitor: Monitor | None = None) -> Iterator[None]:
        """Show the progress and the warnings of the work inside, by default within the limit; Ctrl-C ends it."""
        with self.console.show_warnings():
            if self.console.quiet:
                yield
                return
            line = None if self.console.is_terminal else self.console.note
            with show_progress(monitor or self.monitor, title, write_line=line):
                yield

    @contextmanager
    def running(self, title: str, *, here: bool = False) -> Iterator[None]:
        """Do the work inside within the limits, and on the cluster unless ``here``; the first Ctrl-C cancels it.

        A second one raises ``KeyboardInterrupt``.
        """
        from spminer.cluster import open_cluster

        with (
            open_cluster(None if here else self.options.cluster) as self.monitor.executor,
            cancel_on_signal(self.monitor, self.console),
            self.working(title),
            limited_memory(self.options.memory_limit, self.monitor),
        ):
            yield

    def deliver(
        self,
        document: Any,
        show: Callable[[], object],
        *,
        as_json: bool = False,
        files: Iterable[FileToWrite] = (),
        stop_reason: str | None = None,
        finish: Callable[[], int | None] | None = None,
    ) -> int:
        """Print an answer or its JSON, write its files and return the exit code.

        A failure is reported at once, and the rest is still delivered: a full disk does not lose the answer. A first
        Ctrl-C waits until the end, unless an earlier one stopped the run. ``document`` is the answer as plain values or
        JSON. ``finish`` comes last, prints comments on the answer and may return another exit code.
        """
        failed, wanted = False, [file for file in files if file.path is not None]
        with nullcontext() if stop_reason == "interrupted" else defer_signal(self.console):
            text = document if isinstance(document, str) else json_text(document)
            try:
                print(text) if as_json else show()
                sys.stdout.flush()
            except BrokenPipeError:
                drop_output()
            except OSError as error:
                drop_output()
                failed = True
                print_error(os_failure(error, "to standard output"))
            for name, path, write in wanted:
                assert path is not None
                failed |= not self._write(name, path, write or _json_writer(text), "" if as_json else text)
            code = finish() if finish is not None else None
        return ExitCode.USAGE if failed else exit_code(stop_reason) if code is None else code

    def _write(self, name: str, path: Path, write: Callable[[Path], object], rescue: str) -> bool:
        """Write a file; if that fails, keep the JSON of the answer in the folder for temporary files."""
        try:
            write(path)
        except (OSError, UsageError) as error:
            message = os_failure(error, path) if isinstance(error, OSError) else str(error)
            print_error(message + (_rescued(rescue) if rescue else ""))
            return False
        self.console.note(f"{name}: {path}")
        return True


def takes(*groups: OptionGroup | type) -> Callable[[Callable[..., int | None]], Command]:
    """Make a verb of a function, which gets the session and a value for each group of options.

    :class:`RunOptions` go to the session. The docstring is the help of the verb, which returns its exit code.
    """
    chosen = [group if isinstance(group, OptionGroup) else some(group) for group in groups]

    def command(verb: Callable[..., int | None]) -> Command:
        def run(**given: Any) -> int | None:
            values = [group.value(given) for group in chosen]
            options = next((value for value in values if isinstance(value, RunOptions)), None)
            session = Session(click.get_current_context().obj, options)
            return verb(session, *(value for value in values if value is not options))

        name = verb.__module__.rpartition(".")[2] if verb.__name__ == "command" else verb.__name__
        params = [parameter for group in chosen for parameter in click_options(group)]
        assert len({one.name for one in params}) == len(params), "two groups have an option of the same name"
        params.sort(key=lambda one: (not isinstance(one, click.Argument), one.name == "quiet"))  # the latter is last
        return Command(name, params=params, callback=run, help=verb.__doc__)

    return command


def _json_writer(text: str) -> Callable[[Path], object]:
    from spminer._util.files import write_atomic

    return lambda path: write_atomic(path, text + "\n")


def _rescued(text: str) -> str:
    """Keep the text of an answer in a temporary file; a text that tells where."""
    try:
        with tempfile.NamedTemporaryFile("wb", prefix="spminer-", suffix=".json", delete=False) as file:
            file.write(f"{text}\n".encode(errors="backslashreplace"))
    except OSError:
        return ""
    return f"; it is in {file.name} instead"


_PROGRAM = 64 << 20  # Python and the libraries
_FORMS_OF_GRAPHS = 6  # as read, with what reading leaves behind, as engines see them, as plans do, and an index
_LEAST_SHARE = 16  # of the limit is for tables, whatever the rest takes: a run that has no room for them is stopped
_LEAST = _PROGRAM + (8 << 20)
_MB = 1 << 20


@dataclass(frozen=True, slots=True)
class MemoryBudget:
    """A memory limit for the process, and the part of it for the tables of a search.

    Tables get half of what the program and the graphs leave, since methods need about as much again to go on from one
    table to the next. That depends on the graphs alone, so that equal calls find the same. The memory of the process
    is watched besides.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> MemoryBudget(200 << 20).table_bytes(example(), "exact") >> 20
    67
    """

    limit: int | None

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < _LEAST:
            raise UsageError(
                f"a memory limit is for the whole process, which needs {_PROGRAM // _MB}M before it reads anything; "
                f"allow {_LEAST // _MB}M at least"
            )

    def table_bytes(self, graphs: GraphCollection, method: str = "auto") -> int | None:
        """Bytes for the tables of a method; ``None`` without a limit, or for a method that keeps none."""
        from spminer.methods.registry import get_method, setting_names

        if self.limit is None or (method != "auto" and "memory_limit" not in setting_names(get_method(method))):
            return None
        arrays = (graphs.indptr, graphs.indices, graphs.node_labels, graphs.edge_labels)
        held = sum(array.nbytes for array in arrays if array is not None)
        return max((self.limit - _PROGRAM - _FORMS_OF_GRAPHS * held) // 2, self.limit // _LEAST_SHARE)

    def resident_bytes(self) -> int | None:
        """Bytes that the process holds; ``None`` without a limit, or if the system does not tell."""
        return None if self.limit is None else resident_bytes()

    def with_memory_warning(self, result: MotifSet, before: int | None) -> MotifSet:
        """The result, with a warning if the limit stopped the run; the process held ``before`` bytes at its start."""
        from spminer.results.provenance import peak_memory_bytes

        if self.limit is None or result.stop_reason != MEMORY_LIMIT:
            return result
        parts = "" if before is None else f" (the program and the graphs took {before // _MB:,} MB)"
        warning = (
            f"the process reached the memory limit of {self.limit // _MB:,} MB{parts} and held "
            f"{peak_memory_bytes() // _MB:,} MB at most; allow more, or ask for fewer or smaller patterns"
        )
        return replace(result, warnings=(*result.warnings, warning))
