"""Tests of audit/matching.py and audit/plain.py: plain backtracking finds what networkx finds."""

import time

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import examples
from spminer.audit.matching import Clock, OutOfTimeError, embeddings, is_embedding
from spminer.audit.plain import Features, PlainGraph
from strategies import collection, labeled_graphs, pattern_of


def forms(graph, pattern):
    found, wanted = collection(graph), pattern_of(pattern)
    features = Features.common(wanted, found)
    return PlainGraph.of_pattern(wanted, features), PlainGraph.of_graphs(found, features)


def by_networkx(pattern, graph, induced):
    kind = nx.isomorphism.DiGraphMatcher if graph.is_directed() else nx.isomorphism.GraphMatcher
    same = nx.isomorphism.categorical_node_match("label", None), nx.isomorphism.categorical_edge_match("label", None)
    matcher = kind(graph, pattern, node_match=same[0], edge_match=same[1])
    found = matcher.subgraph_isomorphisms_iter() if induced else matcher.subgraph_monomorphisms_iter()
    return {tuple(sorted(mapping, key=mapping.get)) for mapping in found}


@given(st.data(), st.booleans(), st.booleans(), st.booleans())
@settings(max_examples=examples(200), deadline=None)
def test_all_embeddings_are_found(data, directed, labels, induced):
    graph = data.draw(labeled_graphs(max_nodes=7, directed=directed, labels=labels))
    pattern = data.draw(labeled_graphs(max_nodes=4, directed=directed, labels=labels))
    if not nx.is_connected(pattern.to_undirected()):
        return
    if labels and not (graph.edges and pattern.edges):  # no edge, no edge labels on one side
        return
    small, large = forms(graph, pattern)
    start = data.draw(st.integers(0, len(pattern) - 1))
    found = list(embeddings(small, large, induced=induced, start=start, at=range(len(large)), clock=Clock()))
    assert len(found) == len(set(found))
    assert set(found) == by_networkx(pattern, graph, induced)
    assert all(is_embedding(small, large, images, induced=induced) for images in found)
    others = data.draw(st.permutations(range(len(large))))[: len(small)]
    if len(others) == len(small):
        assert is_embedding(small, large, tuple(others), induced=induced) == (tuple(others) in set(found))


def test_the_clock_ends_what_takes_too_long():
    clique = PlainGraph(30)
    for a in range(30):
        clique.near[a] = {b: ("", "") for b in range(30) if b != a}
    started = time.monotonic()
    with pytest.raises(OutOfTimeError):
        list(embeddings(clique, clique, induced=True, start=0, at=range(30), clock=Clock(started + 0.1)))
    assert time.monotonic() - started < 5
