"""Generators against networkx with the same priors, and planted collections."""

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import generate
from spminer.errors import UsageError

GRAPHS = 400


def attachments(n, random):
    return int(random.integers(1, min(int(2 * np.log2(n)), n - 1) + 1))


def density(n, random):
    return random.beta(1.3, 1.3 * n / np.log2(n) - 1.3)


def er(n, random, seed):
    return nx.gnp_random_graph(n, density(n, random), seed=seed)


def ba(n, random, seed):
    p, q = np.minimum(random.exponential(1 / 20, size=2), 0.2)
    return nx.extended_barabasi_albert_graph(n, attachments(n, random), p, q, seed=seed)


def plc(n, random, seed):
    return nx.powerlaw_cluster_graph(n, attachments(n, random), random.uniform(0, 0.5), seed=seed)


def ws(n, random, seed):
    return nx.watts_strogatz_graph(n, max(int(n * density(n, random)), 2), random.beta(2, 2), seed=seed)


REFERENCE = {"er": er, "ba": ba, "plc": plc, "ws": ws}


def reference(kind, n, count):
    """Graphs of networkx, drawn again with new parameters until connected."""
    random, graphs = np.random.default_rng(7), []
    while len(graphs) < count:
        graph = REFERENCE[kind](n, random, int(random.integers(2**31)))
        if nx.is_connected(graph):
            graphs.append(graph)
    return graphs


def features(graphs):
    """Edges, largest degree, variance of the degree, clustering: one row per graph."""
    rows = []
    for graph in graphs:
        degrees = np.array([d for _, d in graph.degree])
        rows.append((graph.number_of_edges(), degrees.max(), degrees.var(), nx.average_clustering(graph)))
    return np.array(rows, dtype=float)


def z_scores(a, b):
    """Welch's statistic of the difference of means, for each column."""
    return (a.mean(0) - b.mean(0)) / np.sqrt(a.var(0) / len(a) + b.var(0) / len(b))


@pytest.mark.parametrize("kind", REFERENCE)
@pytest.mark.parametrize("n", [12, 29, 80])  # bits up to 64 nodes, lists beyond
def test_distributions_are_those_of_networkx(kind, n):
    count = GRAPHS if n <= 64 else GRAPHS // 4
    ours = spminer.to_networkx(generate.synthetic(count, n, kind=kind, seed=3))
    assert np.abs(z_scores(features(ours), features(reference(kind, n, count)))).max() < 4


@pytest.mark.parametrize("kind", [*REFERENCE, "mixed", "sparse"])
@pytest.mark.parametrize("nodes", [1, 2, 3, 4, 5, 64, 65, 300])
def test_graphs_are_connected_and_of_the_asked_size(kind, nodes):
    for graph in spminer.to_networkx(generate.synthetic(4, nodes, kind=kind, seed=nodes)):
        assert graph.number_of_nodes() == nodes
        assert nx.is_connected(graph)


def test_mixed_has_all_four_kinds():
    edges = np.diff(generate.synthetic(4000, 20, seed=1).indptr[::20]) / 2
    each = [generate.synthetic(1000, 20, kind=kind, seed=2).num_edges / 1000 for kind in REFERENCE]
    assert abs(edges.mean() - np.mean(each)) < 4 * edges.std() * np.sqrt(2 / len(edges))


def test_sizes_cover_the_range_evenly():
    sizes = np.diff(generate.synthetic(4000, (5, 8), seed=5).graph_offsets)
    counts = np.bincount(sizes, minlength=9)[5:]
    assert counts.sum() == 4000
    assert abs(counts - 1000).max() < 4 * np.sqrt(750)


def test_same_seed_same_graphs_for_any_threads_and_length():
    one = generate.synthetic(40, (10, 70), seed=9, threads=1)
    two = generate.synthetic(60, (10, 70), seed=9, threads=2)
    other = generate.synthetic(40, (10, 70), seed=10)
    assert np.array_equal(one.indices, two.indices[: len(one.indices)])
    assert not np.array_equal(one.indices, other.indices[: len(one.indices)])


@pytest.mark.parametrize(
    ("kind", "pattern_edges", "published"),
    [("star", 9, 30_200), ("clique", 45, 66_200), ("molecule", 11, 32_200), ("random", 28, 49_300)],
)
def test_planted_collections_have_the_published_statistics(kind, pattern_edges, published):
    graphs, pattern = generate.plant(kind)
    assert (pattern.size, len(pattern.edges)) == (10, pattern_edges)
    assert (graphs.num_graphs, graphs.num_nodes) == (1000, 20_000)
    edges = [generate.plant(kind, seed=seed).graphs.num_edges for seed in range(10)]
    assert np.mean(edges) == pytest.approx(published, rel=0.03)


@pytest.mark.parametrize("kind", ["star", "clique", "molecule", "random"])
def test_the_pattern_is_induced_in_every_graph_and_attached(kind):
    graphs, pattern = generate.plant(kind, graphs=30, base_nodes=7, attachments=4, seed=2)
    peer = nx.Graph(pattern.edges)
    assert peer.degree[pattern.anchor] == max(degree for _, degree in peer.degree)
    for named in spminer.to_networkx(graphs):
        whole = nx.convert_node_labels_to_integers(named, ordering="sorted")
        assert nx.is_connected(whole)
        assert nx.utils.edges_equal(whole.subgraph(range(10)).edges, peer.edges)
        assert sum((u < 10) != (v < 10) for u, v in whole.edges) == 4


def test_the_planted_pattern_is_found_by_counting():
    graphs, pattern = generate.plant("molecule", graphs=50, seed=4)
    assert spminer.count(pattern, graphs, frequency="graph").frequency.value >= 50


def test_random_pattern_depends_on_the_seed():
    assert generate.plant("random", graphs=1, seed=0).pattern != generate.plant("random", graphs=1, seed=1).pattern


@pytest.mark.parametrize(
    "call",
    [
        lambda: generate.synthetic(0, 5),
        lambda: generate.synthetic(1, 0),
        lambda: generate.synthetic(1, (5, 4)),
        lambda: generate.synthetic(1, 5, kind="tree"),
        lambda: generate.synthetic(2**20, 2**20),
        lambda: generate.plant("ring"),
        lambda: generate.plant("star", graphs=0),
        lambda: generate.plant("star", attachments=0),
        lambda: generate.plant("star", base_nodes=1, attachments=11),
    ],
)
def test_what_cannot_be_meant_is_refused(call):
    with pytest.raises(UsageError):
        call()


def test_sparse_graphs_have_few_edges_small_degrees_and_short_cycles():
    graphs = spminer.to_networkx(generate.synthetic(200, (30, 60), kind="sparse", seed=1))
    degrees = [2 * graph.number_of_edges() / graph.number_of_nodes() for graph in graphs]
    assert min(degrees) < 2.1
    assert 2.5 < np.mean(degrees) < 4
    assert max(max(dict(graph.degree).values()) for graph in graphs) <= 8
    lengths = [len(cycle) for graph in graphs[:10] for cycle in nx.minimum_cycle_basis(graph)]
    assert np.mean(np.array(lengths) <= 7) > 0.9
