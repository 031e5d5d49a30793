"""MatrixMarket coordinate files: the adjacency matrix of one graph.

Nodes are named 1, 2, ... A ``general`` matrix is directed, one of another symmetry is not. Values are left out unless
``edge_labels=True`` takes them as labels or ``threshold=`` chooses among them. A matrix of real numbers with weights
for nearly all pairs is refused without a threshold. Arrays (dense matrices), matrices that are not square, and files
whose number of entries differs from the size line are refused.

Format: https://math.nist.gov/MatrixMarket/formats.html
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.options import option_text
from spminer.errors import InputError
from spminer.graphs.build import assemble, check_node_count, sort_labels
from spminer.graphs.convert.arrays import check_not_full
from spminer.graphs.formats.format import Format, Holds, write_rows
from spminer.graphs.formats.matrix import threshold_note
from spminer.graphs.reading import Reading

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_FIELDS = ("pattern", "real", "integer", "complex", "double")
_SYMMETRIES = {"general": True, "symmetric": False, "skew-symmetric": False, "hermitian": False}


@dataclass(frozen=True, slots=True)
class _Header:
    nodes: int
    entries: int
    directed: bool
    field: str

    @property
    def has_values(self) -> bool:
        """Whether entries have values."""
        return self.field != "pattern"


def _parse_header(sample: bytes, name: str) -> _Header:
    banner, *lines = sample.split(b"\n")
    words = banner.decode("latin-1").lower().split()
    if len(words) != 5 or words[:2] != ["%%matrixmarket", "matrix"]:
        raise InputError(
            "has no MatrixMarket banner",
            source=name,
            line=1,
            remedy="start with '%%MatrixMarket matrix coordinate ...'",
        )
    if words[2] != "coordinate" or words[3] not in _FIELDS or words[4] not in _SYMMETRIES:
        what = " ".join(words[2:])[:60]
        reason = f"the kind of matrix {what!r} is unsupported"
        raise InputError(reason, source=name, line=1, remedy="save it as a sparse coordinate matrix")
    for number, line in enumerate(lines, start=2):
        if line.strip() and not line.lstrip().startswith(b"%"):
            return _Header(
                *_parse_size(line, number, name),
                _SYMMETRIES[words[4]],
                words[3],
            )
    raise InputError("no line with the matrix size", source=name, remedy="fetch the file again")


def _parse_size(line: bytes, number: int, name: str) -> tuple[int, int]:
    words = line.split()
    if len(words) != 3 or not all(word.isdigit() and len(word) <= 18 for word in words):
        raise InputError("expected 'rows columns entries'", source=name, line=number, remedy="correct the size line")
    rows, columns, entries = map(int, words)
    if rows != columns:
        reason = f"matrix has {rows} rows and {columns} columns"
        raise InputError(reason, source=name, line=number, remedy="an adjacency matrix is square")
    return rows, entries


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read a coordinate matrix; see :func:`spminer.read`."""
    header = _parse_header(source.sample(1 << 20), source.name)
    check_node_count(header.nodes, 2**31, source.name)  # only the limit: the edges are not read yet
    with_labels = options.edge_labels and header.has_values
    if options.threshold is not None and header.field not in ("real", "double", "integer"):
        reason = (
            f"{option_text('threshold')} is not supported for a matrix of the field {header.field}, which needs numbers"
        )
        raise InputError(reason, source=source.name, remedy="leave it out")
    stored = header.nodes * (header.nodes - 1) // (1 if header.directed else 2)
    # Values are parsed, as labels, if there is a threshold or an entry for nearly every pair.
    with_values = options.threshold is not None or (header.field in ("real", "double") and 2 * header.entries > stored)
    label_column = 2 if with_labels or with_values else -1
    parser = _core.EdgeListParser(
        ids="range", header=True, first_id=1, id_count=header.nodes, label_column=label_column
    )
    source.feed(parser)
    if parser.edges != header.entries:
        reason = f"declares {header.entries} entries but has {parser.edges}"
        raise InputError(reason, source=source.name, remedy="correct the size line, or fetch the file again")
    check_node_count(header.nodes, parser.edges, source.name)
    directed = options.is_directed(header.directed)
    csr = source.deadline.native(parser.build, directed=directed)
    label_names: tuple[str, ...] = ()
    if csr["edge_labels"] is not None:
        labels = sort_labels(csr["edge_labels"], parser.label_names())
        csr["edge_labels"], label_names = labels.codes, labels.names
    names = np.arange(1, header.nodes + 1, dtype=np.int64)
    notes: tuple[str, ...] = ()
    if with_values and csr["edge_labels"] is not None:
        csr, notes = _apply_threshold(csr, label_names, header, options, directed, source.name)
        label_names = label_names if with_labels else ()
    return assemble(
        csr,
        directed=directed,
        source=source.name,
        node_names=names,
        edge_label_names=label_names,
        reading=Reading(
            "MatrixMarket",
            edges="entries",
            direction=options.direction(header.directed, stated_by="general" if header.directed else "symmetric"),
            edge_labels="the values" if with_labels else "",
            left_out=("values",) if header.has_values and not with_labels else (),
            notes=notes,
        ),
    )


def _apply_threshold(
    csr: dict[str, Any], texts: tuple[str, ...], header: _Header, options: ReadOptions, directed: bool, source: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The rows without entries below the threshold; without one, refuses weights of nearly all pairs."""
    try:
        values = np.array([float(text) for text in texts])[csr["edge_labels"]]
    except ValueError:
        raise InputError("a value is not a number", source=source, remedy="correct the file") from None
    rows = np.repeat(np.arange(header.nodes, dtype=np.int32), np.diff(csr["indptr"]))
    if options.threshold is None:
        if not options.edge_labels:
            check_not_full(rows, csr["indices"], values, header.nodes, source)
        return (csr if options.edge_labels else csr | {"edge_labels": None}), ()
    kept = np.abs(values) >= options.threshold
    chosen = {
        "indptr": np.concatenate([[0], np.cumsum(np.bincount(rows[kept], minlength=header.nodes))]),
        "indices": csr["indices"][kept],
        "edge_labels": csr["edge_labels"][kept] if options.edge_labels else None,
    }
    per_edge = 1 if directed else 2
    note = threshold_note(options.threshold, int(kept.sum()) // per_edge, int((values != 0).sum()) // per_edge)
    return csr | chosen, (note,)


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write a pattern matrix: ``general`` if directed, else ``symmetric``."""
    symmetry = "general" if graphs.directed else "symmetric"
    sizes = f"{graphs.num_nodes} {graphs.num_nodes} {graphs.num_edges}"
    file.write(f"%%MatrixMarket matrix coordinate pattern {symmetry}\n{sizes}\n".encode())
    sources, targets, _ = graphs.edges()
    rows, columns = (sources, targets) if graphs.directed else (targets, sources)  # the lower triangle
    write_rows(file, [(ends.astype(np.int64) + 1).astype(str).astype(object) for ends in (rows, columns)], " ")


FORMAT = Format(
    "matrixmarket",
    "MatrixMarket coordinate matrix",
    (".mtx", ".mm"),
    lambda sample: sample[:14].lower() == b"%%matrixmarket",
    read,
    write,
    Holds(isolated=True, names=False),
    options=("threshold",),
)
