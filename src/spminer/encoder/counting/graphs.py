"""Synthetic graphs to learn counts from: the encoder's mix, and kinds that real collections are made of.

The encoder's generators have few short cycles at low degrees. Molecules, segmented images and point clouds are
sparse and full of them, so trees of rings and graphs of points in space join the mix.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer import generate
from spminer.graphs.assemble import build

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = ["nearest_neighbours", "proximity", "ring_tree", "training_graphs"]

_SMALLEST = 6
_LARGEST_MOLECULE = 80
_VALENCE = 4  # bonds of an atom
_RING_LENGTHS = (3, 4, 5, 5, 5, 6, 6, 6, 6, 7, 8)
_LARGEST_PROXIMITY = 120  # its work grows with the cube of the size

_Edges = list[tuple[int, int]]


def training_graphs(count: int, largest: int, seed: int) -> GraphCollection:
    """Graphs of 6 to ``largest`` nodes, two fifths of them of the encoder's own mix, small sizes as often as large.

    >>> training_graphs(10, 50, seed=0).num_graphs
    10
    """
    random = np.random.default_rng(seed)
    sizes = np.exp(random.uniform(np.log(_SMALLEST), np.log(largest + 1), size=count)).astype(int)
    parts = [_one(int(size), random) for size in sizes]
    offsets = np.concatenate([[0], np.cumsum([nodes for nodes, _ in parts])]).astype(np.int64)
    edges = np.concatenate([pairs + first for (_, pairs), first in zip(parts, offsets, strict=False)])
    ends = np.ascontiguousarray(edges.T, dtype=np.int32)
    return build(ends[0], ends[1], nodes=int(offsets[-1]), directed=False, graph_offsets=offsets, source="training")


def _one(size: int, random: np.random.Generator) -> tuple[int, NDArray[np.int64]]:
    """Number of nodes, and edges ``[E, 2]``."""
    choice = random.random()
    if choice < 0.4:
        graphs = generate.synthetic(1, size, seed=int(random.integers(2**31)), threads=1)
        sources = np.repeat(np.arange(size), np.diff(graphs.indptr))
        pairs = np.stack([sources, graphs.indices], axis=1)
        return size, pairs[pairs[:, 0] < pairs[:, 1]]
    if choice < 0.65:
        edges = ring_tree(size := min(size, _LARGEST_MOLECULE), random)
    elif choice < 0.85:
        edges = nearest_neighbours(size, random)
    else:
        edges = proximity(size := min(size, _LARGEST_PROXIMITY), random)
    return size, np.array(edges, dtype=np.int64).reshape(-1, 2)


def ring_tree(size: int, random: np.random.Generator) -> _Edges:
    """A molecule-like graph: atoms and rings of 3 to 8, hung to each other by bonds or fused along one.

    >>> ring_tree(3, np.random.default_rng(0))
    [(0, 1), (1, 2)]
    """
    edges: _Edges = []
    degree = [0] * size
    ring_share = random.uniform(0.0, 0.6)
    nodes = 1
    while nodes < size:
        start = int(random.choice([v for v in range(nodes) if degree[v] < _VALENCE]))
        length = int(random.choice(_RING_LENGTHS)) if random.random() < ring_share else 1
        shared = [v for u, v in edges if u == start and degree[v] < _VALENCE]
        fuse = length > 1 and bool(shared) and random.random() < 0.5
        added = list(range(nodes, min(nodes + (length - 2 if fuse else length), size)))
        steps = list(zip([start, *added[:-1]], added, strict=True))
        if fuse:
            steps.append((added[-1], shared[0]))
        elif len(added) > 2:
            steps.append((added[-1], added[0]))
        for u, v in steps:
            edges.append((u, v))
            degree[u] += 1
            degree[v] += 1
        nodes += len(added)
    return edges


def nearest_neighbours(size: int, random: np.random.Generator) -> _Edges:
    """Points in a plane or in space, joined to their 1 to 7 nearest or within a radius; some edges are lost.

    >>> len(nearest_neighbours(30, np.random.default_rng(0))) > 20
    True
    """
    distance = _distances(size, random)
    wanted = random.uniform(1.0, 7.0)
    rank = min(round(wanted), size - 1) - 1
    if random.random() < 0.5:
        joined = distance <= np.partition(distance, rank, axis=1)[:, [rank]]
    else:
        pairs = round(size * min(1.4 * wanted, size - 1))  # radius that gives this many ordered pairs
        joined = distance <= np.partition(distance, pairs - 1, axis=None)[pairs - 1]
    return _thinned(joined | joined.T, random)


def proximity(size: int, random: np.random.Generator) -> _Edges:
    """Points joined where no third lies near the middle (Gabriel graphs and denser ones), as regions of an image are.

    >>> len(proximity(30, np.random.default_rng(0))) > 20
    True
    """
    squared = _distances(size, random) ** 2
    slack = random.uniform(0.6, 1.1)
    nearer = squared[:, None, :] + squared[None, :, :] < slack * squared[:, :, None]
    blocked: NDArray[np.bool_] = np.logical_or.reduce(nearer, axis=2)
    return _thinned(~blocked, random)


def _distances(size: int, random: np.random.Generator) -> NDArray[np.float64]:
    """Between random points, with no distance from a point to itself."""
    points = random.random((size, int(random.integers(2, 4))))
    distance: NDArray[np.float64] = np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2))
    np.fill_diagonal(distance, np.inf)
    return distance


def _thinned(joined: NDArray[np.bool_], random: np.random.Generator) -> _Edges:
    kept = np.triu(joined, 1) & (random.random(joined.shape) >= random.choice([0.0, 0.0, 0.1, 0.3]))
    return [(int(u), int(v)) for u, v in np.argwhere(kept)]
