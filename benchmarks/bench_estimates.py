"""How often the 95 % intervals of counts with an error cover the truth, and what an estimate on a large graph takes.

    python benchmarks/bench_estimates.py [--runs 500] [--workers 2] [--cases NAME ...] [--store FILE] [--seconds 600]

Each case is a pattern in a graph of up to a million edges that the script makes, with its exact count; each run has a
seed of its own. Copies that could be counted cheaply are sampled all the same. The error is 5 %. Coverage is that of
all runs of a case, with its exact 95 % interval; ``farther`` says how many estimates are farther from the truth.

``--store`` estimates four patterns in a graph of your own instead, such as the store that ``bench_store.py`` keeps,
each within ``--seconds``. It prints seconds, seconds of processors and the peak of resident memory (mapped pages
included).
"""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import networkx as nx

import spminer
from common import arguments, measure_apart
from spminer import Monitor
from spminer.counting.estimates import estimate_copies
from spminer.counting.intervals import rate_interval
from spminer.counting.matching import MatchQuery
from spminer.graphs.pattern_files import as_pattern
from spminer.results.frequency import CountFrequencyName  # noqa: TC001 (types of a named tuple)

ERROR = 0.05
HOUSE, LADDER = "0-1,1-2,2-3,3-0,0-4,1-4", "0-1,1-2,2-3,4-5,5-6,6-7,0-4,1-5,2-6,3-7"


class Case(NamedTuple):
    """A pattern in a graph, and what is counted."""

    graph: str
    pattern: str
    frequency: CountFrequencyName = "copies"
    induced: bool = False


CASES = [
    Case("small world, 1,000,000 edges", "triangle"),
    Case("small world, 1,000,000 edges", "cycle:5"),
    Case("small world, 1,000,000 edges", LADDER),
    Case("small world, 1,000,000 edges", "path:5", "graph", induced=True),
    Case("hubs, 999,936 edges", "triangle"),
    Case("hubs, 999,936 edges", "cycle:4"),
    Case("hubs, 39,936 edges", HOUSE),
    Case("hubs, 39,936 edges", "cycle:6"),
    Case("hubs, 39,936 edges", "cycle:4", "graph"),
    Case("hubs, 39,936 edges", "diamond", "graph", induced=True),
]
LARGE = [
    Case("store", "cycle:8"),
    Case("store", HOUSE),
    Case("store", "clique:4"),
    Case("store", "0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-0,0-4", "graph", induced=True),
]


@cache
def graph_of(name: str) -> spminer.GraphCollection:
    if name.startswith("small world"):
        return spminer.from_networkx(nx.watts_strogatz_graph(250_000, 8, 0.1, seed=1))
    return spminer.from_networkx(nx.barabasi_albert_graph(125_000 if "999" in name else 5_000, 8, seed=1))


@cache
def truth(case: Case) -> float:
    counted = spminer.count(case.pattern, graph_of(case.graph), frequency=case.frequency, induced=case.induced)
    assert counted.frequency.kind == "exact", counted
    return counted.frequency.value


def run(case: Case, true: float, seed: int) -> tuple[bool, bool, int]:
    """Whether the interval covers the truth, whether the estimate is near it, and the samples."""
    query = MatchQuery.of(as_pattern(case.pattern), graph_of(case.graph), induced=case.induced, threads=1)
    found = estimate_copies(query, ERROR, Monitor(), node_sets=case.frequency == "graph", seed=seed, sampled=True)
    frequency = found.frequency
    assert found.stop_reason is None, found
    assert frequency.high is not None, found
    return frequency.low <= true <= frequency.high, abs(frequency.value / true - 1) <= ERROR, found.samples


def coverage(cases: list[Case], runs: int, workers: int) -> bool:
    """A row for each case; whether each could have a coverage of 95 %."""
    holds, every = True, [0, 0]
    print("| graph | pattern | counted | truth | samples | covered | 95 % interval | farther | s |")
    for case in cases:
        true, started = truth(case), time.perf_counter()
        with ProcessPoolExecutor(workers) as pool:
            seeds = range(CASES.index(case) * runs, (CASES.index(case) + 1) * runs)
            found = list(pool.map(partial(run, case, true), seeds, chunksize=10))
        covered, near = sum(one[0] for one in found), sum(one[1] for one in found)
        low, high = rate_interval(covered, runs, at_hit=False)
        holds &= high >= 0.95
        every[0] += covered
        every[1] += runs
        kind = f"{'induced ' if case.induced else ''}{'node sets' if case.frequency == 'graph' else 'copies'}"
        print(
            f"| {case.graph} | `{case.pattern}` | {kind} | {true:,.0f} | {sum(one[2] for one in found) // runs:,} "
            f"| {covered / runs:.1%} | {low:.1%} to {high:.1%} | {runs - near} | {time.perf_counter() - started:.0f} |",
            flush=True,
        )
    low, high = rate_interval(*every, at_hit=False)
    print(f"all: {every[0]:,} of {every[1]:,} covered, {every[0] / every[1]:.2%} ({low:.2%} to {high:.2%})")
    return holds


def estimate(store: str, case: Case, seconds: float) -> dict[str, Any]:
    """One estimate in a stored graph."""
    graph = spminer.read(store)
    found = spminer.count(
        case.pattern,
        graph,
        frequency=case.frequency,
        induced=case.induced,
        error=ERROR,
        time_limit=seconds,
        progress=False,
    )
    return {"edges": graph.num_edges, "frequency": found.frequency, "samples": found.samples, "stop": found.stop_reason}


def large(store: Path, seconds: float) -> bool:
    """The four patterns in a stored graph, each in a process of its own."""
    reached = True
    for case in LARGE:
        measured = measure_apart(partial(estimate, str(store), case, seconds))
        value = measured.value
        frequency = value["frequency"]
        reached &= value["stop"] is None
        print(
            f"| {value['edges']:,} edges | `{case.pattern}` | {frequency.value:.4g} | {frequency.low:.4g} to "
            f"{frequency.high:.4g} | {value['samples']:,} | {value['stop'] or ''} | {measured.wall:.0f} s | "
            f"{measured.cpu:.0f} s | {measured.peak:.0f} MiB |",
            flush=True,
        )
    return reached


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--cases", nargs="*", default=[""], metavar="NAME", help="parts of the names of graphs, patterns"
    )
    parser.add_argument("--store", type=Path, help="estimate in this graph instead")
    parser.add_argument("--seconds", type=float, default=600.0)
    options = parser.parse_args()
    if options.store is not None:
        return 0 if large(options.store, options.seconds) else 1
    chosen = [case for case in CASES if any(part in f"{case.graph} {case.pattern}" for part in options.cases)]
    return 0 if coverage(chosen, options.runs, options.workers) else 1


if __name__ == "__main__":
    raise SystemExit(main())
