"""Growth on real graphs: seconds of wall and processor time, memory, and the median frequency of the ten best per size.

Each data set is read and searched in a process of its own, so that its memory is its own; labels are forgotten.
Sparse graphs are grown to size 20, dense ones to size 12.

    python benchmarks/bench_grow.py --data DIR
    python benchmarks/bench_grow.py --data DIR --only ENZYMES.zip COX2.zip --threads 2
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import time
from pathlib import Path

import spminer
from spminer._util.monitor import Monitor
from spminer.methods.base import Task
from spminer.methods.growth import GrowSettings, grow
from spminer.results.provenance import peak_memory_bytes

DATA = {
    "ENZYMES.zip": 20,
    "COX2.zip": 20,
    "MSRC_9.zip": 20,
    "COIL-DEL-noniso.zip": 20,
    "road-minnesota.mtx.gz": 20,
    "ca-AstroPh.txt.gz": 12,
    "email-Enron.txt.gz": 12,
    "ego-Facebook.txt.gz": 12,
    "fb100-MIT8.txt.gz": 12,
    "ego-Twitter.txt.gz": 12,
    "npm-all-depends-2016.txt.gz": 12,
}


def measure(path: Path, largest: int, threads: int) -> None:
    """Search one file and print a row."""
    wall, processor = time.perf_counter(), time.process_time()
    graphs = spminer.read(path).without_labels()
    result = grow(Task.of(graphs, sizes=tuple(range(5, largest + 1)), threads=threads), GrowSettings(), Monitor())
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    best = [[found.known["anchored"] for found in result.candidates[size][:10]] for size in result.candidates]
    medians = [round(statistics.median(known.value for known in level)) for level in best if level]
    exact = sum(known.kind == "exact" for level in best for known in level)
    print(f"{path.name}: {wall:.1f} s, {processor:.1f} s of processor, {peak_memory_bytes() / 2**20:.0f} MiB")
    print(
        f"  anchors {result.facts['anchors']:,}, exact {exact} of {sum(map(len, best))}, medians", *medians, flush=True
    )


def main() -> None:
    """Measure the chosen data sets one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", nargs="+", choices=DATA, default=list(DATA))
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    for name in options.only:
        process = multiprocessing.get_context("spawn").Process(
            target=measure, args=(options.data / name, DATA[name], options.threads)
        )
        process.start()
        process.join()


if __name__ == "__main__":
    main()
