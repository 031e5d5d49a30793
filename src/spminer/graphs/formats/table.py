"""Rows of the table of formats: names, ends of file names, and the functions that read and write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Protocol

from spminer.graphs.formats import (
    arrow,
    dot,
    edgelist,
    gexf,
    gml,
    graph6,
    graphml,
    gspan,
    json,
    lg,
    matrix,
    matrixmarket,
    molecules,
    neo4j,
    npz,
    pajek,
    sif,
    spm,
    tudataset,
)
from spminer.graphs.formats.graphlines import looks_like_graph_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.formats.options import ReadOptions
    from spminer.graphs.formats.source import Source

__all__ = ["FORMATS", "Format"]

_ATTRIBUTES = ("label", "edge_label")
_COLUMNS = ("source", "target", "edge_label")


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
        The functions that do it; ``None`` for a format that is only read.
    archive
        Whether it is never compressed further.
    takes
        Options of reading that it knows what to do with, of those that others refuse.
    guessed
        Whether its content can be told from that of other text only by what is likely.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    read: _Reader
    write: _Writer | None
    archive: bool = False
    takes: tuple[str, ...] = ()
    guessed: bool = False


def _is_zip(sample: bytes) -> bool:
    return sample.startswith((b"PK\x03\x04", b"PK\x05\x06"))


# In the order in which content is compared with them; the edge list takes what nothing else claims.
FORMATS: tuple[Format, ...] = (
    Format(
        "npz",
        "sparse matrix of SciPy",
        (".npz",),
        npz.looks_like_npz,
        npz.read,
        None,
        archive=True,
        takes=("threshold",),
    ),
    Format("spm", "spminer's store, lossless", (".spm",), spm.looks_like_store, spm.read, spm.write, archive=True),
    Format("tudataset", "TUDataset zip or folder", (".zip",), _is_zip, tudataset.read, tudataset.write, archive=True),
    Format(
        "parquet",
        "Parquet table of edges",
        (".parquet", ".pq"),
        arrow.looks_like_parquet,
        arrow.read_parquet,
        arrow.write_parquet,
        archive=True,
        takes=_COLUMNS,
    ),
    Format(
        "arrow",
        "Arrow or Feather table of edges",
        (".arrow", ".feather", ".ipc"),
        arrow.looks_like_arrow,
        arrow.read_arrow,
        arrow.write_arrow,
        archive=True,
        takes=_COLUMNS,
    ),
    Format(
        "matrixmarket",
        "MatrixMarket coordinate matrix",
        (".mtx", ".mm"),
        lambda sample: sample[:14].lower() == b"%%matrixmarket",
        matrixmarket.read,
        matrixmarket.write,
        takes=("threshold",),
    ),
    Format(
        "graphml",
        "GraphML",
        (".graphml",),
        lambda sample: b"<graphml" in sample,
        graphml.read,
        graphml.write,
        takes=_ATTRIBUTES,
    ),
    Format("gexf", "GEXF", (".gexf",), lambda sample: b"<gexf" in sample, gexf.read, gexf.write, takes=_ATTRIBUTES),
    Format("gml", "GML", (".gml",), gml.looks_like_gml, gml.read, gml.write, takes=_ATTRIBUTES),
    Format("dot", "DOT", (".dot", ".gv"), dot.looks_like_dot, dot.read, dot.write, takes=_ATTRIBUTES),
    Format("pajek", "Pajek network", (".net",), pajek.looks_like_pajek, pajek.read, pajek.write, takes=_ATTRIBUTES),
    Format(
        "json",
        "node-link JSON, JSON lines",
        (".json", ".jsonl", ".ndjson"),
        json.looks_like_json,
        json.read,
        json.write,
        takes=(*_ATTRIBUTES, "source", "target"),
    ),
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
    Format("sdf", "SD file of molecules", (".sdf", ".mol"), molecules.looks_like_sdf, molecules.read_sdf, None),
    Format("neo4j", "CSV export of Neo4j", (), neo4j.looks_like_neo4j, neo4j.read, None, takes=(*_ATTRIBUTES, "nodes")),
    Format(
        "smiles",
        "SMILES",
        (".smi", ".smiles"),
        molecules.looks_like_smiles,
        molecules.read_smiles,
        None,
        takes=("source", "header"),
        guessed=True,
    ),
    Format(
        "matrix",
        "adjacency matrix (txt, tsv, csv)",
        (),
        matrix.looks_like_matrix,
        matrix.read,
        matrix.write,
        takes=("threshold",),
        guessed=True,
    ),
    Format("sif", "SIF", (".sif",), sif.looks_like_sif, sif.read, sif.write, takes=_ATTRIBUTES, guessed=True),
    Format(
        "edgelist",
        "edge list (txt, tsv, csv)",
        (".txt", ".tsv", ".csv", ".edges", ".edgelist", ".el"),
        lambda _: True,
        edgelist.read,
        edgelist.write,
        takes=(*_COLUMNS, "header"),
        guessed=True,
    ),
)
