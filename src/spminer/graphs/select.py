"""Selection of some graphs of a collection, as indices into its arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.arrays import ranges
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Selection", "ranges", "select"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Some graphs of a collection, in the order asked for.

    Attributes
    ----------
    graphs, nodes, entries
        The chosen graphs, their nodes and their CSR entries, as indices into the arrays of the whole collection.
    shift
        For each entry, what its target node's number changes by.
    graph_offsets, indptr
        Those of the chosen graphs alone.
    """

    graphs: NDArray[np.int64]
    nodes: NDArray[np.int64]
    entries: NDArray[np.int64]
    shift: NDArray[np.int64]
    graph_offsets: NDArray[np.int64]
    indptr: NDArray[np.int64]


def select(
    which: slice | Sequence[int] | Sequence[bool] | NDArray[Any],
    graph_offsets: NDArray[np.int64],
    indptr: NDArray[np.int64],
) -> Selection:
    """The graphs of a slice, of a list of indices (in that order, repeats allowed) or of a list of flags.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.generate.synthetic(3, 4)
    >>> select([2, 0], graphs.graph_offsets, graphs.indptr).nodes.tolist()
    [8, 9, 10, 11, 0, 1, 2, 3]
    """
    chosen = _indices(which, len(graph_offsets) - 1)
    first_entry = indptr[graph_offsets]
    sizes = np.diff(graph_offsets)[chosen]
    entries_of_graph = np.diff(first_entry)[chosen]
    nodes = ranges(graph_offsets[chosen], sizes)
    offsets = _starts(sizes)
    return Selection(
        graphs=chosen,
        nodes=nodes,
        entries=ranges(first_entry[chosen], entries_of_graph),
        shift=np.repeat(offsets[:-1] - graph_offsets[chosen], entries_of_graph),
        graph_offsets=offsets,
        indptr=_starts(np.diff(indptr)[nodes]),
    )


def _starts(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each of the things of these lengths begins, and where the last ends."""
    starts = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def _indices(which: Any, graphs: int) -> NDArray[np.int64]:
    every = np.arange(graphs, dtype=np.int64)
    if isinstance(which, slice):
        return every[which]
    chosen = np.asarray(which)
    if chosen.size == 0 and chosen.ndim == 1:
        return np.empty(0, dtype=np.int64)
    if chosen.ndim != 1 or chosen.dtype.kind not in "iub":
        raise UsageError("select graphs by a number, a slice, or a list of numbers or of true and false")
    if chosen.dtype.kind == "b" and len(chosen) != graphs:
        raise IndexError(f"{len(chosen)} flags for {graphs} graphs")
    indices: NDArray[np.int64] = every[chosen]
    return indices
