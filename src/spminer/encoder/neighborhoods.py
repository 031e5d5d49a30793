"""Sampled neighborhoods of the target (definition 3 of the paper), against which patterns are scored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from spminer import _core
from spminer.encoder.batch import AnchoredBatch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "LARGE",
    "SMALL",
    "SampledNeighborhoods",
    "Samples",
    "Sampling",
    "SizeRange",
    "sample",
    "sample_nodes",
    "size_range",
]


Samples = Literal["auto", "small", "large"]
Sampling = Literal["tree", "breadth"]
SizeRange = tuple[int, int]

# Nodes of a neighborhood: the paper's, and those that hold patterns of more than a few nodes.
SMALL: SizeRange = (20, 29)
LARGE: SizeRange = (40, 64)
# Up to this pattern size the paper's samples contain what the target contains.
SMALL_PATTERNS = 8
METHODS = {"tree": _core.SampleMethod.TREE, "breadth": _core.SampleMethod.BREADTH}


def size_range(size: int, samples: Samples) -> SizeRange:
    """The sizes of neighborhoods that patterns of one size are scored against.

    >>> size_range(6, "auto") == SMALL, size_range(12, "auto") == LARGE
    (True, True)
    """
    return SMALL if samples == "small" or (samples == "auto" and size <= SMALL_PATTERNS) else LARGE


class SampledNeighborhoods(NamedTuple):
    """Neighborhoods with the nodes of the target that they have, -1 beyond their sizes."""

    batch: AnchoredBatch
    nodes: NDArray[np.int32]


def sample(
    target: _core.Target,
    count: int,
    sizes: SizeRange,
    *,
    sampling: Sampling = "tree",
    seed: int = 0,
    threads: int = 0,
) -> AnchoredBatch:
    """``count`` anchored neighborhoods of a range of sizes.

    Anchors are spread over all nodes, each taken once while there are enough; a target with at most ``count`` nodes
    gives one neighborhood per node.

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 30) for i in range(30)]).target()
    >>> sample(ring, 4, (5, 5)).sizes.tolist()
    [5, 5, 5, 5]
    """
    return sample_nodes(target, count, sizes, sampling=sampling, seed=seed, threads=threads).batch


def sample_nodes(
    target: _core.Target,
    count: int,
    sizes: SizeRange,
    *,
    sampling: Sampling = "tree",
    seed: int = 0,
    threads: int = 0,
) -> SampledNeighborhoods:
    """The same as :func:`sample`, with the nodes of each neighborhood."""
    low, high = sizes
    rows, drawn, _, nodes = _core.sample_neighborhoods(
        target, min(target.nodes, count), low=low, high=high, method=METHODS[sampling], seed=seed, threads=threads
    )
    return SampledNeighborhoods(AnchoredBatch(rows, drawn), nodes)
