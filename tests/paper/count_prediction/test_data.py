"""Tests of paper/count_prediction/data.py."""

import json
from dataclasses import replace
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spminer._util.options import from_plain
from spminer.errors import UsageError
from support.builders import collection
from support.strategies import examples, random_graphs

torch = pytest.importorskip("torch")

from spminer.paper.count_prediction.data import (  # noqa: E402
    PRESETS,
    CountConfig,
    CountFeed,
    collate,
    motif_classes,
    motif_counts,
    nearest_neighbors,
    regions,
    ring_tree,
    training_graphs,
    walk_features,
)

TINY = PRESETS["tiny"]
CPU = torch.device("cpu")


def brute_force_counts(graph):
    patterns = [nx.Graph(list(motif.pattern.edges)) for motif in motif_classes()]
    counts = np.zeros(len(patterns))
    for size in (3, 4, 5):
        for nodes in combinations(graph, size):
            part = graph.subgraph(nodes)
            if nx.is_connected(part):
                counts[[nx.is_isomorphic(part, pattern) for pattern in patterns].index(True)] += 1
    return counts


def test_the_classes_are_all_connected_graphs_of_3_to_5_nodes():
    graphs = [nx.Graph(list(motif.pattern.edges)) for motif in motif_classes()]
    assert [len(graph) for graph in graphs] == [3] * 2 + [4] * 6 + [5] * 21
    assert all(nx.is_connected(graph) for graph in graphs)
    assert not any(nx.is_isomorphic(a, b) for a, b in combinations(graphs, 2))
    assert all(nx.eccentricity(graph, 0) == nx.radius(graph) for graph in graphs)


@settings(deadline=None, max_examples=examples(25))
@given(random_graphs(), random_graphs())
def test_counts_are_those_of_brute_force(first, second):
    shares, counts = motif_counts(collection([first, second]))
    np.testing.assert_array_equal(counts, [brute_force_counts(first), brute_force_counts(second)])
    np.testing.assert_allclose(shares[: len(first)].sum(axis=0), counts[0])


def test_feed_repeats_its_batches_and_does_not_depend_on_threads():
    config = replace(TINY, distinct=3)
    feeds = [CountFeed(config, device=CPU, threads=threads) for threads in (1, 2)]
    one, two = ([batch.log_counts for batch in feed.steps(0, 7)] for feed in feeds)
    assert all(torch.equal(a, b) for a, b in zip(one, two, strict=True))
    assert sorted(feeds[0].number(step) for step in range(3, 6)) == [0, 1, 2]
    assert torch.equal(next(iter(feeds[0].steps(5, 6))).log_counts, one[5])


def test_a_batch_lists_every_edge_both_ways_and_every_node_with_its_graph():
    batch = collate(collection([nx.path_graph(3), nx.complete_graph(3)]))
    edges = set(zip(batch.source.tolist(), batch.target.tolist(), strict=True))
    assert edges == {(b, a) for a, b in edges}
    assert {(a, b) for a, b in edges if a < b} == {(0, 1), (1, 2), (3, 4), (3, 5), (4, 5)}
    assert batch.graph.tolist() == [0, 0, 0, 1, 1, 1]
    assert batch.log_counts[:, :2].expm1().round().tolist() == [[1, 0], [0, 1]]
    assert (len(batch.node_features), len(batch.edge_features), len(batch.log_shares)) == (6, 10, 6)


def closed_walks(graph, node, length):
    """Closed walks without an immediate turn back, one by one."""
    walks = [(node,)]
    for _ in range(length):
        walks = [(*walk, v) for walk in walks for v in graph[walk[-1]] if len(walk) < 2 or v != walk[-2]]
    return sum(walk[-1] == node for walk in walks)


@settings(deadline=None, max_examples=examples(25))
@given(random_graphs(), random_graphs(), st.sampled_from([1, 2, 64]))
def test_features_are_those_of_walks_one_by_one(first, second, block):
    batch = collate(collection([first, second]))
    sizes = torch.tensor([len(first), len(second)])
    nodes, edges = walk_features(batch.source, batch.target, sizes, block=block)
    both = nx.disjoint_union(first, second)
    for v in both:
        far = sum(distance == 2 for distance in nx.single_source_shortest_path_length(both, v, 2).values())
        cycles = [closed_walks(both, v, length) / 2 for length in (3, 4, 5)]
        expected = [both.degree(v), cycles[0], far, *cycles[1:]]
        np.testing.assert_allclose(nodes[v].expm1(), expected, atol=1e-3, rtol=1e-4)
    common = [
        len(set(both[u]) & set(both[v])) for u, v in zip(batch.source.tolist(), batch.target.tolist(), strict=True)
    ]
    np.testing.assert_allclose(edges[:, 0].expm1(), common, atol=1e-4)


CONFIG_TINY = PRESETS["tiny"]


def test_config_refuses_unknown_names():
    assert from_plain(CountConfig, CONFIG_TINY.to_dict(), "settings") == CONFIG_TINY
    with pytest.raises(UsageError, match="widht"):
        from_plain(CountConfig, {"widht": 3}, "settings")


@pytest.mark.parametrize("name", PRESETS)
def test_presets_survive_json(name):
    assert from_plain(CountConfig, json.loads(json.dumps(PRESETS[name].to_dict())), "settings") == PRESETS[name]


def test_training_graphs_are_a_function_of_the_seed():
    first, again, other = (training_graphs(12, 40, seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first.indices, again.indices)
    assert first.indices.tolist() != other.indices.tolist()
    assert np.diff(first.graph_offsets).min() >= 6
    assert np.diff(first.graph_offsets).max() <= 40


@given(st.integers(2, 60), st.integers(0, 2**32 - 1))
def test_ring_trees_are_connected_and_respect_valence(size, seed):
    edges = ring_tree(size, np.random.default_rng(seed))
    graph = nx.Graph(edges)
    assert len(graph) == size
    assert graph.number_of_edges() == len(edges)
    assert nx.is_connected(graph)
    assert max(degree for _, degree in graph.degree) <= 4


@pytest.mark.parametrize("kind", [nearest_neighbors, regions])
@pytest.mark.parametrize("size", [6, 7, 30])
def test_graphs_of_points_are_simple_and_sparse(kind, size):
    for seed in range(20):
        edges = kind(size, np.random.default_rng(seed))
        assert all(0 <= u < v < size for u, v in edges)
        assert len(set(edges)) == len(edges) <= 7 * size
