"""Other tools beside spminer on tasks that both do: same graph, same answer, processor time of each.

    python benchmarks/bench_tools.py [--data docs/stories/data]

Tools that are not installed are left out (``pip install dotmotif gspan-mining``; ``GRAPH_TOOL_PYTHON`` names the Python
that has graph-tool, such as ``/usr/bin/python3`` after ``apt-get install python3-graph-tool``). A tool whose answer
differs from that of spminer fails the run. Times are seconds of one processor, best of three, with the graph already
read by each tool in its own form. docs/guides/other-tools.md quotes a run.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import subprocess
import tempfile
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

import spminer
from spminer.datasets import example

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REPEATS = 3
LEAST_S = 0.02  # of processor time, below which a clock is too coarse
SQUARE = "0-1,1-2,2-3,3-0"
LOOP = "0>1,0>2,1>2"


class Timed(NamedTuple):
    """What a tool answers, and the least processor time that it took."""

    answer: Any
    seconds: float


def timed(call: Callable[[], Any]) -> Timed:
    """Run a task a few times; one that takes little is called again and again, and the mean of a call counts."""
    best, answer, calls = float("inf"), None, 1
    repeats = REPEATS
    while repeats > 0:
        begin = time.process_time()
        for _ in range(calls):
            answer = call()
        spent = time.process_time() - begin
        if spent < LEAST_S:
            calls *= 4
            continue
        best, repeats = min(best, spent / calls), repeats - 1
    return Timed(answer, best)


def small_census(graph: spminer.GraphCollection, size: int) -> Iterator[tuple[str, Timed]]:
    """All connected patterns of a small graph, as a loop over many such graphs calls it."""
    yield "spminer", timed(lambda: ordered(spminer.enumerate(graph, size, top=0, frequency="graph", examples=0)))
    [other] = spminer.to_igraph(graph)
    yield "igraph", timed(lambda: found_by_igraph(other, size))


def census_of_four(graph: spminer.GraphCollection) -> Iterator[tuple[str, Timed]]:
    """All connected patterns of four nodes, by the number of node sets, in order."""
    yield "spminer", timed(lambda: ordered(spminer.enumerate(graph, 4, frequency="graph", threads=1)))
    [other] = spminer.to_igraph(graph)
    yield "igraph", timed(lambda: found_by_igraph(other, 4))
    if graph_tool := os.environ.get("GRAPH_TOOL_PYTHON"):
        yield "graph-tool", by_graph_tool(graph_tool, other.get_edgelist())


_GRAPH_TOOL = """
import json, sys, time
from graph_tool import Graph, openmp_set_num_threads
from graph_tool.clustering import motifs
openmp_set_num_threads(1)
graph = Graph(directed=False)
graph.add_edge_list(json.load(sys.stdin))
best = float("inf")
for _ in range(3):
    begin = time.process_time()
    answer = sorted(int(number) for number in motifs(graph, 4)[1])
    best = min(best, time.process_time() - begin)
print(json.dumps([answer, best]))
"""


def by_graph_tool(python: str, edges: list[tuple[int, int]]) -> Timed:
    """The census by graph-tool, which has a Python of its own where it comes from apt or conda."""
    done = subprocess.run(
        [python, "-c", _GRAPH_TOOL], input=json.dumps(edges), capture_output=True, text=True, check=True
    )
    return Timed(*json.loads(done.stdout))


def ordered(result: spminer.MotifSet) -> list[int]:
    """Graph-level frequencies of a result, least first."""
    return sorted(int(motif.graph_frequency.value) for motif in result if motif.graph_frequency is not None)


def found_by_igraph(graph: Any, size: int) -> list[int]:
    """Classes that occur; those that are not connected are not a number."""
    return sorted(int(number) for number in graph.motifs_randesu(size) if number > 0)


def triads(graph: spminer.GraphCollection) -> Iterator[tuple[str, Timed]]:
    """All connected directed patterns of three nodes."""
    yield "spminer", timed(lambda: ordered(spminer.enumerate(graph, 3, frequency="graph", threads=1)))
    [other] = spminer.to_networkx(graph)
    apart = {"003", "012", "102"}
    yield (
        "networkx",
        timed(lambda: sorted(n for name, n in nx.triadic_census(other).items() if name not in apart and n > 0)),
    )
    [there] = spminer.to_igraph(graph)
    yield "igraph", timed(lambda: found_by_igraph(there, 3))


def one_pattern(graph: spminer.GraphCollection) -> Iterator[tuple[str, Timed]]:
    """Feed-forward loops, further arcs allowed: how many node sets with how many ways each, counted as embeddings."""
    yield (
        "spminer",
        timed(lambda: int(spminer.count(LOOP, graph, frequency="graph", induced=False, threads=1).frequency.value)),
    )
    if find_spec("dotmotif"):
        from dotmotif import Motif
        from dotmotif.executors import GrandIsoExecutor

        executor = GrandIsoExecutor(graph=spminer.to_networkx(graph)[0])
        motif = Motif("A -> B\nA -> C\nB -> C")
        yield "DotMotif", timed(lambda: len({frozenset(found.values()) for found in executor.find(motif)}))
    [other] = spminer.to_networkx(graph)
    loop = nx.DiGraph([(0, 1), (0, 2), (1, 2)])

    def matched() -> int:
        matcher = nx.algorithms.isomorphism.DiGraphMatcher(other, loop)
        return len({frozenset(found) for found in matcher.subgraph_monomorphisms_iter()})

    yield "networkx", timed(matched)


def fragments(graphs: spminer.GraphCollection) -> Iterator[tuple[str, Timed]]:
    """Edge-induced labeled patterns of three nodes that half of the graphs have."""
    least = graphs.num_graphs // 2

    def mined() -> list[int]:
        found = spminer.mine(
            graphs, 3, top=10**6, method="gspan", frequency="transactions", induced=False, support=least, threads=1
        )
        return sorted(int(motif.transaction_support.value) for motif in found if motif.transaction_support is not None)

    supports: list[int] = []
    yield "spminer", timed(mined)
    if find_spec("gspan_mining"):
        from gspan_mining.gspan import gSpan

        class Collecting(gSpan):  # type: ignore[misc]
            """Keeps supports by itself: the table of version 0.2.3 needs a method that pandas no longer has."""

            def _report(self, projected: Any) -> None:
                if self._DFScode.get_num_vertices() >= self._min_num_vertices:
                    supports.append(int(self._get_support(projected)))

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "graphs.gspan"
            spminer.write(graphs, path)
            path.write_text(path.read_text() + "t # -1\n")

            def spanned() -> list[int]:
                supports.clear()
                with contextlib.redirect_stdout(io.StringIO()):
                    Collecting(str(path), min_support=least, min_num_vertices=3, max_num_vertices=3).run()
                return sorted(supports)

            yield "gspan-mining", timed(spanned)


TASKS: dict[str, tuple[Callable[[spminer.GraphCollection], Iterator[tuple[str, Timed]]], str | None]] = {
    **{f"census of {size} nodes, karate club": (partial(small_census, size=size), "karate") for size in (3, 4, 5)},
    "census of 4 nodes, proteins": (census_of_four, "string_interactions.tsv"),
    "census of 4 nodes, 3,000 nodes with hubs": (census_of_four, None),
    "directed triads, citations": (triads, "works.jsonl"),
    "feed-forward loops, connectome": (one_pattern, "connectome.csv"),
    "labeled fragments of 3 nodes, 60 folds": (fragments, "FOLDS"),
}


def with_hubs() -> spminer.GraphCollection:
    """A random graph with preferential attachment, always the same."""
    return spminer.from_networkx(nx.barabasi_albert_graph(3000, 4, seed=1))


def main() -> None:
    """Print a table, and fail where answers differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, default=Path("docs/stories/data"))
    data = parser.parse_args().data
    data = data if (data / "FOLDS").exists() else Path(__file__).parent.parent / "docs" / "stories" / "data"
    print("| task | tool | s of a processor | times spminer |")
    print("| --- | --- | ---: | ---: |")
    for task, (measure, name) in TASKS.items():
        graph = with_hubs() if name is None else example() if name == "karate" else spminer.read(data / name)
        base = None
        for tool, (answer, seconds) in measure(graph):
            base = base or Timed(answer, seconds)
            if answer != base.answer:
                raise SystemExit(f"{task}: {tool} answers {answer}, spminer {base.answer}")
            print(f"| {task} | {tool} | {seconds:.6f} | {seconds / base.seconds:.2f} |", flush=True)


if __name__ == "__main__":
    main()
