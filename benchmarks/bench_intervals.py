"""Coverage of 95 % intervals as users meet them: of the motifs that a run has chosen itself.

    python benchmarks/bench_intervals.py [--runs 500] [--workers N] [--cases NAME ...] [--write FILE]

Each case is a random graph and a call of ``spminer.mine``, repeated with other seeds. Every reported estimate is
compared with the exact count of its pattern. Intervals of one run are correlated, since they come from one sample, so
runs are what is resampled: the case passes if the 99 % bootstrap interval of its coverage reaches 0.95 and the pooled
coverage is at least 0.945. Beside it stand the coverage of the first rank alone, and how wide intervals are: the median
of their width divided by that of a sample of the same patterns, named beforehand, of the size that the search has used
to choose. It may be 1.5 at most. ``covers`` counts as an interval too where motifs are distinct.

Graphs of 45,000 nodes are sampled by default; smaller ones of 12,000 nodes are sampled because ``effort`` is set lower.
``--data`` is not needed, and taken only so that all benchmarks can be called alike.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import spminer
from spminer._util.monitor import Monitor
from spminer.counting.matching import MatchQuery
from spminer.methods.base import Candidate, Task
from spminer.methods.registry import get_method

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer import Frequency, GraphCollection, Motif, Pattern
    from spminer.results.request import MiningRequest

COVERAGE, LEAST_POOLED, MOST_WIDTH = 0.95, 0.945, 1.5
SMALL = {"verify": spminer.Verification(effort=300_000)}  # affords 3,000 nodes


@dataclass(frozen=True)
class Graph:
    """A random graph: uniform arcs or edges, or with hubs (each new node joins nodes in proportion to degree)."""

    nodes: int = 12_000
    degree: float = 3.0
    labels: int = 1
    edge_labels: int = 1
    directed: bool = False
    hubs: bool = False
    seed: int = 1

    def make(self) -> GraphCollection:
        """Node pairs are drawn once each; the labels are uniform."""
        random = np.random.default_rng(self.seed)
        wanted = round(self.nodes * self.degree * (1 if self.directed else 0.5))
        if self.hubs:
            ends = list(range(4))
            pairs = []
            for node in range(4, self.nodes):
                chosen = {ends[place] for place in random.integers(len(ends), size=max(round(self.degree / 2), 1))}
                pairs += [(node, other) for other in chosen]
                ends += [node, *chosen]
            drawn = np.array(pairs)
        else:
            drawn = random.integers(self.nodes, size=(wanted + wanted // 20, 2))
            drawn = drawn[drawn[:, 0] != drawn[:, 1]]
            drawn = np.unique(drawn if self.directed else np.sort(drawn, axis=1), axis=0)
            drawn = random.permutation(drawn)[:wanted]
        marks = [str(mark) for mark in random.integers(self.labels, size=self.nodes)]
        kinds = [str(kind) for kind in random.integers(self.edge_labels, size=len(drawn))]
        return spminer.from_edges(
            drawn,
            num_nodes=self.nodes,
            directed=self.directed,
            node_labels=marks if self.labels > 1 else None,
            edge_labels=kinds if self.edge_labels > 1 else None,
        )


@dataclass(frozen=True)
class Case:
    """A graph, what is asked of it, and the size of the sample that chooses."""

    graph: Graph
    sizes: str
    options: dict[str, Any] = field(default_factory=dict)
    chosen_by: int | None = 3000  # nodes; None where a sampler estimates node sets


LARGE = Graph(nodes=45_000, degree=3.5, labels=6)
GROWN = {"method": "grow", "anchors": 2000, **SMALL}
CASES: dict[str, Case] = {
    "default, 45,000 nodes, degree 3.5, 6 labels": Case(LARGE, "8", {}, 10_000),
    "grow, 45,000 nodes, degree 2.4, 4 labels": Case(Graph(45_000, 2.4, 4), "6", {"method": "grow"}, 10_000),
    "grow, 45,000 nodes, no labels": Case(Graph(45_000, 3.5), "7", {"method": "grow"}, 10_000),
    "default, 45,000 nodes, hubs, 5 labels": Case(Graph(45_000, 4, 5, hubs=True), "5", {}, 2000),
    "several sizes": Case(Graph(labels=5), "4-7", GROWN, 2000),
    "directed": Case(Graph(degree=2.5, labels=3, directed=True), "5", GROWN, 2000),
    "edge labels": Case(Graph(degree=3.5, edge_labels=5), "5", GROWN, 2000),
    "edge-induced": Case(Graph(degree=4, labels=4), "5", {**GROWN, "induced": False}, 2000),
    "greedy": Case(Graph(labels=5), "6", {"method": "greedy", "neighborhoods": 300, "walks": 60, **SMALL}),
    "beam": Case(Graph(labels=5), "6", {"method": "beam", "neighborhoods": 300, "walks": 120, **SMALL}),
    "mfinder": Case(Graph(labels=6), "5", {"method": "mfinder", **SMALL}),
    "distinct": Case(Graph(labels=5), "6", {**GROWN, "distinct": True}, 2000),
    "closed": Case(Graph(labels=6), "5", {**GROWN, "closed": True}, 2000),
    "anchors merged": Case(Graph(labels=5), "6", {**GROWN, "merge_anchors": True}, 2000),
    "rand-esu, labels": Case(
        Graph(2000, 4, 6), "5", {"method": "rand-esu", "frequency": "graph", "verify": False, "samples": 4000}, None
    ),
    "rand-esu, no labels": Case(
        Graph(2000, 4), "6", {"method": "rand-esu", "frequency": "graph", "verify": False, "samples": 4000}, None
    ),
    "rand-esu, hubs, labels": Case(
        Graph(1000, 4, 4, hubs=True),
        "4",
        {"method": "rand-esu", "frequency": "graph", "verify": False, "samples": 4000},
        None,
    ),
    "motivo, labels": Case(
        Graph(2000, 4, 6), "5", {"method": "motivo", "frequency": "graph", "verify": False, "samples": 1000}, None
    ),
    "motivo, no labels": Case(
        Graph(2000, 4), "6", {"method": "motivo", "frequency": "graph", "verify": False, "samples": 1000}, None
    ),
}


class Interval(NamedTuple):
    """One reported interval: its rank, whether it covers the truth, and its width beside that of a named pattern."""

    rank: int
    covers: bool
    width: float | None


@cache
def graph_of(case: str) -> GraphCollection:
    return CASES[case].graph.make()


TRUTHS: dict[tuple[str, Pattern, bool], float] = {}


def truth(case: str, pattern: Pattern, *, induced: bool, anchored: bool) -> float:
    key = (case, pattern, anchored)
    if key not in TRUTHS:
        asked = pattern if anchored else pattern.without_anchor()
        counted = spminer.count(
            asked, graph_of(case), induced=induced, frequency="anchored" if anchored else "graph", threads=1
        ).frequency
        assert counted.kind == "exact", counted
        TRUTHS[key] = counted.value
    return TRUTHS[key]


def run(case: str, seed: int) -> list[Interval]:
    """The intervals that one run reports."""
    asked, graphs = CASES[case], graph_of(case)
    result = spminer.mine(graphs, asked.sizes, seed=seed, threads=1, examples=0, top=10, **asked.options)
    request = result.request
    assert request is not None
    estimates = {motif: frequency for motif in result if (frequency := motif.frequency(request.frequency)) is not None}
    estimates = {motif: frequency for motif, frequency in estimates.items() if frequency.kind == "estimate"}
    named = named_widths(case, list(estimates), request, seed)
    found = []
    for (motif, frequency), named_width in zip(estimates.items(), named, strict=True):
        true = truth(case, motif.pattern, induced=request.induced, anchored=request.frequency == "anchored")
        ratio = width(frequency) / named_width if named_width else None
        found.append(Interval(motif.rank, frequency.low <= true <= (frequency.high or 0), ratio))
    if request.distinct:
        found += covers_intervals(case, result)
    return found


def width(frequency: Frequency) -> float:
    assert frequency.high is not None
    return frequency.high - frequency.low


def named_widths(case: str, motifs: Sequence[Motif], request: MiningRequest, seed: int) -> list[float]:
    """How wide the intervals of these patterns are if they are named beforehand."""
    asked, graphs = CASES[case], graph_of(case)
    if asked.chosen_by is not None:
        counted = [
            spminer.count(
                motif.pattern, graphs, induced=request.induced, anchors=asked.chosen_by, seed=seed + 10**6, threads=1
            ).frequency
            for motif in motifs
        ]
        return [width(frequency) for frequency in counted]
    method = get_method(request.method)
    options = {key: value for key, value in asked.options.items() if key not in ("method", "frequency", "verify")}
    task = Task.of(graphs, sizes=asked.sizes, frequency="graph", seed=seed + 10**6, threads=1)
    known = [motif.graph_frequency for motif in motifs if motif.graph_frequency is not None]
    first = [Candidate(motif.pattern, 0.0, {"graph": one}) for motif, one in zip(motifs, known, strict=True)]
    assert method.estimate is not None
    again = method.estimate(first, task, method.settings(**options), Monitor())
    return [width(found.known["graph"]) for found in again]


def covers_intervals(case: str, result: Any) -> list[Interval]:
    """Intervals of what distinct motifs cover, against all nodes."""
    graphs = graph_of(case)
    covered = np.zeros(graphs.num_nodes, bool)
    found = []
    for motif in result:
        flags = np.zeros(graphs.num_nodes, bool)
        query = MatchQuery.of(motif.pattern, graphs, induced=result.request.induced, threads=1)
        flags[query.anchors(Monitor().control(), listed=True).anchors] = True
        new = int((flags & ~covered).sum())
        found.append(Interval(motif.rank, motif.covers.low <= new <= motif.covers.high, None))
        covered |= flags
    return found


def summary(runs: list[list[Interval]], *, seed: int = 0) -> dict[str, Any]:
    """Pooled coverage, its bootstrap interval by runs, coverage of rank 1, and the median ratio of widths."""
    counts = np.array([[sum(one.covers for one in found), len(found)] for found in runs])
    first = [one.covers for found in runs for one in found if one.rank == 1]
    drawn = np.random.default_rng(seed).integers(len(runs), size=(4000, len(runs)))
    totals = counts[drawn].sum(axis=1)
    shares = totals[:, 0] / np.maximum(totals[:, 1], 1)
    widths = [one.width for found in runs for one in found if one.width is not None]
    pooled = counts[:, 0].sum() / max(counts[:, 1].sum(), 1)
    low, high = np.quantile(shares, [0.005, 0.995])
    return {
        "runs": len(runs),
        "intervals": int(counts[:, 1].sum()),
        "coverage": round(float(pooled), 4),
        "low": round(float(low), 4),
        "high": round(float(high), 4),
        "first rank": round(float(np.mean(first)), 3) if first else None,
        "width": round(float(np.median(widths)), 3) if widths else None,
        "passes": bool(high >= COVERAGE and pooled >= LEAST_POOLED and (not widths or np.median(widths) <= MOST_WIDTH)),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="not needed")
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--cases", nargs="*", default=list(CASES), metavar="NAME", help="parts of the names of cases")
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the table as JSON")
    arguments = parser.parse_args()
    chosen = [name for name in CASES if any(part in name for part in arguments.cases)]
    table: dict[str, Any] = defaultdict(dict)
    with ProcessPoolExecutor(arguments.workers) as pool:
        for name in chosen:
            started = time.perf_counter()
            found = list(pool.map(partial(run, name), range(arguments.runs), chunksize=5))
            table[name] = summary(found)
            seconds = time.perf_counter() - started
            print(f"{name}: {table[name]} ({seconds:.0f} s)", flush=True)
            if arguments.write:
                arguments.write.write_text(json.dumps(table, indent=1))
    return 0 if all(row["passes"] for row in table.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
