"""Numbers for nodes that are given as numbers with gaps, or as names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError
from spminer.graphs.assemble import MOST_NODES

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["number_nodes"]


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
        return _number_names(pairs)
    if pairs.size and (int(pairs.min()) < 0 or int(pairs.max()) > np.iinfo(np.int64).max):
        raise InputError("node numbers are negative or beyond 64 bits", remedy="renumber the nodes from 0")
    if num_nodes is None:
        ids, numbers = np.unique(pairs, return_inverse=True)
        names = None if len(ids) == 0 or int(ids[-1]) == len(ids) - 1 else ids.astype(np.int64)
        return numbers.reshape(-1, 2).astype(np.int32), names, len(ids)
    if not 0 <= num_nodes <= MOST_NODES or (pairs.size and int(pairs.max()) >= num_nodes):
        raise InputError(f"an edge ends beyond node {num_nodes - 1}", remedy="give the true number of nodes")
    return pairs.astype(np.int32), None, num_nodes


def _number_names(pairs: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[np.object_], int]:
    numbers: dict[str, int] = {}
    flat = [numbers.setdefault(str(name), len(numbers)) for name in pairs.reshape(-1).tolist()]
    names = np.empty(len(numbers), dtype=object)
    names[:] = list(numbers)
    return np.array(flat, dtype=np.int32).reshape(-1, 2), names, len(numbers)
