from dataclasses import replace
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from support.builders import collection
from support.strategies import examples, random_graphs

torch = pytest.importorskip("torch")

from spminer.paper.count_prediction.data import PRESETS, CountFeed, collate, motif_classes, motif_counts  # noqa: E402

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
