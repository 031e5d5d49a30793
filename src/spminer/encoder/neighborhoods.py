"""Sampled neighborhoods of the target (definition 3 of the paper), against which patterns are scored.

A neighborhood is a connected induced subgraph around an anchor. It grows node by node: ``tree`` draws a frontier node
with a probability proportional to its edges into the sample, ``breadth`` takes the nearest nodes. Patterns of up to 8
nodes are scored against neighborhoods of 20 to 29 nodes, as in the paper; larger ones need 40 to 64 nodes, which can
contain them. With ``breadth`` and ``hops`` a neighborhood is the k-hop neighborhood of definition 3, as far as it has
no more nodes than a sample. A sample depends on the seed, the anchor and its place in the call, not on the number of
threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from spminer import _core
from spminer._util.text import parse_sizes
from spminer.encoder.batch import AnchoredBatch
from spminer.errors import UsageError
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "LARGE_SIZES",
    "SAMPLE_METHODS",
    "SMALL_SIZES",
    "Neighborhoods",
    "Sampling",
    "SizeRange",
    "sample",
    "size_range",
]

Sampling = Literal["tree", "breadth"]
SizeRange = tuple[int, int]

SMALL_SIZES: SizeRange = (20, 29)  # nodes of a neighborhood in the paper
LARGE_SIZES: SizeRange = (40, 64)  # for larger patterns
SMALL_PATTERNS = 8  # largest patterns that are scored against small neighborhoods
_NODE_STREAM = 0x4E0D  # of nodes that may repeat
SAMPLE_METHODS = {"tree": _core.SampleMethod.TREE, "breadth": _core.SampleMethod.BREADTH}


def size_range(size: int, samples: str) -> SizeRange:
    """The sizes of the neighborhoods for patterns of one size: small, large, auto, or a range such as 20-25.

    >>> size_range(6, "auto") == SMALL_SIZES, size_range(12, "auto") == LARGE_SIZES, size_range(12, "20-25")
    (True, True, (20, 25))
    """
    if samples in ("auto", "small", "large"):
        return SMALL_SIZES if samples == "small" or (samples == "auto" and size <= SMALL_PATTERNS) else LARGE_SIZES
    try:
        sizes = parse_sizes(samples)
    except UsageError:
        sizes = ()
    if not sizes or sizes[0] < 2 or sizes[-1] > MAX_PATTERN_NODES:
        raise UsageError(
            f"samples must be auto, small, large, or numbers of nodes from 2 to {MAX_PATTERN_NODES} such as 20-29, "
            f"not {samples!r}"
        )
    return sizes[0], sizes[-1]


class Neighborhoods(NamedTuple):
    """Neighborhoods with their nodes of the target, padded with -1."""

    batch: AnchoredBatch
    nodes: NDArray[np.int32]


def sample(
    target: _core.Target,
    anchors: int | NDArray[np.int32],
    sizes: SizeRange,
    *,
    sampling: Sampling = "tree",
    hops: int = 0,
    repeat_nodes: bool = False,
    seed: int = 0,
    threads: int = 0,
) -> Neighborhoods:
    """Neighborhoods of a range of sizes around given or spread nodes.

    Parameters
    ----------
    target
        The graph or collection, without labels and direction.
    anchors
        The nodes, or their number: they are then distinct and spread over all nodes, and a target with fewer nodes
        gives one neighborhood around each; or they are drawn with repetition (``repeat_nodes``).
    sizes
        Least and largest number of nodes; a neighborhood is smaller if the component of its anchor is.
    sampling
        ``"tree"``: frontier nodes are drawn by their edges into the sample. ``"breadth"``: the nearest nodes.
    hops
        With ``"breadth"``: the largest distance of a node from the anchor; 0 for any.
    repeat_nodes
        Whether nodes are drawn with repetition.
    seed, threads
        Seed of the draws, and number of threads; the result does not depend on the threads.

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 30) for i in range(30)]).target()
    >>> sample(ring, 4, (5, 5)).batch.sizes.tolist()
    [5, 5, 5, 5]
    """
    low, high = sizes
    if isinstance(anchors, int) and repeat_nodes and target.nodes:
        random = np.random.default_rng([seed, _NODE_STREAM])
        anchors = random.integers(target.nodes, size=anchors, dtype=np.int32)
    at = min(target.nodes, anchors) if isinstance(anchors, int) else anchors
    rows, drawn, _, nodes = _core.sample_neighborhoods(
        target, at, low=low, high=high, method=SAMPLE_METHODS[sampling], hops=hops, seed=seed, threads=threads
    )
    return Neighborhoods(AnchoredBatch(rows, drawn), nodes)
