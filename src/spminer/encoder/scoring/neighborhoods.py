"""Neighborhoods of the target: anchored samples of the sizes that patterns are scored against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["LARGE", "SMALL", "Samples", "Sampling", "SizeRange", "ranges_for", "sample"]

Samples = Literal["auto", "small", "large", "both"]
Sampling = Literal["tree", "breadth"]
SizeRange = tuple[int, int]

# Nodes of a neighborhood: the paper's, and those that hold patterns of more than a few nodes.
SMALL: SizeRange = (20, 29)
LARGE: SizeRange = (40, 64)
# Up to this pattern size the paper's samples contain what the target contains.
SMALL_PATTERNS = 8
METHODS = {"tree": _core.SampleMethod.TREE, "breadth": _core.SampleMethod.BREADTH}


def ranges_for(size: int, samples: Samples) -> tuple[SizeRange, ...]:
    """Ranges of neighborhood sizes that patterns of one size are scored against.

    >>> ranges_for(6, "auto") == (SMALL,), ranges_for(12, "auto") == (LARGE,), ranges_for(6, "both") == (SMALL, LARGE)
    (True, True, True)
    """
    if samples == "both":
        return (SMALL, LARGE)
    small = samples == "small" or (samples == "auto" and size <= SMALL_PATTERNS)
    return (SMALL,) if small else (LARGE,)


def sample(
    target: _core.Target,
    count: int,
    ranges: Sequence[SizeRange],
    *,
    sampling: Sampling = "tree",
    seed: int = 0,
    threads: int = 0,
) -> AnchoredBatch:
    """``count`` anchored neighborhoods, an equal part for each range of sizes.

    Anchors are spread over all nodes, each taken once while there are enough; a target with at most ``count`` nodes
    gives one neighborhood per node (and range).

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 30) for i in range(30)]).target()
    >>> sample(ring, 8, [(3, 3), (5, 5)]).sizes.tolist()
    [3, 3, 3, 3, 5, 5, 5, 5]
    """
    parts = []
    for index, (low, high) in enumerate(ranges):
        share = min(target.nodes, count // len(ranges) + (index < count % len(ranges)))
        rows, sizes, _, _ = _core.sample_neighborhoods(
            target, share, low=low, high=high, method=METHODS[sampling], seed=seed + index, threads=threads
        )
        parts.append((rows, sizes))
    width = max(rows.shape[1] for rows, _ in parts)
    padded = [np.pad(rows, ((0, 0), (0, width - rows.shape[1]))) for rows, _ in parts]
    return AnchoredBatch(np.concatenate(padded), np.concatenate([sizes for _, sizes in parts]))
