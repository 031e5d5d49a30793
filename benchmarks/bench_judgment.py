"""Judgment of given motifs in a graph of a million edges: time and peak memory of 100 null graphs and 50 motifs.

    python benchmarks/bench_judgment.py [--graphs random-1M rmat-1M] [--samples 100] [--motifs 50] [--threads 0]

``random-1M`` is the graph of ``bench_nulls.py``, ``rmat-1M`` is an R-MAT graph (Chakrabarti et al., 2004, with the
probabilities 0.57, 0.19, 0.19, 0.05 of Graph500), whose hubs are far larger. Motifs are what connected sets of 3 to 7
nodes induce, so that all occur, and only judgment is in the time: the samples are made, counted and dropped one by one
in each thread. Fails where it takes more than ``--limit`` seconds. ``--data`` is not needed, and taken only so that all
benchmarks can be called alike.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

import numpy as np

import spminer
from spminer.significance.comparison import open_comparison
from spminer.significance.reference_counts import ComparisonOptions, Counter

NODES_LOG, EDGES = 18, 1_000_000
QUADRANTS = (0.57, 0.19, 0.19, 0.05)


def random_graph() -> spminer.GraphCollection:
    ends = np.random.default_rng(0).random((EDGES, 2)) ** 2 * 200_000  # degrees that vary
    return simple(ends.astype(np.int64), 200_000)


def rmat_graph() -> spminer.GraphCollection:
    """Each bit of both ends is drawn by the quadrant it leads to."""
    random = np.random.default_rng(1)
    ends = np.zeros((EDGES * 13 // 10, 2), dtype=np.int64)  # a fifth or so are parallel
    for _ in range(NODES_LOG):
        quadrant = random.choice(4, size=len(ends), p=QUADRANTS)
        ends = ends * 2 + np.stack([quadrant // 2, quadrant % 2], axis=1)
    return simple(ends, 2**NODES_LOG)


def simple(ends: np.ndarray, nodes: int) -> spminer.GraphCollection:
    edges = np.unique(np.sort(ends, axis=1), axis=0)
    edges = edges[edges[:, 0] != edges[:, 1]]
    kept = np.random.default_rng(2).permutation(len(edges))[:EDGES]
    return spminer.from_edges(edges[kept], num_nodes=nodes)


GRAPHS = {"random-1M": random_graph, "rmat-1M": rmat_graph}


def motifs_of(graphs: spminer.GraphCollection, wanted: int) -> list[spminer.Pattern]:
    """Distinct patterns of 3 to 7 nodes that occur: what connected sets of nodes, grown at random, induce."""
    random = np.random.default_rng(3)
    found: dict[str, spminer.Pattern] = {}
    for attempt in range(100 * wanted):
        pattern = induced(graphs, connected_set(graphs, 3 + attempt % 5, random))
        found.setdefault(pattern.text, pattern)
        if len(found) == wanted:
            break
    return list(found.values())


def connected_set(graphs: spminer.GraphCollection, size: int, random: np.random.Generator) -> list[int]:
    """An end of a random edge, and neighbors of what there is so far."""
    nodes = [int(random.choice(graphs.indices))]
    while len(nodes) < size:
        node = nodes[random.integers(len(nodes))]
        around = graphs.indices[graphs.indptr[node] : graphs.indptr[node + 1]]
        if (chosen := int(random.choice(around))) not in nodes:
            nodes.append(chosen)
        elif len(set(around.tolist()) - set(nodes)) == 0:  # a small component, or a leaf: begin anew
            nodes = [int(random.choice(graphs.indices))]
    return nodes


def induced(graphs: spminer.GraphCollection, nodes: list[int]) -> spminer.Pattern:
    linked = [
        f"{a}-{b}"
        for a, node in enumerate(nodes)
        for b, other in enumerate(nodes[:a])
        if other in graphs.indices[graphs.indptr[node] : graphs.indptr[node + 1]]
    ]
    return spminer.Pattern.parse(",".join(linked) + "@0").canonical()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="not used: both graphs are made here")
    parser.add_argument("--graphs", nargs="+", default=list(GRAPHS), choices=list(GRAPHS))
    parser.add_argument("--samples", type=int, default=100, help="null graphs")
    parser.add_argument("--motifs", type=int, default=50, help="motifs that are judged")
    parser.add_argument("--threads", type=int, default=0, help="0 for every core")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds that judgment may take")
    args = parser.parse_args()

    print(f"{'graph':12}{'edges':>11}{'motifs':>8}{'samples':>9}{'before MiB':>12}{'peak MiB':>10}{'CPU s':>8}{'s':>8}")
    slow = []
    for name in args.graphs:
        graphs = GRAPHS[name]()
        patterns = motifs_of(graphs, args.motifs)
        terms = ComparisonOptions(samples=args.samples, threads=args.threads)
        _, comparison = open_comparison(graphs, "degree", terms)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        start, cpu = time.perf_counter(), time.process_time()
        monitor = spminer.Monitor()
        found = Counter(graphs, terms).count(patterns, monitor)
        assert found is not None
        contrasts = comparison.judge(patterns, found, monitor)
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        assert contrasts is not None
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{name:12}{graphs.num_edges:11,}{len(patterns):8}{args.samples:9}{before:12,.0f}{peak:10,.0f}"
            f"{cpu:8.1f}{seconds:8.1f}",
            flush=True,
        )
        if seconds > args.limit:
            slow.append(f"{name}: {seconds:.0f} s are more than {args.limit:.0f}")
    if slow:
        raise SystemExit("\n".join(slow))


if __name__ == "__main__":
    main()
