"""Content that is no graph of a known format, though it may be text: recognized, so that it is never read as edges."""

from __future__ import annotations

import re
from typing import NamedTuple

from spminer.errors import InputError

__all__ = ["refuse_foreign"]


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
    _Foreign("an old Excel file", _at(rb"\xd0\xcf\x11\xe0"), "save the sheet as CSV"),
    _Foreign("XML, but neither GraphML nor GEXF", _at(rb"\s*<(\?xml|!doctype|[a-z:]+[ >])"), _CONVERT),
    _Foreign("RDF", _at(rb"\s*(#[^\n]*\n\s*)*(@prefix|@base|prefix\s+\w*:|<[^>\s]+>\s+<[^>\s]+>)"), _CONVERT),
    _Foreign(
        "a Cypher script", _at(rb"\s*(create|merge|match|unwind|:begin)\s*[(\s:]"), "export CSV or GraphML instead"
    ),
    _Foreign("UCINET's DL", _at(rb"\s*dl\s+n\s*="), "save it as Pajek or as an edge list"),
    _Foreign("DIMACS", _at(rb"\s*(c\b[^\n]*\n\s*)*p\s+(edge|col|sp|max|cnf)\s+\d+"), _CONVERT),
    _Foreign("FASTA", _at(rb">\S[^\n]*\n[A-Z*\-\n\r]+(\n>|$)", re.NOFLAG), "sequences are no graph"),
    _Foreign("a Tulip file", _at(rb"\s*\(tlp\s"), _CONVERT),
    _Foreign("GDF of GUESS", _at(rb"\s*nodedef\s*>"), "save it as GEXF or GraphML with Gephi"),
    _Foreign("a table for Excel, whose first line is no row", _at(rb"\"?sep=.\"?\r?\n"), "drop the first line"),
    _Foreign("YAML", _at(rb"---\s*\n|\w+:\s*\n\s*- "), _CONVERT),
)
_TRIVIAL = re.compile(rb"^#[ \t]*\r?\n", re.MULTILINE)
_LARGE_LAYOUT = re.compile(rb"\s*(#[ \t]+\S+[ \t]*\r?\n(\s*[^\s#]\S*([ \t]+[-+.0-9eE]+)?[ \t]*\r?\n)+){2,}")
_METIS = re.compile(rb"\s*(%[^\n]*\n)*\s*(\d+)[ \t]+(\d+)([ \t]+\d{1,3})?[ \t]*\r?\n")


def refuse_foreign(sample: bytes, name: str) -> None:
    """Refuse content that is recognized as something else than a graph of a known format."""
    for foreign in _FOREIGN:
        if foreign.start.match(sample):
            raise InputError(f"is {foreign.what}", source=name, remedy=foreign.remedy)
    if sample.startswith(b"PK") and b"xl/" in sample:
        raise InputError("is an Excel file", source=name, remedy="save the sheet as CSV")
    if _is_trivial(sample):
        raise InputError("is TGF: nodes, a line '#', then edges", source=name, remedy=_CONVERT)
    if name.lower().endswith(".lgl") or _LARGE_LAYOUT.match(sample):
        reason = "is LGL (Large Graph Layout): a line '# NODE', then its neighbors"
        raise InputError(reason, source=name, remedy="write one edge per line, or save it as GraphML with igraph")
    if _is_metis(sample):
        raise InputError("is METIS: the number of nodes and edges, then neighbors", source=name, remedy=_CONVERT)


def _is_trivial(sample: bytes) -> bool:
    """Whether a line that is only ``#`` parts nodes with names from edges between their ids."""
    parts = _TRIVIAL.split(sample)
    if len(parts) != 2 or not parts[0].strip():
        return False
    ids = {line.split()[0] for line in parts[0].splitlines() if line.strip()}
    edges = [line.split()[:2] for line in parts[1].splitlines() if line.strip()]
    return bool(edges) and all(len(ends) == 2 and set(ends) <= ids for ends in edges)


def _is_metis(sample: bytes) -> bool:
    """Whether the lines below the first are as many as it says, and list each edge from both sides."""
    head = _METIS.match(sample)
    if head is None or len(sample) >= 1 << 16:
        return False
    nodes, edges = int(head[2]), int(head[3])
    lines = [line.split() for line in sample[head.end() :].splitlines() if not line.startswith(b"%")]
    if len(lines) != nodes or nodes < 3 or not all(word.isdigit() for line in lines for word in line):
        return False
    pairs = {(row, int(word)) for row, line in enumerate(lines, start=1) for word in line}
    return len(pairs) == 2 * edges and all((b, a) in pairs for a, b in pairs)
