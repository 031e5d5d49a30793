"""Digest of graphs: a short text that tells them from others."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection

__all__ = ["digest"]


def digest(graphs: GraphCollection) -> str:
    """A text that differs for graphs whose motifs may differ: not names, but edges, direction, labels and classes.

    >>> from spminer import from_edges
    >>> digest(from_edges([("a", "b")])) == digest(from_edges([("c", "d")])) != digest(from_edges([(0, 1), (1, 2)]))
    True
    """
    known = hashlib.blake2b(repr((graphs.directed, graphs.node_label_names, graphs.edge_label_names)).encode())
    arrays = (graphs.indptr, graphs.indices, graphs.graph_offsets, graphs.node_labels, graphs.edge_labels)
    for array in arrays:
        known.update(b"-" if array is None else array.tobytes())
    if graphs.graph_labels is not None:
        known.update(repr([str(label) for label in graphs.graph_labels]).encode())
    return known.hexdigest()[:32]
