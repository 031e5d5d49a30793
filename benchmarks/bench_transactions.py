"""gSpan and Gaston: CPU seconds and memory on one core, next to the published programs' figures at equal output.

Each run is a process of its own, so that its peak memory is its own; reading the graphs is part of it. The figures of
gBolt and of the Gaston program were taken on one core with a cap of 9 GB. Labels are ignored, as they were there.

Run: python benchmarks/bench_transactions.py --data DIR
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import spminer
from spminer.methods.gspan_gaston import Miner, frequent_patterns
from spminer.results.provenance import peak_memory_bytes


@dataclass(frozen=True)
class Run:
    """What is mined, and what the published programs took: CPU seconds and MB by miner."""

    data: str
    support: float | None
    largest: int
    peers: dict[str, str]
    top: int | None = None
    labels: bool = False


RUNS = (
    Run("ENZYMES.zip", 0.95, 6, {"gspan": "32.5 s / 2,553 MB", "gaston": "26 s / 3,513 MB"}),
    Run("COX2.zip", 0.90, 10, {"gspan": "5.4 s / 373 MB", "gaston": "1.6 s / 153 MB (trees only)"}),
    Run("ENZYMES.zip", 0.95, 8, {"gspan": "over 9 GB", "gaston": "over 9 GB"}),
    Run("ENZYMES.zip", 0.90, 10, {}),
    Run("ENZYMES.zip", None, 8, {}, top=50),
    Run("COX2.zip", 0.20, 10, {}, labels=True),
    Run("NCI1.zip", 0.10, 10, {}, labels=True),
)


def mine(path: Path, miner: Miner, run: Run, threads: int) -> dict[str, Any]:
    """One run, in this process."""
    graphs = spminer.read(path)
    graphs = graphs if run.labels else graphs.without_labels()
    before = peak_memory_bytes()
    start, cpu = time.perf_counter(), time.process_time()
    found = frequent_patterns(
        graphs, range(2, run.largest + 1), support=run.support, top=run.top, miner=miner, threads=threads
    )
    return {
        "cpu": time.process_time() - cpu,
        "wall": time.perf_counter() - start,
        "process_cpu": sum(resource.getrusage(resource.RUSAGE_SELF)[:2]),
        "memory": peak_memory_bytes() / 1e6,
        "growth": (peak_memory_bytes() - before) / 1e6,
        "tested": found.tested,
        "counts": [count for _, count in sorted(Counter(p.size for p in found.patterns).items())],
    }


def in_a_process(data: Path, miner: str, number: int, threads: int) -> dict[str, Any]:
    """The same in a fresh process."""
    command = [sys.executable, __file__, "--data", str(data), "--one", str(number), miner, "--threads", str(threads)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    result: dict[str, Any] = json.loads(output)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ENZYMES.zip, COX2.zip and NCI1.zip")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--one", nargs=2, metavar=("RUN", "MINER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        run = RUNS[int(options.one[0])]
        print(json.dumps(mine(options.data / run.data, options.one[1], run, options.threads)))
        return
    for number, run in enumerate(RUNS):
        goal = f"{run.support:.0%} support" if run.support is not None else f"best {run.top} of each size"
        print(f"{run.data}, {goal}, 2 to {run.largest} nodes{', labeled' * run.labels}")
        for miner in ("gspan", "gaston"):
            result = in_a_process(options.data, miner, number, options.threads)
            print(
                f"  {miner:<7}{result['cpu']:>7.2f} CPU s (process {result['process_cpu']:.2f}){result['wall']:>7.2f} s"
                f"{result['memory']:>6.0f} MB (+{result['growth']:.0f}), {result['tested']:,} tested"
                f"; published: {run.peers.get(miner, '-')}\n          patterns {', '.join(map(str, result['counts']))}",
                flush=True,
            )


if __name__ == "__main__":
    main()
