"""Digest of graphs: a short text that tells them from others."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection

__all__ = ["digest", "digest_of"]


def digest(graphs: GraphCollection) -> str:
    """A text that differs for graphs whose motifs may differ: not names, but edges, direction, labels and classes.

    >>> from spminer import from_edges
    >>> digest(from_edges([("a", "b")])) == digest(from_edges([("c", "d")])) != digest(from_edges([(0, 1), (1, 2)]))
    True
    """
    if graphs.known_digest:
        return graphs.known_digest
    arrays = (graphs.indptr, graphs.indices, graphs.graph_offsets, graphs.node_labels, graphs.edge_labels)
    names = (graphs.node_label_names, graphs.edge_label_names)
    pieces = [None if array is None else [array] for array in arrays]
    return digest_of(pieces, directed=graphs.directed, label_names=names, classes=graphs.graph_labels)


def digest_of(
    arrays: Iterable[Iterable[NDArray[Any]] | None],
    *,
    directed: bool,
    label_names: tuple[tuple[str, ...], tuple[str, ...]],
    classes: NDArray[np.int64] | None = None,
) -> str:
    """The same from arrays in pieces: row starts, columns, graph offsets, labels of nodes and of edges."""
    known = hashlib.blake2b(repr((directed, *label_names)).encode())
    for pieces in arrays:
        for piece in [np.frombuffer(b"-", dtype=np.uint8)] if pieces is None else pieces:
            known.update(np.ascontiguousarray(piece).data)
    if classes is not None:
        known.update(repr([str(label) for label in classes]).encode())
    return known.hexdigest()[:32]
