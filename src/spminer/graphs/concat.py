"""Concatenation of several collections into one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer.errors import UsageError
from spminer.graphs.assemble import sort_labels
from spminer.graphs.collection import GraphCollection
from spminer.graphs.dropped import Dropped
from spminer.graphs.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = ["join"]


def join(collections: Sequence[GraphCollection]) -> GraphCollection:
    """One collection with the graphs of all, in order; nodes keep their names, equal labels are the same label.

    Examples
    --------
    >>> import spminer
    >>> join([spminer.from_edges([(0, 1)]), spminer.from_edges([("a", "b"), ("b", "c")])])
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
    # Parts of one file name it once.
    sources = dict.fromkeys((graphs.source, graphs.source_sha256) for graphs in collections)
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
        graph_names=_graph_names(collections),
        graph_labels=_graph_labels(collections),
        source=", ".join(source for source, _ in sources),
        source_sha256=_checksums(sources),
        dropped=_dropped([graphs.dropped for graphs in collections]),
        reading=_reading([graphs.reading for graphs in collections]),
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


def _checksums(sources: Iterable[tuple[str, str]]) -> str:
    """Checksums in the order of the sources, if any of them has one."""
    sums = [checksum for _, checksum in sources]
    return ", ".join(checksum or "-" for checksum in sums) if any(sums) else ""


def _graph_names(collections: Sequence[GraphCollection]) -> tuple[str, ...] | None:
    names = [("",) * len(graphs) if graphs.graph_names is None else graphs.graph_names for graphs in collections]
    joined = tuple(name for part in names for name in part)
    return joined if any(joined) else None


def _graph_labels(collections: Sequence[GraphCollection]) -> NDArray[np.int64] | None:
    """The classes of all graphs; none if some have no class."""
    parts = [graphs.graph_labels for graphs in collections if graphs.graph_labels is not None]
    return np.concatenate(parts) if len(parts) == len(collections) else None


def _dropped(parts: list[Dropped]) -> Dropped:
    return Dropped(
        sum(part.self_loops for part in parts),
        sum(part.repeated_edges for part in parts),
        sum(part.isolated_nodes for part in parts),
        any(part.extra_columns for part in parts),
    )


def _reading(parts: list[Reading]) -> Reading:
    """What was taken, where it is the same in all parts; else each difference in words."""
    if len(set(parts)) == 1:
        return parts[0]
    return Reading("several inputs", notes=tuple(dict.fromkeys(part.message() for part in parts if part.format)))
