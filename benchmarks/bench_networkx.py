"""Functions of networkx with and without the backend, on made graphs of 100,000 edges.

For each function: seconds of networkx; of the backend at the first call, which converts the graph; and of later calls,
which find it converted; and how many times as fast the later calls are. Generators are run to their ends. What
networkx has not ended within ``--limit`` seconds is stopped, and its row has a lower bound.

    python benchmarks/bench_networkx.py [--limit SECONDS] [--rows triads,isomorphic]
"""

from __future__ import annotations

import random
import time
import warnings
from collections import deque
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import networkx as nx

from common import arguments

if TYPE_CHECKING:
    from collections.abc import Callable

NODES, EACH, TRIANGLES = 20_000, 5, 0.3  # of the model of Holme and Kim
BACK = 0.2  # share of arcs that go both ways
REPEATS = 3


def graphs() -> tuple[Any, Any, Any]:
    """A graph with hubs and triangles, the same with directions, and the first with other names in another order."""
    draw = random.Random(1)
    graph = nx.powerlaw_cluster_graph(NODES, EACH, TRIANGLES, seed=1)
    directed = nx.DiGraph()
    directed.add_nodes_from(graph)
    for u, v in graph.edges:
        tail, head = (u, v) if draw.random() < 0.5 else (v, u)
        directed.add_edge(tail, head)
        if draw.random() < BACK:
            directed.add_edge(head, tail)
    names = list(graph)
    draw.shuffle(names)
    other = nx.Graph()
    other.add_nodes_from(range(NODES))
    other.add_edges_from((names[u], names[v]) for u, v in graph.edges)
    return graph, directed, other


def rows() -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    graph, directed, other = graphs()
    print(f"{graph.number_of_edges():,} edges, {directed.number_of_edges():,} arcs\n")
    return {
        "triadic_census": (nx.triadic_census, (directed,)),
        "vf2pp_isomorphism": (nx.vf2pp_isomorphism, (graph, other)),
        "is_isomorphic": (nx.is_isomorphic, (graph, other)),
        "triangles": (nx.triangles, (graph,)),
        "clustering": (nx.clustering, (graph,)),
        "clustering, directed": (nx.clustering, (directed,)),
        "average_clustering": (nx.average_clustering, (graph,)),
        "transitivity": (nx.transitivity, (graph,)),
        "square_clustering": (nx.square_clustering, (graph,)),
        "generalized_degree": (nx.generalized_degree, (graph,)),
        "all_triangles": (nx.all_triangles, (graph,)),
        "find_cliques": (nx.find_cliques, (graph,)),
        "enumerate_all_cliques": (nx.enumerate_all_cliques, (graph,)),
    }


def seconds(function: Callable[..., Any], given: tuple[Any, ...], **options: Any) -> float:
    begun = time.perf_counter()
    result = function(*given, **options)
    if hasattr(result, "__next__"):
        deque(result, maxlen=0)
    return time.perf_counter() - begun


def networkx_alone(pipe: Any, function: Callable[..., Any], given: tuple[Any, ...]) -> None:
    pipe.send(seconds(function, given))


def limited(function: Callable[..., Any], given: tuple[Any, ...], limit: float) -> float | None:
    """Seconds of networkx in a process of its own; ``None`` beyond the limit."""
    here, there = get_context("fork").Pipe()
    process = get_context("fork").Process(target=networkx_alone, args=(there, function, given))
    process.start()
    found = here.recv() if here.poll(limit) else None
    process.terminate()
    process.join()
    return found


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--limit", type=float, default=60, help="seconds for a call of networkx")
    parser.add_argument("--rows", default="", help="parts of the names of functions, with commas between them")
    options = parser.parse_args()
    warnings.filterwarnings("ignore", "Note: conversions to backend graphs are saved to cache")
    chosen = rows()
    print("| function | networkx | first call | later calls | ratio |\n| --- | ---: | ---: | ---: | ---: |")
    for name, (function, given) in chosen.items():
        if not any(part in name for part in options.rows.split(",")):
            continue
        for graph in given:
            graph.__networkx_cache__.clear()
        alone = limited(function, given, options.limit)
        first = seconds(function, given, backend="spminer")
        later = min(seconds(function, given, backend="spminer") for _ in range(REPEATS))
        bound = "" if alone is not None else "> "
        alone = options.limit if alone is None else alone
        ratio = f"{bound}{alone / later:,.0f}"
        print(f"| {name} | {bound}{alone:.2f} | {first:.3f} | {later:.3f} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
