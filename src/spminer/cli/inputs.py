"""Inputs that the user named, read with one line for what was taken and one for what was dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer._util.monitor import Monitor
from spminer.cli.reading import ReadingOptions
from spminer.cli.running import shown
from spminer.cli.wording import in_options
from spminer.errors import UsageError
from spminer.graphs.datasets import fetch, path_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.cli.console import Console
    from spminer.graphs import GraphCollection
    from spminer.graphs.datasets import Fetched

__all__ = ["fetch_named", "fetch_shown", "read_all_graphs", "read_graphs"]


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
    if dataset is not None and not path_of(dataset).exists():
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
    from spminer.graphs.build import join

    if sources and len(set(sources)) != len(sources):
        raise UsageError("the same GRAPH is named twice")
    named: Sequence[str | None] = sources or [None]
    return join([read_graphs(source, console, reading, monitor=monitor) for source in named])
