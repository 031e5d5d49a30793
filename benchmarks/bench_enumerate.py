"""Exact enumeration with both frequencies, on one core and two, next to igraph's graph-level counts at size 6.

And the ten best patterns of a graph with hundreds of labels, by tables of all classes and by a tally.

Run: python benchmarks/bench_enumerate.py --data DIR [--labeled] [--memory GIB]
"""

import argparse
import time
from functools import partial
from pathlib import Path

import igraph
import numpy as np

import spminer
from spminer import _core
from spminer.counting.engine_choice import enumeration_work
from spminer.results.provenance import peak_memory_bytes
from spminer.results.request import Engine

LABELED = "HPRD.graph.gz"
ENGINES: tuple[Engine, ...] = ("tally", "esu")  # the one that needs more memory comes last
RUNS = {"ENZYMES.zip": (4, 5, 6, 7, 8, 9, 10), "COX2.zip": (10, 11, 12), "road-minnesota.mtx.gz": (6, 8, 10)}


def seconds(graphs: spminer.GraphCollection, size: int, threads: int) -> tuple[float, _core.Enumeration]:
    """Best of two runs of the engine alone."""
    best = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        result = _core.enumerate_subgraphs(graphs.target(), size, _core.Control(), threads=threads)
        best = min(best, time.perf_counter() - start)
    return best, result


def igraph_seconds(graphs: spminer.GraphCollection, size: int) -> float:
    sources, targets, _ = graphs.edges()
    peer = igraph.Graph(n=graphs.num_nodes, edges=zip(sources.tolist(), targets.tolist(), strict=True))
    start = time.perf_counter()
    peer.motifs_randesu(size)
    return time.perf_counter() - start


def labeled_variants(data: Path) -> dict[str, spminer.GraphCollection]:
    """The labeled graph as it is, with a direction for each edge, and with one of three labels for each edge."""
    graphs = spminer.read(data / LABELED)
    sources, targets, _ = graphs.edges()
    edges = np.stack([sources, targets], axis=1)
    assert graphs.node_labels is not None
    labels = [graphs.node_label_names[label] for label in graphs.node_labels]
    back = np.random.default_rng(1).random(len(edges)) < 0.5
    arcs = np.where(back[:, None], edges[:, ::-1], edges).tolist()
    marks = [str(mark) for mark in np.random.default_rng(2).integers(0, 3, len(edges))]
    made = partial(spminer.from_edges, num_nodes=graphs.num_nodes, node_labels=labels)
    return {
        "labels": graphs,
        "directed": made(arcs, directed=True),
        "edge labels": made(edges.tolist(), edge_labels=marks),
    }


def labeled(data: Path, memory_limit: int) -> None:
    """Both engines that visit every subgraph, on two threads: processor and wall seconds, and the same answer."""
    print(f"{LABELED:<16}{'size':>5}{'engine':>8}{'planned':>9}{'cpu':>9}{'wall':>9}{'peak MiB':>10}")
    for name, graphs in labeled_variants(data).items():
        for size in (3, 4):
            work, answers = enumeration_work(graphs, size), []
            for engine in ENGINES:
                wall, cpu = time.perf_counter(), time.process_time()
                result = spminer.enumerate(
                    graphs, size, engine=engine, threads=2, examples=0, memory_limit=memory_limit
                )
                wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
                plan = f"{work.seconds:.2f}" if work.engine == engine else "-"
                memory, end = peak_memory_bytes() / 2**20, result.stop_reason or ""
                row = f"{name:<16}{size:>5}{engine:>8}{plan:>9}{cpu:>8.2f}s{wall:>8.2f}s{memory:>10,.0f} {end}"
                print(row.rstrip(), flush=True)
                answers += [result.motifs] if result.stop_reason is None else []
            if any(answer != answers[0] for answer in answers):
                raise SystemExit(f"{name}, size {size}: the engines disagree")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ENZYMES.zip and the others")
    parser.add_argument("--labeled", action="store_true", help="the labeled graph only")
    parser.add_argument("--memory", type=float, default=4.0, help="GiB for tables of labeled classes")
    arguments = parser.parse_args()
    labeled(arguments.data, int(arguments.memory * 2**30))
    if not arguments.labeled:
        unlabeled(arguments.data)


def unlabeled(data: Path) -> None:
    """Tables of all classes, on one thread and on two."""
    print(f"{'data':<24}{'size':>5}{'subgraphs':>14}{'classes':>9}{'anchored':>10}", end="")
    print(f"{'1 thread':>10}{'2 threads':>10}{'ratio':>7}")
    for name, sizes in RUNS.items():
        graphs = spminer.read(data / name).without_labels()
        for size in sizes:
            one, result = seconds(graphs, size, 1)
            two, _ = seconds(graphs, size, 2)
            print(
                f"{name:<24}{size:>5}{result.subgraphs:>14,}{result.classes:>9,}{len(result.anchored_frequency):>10,}"
                f"{one:>9.2f}s{two:>9.2f}s{one / two:>7.2f}",
                flush=True,
            )
    print(f"peak memory of this process: {peak_memory_bytes() / 2**20:,.0f} MiB")
    graphs = spminer.read(data / "ENZYMES.zip").without_labels()
    ours, peer = seconds(graphs, 6, 1)[0], igraph_seconds(graphs, 6)
    print(
        f"ENZYMES size 6: ours {ours:.3f} s with both frequencies, igraph {peer:.3f} s graph level: {peer / ours:.1f}x"
    )


if __name__ == "__main__":
    main()
