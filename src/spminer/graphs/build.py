"""Collections from arrays: the last step of all readers and converters.

All of them treat edges alike: self-loops and repeated edges are dropped and counted, isolated nodes are kept and
counted, and one line of the logger ``spminer`` says what was dropped. Labels of any type are compared by their text,
and their codes follow the sorted texts, so that codes do not depend on the order in the file.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer.errors import InputError, UsageError
from spminer.graphs.collection import GraphCollection
from spminer.graphs.reading import Dropped, Reading, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "MOST_NODES",
    "LabelCodes",
    "assemble",
    "build_collection",
    "check_node_count",
    "disjoint_union",
    "encode_labels",
    "isolated_nodes",
    "log_notes",
    "log_reading",
    "number_nodes",
    "parse_classes",
    "sort_labels",
]

_log = logging.getLogger("spminer")

MOST_NODES = 2**31 - 2
_SURROGATE = re.compile("[\ud800-\udfff]")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class LabelCodes:
    """Label codes and the user's label for each code."""

    codes: NDArray[np.int32]
    names: tuple[str, ...]


def sort_labels(codes: NDArray[np.int32], names: Sequence[str]) -> LabelCodes:
    """Renumber labels in sorted order, by value if all are whole numbers.

    >>> sort_labels(np.array([0, 1, 0], dtype=np.int32), ["10", "9"]).names
    ('9', '10')
    """
    numeric = all(_WHOLE_NUMBER.fullmatch(name) for name in names)
    order = sorted(range(len(names)), key=(lambda i: (int(names[i]), names[i])) if numeric else names.__getitem__)
    rank = np.empty(len(names), dtype=np.int32)
    rank[order] = np.arange(len(names), dtype=np.int32)
    return LabelCodes(rank[codes] if len(names) else codes, tuple(names[i] for i in order))


def encode_labels(values: Iterable[object]) -> LabelCodes:
    """Codes for labels of any type.

    >>> encode_labels(["C", "N", "C"]).codes.tolist()
    [0, 1, 0]
    """
    numbers: dict[str, int] = {}
    codes = np.fromiter((numbers.setdefault(str(value), len(numbers)) for value in values), dtype=np.int32)
    return sort_labels(codes, list(numbers))


def parse_classes(values: Sequence[object]) -> NDArray[np.int64] | None:
    """The classes of graphs if all of them are whole numbers, else ``None``.

    >>> parse_classes(["1", -1, 1])
    array([ 1, -1,  1])
    >>> parse_classes(["1", None]) is None
    True
    """
    texts = [str(value) for value in values]
    if not texts or not all(_WHOLE_NUMBER.fullmatch(text) for text in texts):
        return None
    return np.array([int(text) for text in texts], dtype=np.int64)


def encode_classes(values: Sequence[str]) -> tuple[NDArray[np.int64], str]:
    """The classes of graphs as numbers, and the numbers of those that are text, in sorted order.

    >>> encode_classes(["1.0", "0.0"])[0].tolist()
    [1, 0]
    >>> encode_classes(["no", "yes", "no"])
    (array([0, 1, 0]), '0: no, 1: yes')
    """
    classes = parse_classes([re.sub(r"\.0+$", "", value) for value in values])
    if classes is not None:
        return classes, ""
    if any(re.fullmatch(r"[-+]?[0-9]*\.[0-9]+([eE][-+]?[0-9]+)?", value) for value in values):
        raise InputError("has fractions, which are no classes", remedy="turn the numbers into classes first")
    names = sorted(set(values))
    words = listed(f"{number}: {name}" for number, name in enumerate(names))
    return np.searchsorted(names, values).astype(np.int64), words


def check_node_count(declared: int, evidence: int, source: str) -> None:
    """Refuse a declared number of nodes that is implausible, before memory is allocated for it.

    Parameters
    ----------
    declared
        Number of nodes that the file's header claims.
    evidence
        Number of edges, or bytes, that the file has.
    source
        The file, for the message.
    """
    if declared > MOST_NODES:
        raise InputError(
            f"declares {declared:,} nodes, more than the {MOST_NODES:,} that fit",
            source=source,
            remedy="split the graph",
        )
    if declared > max(1_000_000, 100 * evidence):
        raise InputError(
            f"declares {declared:,} nodes but has almost no edges",
            source=source,
            remedy="check the header, or fetch the file again if it is cut off",
        )


def build_collection(
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    *,
    nodes: int,
    directed: bool,
    edge_labels: LabelCodes | None = None,
    **details: Any,
) -> GraphCollection:
    """A collection from edges in any order; `details` as for :func:`assemble`."""
    if nodes > MOST_NODES:
        raise InputError(f"{nodes:,} nodes are more than the {MOST_NODES:,} that fit", remedy="split the graph")
    csr = _core.build_csr(
        np.ascontiguousarray(sources, dtype=np.int32),
        np.ascontiguousarray(targets, dtype=np.int32),
        nodes=nodes,
        directed=directed,
        edge_labels=None if edge_labels is None else edge_labels.codes,
    )
    names = () if edge_labels is None else edge_labels.names
    _check_unicode(names, **details)
    return assemble(csr, directed=directed, edge_label_names=names, **details)


def _check_unicode(
    edge_label_names: Sequence[str],
    *,
    source: str = "",
    node_names: NDArray[Any] | None = None,
    node_labels: LabelCodes | None = None,
    graph_names: Sequence[str] | None = None,
    **_: Any,
) -> None:
    """Refuse lone surrogates, which JSON and Python can hold but no UTF-8 file can."""
    texts = [edge_label_names, graph_names or (), () if node_labels is None else node_labels.names]
    if node_names is not None and node_names.dtype == object:
        texts.append(node_names.tolist())
    for several in texts:
        if several and _SURROGATE.search("\n".join(several)):
            wrong = next(text for text in several if _SURROGATE.search(text))
            reason = f"the name or label {wrong[:40]!a} is invalid Unicode (a lone surrogate)"
            raise InputError(reason, source=source, remedy="write it as valid Unicode")


def assemble(
    csr: dict[str, Any],
    *,
    directed: bool,
    source: str = "",
    graph_offsets: NDArray[np.int64] | None = None,
    node_names: NDArray[np.int64] | NDArray[np.object_] | None = None,
    node_labels: LabelCodes | None = None,
    edge_label_names: tuple[str, ...] = (),
    graph_names: tuple[str, ...] | None = None,
    graph_labels: NDArray[np.int64] | None = None,
    extra_columns: bool = False,
    reading: Reading | None = None,
) -> GraphCollection:
    """A collection from the arrays that the native core built; logs what was dropped."""
    nodes = len(csr["indptr"]) - 1
    dropped = Dropped(
        csr["self_loops"], csr["repeated_edges"], isolated_nodes(csr["indptr"], csr["indices"]), extra_columns
    )
    log_reading(dropped, reading or Reading(), source)
    return GraphCollection(
        csr["indptr"],
        csr["indices"],
        np.array([0, nodes], dtype=np.int64) if graph_offsets is None else graph_offsets,
        directed=directed,
        node_names=node_names,
        node_labels=None if node_labels is None else node_labels.codes,
        node_label_names=() if node_labels is None else node_labels.names,
        edge_labels=csr["edge_labels"],
        edge_label_names=edge_label_names,
        graph_names=graph_names,
        graph_labels=graph_labels,
        source=source,
        dropped=dropped,
        reading=reading or Reading(),
    )


def log_reading(dropped: Dropped, reading: Reading, source: str = "") -> None:
    """Log what was dropped, and the notes of a reading."""
    # Columns that the reading names are not reported twice.
    message = dropped.message(columns=not reading.left_out)
    log_notes([*([message] if message else []), *reading.notes], source)
    if not source and reading.left_out:  # of a file, the line about its reading has them
        _log_left_out(reading.format, reading.left_out)


@cache
def _log_left_out(kind: str, names: tuple[str, ...]) -> None:
    """Log once what graphs of a kind have and no converter takes."""
    log_notes([f"not taken: {listed(names)}"], kind)


def log_notes(notes: Iterable[str], source: str = "") -> None:
    """Log notes, each with its source."""
    for note in notes:
        _log.warning("%s", f"{source}: {note}" if source else note)


def isolated_nodes(indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> int:
    """Number of nodes without any edge, of a CSR with out-arcs only.

    >>> isolated_nodes(np.array([0, 1, 1, 1]), np.array([1], dtype=np.int32))
    1
    """
    alone: NDArray[np.bool_] = np.diff(indptr) == 0
    alone[indices] = False
    return int(alone.sum())


def disjoint_union(collections: Sequence[GraphCollection]) -> GraphCollection:
    """One collection with the graphs of all, in order. Nodes keep their names; equal labels are the same label.

    Examples
    --------
    >>> import spminer
    >>> disjoint_union([spminer.from_edges([(0, 1)]), spminer.from_edges([("a", "b"), ("b", "c")])])
    GraphCollection(2 undirected graphs, 5 nodes, 3 edges)
    """
    if len(collections) == 1:
        return collections[0]
    for feature, values in (
        ("direction", {graphs.directed for graphs in collections}),
        ("node labels", {graphs.node_labels is not None for graphs in collections}),
        ("edge labels", {graphs.edge_labels is not None for graphs in collections}),
    ):
        if len(values) > 1:
            raise UsageError(f"some of the graphs have {feature} and some have not; mine them one by one")
    nodes = np.cumsum([0, *(graphs.num_nodes for graphs in collections)])
    entries = np.cumsum([0, *(len(graphs.indices) for graphs in collections)])
    node_labels, node_label_names = _labels([(g.node_labels, g.node_label_names) for g in collections])
    edge_labels, edge_label_names = _labels([(g.edge_labels, g.edge_label_names) for g in collections])
    # A source of several collections is named once.
    sources = dict.fromkeys((graphs.source, graphs.source_sha256) for graphs in collections)
    checksums = [checksum for _, checksum in sources]
    graph_names = [name for g in collections for name in (("",) * len(g) if g.graph_names is None else g.graph_names)]
    classes = [g.graph_labels for g in collections if g.graph_labels is not None]
    dropped = [g.dropped for g in collections]
    readings = dict.fromkeys(g.reading for g in collections)
    notes = dict.fromkeys(reading.message() for reading in readings if reading.format)
    return GraphCollection(
        np.concatenate([[0], *(g.indptr[1:] + first for g, first in zip(collections, entries, strict=False))]),
        np.concatenate([g.indices + np.int32(first) for g, first in zip(collections, nodes, strict=False)]),
        np.concatenate([[0], *(g.graph_offsets[1:] + first for g, first in zip(collections, nodes, strict=False))]),
        directed=collections[0].directed,
        node_names=_names(collections),
        node_labels=node_labels,
        node_label_names=node_label_names,
        edge_labels=edge_labels,
        edge_label_names=edge_label_names,
        graph_names=tuple(graph_names) if any(graph_names) else None,
        graph_labels=np.concatenate(classes) if len(classes) == len(collections) else None,
        source=", ".join(source for source, _ in sources),
        source_sha256=", ".join(checksum or "-" for checksum in checksums) if any(checksums) else "",
        dropped=Dropped(
            sum(part.self_loops for part in dropped),
            sum(part.repeated_edges for part in dropped),
            sum(part.isolated_nodes for part in dropped),
            any(part.extra_columns for part in dropped),
        ),
        reading=next(iter(readings)) if len(readings) == 1 else Reading("several inputs", notes=tuple(notes)),
    )


def _labels(
    parts: list[tuple[NDArray[np.int32] | None, tuple[str, ...]]],
) -> tuple[NDArray[np.int32] | None, tuple[str, ...]]:
    """Codes of all parts in one table of names."""
    numbers: dict[str, int] = {}
    codes = []
    for part, names in parts:
        if part is None:
            return None, ()
        table = np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int32)
        codes.append(table[part])
    labels = sort_labels(np.concatenate(codes), list(numbers))
    return labels.codes, labels.names


def _names(collections: Sequence[GraphCollection]) -> NDArray[np.int64] | NDArray[np.object_]:
    names = [np.arange(g.num_nodes) if g.node_names is None else g.node_names for g in collections]
    if all(part.dtype != object for part in names):
        numbers: NDArray[np.int64] = np.concatenate(names).astype(np.int64)
        return numbers
    return np.concatenate([np.array([str(name) for name in part], dtype=object) for part in names])


def number_nodes(
    pairs: NDArray[Any], num_nodes: int | None = None
) -> tuple[NDArray[np.int32], NDArray[np.int64] | NDArray[np.object_] | None, int]:
    """Node numbers of the pairs, the nodes' names (``None``: 0, 1, ...) and the number of nodes.

    >>> number_nodes(np.array([[5, 9], [9, 7]]))[1]
    array([5, 7, 9])
    """
    if pairs.dtype.kind not in "iu":
        if num_nodes is not None:
            raise InputError("num_nodes is given, but the nodes are not whole numbers", remedy="leave num_nodes out")
        known: dict[str, int] = {}
        flat = [known.setdefault(str(name), len(known)) for name in pairs.reshape(-1).tolist()]
        return np.array(flat, dtype=np.int32).reshape(-1, 2), np.array(list(known), dtype=object), len(known)
    if pairs.size and (int(pairs.min()) < 0 or int(pairs.max()) > np.iinfo(np.int64).max):
        raise InputError("node numbers are negative or beyond 64 bits", remedy="renumber the nodes from 0")
    if num_nodes is None:
        ids, numbers = np.unique(pairs, return_inverse=True)
        names = None if len(ids) == 0 or int(ids[-1]) == len(ids) - 1 else ids.astype(np.int64)
        return numbers.reshape(-1, 2).astype(np.int32), names, len(ids)
    if not 0 <= num_nodes <= MOST_NODES or (pairs.size and int(pairs.max()) >= num_nodes):
        raise InputError(f"an edge ends beyond node {num_nodes - 1}", remedy="give the true number of nodes")
    return pairs.astype(np.int32), None, num_nodes
