"""Null models: switches per second next to igraph and networkx, and what it takes to judge given motifs by them.

    python benchmarks/bench_nulls.py --data DIR [--graphs NAME ...]

``DIR`` holds ``com-dblp-prone.txt.gz``, ``ca-AstroPh.txt.gz``, ``email-Enron.txt.gz`` (undirected) and
``wiki-Vote.txt.gz`` (directed), or those that ``--graphs`` names; ``random-1M`` is a random graph of a million edges
that needs no file. All that a sample takes is in the time, the CSR of the result included: CPU seconds, the least of
several runs. Rates are of attempted switches, also of the others: igraph is asked for as many attempts, networkx, which
counts successes, for twenty thousand. Where the degrees do not stay the same, the benchmark fails.

Then motifs are judged in two graphs of a million edges, one random and one R-MAT with large hubs: time and peak memory
for 50 motifs, which connected sets of 3 to 7 nodes induce, and 100 null graphs, which are made, counted and dropped one
by one in each thread. It fails where that takes more than ``--limit`` seconds.
"""

from __future__ import annotations

import math
import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import networkx as nx
import numpy as np

import spminer
from common import arguments, distinct_patterns, measure_apart, random_graph, rmat_graph
from spminer.significance.comparison import compare, open_comparison
from spminer.significance.null_models import NULL_MODELS, NullModel
from spminer.significance.reference_counts import ComparisonOptions, GivenCounts

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    from spminer.results.request import ModelName

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
    return random_graph()


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
    parser = arguments(__doc__, data="the data sets")
    parser.add_argument("--graphs", nargs="*", default=list(GRAPHS), metavar="NAME", help="which of them")
    parser.add_argument("--runs", type=int, default=3, help="runs of which the fastest counts")
    parser.add_argument("--samples", type=int, default=100, help="null graphs that judge")
    parser.add_argument("--motifs", type=int, default=50, help="motifs that are judged; 0 for none")
    parser.add_argument("--threads", type=int, default=0, help="for judging; 0 for every core")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds that judging may take")
    args = parser.parse_args()
    if args.graphs:
        table_of_switches(args)
    if args.motifs:
        table_of_judging(args)


def table_of_switches(args: argparse.Namespace) -> None:
    print(f"{'graph':16}{'edges':>10}  {'by':14}{'million/s':>10}{'accepted':>10}{'s/sample':>10}")
    for name in args.graphs:
        graphs = load(args.data, name)
        rows: dict[str, Rate] = {
            model.name: our_rate(graphs, model.name, args.runs)
            for model in NULL_MODELS.values()
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


def judge(samples: int, threads: int, given: tuple[spminer.GraphCollection, list[spminer.Pattern]]) -> None:
    """Count the motifs in the graph and in each null graph."""
    graphs, patterns = given
    terms = ComparisonOptions(samples=samples, threads=threads)
    _, comparison = open_comparison(graphs, "degree", terms)
    monitor = spminer.Monitor()
    counts = GivenCounts(tuple(patterns), terms)
    found = counts.in_graph(graphs, monitor)
    assert found is not None
    assert compare(comparison, found, counts, monitor) is not None


def given_motifs(
    make: Callable[[], spminer.GraphCollection], motifs: int
) -> tuple[spminer.GraphCollection, list[spminer.Pattern]]:
    graphs = make()
    return graphs, distinct_patterns(graphs, range(3, 8), motifs)


def table_of_judging(args: argparse.Namespace) -> None:
    print(f"\n{'judged':12}{'motifs':>8}{'samples':>9}{'before MiB':>12}{'peak MiB':>10}{'CPU s':>8}{'s':>8}")
    slow = []
    for name, make in (("random-1M", random_graph), ("rmat-1M", rmat_graph)):
        run = measure_apart(partial(judge, args.samples, args.threads), partial(given_motifs, make, args.motifs))
        memory = f"{run.peak - run.growth:12,.0f}{run.peak:10,.0f}"
        print(f"{name:12}{args.motifs:8}{args.samples:9}{memory}{run.cpu:8.1f}{run.wall:8.1f}", flush=True)
        if run.wall > args.limit:
            slow.append(f"{name}: {run.wall:.0f} s are more than {args.limit:.0f}")
    if slow:
        raise SystemExit("\n".join(slow))


if __name__ == "__main__":
    main()
