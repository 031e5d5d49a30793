"""Some of the graphs of a collection, as a collection."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import UsageError
from spminer.graphs.collection import Dropped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection

__all__ = ["ranges", "select"]


def select(graphs: GraphCollection, which: slice | Sequence[int] | Sequence[bool] | NDArray[Any]) -> GraphCollection:
    """The graphs of a slice, of a list of indices (in that order, repeats allowed) or of a list of flags.

    Nodes keep their names.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.generate.synthetic(3, 4)
    >>> select(graphs, [2, 0]).names(range(8))
    ['8', '9', '10', '11', '0', '1', '2', '3']
    """
    chosen = _indices(graphs, which)
    offsets, first_entry = graphs.graph_offsets, graphs.indptr[graphs.graph_offsets]
    sizes = np.diff(offsets)[chosen]
    nodes = ranges(offsets[chosen], sizes)
    entries_of_graph = np.diff(first_entry)[chosen]
    entries = ranges(first_entry[chosen], entries_of_graph)
    new_offsets = _starts(sizes)
    moved = np.repeat(new_offsets[:-1] - offsets[chosen], entries_of_graph)
    return replace(
        graphs,
        indptr=_starts(np.diff(graphs.indptr)[nodes]),
        indices=(graphs.indices[entries] + moved).astype(np.int32),
        graph_offsets=new_offsets,
        node_names=nodes if graphs.node_names is None else graphs.node_names[nodes],
        node_labels=None if graphs.node_labels is None else graphs.node_labels[nodes],
        edge_labels=None if graphs.edge_labels is None else graphs.edge_labels[entries],
        graph_names=None if graphs.graph_names is None else tuple(graphs.graph_names[index] for index in chosen),
        graph_labels=None if graphs.graph_labels is None else graphs.graph_labels[chosen],
        dropped=Dropped(),
    )


def ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of all ranges one after the other.

    >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))


def _starts(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each of so many things of these lengths begins, and where the last ends."""
    starts = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def _indices(graphs: GraphCollection, which: Any) -> NDArray[np.int64]:
    every = np.arange(len(graphs), dtype=np.int64)
    if isinstance(which, slice):
        return every[which]
    chosen = np.asarray(which)
    if chosen.size == 0 and chosen.ndim == 1:
        return np.empty(0, dtype=np.int64)
    if chosen.ndim != 1 or chosen.dtype.kind not in "iub":
        raise UsageError("select graphs by a number, a slice, or a list of numbers or of true and false")
    if chosen.dtype.kind == "b" and len(chosen) != len(graphs):
        raise IndexError(f"{len(chosen)} flags for {len(graphs)} graphs")
    indices: NDArray[np.int64] = every[chosen]
    return indices
