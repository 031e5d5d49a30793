"""Public reading, writing and conversion of graph files.

``read`` finds the format and calls its reader; ``write`` checks what the format holds and writes atomically;
``convert`` does both, and sorts edge lists and Parquet tables that are larger than memory on disk
(``store/from_edge_list.py``, ``store/from_parquet.py``).
"""

from __future__ import annotations

import inspect
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Literal

from spminer._util.deadline import Deadline
from spminer._util.imports import import_optional
from spminer._util.options import option_text
from spminer._util.validation import check_names, checked_values, validate_arguments
from spminer.errors import UsageError
from spminer.graphs.collection import check_collection
from spminer.graphs.datasets import fetch
from spminer.graphs.formats.format import Format, open_atomic, path_to_write, with_deadline
from spminer.graphs.formats.registry import (
    FORMATS,
    FORMATS_BY_NAME,
    format_by_name,
    format_by_suffix,
    named_dataset,
    open_source,
    read_with,
    with_dataset_options,
)
from spminer.graphs.options import ReadOptions
from spminer.graphs.source import ReadableSource, compression_by_suffix
from spminer.graphs.store.external_sort import TemporaryStorage, budget_within
from spminer.graphs.store.from_edge_list import write_store_from_edges
from spminer.graphs.store.from_parquet import write_store_from_parquet

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from pathlib import Path

    from spminer._util.monitor import Monitor
    from spminer.graphs.collection import GraphCollection

__all__ = ["convert", "read", "write"]


@validate_arguments
def read(
    path: ReadableSource,
    *,
    format: str | None = None,  # noqa: A002 (the word users expect)
    directed: bool | None = None,
    edge_labels: bool = False,
    ids: Literal["auto", "number", "text"] = "auto",
    source: str | int | None = None,
    target: str | int | None = None,
    label: str | None = None,
    edge_label: str | int | None = None,
    graph_label: str | int | None = None,
    header: bool | None = None,
    threshold: float | None = None,
    nodes: Any = None,
    label_names: Mapping[Any, str] | str | os.PathLike[str] | None = None,
    monitor: Monitor | None = None,
) -> GraphCollection:
    r"""Read one or many graphs from a file, a folder or a published data set.

    The collection's ``reading`` says what was taken for edges, direction, names and labels. A table whose columns are
    ambiguous is refused. Self-loops and repeated edges are dropped; the collection's ``dropped`` says how many, and so
    does one line in the log ``spminer``.

    Parameters
    ----------
    path
        Path of a file (may be compressed by gzip, bzip2, xz or Zstandard) or data set folder, ``"-"`` for standard
        input, a file object, or the name of a data set, such as ``"tu:NAME"`` or ``"netzschleuder:NAME"``, which
        is fetched at its first use (:func:`spminer.datasets.fetch`).
    format
        Name of the format, one of :data:`FORMATS`; by default found by the file's name and content.
    directed
        Whether edges have a direction; by default what is known of a named data set, else what the file says. A table
        says so by its comments, by a column of directions, by the names of the columns of the ends
        (``citing,cited``), or because some pairs, but not nearly all, are listed both ways. Otherwise undirected.
    edge_labels
        Take edge labels from the third column of an edge list, or from the values of a matrix.
    ids
        Whether an edge list's node ids are numbers or names; by default numbers if all of them are written as numbers
        usually are (``7``, not ``007``), else names, exactly as they are written.
    source, target
        Columns of a table that hold the ends of the edges: their names, or their numbers counted from 1.
    label
        Attribute of nodes, or column of the table ``nodes``, that holds their labels. The default is ``label``, which
        is taken for the node's name if no two nodes have the same.
    edge_label
        Attribute of edges, or column of a table, that holds their labels.
    graph_label
        Column of a table of molecules, or property of an SD file, that holds their classes. Classes that are text get
        numbers in sorted order. Molecules without a class are left out.
    header
        Whether the first row of a table names its columns; by default judged, and an ambiguous row is refused.
    threshold
        Entries of a matrix whose absolute value is at least this are edges; their signs and values are dropped. A
        matrix with negative or fractional entries, such as one of correlations, is refused without it.
    nodes
        Table of nodes with an id and a label (or class) each: a path, a data frame or a ``dict`` from id to label.
        Its nodes without edges are added to the graph.
    label_names
        Names for the node labels of data sets that number them: a ``dict``, or the path of a file with lines such as
        ``0 C``.
    monitor
        Monitor of the reading. If its time limit ends the reading, no part of a graph is returned.

    Returns
    -------
    GraphCollection
        The graphs, with the file's own node names and labels.

    Raises
    ------
    InputError
        If the source cannot be read; the message names the file, the line and a remedy.
    LimitError
        If the monitor ended the reading.

    Examples
    --------
    >>> import io, spminer
    >>> spminer.read(io.BytesIO(b"a,b\nb,c\n"))
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    >>> contacts = b"t,i,j\n20,ann,bob\n40,bob,cid\n"
    >>> spminer.read(io.BytesIO(contacts), nodes={"ann": "nurse", "bob": "doctor", "cid": "nurse"}).node_label_names
    ('doctor', 'nurse')
    """
    options = ReadOptions.of(
        directed=directed,
        edge_labels=edge_labels,
        ids=ids,
        source=source,
        target=target,
        label=label,
        edge_label=edge_label,
        graph_label=graph_label,
        header=header,
        threshold=threshold,
        nodes=nodes,
        deadline=Deadline(monitor),
    )
    return read_with(path, options, format=format, label_names=label_names, monitor=monitor)


@validate_arguments
def write(
    graph: GraphCollection,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 (the word users expect)
    monitor: Monitor | None = None,
) -> None:
    """Write graphs to a file, compressed if the name ends in ``.gz``, ``.bz2``, ``.xz`` or ``.zst``.

    A format that cannot hold the graphs (several graphs, labels, direction) is refused; ``spm``, the store, holds
    everything. The file is replaced when the new one is complete.

    Parameters
    ----------
    graph
        The graphs to write.
    path
        The file; an existing one is replaced.
    format
        Name of the format; by default found by the file's name.
    monitor
        Monitor of the writing. If its time limit ends the writing, there is no new file.

    Raises
    ------
    UsageError
        If the format cannot hold the graphs, or the disk refuses the file.
    LimitError
        If the monitor ended the writing.

    Examples
    --------
    >>> import pathlib, spminer, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "path.txt"
    >>> spminer.write(spminer.from_edges([(0, 1), (1, 2)]), path)
    >>> path.read_text().split()
    ['#', 'Undirected', 'graph', '0', '1', '1', '2']
    """
    check_collection(graph)
    target = path_to_write(path)
    form = written_format(target, format)
    packing = compression_by_suffix(target.name)
    if packing is not None and not form.compressible:
        raise UsageError(f"format {form.name} is not compressed further; leave {packing.suffix} out of {target.name!r}")
    deadline = Deadline(monitor, remedy="give more time")
    deadline.start_phase(f"writing {target}")
    with open_atomic(target) as (file, _):
        output = with_deadline(file, deadline)
        with packing.open(output, "wb") if packing else nullcontext(output) as packed:
            form.write(graph, packed)


def written_format(path: Path, name: str | None = None) -> Format:
    """The format of a new file, by its own name or by the name of the file.

    >>> from pathlib import Path
    >>> written_format(Path("friends.csv.gz")).name
    'edgelist'
    """
    form = format_by_name(name) if name is not None else format_by_suffix(path.name)
    if form is None:
        names = ", ".join(FORMATS_BY_NAME)
        raise UsageError(f"unknown format of the file {path.name!r}; give {option_text('format')}, one of {names}")
    if form.writer is None:
        written = ", ".join(other.name for other in FORMATS if other.writer is not None)
        raise UsageError(f"format {form.name} is only read; write one of {written}")
    return form


_READING = [name for name in inspect.signature(read).parameters if name != "path"]
_STORE = "spm"
_REMEDY = "give more time"  # the usual remedy is a store, which this is


@validate_arguments
def convert(
    source: ReadableSource,
    path: str | os.PathLike[str],
    /,
    *,
    memory_limit: int | None = None,
    **reading: Any,
) -> GraphCollection:
    r"""Read graphs and write them to another file, whose suffix decides the format.

    Convert large graphs, and graphs that are read often, to a store (``.spm``). A store is mapped into memory instead
    of read, whatever its size; processes share it; and it keeps the parts of the matching index that take long to
    compute.

    Parameters
    ----------
    source
        Any argument of :func:`spminer.read`.
    path
        The file to write; an existing one is replaced when the new one is complete.
    memory_limit
        Bytes that the process may use; only for stores of plain edge lists and of Parquet tables. The edges are sorted
        on disk, beside ``path``, so that the graph may be larger than memory. This takes up to six times the size of
        the store there.
        The store has no parts of a matching index; they are computed when they are first needed.
    **reading
        Options of :func:`spminer.read`, and a ``monitor`` that may end reading, sorting and writing.

    Returns
    -------
    GraphCollection
        The graphs; of a store, the opened store.

    Raises
    ------
    InputError
        If the source cannot be read.
    UsageError
        If the format of ``path`` cannot hold the graphs, the disk refuses the file, or the limit is too small.
    LimitError
        If the monitor ended the work; there is no new file then.

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
        raise UsageError(
            f"{option_text('memory_limit')} is for stores; name the file .spm instead of {output.name!r}, or leave it "
            "out"
        )
    others = {name: reading.pop(name, None) for name in ("format", "label_names", "monitor")}
    options = ReadOptions.of(**reading, deadline=Deadline(others["monitor"], remedy=_REMEDY))
    if memory_limit is None:
        graphs = read_with(source, options, **others)
        write(graphs, output, monitor=others["monitor"])
        return read(output) if is_store else graphs
    _store_within(memory_limit, source, output, options, **others)
    return read(output)


_WITHIN_LIMITS = {"edgelist": write_store_from_edges, "parquet": write_store_from_parquet}


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
    """Write the store of an edge list or a Parquet table that need not fit into memory."""
    for option, value in (("nodes", options.nodes), ("label_names", label_names)):
        if value is not None:
            raise UsageError(f"{option_text(option)} is not supported within a memory limit; leave one of the two out")
    dataset = named_dataset(origin)
    if dataset is not None:
        options, origin = with_dataset_options(dataset, options), fetch(dataset.name, monitor=monitor).path
    with open_source(origin, format, options) as (source, form):
        if dataset is not None:
            source.name = dataset.name
        writer = _WITHIN_LIMITS.get(form.name)
        if writer is None:
            raise UsageError(
                f"{source.name} is read as {form.title}; {option_text('memory_limit')} is for edge lists and Parquet "
                "tables, leave it out"
            )
        form.check_options(options, source.name)
        if form.name == "parquet":
            import_optional("pyarrow.parquet", "spminer[parquet]")  # before what the process holds is measured
        with (
            open_atomic(output) as (file, folder),
            TemporaryStorage(folder, budget_within(limit), source.deadline) as scratch,
        ):
            writer(source, options, file, scratch)
        options.deadline.finish()
