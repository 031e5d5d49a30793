"""Formats and what they can hold, and the parts that writers share.

A reader's module defines ``read(source, options)``, ``write(graphs, file)`` and a `Format`, which is listed in
``registry.py``. A collection that a format cannot hold is refused before its writer is called. Names and classes that
a format leaves out are no reason to refuse; the log says that they are lost.
"""

from __future__ import annotations

import logging
import re
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from spminer._util.files import atomic_path
from spminer._util.options import option_text
from spminer.errors import InputError, UsageError
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
    "ATTRIBUTES",
    "COLUMNS",
    "Format",
    "Holds",
    "labeled_edges",
    "labeled_nodes",
    "names_as_text",
    "open_atomic",
    "path_to_write",
    "used_labels",
    "with_deadline",
    "write_rows",
]

_log = logging.getLogger("spminer")

_ROWS_AT_ONCE = 1 << 16


class _Reader(Protocol):
    def __call__(self, source: Source, options: ReadOptions) -> GraphCollection: ...


class _Writer(Protocol):
    def __call__(self, graphs: GraphCollection, file: IO[bytes]) -> None: ...


ATTRIBUTES = ("label", "edge_label")  # options of formats whose nodes and edges have attributes
COLUMNS = ("source", "target", "edge_label")  # options of edge tables


@dataclass(frozen=True, slots=True)
class Holds:
    """Features of graphs that a format can hold.

    Attributes
    ----------
    many
        Several graphs in one file.
    node_labels, edge_labels
        Labels of nodes, labels of edges.
    graph_labels
        Classes of graphs.
    directed
        The direction of edges.
    arcless
        That a graph without arcs is directed.
    isolated
        Nodes without edges.
    empty
        A file without nodes.
    names
        Names of nodes; without them, nodes are numbered.
    bad_names, bad_labels
        Regular expressions of names and of labels that the reader would misread; empty if there are none.
    doubted_labels
        Whether edge labels that are all different are read only with ``edge_labels=True``; the log says so.
    """

    many: bool = False
    node_labels: bool = False
    edge_labels: bool = False
    graph_labels: bool = False
    directed: bool = True
    arcless: bool = True
    isolated: bool = False
    empty: bool = True
    names: bool = True
    bad_names: str = ""
    bad_labels: str = ""
    doubted_labels: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """A file format.

    Attributes
    ----------
    name
        The value of ``format=`` and ``--format``.
    title
        The name in messages and in the documentation.
    suffixes
        Ends of file names that decide for this format whatever the content.
    sniff
        Whether the first bytes of a file look like this format.
    read
        The function that reads it.
    writer
        The function that writes it, called after `check_graphs`; ``None`` for a format that is only read.
    holds
        What it can hold.
    compressible
        Whether a file of it may be compressed by gzip and others.
    options
        Options of reading that it supports, of those that not every format does.
    heuristic
        Whether its content is recognized by a heuristic, after the formats with a mark of their own.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    read: _Reader
    writer: _Writer | None = None
    holds: Holds = Holds()
    compressible: bool = True
    options: tuple[str, ...] = ()
    heuristic: bool = False

    def write(self, graphs: GraphCollection, file: IO[bytes]) -> None:
        """Write graphs, or refuse those that the format cannot hold."""
        assert self.writer is not None
        self.check_graphs(graphs)
        self.writer(graphs, file)

    def check_options(self, options: ReadOptions, source: str) -> None:
        """Refuse options that the format does not support."""
        for option in ("source", "target", "label", "edge_label", "graph_label", "header", "threshold"):
            if getattr(options, option) is not None and option not in self.options:
                hint = (
                    f"; it may name a column of a node table, given as {option_text('nodes')}"
                    if option == "label"
                    else ""
                )
                reason = f"{option_text(option)} is not supported by format {self.name}{hint}"
                raise InputError(reason, source=source, remedy="leave it out, or give the format by name")

    def check_graphs(self, graphs: GraphCollection) -> None:
        """Refuse graphs that the format cannot hold; log that names or classes of graphs are lost."""
        holds = self.holds
        arcless = graphs.directed and holds.directed and graphs.num_edges == 0
        features = {
            f"{graphs.num_graphs} graphs in one file": not holds.many and graphs.num_graphs != 1,
            "node labels": not holds.node_labels and graphs.node_labels is not None,
            "edge labels": not holds.edge_labels and graphs.edge_labels is not None,
            "direction": not holds.directed and graphs.directed,
            "a direction without edges": not holds.arcless and arcless,
            "graphs without nodes": not holds.empty and graphs.num_nodes == 0,
            "nodes without edges": not holds.isolated and isolated_nodes(graphs.indptr, graphs.indices) > 0,
        }
        lost = [feature for feature, is_lost in features.items() if is_lost]
        if lost:
            raise UsageError(f"format {self.name} cannot hold {' and '.join(lost)}; format spm holds everything")
        if not holds.names and _has_own_names(graphs):
            _log.warning("%s", f"format {self.name} does not keep node names; nodes are numbered")
        if not holds.graph_labels and graphs.graph_labels is not None:
            _log.warning("%s", f"format {self.name} does not keep the classes of graphs; format spm does")
        if holds.doubted_labels and _all_different(graphs.edges()[2]):
            kept = option_text("edge_labels", True)
            message = f"all edge labels are different: read the {self.name} file with {kept} to keep them"
            _log.warning("%s", message)
        if holds.bad_names and graphs.node_names is not None and graphs.node_names.dtype == object:
            self._check_texts("node name", holds.bad_names, graphs.node_names)
        if holds.bad_labels:
            self._check_texts("label", holds.bad_labels, used_labels(graphs.node_label_names, graphs.node_labels))
            self._check_texts("label", holds.bad_labels, used_labels(graphs.edge_label_names, graphs.edge_labels))

    def _check_texts(self, what: str, bad: str, texts: Iterable[str]) -> None:
        pattern = re.compile(bad)
        for text in texts:
            if pattern.search(text):
                raise UsageError(f"format {self.name} cannot hold the {what} {text!r}; format spm holds everything")


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
    """A file to write and read, which replaces `path` once all is done, and the folder that it is in until then.

    See :func:`spminer._util.files.atomic_path`. An error of the disk names the file.
    """
    try:
        with atomic_path(path) as partial, partial.open("w+b") as file:
            yield file, partial.parent
    except OSError as error:
        raise UsageError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from error


def with_deadline(file: IO[bytes], deadline: Deadline) -> IO[bytes]:
    """The file, which checks the deadline at every write if there is one."""
    return cast("IO[bytes]", _DeadlineWriter(file, deadline)) if deadline.limited else file


class _DeadlineWriter:
    def __init__(self, file: IO[bytes], deadline: Deadline) -> None:
        self._file, self._deadline = file, deadline

    def write(self, data: bytes) -> int:
        self._deadline.check()
        return self._file.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _all_different(codes: NDArray[np.int32] | None) -> bool:
    return codes is not None and len(codes) >= FEW_EDGES and len(np.unique(codes)) == len(codes)


def _has_own_names(graphs: GraphCollection) -> bool:
    """Whether the names are not consecutive numbers in each graph."""
    if graphs.node_names is None or graphs.node_names.dtype == object:
        return graphs.node_names is not None
    steps = np.diff(graphs.node_names) != 1
    inner = graphs.graph_offsets[1:-1]
    steps[inner[(inner > 0) & (inner < graphs.num_nodes)] - 1] = False
    return bool(steps.any())


def names_as_text(graphs: GraphCollection) -> NDArray[np.object_]:
    """The nodes' names, or their numbers, as text."""
    names = np.arange(graphs.num_nodes) if graphs.node_names is None else graphs.node_names
    return cast("NDArray[np.object_]", names if names.dtype == object else names.astype(str).astype(object))


def labeled_nodes(graph: GraphCollection) -> Iterator[tuple[str, str | None]]:
    """Name and label of each node; the label is ``None`` if there are no labels."""
    labels = _labels(graph.node_labels, graph.node_label_names, graph.num_nodes)
    return zip(names_as_text(graph).tolist(), labels, strict=True)


def labeled_edges(graph: GraphCollection) -> Iterator[tuple[int, int, str | None]]:
    """Both ends and the label of each edge; the label is ``None`` if there are no labels."""
    sources, targets, codes = graph.edges()
    labels = _labels(codes, graph.edge_label_names, len(sources))
    return zip(sources.tolist(), targets.tolist(), labels, strict=True)


def _labels(codes: NDArray[np.int32] | None, names: Sequence[str], count: int) -> Sequence[str | None]:
    return [None] * count if codes is None else [names[code] for code in codes.tolist()]


def used_labels(names: Sequence[str], codes: NDArray[np.int32] | None) -> list[str]:
    """The names of the labels that occur, in the order of their codes."""
    return [] if codes is None else [names[code] for code in np.unique(codes).tolist()]


def write_rows(file: IO[bytes], columns: Sequence[NDArray[np.object_]], delimiter: str) -> None:
    """Write columns of text as lines."""
    for start in range(0, len(columns[0]), _ROWS_AT_ONCE):
        rows = zip(*(column[start : start + _ROWS_AT_ONCE].tolist() for column in columns), strict=True)
        file.write("".join(f"{delimiter.join(row)}\n" for row in rows).encode())
