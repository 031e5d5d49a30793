"""Neighborhoods of the target: anchored samples of the sizes that patterns are scored against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "LARGE",
    "SMALL",
    "SampledNeighborhoods",
    "Samples",
    "Sampling",
    "SizeRange",
    "ranges_for",
    "sample",
    "sample_nodes",
]

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


class SampledNeighborhoods(NamedTuple):
    """Neighborhoods with the nodes of the target that they have, -1 beyond their sizes."""

    batch: AnchoredBatch
    nodes: NDArray[np.int32]


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
    return sample_nodes(target, count, ranges, sampling=sampling, seed=seed, threads=threads).batch


def sample_nodes(
    target: _core.Target,
    count: int,
    ranges: Sequence[SizeRange],
    *,
    sampling: Sampling = "tree",
    seed: int = 0,
    threads: int = 0,
) -> SampledNeighborhoods:
    """The same as :func:`sample`, with the nodes of each neighborhood."""
    parts = []
    for index, (low, high) in enumerate(ranges):
        share = min(target.nodes, count // len(ranges) + (index < count % len(ranges)))
        rows, sizes, _, nodes = _core.sample_neighborhoods(
            target, share, low=low, high=high, method=METHODS[sampling], seed=seed + index, threads=threads
        )
        parts.append((rows, sizes, nodes))
    width = max(rows.shape[1] for rows, _, _ in parts)

    def joined(arrays: Iterable[NDArray[Any]], beyond: int) -> NDArray[Any]:
        wide = [np.pad(a, ((0, 0), (0, width - a.shape[1])), constant_values=beyond) for a in arrays]
        return np.concatenate(wide)

    batch = AnchoredBatch(joined((rows for rows, _, _ in parts), 0), np.concatenate([sizes for _, sizes, _ in parts]))
    return SampledNeighborhoods(batch, joined((nodes for _, _, nodes in parts), -1))
