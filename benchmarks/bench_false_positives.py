"""False positives: graphs that are chance by construction, mined and judged as if they were data.

    python benchmarks/bench_false_positives.py [--runs 1000] [--cases NAME ...] [--by mine enumerate]

The target of each run is a sample of a null model, so that no motif of it is more than chance, and the model that
judges it is the same one with another seed: 99 samples. For classes, the target is a collection whose classes are dealt
out again. Graphs are small (the karate club, and pairs of graphs with 10 to 14 nodes), so that a run takes a moment.

``mine`` asks for the ten most surprising anchored patterns of 3 to 5 nodes each, ``enumerate`` for the whole table of
patterns of 3 and 4. A run is wrong if any motif has ``p_max`` of at most 0.05 (that is what ``p_max`` promises for a
whole run), or any has ``q`` of at most 0.05 (the same, if nothing is true). Of ``p`` the promise is for each motif of a
table, so there the mean over runs of the share of motifs with ``p`` of at most 0.05 is taken; among the most surprising
there are more of them, by choice. The benchmark fails where a promised share is above 5 % by more than three standard
errors of that many runs. ``--data`` is not needed, and taken only so that all benchmarks can be called alike.
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import spminer
from spminer.datasets import example
from spminer.graphs.build import disjoint_union
from spminer.significance.null_models import NullModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.results.request import ModelName

LEVEL = 0.05
SAMPLES = 99  # with the target a hundred, so that 5 % is one of the values that p can have
STANDARD_ERRORS = 3.0
TARGET_SEED = 1_000_003  # of samples that are taken as data; runs judge by seeds from 0


class Outcome(NamedTuple):
    """What one run says: motifs, the share of them with a small p, and the least of each figure for the run."""

    motifs: int
    small_p: float
    least_q: float
    least_p_max: float


@dataclass(frozen=True)
class Case:
    """What is shuffled, and by which model; ``None`` deals out classes."""

    make: Callable[[], spminer.GraphCollection]
    model: ModelName | None


def random_graph(nodes: int, edges: int, seed: int, *, directed: bool = False) -> spminer.GraphCollection:
    """A random graph whose degrees vary."""
    ends = (np.random.default_rng(seed).random((20 * edges, 2)) ** 1.5 * nodes).astype(int)
    ends = ends[ends[:, 0] != ends[:, 1]]
    distinct = dict.fromkeys(map(tuple, (ends if directed else np.sort(ends, axis=1)).tolist()))
    return spminer.from_edges(list(distinct)[:edges], num_nodes=nodes, directed=directed)


def pair(nodes: int, edges: int, *, directed: bool = False) -> spminer.GraphCollection:
    return disjoint_union([random_graph(nodes, edges, seed, directed=directed) for seed in (1, 2)])


def mutual() -> spminer.GraphCollection:
    """Directed graphs some of whose arcs have their opposite."""
    return disjoint_union([with_opposites(random_graph(10, 18, seed, directed=True), 5) for seed in (3, 4)])


def with_opposites(graph: spminer.GraphCollection, arcs: int) -> spminer.GraphCollection:
    sources, targets, _ = graph.edges()
    given = list(zip(sources.tolist(), targets.tolist(), strict=True))
    both = dict.fromkeys(given + [(target, source) for source, target in given[:arcs]])
    return spminer.from_edges(list(both), num_nodes=graph.num_nodes, directed=True)


def labeled() -> spminer.GraphCollection:
    graphs = pair(14, 26)
    return replace(graphs, node_labels=(np.arange(28) % 2).astype(np.int32), node_label_names=("a", "b"))


def molecules() -> spminer.GraphCollection:
    return spminer.generate.synthetic(60, (7, 12), kind="sparse", seed=5)


CASES = {
    "degree": Case(example, "degree"),
    "degree, arcs": Case(partial(pair, 10, 20, directed=True), "degree"),
    "reciprocal": Case(mutual, "reciprocal"),
    "labels": Case(labeled, "labels"),
    "joint-degree": Case(partial(pair, 14, 30), "joint-degree"),
    "clustering": Case(partial(pair, 14, 30), "clustering"),
    "er": Case(partial(pair, 14, 26), "er"),
    "classes": Case(molecules, None),
}


@cache
def null_model(case: Case) -> NullModel:
    assert case.model is not None
    return NullModel(case.make(), case.model, seed=TARGET_SEED, threads=1)


def permuted(graphs: spminer.GraphCollection, run: int) -> spminer.GraphCollection:
    """The collection with two classes of equal size, dealt out at random."""
    classes = np.random.default_rng([TARGET_SEED, run]).permutation(np.arange(graphs.num_graphs) % 2)
    return replace(graphs, graph_labels=classes)


def outcome(name: str, way: str, run: int) -> Outcome:
    case = CASES[name]
    target = permuted(case.make(), run) if case.model is None else null_model(case).sample(run)
    figures = [motif.against for motif in WAYS[way](target, case.model or "class:0,1", run)]
    if not figures:
        return Outcome(0, 0.0, 1.0, 1.0)
    p, q, p_max = (np.array([getattr(one, key) for one in figures], dtype=float) for key in ("p", "q", "p_max"))
    return Outcome(len(figures), float((p <= LEVEL).mean()), float(q.min()), float(p_max.min()))


def mined(target: spminer.GraphCollection, against: str, seed: int) -> spminer.MotifSet:
    return spminer.mine(target, "3-5", against=against, null_samples=SAMPLES, seed=seed, threads=1, examples=0)


def enumerated(target: spminer.GraphCollection, against: str, seed: int) -> spminer.MotifSet:
    return spminer.enumerate(
        target,
        "3-4",
        top=None,
        frequency="graph",
        against=against,
        null_samples=SAMPLES,
        seed=seed,
        threads=1,
        examples=0,
    )


WAYS = {"mine": mined, "enumerate": enumerated}


class Summary(NamedTuple):
    """Shares over all runs of a case, each with what it may be at most."""

    motifs: float
    small_p: float
    small_q: float
    small_p_max: float
    most_p: float
    most: float

    def broken(self, way: str) -> list[str]:
        """The promises that do not hold."""
        kept = {
            "p": self.small_p <= self.most_p or way == "mine",
            "q": self.small_q <= self.most,
            "p_max": self.small_p_max <= self.most,
        }
        return [name for name, holds in kept.items() if not holds]


def summary(outcomes: list[Outcome]) -> Summary:
    motifs, small_p, q, p_max = (np.array(column, dtype=float) for column in zip(*outcomes, strict=True))
    runs = len(outcomes)
    return Summary(
        float(motifs.mean()),
        float(small_p.mean()),
        float((q <= LEVEL).mean()),
        float((p_max <= LEVEL).mean()),
        LEVEL + STANDARD_ERRORS * float(small_p.std()) / math.sqrt(runs),
        LEVEL + STANDARD_ERRORS * math.sqrt(LEVEL * (1 - LEVEL) / runs),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="not used: all graphs are made here")
    parser.add_argument("--runs", type=int, default=1000, help="targets of each case")
    parser.add_argument("--cases", nargs="+", default=list(CASES), choices=list(CASES), metavar="NAME")
    parser.add_argument("--by", nargs="+", default=list(WAYS), choices=list(WAYS), help="verbs that judge")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time, one thread each")
    args = parser.parse_args()

    print(f"{args.runs} runs each, {SAMPLES} samples: shares of motifs (p) and of runs (q, p_max) of at most {LEVEL}")
    print(
        f"{'by':11}{'null model':16}{'motifs':>7}{'p':>9}{'at most':>9}{'q':>9}{'p_max':>9}{'at most':>9}{'s/run':>7}"
    )
    failed = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for way, name in itertools.product(args.by, args.cases):
            start = time.perf_counter()
            result = summary(list(pool.map(partial(outcome, name, way), range(args.runs), chunksize=5)))
            seconds = (time.perf_counter() - start) / args.runs
            most_p = "-" if way == "mine" else f"{result.most_p:.2%}"
            print(
                f"{way:11}{name:16}{result.motifs:7.1f}{result.small_p:9.2%}{most_p:>9}"
                f"{result.small_q:9.2%}{result.small_p_max:9.2%}{result.most:9.2%}{seconds:7.2f}",
                flush=True,
            )
            failed += [f"{figure} of {way} ({name})" for figure in result.broken(way)]
    if failed:
        raise SystemExit(f"more false positives than promised: {', '.join(failed)}")


if __name__ == "__main__":
    main()
