"""Exact enumeration and the census: time, memory, and igraph's time for the same counts.

Tables (``--tables``): ``classes``, both frequencies of all classes by ESU on one thread and on two; ``census``, sizes 3
to 5 on one core, with the memory that the counting added; ``triads``, directed classes of three nodes by ESU and by the
census; ``labels``, the ten best patterns of a graph with hundreds of labels, by a tally and by tables of all classes,
which must agree. igraph counts the same subgraphs, of size 6 and of size 4, without anchors, and networkx and igraph
the triads.

    python benchmarks/bench_enumerate.py --data DIR [--tables classes census triads labels] [--memory GIB]
"""

from __future__ import annotations

import math
import time
from functools import partial
from typing import TYPE_CHECKING

import igraph
import networkx as nx
import numpy as np

import spminer
from common import arguments, measure, measure_apart
from spminer import _core
from spminer.counting.engine_choice import enumeration_cost

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from spminer.results.request import Engine

LABELED = "HPRD.graph.gz"
ENGINES: tuple[Engine, ...] = ("tally", "esu")  # the one that needs more memory comes last
RUNS = {"ENZYMES.zip": (4, 5, 6, 7, 8, 9, 10), "COX2.zip": (10, 11, 12), "road-minnesota.mtx.gz": (6, 8, 10)}
CENSUS, PEER_GRAPH = ("ca-AstroPh", "email-Enron", "ego-Facebook"), "ppi-yeast"


def enumerated(graphs: spminer.GraphCollection, size: int, threads: int) -> tuple[float, _core.Enumeration]:
    """Best of two runs of the engine alone."""
    best = math.inf
    for _ in range(2):
        run = measure(lambda: _core.enumerate_subgraphs(graphs.target(), size, _core.Control(), threads=threads))
        best = min(best, run.wall)
    return best, run.value


def igraph_counts(graphs: spminer.GraphCollection, size: int) -> tuple[float, int]:
    """Seconds and occurrences of igraph's exact enumeration."""
    peer = spminer.to_igraph(graphs.without_labels())[0] if graphs.num_graphs == 1 else _disjoint(graphs)
    start = time.process_time()
    counts = peer.motifs_randesu(size=size)
    return time.process_time() - start, int(sum(count for count in counts if not math.isnan(count)))


def _disjoint(graphs: spminer.GraphCollection) -> igraph.Graph:
    sources, targets, _ = graphs.edges()
    return igraph.Graph(n=graphs.num_nodes, edges=zip(sources.tolist(), targets.tolist(), strict=True))


def table_classes(options: argparse.Namespace) -> None:
    print(f"{'data':<24}{'size':>5}{'subgraphs':>14}{'classes':>9}{'anchored':>10}", end="")
    print(f"{'1 thread':>10}{'2 threads':>10}{'ratio':>7}")
    for name, sizes in RUNS.items():
        graphs = spminer.read(options.data / name).without_labels()
        for size in sizes:
            one, result = enumerated(graphs, size, 1)
            two, _ = enumerated(graphs, size, 2)
            print(
                f"{name:<24}{size:>5}{result.subgraphs:>14,}{result.classes:>9,}{len(result.anchored_frequency):>10,}"
                f"{one:>9.2f}s{two:>9.2f}s{one / two:>7.2f}",
                flush=True,
            )
    graphs = spminer.read(options.data / "ENZYMES.zip").without_labels()
    ours, (peer, _) = enumerated(graphs, 6, 1)[0], igraph_counts(graphs, 6)
    print(f"ENZYMES size 6: ours {ours:.3f} s with both frequencies, igraph {peer:.3f} s: {peer / ours:.1f}x")


def census_graph(data: Path, name: str) -> spminer.GraphCollection:
    return spminer.read(data / f"{name}.txt.gz", directed=False)


def census(size: int, graphs: spminer.GraphCollection) -> tuple[int, int]:
    """Occurrences, and anchored classes that occur."""
    target = graphs.target(node_labels=False, edge_labels=False)
    orbits = _core.census(target, _core.Control(), size=size, threads=1).orbits
    by_class = {orbit.graph_class: orbit.graph_frequency for orbit in orbits}
    return sum(by_class.values()), sum(orbit.anchored_frequency > 0 for orbit in orbits)


def table_census(options: argparse.Namespace) -> None:
    print(f"{'graph':14}{'size':>5}{'CPU s':>9}{'MiB':>8}{'anchored classes':>18}{'occurrences':>20}")
    for name in CENSUS:
        for size in (3, 4, 5):
            run = measure_apart(partial(census, size), partial(census_graph, options.data, name), repeats=3)
            occurrences, anchored = run.value
            print(f"{name:14}{size:5}{run.cpu:9.3f}{run.growth:8.0f}{anchored:18}{occurrences:20,}", flush=True)
    graphs = census_graph(options.data, PEER_GRAPH)
    peer, occurrences = igraph_counts(graphs, 4)
    ours = measure_apart(partial(census, 4), partial(census_graph, options.data, PEER_GRAPH), repeats=3)
    if ours.value[0] != occurrences:
        raise SystemExit(f"igraph counts {occurrences:,} subgraphs of {PEER_GRAPH}, the census {ours.value[0]:,}")
    print(
        f"{PEER_GRAPH}, size 4, {occurrences:,} occurrences: igraph {peer:.3f} s, census with orbits {ours.cpu:.4f} s, "
        f"{peer / ours.cpu:.0f} times faster"
    )


TRIADS = ("email-Eu-core-q1", "p2p-Gnutella08", "wiki-Vote", "ego-Twitter")
NETWORKX_ARCS = 500_000  # at most: minutes


def directed_graph(data: Path, name: str) -> spminer.GraphCollection:
    return spminer.read(data / f"{name}.txt.gz", directed=True).without_labels()


def by_census(graphs: spminer.GraphCollection) -> list[int]:
    """Subgraphs of the classes that occur, fewest first; those of the engines and of the peers must agree."""
    orbits = _core.census(graphs.target(), _core.Control(), size=3, threads=1).orbits
    counts = {orbit.graph_class: orbit.graph_frequency for orbit in orbits}
    return sorted(count for count in counts.values() if count)


def by_visits(graphs: spminer.GraphCollection) -> list[int]:
    found = _core.enumerate_subgraphs(graphs.target(), 3, _core.Control(), threads=1)
    return sorted(int(count) for count in found.graph_frequency)


def by_igraph(peer: igraph.Graph) -> list[int]:
    return sorted(int(count) for count in list(peer.triad_census())[3:] if count)


def by_networkx(peer: nx.DiGraph) -> list[int]:
    counts = nx.triadic_census(peer)
    return sorted(count for code, count in counts.items() if count and code not in {"003", "012", "102"})


def igraph_of(data: Path, name: str) -> igraph.Graph:
    return spminer.to_igraph(directed_graph(data, name))[0]


def networkx_of(data: Path, name: str) -> nx.DiGraph:
    return nx.DiGraph(igraph_of(data, name).get_edgelist())


def table_triads(options: argparse.Namespace) -> None:
    print(f"{'graph':18}{'arcs':>11}{'subgraphs':>13}{'esu':>10}{'census':>10}{'MiB':>6}{'igraph':>10}{'networkx':>10}")
    for name in TRIADS:
        graph = partial(directed_graph, options.data, name)
        arcs = graph().num_edges
        runs = {
            "esu": measure_apart(by_visits, graph, repeats=3),
            "census": measure_apart(by_census, graph, repeats=3),
            "igraph": measure_apart(by_igraph, partial(igraph_of, options.data, name)),
        }
        if arcs <= NETWORKX_ARCS:
            runs["networkx"] = measure_apart(by_networkx, partial(networkx_of, options.data, name))
        counts = runs["census"].value
        seconds = [f"{run.cpu:10.4f}{f'{run.growth:6.0f}' if key == 'census' else ''}" for key, run in runs.items()]
        print(f"{name:18}{arcs:11,}{sum(counts):13,}{''.join(seconds)}", flush=True)
        if any(run.value != counts for run in runs.values()):
            raise SystemExit(f"{name}: the counts differ")


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


def table_labels(options: argparse.Namespace) -> None:
    """Both engines that visit every subgraph, on two threads: processor and wall seconds, and the same answer."""
    print(f"{LABELED:<16}{'size':>5}{'engine':>8}{'planned':>9}{'cpu':>9}{'wall':>9}{'peak MiB':>10}")
    limit = int(options.memory * 2**30)
    for name, graphs in labeled_variants(options.data).items():
        for size in (3, 4):
            work, answers = enumeration_cost(graphs, size), []
            for engine in ENGINES:
                run = measure(
                    partial(spminer.enumerate, graphs, size, engine=engine, threads=2, examples=0, memory_limit=limit)
                )
                plan, end = f"{work.seconds:.2f}" if work.engine == engine else "-", run.value.stop_reason or ""
                row = (
                    f"{name:<16}{size:>5}{engine:>8}{plan:>9}{run.cpu:>8.2f}s{run.wall:>8.2f}s{run.peak:>10,.0f} {end}"
                )
                print(row.rstrip(), flush=True)
                answers += [run.value.motifs] if run.value.stop_reason is None else []
            if any(answer != answers[0] for answer in answers):
                raise SystemExit(f"{name}, size {size}: the engines disagree")


TABLES = {"classes": table_classes, "census": table_census, "triads": table_triads, "labels": table_labels}


def main() -> None:
    parser = arguments(__doc__, data="ENZYMES.zip, HPRD.graph.gz, ca-AstroPh.txt.gz and the others")
    parser.add_argument("--tables", nargs="*", default=list(TABLES), choices=list(TABLES))
    parser.add_argument("--memory", type=float, default=4.0, help="GiB for tables of labeled classes")
    options = parser.parse_args()
    for name in options.tables:
        TABLES[name](options)


if __name__ == "__main__":
    main()
