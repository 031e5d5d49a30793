"""Pairs of anchored graphs to evaluate encoders on, labeled by the exact matcher.

Independent pairs are two tree samples of a data set, most of them negative. Balanced pairs come from the stream of
training pairs, half of them positive. Labels and direction of a data set are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.neighborhoods import sample
from spminer.errors import InputError, UsageError
from spminer.generate import synthetic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = [
    "DECISION_STEPS",
    "PairSet",
    "balanced_pairs",
    "independent_pairs",
    "plain_structure",
    "sample_of_sizes",
    "synthetic_graphs",
]

PROTOCOL_SIZES = (5, 29)
# Sizes of the synthetic pairs for thresholds, as in the paper.
BALANCED_PATTERNS, BALANCED_TARGETS = (5, 28), (6, 29)
_SYNTHETIC_GRAPHS = 1000
_SYNTHETIC_NODES = (30, 60)
_ROUNDS = 30
DECISION_STEPS = 200_000  # search steps after which a pair stays undecided


@dataclass(frozen=True, eq=False)
class PairSet:
    """Aligned pairs of anchored graphs.

    Attributes
    ----------
    sub, sup
        The graph that may be contained, and the one that may contain it.
    labels
        ``bool[B]``: whether it is contained, anchor on anchor.
    """

    sub: AnchoredBatch
    sup: AnchoredBatch
    labels: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.labels)


def synthetic_graphs(*, seed: int = 0) -> GraphCollection:
    """The data set "synthetic": 1000 graphs of 30 to 60 nodes, from the mix of training graphs.

    >>> synthetic_graphs().num_graphs
    1000
    """
    return synthetic(_SYNTHETIC_GRAPHS, _SYNTHETIC_NODES, seed=seed)


def plain_structure(graphs: GraphCollection) -> GraphCollection:
    """The graphs without labels and direction, which encoders ignore.

    >>> import spminer
    >>> plain_structure(spminer.from_edges([(0, 1), (1, 0), (1, 2)], directed=True))
    GraphCollection(1 undirected graph, 3 nodes, 2 edges)
    """
    plain = graphs.without_labels()
    if not plain.directed:
        return plain
    sources, targets, _ = plain.edges()
    csr = _core.build_csr(sources, targets, nodes=plain.num_nodes, directed=False)
    return replace(plain, indptr=csr["indptr"], indices=csr["indices"], directed=False)


def independent_pairs(
    graphs: GraphCollection, *, count: int = 40_000, seed: int = 0, induced: bool = True, threads: int = 0
) -> PairSet:
    """Pairs of neighborhoods that are drawn independently of each other.

    Both sides are tree samples anchored at their first node, of 5 to 29 nodes (uniform, at most the size of their
    component). The first one is the candidate subgraph whatever the sizes, so most pairs are negative.

    Parameters
    ----------
    graphs
        The data set; its labels and direction are ignored.
    count
        Number of pairs.
    seed
        Seed of the draws.
    induced
        Whether containment is node-induced.
    threads
        Threads; 0 for every core. The pairs do not depend on it.

    Examples
    --------
    >>> pairs = independent_pairs(synthetic_graphs(), count=1000)
    >>> pairs.sub.sizes.min(), pairs.sup.sizes.max()
    (np.int32(5), np.int32(29))
    >>> 0 < pairs.labels.mean() < 0.2
    np.True_
    """
    if count < 1:
        raise UsageError(f"count must be at least 1, not {count}")
    target = plain_structure(graphs).target()
    random = np.random.default_rng(seed)
    low, high = PROTOCOL_SIZES
    sub, sup = (
        sample_of_sizes(target, random.integers(low, high + 1, size=count), random, threads=threads) for _ in range(2)
    )
    labels = _core.contains_anchored(sub.rows, sub.sizes, sup.rows, sup.sizes, induced=induced)
    return PairSet(sub, sup, labels == 1)


def balanced_pairs(
    count: int,
    *,
    patterns: tuple[int, int] = BALANCED_PATTERNS,
    targets: tuple[int, int] = BALANCED_TARGETS,
    induced: bool = True,
    hard: float = 0.0,
    seed: int = 0,
    threads: int = 0,
) -> PairSet:
    """Synthetic pairs as in training, half of them positive.

    Parameters
    ----------
    count
        Number of pairs.
    patterns, targets
        Least and largest sizes of the two sides.
    hard
        Share of the negatives that the order signature does not refute, if possible.

    Examples
    --------
    >>> pairs = balanced_pairs(100, patterns=(5, 10), targets=(20, 29))
    >>> int(pairs.labels.sum()), int(pairs.sup.sizes.min()) >= 20
    (50, True)
    """
    low, high = targets
    stream = _core.PairStream(seed=seed, min_pattern=patterns[0], max_pattern=patterns[1], induced=induced, hard=hard)
    sup_rows, sup_sizes, sub_rows, sub_sizes, labels = stream.batch(0, pairs=count, low=low, high=high, threads=threads)
    return PairSet(AnchoredBatch(sub_rows, sub_sizes), AnchoredBatch(sup_rows, sup_sizes), labels == 1)


def sample_of_sizes(
    target: _core.Target, sizes: NDArray[np.integer], random: np.random.Generator, *, threads: int = 0
) -> AnchoredBatch:
    """Tree samples of the given sizes around random nodes.

    Anchors in components that are too small are drawn again, up to 30 times; then the largest sample is kept.
    """
    if target.nodes == 0:
        raise InputError("the data set has no nodes", remedy="give a graph with at least one edge")
    rows = np.zeros((len(sizes), max(int(sizes.max(initial=1)), 1)), dtype=np.uint64)
    reached = np.zeros(len(sizes), dtype=np.int32)
    for _ in range(_ROUNDS):
        for size in np.unique(sizes[reached < sizes]):
            missing = np.flatnonzero((reached < sizes) & (sizes == size))
            anchors = random.integers(0, target.nodes, size=len(missing), dtype=np.int32)
            seed = int(random.integers(2**63))
            drawn, _ = sample(target, anchors, (int(size), int(size)), seed=seed, threads=threads)
            better = drawn.sizes > reached[missing]
            rows[missing[better], : drawn.rows.shape[1]] = drawn.rows[better]
            reached[missing[better]] = drawn.sizes[better]
    return AnchoredBatch(rows, reached)
