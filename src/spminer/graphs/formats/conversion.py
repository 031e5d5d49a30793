"""Conversion of graph files: any format that is read into any that is written."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from spminer._util.deadline import Patience
from spminer._util.validation import check_names, checked_values, explains_arguments
from spminer.errors import UsageError
from spminer.fetching import fetch
from spminer.graphs.external.budget import budget_within
from spminer.graphs.external.edgelist import store_edge_list
from spminer.graphs.external.spill import Scratch
from spminer.graphs.formats.options import ReadOptions
from spminer.graphs.formats.registry import (
    check_taken,
    named_dataset,
    opened,
    read,
    read_with,
    with_known,
    write,
    written_format,
)
from spminer.graphs.formats.writing import appearing, path_to_write

if TYPE_CHECKING:
    import os
    from pathlib import Path

    from spminer._util.monitor import Monitor
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.formats.source import ReadableSource, Source

__all__ = ["convert"]

_READING = [name for name in inspect.signature(read).parameters if name != "path"]
_STORE = "spm"
_REMEDY = "give more time"  # a store, which other readings are told of, is made by what has ended


@explains_arguments
def convert(
    source: ReadableSource,
    path: str | os.PathLike[str],
    /,
    *,
    memory_limit: int | None = None,
    **reading: Any,
) -> GraphCollection:
    r"""Read graphs and write them to another file, whose name tells the format.

    A store (``.spm``) is the format to convert to what is large or read often: it is opened, not read, in no time
    whatever its size; processes share it; and it keeps what makes matching in it start at once.

    Parameters
    ----------
    source
        What :func:`spminer.read` takes.
    path
        The file to write; an existing one is replaced when the new one is complete.
    memory_limit
        Bytes that the process may use. Edge lists are then sorted on disk, beside ``path``, so that the graph may be
        larger than memory. It needs up to six times the space of the store there; the store is without the parts of
        an index, which are made when they are first needed. For stores of plain edge lists alone.
    **reading
        What :func:`spminer.read` wants to know about the source, and a ``monitor`` that may end reading, sorting and
        writing.

    Returns
    -------
    GraphCollection
        The graphs, opened where they were written if that is a store.

    Raises
    ------
    InputError
        If the source cannot be read.
    UsageError
        If the format of ``path`` cannot hold the graphs, the disk refuses it, or the limit cannot be kept.
    LimitError
        If the monitor ended it; there is no new file then.

    Examples
    --------
    >>> import io, pathlib, spminer, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "friends.spm"
    >>> spminer.convert(io.BytesIO(b"ann,bob\nbob,cid\n"), path)
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    >>> spminer.read(path).names([2])
    ['cid']
    """
    check_names("convert", reading, ["memory_limit", *_READING])
    reading = checked_values(read, reading)
    output = path_to_write(path)
    is_store = written_format(output).name == _STORE
    if memory_limit is not None and not is_store:
        raise UsageError(f"memory_limit= is for stores; name the file .spm instead of {output.name!r}, or leave it out")
    others = {name: reading.pop(name, None) for name in ("format", "label_names", "monitor")}
    options = ReadOptions.of(**reading, patience=Patience(others["monitor"], remedy=_REMEDY))
    if memory_limit is None:
        graphs = read_with(source, options, **others)
        write(graphs, output, monitor=others["monitor"])
        return read(output) if is_store else graphs
    _store_within(memory_limit, source, output, options, **others)
    return read(output)


def _store_within(
    limit: int,
    origin: ReadableSource,
    output: Path,
    options: ReadOptions,
    *,
    format: str | None,  # noqa: A002 (the word users expect)
    label_names: object,
    monitor: Monitor | None,
) -> None:
    """Write the store of an edge list without having it in memory."""
    for option, value in (("nodes", options.nodes), ("label_names", label_names)):
        if value is not None:
            raise UsageError(f"{option}= cannot be had within a memory limit; leave one of both out")
    dataset = named_dataset(origin)
    if dataset is not None:
        options, origin = with_known(dataset, options), fetch(dataset.name, monitor=monitor).path
    with opened(origin, format, options) as (source, form):
        if dataset is not None:
            source.name = dataset.name
        if form.name != "edgelist":
            raise UsageError(f"{source.name} is read as {form.title}; memory_limit= is for edge lists, leave it out")
        check_taken(form, options, source.name)
        with appearing(output) as (file, folder), _scratch(folder, limit, source) as scratch:
            store_edge_list(source, options, file, scratch)
        options.patience.over()


def _scratch(folder: Path, limit: int, source: Source) -> Scratch:
    return Scratch(folder, budget_within(limit), source.patience)
