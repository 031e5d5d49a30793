"""Measure what labels and direction in the signature are worth to a neural search, beside growth.

For each data set, greedy walks that score structures alone (``labels=False``) and patterns with all they have, and
growth: seconds of the search, and the median exact frequency of what each reports::

    python benchmarks/bench_labels.py --data DIR
    python benchmarks/bench_labels.py --data DIR --sets MUTAG ecoli-trn --sizes 4-8
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

import spminer
from spminer._util.text import parse_sizes

FILES: dict[str, tuple[str, dict[str, Any]]] = {
    "MUTAG": ("MUTAG.zip", {}),
    "NCI1": ("NCI1.zip", {}),
    "ecoli-trn": ("ecoli-trn.txt.gz", {"directed": True}),
    "celegans-neural": ("celegans-neural.txt.gz", {"directed": True}),
}


def measure(name: str, graphs: spminer.GraphCollection, sizes: tuple[int, ...], options: dict[str, Any]) -> None:
    """The three searches of one data set."""
    runs: dict[str, dict[str, Any]] = {
        "greedy, structures alone": {"method": "greedy", "labels": False, **options},
        "greedy, labels and direction": {"method": "greedy", **options},
        "grow": {"method": "grow"},
    }
    for title, settings in runs.items():
        started = time.process_time()
        result = spminer.mine(graphs, sizes=sizes, seed=0, **settings)
        spent = time.process_time() - started
        counts = [(m.size, m.anchored_frequency.value) for m in result if m.anchored_frequency]
        medians = [int(np.median([v for s, v in counts if s == size] or [0])) for size in sizes]
        search = result.timing_s["embed"] + result.timing_s["search"]
        print(f"{name}, {title}: search {search:.1f} s, processor {spent:.0f} s in all; {medians}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="*", default=list(FILES))
    parser.add_argument("--sizes", default="4-10")
    parser.add_argument("--walks", type=int, default=1000)
    parser.add_argument("--neighborhoods", type=int, default=10_000)
    options = parser.parse_args()
    for name in options.sets:
        file, reading = FILES[name]
        graphs = spminer.read(options.data / file, **reading)
        print(name, graphs, flush=True)
        measure(
            name,
            graphs,
            parse_sizes(options.sizes),
            {"walks": options.walks, "neighborhoods": options.neighborhoods, "device": "cpu"},
        )


if __name__ == "__main__":
    main()
