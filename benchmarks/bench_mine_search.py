"""Measure how frequent the patterns are that greedy, beam and MCTS propose, and what the search costs.

Candidates of each size are counted exactly (anchored frequency); the ten best are compared with the true or best known
medians, and at size 6 with exact enumeration. Search times are of the search alone::

    python benchmarks/bench_mine_search.py --data DIR --methods greedy beam mcts
    python benchmarks/bench_mine_search.py --data DIR --methods beam --set verify=False width=400
    python benchmarks/bench_mine_search.py --data DIR --hits 6        # hit rate at 10, 20, .. 50, no enumeration
"""

from __future__ import annotations

import argparse
import ast
import importlib
import time
from pathlib import Path
from typing import Any

import numpy as np

import spminer
from spminer import GraphCollection, Pattern, _core
from spminer._util.monitor import Monitor
from spminer.methods.base import SearchResult, Task
from spminer.results.provenance import peak_memory_bytes

KNOWN = {
    "ENZYMES": "14271 14206 14084 13852 13713 13385 12720 11992 11545 10358 9577 9159 8285 7487 6704 5974",
    "COX2": "9778 16147 18851 19064 19063 18979 18689 18216 17590 16156 15266 13035 11224 9092 7146 5741",
}
SIZES = range(5, 21)
Options = dict[str, Any]


def _value(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except ValueError:
        return text


def exact_counts(patterns: list[Pattern], graphs: GraphCollection, steps: int) -> list[int]:
    """Anchored frequencies; an anchor that takes more than ``steps`` counts as no match."""
    index = graphs.match_index()
    return [_core.count_anchors(p.core(), index, _core.Control(), steps=steps).count for p in patterns]


def search(method: str, graphs: GraphCollection, options: Options, sizes: range, top: int) -> SearchResult:
    module = importlib.import_module(f"spminer.methods.base.{method}")
    settings = module.METHOD.settings(**options)
    wall, cpu = time.perf_counter(), time.process_time()
    result: SearchResult = module.search(Task.of(graphs, sizes=tuple(sizes), top=top), settings, Monitor())
    stages = " ".join(f"{stage} {seconds:.1f}" for stage, seconds in result.timing_s.items())
    print(
        f"{method} {options}: {time.perf_counter() - wall:.1f} s, CPU {time.process_time() - cpu:.1f} s ({stages}), "
        f"{result.facts['patterns_scored']:,} patterns scored, peak {peak_memory_bytes() / 2**20:.0f} MiB"
    )
    return result


def medians(name: str, graphs: GraphCollection, method: str, options: Options, args: argparse.Namespace) -> None:
    result = search(method, graphs, options, SIZES, 10)
    print("size    median     known  ratio")
    known = [int(text) for text in KNOWN[name].split()]
    for size, reference in zip(SIZES, known, strict=True):
        patterns = [c.pattern for c in result.candidates[size][: args.counted]]
        counts = sorted(exact_counts(patterns, graphs, args.steps), reverse=True)
        median = float(np.median(counts[:10]))
        print(f"{size:4} {median:9.1f} {reference:9} {median / reference:6.3f}", flush=True)


def hits(graphs: GraphCollection, method: str, options: Options, size: int) -> None:
    """Share of the true best K that is among the best K of the verified candidates."""
    result = search(method, graphs, options, range(size, size + 1), 50)
    truth = spminer.enumerate(graphs, size, top=50, examples=0)
    patterns = [c.pattern for c in result.candidates[size]]
    counts = exact_counts(patterns, graphs, 0)
    order = np.argsort(-np.array(counts), kind="stable")
    found = [patterns[i].text for i in order]
    rates = []
    for k in (10, 20, 30, 40, 50):
        best = {motif.id for motif in list(truth)[:k]}
        rates.append(f"{k}: {len(best & set(found[:k])) / k:.2f}")
    print(f"{method}, hit rate at size {size}:", *rates)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with ENZYMES.zip and COX2.zip")
    parser.add_argument("--names", nargs="+", default=["ENZYMES"])
    parser.add_argument("--methods", nargs="+", default=["greedy", "beam"])
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings of the methods")
    parser.add_argument("--hits", type=int, default=0, metavar="SIZE")
    parser.add_argument("--counted", type=int, default=20, help="candidates counted per size")
    parser.add_argument("--steps", type=int, default=20_000, help="matching steps per anchor")
    args = parser.parse_args()
    pairs = [text.split("=", 1) for text in args.set]
    options = {name: _value(text) for name, text in pairs}
    for name in args.names:
        graphs = spminer.read(args.data / f"{name}.zip").without_labels()
        print(name, graphs)
        for method in args.methods:
            if args.hits:
                hits(graphs, method, options, args.hits)
            else:
                medians(name, graphs, method, options, args)


if __name__ == "__main__":
    main()
