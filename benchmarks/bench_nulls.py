"""Switches per second of the null models on one core, next to igraph's and networkx's on the same graphs.

    python benchmarks/bench_nulls.py --data DIR [--graphs NAME ...]

``DIR`` holds ``com-dblp-prone.txt.gz``, ``ca-AstroPh.txt.gz``, ``email-Enron.txt.gz`` (undirected) and
``wiki-Vote.txt.gz`` (directed), or those that ``--graphs`` names; ``random-1M`` is a random graph of a million edges
that needs no file. All that a sample takes is in the time, the CSR of the result included: CPU seconds, the least of
several runs. Rates are of attempted switches, also of the others: igraph is asked for as many attempts, networkx, which
counts successes, for twenty thousand. Where the degrees do not stay the same, the benchmark fails.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import NamedTuple

import networkx as nx
import numpy as np

import spminer
from spminer.significance.null_models import MODELS, ModelName, NullModel

GRAPHS = ("random-1M", "com-dblp-prone", "ca-AstroPh", "email-Enron", "wiki-Vote")
DIRECTED = ("wiki-Vote",)
SYNTHETIC = "random-1M"
NETWORKX_SWAPS = 20_000  # enough for what it does beforehand to be small


class Rate(NamedTuple):
    """Steps per second, the share of them that succeeded, and seconds per sample."""

    per_second: float
    accepted: float
    seconds: float


def load(data: Path, name: str) -> spminer.GraphCollection:
    if name != SYNTHETIC:
        return spminer.read(data / f"{name}.txt.gz", directed=name in DIRECTED)
    ends = np.random.default_rng(0).random((1_000_000, 2)) ** 2 * 200_000  # degrees that vary
    edges = np.unique(np.sort(ends.astype(np.int64), axis=1), axis=0)
    return spminer.from_edges(edges[edges[:, 0] != edges[:, 1]], num_nodes=200_000)


def our_rate(graphs: spminer.GraphCollection, model: ModelName, runs: int) -> Rate:
    null = NullModel(graphs, model, threads=1)
    seconds = math.inf
    for index in range(runs):
        start = time.process_time()
        copy = null.sample(index)
        taken = time.process_time() - start
        mixing = null.mixing(index)
        steps = mixing.attempted or graphs.num_edges  # er draws edges
        if taken / steps < seconds:
            seconds, best = taken / steps, Rate(steps / taken, mixing.accepted / steps, taken)
        if model != "er" and (np.diff(copy.indptr) != np.diff(graphs.indptr)).any():
            raise SystemExit(f"{model} changed the degrees")
    return best


def igraph_rate(graphs: spminer.GraphCollection, attempts: int) -> Rate:
    graph = spminer.to_igraph(graphs)[0]
    before = graph.degree()
    start = time.process_time()
    graph.rewire(n=attempts)
    taken = time.process_time() - start
    if graph.degree() != before:
        raise SystemExit("igraph changed the degrees")
    return Rate(attempts / taken, math.nan, taken)


def networkx_rate(graphs: spminer.GraphCollection) -> Rate:
    graph = spminer.to_networkx(graphs)[0]
    swap = nx.directed_edge_swap if graphs.directed else nx.double_edge_swap
    start = time.process_time()
    swap(graph, nswap=NETWORKX_SWAPS, max_tries=100 * NETWORKX_SWAPS, seed=1)
    taken = time.process_time() - start
    return Rate(NETWORKX_SWAPS / taken, math.nan, taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--graphs", nargs="+", default=list(GRAPHS), metavar="NAME", help="which of them")
    parser.add_argument("--runs", type=int, default=3, help="runs of which the fastest counts")
    args = parser.parse_args()

    print(f"{'graph':16}{'edges':>10}  {'by':14}{'million/s':>10}{'accepted':>10}{'s/sample':>10}")
    for name in args.graphs:
        graphs = load(args.data, name)
        rows: dict[str, Rate] = {
            model.name: our_rate(graphs, model.name, args.runs)
            for model in MODELS.values()
            if not model.needs_labels and (graphs.directed or not model.needs_direction)
        }
        ours = rows["degree"]
        rows["igraph"] = igraph_rate(graphs, round(ours.per_second * ours.seconds))
        rows["networkx"] = networkx_rate(graphs)
        for title, rate in rows.items():
            accepted = "-" if math.isnan(rate.accepted) or title == "er" else f"{rate.accepted:.2f}"
            per_sample = "-" if title == "networkx" else f"{rate.seconds:.2f}"
            print(
                f"{name:16}{graphs.num_edges:10,}  {title:14}{rate.per_second / 1e6:10.3f}"
                f"{accepted:>10}{per_sample:>10}"
            )
        for peer in ("igraph", "networkx"):
            print(f"{name}: degree is {ours.per_second / rows[peer].per_second:.1f} times as fast as {peer}")


if __name__ == "__main__":
    main()
