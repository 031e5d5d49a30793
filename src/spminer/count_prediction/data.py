"""Batches of graphs with exact motif counts as torch tensors: graphs of any size side by side."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch

from spminer import _core
from spminer.count_prediction.features import walk_features
from spminer.count_prediction.graphs import training_graphs
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.count_prediction.config import CountConfig
    from spminer.graphs import GraphCollection

__all__ = ["CountFeed", "GraphBatch", "MotifClass", "collate", "motif_classes", "motif_counts"]

SIZES = (3, 4, 5)


class MotifClass(NamedTuple):
    """A connected graph of 3 to 5 nodes, and the node of it at which a subgraph is counted."""

    pattern: Pattern
    """Anchored at a central node."""
    column: int
    """Which orbit of the census of its size the anchor is."""
    nodes: int
    """Nodes of the pattern in that orbit, each of which has an equal share of the count."""


@cache
def motif_classes() -> tuple[MotifClass, ...]:
    """All 29 connected graphs of 3, 4 and 5 nodes, fewest nodes first and then fewest edges.

    >>> [str(motif.pattern) for motif in motif_classes()[:3]]
    ['0-1,0-2@0', '0-1,0-2,1-2@0', '0-1,0-2,0-3@0']
    >>> len(motif_classes())
    29
    """
    return tuple(motif for size in SIZES for motif in _classes(size))


def _classes(size: int) -> list[MotifClass]:
    single_node = _core.Target(np.zeros(2, dtype=np.int64), np.empty(0, dtype=np.int32))  # any target lists all orbits
    best: dict[int, tuple[tuple[int, int], MotifClass]] = {}
    for column, orbit in enumerate(_core.census(single_node, _core.Control(), size=size).orbits):
        pattern = Pattern.from_core(orbit.pattern)
        order = (_eccentricity(pattern), orbit.nodes)
        if orbit.graph_class not in best or order < best[orbit.graph_class][0]:
            best[orbit.graph_class] = order, MotifClass(pattern, column, orbit.nodes)
    return [best[number][1] for number in sorted(best)]


def _eccentricity(pattern: Pattern) -> int:
    """Hops from node 0, the anchor, to the farthest node."""
    reached, hops = {0}, 0
    while len(reached) < pattern.size:
        reached |= {w for u, v in pattern.edges for w in (u, v) if u in reached or v in reached}
        hops += 1
    return hops


def motif_counts(graphs: GraphCollection, *, threads: int = 1) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Exact numbers of induced subgraphs of each class: each node's share, and each graph's count.

    A subgraph belongs, in equal shares, to its nodes in the orbit that :func:`motif_classes` names.

    Returns
    -------
    shares, counts
        ``[nodes, 29]`` and ``[graphs, 29]``.

    Examples
    --------
    >>> import spminer
    >>> shares, counts = motif_counts(spminer.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)]))
    >>> counts[0, :2]  # two open triples, one triangle
    array([2., 1.])
    >>> shares[:, 0]
    array([0., 0., 2., 0.])
    """
    target = _core.Target(graphs.indptr, graphs.indices)
    columns = []
    for size in SIZES:
        table = _core.census(target, _core.Control(), size=size, threads=threads, per_node=True).take_counts()
        assert table is not None  # asked for, and nothing stops the census
        columns += [table[:, motif.column] / motif.nodes for motif in motif_classes() if motif.pattern.size == size]
    shares = np.stack(columns, axis=1)
    totals = np.concatenate([np.zeros((1, shares.shape[1])), np.cumsum(shares, axis=0)])[graphs.graph_offsets]
    counts = np.rint(totals[1:] - totals[:-1])
    return shares, counts


@dataclass(frozen=True, slots=True)
class GraphBatch:
    """Graphs side by side: nodes are numbered through, every edge is listed both ways."""

    node_features: Tensor  # float32 [N, 5], see walk_features
    edge_features: Tensor  # float32 [E, 1]
    source: Tensor  # int64 [E]
    target: Tensor  # int64 [E]
    graph: Tensor  # int64 [N], the graph of each node
    log_shares: Tensor  # float32 [N, 29], log(1 + share)
    log_counts: Tensor  # float32 [G, 29], log(1 + count)

    def to(self, device: torch.device) -> GraphBatch:
        """The batch on a device."""
        return GraphBatch(*(getattr(self, entry.name).to(device) for entry in fields(self)))


def collate(graphs: GraphCollection, *, threads: int = 1) -> GraphBatch:
    """A batch of all graphs of an undirected collection, with exact counts; labels are left out.

    >>> import spminer
    >>> batch = collate(spminer.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)]))
    >>> batch.log_counts[0, :2].expm1().round()
    tensor([2., 1.])
    """
    shares, counts = motif_counts(graphs, threads=threads)
    sizes = torch.from_numpy(np.diff(graphs.graph_offsets))
    source = torch.from_numpy(np.repeat(np.arange(graphs.num_nodes), np.diff(graphs.indptr)))
    target = torch.from_numpy(graphs.indices.astype(np.int64))
    node_features, edge_features = walk_features(source, target, sizes)
    return GraphBatch(
        node_features=node_features,
        edge_features=edge_features,
        source=source,
        target=target,
        graph=torch.repeat_interleave(torch.arange(len(sizes)), sizes),
        log_shares=torch.from_numpy(np.log1p(shares)).float(),
        log_counts=torch.from_numpy(np.log1p(counts)).float(),
    )


class CountFeed:
    """The batches of step after step; which one a step gets depends on the seed and the step alone."""

    def __init__(self, config: CountConfig, *, device: torch.device, threads: int = 1) -> None:
        self._config = config
        self._device = device
        self._threads = threads
        self._drawn: dict[int, GraphBatch] = {}

    def number(self, step: int) -> int:
        """Which of the distinct batches a step takes: all once in each round, in an order of its own."""
        rounds, turn = divmod(step, self._config.distinct)
        if rounds == 0:
            return turn
        return int(np.random.default_rng((self._config.seed, rounds)).permutation(self._config.distinct)[turn])

    def draw(self, number: int) -> GraphBatch:
        """Make one of the distinct batches."""
        seed = int(np.random.SeedSequence((self._config.seed, number)).generate_state(1)[0])
        return collate(training_graphs(self._config.graphs, self._config.largest, seed))

    def steps(self, first: int, last: int) -> Iterator[GraphBatch]:
        """The batches of steps ``first`` up to (not including) ``last``; new ones are drawn ahead by threads."""
        with ThreadPoolExecutor(self._threads) as pool:
            ahead: deque[tuple[int, Future[GraphBatch] | None]] = deque()
            for step in range(first, last + 2 * self._threads):
                if step < last:
                    number = self.number(step)
                    ahead.append((number, None if number in self._drawn else pool.submit(self.draw, number)))
                if step - first >= 2 * self._threads and ahead:
                    yield self._take(*ahead.popleft())

    def _take(self, number: int, future: Future[GraphBatch] | None) -> GraphBatch:
        if future is not None:
            self._drawn[number] = future.result().to(self._device)
        return self._drawn[number]
