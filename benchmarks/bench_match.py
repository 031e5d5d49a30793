"""Anchored frequency of random patterns: this package beside networkx, igraph and rustworkx.

Patterns are induced subgraphs of the data set, grown node by node from a random node, which is the anchor. One
core. The peers are asked the same question (can the anchor be mapped to this node?) about a random subset of the
patterns and nodes, always within the node's own graph and converted beforehand, and their time is extrapolated to
all nodes; their answers must agree. igraph's VF2 only knows non-induced matching and is compared with that.

    python benchmarks/bench_match.py --data DIR

where DIR has ENZYMES.zip and, for the second table, ca-AstroPh.txt.gz and email-Enron.txt.gz. The third table is the
verification of what a search might propose: 100 patterns of a size, sampled from the target, so that their frequencies
spread from one occurrence to nearly all nodes, counted down to the best 10 (COX2.zip, ego-Twitter.txt.gz too).
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import igraph
import networkx as nx
import numpy as np
import rustworkx
from networkx.algorithms.isomorphism import GraphMatcher, categorical_node_match

import spminer
from common import arguments, neighbors, sampled_pattern
from spminer import GraphCollection, Monitor, Pattern, _core
from spminer.methods.base import Candidate, Task
from spminer.mining.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Edges = list[tuple[int, int]]
VERIFIED = {"ENZYMES.zip": (5, 10, 15, 20), "COX2.zip": (10, 20), "ego-Twitter.txt.gz": (5, 8, 12)}
PROPOSALS = 100


def graph_edges(graphs: GraphCollection, g: int) -> tuple[int, Edges]:
    """Nodes and edges of one graph, numbered from 0."""
    first, last = int(graphs.graph_offsets[g]), int(graphs.graph_offsets[g + 1])
    rows = [(u - first, v - first) for u in range(first, last) for v in neighbors(graphs, u).tolist() if u < v]
    return last - first, rows


@dataclass(frozen=True)
class Peer:
    """A library: how to convert a graph (nodes, edges, anchor), and how to ask whether one is in the other."""

    name: str
    induced: bool
    convert: Callable[[int, Edges, int], Any]
    contains: Callable[[Any, Any], bool]


def to_networkx(nodes: int, edges: Edges, anchor: int) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from((v, {"anchor": v == anchor}) for v in range(nodes))
    graph.add_edges_from(edges)
    return graph


def networkx_contains(target: nx.Graph, pattern: nx.Graph) -> bool:
    matcher = GraphMatcher(target, pattern, node_match=categorical_node_match("anchor", False))
    return bool(matcher.subgraph_is_isomorphic())


def to_igraph(nodes: int, edges: Edges, anchor: int) -> tuple[igraph.Graph, list[int]]:
    return igraph.Graph(nodes, edges), [int(v == anchor) for v in range(nodes)]


def lad_contains(target: tuple[igraph.Graph, list[int]], pattern: tuple[igraph.Graph, list[int]]) -> bool:
    anchor = target[1].index(1)
    others = [v for v in range(target[0].vcount()) if v != anchor]
    domains = [[anchor] if mark else others for mark in pattern[1]]
    return bool(target[0].subisomorphic_lad(pattern[0], domains=domains, induced=True))


def vf2_contains(target: tuple[igraph.Graph, list[int]], pattern: tuple[igraph.Graph, list[int]]) -> bool:
    return bool(target[0].subisomorphic_vf2(pattern[0], color1=target[1], color2=pattern[1]))


def to_rustworkx(nodes: int, edges: Edges, anchor: int) -> rustworkx.PyGraph:
    graph = rustworkx.PyGraph()
    graph.add_nodes_from([v == anchor for v in range(nodes)])
    graph.add_edges_from_no_data(edges)
    return graph


def rustworkx_contains(target: rustworkx.PyGraph, pattern: rustworkx.PyGraph) -> bool:
    return bool(
        rustworkx.is_subgraph_isomorphic(target, pattern, node_matcher=bool.__eq__, id_order=False, induced=True)
    )


PEERS = (
    Peer("networkx GraphMatcher", True, to_networkx, networkx_contains),
    Peer("igraph LAD", True, to_igraph, lad_contains),
    Peer("igraph VF2 (non-induced)", False, to_igraph, vf2_contains),
    Peer("rustworkx VF2", True, to_rustworkx, rustworkx_contains),
)


def cpu_time(f: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    result = f()
    return time.process_time() - start, result


def our_times(graphs: GraphCollection, patterns: list[Pattern], **options: Any) -> tuple[np.ndarray, list[Any]]:
    """Seconds and result for each pattern over all nodes, once the graphs are loaded and indexed."""
    spminer.count(patterns[0], graphs, threads=1, **options)
    pairs = [cpu_time(lambda p=p: spminer.count(p, graphs, threads=1, **options)) for p in patterns]  # type: ignore[misc]
    return np.array([seconds for seconds, _ in pairs]), [result for _, result in pairs]


def peer_seconds(peer: Peer, graphs: GraphCollection, asked: list[tuple[Pattern, list[int]]]) -> float:
    """Mean seconds for one pattern over all nodes, extrapolated from the asked nodes."""
    spent, questions = 0.0, 0
    for pattern, nodes in asked:
        matching = spminer.count(pattern, graphs, induced=peer.induced, anchors=True).anchors
        assert matching is not None
        small = peer.convert(pattern.size, list(pattern.edges), 0)
        for node in nodes:
            g = graphs.graph_of(node)
            large = peer.convert(*graph_edges(graphs, g), node - int(graphs.graph_offsets[g]))
            seconds, answer = cpu_time(lambda large=large, small=small: peer.contains(large, small))  # type: ignore[misc]
            assert answer == (node in matching), f"{peer.name} disagrees about {pattern} at {node}"
            spent, questions = spent + seconds, questions + 1
    return spent / questions * graphs.num_nodes


def compare_with_peers(graphs: GraphCollection, patterns: list[Pattern], asked_patterns: int, asked_nodes: int) -> None:
    rng = random.Random(1)
    asked = [(p, rng.sample(range(graphs.num_nodes), asked_nodes)) for p in rng.sample(patterns, asked_patterns)]
    print(f"anchored frequency of {len(patterns)} patterns of 10 nodes, {graphs.num_nodes:,} anchors, one core;")
    print(f"peers: {asked_patterns} patterns at {asked_nodes} nodes, extrapolated; ratios on those patterns\n")
    print(f"{'':28}{'s per pattern':>15}{'worst':>10}{'spminer is faster by':>24}")
    for induced in (True, False):
        times, _ = our_times(graphs, patterns, induced=induced)
        ours, _ = our_times(graphs, [p for p, _ in asked], induced=induced)
        name = "spminer" if induced else "spminer (non-induced)"
        print(f"{name:28}{times.mean():15.5f}{times.max():10.4f}")
        for peer in PEERS:
            if peer.induced == induced:
                seconds = peer_seconds(peer, graphs, asked)
                print(f"{peer.name:28}{seconds:15.3f}{'':10}{seconds / ours.mean():23,.0f}x", flush=True)


def table_of_sizes(name: str, graphs: GraphCollection, sizes: list[int], patterns: int, steps: int) -> None:
    for size in sizes:
        rng = np.random.default_rng(size)
        times, results = our_times(graphs, [sampled_pattern(graphs, size, rng) for _ in range(patterns)], steps=steps)
        undecided = sum(r.undecided for r in results) / sum(r.anchors_tested for r in results)
        print(f"{name:14}{size:6}{patterns:10}{times.mean() * 1e3:12.2f}{times.max() * 1e3:12.2f}{undecided:12.3%}")


def proposals(graphs: spminer.GraphCollection, size: int) -> list[Candidate]:
    """Distinct patterns as samples of the target show them."""
    rows, sizes, _, _ = _core.sample_neighborhoods(graphs.target(), 20 * PROPOSALS, low=size, high=size, seed=1)
    found: dict[Pattern, Candidate] = {}
    for sample, nodes in zip(rows, sizes, strict=True):
        if nodes == size and len(found) < PROPOSALS:
            edges = [(a, b) for a in range(size) for b in range(a + 1, size) if int(sample[a]) >> b & 1]
            pattern = Pattern.from_edges(edges, size=size, anchor=0).canonical()
            found.setdefault(pattern, Candidate(pattern, 0.0))
    return list(found.values())


def table_of_verification(data: Path) -> None:
    """What a search might propose, down to the best 10: CPU seconds, one thread."""
    print(f"\n{'verified':<22}{'size':>5}{'seconds':>9}{'best':>10}{'10th':>10}  kinds of the ten")
    for name, sizes in VERIFIED.items():
        graphs = spminer.read(data / name, directed=False).without_labels()
        graphs.match_index()
        for size in sizes:
            checked = spminer.Verification(factor=10)
            task = Task.of(graphs, sizes=(size,), top=10, threads=1, verify=checked)
            spent, best = cpu_time(partial(verify, proposals(graphs, size), task, Monitor()))
            known = [candidate.known["anchored"] for candidate in best.candidates]
            kinds = Counter(frequency.kind for frequency in known)
            said = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
            values = f"{known[0].value:>10,.0f}{known[-1].value:>10,.0f}"
            print(f"{name:<22}{size:>5}{spent:>9.2f}{values}  {said}", flush=True)


def main() -> None:
    parser = arguments(__doc__, data="ENZYMES.zip and the others")
    parser.add_argument("--patterns", type=int, default=200, help="number of 10-node patterns")
    parser.add_argument("--peer-patterns", type=int, default=10, help="patterns that the peers are asked about")
    parser.add_argument("--peer-nodes", type=int, default=40, help="nodes that the peers are asked about, per pattern")
    parser.add_argument("--steps", type=int, default=10_000, help="step limit per anchor in the second table")
    args = parser.parse_args()
    enzymes = spminer.read(args.data / "ENZYMES.zip")
    enzymes = GraphCollection(enzymes.indptr, enzymes.indices, enzymes.graph_offsets)  # without labels, for all peers
    rng = np.random.default_rng(0)
    patterns = [sampled_pattern(enzymes, 10, rng) for _ in range(args.patterns)]
    compare_with_peers(enzymes, patterns, args.peer_patterns, args.peer_nodes)
    print(f"\n{'data set':14}{'size':>6}{'patterns':>10}{'mean ms':>12}{'worst ms':>12}{'undecided':>12}")
    table_of_sizes("ENZYMES", enzymes, [5, 10, 15, 20], 50, args.steps)
    for name in ("ca-AstroPh", "email-Enron"):
        path = args.data / f"{name}.txt.gz"
        if path.exists():
            table_of_sizes(name, spminer.read(path), [5, 6, 7, 8], 10, args.steps)
    table_of_verification(args.data)


if __name__ == "__main__":
    main()
