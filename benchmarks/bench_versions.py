"""Two versions side by side: the same work by two interpreters in turn, and the ratio of their best times.

A change that must cost nothing runs this with the interpreter of an environment that has the version before it:

    python benchmarks/bench_versions.py --data DIR --before OLD/.venv/bin/python

Each piece of work is a process of its own that uses public names alone and times itself, so that start and reading do
not count. Processor time of the process, all threads; the two versions take turns, and the least of each counts.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

READ = "graphs = spminer.read(f'{data}/%s').without_labels()"
WORK = {
    "mine ENZYMES 5-12": (READ % "ENZYMES.zip", "spminer.mine(graphs, '5-12')"),
    "mine COX2 5-10 by growth": (READ % "COX2.zip", "spminer.mine(graphs, '5-10', method='grow')"),
    "mine email-Enron 5-7": (READ % "email-Enron.txt.gz", "spminer.mine(graphs, '5-7')"),
    "greedy walks, ENZYMES 5-10": (
        READ % "ENZYMES.zip",
        "spminer.mine(graphs, '5-10', method='greedy', walks=200, neighborhoods=2000)",
    ),
    "beam, COX2 5-9": (READ % "COX2.zip", "spminer.mine(graphs, '5-9', method='beam', neighborhoods=1000)"),
    "gspan, MUTAG 3-6": (
        "graphs = spminer.read(f'{data}/MUTAG.zip')",
        "spminer.mine(graphs, '3-6', method='gspan', frequency='transactions', induced=False, examples=0)",
    ),
    "rand-esu, COX2 6-9": (READ % "COX2.zip", "spminer.mine(graphs, '6-9', method='rand-esu')"),
    "match in ca-AstroPh": (
        READ % "ca-AstroPh.txt.gz",
        "[spminer.count(p, graphs) for p in ('0-1,1-2,2-3,3-4,4-0@0', '0-1,0-2,0-3,0-4,4-5@0')]",
    ),
    "match node sets in ENZYMES": (
        READ % "ENZYMES.zip",
        "[spminer.count(p, graphs, frequency='graph') for p in ('0-1,1-2,2-3,3-4,4-5,5-0', '0-1,1-2,2-3,3-4,4-5')]",
    ),
    "enumerate ENZYMES 8": (READ % "ENZYMES.zip", "spminer.enumerate(graphs, 8)"),
    "enumerate ca-AstroPh 4 (census)": (READ % "ca-AstroPh.txt.gz", "spminer.enumerate(graphs, 4)"),
    "read wiki-Vote": ("", "spminer.read(f'{data}/wiki-Vote.txt.gz')"),
}
PROGRAM = """
import sys, time, spminer
data = sys.argv[1]
{setup}
started = time.process_time()
{work}
print(time.process_time() - started)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument(
        "--before", metavar="PYTHON", help="interpreter of the version before; without it, nothing is run"
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often each version does each piece of work")
    options = parser.parse_args()
    if options.before is None:
        print("name the interpreter of another version with --before to compare with it")
        return
    print(f"{'work':<34}{'before':>9}{'after':>9}{'ratio':>8}   processor seconds, least of {options.rounds}")
    for name, (setup, work) in WORK.items():
        best = [float("inf"), float("inf")]
        for _ in range(options.rounds):
            for side, python in enumerate((options.before, sys.executable)):
                best[side] = min(best[side], seconds(python, setup, work, options.data))
        print(f"{name:<34}{best[0]:>9.2f}{best[1]:>9.2f}{best[1] / best[0]:>8.2f}", flush=True)


def seconds(python: str, setup: str, work: str, data: Path) -> float:
    program = PROGRAM.format(setup=setup, work=work)
    done = subprocess.run([python, "-c", program, str(data)], check=True, capture_output=True, text=True, cwd="/")
    return float(done.stdout.split()[-1])


if __name__ == "__main__":
    main()
