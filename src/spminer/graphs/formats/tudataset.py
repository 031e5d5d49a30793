"""TUDataset: many graphs as a zip archive or folder of text files.

``NAME_A.txt`` lists the edges by node numbers from 1, ``NAME_graph_indicator.txt`` the graph of each node. Optional are
``NAME_node_labels.txt``, ``NAME_edge_labels.txt`` (one line per line of ``_A``) and ``NAME_graph_labels.txt`` (the
classes). Attributes (``_node_attributes.txt`` and others) are left out. Edges are undirected unless ``directed=True``.
Labels are texts; classes must be whole numbers, otherwise they are left out with a warning. Nodes must be sorted by
graph. Files of other lengths than the format demands are refused.

Reference: C. Morris et al., "TUDataset: A collection of benchmark datasets for learning with graphs", 2020.
"""

from __future__ import annotations

import logging
import zipfile
from contextlib import ExitStack, closing
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.errors import InputError
from spminer.graphs.build import LabelCodes, assemble, parse_classes, sort_labels
from spminer.graphs.formats.format import Format, Holds, write_rows
from spminer.graphs.reading import Reading
from spminer.graphs.source import Source, input_errors, open_zip, open_zip_member
from spminer.graphs.tables.sniff import sniff_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from spminer._util.deadline import Deadline
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions

__all__ = ["FORMAT"]

_log = logging.getLogger("spminer")
_Parts = dict[str, "Callable[[], Source]"]  # how to open each part, by the end of its file name
_MISMATCH = "check that the files belong to the same data set"


def _parts(source: Source, stack: ExitStack) -> _Parts:
    """The parts of the data set (``A``, ``graph_indicator``, ...)."""
    if source.is_folder:
        assert source.path is not None
        return _parts_of_folder(source.path, source.deadline)
    return _parts_of_zip(stack.enter_context(open_zip(source)), source, stack)


def _parts_of_folder(folder: Path, deadline: Deadline) -> _Parts:
    with input_errors(str(folder)):
        inner = folder / folder.resolve().name  # many programs unpack an archive into a folder of its name
        files = sorted(path for place in (folder, inner) if place.is_dir() for path in place.glob("*.txt"))
    by_part = _by_part([str(path) for path in files], str(folder))
    return {part: lambda path=path: Source(path, deadline=deadline) for part, path in by_part.items()}  # type: ignore[misc]


def _parts_of_zip(archive: zipfile.ZipFile, source: Source, stack: ExitStack) -> _Parts:
    def opened(info: zipfile.ZipInfo) -> Source:
        member = f"{source.name}/{info.filename}"
        stream = stack.enter_context(closing(open_zip_member(archive, info, member)))
        return Source(stream, name=member, deadline=source.deadline, size=info.file_size)

    infos = {info.filename: info for info in archive.infolist() if not info.filename.endswith("/")}
    by_part = _by_part(list(infos), source.name)
    return {part: lambda path=path: opened(infos[path]) for part, path in by_part.items()}  # type: ignore[misc]


def _by_part(paths: list[str], name: str) -> dict[str, str]:
    adjacency = [path for path in paths if path.endswith("_A.txt")]
    if len(adjacency) != 1:
        found = f"has {len(adjacency)} files" if adjacency else "has no file"
        raise InputError(
            f"{found} named NAME_A.txt, so it is not a TUDataset",
            source=name,
            remedy="give one data set, as NAME.zip or the folder NAME",
        )
    prefix = adjacency[0].removesuffix("A.txt")
    stem = PurePosixPath(prefix.replace("\\", "/")).name
    return {
        PurePosixPath(path.replace("\\", "/")).name.removeprefix(stem).removesuffix(".txt"): path
        for path in paths
        if path.startswith(prefix) and path.endswith(".txt")
    }


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read a TUDataset zip archive or folder; see :func:`spminer.read`."""
    with ExitStack() as stack:
        parts = _parts(source, stack)
        groups, offsets, classes = _graphs(parts, source.name)
        nodes = len(groups)
        with parts["A"]() as adjacency:
            delimiter = sniff_table(adjacency.sample()).delimiter
            parser = _core.EdgeListParser(delimiter=delimiter, ids="range", first_id=1, id_count=nodes, groups=groups)
            adjacency.feed(parser)
        node_labels = _labels(parts, "node_labels", nodes, "nodes")
        edge_labels = _labels(parts, "edge_labels", parser.edges, "lines in the _A file")
    directed = options.is_directed(False)
    codes = None if edge_labels is None else edge_labels.codes
    csr = source.deadline.native(parser.build, directed=directed, edge_labels=codes)
    return assemble(
        csr,
        directed=directed,
        source=source.name,
        graph_offsets=offsets,
        node_names=np.arange(1, nodes + 1, dtype=np.int64),
        node_labels=node_labels,
        edge_label_names=() if edge_labels is None else edge_labels.names,
        graph_labels=_classes(classes, source.name),
        reading=Reading(
            "TUDataset",
            direction=options.direction(None),
            node_labels="node_labels.txt" if node_labels is not None else "",
            edge_labels="edge_labels.txt" if edge_labels is not None else "",
            left_out=tuple(sorted(f"{part}.txt" for part in parts if part.endswith("attributes"))),
        ),
    )


def _graphs(parts: _Parts, source: str) -> tuple[NDArray[np.int32], NDArray[np.int64], list[str] | None]:
    """The graph of each node, the first node of each graph, and the classes if there are any.

    Only ``graph_labels.txt`` can list graphs without nodes.
    """
    if "graph_indicator" not in parts:
        raise InputError("has no file NAME_graph_indicator.txt", source=source, remedy=_MISMATCH)
    codes, names, name = _column(parts["graph_indicator"])
    if not names:
        raise InputError("has no lines", source=name, remedy=_MISMATCH)
    for value in names:
        if not (value.isascii() and value.isdigit() and len(value) <= 18 and int(value) > 0):
            raise InputError(f"invalid graph number {value[:40]!r}", source=name, remedy=_MISMATCH)
    numbers = np.array([int(value) for value in names], dtype=np.int64)
    if (np.diff(codes) < 0).any() or (np.diff(numbers) <= 0).any():
        raise InputError("lists the nodes of a graph in several places", source=name, remedy="sort the nodes by graph")
    graphs, classes = len(numbers), None
    if "graph_labels" in parts:
        class_codes, class_names, _ = _column(parts["graph_labels"])
        classes = [class_names[code] for code in class_codes]
        graphs = len(classes)
        if numbers[-1] > graphs:
            reason = f"has graph {numbers[-1]}, but graph_labels lists {graphs}"
            raise InputError(reason, source=name, remedy=_MISMATCH)
    sizes = np.zeros(graphs + 1, dtype=np.int64)
    sizes[numbers if graphs > len(numbers) else np.arange(1, len(numbers) + 1)] = np.bincount(codes)
    return codes, np.cumsum(sizes), classes


def _classes(texts: list[str] | None, source: str) -> NDArray[np.int64] | None:
    """The classes of the graphs; none if all are 0, which is how the format leaves them out."""
    if texts is None or set(texts) == {"0"}:
        return None
    classes = parse_classes(texts)
    if classes is None:
        _log.warning("%s", f"{source}: the classes of the graphs are not whole numbers and are left out")
    return classes


def _labels(parts: _Parts, part: str, expected: int, of_what: str) -> LabelCodes | None:
    if part not in parts:
        return None
    codes, names, name = _column(parts[part])
    if len(codes) != expected:
        raise InputError(f"has {len(codes)} labels for {expected} {of_what}", source=name, remedy=_MISMATCH)
    return sort_labels(codes, names)


def _column(open_part: Callable[[], Source]) -> tuple[NDArray[np.int32], list[str], str]:
    with open_part() as source:
        parser = _core.LabelColumnParser()
        source.feed(parser)
        return parser.codes(), parser.names(), source.name


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write a zip archive; the data set has the name of the archive."""
    stem = Path(getattr(file, "name", "graphs")).stem
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(part: str, *columns: NDArray[np.object_]) -> None:
            with archive.open(f"{stem}/{stem}_{part}.txt", "w") as member:
                write_rows(member, columns, ", ")

        rows = np.repeat(np.arange(1, graphs.num_nodes + 1), np.diff(graphs.indptr))
        add("A", _text(rows), _text(graphs.indices.astype(np.int64) + 1))
        sizes = np.diff(graphs.graph_offsets)
        add("graph_indicator", _text(np.repeat(np.arange(1, len(sizes) + 1), sizes)))
        classes = np.zeros(len(sizes), dtype=np.int64) if graphs.graph_labels is None else graphs.graph_labels
        add("graph_labels", _text(classes))
        if graphs.node_labels is not None:
            add("node_labels", np.array(graphs.node_label_names, dtype=object)[graphs.node_labels])
        if graphs.edge_labels is not None:
            add("edge_labels", np.array(graphs.edge_label_names, dtype=object)[graphs.edge_labels])


def _text(numbers: NDArray[np.int64]) -> NDArray[np.object_]:
    return numbers.astype(str).astype(object)


FORMAT = Format(
    "tudataset",
    "TUDataset zip or folder",
    (".zip",),
    lambda sample: sample.startswith((b"PK\x03\x04", b"PK\x05\x06")),
    read,
    write,
    Holds(
        many=True,
        node_labels=True,
        edge_labels=True,
        graph_labels=True,
        directed=False,
        isolated=True,
        names=False,
        empty=False,
        bad_labels=r"[\x00-\x1f\x7f\ud800-\udfff]|^\s|\s$|^$",
    ),
    compressible=False,
)
