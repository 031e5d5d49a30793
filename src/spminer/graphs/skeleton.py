"""Skeleton of directed graphs: their arcs as edges without direction, and where their labels forbid that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["refuse_two_labels"]


def refuse_two_labels(
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    labels: NDArray[np.int32],
    node_names: Callable[[Sequence[int]], list[str]],
    label_names: Sequence[str],
) -> None:
    """Refuse arcs both ways with different labels: an edge without direction has one label.

    Examples
    --------
    >>> ends = np.array([0, 1], np.int32), np.array([1, 0], np.int32)
    >>> refuse_two_labels(*ends, np.array([0, 0], np.int32), lambda nodes: ["u", "v"], ["a", "b"])
    >>> refuse_two_labels(*ends, np.array([0, 1], np.int32), lambda nodes: ["u", "v"], ["a", "b"])
    Traceback (most recent call last):
    spminer.errors.UsageError: two arcs between 'u' and 'v' have different labels ('a' and 'b'), so that an undirected \
pattern with edge labels cannot be matched; write arcs, as in 0>1:a, or a pattern without edge labels
    """
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    order = np.lexsort((labels, high, low))
    low, high, labels = low[order], high[order], labels[order]
    differ = np.flatnonzero((low[1:] == low[:-1]) & (high[1:] == high[:-1]) & (labels[1:] != labels[:-1]))
    if len(differ) == 0:
        return
    first = int(differ[0])
    u, v = node_names([int(low[first]), int(high[first])])
    a, b = (label_names[int(code)] for code in labels[first : first + 2])
    raise UsageError(
        f"two arcs between {u!r} and {v!r} have different labels ({a!r} and {b!r}), so that an undirected pattern with "
        "edge labels cannot be matched; write arcs, as in 0>1:a, or a pattern without edge labels"
    )
