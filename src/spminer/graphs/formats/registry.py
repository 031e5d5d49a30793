"""Table of file formats, and reading and writing by it."""

from __future__ import annotations

import gzip
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, Protocol

from spminer.errors import InputError, UsageError
from spminer.fetching import Dataset, fetch, find_dataset
from spminer.graphs.formats import edgelist, gml, graph6, graphml, gspan, lg, matrixmarket, npz, tudataset
from spminer.graphs.formats.graphlines import looks_like_graph_lines
from spminer.graphs.formats.options import ReadOptions
from spminer.graphs.formats.source import ReadableSource, Source

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from spminer.graphs.collection import GraphCollection

__all__ = ["FORMATS", "Format", "named_dataset", "read", "write"]


class _Reader(Protocol):
    def __call__(self, source: Source, options: ReadOptions) -> GraphCollection: ...


class _Writer(Protocol):
    def __call__(self, graphs: GraphCollection, file: IO[bytes]) -> None: ...


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the table.

    Attributes
    ----------
    name
        What ``format=`` and ``--format`` call it.
    title
        A few words for the documentation.
    suffixes
        Ends of file names that mean this format whatever the content.
    sniff
        Whether the first bytes of a file look like this format.
    read, write
        The functions that do it.
    archive
        Whether it is compressed in itself.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    read: _Reader
    write: _Writer
    archive: bool = False


def _is_zip(sample: bytes) -> bool:
    return sample.startswith((b"PK\x03\x04", b"PK\x05\x06"))


# In the order in which content is compared with them; the edge list takes what nothing else claims.
FORMATS: tuple[Format, ...] = (
    Format("npz", "spminer's own, lossless", (".npz",), npz.looks_like_npz, npz.read, npz.write, archive=True),
    Format("tudataset", "TUDataset zip or folder", (".zip",), _is_zip, tudataset.read, tudataset.write, archive=True),
    Format(
        "matrixmarket",
        "MatrixMarket coordinate matrix",
        (".mtx", ".mm"),
        lambda sample: sample[:14].lower() == b"%%matrixmarket",
        matrixmarket.read,
        matrixmarket.write,
    ),
    Format("graphml", "GraphML", (".graphml",), lambda sample: b"<graphml" in sample, graphml.read, graphml.write),
    Format("gml", "GML", (".gml",), gml.looks_like_gml, gml.read, gml.write),
    Format(
        "graph6",
        "graph6, sparse6, digraph6",
        (".g6", ".graph6", ".s6", ".sparse6", ".d6", ".digraph6"),
        lambda sample: sample.startswith(graph6.HEADERS),
        graph6.read,
        graph6.write,
    ),
    Format("gspan", "gSpan t/v/e lines", (".gspan",), looks_like_graph_lines, gspan.read, gspan.write),
    Format("lg", "GraMi t/v/e lines", (".lg",), looks_like_graph_lines, lg.read, lg.write),
    Format(
        "edgelist",
        "edge list (txt, tsv, csv)",
        (".txt", ".tsv", ".csv", ".edges", ".edgelist", ".el"),
        lambda _: True,
        edgelist.read,
        edgelist.write,
    ),
)
_BY_NAME = {form.name: form for form in FORMATS}


def read(
    source: ReadableSource,
    *,
    format: str | None = None,  # noqa: A002 (the word users expect)
    directed: bool | None = None,
    edge_labels: bool = False,
    ids: Literal["auto", "number", "text"] = "auto",
) -> GraphCollection:
    r"""Read one or many graphs from a file, a folder or a published data set.

    Self-loops and repeated edges are dropped; the collection's ``dropped`` says how many, and so does one
    line in the log ``spminer``.

    Parameters
    ----------
    source
        Path of a file (may be gzip-compressed) or data set folder, ``"-"`` for standard input, a file object, or the
        name of a data set, ``"tu:NAME"`` or ``"snap:NAME"``, which is fetched at its first use
        (:func:`spminer.datasets.fetch`).
    format
        Name of the format; by default judged by the name and the content. One of :data:`FORMATS`.
    directed
        Whether edges have a direction; by default what is known of a named data set, else what the file says, and
        undirected if it says nothing.
    edge_labels
        Take edge labels from the third column of an edge list, or from the values of a matrix.
    ids
        Whether an edge list's node ids are numbers or names; by default judged by its first line.

    Returns
    -------
    GraphCollection
        The graphs, with the file's own node names and labels.

    Raises
    ------
    InputError
        If the source cannot be read; the message names the file, the line and a remedy.

    Examples
    --------
    >>> import io, spminer
    >>> spminer.read(io.BytesIO(b"a,b\nb,c\n"))
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    """
    if ids not in ("auto", "number", "text"):
        raise UsageError(f"ids is {ids!r}; it must be 'auto', 'number' or 'text'")
    named = None if format is None else _by_name(format)
    options = ReadOptions(directed, edge_labels, ids)
    dataset = named_dataset(source)
    return _read_source(source, named, options) if dataset is None else _read_dataset(dataset, named, options)


def named_dataset(source: ReadableSource) -> Dataset | None:
    """The data set that a source names, if it is a text and there is no file of that name.

    >>> named_dataset("tu:MUTAG").file_name
    'MUTAG.zip'
    """
    return find_dataset(source) if isinstance(source, str) and not Path(source).exists() else None


def _read_dataset(dataset: Dataset, named: Format | None, options: ReadOptions) -> GraphCollection:
    fetched = fetch(dataset.name)
    if options.directed is None:
        options = replace(options, directed=dataset.directed)
    if options.ids == "auto" and dataset.text_ids:
        options = replace(options, ids="text")
    graphs = _read_source(fetched.path, named, options)
    return replace(graphs, source=dataset.name, source_sha256=fetched.sha256)


def _read_source(source: ReadableSource, named: Format | None, options: ReadOptions) -> GraphCollection:
    with Source(source) as opened:
        form = named or _detect(opened)
        if opened.is_folder and form.name != "tudataset":
            raise InputError(f"is a folder, not a {form.title} file", source=opened.name, remedy="give the file itself")
        return form.read(opened, options)


def write(
    graphs: GraphCollection,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 (the word users expect)
) -> None:
    """Write graphs to a file, gzip-compressed if the name ends in ``.gz``.

    A format that cannot hold all that the graphs have (many graphs, labels, direction, names) is refused; ``npz``
    holds everything. The file appears only once it is complete.

    Parameters
    ----------
    graphs
        What to write.
    path
        The file; an existing one is replaced.
    format
        Name of the format; by default judged by the name.

    Examples
    --------
    >>> import pathlib, spminer, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "path.txt"
    >>> spminer.write(spminer.from_edges([(0, 1), (1, 2)]), path)
    >>> path.read_text().split()
    ['#', 'Undirected', 'graph', '0', '1', '1', '2']
    """
    target = Path(path)
    form = _by_name(format) if format is not None else _by_suffix(target.name)
    if form is None:
        names = ", ".join(_BY_NAME)
        raise UsageError(f"no format is known by the name {target.name!r}; give format=, one of {names}")
    compress = target.suffix.lower() == ".gz"
    if compress and form.archive:
        raise UsageError(f"format {form.name} is compressed already; leave .gz out of {target.name!r}")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".spminer-") as folder:
        partial = Path(folder) / target.name
        with partial.open("wb") as file:
            _write_to(file, graphs, form, compress=compress)
        partial.replace(target)


def _write_to(file: IO[bytes], graphs: GraphCollection, form: Format, *, compress: bool) -> None:
    if not compress:
        form.write(graphs, file)
        return
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:  # same graphs, same bytes
        form.write(graphs, packed)  # type: ignore[arg-type]


def _by_name(name: str) -> Format:
    if name not in _BY_NAME:
        raise UsageError(f"unknown format {name!r}; known are {', '.join(_BY_NAME)}")
    return _BY_NAME[name]


def _by_suffix(name: str) -> Format | None:
    stem = name.lower().removesuffix(".gz")
    return next((form for form in FORMATS if stem.endswith(form.suffixes)), None)


def _detect(source: Source) -> Format:
    """By the file's name if it is particular to one format, else by the content."""
    if source.is_folder:
        return _BY_NAME["tudataset"]
    named = _by_suffix(source.name)
    if named is not None and named.name != "edgelist":
        return named
    sample = source.sample()
    return next(form for form in FORMATS if form.sniff(sample))
