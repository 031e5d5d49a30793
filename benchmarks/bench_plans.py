"""Plans beside runs: how long `spminer mine` said that it would take, and how long it took.

Targets of all kinds: small and large, sparse and dense, labeled, directed, molecules, collections, with sizes
from 3 to 30. Estimates are those of the plan, in seconds of one thread, and are compared with the processor time of
search and verification, which hardly depends on what else the machine does. A plan holds within a factor of three, or
if both are less than a second. Of a run that reaches the limit only that it takes so long is known: a plan that says
more "holds so far". One that says "or more" is no more than a bound where the run takes over three times as long.

    python benchmarks/bench_plans.py DATA
    python benchmarks/bench_plans.py DATA --only HPRD NCI1 --limit 300
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import spminer
from spminer._util.monitor import Monitor
from spminer.methods.base import Task
from spminer.mining.run import plan, run

FACTOR = 3.0


@dataclass(frozen=True)
class Case:
    """A target and the sizes that are asked for; `labels` says whether its labels count."""

    name: str
    sizes: str
    labels: bool = True
    frequency: str = "anchored"


CASES = (
    Case("karate.txt.gz", "3-5"),
    Case("karate.txt.gz", "5-20"),
    Case("football.txt.gz", "3-8"),
    Case("celegans-neural.txt.gz", "3-5"),
    Case("ecoli-trn.txt.gz", "3-8"),
    Case("jazz.txt.gz", "3-6"),
    Case("netscience.txt.gz", "6-12"),
    Case("power.txt.gz", "5-12"),
    Case("road-minnesota.mtx.gz", "6-16"),
    Case("ppi-yeast.txt.gz", "3-5"),
    Case("citeseer.lg.gz", "3-6"),
    Case("HPRD.graph.gz", "3-4"),
    Case("wiki-Vote.txt.gz", "3-4"),
    Case("ca-AstroPh.txt.gz", "3-5"),
    Case("ca-AstroPh.txt.gz", "6-10"),
    Case("email-Enron.txt.gz", "3-7"),
    Case("fb100-MIT8.txt.gz", "4-8"),
    Case("wordnet3.txt.gz", "3-4"),
    Case("wordnet3.txt.gz", "6-10"),
    Case("ego-Twitter.txt.gz", "3-5"),
    Case("npm-depends-2016.txt.gz", "3-4"),
    Case("MUTAG.zip", "3-8"),
    Case("MUTAG.zip", "6-12", frequency="transactions"),
    Case("COX2.zip", "6-12"),
    Case("NCI1.zip", "6-12"),
    Case("ENZYMES.zip", "6-12", labels=False),
    Case("ENZYMES.zip", "25-30", labels=False),
    Case("DD.zip", "3-6"),
    Case("REDDIT-BINARY.zip", "3-5"),
    Case("5,000 sparse graphs of 30 nodes", "6-12"),
    Case("10 million random edges", "5"),
)


def target(case: Case, data: Path) -> spminer.GraphCollection:
    if case.name.startswith("5,000"):
        return spminer.generate.synthetic(5000, 30, kind="sparse")
    if case.name.startswith("10 million"):
        return spminer.from_edges(np.random.default_rng(1).integers(0, 1_000_000, (10_000_000, 2)))
    graphs = spminer.read(data / case.name)
    return graphs if case.labels else graphs.without_labels()


def verdict(planned: float | None, took: float, *, ended: bool, at_least: bool = False) -> str:
    """Whether the plan holds: within the factor, or both less than a second; "or more" leaves the upper end open."""
    if planned is None or planned == float("inf"):
        return "unknown"
    if at_least and FACTOR * max(planned, 1.0) < max(took, 1.0):
        return "holds as a bound"
    if not ended:
        return "holds so far" if planned * FACTOR >= took else "too short"
    if max(planned, 1.0) > FACTOR * max(took, 1.0):
        return "too long"
    return "holds" if FACTOR * max(planned, 1.0) >= max(took, 1.0) else "too short"


def measure(case: Case, data: Path, limit: float) -> tuple[str, str]:
    """A row of the table, and whether the plan holds."""
    graphs = target(case, data)
    task = Task.of(graphs, sizes=case.sizes, frequency=case.frequency)
    started = time.perf_counter()
    planned = plan(task, Monitor())
    planning = time.perf_counter() - started
    times = [stage.seconds for stage in planned.stages]
    said = None if None in times else sum(seconds for seconds in times if seconds is not None)
    started, began = time.process_time(), time.perf_counter()
    result = run(task, planned, Monitor(time_limit=limit))
    took, wall = time.process_time() - started, time.perf_counter() - began
    methods = ", ".join(f"{stage.method} {stage.sizes[0]}-{stage.sizes[-1]}" for stage in planned.stages)
    name = case.name.split(".")[0] + ("" if case.labels else ", no labels")
    name += "" if case.frequency == "anchored" else f", {case.frequency}"
    ended = result.status == "complete"
    at_least = any(stage.is_lower_bound for stage in planned.stages)
    estimate = "-" if said is None else f"{said:.1f}{' or more' if at_least else ''}"
    held = verdict(said, took, ended=ended, at_least=at_least)
    spent = f"{'' if ended else '> '}{took:.1f} | {wall:.1f}"
    return f"| {name} | {case.sizes} | {methods} | {planning:.1f} | {estimate} | {spent} | {held} |", held


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?", help="folder with the data sets")
    parser.add_argument("--data", type=Path, dest="folder", help="the same")
    parser.add_argument("--only", nargs="*", default=[], help="targets whose name begins so")
    parser.add_argument("--limit", type=float, default=240.0, help="seconds for one run")
    options = parser.parse_args()
    data = options.data or options.folder
    if data is None:
        parser.error("name the folder with the data sets")
    broken = 0
    print("| target | sizes | plan | planning s | planned s | took s | wall s | |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: | --- |")
    for case in CASES:
        if not options.only or case.name.startswith(tuple(options.only)):
            row, held = measure(case, data, options.limit)
            print(row, flush=True)
            broken += not held.startswith("holds")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
