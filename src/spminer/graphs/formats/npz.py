"""Sparse matrices that SciPy wrote with ``save_npz``; only read.

The matrix is converted by ``from_scipy``: it must be square, entries other than 0 are edges, and it is directed if it
is not symmetric. ``threshold=`` and ``edge_labels=`` apply to the values. Archives with other arrays are refused, as
are damaged ones: SciPy follows row offsets without a check. To write everything that graphs have, use a store.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.checkpoint import ARCHIVE_DAMAGE
from spminer._util.imports import import_optional
from spminer.errors import InputError
from spminer.graphs.build import check_node_count, log_notes
from spminer.graphs.convert.arrays import from_scipy
from spminer.graphs.formats.format import Format
from spminer.graphs.formats.matrix import threshold_note
from spminer.graphs.reading import Reading, listed
from spminer.graphs.source import check_expansion, input_errors, open_zip

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_SCIPY = {"format.npy", "shape.npy"}
_FORMER = {"meta.npy", "graph_offsets.npy"}  # spminer's own arrays, before its first release
_REMEDY = "write the adjacency matrix again with scipy.sparse.save_npz"


def looks_like_npz(sample: bytes) -> bool:
    """Whether the first member of a zip archive is a NumPy array."""
    return sample.startswith(b"PK\x03\x04") and sample[30 : 30 + int.from_bytes(sample[26:28], "little")].endswith(
        b".npy"
    )


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read a square sparse matrix; see :func:`spminer.read`."""
    with input_errors(source.name), open_zip(source) as archive:
        _check_members(set(archive.namelist()), source.name)
        for info in archive.infolist():
            check_expansion(info.file_size, info.compress_size, source.name)
    sparse = import_optional("scipy.sparse", "spminer[graphs]")
    file = source.seekable()
    try:
        file.seek(0)
        with np.load(file, allow_pickle=False) as arrays:
            if "indptr" in arrays:
                _check_row_ends(arrays["indptr"], len(arrays["indices"]))
        file.seek(0)
        matrix = sparse.load_npz(file)
        if hasattr(matrix, "check_format"):
            matrix.check_format(full_check=True)
        matrix.tocoo()
    except ARCHIVE_DAMAGE as error:
        reason = f"cannot be read as a sparse matrix ({str(error)[:80]})"
        raise InputError(reason, source=source.name, remedy=_REMEDY) from error
    rows, columns = matrix.shape
    if rows != columns:
        reason = f"matrix has {rows} rows and {columns} columns"
        raise InputError(reason, source=source.name, remedy="an adjacency matrix is square")
    check_node_count(rows, matrix.nnz, source.name)
    with input_errors(source.name):
        graphs = from_scipy(
            matrix, directed=options.directed, edge_labels=options.edge_labels, threshold=options.threshold
        )
    notes: tuple[str, ...] = ()
    if options.threshold is not None:
        kept = int((abs(matrix.tocoo().data) >= options.threshold).sum())
        notes = (threshold_note(options.threshold, kept, int((matrix.tocoo().data != 0).sum())),)
        log_notes(notes, source.name)
    symmetric = "the matrix is symmetric" if not graphs.directed else "the matrix is not symmetric"
    reading = Reading(
        "SciPy sparse matrix",
        edges="values other than 0",
        direction=options.direction(graphs.directed, stated_by=symmetric),
        edge_labels="the values" if options.edge_labels else "",
        notes=notes,
    )
    return replace(graphs, source=source.name, reading=reading)


def _check_members(names: set[str], source: str) -> None:
    if names >= _FORMER:
        reason = "holds spminer's own arrays, a format that was never published and is no longer read"
        raise InputError(reason, source=source, remedy="make the graph again and write it as a store (.spm)")
    if not names >= _SCIPY:
        raise InputError(
            f"has the arrays {listed(sorted(names))}, which are not a known graph",
            source=source,
            remedy="write the graph with spminer.write, or pass its edges to spminer.from_edges",
        )


def _check_row_ends(ends: NDArray[Any], entries: int) -> None:
    """Refuse row offsets beyond the entries."""
    if (
        ends.ndim != 1
        or ends.dtype.kind not in "iu"
        or not len(ends)
        or ends[0] != 0
        or (ends[1:] < ends[:-1]).any()
        or ends[-1] > entries
    ):
        raise ValueError("indptr does not divide the entries into rows")


FORMAT = Format(
    "npz", "sparse matrix of SciPy", (".npz",), looks_like_npz, read, compressible=False, options=("threshold",)
)
