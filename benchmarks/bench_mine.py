"""The main job: time, memory and what it finds, for every searching method.

Each run is a process of its own, so that its peak memory is its own. Medians are of the verified anchored frequencies
of the ten best of each size; "known" are the best medians known before (exact enumeration up to size 10, searches with
exact counts above), and the ratio is ours to them.

    python benchmarks/bench_mine.py --data DIR                     all of it
    python benchmarks/bench_mine.py --data DIR --only ENZYMES --methods auto greedy
    python benchmarks/bench_mine.py --data DIR --tables hits planted
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import spminer
from spminer.generate import PlantKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer.results.frequency import Objective

KNOWN = {  # sizes 5 to 20
    "ENZYMES": "14271 14206 14084 13852 13713 13385 12720 11992 11545 10358 9577 9159 8285 7487 6704 5974",
    "COX2": "9778 16147 18851 19064 19063 18979 18689 18216 17590 16156 15266 13035 11224 9092 7146 5741",
}
PUBLISHED = {  # the published implementation's greedy search, recounted exactly
    "ENZYMES": "13587 13601 12108 9450 6906 4948 2697 1225 23 14 7 4 4 2 2 2",
    "COX2": "9778 11841 16131 15050 10116 9914 3238 2731 2588 2074 1651 1355 894 894 888 803",
}
SETS = {
    "ENZYMES": ("ENZYMES.zip", "5-20"),
    "COX2": ("COX2.zip", "5-20"),
    "MSRC_9": ("MSRC_9.zip", "5-20"),
    "COIL-DEL": ("COIL-DEL-noniso.zip", "5-20"),
    "road-minnesota": ("road-minnesota.mtx.gz", "5-20"),
    "ca-AstroPh": ("ca-AstroPh.txt.gz", "5-12"),
    "email-Enron": ("email-Enron.txt.gz", "5-12"),
    "ego-Facebook": ("ego-Facebook.txt.gz", "5-12"),
    "fb100-MIT8": ("fb100-MIT8.txt.gz", "5-12"),
    "ego-Twitter": ("ego-Twitter.txt.gz", "5-12"),
    "npm-depends": ("npm-depends-2016.txt.gz", "5-12"),
    "npm-all-depends": ("npm-all-depends-2016.txt.gz", "5-12"),
}
DENSE = [name for name, (_, sizes) in SETS.items() if sizes == "5-12"]  # hubs, up to 2.3 million edges: `auto` alone


def run(path: Path, sizes: str, method: str, *options: str) -> tuple[dict[str, Any], float]:
    """Result and wall time of one `spminer mine`."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "result.json"
        command = [sys.executable, "-m", "spminer", "mine", str(path), "--sizes", sizes, "--method", method, "--quiet"]
        started = time.perf_counter()
        subprocess.run(
            [*command, "--ignore-labels", "--output", str(output), *options], check=True, capture_output=True
        )
        return json.loads(output.read_text()), time.perf_counter() - started


def medians(result: dict[str, Any]) -> dict[int, float]:
    sizes = sorted({motif["size"] for motif in result["motifs"]})
    values = {s: [m["anchored_frequency"]["value"] for m in result["motifs"] if m["size"] == s] for s in sizes}
    return {size: statistics.median(found) for size, found in values.items()}


def table_runs(data: Path, only: list[str], methods: list[str]) -> None:
    for name, (file, sizes) in SETS.items():
        if only and name not in only:
            continue
        for method in methods if name not in DENSE else methods[:1]:
            result, wall = run(data / file, sizes, method)
            memory = result["peak_memory_bytes"] / 2**20
            kinds = [motif["anchored_frequency"]["kind"] for motif in result["motifs"]]
            exact = f"{kinds.count('exact')} of {len(kinds)} exact"
            print(f"{name} {sizes} {method}: {wall:.1f} s, {memory:.0f} MiB, {exact}, stages {_stages(result)}")
            found = medians(result)
            print("  medians ", *(f"{value:.0f}" for value in found.values()))
            for label, reference in (("known", KNOWN), ("published", PUBLISHED)):
                if name in reference:
                    pairs = zip(found.values(), map(int, reference[name].split()), strict=False)
                    print(f"  to {label:<9}", *(f"{value / best:.3f}" for value, best in pairs), flush=True)


def _stages(result: dict[str, Any]) -> str:
    return ", ".join(f"{name} {seconds:.1f}" for name, seconds in result["timing_s"].items() if seconds >= 0.05)


def table_hits(data: Path, _only: list[str], methods: list[str]) -> None:
    """Hit rates of search with verification, no enumeration, against exact enumeration."""
    graphs = spminer.read(data / "ENZYMES.zip").without_labels()
    for size in (6, 8, 10):
        true = _values(spminer.mine(graphs, size, 50, method="exact", examples=0))
        for method in methods:
            if method == "auto":
                continue
            found = _values(spminer.mine(graphs, size, 50, method=method, examples=0))
            rates = [sum(value >= true[top - 1] for value in found[:top]) / top for top in (10, 20, 30, 40, 50)]
            print(f"hit rate size {size} {method}:", *(f"{rate:.2f}" for rate in rates), flush=True)


def _values(motifs: spminer.MotifSet) -> list[float]:
    return [motif.anchored_frequency.value for motif in motifs if motif.anchored_frequency is not None]


def table_graph(data: Path, _only: list[str], methods: list[str]) -> None:
    """Median graph-level frequency of the ten best found on ENZYMES, beside that of the true ten best."""
    graphs = spminer.read(data / "ENZYMES.zip").without_labels()
    for size in (6, 8, 9):
        truth = _median(spminer.enumerate(graphs, size, top=10, frequency="graph", examples=0))
        for method in methods:
            if method != "auto":
                found = _median(spminer.mine(graphs, size, 10, method=method, frequency="graph", examples=0))
                print(f"graph-level size {size} {method}: {found:.0f} of {truth:.0f}", flush=True)


def _median(motifs: spminer.MotifSet) -> float:
    return statistics.median(m.graph_frequency.value for m in motifs if m.graph_frequency is not None)


def table_planted(_data: Path, _only: list[str], _methods: list[str]) -> None:
    """At which rank the planted pattern of ten nodes comes, for ten seeds: by both ways to count."""
    asked: tuple[tuple[str, Objective, int], ...] = (("auto", "anchored", 1000), ("grow", "transactions", 10))
    for kind in get_args(PlantKind):
        for method, frequency, top in asked:
            ranks = []
            for seed in range(10):
                graphs, pattern = spminer.generate.plant(kind, seed=seed)
                result = spminer.mine(graphs, 10, top, method=method, frequency=frequency, seed=seed, examples=0)
                ranks.append(_rank(result, pattern))
            print(f"planted {kind} {method} {frequency}: ranks", *ranks, flush=True)


def _rank(result: spminer.MotifSet, planted: spminer.Pattern) -> str:
    wanted = planted.without_anchor()
    for motif in result:
        if motif.pattern.without_anchor() == wanted:
            return str(motif.rank)
    return "-"


TABLES: dict[str, Callable[[Path, list[str], list[str]], None]] = {
    "runs": table_runs,
    "hits": table_hits,
    "graph": table_graph,
    "planted": table_planted,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the data sets")
    parser.add_argument("--only", nargs="*", default=[], help="data sets")
    parser.add_argument("--methods", nargs="*", default=["auto", "grow", "beam", "greedy", "mcts"])
    parser.add_argument("--tables", nargs="*", default=list(TABLES), choices=list(TABLES))
    options = parser.parse_args()
    for name in options.tables:
        TABLES[name](options.data, options.only, options.methods)


if __name__ == "__main__":
    main()
