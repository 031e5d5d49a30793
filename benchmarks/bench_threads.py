"""The same work by 1, 2, 4, .. threads: seconds, speed-up, and processor time, which should not rise with threads.

Functions of the core come first, then public calls, which also plan, verify and list. Each measurement is a process of
its own, which reads the data before its time begins; short work is repeated and the fastest counts. With ``--ideal``
also how much faster as many independent processes of one thread do as many of these jobs side by side, which is what
the processor cores and the memory of a machine allow. Results must be the same for any number of threads.

    python benchmarks/bench_threads.py --data DIR [--threads 1,4,16] [--rows census] [--ideal] [--log FILE]

What stands in the log (a line of JSON for each measurement) is not measured again.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import spminer
from common import Measured, arguments, measure
from spminer import _core

Graphs = spminer.GraphCollection
Work = Callable[[Graphs, int], Any]  # with a number of threads; what it returns shows that results are the same

SETS = {
    "ENZYMES": "ENZYMES.zip",
    "ca-AstroPh": "ca-AstroPh.txt.gz",
    "ego-Twitter": "ego-Twitter.txt.gz",
    "netscience": "netscience.txt.gz",
}
ENOUGH_S, MOST_REPEATS = 1.0, 20  # of one piece of work


def census(size: int) -> Work:
    def work(graphs: Graphs, threads: int) -> object:
        counted = _core.census(graphs.target(), _core.Control(), size=size, threads=threads)
        return [(orbit.graph_frequency, orbit.anchored_frequency) for orbit in counted.orbits]

    return work


def esu(size: int) -> Work:
    def work(graphs: Graphs, threads: int) -> object:
        counted = _core.enumerate_subgraphs(graphs.target(), size, _core.Control(), threads=threads)
        return [counted.subgraphs, *map(int, counted.anchored_frequency)]

    return work


def enumerated(size: int) -> Work:
    return lambda graphs, threads: spminer.enumerate(graphs, size, threads=threads).to_dict()["motifs"]


def mined(sizes: str, **options: Any) -> Work:
    return lambda graphs, threads: spminer.mine(graphs, sizes, threads=threads, **options).to_dict()["motifs"]


ROWS: dict[str, tuple[str, Work]] = {
    **{f"census of {size}, {name}": (name, census(size)) for name in ("ca-AstroPh", "ego-Twitter") for size in (3, 4)},
    "census of 5, ca-AstroPh": ("ca-AstroPh", census(5)),
    **{f"ESU of {size}, ENZYMES": ("ENZYMES", esu(size)) for size in (7, 8, 9)},
    "enumerate ENZYMES 8": ("ENZYMES", enumerated(8)),
    "enumerate ENZYMES 9": ("ENZYMES", enumerated(9)),
    "enumerate ca-AstroPh 5": ("ca-AstroPh", enumerated(5)),
    "enumerate ego-Twitter 4": ("ego-Twitter", enumerated(4)),
    "mine ego-Twitter 5-8": ("ego-Twitter", mined("5-8")),
    "mine ca-AstroPh 5-10": ("ca-AstroPh", mined("5-10")),
    "mine ENZYMES 5-12": ("ENZYMES", mined("5-12")),
    "mine ENZYMES 5-20": ("ENZYMES", mined("5-20")),
    "grow ENZYMES 5-20": ("ENZYMES", mined("5-20", method="grow")),
    "greedy ENZYMES 5-20": ("ENZYMES", mined("5-20", method="greedy")),
    "mine netscience 4-10 against degree": ("netscience", mined("4-10", against="degree")),
}


@dataclass(frozen=True)
class Entry:
    """A measurement: a row with so many threads, or with so many processes of one thread side by side."""

    row: str
    threads: int
    processes: int = 1

    def run(self, data: Path) -> dict[str, Any]:
        """Mean seconds of the processes, and a digest of the result."""
        command = [sys.executable, __file__, "--data", str(data), "--one", self.row, "--threads", str(self.threads)]
        running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(self.processes)]
        said = [json.loads(process.communicate()[0]) for process in running]
        mean = {key: sum(one[key] for one in said) / len(said) for key in ("wall", "cpu")}
        return {
            "row": self.row,
            "threads": self.threads,
            "processes": self.processes,
            **mean,
            "result": said[0]["result"],
        }


def one(data: Path, row: str, threads: int) -> dict[str, Any]:
    """A measurement in this process."""
    logging.disable(logging.WARNING)
    name, work = ROWS[row]
    graphs = spminer.read(data / SETS[name], directed=False).without_labels()
    graphs.target()
    runs: list[Measured[Any]] = []
    end = time.perf_counter() + ENOUGH_S
    while not runs or (time.perf_counter() < end and len(runs) < MOST_REPEATS):
        runs.append(measure(lambda: work(graphs, threads)))
    best = min(runs, key=lambda run: run.wall)
    result = hashlib.sha256(json.dumps(best.value, default=str).encode()).hexdigest()[:12]
    return {"wall": best.wall, "cpu": best.cpu, "result": result}


def known(log: Path | None) -> dict[Entry, dict[str, Any]]:
    if log is None or not log.exists():
        return {}
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return {Entry(line["row"], line["threads"], line["processes"]): line for line in lines}


def main() -> None:
    parser = arguments(__doc__, data=", ".join(SETS.values()))
    cores = [str(2**i) for i in range((os.cpu_count() or 1).bit_length())]
    parser.add_argument("--threads", default=",".join(cores), help="numbers of threads, from 1 on")
    parser.add_argument("--rows", default=".", help="regular expression of the rows to measure")
    parser.add_argument("--ideal", action="store_true", help="also as many processes as the most threads")
    parser.add_argument("--log", type=Path, help="file of measurements, those to come too")
    parser.add_argument("--one", choices=list(ROWS), help="one row, in this process")
    options = parser.parse_args()
    counts = [int(count) for count in options.threads.split(",")]
    if options.one:
        print(json.dumps(one(options.data, options.one, counts[0])))
        return
    done = known(options.log)
    print(f"{'work':<36}" + "".join(f"{f'{n} (s)':>9}{'cpu':>8}{'':>6}" for n in counts) + "   ideal" * options.ideal)
    for row in (row for row in ROWS if re.search(options.rows, row)):
        entries = [Entry(row, count) for count in counts]
        if options.ideal and counts[-1] > 1:
            entries.append(Entry(row, 1, counts[-1]))
        for entry in entries:
            if entry not in done:
                done[entry] = entry.run(options.data)
                if options.log is not None:
                    with options.log.open("a", encoding="utf-8") as log:
                        log.write(json.dumps(done[entry]) + "\n")
        print(table_line(row, [done[entry] for entry in entries], len(counts)), flush=True)
        if len({done[entry]["result"] for entry in entries}) > 1:
            raise SystemExit(f"{row}: the results differ")


def table_line(row: str, runs: list[dict[str, Any]], threads: int) -> str:
    """Seconds, processor seconds and speed-up of each number of threads; the speed-up of processes side by side."""
    alone, text = runs[0]["wall"], f"{row:<36}"
    for run in runs[:threads]:
        speed_up = f"{alone / run['wall']:5.1f}x" if run["threads"] > 1 else ""
        text += f"{run['wall']:>9.3f}{run['cpu']:>8.2f}{speed_up:>6}"
    return text + "".join(f"{alone / run['wall'] * run['processes']:>7.1f}x" for run in runs[threads:])


if __name__ == "__main__":
    main()
