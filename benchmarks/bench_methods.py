"""All methods side by side: what each finds in the same time, and what that costs.

Each run is a process of its own with the same time limit, verification included, so that its memory is its own. The
table has, for every method, wall time, peak memory, the median anchored frequency of the ten best at each size, and
the hit rate: the share of the ten best found that belong to the true ten best, over the sizes that enumeration
finishes. `gspan` and `gaston` find edge-induced patterns by the number of graphs that contain them (in one graph, by
images); their ten best are counted as node-induced ones with their best anchor, beside the others.

    python benchmarks/bench_methods.py --data DIR
    python benchmarks/bench_methods.py --data DIR --only COX2 --methods auto grow beam --seconds 60
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import spminer
from spminer._util.monitor import Monitor
from spminer._util.text import format_sizes, parse_sizes
from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE
from spminer.methods.base import Candidate, Task
from spminer.mining.verify import verify

if TYPE_CHECKING:
    from collections.abc import Sequence

SEARCHES = ("auto", "grow", "beam", "mcts", "greedy")
BASELINES = ("mlp", "mfinder", "rand-esu", "motivo", "gspan", "gaston")
FRAGMENTS = ("gspan", "gaston")
EVERY = (*SEARCHES, *BASELINES)
SETS = {  # file, sizes, methods
    "ENZYMES": ("ENZYMES.zip", "5-20", EVERY),
    "COX2": ("COX2.zip", "5-20", EVERY),
    "road-minnesota": ("road-minnesota.mtx.gz", "5-20", EVERY),
    "MSRC_9": ("MSRC_9.zip", "5-20", SEARCHES),
    "COIL-DEL": ("COIL-DEL-noniso.zip", "5-20", SEARCHES),
    "ca-AstroPh": ("ca-AstroPh.txt.gz", "5-12", SEARCHES),
    "email-Enron": ("email-Enron.txt.gz", "5-12", SEARCHES),
    "ego-Facebook": ("ego-Facebook.txt.gz", "5-12", SEARCHES),
    "fb100-MIT8": ("fb100-MIT8.txt.gz", "5-12", ("auto",)),
    "ego-Twitter": ("ego-Twitter.txt.gz", "5-12", ("auto",)),
    "npm-all-depends": ("npm-all-depends-2016.txt.gz", "5-12", ("auto",)),
}
HEADER = "| method | wall s | MiB | hits | medians |\n| --- | ---: | ---: | ---: | --- |"
LARGEST = {"exact": MAX_ENUMERATION_SIZE, "motivo": 12}
TOP = 10
RECOUNT_S = 20.0


@dataclass(frozen=True)
class Row:
    """What one run cost, and its best frequencies by size, highest first."""

    method: str
    wall_s: float
    memory_mib: float
    complete: bool
    values: dict[int, list[float]]

    def median(self, size: int) -> float | None:
        """Of the best of one size, if there are any."""
        return statistics.median(self.values[size]) if self.values.get(size) else None


def mine(path: Path, sizes: Sequence[int], method: str, seconds: float) -> Row:
    """Run one `spminer mine` for the sizes that the method can do."""
    asked = format_sizes([size for size in sizes if size <= LARGEST.get(method, size)]).partition(" ")[2]
    options = ["--time-limit", str(seconds), "--ignore-labels", "--examples", "0", "--quiet"]
    if method in FRAGMENTS:
        support = "transactions" if graphs_of(path).num_graphs > 1 else "images"
        options += ["--edge-induced", "--frequency", support]
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "result.json"
        command = [sys.executable, "-m", "spminer", "mine", str(path), "--sizes", asked, "--top", str(TOP)]
        started = time.perf_counter()
        done = subprocess.run(
            [*command, "--method", method, *options, "--output", str(output)], capture_output=True, check=False
        )
        wall = time.perf_counter() - started
        if done.returncode not in (0, 5):  # 5: the time limit ended it
            raise RuntimeError(done.stderr.decode())
        result = json.loads(output.read_text())
    values = recounted(path, result) if method in FRAGMENTS else frequencies(result, proven=method == "exact")
    return Row(method, wall, result["peak_memory_bytes"] / 2**20, done.returncode == 0, values)


def frequencies(result: dict[str, Any], *, proven: bool) -> dict[int, list[float]]:
    """Anchored frequencies by size, if need be only those of sizes that were enumerated to the end."""
    found: dict[int, list[float]] = {}
    for motif in result["motifs"]:
        if proven and not motif["proven"]:
            continue
        found.setdefault(motif["size"], []).append(motif["anchored_frequency"]["value"])
    return found


def recounted(path: Path, result: dict[str, Any]) -> dict[int, list[float]]:
    """Anchored frequencies of patterns that were found by another measure, each with its best anchor."""
    graphs = graphs_of(path)
    found: dict[int, list[float]] = {}
    for size in sorted({motif["size"] for motif in result["motifs"]}):
        texts = [motif["id"] for motif in result["motifs"] if motif["size"] == size]
        candidates = [Candidate(spminer.Pattern.parse(text).canonical(), 0.0) for text in texts]
        best = verify(
            candidates, Task.of(graphs, sizes=(size,), top=TOP, merge_anchors=True), Monitor(time_limit=RECOUNT_S)
        )
        found[size] = [candidate.known["anchored"].value for candidate in best.candidates]
    return found


@cache
def graphs_of(path: Path) -> spminer.GraphCollection:
    return spminer.read(path).without_labels()


def hit_rate(row: Row, truth: Row) -> float | None:
    """Mean share of the true ten best that a method found, over the sizes whose truth is known."""
    shares = []
    for size, true in truth.values.items():
        least = min(true)
        shares.append(sum(value >= least for value in row.values.get(size, ())) / len(true))
    return statistics.mean(shares) if shares else None


def show(row: Row, truth: Row, sizes: Sequence[int]) -> None:
    hits = hit_rate(row, truth)
    medians = " ".join("-" if (value := row.median(size)) is None else f"{value:.0f}" for size in sizes)
    ended = "" if row.complete else " (limit)"
    rate = "-" if hits is None else f"{hits:.2f}"
    print(f"| {row.method} | {row.wall_s:.1f}{ended} | {row.memory_mib:.0f} | {rate} | {medians} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the data sets")
    parser.add_argument("--only", nargs="*", default=list(SETS), choices=list(SETS))
    parser.add_argument("--methods", nargs="*", default=list(EVERY), choices=list(EVERY))
    parser.add_argument("--seconds", type=float, default=30, help="time limit of each run")
    options = parser.parse_args()
    for name in options.only:
        file, text, methods = SETS[name]
        sizes = parse_sizes(text)
        print(f"\n{name}, sizes {text}\n\n{HEADER}")
        path = options.data / file
        truth = mine(path, sizes, "exact", options.seconds)
        show(truth, truth, sizes)
        for method in methods:
            if method in options.methods:
                show(mine(path, sizes, method, options.seconds), truth, sizes)


if __name__ == "__main__":
    main()
