"""The table of file formats, and how a file's format is found.

A suffix that belongs to one format decides. Otherwise the content does: first the formats with a mark of their own,
then those that a heuristic recognizes, in the order of `FORMATS`; the edge list takes the rest. Content of known
programs that is no supported graph format is refused with a remedy, since another reader might take it for edges.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from spminer._util.files import exists
from spminer.errors import InputError, UsageError
from spminer.graphs.datasets import Dataset, bundled_path, fetch, find_dataset
from spminer.graphs.formats import (
    arrow,
    cx,
    dot,
    edge_list,
    gexf,
    gml,
    graph6,
    graphml,
    gspan,
    gt,
    json,
    matrix,
    matrixmarket,
    molecules,
    neo4j,
    npz,
    pajek,
    r,
    sif,
    spm,
    spreadsheet,
    tudataset,
)
from spminer.graphs.options import ReadOptions
from spminer.graphs.source import ReadableSource, Source, compression_by_suffix, is_source, open_single_member
from spminer.graphs.tables.nodes import apply_node_table, read_label_names, read_nodes, rename_labels

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

    from spminer._util.monitor import Monitor
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.formats.format import Format

__all__ = ["FORMATS", "named_dataset", "open_source", "read_labeled", "read_with", "with_dataset_options"]


class _Foreign(NamedTuple):
    what: str
    start: re.Pattern[bytes]
    remedy: str


def _at(pattern: bytes, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[bytes]:
    return re.compile(pattern, flags)


_FETCH = "fetch the file itself, not the page about it"
_CONVERT = "convert it to an edge list, GraphML or another known format"
_FOREIGN = (
    _Foreign("a web page", _at(rb"\s*(<!doctype html|<html)"), _FETCH),
    _Foreign("a PDF document", _at(rb"%PDF-"), _FETCH),
    _Foreign("a pickled Python object", _at(rb"\x80[\x02-\x05]."), "load it, and pass the graph itself"),
    _Foreign("an HDF5 file", _at(rb"\x89HDF\r\n"), _CONVERT),
    _Foreign("an SQLite database", _at(rb"SQLite format 3\0"), "query its edges into a CSV file"),
    _Foreign("a NumPy array", _at(rb"\x93NUMPY"), "load it, and pass the array to spminer.from_edges"),
    _Foreign("XML, but neither GraphML nor GEXF", _at(rb"\s*<(\?xml|!doctype|[a-z:]+[ >])"), _CONVERT),
    _Foreign("RDF", _at(rb"\s*(#[^\n]*\n\s*)*(@prefix|@base|prefix\s+\w*:|<[^>\s]+>\s+<[^>\s]+>)"), _CONVERT),
    _Foreign(
        "a Cypher script", _at(rb"\s*(create|merge|match|unwind|:begin)\s*[(\s:]"), "export CSV or GraphML instead"
    ),
    _Foreign("UCINET's DL", _at(rb"\s*dl\s+n\s*="), "save it as Pajek or as an edge list"),
    _Foreign("DIMACS", _at(rb"\s*(c\b[^\n]*\n\s*)*p\s+(edge|col|sp|max|cnf)\s+\d+"), _CONVERT),
    _Foreign("FASTA", _at(rb">\S[^\n]*\n[A-Z*\-\n\r]+(\n>|$)", re.NOFLAG), "sequences are not a graph"),
    _Foreign("a Tulip file", _at(rb"\s*\(tlp\s"), _CONVERT),
    _Foreign("GDF of GUESS", _at(rb"\s*nodedef\s*>"), "save it as GEXF or GraphML with Gephi"),
    _Foreign("a table for Excel, whose first line is not a row", _at(rb"\"?sep=.\"?\r?\n"), "drop the first line"),
    _Foreign("YAML", _at(rb"---\s*\n|\w+:\s*\n\s*- "), _CONVERT),
)
_TRIVIAL = re.compile(rb"^#[ \t]*\r?\n", re.MULTILINE)
_LARGE_LAYOUT = re.compile(rb"\s*(#[ \t]+\S+[ \t]*\r?\n(\s*[^\s#]\S*([ \t]+[-+.0-9eE]+)?[ \t]*\r?\n)+){2,}")
_METIS = re.compile(rb"\s*(%[^\n]*\n)*\s*(\d+)[ \t]+(\d+)([ \t]+\d{1,3})?[ \t]*\r?\n")


def reject_unsupported(sample: bytes, name: str) -> None:
    """Refuse content of a program or format that is recognized and not supported."""
    for foreign in _FOREIGN:
        if foreign.start.match(sample):
            raise InputError(f"is {foreign.what}", source=name, remedy=foreign.remedy)
    if _is_trivial(sample):
        raise InputError("is TGF: nodes, a line '#', then edges", source=name, remedy=_CONVERT)
    if name.lower().endswith(".lgl") or _LARGE_LAYOUT.match(sample):
        reason = "is LGL (Large Graph Layout): a line '# NODE', then its neighbors"
        raise InputError(reason, source=name, remedy="write one edge per line, or save it as GraphML with igraph")
    if _is_metis(sample):
        raise InputError("is METIS: the number of nodes and edges, then neighbors", source=name, remedy=_CONVERT)


def _is_trivial(sample: bytes) -> bool:
    """Whether a line ``#`` separates nodes with names from edges between their ids."""
    parts = _TRIVIAL.split(sample)
    if len(parts) != 2 or not parts[0].strip():
        return False
    ids = {line.split()[0] for line in parts[0].splitlines() if line.strip()}
    edges = [line.split()[:2] for line in parts[1].splitlines() if line.strip()]
    return bool(edges) and all(len(ends) == 2 and set(ends) <= ids for ends in edges)


def _is_metis(sample: bytes) -> bool:
    """Whether the first line has the number of lines below it, which list each edge from both ends."""
    head = _METIS.match(sample)
    if head is None or len(sample) >= 1 << 16:
        return False
    nodes, edges = int(head[2]), int(head[3])
    lines = [line.split() for line in sample[head.end() :].splitlines() if not line.startswith(b"%")]
    if len(lines) != nodes or nodes < 3 or not all(word.isdigit() for line in lines for word in line):
        return False
    pairs = {(row, int(word)) for row, line in enumerate(lines, start=1) for word in line}
    return len(pairs) == 2 * edges and all((b, a) in pairs for a, b in pairs)


# In the order in which content is compared with them.
FORMATS: tuple[Format, ...] = (
    npz.FORMAT,
    spm.FORMAT,
    spreadsheet.FORMAT,
    tudataset.FORMAT,
    arrow.PARQUET_FORMAT,
    arrow.ARROW_FORMAT,
    r.FORMAT,
    gt.FORMAT,
    matrixmarket.FORMAT,
    graphml.FORMAT,
    gexf.FORMAT,
    gml.FORMAT,
    dot.FORMAT,
    pajek.FORMAT,
    cx.FORMAT,
    json.FORMAT,
    graph6.FORMAT,
    gspan.GSPAN_FORMAT,
    gspan.LG_FORMAT,
    molecules.SDF_FORMAT,
    neo4j.FORMAT,
    molecules.SMILES_FORMAT,
    matrix.FORMAT,
    sif.FORMAT,
    edge_list.FORMAT,
)
FORMATS_BY_NAME = {form.name: form for form in FORMATS}


def read_with(
    path: ReadableSource,
    options: ReadOptions,
    *,
    format: str | None = None,  # noqa: A002 (the word users expect)
    label_names: Mapping[Any, str] | str | os.PathLike[str] | None = None,
    monitor: Monitor | None = None,
) -> GraphCollection:
    """Read a path, a file object or a named data set; `options` has the deadline, `monitor` is for the download."""
    named = None if format is None else format_by_name(format)
    dataset = named_dataset(path)
    graphs = _read_source(path, named, options) if dataset is None else _read_dataset(dataset, named, options, monitor)
    options.deadline.finish()
    if label_names is None:
        return graphs
    names, where = read_label_names(label_names)
    return rename_labels(graphs, names, source=where)


def read_labeled(path: ReadableSource) -> GraphCollection:
    """Read a pattern: attributes that are labels stay labels even if all are different."""
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
    graphs = _read_source(fetched.path, named, with_dataset_options(dataset, options))
    return replace(graphs, source=dataset.name, source_sha256=fetched.sha256)


def with_dataset_options(dataset: Dataset, options: ReadOptions) -> ReadOptions:
    """The options with the direction and the kind of ids of a data set, where the user gave none."""
    if options.directed is None:
        options = replace(options, directed=dataset.directed)
    return replace(options, ids="text") if options.ids == "auto" and dataset.text_ids else options


def _read_source(origin: ReadableSource, named: Format | None, options: ReadOptions) -> GraphCollection:
    with open_source(origin, named, options) as (source, form):
        own_nodes = "nodes" in form.options and is_source(options.nodes)
        # With a node table, label= names a column of that table.
        inner = options if own_nodes or options.nodes is None else replace(options, nodes=None, label=None)
        form.check_options(inner, source.name)
        graphs = form.read(source, inner)
        if options.nodes is None or own_nodes:
            return graphs
        table, where = read_nodes(options.nodes, options)
        return apply_node_table(graphs, table, source=where)


@contextmanager
def open_source(
    origin: ReadableSource, named: Format | str | None, options: ReadOptions
) -> Iterator[tuple[Source, Format]]:
    """An opened source and its format."""
    bundled = bundled_path(origin)
    with Source(bundled or origin, deadline=options.deadline) as outer, open_single_member(outer) as source:
        source.name = source.name if bundled is None else str(origin)
        form = format_by_name(named) if isinstance(named, str) else named or _detect(source, options)
        if source.is_folder and form.name not in ("tudataset", "neo4j"):
            raise InputError(f"is a folder, not a {form.title} file", source=source.name, remedy="give the file itself")
        yield source, form


def format_by_name(name: str) -> Format:
    if name not in FORMATS_BY_NAME:
        raise UsageError(f"unknown format {name!r}; known are {', '.join(FORMATS_BY_NAME)}")
    return FORMATS_BY_NAME[name]


def format_by_suffix(name: str) -> Format | None:
    packing = compression_by_suffix(name)
    stem = name.lower().removesuffix(packing.suffix if packing else "")
    return next((form for form in FORMATS if form.suffixes and stem.endswith(form.suffixes)), None)


def _detect(source: Source, options: ReadOptions) -> Format:
    """The format by the file's name if that decides, else by the content."""
    if source.is_folder:
        assert source.path is not None
        return FORMATS_BY_NAME["neo4j" if neo4j.looks_like_neo4j_folder(source.path) else "tudataset"]
    named = format_by_suffix(source.name)
    if named is not None and named.name != "edgelist":
        return named
    sample = source.sample()
    marked = next((form for form in FORMATS if not form.heuristic and form.sniff(sample)), None)
    if marked is not None:
        return marked
    reject_unsupported(sample, source.name)
    if options.source is not None and options.target is not None:
        return FORMATS_BY_NAME["edgelist"]  # two named columns mean a table of edges
    return next(form for form in FORMATS if form.heuristic and form.sniff(sample))
