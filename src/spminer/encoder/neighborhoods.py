"""Sampled neighborhoods of the target (definition 3 of the paper), against which patterns are scored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from spminer import _core
from spminer.encoder.batch import AnchoredBatch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "LARGE_SIZES",
    "SAMPLE_METHODS",
    "SMALL_SIZES",
    "Neighborhoods",
    "Samples",
    "Sampling",
    "SizeRange",
    "sample",
    "size_range",
]


Samples = Literal["auto", "small", "large"]
Sampling = Literal["tree", "breadth"]
SizeRange = tuple[int, int]

# Nodes of a neighborhood: the paper's, and those that hold patterns of more than a few nodes.
SMALL_SIZES: SizeRange = (20, 29)
LARGE_SIZES: SizeRange = (40, 64)
# Up to this pattern size the paper's samples contain what the target contains.
SMALL_PATTERNS = 8
SAMPLE_METHODS = {"tree": _core.SampleMethod.TREE, "breadth": _core.SampleMethod.BREADTH}


def size_range(size: int, samples: Samples) -> SizeRange:
    """The sizes of neighborhoods that patterns of one size are scored against.

    >>> size_range(6, "auto") == SMALL_SIZES, size_range(12, "auto") == LARGE_SIZES
    (True, True)
    """
    return SMALL_SIZES if samples == "small" or (samples == "auto" and size <= SMALL_PATTERNS) else LARGE_SIZES


class Neighborhoods(NamedTuple):
    """Neighborhoods with the nodes of the target that they have, -1 beyond their sizes."""

    batch: AnchoredBatch
    nodes: NDArray[np.int32]


def sample(
    target: _core.Target,
    anchors: int | NDArray[np.int32],
    sizes: SizeRange,
    *,
    sampling: Sampling = "tree",
    seed: int = 0,
    threads: int = 0,
) -> Neighborhoods:
    """Neighborhoods of a range of sizes around some nodes.

    Parameters
    ----------
    target
        The graph or collection, without labels and direction.
    anchors
        The nodes, or their number: they are then spread over all nodes, each taken once, and a target of no more
        nodes gives one neighborhood around each.
    sizes
        Least and largest number of nodes; smaller only where the component of the anchor is.
    sampling
        ``"tree"``: frontier nodes are drawn by their edges into the sample. ``"breadth"``: the nearest nodes.
    seed, threads
        Of the drawing, which does not depend on the number of threads.

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 30) for i in range(30)]).target()
    >>> sample(ring, 4, (5, 5)).batch.sizes.tolist()
    [5, 5, 5, 5]
    """
    low, high = sizes
    at = min(target.nodes, anchors) if isinstance(anchors, int) else anchors
    rows, drawn, _, nodes = _core.sample_neighborhoods(
        target, at, low=low, high=high, method=SAMPLE_METHODS[sampling], seed=seed, threads=threads
    )
    return Neighborhoods(AnchoredBatch(rows, drawn), nodes)
