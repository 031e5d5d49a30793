"""Tests of audit/brute_force.py: plain backtracking finds what networkx finds."""

import itertools
import time

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from spminer.audit.brute_force import (
    Clock,
    Features,
    OutOfTimeError,
    PlainCounter,
    PlainGraph,
    embeddings,
    is_embedding,
)
from spminer.audit.classes import (
    counted_classes,
    edge_induced,
    extensions,
    isomorphism,
    most_frequent_extension,
    spanning,
)
from support.builders import collection, pattern_of
from support.oracles import embeddings as by_networkx
from support.strategies import examples, labeled_graphs


def forms(graph, pattern):
    found, wanted = collection(graph), pattern_of(pattern)
    features = Features.common(wanted, found)
    return PlainGraph.of_pattern(wanted, features), PlainGraph.of_graphs(found, features)


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
    assert set(found) == {tuple(map(one.get, pattern)) for one in by_networkx(pattern, graph, induced=induced)}
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


FREQUENCY_NAMES = ["anchored", "graph", "transactions", "images"]


def counter_of(graph, *, induced):
    """A counter in a networkx graph whose components are the graphs of a collection."""
    found = collection(graph)
    parts = list(nx.connected_components(graph.to_undirected()))
    graph_of = [next(i for i, part in enumerate(parts) if node in part) for node in graph]
    features = Features(found.directed, found.node_labels is not None, found.edge_labels is not None)
    return PlainCounter(PlainGraph.of_graphs(found, features), graph_of, induced=induced, clock=Clock())


def plain(graph, like):
    """A networkx graph as a plain one, with the features of another."""
    form = PlainGraph(len(graph), directed=like.directed)
    form.labels = [graph.nodes[node].get("label", "") for node in graph]
    for a, b, data in graph.edges(data=True):
        form.join(a, b, data.get("label", ""))
    return form


@given(st.data(), st.booleans(), st.booleans(), st.booleans())
@settings(max_examples=examples(150), deadline=None)
def test_frequencies_are_those_of_their_definitions(data, directed, labels, induced):
    graph = data.draw(labeled_graphs(max_nodes=7, directed=directed, labels=labels))
    pattern = data.draw(labeled_graphs(max_nodes=4, directed=directed, labels=labels))
    assume(nx.is_connected(pattern.to_undirected()))
    assume(not labels or (graph.edges and pattern.edges))  # no edge, no edge labels on one side
    counter = counter_of(graph, induced=induced)
    small, found = plain(pattern, counter.graph), by_networkx(pattern, graph, induced=induced)
    anchor = data.draw(st.integers(0, len(pattern) - 1))
    at = [{one[node] for one in found} for node in pattern]
    expected = {
        "anchored": len(at[anchor]),
        "graph": len({frozenset(one.values()) for one in found}),
        "transactions": len({counter.graph_of[one[0]] for one in found}),
        "images": min(map(len, at)),
    }
    assert {
        frequency_name: counter.frequency(small, frequency_name, anchor) for frequency_name in FREQUENCY_NAMES
    } == expected
    assert counter.covered(small, "anchored", anchor) == at[anchor]
    assert counter.covered(small, "images", anchor) == set().union(*at)
    assert counter.covered(small, "transactions", anchor) == {counter.graph_of[one[0]] for one in found}


@given(labeled_graphs(max_nodes=6), st.integers(2, 4))
@settings(max_examples=examples(80), deadline=None)
def test_edge_induced_classes_have_the_frequencies_of_their_patterns(graph, size):
    counter = counter_of(graph, induced=False)
    found = edge_induced(counted_classes(counter.graph, size, counter.graph_of, Clock()), Clock())
    for one, other in itertools.combinations(found, 2):
        assert isomorphism(one.form, other.form, Clock()) is None
    for one in found:
        assert one.node_sets == counter.frequency(one.form, "graph", 0)
        assert one.graphs == counter.graphs(one.form)
        for node, orbit in enumerate(one.orbits):
            assert one.images[orbit] == counter.anchors(one.form, node)


@pytest.mark.parametrize(("size", "number"), [(3, 4), (4, 38), (5, 728)])
def test_connected_graphs_on_given_nodes_are_all_there(size, number):
    """Numbers of connected labeled graphs (Harary and Palmer)."""
    clique = PlainGraph(size)
    for a, b in itertools.combinations(range(size), 2):
        clique.join(a, b, "")
    assert len(list(spanning(clique, Clock()))) == number


def test_arcs_are_left_out_one_by_one():
    both = PlainGraph(2, directed=True)
    both.join(0, 1, "a")
    both.join(1, 0, "b")
    assert [part.relation(0, 1) for part in spanning(both, Clock())] == [("a", None), (None, "b"), ("a", "b")]


@given(labeled_graphs(max_nodes=6), st.booleans(), st.sampled_from(["anchored", "transactions", "images"]))
@settings(max_examples=examples(80), deadline=None)
def test_extensions_are_the_classes_that_contain_the_pattern(graph, induced, frequency_name):
    """All classes that are one node or edge larger, by brute force, and no other."""
    counter = counter_of(graph, induced=induced)
    for small in counted_classes(counter.graph, 3, counter.graph_of, Clock()):
        larger = list(extensions(counter, small.form))
        for one in larger:
            assert counter.node_sets(one)
            part = PlainCounter(one, [0] * len(one), induced=induced, clock=Clock())
            assert any(images == (0, 1, 2) for images in part.embeddings(small.form))
        best = most_frequent_extension(counter, small.form, frequency_name, 0)
        assert best <= counter.frequency(small.form, frequency_name, 0)
        assert best == max((counter.frequency(one, frequency_name, 0) for one in larger), default=0)
        if induced:
            holds = [
                one
                for one in counted_classes(counter.graph, 4, counter.graph_of, Clock())
                if PlainCounter(one.form, [0] * 4, induced=True, clock=Clock()).node_sets(small.form)
            ]
            assert all(any(isomorphism(one.form, ext, Clock()) for ext in larger) for one in holds)
            assert all(any(isomorphism(ext, one.form, Clock()) for one in holds) for ext in larger)


def test_extensions_by_an_edge():
    """A square with a chord, seen from a path of three: two ways to close, and ways to go on."""
    counter = counter_of(nx.Graph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]), induced=False)
    path = plain(nx.path_graph(3), counter.graph)
    sizes = sorted((len(one), sum(map(len, one.near)) // 2) for one in extensions(counter, path))
    assert sizes == [(3, 3), (4, 3), (4, 3), (4, 3)]  # closed; a node more at either end or in the middle


def test_the_clock_ends_all_of_it():
    counter = counter_of(nx.complete_graph(9), induced=False)
    counter.clock = Clock(0.0)
    with pytest.raises(OutOfTimeError):
        list(extensions(counter, plain(nx.path_graph(5), counter.graph)))
    with pytest.raises(OutOfTimeError):
        list(spanning(plain(nx.complete_graph(7), counter.graph), counter.clock))
