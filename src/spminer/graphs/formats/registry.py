"""Table of file formats, and reading and writing by it."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any, Literal

from spminer._util.deadline import Patience
from spminer._util.files import exists
from spminer._util.validation import explains_arguments
from spminer.errors import InputError, UsageError
from spminer.fetching import Dataset, fetch, find_dataset
from spminer.graphs.formats import neo4j
from spminer.graphs.formats.foreign import refuse_foreign
from spminer.graphs.formats.nodes import read_label_names, read_nodes
from spminer.graphs.formats.options import ReadOptions
from spminer.graphs.formats.packed import Packing, packing_by_suffix
from spminer.graphs.formats.source import ReadableSource, Source, is_source, only_member
from spminer.graphs.formats.table import FORMATS, Format
from spminer.graphs.formats.writing import appearing, path_to_write, watched
from spminer.graphs.tables.labelnames import with_label_names
from spminer.graphs.tables.nodes import with_nodes

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from spminer._util.monitor import Monitor
    from spminer.graphs.collection import GraphCollection

__all__ = [
    "FORMATS",
    "Format",
    "check_taken",
    "named_dataset",
    "opened",
    "read",
    "read_labeled",
    "read_with",
    "with_known",
    "write",
    "written_format",
]

_BY_NAME = {form.name: form for form in FORMATS}


@explains_arguments
def read(
    path: ReadableSource,
    /,
    *,
    format: str | None = None,  # noqa: A002 (the word users expect)
    directed: bool | None = None,
    edge_labels: bool = False,
    ids: Literal["auto", "number", "text"] = "auto",
    source: str | int | None = None,
    target: str | int | None = None,
    label: str | None = None,
    edge_label: str | int | None = None,
    header: bool | None = None,
    threshold: float | None = None,
    nodes: Any = None,
    label_names: Mapping[Any, str] | str | os.PathLike[str] | None = None,
    monitor: Monitor | None = None,
) -> GraphCollection:
    r"""Read one or many graphs from a file, a folder or a published data set.

    What was taken for edges, direction, names and labels is in the collection's ``reading``. A table whose columns
    cannot be told is refused. Self-loops and repeated edges are dropped; the collection's ``dropped`` says how many,
    and so does one line in the log ``spminer``.

    Parameters
    ----------
    path
        Path of a file (may be compressed by gzip, bzip2, xz or Zstandard) or data set folder, ``"-"`` for standard
        input, a file object, or the name of a data set, ``"tu:NAME"`` or ``"snap:NAME"``, which is fetched at its
        first use (:func:`spminer.datasets.fetch`).
    format
        Name of the format; by default judged by the name and the content. One of :data:`FORMATS`.
    directed
        Whether edges have a direction; by default what is known of a named data set, else what the file says. Of a
        table its comments, a column for it, the names of the columns of the ends (``citing,cited``), and that some
        pairs but not nearly all are listed both ways say so. Undirected if nothing does.
    edge_labels
        Take edge labels from the third column of an edge list, or from the values of a matrix.
    ids
        Whether an edge list's node ids are numbers or names; by default numbers if all of them are written as numbers
        usually are (``7``, not ``007``), else names, exactly as they are written.
    source, target
        Columns of a table that hold the ends of the edges: their names, or their places counted from 1.
    label
        Attribute of nodes, or column of the table ``nodes``, that holds their labels. By default it is ``label``,
        which is the name instead where no two nodes have the same.
    edge_label
        Attribute of edges, or column of a table, that holds their labels.
    header
        Whether the first row of a table names its columns; by default judged, and refused where that cannot be told.
    threshold
        Entries of a matrix whose absolute value is at least this are edges; their signs and values are dropped. A
        matrix with entries that are negative or no whole numbers, such as one of correlations, is refused without it.
    nodes
        Table of nodes with an id and a label (or class) each: a path, a data frame or a ``dict`` from id to label.
        Nodes without edges become part of the graph.
    label_names
        Names for the node labels of data sets that number them: a ``dict``, or the path of a file with lines such as
        ``0 C``.
    monitor
        Watches the reading, and ends it where its time limit does; no part of a graph is returned then.

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
        header=header,
        threshold=threshold,
        nodes=nodes,
        patience=Patience(monitor),
    )
    return read_with(path, options, format=format, label_names=label_names, monitor=monitor)


def read_with(
    path: ReadableSource,
    options: ReadOptions,
    *,
    format: str | None = None,  # noqa: A002 (the word users expect)
    label_names: Mapping[Any, str] | str | os.PathLike[str] | None = None,
    monitor: Monitor | None = None,
) -> GraphCollection:
    """Read by options whose patience is the caller's own; the monitor is for data sets that are fetched first."""
    named = None if format is None else _by_name(format)
    dataset = named_dataset(path)
    graphs = _read_source(path, named, options) if dataset is None else _read_dataset(dataset, named, options, monitor)
    options.patience.over()
    if label_names is None:
        return graphs
    names, where = read_label_names(label_names)
    return with_label_names(graphs, names, source=where)


def read_labeled(path: ReadableSource) -> GraphCollection:
    """Read a small graph in which labels are labels though no two are alike, as in patterns."""
    return _read_source(path, None, ReadOptions(names=False))


def named_dataset(source: ReadableSource) -> Dataset | None:
    """The data set that a source names, if it is a text and there is no file of that name.

    >>> named_dataset("tu:MUTAG").file_name
    'MUTAG.zip'
    """
    return find_dataset(source) if isinstance(source, str) and not exists(source) else None


def _read_dataset(
    dataset: Dataset, named: Format | None, options: ReadOptions, monitor: Monitor | None
) -> GraphCollection:
    fetched = fetch(dataset.name, monitor=monitor)
    graphs = _read_source(fetched.path, named, with_known(dataset, options))
    return replace(graphs, source=dataset.name, source_sha256=fetched.sha256)


def with_known(dataset: Dataset, options: ReadOptions) -> ReadOptions:
    """The options with what is known of a data set, where nothing else was said."""
    if options.directed is None:
        options = replace(options, directed=dataset.directed)
    return replace(options, ids="text") if options.ids == "auto" and dataset.text_ids else options


def _read_source(origin: ReadableSource, named: Format | None, options: ReadOptions) -> GraphCollection:
    with opened(origin, named, options) as (source, form):
        own_nodes = "nodes" in form.takes and is_source(options.nodes)
        # The label of a table of nodes is a column there.
        inner = options if own_nodes or options.nodes is None else replace(options, nodes=None, label=None)
        check_taken(form, inner, source.name)
        graphs = form.read(source, inner)
        if options.nodes is None or own_nodes:
            return graphs
        table, where = read_nodes(options.nodes, options)
        return with_nodes(graphs, table, source=where)


@contextmanager
def opened(origin: ReadableSource, named: Format | str | None, options: ReadOptions) -> Iterator[tuple[Source, Format]]:
    """A source, opened, and its format."""
    with Source(origin, patience=options.patience) as outer, only_member(outer) as source:
        form = _by_name(named) if isinstance(named, str) else named or _detect(source, options)
        if source.is_folder and form.name not in ("tudataset", "neo4j"):
            raise InputError(f"is a folder, not a {form.title} file", source=source.name, remedy="give the file itself")
        yield source, form


def check_taken(form: Format, options: ReadOptions, name: str) -> None:
    """Refuse options that would do nothing."""
    for option in ("source", "target", "label", "edge_label", "header", "threshold"):
        if getattr(options, option) is not None and option not in form.takes:
            needs = "; nodes= gives a table of nodes, of which it is a column" if option == "label" else ""
            reason = f"{option}= means nothing for format {form.name}{needs}"
            raise InputError(reason, source=name, remedy="leave it out, or give the format by name")


def write(
    graphs: GraphCollection,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 (the word users expect)
    monitor: Monitor | None = None,
) -> None:
    """Write graphs to a file, compressed if the name ends in ``.gz``, ``.bz2``, ``.xz`` or ``.zst``.

    A format that cannot hold all that the graphs have (many graphs, labels, direction, names) is refused; ``spm``,
    the store, holds everything. The file appears only once it is complete.

    Parameters
    ----------
    graphs
        What to write.
    path
        The file; an existing one is replaced.
    format
        Name of the format; by default judged by the name.
    monitor
        Watches the writing, and ends it where its time limit does; there is no new file then.

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
    target = path_to_write(path)
    form = written_format(target, format)
    packing = packing_by_suffix(target.name)
    if packing is not None and form.archive:
        raise UsageError(f"format {form.name} is not compressed further; leave {packing.suffix} out of {target.name!r}")
    patience = Patience(monitor, remedy="give more time")
    patience.turn_to(f"writing {target}")
    with appearing(target) as (file, _):
        _write_to(watched(file, patience), graphs, form, packing)


def written_format(path: Path, name: str | None = None) -> Format:
    """The format that a file is to have, by its own name or by that of the file.

    >>> from pathlib import Path
    >>> written_format(Path("friends.csv.gz")).name
    'edgelist'
    """
    form = _by_name(name) if name is not None else _by_suffix(path.name)
    if form is None:
        names = ", ".join(_BY_NAME)
        raise UsageError(f"no format is known by the name {path.name!r}; give format=, one of {names}")
    if form.write is None:
        written = ", ".join(other.name for other in FORMATS if other.write is not None)
        raise UsageError(f"format {form.name} is only read; write one of {written}")
    return form


def _write_to(file: IO[bytes], graphs: GraphCollection, form: Format, packing: Packing | None) -> None:
    assert form.write is not None
    if packing is None:
        form.write(graphs, file)
        return
    with packing.open(file, "wb") as packed:
        form.write(graphs, packed)


def _by_name(name: str) -> Format:
    if name not in _BY_NAME:
        raise UsageError(f"unknown format {name!r}; known are {', '.join(_BY_NAME)}")
    return _BY_NAME[name]


def _by_suffix(name: str) -> Format | None:
    packing = packing_by_suffix(name)
    stem = name.lower().removesuffix(packing.suffix if packing else "")
    return next((form for form in FORMATS if form.suffixes and stem.endswith(form.suffixes)), None)


def _detect(source: Source, options: ReadOptions) -> Format:
    """By the file's name if it is particular to one format, else by the content."""
    if source.is_folder:
        assert source.path is not None
        return _BY_NAME["neo4j" if neo4j.looks_like_neo4j_folder(source.path) else "tudataset"]
    named = _by_suffix(source.name)
    if named is not None and named.name != "edgelist":
        return named
    sample = source.sample()
    certain = next((form for form in FORMATS if not form.guessed and form.sniff(sample)), None)
    if certain is not None:
        return certain
    refuse_foreign(sample, source.name)
    if options.source is not None and options.target is not None:
        return _BY_NAME["edgelist"]  # whoever names two columns has a table of edges
    return next(form for form in FORMATS if form.guessed and form.sniff(sample))
