"""Graphs to learn counts from: the encoder's mix, and kinds that real collections are made of.

The encoder's generators have few short cycles at low degrees. Molecules, segmented images and point clouds are
sparse and full of them, so trees of rings and graphs of points in space join the mix.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from spminer.generate import synthetic
from spminer.graphs.build import build

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = ["nearest_neighbors", "regions", "ring_tree", "training_graphs"]

_SMALLEST = 6
_LARGEST_MOLECULE = 80
_VALENCE = 4  # bonds of an atom
_RING_LENGTHS = (3, 4, 5, 5, 5, 6, 6, 6, 6, 7, 8)
_LARGEST_IMAGE = 200  # regions; the work grows with the square

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
        graphs = synthetic(1, size, seed=int(random.integers(2**31)), threads=1)
        sources = np.repeat(np.arange(size), np.diff(graphs.indptr))
        pairs = np.stack([sources, graphs.indices], axis=1)
        return size, pairs[pairs[:, 0] < pairs[:, 1]]
    if choice < 0.55:
        edges = ring_tree(size := min(size, _LARGEST_MOLECULE), random)
    elif choice < 0.8:
        edges = nearest_neighbors(size, random)
    else:
        edges = regions(size := min(size, _LARGEST_IMAGE), random)
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


def nearest_neighbors(size: int, random: np.random.Generator) -> _Edges:
    """Points in a plane or in space, joined to their 1 to 7 nearest or within a radius; some edges are lost.

    >>> len(nearest_neighbors(30, np.random.default_rng(0))) > 20
    True
    """
    points = _points(size, random)
    distance = np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2))
    np.fill_diagonal(distance, np.inf)
    wanted = random.uniform(1.0, 7.0)
    rank = min(round(wanted), size - 1) - 1
    if random.random() < 0.5:
        joined = distance <= np.partition(distance, rank, axis=1)[:, [rank]]
    else:
        pairs = round(size * min(1.4 * wanted, size - 1))  # radius that gives this many ordered pairs
        joined = distance <= np.partition(distance, pairs - 1, axis=None)[pairs - 1]
    return _thinned(joined | joined.T, random)


def regions(size: int, random: np.random.Generator) -> _Edges:
    """Regions of an image around random seeds, of uneven sizes, joined where their pixels touch.

    >>> len(regions(30, np.random.default_rng(0))) > 20
    True
    """
    side = math.ceil(math.sqrt(size) * random.uniform(3.0, 5.0))
    pixels = np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=-1).reshape(-1, 1, 2) / side
    reach = np.exp(random.normal(0.0, random.uniform(0.0, 0.5), size))
    squared = ((pixels - random.random((size, 2))) ** 2).sum(axis=2) * reach
    image = squared.argmin(axis=1).reshape(side, side)
    touching = [(image[1:], image[:-1]), (image[:, 1:], image[:, :-1])]
    if random.random() < 0.5:  # across corners as well
        touching += [(image[1:, 1:], image[:-1, :-1]), (image[1:, :-1], image[:-1, 1:])]
    joined = np.zeros((size, size), dtype=np.bool_)
    for here, there in touching:
        joined[here, there] = True
    return _thinned(joined | joined.T, random)


def _points(size: int, random: np.random.Generator) -> NDArray[np.float64]:
    """Points in a plane or in space, at random or on a jittered lattice."""
    dimensions = int(random.integers(2, 4))
    if random.random() < 0.5:
        return random.random((size, dimensions))
    side = math.ceil(size ** (1 / dimensions))
    lattice = np.stack(np.meshgrid(*[np.arange(side)] * dimensions), axis=-1).reshape(-1, dimensions)
    return lattice[:size] + random.uniform(0.0, 0.4) * random.random((size, dimensions))


def _thinned(joined: NDArray[np.bool_], random: np.random.Generator) -> _Edges:
    """Edges of a symmetric matrix, some of them lost."""
    kept = np.triu(joined, 1) & (random.random(joined.shape) >= random.choice([0.0, 0.0, 0.1, 0.3]))
    return [(int(u), int(v)) for u, v in np.argwhere(kept)]
