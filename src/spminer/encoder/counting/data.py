"""Graphs with exact motif counts as torch tensors: many graphs of any size, side by side in one batch."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch

from spminer import _core
from spminer.encoder.counting.graphs import training_graphs
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.encoder.counting.config import CountConfig
    from spminer.graphs import GraphCollection

__all__ = ["CountFeed", "GraphBatch", "MotifClass", "collate", "motif_classes", "motif_counts"]

SIZES = (3, 4, 5)


class MotifClass(NamedTuple):
    """A connected graph of 3 to 5 nodes, and the place of it at which a subgraph is counted."""

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
    everything = _core.Target(np.arange(2, dtype=np.int64) * 0, np.empty(0, dtype=np.int32))
    best: dict[int, tuple[tuple[int, int], MotifClass]] = {}
    for column, orbit in enumerate(_core.census(everything, _core.Control(), size=size).orbits):
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
        assert table is not None
        columns += [table[:, motif.column] / motif.nodes for motif in motif_classes() if motif.pattern.size == size]
    shares = np.stack(columns, axis=1)
    totals = np.concatenate([np.zeros((1, shares.shape[1])), np.cumsum(shares, axis=0)])
    return shares, np.round(np.diff(totals[graphs.graph_offsets], axis=0))


@dataclass(frozen=True, slots=True)
class GraphBatch:
    """Graphs side by side: nodes are numbered through, every edge is listed both ways."""

    node_features: Tensor  # float32 [N, 5]
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
    >>> batch.log_counts[0, :2].exp() - 1
    tensor([2.0000, 1.0000])
    """
    shares, counts = motif_counts(graphs, threads=threads)
    sizes = torch.from_numpy(np.diff(graphs.graph_offsets))
    source = torch.from_numpy(np.repeat(np.arange(graphs.num_nodes), np.diff(graphs.indptr)))
    target = torch.from_numpy(graphs.indices.astype(np.int64))
    node_features, edge_features = walk_features(source, target, sizes)
    return GraphBatch(
        node_features,
        edge_features,
        source,
        target,
        torch.repeat_interleave(torch.arange(len(sizes)), sizes),
        torch.from_numpy(np.log1p(shares)).float(),
        torch.from_numpy(np.log1p(counts)).float(),
    )


def walk_features(source: Tensor, target: Tensor, sizes: Tensor, *, block: int = 64) -> tuple[Tensor, Tensor]:
    """Logarithms of what short walks see of a node (degree, triangles, nodes two steps away, closed walks of length 4
    and 5 that never turn back on the spot), ``[N, 5]``, and of the common neighbours of an edge, ``[E, 1]``.

    Column ``c`` of the work arrays belongs, in every graph, to its own ``c``-th node, so that one array of as many
    columns as the largest graph has nodes holds the walks of all graphs; ``block`` columns are done at a time.

    >>> nodes, edges = walk_features(torch.tensor([0, 1]), torch.tensor([1, 0]), torch.tensor([2]))
    >>> nodes[0].expm1()
    tensor([1.0000, 0.0000, 0.0000, 0.0000, 0.0000])
    """
    count = int(sizes.sum())
    place = torch.arange(count) - torch.repeat_interleave(sizes.cumsum(0) - sizes, sizes)  # number within the graph
    degree = torch.zeros(count).index_add_(0, source, torch.ones(len(source)))
    back = (degree - 1).unsqueeze(1)
    nodes = torch.zeros(count, 5)
    nodes[:, 0] = degree
    edges = torch.zeros(len(source), 1)

    def onward(walks: Tensor) -> Tensor:
        """Walks of one more step, from every node to the nodes of the columns."""
        return torch.zeros_like(walks).index_add_(0, source, walks[target])

    for first in range(0, int(sizes.max()), block):
        mine = torch.nonzero((place >= first) & (place < first + block)).squeeze(1)
        column = place[mine] - first
        one = torch.zeros(count, block)
        one[mine, column] = 1
        start, one = one, onward(one)
        two = onward(one) - degree.unsqueeze(1) * start
        three = onward(two) - back * one
        four = onward(three) - back * two
        five = onward(four) - back * three
        nodes[mine, 1] = three[mine, column] / 2
        nodes[:, 2] += ((two > 0) & (one == 0)).sum(1)  # symmetric: counted at the far end
        nodes[mine, 3] = four[mine, column] / 2
        nodes[mine, 4] = five[mine, column] / 2
        here = torch.nonzero((place[target] >= first) & (place[target] < first + block)).squeeze(1)
        edges[here, 0] = two[source[here], place[target[here]] - first]
    return nodes.clamp(min=0).log1p(), edges.clamp(min=0).log1p()


class CountFeed:
    """The batches of step after step; which one a step gets depends on the seed and the step alone."""

    def __init__(self, config: CountConfig, *, device: torch.device, threads: int = 1) -> None:
        self._config = config
        self._device = device
        self._threads = threads
        self._drawn: dict[int, GraphBatch] = {}

    def number(self, step: int) -> int:
        """Which of the distinct batches a step takes: all once in each round, in an order of its own."""
        rounds, place = divmod(step, self._config.distinct)
        if rounds == 0:
            return place
        return int(np.random.default_rng((self._config.seed, rounds)).permutation(self._config.distinct)[place])

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
