"""Whether counts of large graphs are exact, where the truth is known without counting them.

usage: python benchmarks/bench_truth.py [--edges 1000000] [--copies 50] [--keep FOLDER] [--mine]

Tensor products: nodes are pairs, joined if both parts are. A homomorphism into a product is a pair of homomorphisms, so
that their numbers multiply, and the census of sizes 3 and 4 of a product of any size follows from two small factors,
whose homomorphisms are counted here by matrices. Copies: k renamed copies of a labeled graph have k times the minimum
image support of every pattern. Either differs by one anywhere: the benchmark fails.

Each step on the product runs in a process of its own, from a store: seconds, seconds of processors, and the peak of
resident memory beside the size of the store. ``--mine`` also mines sizes 5 to 12.
"""

from __future__ import annotations

import itertools
import math
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import spminer
from common import arguments, measure_apart
from spminer._util.monitor import Monitor
from spminer.counting.enumeration import count_patterns
from spminer.graphs import GraphCollection

if TYPE_CHECKING:
    from numpy.typing import NDArray

Edges = frozenset[tuple[int, int]]
Kind = tuple[int, ...]  # degrees in order, which tell connected graphs of up to four nodes apart

EDGE_KIND, WEDGE, TRIANGLE = (1, 1), (1, 1, 2), (2, 2, 2)
STAR, PATH, PAW, SQUARE, DIAMOND, CLIQUE = (
    (1, 1, 1, 3),
    (1, 1, 2, 2),
    (1, 2, 2, 3),
    (2, 2, 2, 2),
    (2, 2, 3, 3),
    (3, 3, 3, 3),
)
CLASSES: dict[Kind, Edges] = {
    WEDGE: frozenset([(0, 1), (1, 2)]),
    TRIANGLE: frozenset([(0, 1), (0, 2), (1, 2)]),
    STAR: frozenset([(0, 1), (0, 2), (0, 3)]),
    PATH: frozenset([(0, 1), (1, 2), (2, 3)]),
    PAW: frozenset([(0, 1), (0, 2), (1, 2), (2, 3)]),
    SQUARE: frozenset([(0, 1), (1, 2), (2, 3), (0, 3)]),
    DIAMOND: frozenset([(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]),
    CLIQUE: frozenset(itertools.combinations(range(4), 2)),
}


def homomorphisms(matrix: NDArray[np.float64]) -> dict[Kind, int]:
    """Maps into a graph that keep edges, for every connected graph of two to four nodes, by its adjacency matrix.

    >>> triangle = 1.0 - np.eye(3)
    >>> homomorphisms(triangle)[TRIANGLE], homomorphisms(triangle)[CLIQUE]
    (6, 0)
    """
    degrees, walks = matrix.sum(axis=1), matrix @ matrix
    closed = (walks * matrix).sum(axis=1)  # closed walks of three steps
    cliques = sum(_edges_among(matrix, np.flatnonzero(matrix[u] * matrix[v])) for u, v in np.argwhere(matrix))
    sums = {
        EDGE_KIND: degrees.sum(),
        WEDGE: (degrees**2).sum(),
        TRIANGLE: closed.sum(),
        STAR: (degrees**3).sum(),
        PATH: degrees @ matrix @ degrees,
        PAW: (closed * degrees).sum(),
        SQUARE: (walks**2).sum(),
        DIAMOND: (walks**2 * matrix).sum(),
        CLIQUE: cliques,
    }
    assert max(sums.values()) < 2**53, "a factor is too large for exact sums"
    return {kind: int(value) for kind, value in sums.items()}


def _edges_among(matrix: NDArray[np.float64], nodes: NDArray[np.int64]) -> float:
    return float(matrix[np.ix_(nodes, nodes)].sum())


def census_from(maps: dict[Kind, int]) -> dict[Kind, int]:
    """Induced subgraphs of each class of three and four nodes from numbers of homomorphisms.

    >>> census = census_from(homomorphisms(1.0 - np.eye(5)))  # of a clique: only cliques
    >>> {kind: count for kind, count in census.items() if count}
    {(2, 2, 2): 10, (3, 3, 3, 3): 5}
    """
    return {
        kind: _induced(edges, len(kind), maps) // _automorphisms(edges, len(kind)) for kind, edges in CLASSES.items()
    }


def _induced(edges: Edges, size: int, maps: dict[Kind, int]) -> int:
    """Embeddings of supergraphs on the same nodes, with alternating signs."""
    missing = [pair for pair in itertools.combinations(range(size), 2) if pair not in edges]
    added = itertools.chain.from_iterable(itertools.combinations(missing, n) for n in range(len(missing) + 1))
    return sum((-1) ** len(more) * _injective(edges | frozenset(more), size, maps) for more in added)


def _injective(edges: Edges, size: int, maps: dict[Kind, int]) -> int:
    """Homomorphisms of quotients, weighted by the Moebius function of the partitions of the nodes."""
    total = 0
    for block in itertools.product(range(size), repeat=size):
        if any(block[i] > max(block[:i], default=-1) + 1 for i in range(size)):
            continue  # not the first of the ways to number these blocks
        if any(block[i] == block[j] for i, j in edges):
            continue  # neighbors do not fall together
        weight = 1
        for i in range(size):
            weight *= -block[:i].count(block[i]) or 1
        quotient = {tuple(sorted((block[i], block[j]))) for i, j in edges}
        ends = [end for edge in quotient for end in edge]
        total += weight * maps[tuple(sorted(ends.count(node) for node in set(block)))]
    return total


def _automorphisms(edges: Edges, size: int) -> int:
    moved = ({tuple(sorted((order[i], order[j]))) for i, j in edges} for order in itertools.permutations(range(size)))
    return sum(frozenset(other) == edges for other in moved)


def product(first: GraphCollection, second: GraphCollection) -> GraphCollection:
    """The tensor product; node (a, b) has the number a * nodes of the second + b.

    >>> edge = spminer.from_edges([(0, 1)])
    >>> product(edge, edge).num_edges
    2
    """
    size = second.num_nodes
    degrees = np.multiply.outer(np.diff(first.indptr), np.diff(second.indptr)).reshape(-1)
    indices = np.empty(int(degrees.sum()), dtype=np.int32)
    at = 0
    for a, b in itertools.product(range(first.num_nodes), range(size)):
        row = first.indices[first.indptr[a] : first.indptr[a + 1]].astype(np.int32) * size
        other = second.indices[second.indptr[b] : second.indptr[b + 1]]
        indices[at : at + len(row) * len(other)] = np.add.outer(row, other).reshape(-1)
        at += len(row) * len(other)
    offsets = np.array([0, len(degrees)], dtype=np.int64)
    return GraphCollection(np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64), indices, offsets)


def matrix_of(graphs: GraphCollection) -> NDArray[np.float64]:
    """The adjacency matrix."""
    matrix = np.zeros((graphs.num_nodes, graphs.num_nodes))
    matrix[np.repeat(np.arange(graphs.num_nodes), np.diff(graphs.indptr)), graphs.indices] = 1
    return matrix


def true_census(first: GraphCollection, second: GraphCollection) -> dict[Kind, int]:
    """The census of the product of two graphs, from the graphs alone."""
    here, there = homomorphisms(matrix_of(first)), homomorphisms(matrix_of(second))
    return census_from({kind: here[kind] * there[kind] for kind in here})


def counted_census(graphs: GraphCollection, size: int) -> dict[Kind, int]:
    """The same as spminer counts it; classes that do not occur are 0."""
    found = dict.fromkeys((kind for kind in CLASSES if len(kind) == size), 0)
    for pattern, count in (count_patterns(graphs, size, "census", "graph", Monitor()) or {}).items():
        ends = [end for edge in pattern.edges for end in edge[:2]]
        found[tuple(sorted(ends.count(node) for node in range(size)))] = count
    return found


def copies(graphs: GraphCollection, count: int, seed: int) -> GraphCollection:
    """So many copies of a labeled graph in one, nodes in any order."""
    sources, targets, _ = graphs.edges()
    nodes = graphs.num_nodes
    names = np.random.default_rng(seed).permutation(nodes * count)
    edges = np.concatenate([names[np.stack([sources, targets], axis=1) + nodes * k] for k in range(count)])
    labels = np.empty(nodes * count, dtype=object)
    own = [graphs.node_label_names[code] for code in graphs.node_labels] if graphs.node_labels is not None else None
    if own is not None:
        labels[names] = own * count
    return spminer.from_edges(
        edges, num_nodes=nodes * count, directed=graphs.directed, node_labels=None if own is None else labels.tolist()
    )


def check_copies(graphs: GraphCollection, count: int, size: int, seed: int = 0) -> int:
    """Compare the minimum image support of every pattern with that in copies; how many patterns there are."""
    many, patterns = copies(graphs, count, seed), 0
    for engine in ("esu", "tally"):
        one = count_patterns(graphs, size, engine, "images", Monitor()) or {}
        all_of_them = count_patterns(many, size, engine, "images", Monitor())
        patterns = len(one)
        if all_of_them != {pattern: support * count for pattern, support in one.items()}:
            raise SystemExit(f"{engine}: supports in {count} copies are not {count} times as many")
    return patterns


def random_graph(nodes: int, edges: int, seed: int, labels: int = 0) -> GraphCollection:
    """A graph with hubs: ends are drawn more often the smaller their number is."""
    random = np.random.default_rng(seed)
    ends = (nodes * random.random((edges, 2)) ** 2).astype(np.int64)
    names = [str(label) for label in random.integers(0, labels, nodes)] if labels else None
    return spminer.from_edges(ends[ends[:, 0] != ends[:, 1]], num_nodes=nodes, node_labels=names)


def do(step: str, store: str) -> dict[str, Any]:
    """One step on a store."""
    graphs = spminer.read(store)
    if step.startswith("census"):
        counted = counted_census(graphs, int(step[-1]))
        return {"counts": [[list(kind), count] for kind, count in counted.items()]}
    if step == "info":
        from spminer.graphs.statistics import describe

        return {"triangles": describe(graphs).triangles}
    if step == "mine":
        return {"motifs": len(spminer.mine(graphs, "5-12", top=3))}
    return {"edges": graphs.num_edges}


def measured(step: str, store: Path) -> dict[str, Any]:
    """The same in a process of its own, with seconds and memory."""
    run = measure_apart(partial(do, step, str(store)))
    size = run.peak / (store.stat().st_size / 2**20)
    times = f"{run.wall:9.2f} s {run.cpu:9.2f} s of processors"
    print(f"{step:10} {times} {run.peak:7.0f} MiB, {size:.1f} times the store", flush=True)
    return run.value


def check_product(folder: Path, edges: int, mine: bool) -> None:
    """Make the product of two graphs with hubs, of about so many edges, and compare every count."""
    half = max(math.isqrt(edges // 2), 150)
    second = random_graph(half // 3, half, seed=2)
    wanted = edges // (2 * second.num_edges)
    first = random_graph(max(wanted // 5, 20), wanted, seed=1)
    store = folder / f"product-{edges}.spm"
    if not store.exists():
        spminer.write(product(first, second), store)
    print(f"product of {first.num_edges:,} and {second.num_edges:,} edges: {spminer.read(store)}", flush=True)
    truth = true_census(first, second)
    measured("open", store)
    if measured("info", store)["triangles"] != truth[TRIANGLE]:
        raise SystemExit("info counts other triangles")
    for size in (3, 4):
        counted = {tuple(kind): count for kind, count in measured(f"census {size}", store)["counts"]}
        if counted != {kind: count for kind, count in truth.items() if len(kind) == size}:
            raise SystemExit(f"the census of size {size} is not that of the factors")
    if mine:
        measured("mine", store)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--keep", type=Path, help="folder to keep the product in, for another time")
    parser.add_argument("--edges", type=int, default=1_000_000)
    parser.add_argument("--copies", type=int, default=50)
    parser.add_argument("--mine", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        check_product(given.keep or Path(temporary), given.edges, given.mine)
    for size in (3, 4):
        patterns = check_copies(random_graph(400, 900, seed=3, labels=4), given.copies, size)
        print(f"{given.copies} copies: {patterns:,} labeled patterns of size {size}, each support as it must be")


if __name__ == "__main__":
    main()
