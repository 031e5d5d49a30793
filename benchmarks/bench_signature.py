"""What order signatures reject, their cost, and the penalty kernel next to numpy.

    python benchmarks/bench_signature.py --data DIR [--pairs N]

``DIR`` holds ``ENZYMES.zip``, ``COX2.zip``, ``FIRSTMM_DB.zip`` and ``MSRC_21.zip`` (TUDataset); the last one had no
part in choosing the coordinates. Pairs of neighborhoods, each drawn by tree sampling from a place of its own and
anchored at its first node, are labeled by exact matching: ``random`` pairs have 5 to 29 nodes each, the smaller one
being the pattern; ``mining`` pairs are patterns of 4 to 20 nodes in neighborhoods of 40 to 64. Average precision is
that of the score "not rejected": the share of positives among the pairs that are left.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import spminer
from spminer import _core
from spminer.encoder.neighborhoods import LARGE

if TYPE_CHECKING:
    from numpy.typing import NDArray

DATA_SETS = ("ENZYMES", "COX2", "FIRSTMM_DB", "MSRC_21")
PROTOCOLS = {"random": ((5, 29), (5, 29)), "mining": ((4, 20), LARGE)}


class Sampler:
    """Tree sampling: a uniform first node, then uniform choices among the nodes next to those chosen."""

    def __init__(self, graphs: spminer.GraphCollection, seed: int) -> None:
        self.indptr, self.indices = graphs.indptr, graphs.indices
        self.random = np.random.default_rng(seed)

    def draw(self, sizes: tuple[int, int]) -> NDArray[np.uint64]:
        """Rows of one neighborhood with a size in this range."""
        while True:  # a new size each time, since the data set may have no graph that large
            size = int(self.random.integers(sizes[0], sizes[1] + 1))
            nodes = self._grow(size)
            if len(nodes) == size:
                return self._rows(nodes)

    def _grow(self, size: int) -> list[int]:
        nodes = [int(self.random.integers(len(self.indptr) - 1))]
        seen, frontier = set(nodes), list[int]()
        while len(nodes) < size:
            new = [int(v) for v in self._neighbors(nodes[-1]) if v not in seen]
            seen.update(new)
            frontier += new
            if not frontier:
                break
            pick = int(self.random.integers(len(frontier)))
            frontier[pick], frontier[-1] = frontier[-1], frontier[pick]
            nodes.append(frontier.pop())
        return nodes

    def _neighbors(self, node: int) -> NDArray[np.int32]:
        return self.indices[self.indptr[node] : self.indptr[node + 1]]

    def _rows(self, nodes: list[int]) -> NDArray[np.uint64]:
        place = {node: i for i, node in enumerate(nodes)}
        rows = [sum(1 << place[v] for v in self._neighbors(u).tolist() if v in place) for u in nodes]
        return np.array(rows, dtype=np.uint64)


def adjacency(rows: NDArray[np.uint64]) -> NDArray[np.bool_]:
    return (rows[:, None] >> np.arange(len(rows), dtype=np.uint64) & np.uint64(1)).astype(bool)


def contained(sub: NDArray[np.uint64], sup: NDArray[np.uint64]) -> bool:
    matrix = adjacency(sup)
    indptr = np.concatenate([[0], np.cumsum(matrix.sum(axis=1))]).astype(np.int64)
    target = _core.Target(indptr, np.nonzero(matrix)[1].astype(np.int32))
    edges = np.argwhere(np.triu(adjacency(sub))).astype(np.int32, order="C")
    pattern = _core.Pattern(len(sub), edges, anchor=0)
    anchor = np.zeros(1, dtype=np.int32)
    result = _core.count_anchors(pattern, _core.MatchIndex(target), _core.Control(), anchors=anchor, threads=1)
    return bool(result.count)


def signed(graphs: list[NDArray[np.uint64]]) -> tuple[NDArray[np.uint8], float]:
    """Signatures, and microseconds for each on one thread."""
    rows = np.zeros((len(graphs), 64), dtype=np.uint64)
    for row, graph in zip(rows, graphs, strict=True):
        row[: len(graph)] = graph
    sizes = np.array([len(graph) for graph in graphs], dtype=np.int32)
    _core.signatures(rows[:1], sizes[:1])  # builds the table of classes
    start = time.process_time()
    signatures = _core.signatures(rows, sizes, threads=1)
    return signatures, (time.process_time() - start) / len(graphs) * 1e6


class Rejections(NamedTuple):
    """What signatures did to the pairs of one protocol."""

    positives: float
    rejected: float
    precision: float
    sub_us: float
    sup_us: float


def measure(graphs: spminer.GraphCollection, protocol: str, count: int) -> Rejections:
    sampler = Sampler(graphs, seed=0)
    pairs = [(sampler.draw(PROTOCOLS[protocol][0]), sampler.draw(PROTOCOLS[protocol][1])) for _ in range(count)]
    pairs = [(a, b) if len(a) <= len(b) else (b, a) for a, b in pairs]
    truth = np.array([contained(sub, sup) for sub, sup in pairs])
    low, sub_us = signed([sub for sub, _ in pairs])
    high, sup_us = signed([sup for _, sup in pairs])
    violated = _core.order_violated(low, high).astype(bool)
    if (violated & truth).any():
        raise AssertionError("a pair was rejected that matching proves")
    return Rejections(truth.mean(), violated[~truth].mean(), truth.sum() / (~violated).sum(), sub_us, sup_us)


def compare_kernel(candidates: int = 1000, neighborhoods: int = 10000, dimensions: int = 64) -> None:
    """The kernel next to numpy with all differences of one candidate in memory, both on one thread."""
    random = np.random.default_rng(0)
    sub = random.random((candidates, dimensions), dtype=np.float32)
    sup = random.random((neighborhoods, dimensions), dtype=np.float32)
    thresholds = np.ones(candidates, dtype=np.float32)
    index = _core.PenaltyIndex(sup)
    start = time.perf_counter()
    soft, _ = index.score(sub, thresholds=thresholds, cap=4.0, threads=1)
    native = (time.perf_counter() - start) / candidates
    sample = 50
    start = time.perf_counter()
    plain = [np.minimum((np.maximum(row - sup, 0) ** 2).sum(axis=1), 4.0).sum() for row in sub[:sample]]
    numpy_time = (time.perf_counter() - start) / sample
    np.testing.assert_allclose(soft[:sample], plain, rtol=1e-3)
    print(f"penalty of a candidate against {neighborhoods} neighborhoods, {dimensions} dimensions, one thread:")
    print(f"  kernel {native * 1e6:.1f} us, numpy {numpy_time * 1e6:.1f} us, ratio {numpy_time / native:.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=4000)
    options = parser.parse_args()
    print("data set    protocol  positives  negatives rejected     AP  us/pattern  us/neighborhood")
    for name in DATA_SETS:
        graphs = spminer.read(options.data / f"{name}.zip")
        for protocol in PROTOCOLS:
            r = measure(graphs, protocol, options.pairs)
            print(
                f"{name:<11} {protocol:<9} {r.positives:8.3f} {r.rejected:19.4f} {r.precision:6.3f}"
                f" {r.sub_us:11.1f} {r.sup_us:17.1f}",
                flush=True,
            )
    compare_kernel()


if __name__ == "__main__":
    main()
