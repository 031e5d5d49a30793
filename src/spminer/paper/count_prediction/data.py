"""Data of count prediction: settings, batches of graphs with exact motif counts, and the training graphs.

In reading order: the settings; :class:`CountFeed`, the batches of each step; a batch, graphs of any size side by side;
exact counts of the 29 motifs of 3 to 5 nodes; input features from short walks; the training graphs.

Two fifths of the training graphs are those of the encoder, which have few short cycles at low degrees. The others are
sparse with many short cycles, like molecules, segmented images and point clouds: trees of rings, regions of an image,
and nearest neighbors of points.
"""

from __future__ import annotations

import math
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch

from spminer import _core
from spminer._util.options import check_options, option
from spminer.generate import synthetic
from spminer.graphs.build import build_collection
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.graphs import GraphCollection

__all__ = ["PRESETS", "CountConfig", "CountFeed", "GraphBatch", "collate", "motif_classes"]


@dataclass(frozen=True, slots=True)
class CountConfig:
    """The shape of a count predictor, and the settings of its training."""

    width: int = option(64, "Features per node in every layer.", minimum=1)
    layers: int = option(4, "Graph convolutions. Nodes of a motif of 5 nodes are at most 4 hops apart.", minimum=1)
    head: int = option(
        128,
        "Width of the hidden layers of the perceptron that computes a node's share of each count.",
        minimum=1,
    )
    walks: bool = option(
        True,
        "Whether counts of short closed walks are an input, without which sums over neighbors cannot distinguish a "
        "5-ring from a 6-ring; otherwise the input is the degree alone.",
    )
    steps: int = option(30_000, "Optimizer steps at most.", minimum=1)
    seconds: float = option(
        170.0,
        "Training time over all sessions, after which the run ends; the learning rate falls with time or steps, "
        "whichever ends first.",
        minimum=0,
    )
    graphs: int = option(48, "Graphs per step.", minimum=1)
    distinct: int = option(
        600, "Distinct batches; they are used again and again, in another order each time.", minimum=1
    )
    largest: int = option(600, "Nodes of the largest graphs.", minimum=1)
    node_weight: float = option(
        0.5, "Weight of the loss of single nodes' shares, relative to that of the graphs' counts.", minimum=0
    )
    learning_rate: float = 2e-3
    warmup: int = option(100, "Steps over which the learning rate rises from zero.", minimum=0)
    clip: float = option(1.0, "Largest gradient norm.")
    seed: int = 0
    validate_every: int = option(250, "Steps between lines of the log and checkpoints.", minimum=1)
    validation_batches: int = option(8, "Batches of a validation.", minimum=1)

    def __post_init__(self) -> None:
        check_options(self, "settings")

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)


PRESETS: dict[str, CountConfig] = {
    "default": CountConfig(),
    # For one core of a CPU: fewer and smaller graphs.
    "cpu": CountConfig(width=48, graphs=16, distinct=600, largest=300, seconds=330.0),
    # For tests: learns within seconds.
    "tiny": CountConfig(
        width=16,
        layers=2,
        head=32,
        steps=160,
        seconds=60.0,
        graphs=8,
        distinct=8,
        largest=30,
        learning_rate=5e-3,
        warmup=10,
        validate_every=80,
        validation_batches=2,
    ),
}


class CountFeed:
    """The batches of the steps; the batch of a step depends on the seed and the step alone."""

    def __init__(self, config: CountConfig, *, device: torch.device, threads: int = 1) -> None:
        self._config = config
        self._device = device
        self._threads = threads
        self._drawn: dict[int, GraphBatch] = {}

    def number(self, step: int) -> int:
        """The number of a step's batch: each round has all batches, in another order."""
        rounds, turn = divmod(step, self._config.distinct)
        if rounds == 0:
            return turn
        return int(np.random.default_rng((self._config.seed, rounds)).permutation(self._config.distinct)[turn])

    def draw(self, number: int) -> GraphBatch:
        """One of the distinct batches."""
        seed = int(np.random.SeedSequence((self._config.seed, number)).generate_state(1)[0])
        return collate(training_graphs(self._config.graphs, self._config.largest, seed))

    def steps(self, first: int, last: int) -> Iterator[GraphBatch]:
        """The batches of steps ``first`` up to (not including) ``last``; threads draw the next ones."""
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


@dataclass(frozen=True, slots=True)
class GraphBatch:
    """Graphs side by side, with nodes numbered through all of them and edges listed both ways."""

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
    """A batch of all graphs of an undirected collection, without labels, with exact counts.

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


SIZES = (3, 4, 5)


class MotifClass(NamedTuple):
    """A connected graph of 3 to 5 nodes, and the orbit whose nodes share its count."""

    pattern: Pattern
    """The graph, anchored at a central node."""
    column: int
    """The orbit of the anchor in the census of this size."""
    nodes: int
    """Nodes of the pattern in that orbit; each has an equal share of the count."""


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

    The nodes of a subgraph in the orbit of :func:`motif_classes` have equal shares of it.

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
        assert table is not None  # the census cannot be stopped
        columns += [table[:, motif.column] / motif.nodes for motif in motif_classes() if motif.pattern.size == size]
    shares = np.stack(columns, axis=1)
    totals = np.concatenate([np.zeros((1, shares.shape[1])), np.cumsum(shares, axis=0)])[graphs.graph_offsets]
    counts = np.rint(totals[1:] - totals[:-1])
    return shares, counts


def walk_features(source: Tensor, target: Tensor, sizes: Tensor, *, block: int = 64) -> tuple[Tensor, Tensor]:
    """Counts of short walks at nodes and edges, as logarithms of 1 + number.

    Column ``c`` of the work arrays belongs to the ``c``-th node of every graph, so that arrays have as many columns as
    the largest graph has nodes; ``block`` columns are computed at a time.

    Parameters
    ----------
    source, target
        Ends of all edges, both ways, nodes numbered through.
    sizes
        Nodes of each graph.
    block
        Columns at a time.

    Returns
    -------
    nodes, edges
        ``[N, 5]``: degree, triangles, nodes at distance two, and half the closed walks of length 4 and 5 without
        immediate returns. ``[E, 1]``: common neighbors.

    Examples
    --------
    >>> nodes, edges = walk_features(torch.tensor([0, 1]), torch.tensor([1, 0]), torch.tensor([2]))
    >>> nodes[0].expm1().round()
    tensor([1., 0., 0., 0., 0.])
    """
    count = int(sizes.sum())
    number = torch.arange(count) - torch.repeat_interleave(sizes.cumsum(0) - sizes, sizes)  # number within the graph
    degree = torch.zeros(count).index_add_(0, source, torch.ones(len(source)))
    back = (degree - 1).unsqueeze(1)
    nodes = torch.zeros(count, 5)
    nodes[:, 0] = degree
    edges = torch.zeros(len(source), 1)
    own_size = torch.repeat_interleave(sizes, sizes)

    def onward(walks: Tensor) -> Tensor:
        """Walks with one more step, from every node to the nodes of the columns."""
        return torch.zeros_like(walks).index_add_(0, active_source, walks[active_target])

    for first in range(0, int(sizes.max()), block):
        active = own_size[source] > first  # smaller graphs have no nodes in these columns
        active_source, active_target = source[active], target[active]
        mine = torch.nonzero((number >= first) & (number < first + block)).squeeze(1)
        column = number[mine] - first
        one = torch.zeros(count, block)
        one[mine, column] = 1
        start, one = one, onward(one)
        two = onward(one) - degree.unsqueeze(1) * start
        three = onward(two) - back * one
        four = onward(three) - back * two
        five = onward(four) - back * three
        nodes[mine, 1] = three[mine, column] / 2
        nodes[:, 2] += ((two > 0) & (one == 0)).sum(1)  # symmetric: counted at the other end
        nodes[mine, 3] = four[mine, column] / 2
        nodes[mine, 4] = five[mine, column] / 2
        here = torch.nonzero((number[target] >= first) & (number[target] < first + block)).squeeze(1)
        edges[here, 0] = two[source[here], number[target[here]] - first]
    return nodes.clamp(min=0).log1p(), edges.clamp(min=0).log1p()


_SMALLEST = 6
_LARGEST_MOLECULE = 80
_VALENCE = 4  # bonds of an atom
_RING_LENGTHS = (3, 4, 5, 5, 5, 6, 6, 6, 6, 7, 8)
_LARGEST_IMAGE = 200  # regions; time grows with the square

_Edges = list[tuple[int, int]]


def training_graphs(count: int, largest: int, seed: int) -> GraphCollection:
    """Graphs of 6 to ``largest`` nodes, with logarithms of sizes uniform; two fifths are of the encoder's mix.

    >>> training_graphs(10, 50, seed=0).num_graphs
    10
    """
    random = np.random.default_rng(seed)
    sizes = np.exp(random.uniform(np.log(_SMALLEST), np.log(largest + 1), size=count)).astype(int)
    parts = [_one(int(size), random) for size in sizes]
    offsets = np.concatenate([[0], np.cumsum([nodes for nodes, _ in parts])]).astype(np.int64)
    edges = np.concatenate([pairs + first for (_, pairs), first in zip(parts, offsets, strict=False)])
    ends = np.ascontiguousarray(edges.T, dtype=np.int32)
    return build_collection(
        ends[0], ends[1], nodes=int(offsets[-1]), directed=False, graph_offsets=offsets, source="training"
    )


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
    """A graph like a molecule: atoms and rings of 3 to 8 nodes, joined by bonds or fused along one.

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
    """Points in a plane or in space, joined to their 1 to 7 nearest or within a radius; some edges are removed.

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
        pairs = round(size * min(1.4 * wanted, size - 1))  # ordered pairs within the radius
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
    if random.random() < 0.5:  # also across corners
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
    """Edges of a symmetric matrix, some of them removed."""
    kept = np.triu(joined, 1) & (random.random(joined.shape) >= random.choice([0.0, 0.0, 0.1, 0.3]))
    return [(int(u), int(v)) for u, v in np.argwhere(kept)]
