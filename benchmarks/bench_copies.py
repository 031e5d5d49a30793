"""Copies by decomposition: queries of STMatch, all patterns of 6 nodes at every node, published counts.

    python benchmarks/bench_copies.py --data DIR [--threads 2] [--seconds 60] [--part queries|nodes|published]

``DIR`` holds ``wiki-Vote.txt.gz``, ``email-Enron.txt.gz``, ``ca-AstroPh.txt.gz``, ``truth/stmatch-queries.json`` (edges
of the queries, and counts in small graphs) and ``peers/citeseer.edges``. Directed files are read without direction.

``queries`` counts the 24 queries in wiki-Vote and email-Enron; the clique of five nodes has 4,514,137 copies in
wiki-Vote. ``nodes`` counts every connected pattern of 6 nodes at each node and orbit of ca-AstroPh, with one thread,
each ended after ``--seconds``. ``published`` counts six patterns of 4 nodes in citeseer, which Peregrine gives.
Processor time is what the process took, in both threads together; the copies at nodes must add up to the total.
"""

from __future__ import annotations

import json
import math
import statistics
import time
from typing import TYPE_CHECKING

import networkx as nx
from networkx.generators.atlas import graph_atlas_g

import spminer
from common import arguments

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PUBLISHED = {  # Peregrine, 4m-edge
    "path:4": 185_589,
    "star:4": 250_950,
    "cycle:4": 6_059,
    "0-1,1-2,2-0,2-3": 34_760,
    "diamond": 3_730,
    "clique:4": 255,
}
CLIQUES_OF_WIKI_VOTE = 4_514_137


def timed(pattern: spminer.Pattern, graph: spminer.GraphCollection, threads: int, seconds: float) -> tuple[str, float]:
    """What a count says, and its processor time."""
    start = time.process_time()
    found = spminer.count(
        pattern, graph, frequency="copies", induced=False, threads=threads, time_limit=seconds, progress=False
    )
    text = f"{int(found):,}" if found.stop_reason is None else found.stop_reason
    return text, time.process_time() - start


def queries(folder: Path, threads: int, seconds: float) -> bool:
    """The 24 queries in two graphs, and in small ones whose counts are known."""
    known = json.loads((folder / "truth" / "stmatch-queries.json").read_text())["queries"]
    patterns = [spminer.Pattern.from_edges(query["edges"], size=query["n"]) for query in known]
    karate, holds = spminer.read(str(folder / "karate.txt.gz")), True
    for query, pattern in zip(known, patterns, strict=True):
        holds &= timed(pattern, karate, threads, seconds)[0] == f"{query['counts']['karate']['non_induced']:,}"
    for name in ("wiki-Vote", "email-Enron"):
        graph = spminer.read(str(folder / f"{name}.txt.gz"), directed=False)
        start, processor = time.perf_counter(), 0.0
        for query, pattern in zip(known, patterns, strict=True):
            text, took = timed(pattern, graph, threads, seconds)
            processor += took
            print(f"| {name} | {query['query']} | {pattern.size} | {text} | {took:.2f} |", flush=True)
            if name == "wiki-Vote" and (query["n"], query["m"]) == (5, 10):
                holds &= text == f"{CLIQUES_OF_WIKI_VOTE:,}"
        print(f"{name}: {time.perf_counter() - start:.1f} s, of processors {processor:.1f} s", flush=True)
    return holds


def nodes(folder: Path, seconds: float) -> bool:
    """Every pattern of 6 nodes at each node of ca-AstroPh; the median of their times."""
    graph = spminer.read(str(folder / "ca-AstroPh.txt.gz"))
    times, holds = [], True
    shapes = [shape for shape in graph_atlas_g() if len(shape) == 6 and nx.is_connected(shape)]
    for shape in shapes:
        pattern = spminer.Pattern.from_edges(list(shape.edges), size=6)
        start = time.process_time()
        try:
            counts = spminer.copies_by_node(pattern, graph, threads=1, time_limit=seconds, progress=False)
            text = f"{int(counts.sum()) // 6:,}"
            holds &= int(counts.sum()) % 6 == 0
        except spminer.LimitError:
            text, start = "time limit", -math.inf
        times.append(time.process_time() - start)
        print(f"| {pattern.text} | {len(pattern.orbits())} | {text} | {times[-1]:.2f} |", flush=True)
    print(f"{len(times)} patterns: median {statistics.median(times):.2f} s, {times.count(math.inf)} beyond the limit")
    return holds and len(times) == 112


def published(folder: Path) -> bool:
    """Six patterns of 4 nodes in citeseer."""
    lines = (line.split() for line in (folder / "peers" / "citeseer.edges").read_text().splitlines())
    graph = spminer.from_edges({(min(a, b), max(a, b)) for a, b, *_ in lines if a != b})
    found = {text: int(spminer.count(text, graph, frequency="copies", induced=False)) for text in PUBLISHED}
    print(", ".join(f"{text}: {count:,}" for text, count in found.items()))
    return found == PUBLISHED


def main() -> int:
    """Run all parts, or one."""
    parser = arguments(__doc__, data="wiki-Vote, email-Enron, ca-AstroPh, karate, truth and peers")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--part", choices=("queries", "nodes", "published"))
    options = parser.parse_args()
    parts: dict[str, Callable[[], bool]] = {
        "published": lambda: published(options.data),
        "queries": lambda: queries(options.data, options.threads, options.seconds),
        "nodes": lambda: nodes(options.data, options.seconds),
    }
    outcomes = [run() for name, run in parts.items() if options.part in (None, name)]
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    raise SystemExit(main())
