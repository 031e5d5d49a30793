"""Parts that the writers share. A writer refuses what its format cannot hold: nothing is lost silently."""

from __future__ import annotations

import logging
import re
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from spminer._util.files import atomic_path
from spminer.errors import UsageError
from spminer.graphs.build import isolated_nodes
from spminer.graphs.builder import FEW_EDGES

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from spminer._util.deadline import Deadline
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = [
    "Format",
    "check_holds",
    "check_labels",
    "open_atomic",
    "path_to_write",
    "plain_names",
    "used_labels",
    "watched",
    "write_rows",
]


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


logger = logging.getLogger("spminer")

ROWS_AT_ONCE = 1 << 16


def path_to_write(path: str | os.PathLike[str]) -> Path:
    """The path of a file to write.

    >>> path_to_write(5)
    Traceback (most recent call last):
    spminer.errors.UsageError: the file to write must be a path, not 5
    """
    try:
        return Path(path)
    except TypeError:
        raise UsageError(f"the file to write must be a path, not {path!r:.100}") from None


@contextmanager
def open_atomic(path: Path) -> Iterator[tuple[IO[bytes], Path]]:
    """A file to write and read, which appears under its name once all is done, and a folder to use until then.

    See :func:`spminer._util.files.atomic_path`. What the disk refuses becomes an error that names the file.
    """
    try:
        with atomic_path(path) as partial, partial.open("w+b") as file:
            yield file, partial.parent
    except OSError as error:
        raise UsageError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from error


def watched(file: IO[bytes], patience: Deadline) -> IO[bytes]:
    """The file, which asks for patience at every write if that may end.

    >>> import io
    >>> from spminer._util.deadline import Deadline
    >>> watched(io.BytesIO(), Deadline()).write(b"a b")
    3
    """
    return cast("IO[bytes]", _Watched(file, patience)) if patience.limited else file


class _Watched:
    def __init__(self, file: IO[bytes], patience: Deadline) -> None:
        self._file, self._patience = file, patience

    def write(self, data: bytes) -> int:
        """Write as long as there is patience."""
        self._patience.check()
        return self._file.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def check_holds(
    graphs: GraphCollection,
    form: str,
    *,
    many: bool = False,
    node_labels: bool = False,
    edge_labels: bool = False,
    graph_labels: bool = False,
    directed: bool = True,
    isolated: bool = False,
    names: bool = True,
    doubted_labels: bool = False,
    arcless: bool = True,
    empty: bool = True,
) -> None:
    """Refuse graphs with features that a format (the keywords say which it has) cannot hold.

    Names and classes of graphs are no reason to refuse; that they are lost is said in the log, and so is that readers
    of a format with ``doubted_labels`` take edge labels that are all different for something else unless told.
    ``arcless`` says whether it tells that graphs are directed where there is no arc, ``empty`` whether there may be no
    node at all.
    """
    lost = [
        what
        for what, present, held in (
            (f"{graphs.num_graphs} graphs in one file", graphs.num_graphs != 1, many),
            ("node labels", graphs.node_labels is not None, node_labels),
            ("edge labels", graphs.edge_labels is not None, edge_labels),
            ("direction", graphs.directed, directed),
            ("a direction without edges", graphs.directed and directed and graphs.num_edges == 0, arcless),
            ("graphs without nodes", graphs.num_nodes == 0, empty),
            ("nodes without edges", not isolated and isolated_nodes(graphs.indptr, graphs.indices) > 0, isolated),
        )
        if present and not held
    ]
    if lost:
        raise UsageError(f"format {form} cannot hold {' and '.join(lost)}; format spm holds everything")
    if not names and _has_own_names(graphs):
        logger.warning("%s", f"format {form} does not keep node names; nodes are numbered")
    if not graph_labels and graphs.graph_labels is not None:
        logger.warning("%s", f"format {form} does not keep the classes of graphs; format spm does")
    if doubted_labels and graphs.edge_labels is not None and _all_different(graphs):
        logger.warning("%s", f"all edge labels are different: read the {form} file with edge_labels=True to keep them")


def _all_different(graphs: GraphCollection) -> bool:
    codes = graphs.edges()[2]
    return codes is not None and len(codes) >= FEW_EDGES and len(np.unique(codes)) == len(codes)


def _has_own_names(graphs: GraphCollection) -> bool:
    """Whether the names are anything else than consecutive numbers in each graph."""
    if graphs.node_names is None or graphs.node_names.dtype == object:
        return graphs.node_names is not None
    steps = np.diff(graphs.node_names) != 1
    inner = graphs.graph_offsets[1:-1]
    steps[inner[(inner > 0) & (inner < graphs.num_nodes)] - 1] = False
    return bool(steps.any())


def plain_names(graphs: GraphCollection, form: str, *, forbidden: str) -> NDArray[np.object_]:
    """The nodes' names as text, none of which may match the pattern `forbidden`."""
    names = np.arange(graphs.num_nodes) if graphs.node_names is None else graphs.node_names
    if names.dtype != object:
        return names.astype(str).astype(object)
    pattern = re.compile(forbidden)
    for name in names:
        if pattern.search(name):
            raise UsageError(f"format {form} cannot hold the node name {name!r}; format spm holds everything")
    return cast("NDArray[np.object_]", names)


def used_labels(names: Sequence[str], codes: NDArray[np.int32] | None) -> list[str]:
    """The names of the labels that occur."""
    return [] if codes is None else [names[code] for code in np.unique(codes).tolist()]


def check_labels(labels: Iterable[str], form: str, *, forbidden: str) -> None:
    """Refuse labels that match a pattern, since the format's reader would take them for something else."""
    pattern = re.compile(forbidden)
    for label in labels:
        if pattern.search(label):
            raise UsageError(f"format {form} cannot hold the label {label!r}; format spm holds everything")


def write_rows(file: IO[bytes], columns: Sequence[NDArray[np.object_]], delimiter: str) -> None:
    """Write columns of text as lines."""
    for start in range(0, len(columns[0]), ROWS_AT_ONCE):
        rows = zip(*(column[start : start + ROWS_AT_ONCE].tolist() for column in columns), strict=True)
        file.write("".join(f"{delimiter.join(row)}\n" for row in rows).encode())
