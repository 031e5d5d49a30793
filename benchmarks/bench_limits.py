"""How late a time limit ends reading: the longest that reading goes on between two looks at the clock.

usage: python benchmarks/bench_limits.py [FILE ...] [--edges N]

In processor seconds, so that it may run on a machine that others use. Besides the files that are named, one graph of N
edges is read in each of several formats. What is between the last look and the graph counts too.
"""

from __future__ import annotations

import argparse
import logging
import tempfile
import time
from pathlib import Path

import numpy as np

import spminer
from spminer import Monitor

FORMATS = ("edgelist", "tudataset", "graphml", "gml", "json", "gspan", "matrixmarket", "parquet")


class Watching(Monitor):
    """A monitor that never ends anything, and notes when it is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = [time.process_time()]

    @property
    def stop_reason(self) -> str | None:
        """Nothing ends it."""
        self.looks.append(time.process_time())
        return None


def gaps(path: Path, form: str | None = None) -> tuple[float, float, int]:
    """Processor seconds of reading, the longest gap between two looks, and how many looks there were."""
    monitor = Watching()
    spminer.read(path, format=form, monitor=monitor)
    times = [*monitor.looks, time.process_time()]
    return times[-1] - times[0], max(np.diff(times)), len(monitor.looks) - 1


def main() -> None:
    """Print a row per file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--data", help="not used; accepted so that all benchmarks take the same arguments")
    parser.add_argument("--edges", type=int, default=1_000_000)
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    print(f"{'file':40} {'MB':>7} {'reading s':>10} {'longest gap s':>14} {'looks':>7}")
    for path in arguments.files:
        print_row(path.name, path, None)
    if not arguments.edges:
        return
    ends = np.random.default_rng(0).integers(0, max(arguments.edges // 5, 2), size=(arguments.edges, 2))
    graphs = spminer.from_edges(ends)
    with tempfile.TemporaryDirectory() as folder:
        for form in FORMATS:
            path = Path(folder) / f"graph-{form}"
            spminer.write(graphs, path, format=form)
            print_row(form, path, form)
            path.unlink()


def print_row(name: str, path: Path, form: str | None) -> None:
    """Measure and print one file."""
    seconds, gap, looks = gaps(path, form)
    print(f"{name:40} {path.stat().st_size / 1e6:7.1f} {seconds:10.2f} {gap:14.3f} {looks:7}", flush=True)


if __name__ == "__main__":
    main()
