"""Time and memory of the census on one core, and its speed next to igraph's enumeration.

    python benchmarks/bench_census.py --data DIR

``DIR`` holds ``ca-AstroPh.txt.gz``, ``email-Enron.txt.gz``, ``ego-Facebook.txt.gz`` and, for the comparison,
``ppi-yeast.txt.gz`` (SNAP edge lists). Times are CPU seconds of the counting alone, the least of several runs; memory
is what the counting added to the peak of a process of its own.
"""

from __future__ import annotations

import argparse
import math
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np

import spminer
from spminer import _core

GRAPHS = ("ca-AstroPh", "email-Enron", "ego-Facebook")
PEER_GRAPH = "ppi-yeast"


class Measurement(NamedTuple):
    """What one census took and found."""

    seconds: float
    megabytes: float
    occurrences: int
    anchored_classes: int


def read(data: Path, name: str) -> spminer.GraphCollection:
    return spminer.read(data / f"{name}.txt.gz", directed=False)


def status_megabytes(field: str) -> float:
    """A memory field of this process's status (Linux): ``VmRSS`` now, ``VmHWM`` at its peak."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(float(line.split()[1]) / 1024 for line in lines if line.startswith(field))


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def measure(data: Path, name: str, size: int, runs: int) -> Measurement:
    target = read(data, name).target(node_labels=False, edge_labels=False)
    forget_peak()
    before = status_megabytes("VmRSS")
    seconds = math.inf
    for _ in range(runs):
        start = time.process_time()
        result = _core.census(target, _core.Control(), size=size, threads=1)
        seconds = min(seconds, time.process_time() - start)
    by_class = {orbit.graph_class: orbit.graph_frequency for orbit in result.orbits}
    return Measurement(
        seconds,
        status_megabytes("VmHWM") - before,
        sum(by_class.values()),
        sum(orbit.anchored_frequency > 0 for orbit in result.orbits),
    )


def measure_apart(data: Path, name: str, size: int, runs: int) -> Measurement:
    """`measure` in a fresh process, whose peak memory is its own."""
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measure, data, name, size, runs).result()


def igraph_seconds(data: Path, name: str) -> tuple[float, int]:
    """CPU seconds and occurrences of igraph's exact enumeration of size 4."""
    import igraph

    graphs = read(data, name)
    rows = np.repeat(np.arange(graphs.num_nodes), np.diff(graphs.indptr))
    edges = np.column_stack([rows, graphs.indices])[rows < graphs.indices]
    graph = igraph.Graph(n=graphs.num_nodes, edges=edges.tolist())
    start = time.process_time()
    counts = graph.motifs_randesu(size=4)
    return time.process_time() - start, int(sum(count for count in counts if not math.isnan(count)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--runs", type=int, default=3, help="runs of which the fastest counts")
    args = parser.parse_args()

    print(f"{'graph':14}{'size':>5}{'CPU s':>9}{'MB':>8}{'anchored classes':>18}{'occurrences':>20}")
    for name in GRAPHS:
        for size in (3, 4, 5):
            found = measure_apart(args.data, name, size, args.runs)
            print(
                f"{name:14}{size:5}{found.seconds:9.3f}{found.megabytes:8.0f}"
                f"{found.anchored_classes:18}{found.occurrences:20,}"
            )

    peer, occurrences = igraph_seconds(args.data, PEER_GRAPH)
    ours = measure_apart(args.data, PEER_GRAPH, 4, args.runs)
    if ours.occurrences != occurrences:
        raise SystemExit(f"igraph counts {occurrences:,} subgraphs of {PEER_GRAPH}, the census {ours.occurrences:,}")
    print(
        f"\n{PEER_GRAPH}, size 4, {occurrences:,} occurrences: igraph {peer:.3f} s, census with orbits "
        f"{ours.seconds:.4f} s, {peer / ours.seconds:.0f} times faster"
    )


if __name__ == "__main__":
    main()
